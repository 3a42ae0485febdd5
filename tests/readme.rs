//! Holds the README's tables and strings against the code.

#![cfg(not(target_arch = "wasm32"))]

use pi_retry::category::{Category, Retried};
use pi_retry::{Config, EpochMs, Failure, config, decide, explain, report, schema};
use serde_json::Value;

const README: &str = include_str!("../README.md");

/// Returns the cells of each row of the table with this header, without its head.
fn table(header: &str) -> Vec<Vec<&'static str>> {
    let start = README.find(header).unwrap_or_else(|| panic!("no table {header}"));
    let rows = README[start..].lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = |row: &'static str| row.trim_matches('|').split(" | ").map(str::trim).collect();
    rows.map(cells).collect()
}

#[test]
fn the_table_of_categories_is_complete_and_true() {
    let rows = table("| Category | Retried |");
    let names: Vec<String> = Category::ALL.iter().map(|one| format!("`{}`", one.name())).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), names);
    for (row, category) in rows.iter().zip(Category::ALL) {
        let retried = match category.retried() {
            Retried::Always => "yes",
            Retried::WithHint => "only if the provider says when",
            Retried::Never => "no",
        };
        assert_eq!(row[1], retried, "{}", row[0]);
    }
}

#[test]
fn the_table_of_keys_has_each_key_with_its_default_and_range() {
    let schema = schema::schema();
    let rows = table("| Key | Default |");
    for row in &rows {
        let path = row[0].trim_matches('`').replace('.', "/properties/");
        let property = &schema["properties"].pointer(&format!("/{path}")).expect(row[0]);
        let default: Value = serde_json::from_str(row[1].trim_matches('`')).expect(row[1]);
        assert_eq!(property["default"], default, "{}", row[0]);
        if let (Some(min), Some(max)) = (property["minimum"].as_u64(), property["maximum"].as_u64())
        {
            assert!(row[2].contains(&format!("integer {min}..{max}")), "{}", row[0]);
        }
    }
    let documented: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    for key in config::KEYS.iter().filter(|key| !matches!(key.kind, config::Kind::Anything)) {
        assert!(documented.iter().any(|name| name.starts_with(key.name)), "{}", key.name);
    }
}

#[test]
fn the_strings_are_those_that_people_see() {
    let failure = Failure::from_text("429: Please try again in 20s.");
    let decision = decide(&failure, EpochMs(0), &Config::default());
    for text in [
        report::announced(decision.category, &decision.reason, 1, 10, 20_000),
        report::status(2, 10, 30_000),
        report::succeeded(2),
        report::not_retrying("auth: HTTP 401"),
        report::giving_up(10, "server_error: HTTP 503"),
        report::cancelled(),
        decision.reason,
    ] {
        assert!(README.contains(&text), "{text}");
    }
}

#[test]
fn the_explanation_is_what_the_command_line_prints() {
    let failure =
        Failure::from_text(r#"429: {"message":"Rate limit reached. Please try again in 20s."}"#);
    let explanation = explain::explain(&failure, EpochMs(0), &Config::default());
    assert!(README.contains(&report::explanation(&explanation)));
    assert!(README.contains(&failure.message));
}

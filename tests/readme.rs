//! Holds the README's tables and strings against the code.

#![cfg(not(target_arch = "wasm32"))]

use pi_retry::category::{Category, Retried};
use pi_retry::hint::HintSource;
use pi_retry::model::ModelRef;
use pi_retry::seam::{RequestPhase, RetryEntry, RetryOutcome, StopEntry, Switch};
use pi_retry::wire::to_json;
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
    let schema: Value = serde_json::from_str(&schema::schema().to_string()).expect("JSON");
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
        report::host_retries(),
        report::falling_back(
            "anthropic/claude-haiku-4-5",
            Category::ServerError,
            "server_error: HTTP 503",
        ),
        report::back_on(&ModelRef::parse("anthropic/claude-opus-4-5").expect("a model")),
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

#[test]
fn every_recipe_is_a_configuration_without_a_mistake() {
    let (_, recipes) = README.split_once("### Recipes").expect("recipes");
    let (recipes, _) = recipes.split_once("\n## ").expect("an end of the recipes");
    let blocks: Vec<&str> = recipes.split("```json\n").skip(1).collect();
    assert!(blocks.len() >= 4, "{} recipes", blocks.len());
    for block in blocks {
        let (text, _) = block.split_once("```").expect("an end of the block");
        let (_, problems) = config::from_text(text);
        assert!(problems.is_empty(), "{text}: {problems:?}");
    }
}

#[test]
fn the_commands_are_those_that_complete() {
    let rows = table("| Command | Effect |");
    let commands: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    for (verb, _) in report::VERBS {
        let named = commands.iter().any(|command| command.contains(&format!("`/retry {verb}")));
        assert!(named, "{verb}");
    }
}

#[test]
fn the_tables_of_entries_and_log_lines_name_every_field() {
    let rows = table("| Entry | Data |");
    let keys =
        |value: Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let retry = RetryEntry {
        attempt: 1,
        category: Category::RateLimit,
        reason: String::new(),
        delay_ms: 1,
        hint_source: Some(HintSource::Text),
        provider: String::new(),
        model: String::new(),
        outcome: RetryOutcome::Scheduled,
        status: Some(429),
        phase: Some(RequestPhase::Request),
        error: Some(String::new()),
        failed_entry_id: String::new(),
        fallback: Some(Switch { from: String::new(), to: String::new() }),
        thinking_level: Some(String::new()),
    };
    let stop = StopEntry {
        category: Category::Auth,
        reason: String::new(),
        attempts: 0,
        provider: String::new(),
        model: String::new(),
        status: Some(401),
        phase: Some(RequestPhase::Request),
        error: Some(String::new()),
    };
    let fields = [to_json(&retry), to_json(&stop)]
        .map(|text| keys(serde_json::from_str(&text).expect("JSON")));
    for (row, fields) in rows.iter().zip(fields) {
        for field in fields {
            assert!(row[1].contains(&format!("`{field}`")), "{} {field}", row[0]);
        }
    }
}

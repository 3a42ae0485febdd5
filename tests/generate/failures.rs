//! Failures and configurations: JSON with the names that the core looks for, of nearly
//! any shape.

use pi_retry::hint::headers;
use pi_retry::{Category, config};
use serde_json::{Map, Value, json};

use super::{Dice, text};

/// Returns any JSON.
fn any(dice: &mut Dice) -> Value {
    nested(dice, 0)
}

fn nested(dice: &mut Dice, depth: usize) -> Value {
    const NAMES: &[&str] = &[
        "type",
        "error",
        "message",
        "code",
        "details",
        "status",
        "errorCode",
        "retryAfterMs",
        "retryAfter",
        "retryDelay",
        "",
    ];
    match dice.below(if depth > 4 { 6 } else { 9 }) {
        0 => Value::Null,
        1 => json!(dice.one_in(2)),
        2 | 3 => number(dice),
        4 | 5 => json!(text::any(dice)),
        6 => (0..dice.below(4)).map(|_| nested(dice, depth + 1)).collect(),
        _ => {
            let fields = (0..dice.below(5)).map(|_| {
                let name = if dice.one_in(6) { text::any(dice) } else { dice.pick(NAMES).into() };
                (name, nested(dice, depth + 1))
            });
            Value::Object(fields.collect())
        }
    }
}

fn number(dice: &mut Dice) -> Value {
    match dice.below(10) {
        0 => json!(u64::MAX),
        1 => json!(i64::MIN),
        2 => json!(1e308),
        3 => json!(-0.5),
        4 => json!(400 + dice.below(200)),
        5 => json!(30.0),
        6 => json!(dice.roll()),
        _ => json!(dice.below(100_000)),
    }
}

type Maker = fn(&mut Dice) -> Value;

/// Returns a failure whose fields are mostly of the right type.
pub(crate) fn failure(dice: &mut Dice) -> Value {
    let message = text::any(dice);
    let mut failure = Map::new();
    failure.insert("diagnostics".into(), diagnostics(dice, &message));
    failure.insert("message".into(), json!(message));
    let optional: [(&str, Maker); 5] = [
        ("status", number),
        ("headers", self::headers),
        ("body", |dice| json!(text::any(dice))),
        ("streamEvent", any),
        ("provider", |dice| json!(dice.pick(&["cerebras", "openai", "openrouter", "\u{1b}[m"]))),
    ];
    for (name, value) in optional {
        if dice.one_in(2) {
            failure.insert(name.into(), value(dice));
        }
        if dice.one_in(200) {
            failure.insert(name.into(), any(dice));
        }
    }
    Value::Object(failure)
}

fn diagnostics(dice: &mut Dice, message: &str) -> Value {
    const TYPES: &[&str] =
        &["bedrock_response_failure", "provider_transport_failure", "_response_failure"];
    let one = |dice: &mut Dice| {
        if dice.one_in(4) {
            return any(dice);
        }
        let start: String = message.chars().take(dice.below(40)).collect();
        json!({
            "type": dice.pick(TYPES),
            "error": { "message": start, "code": text::any(dice) },
            "details": {
                "status": number(dice),
                "errorCode": any(dice),
                "error": any(dice),
                dice.pick(&["retryAfterMs", "retryAfter", "retryDelay"]):
                    if dice.one_in(2) { json!(text::wait(dice)) } else { number(dice) },
            },
        })
    };
    if dice.one_in(2) { Value::Null } else { (0..dice.below(3)).map(|_| one(dice)).collect() }
}

fn headers(dice: &mut Dice) -> Value {
    let mut headers = Map::new();
    for _ in 0..dice.below(5) {
        let row = &headers::ROWS[dice.below(headers::ROWS.len())];
        let star = if dice.one_in(4) { text::any(dice) } else { "requests".to_owned() };
        let (name, value) = match dice.below(8) {
            0 => ("x-should-retry".to_owned(), dice.pick(&["true", "false", "yes"]).to_owned()),
            1 | 2 => {
                let name = row.remaining.unwrap_or("x").replace('*', &star);
                (name, dice.pick(&["0", "1", "-1", "NaN", "1e999", "", "inf"]).to_owned())
            }
            _ => (row.name.replace('*', &star), header_value(dice, row)),
        };
        let name = if dice.one_in(3) { name.to_uppercase() } else { name };
        let value =
            if dice.one_in(4) { json!([value, header_value(dice, row)]) } else { json!(value) };
        headers.insert(name, value);
    }
    Value::Object(headers)
}

fn header_value(dice: &mut Dice, row: &headers::Row) -> String {
    match dice.below(4) {
        0 => row.sample.0.to_owned(),
        1 => text::any(dice),
        _ => text::wait(dice),
    }
}

/// Returns a configuration, mostly a valid one.
pub(crate) fn configuration(dice: &mut Dice) -> Value {
    if dice.one_in(20) {
        return any(dice);
    }
    let mut object = Map::new();
    for _ in 0..dice.below(6) {
        let key = config::KEYS[dice.below(config::KEYS.len())].name;
        let value = if dice.one_in(8) { any(dice) } else { setting(dice, key) };
        object.insert(key.into(), value);
    }
    if dice.one_in(8) {
        object.insert(text::any(dice), any(dice));
    }
    Value::Object(object)
}

fn setting(dice: &mut Dice, key: &str) -> Value {
    match key {
        "enabled" => json!(!dice.one_in(5)),
        "maxRetries" => json!(dice.below(5)),
        "oversizedHint" => json!(dice.pick(&["stop", "clamp", "backoff"])),
        "minDelayMs" => {
            let category = Category::ALL[dice.below(Category::ALL.len())];
            json!({ category.name(): dice.below(100_000) })
        }
        "patterns" => json!({
            dice.pick(&["retryable", "nonRetryable"]): [pattern(dice)],
            "retryable": [pattern(dice)],
        }),
        "fallback" => {
            let entry = |dice: &mut Dice| match dice.below(8) {
                0 => text::any(dice),
                1 => "p/m1:high".to_owned(),
                _ => format!("p/m{}", dice.below(3)),
            };
            json!({
                "models": (0..dice.below(4)).map(|_| entry(dice)).collect::<Vec<_>>(),
                "afterRetries": dice.below(3),
                "return": dice.pick(&["when-ready", "next-prompt", "stay"]),
            })
        }
        _ => json!(dice.below(1_000_000)),
    }
}

/// Returns a regular expression, or nearly one.
pub(crate) fn pattern(dice: &mut Dice) -> String {
    const PATTERNS: &[&str] = &[
        "(a+)+$",
        "(a|aa)*b",
        "(a|a)*$",
        "(.*)*x",
        ".*",
        "^$",
        "",
        "\\b",
        "\\B",
        "\\bquota\\b",
        "[^a]*429",
        "(?:){1000}",
        "(?:(?:){100}){100}",
        "((a{0,50}){0,50}){0,50}",
        "x{1001}",
        "(?i)QUOTA",
        "(?-u)\\xff",
        "\\p{L}",
        "(?<n>a)\\k<n>",
        "(?=a)",
        "[",
        "(",
        "*",
        "\\",
        "[z-a]",
        "(?s).",
        "(?m)^429$",
        "[[:alpha:]]",
        "я",
        "[а-я]",
        "(((((((((((((((((((((((((((((((((((((((((((((((((((((((a)))))))))))))))))))))))))))))))",
    ];
    if dice.one_in(4) { text::any(dice) } else { dice.pick(PATTERNS).to_owned() }
}

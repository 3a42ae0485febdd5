//! One input of the core, in a form that can be written down and read back.

use pi_retry::EpochMs;
use pi_retry::seam::{Event, Inputs};
use pi_retry::wire::from_json;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Dice, failures, host, laws, text};

/// An input, and which laws it is for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "law", rename_all = "snake_case")]
pub(crate) enum Case {
    /// A failure is decided within the bounds of the configuration.
    Decision { failure: Value, now_ms: i64, config: Value },
    /// A session keeps at most one wait, and ends each.
    Story { steps: Vec<Step> },
    /// A cleaned text is clean.
    Cleaning { text: String, longest: usize },
    /// A secret is not seen.
    Secret { before: String, prefix: String, body: String, after: String, longest: usize },
    /// Values are read in any text.
    Values { text: String },
    /// The order of rows means nothing.
    Rows { text: String, order: u64 },
    /// A configuration file is read, whatever it holds.
    Configuration { text: String },
    /// Time is linear in the text, which repeats each part.
    Long { parts: Vec<String>, pattern: String, bytes: usize },
}

/// One event of a session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    pub(crate) now_ms: i64,
    /// The dice; a text, as JSON has no NaN.
    pub(crate) random: String,
    pub(crate) event: Value,
}

impl Step {
    /// Returns the event. One whose failure is none is a request that started.
    pub(crate) fn event(&self) -> Event {
        from_json(&self.event.to_string()).unwrap_or(Event::RequestStarted)
    }

    pub(crate) fn inputs(&self) -> Inputs {
        let random = self.random.parse().unwrap_or_default();
        Inputs { now: EpochMs(self.now_ms), random }
    }
}

impl Case {
    /// Returns the case of a seed. Long ones have at most `longest` bytes.
    pub(crate) fn of_seed(seed: u64, longest: usize) -> Self {
        let dice = &mut Dice::new(seed);
        match dice.below(100) {
            0..=44 => Self::Decision {
                failure: failures::failure(dice),
                now_ms: clock(dice),
                config: failures::configuration(dice),
            },
            45..=69 => {
                let steps = (0..dice.below(24)).map(|_| step(dice)).collect();
                Self::Story { steps }
            }
            70..=79 => Self::Cleaning { text: text::any(dice), longest: 1 + dice.below(600) },
            80..=84 => {
                let (before, after) = (text::any(dice), text::any(dice));
                let (prefix, body) = text::secret(dice);
                Self::Secret { before, prefix, body, after, longest: 1 + dice.below(600) }
            }
            85..=91 => {
                let text = if dice.one_in(4) { text::any(dice) } else { text::wait(dice) };
                Self::Values { text }
            }
            92..=95 => Self::rows(dice),
            96..=98 => Self::Configuration { text: configuration_text(dice) },
            _ => Self::long(dice, longest),
        }
    }

    /// Returns a case about the order of rows.
    pub(crate) fn rows(dice: &mut Dice) -> Self {
        Self::Rows { text: text::any(dice), order: dice.roll() }
    }

    /// Returns a case about time, with a text of at most `longest` bytes.
    pub(crate) fn long(dice: &mut Dice, longest: usize) -> Self {
        let parts = (0..=dice.below(3)).map(|_| text::part(dice)).collect();
        let pattern = if dice.one_in(2) { "x".to_owned() } else { failures::pattern(dice) };
        Self::Long { parts, pattern, bytes: longest }
    }

    /// Holds the case against its laws.
    ///
    /// # Panics
    ///
    /// Panics if one is broken.
    pub(crate) fn check(&self) {
        match self {
            Self::Decision { failure, now_ms, config } => {
                laws::decision(failure, EpochMs(*now_ms), config);
            }
            Self::Story { steps } => host::story(steps),
            Self::Cleaning { text, longest } => laws::cleaning(text, *longest),
            Self::Secret { before, prefix, body, after, longest } => {
                laws::secret(&[before, prefix, body, after], *longest);
            }
            Self::Values { text } => laws::values(text),
            Self::Rows { text, order } => laws::rows(text, *order),
            Self::Configuration { text } => laws::configuration(text),
            Self::Long { parts, pattern, bytes } => laws::long(parts, pattern, *bytes),
        }
    }
}

fn clock(dice: &mut Dice) -> i64 {
    match dice.below(8) {
        0 => i64::MIN,
        1 => i64::MAX,
        2 => 0,
        3 => -1,
        4 => dice.roll().cast_signed(),
        _ => 1_780_315_200_000,
    }
}

fn step(dice: &mut Dice) -> Step {
    const RANDOM: &[&str] =
        &["0", "0.5", "0.999", "1", "-0.1", "7", "NaN", "inf", "-inf", "1e-320"];
    Step { now_ms: clock(dice), random: dice.pick(RANDOM).to_owned(), event: event(dice) }
}

/// Returns any event, in any state of a session.
fn event(dice: &mut Dice) -> Value {
    const WORDS: &[&str] = &["", "cancel", " cancel ", "now", "off", "on", "explain 429"];
    const APIS: &[&str] = &["openai-completions", "bedrock-converse-stream", "x"];
    match dice.below(34) {
        0 | 1 => json!({
            "type": "session_started",
            "config": configuration_file(dice),
            "watchable": dice.one_in(2),
            "screen": dice.one_in(2),
            "active": model(dice),
            "trail": trail(dice),
        }),
        2 => json!({ "type": "input", "idle": dice.one_in(2), "followUp": dice.one_in(2) }),
        3 => json!({ "type": if dice.one_in(2) { "run_started" } else { "request_started" } }),
        4 => json!({ "type": "request_completed", "nudges": nudges(dice) }),
        5 => json!({ "type": "request_aborted", "nudges": nudges(dice) }),
        6 | 7 => json!({ "type": "wait_ticked", "remainingMs": dice.roll() >> dice.below(64) }),
        8..=10 => json!({ "type": "wait_elapsed" }),
        11 => json!({ "type": "wait_aborted" }),
        12 | 13 => json!({ "type": "before_settle", "canContinue": dice.one_in(2) }),
        14 => json!({ "type": "settled" }),
        15 => json!({
            "type": "command", "words": dice.pick(WORDS), "idle": dice.one_in(2), "branch": branch(dice),
        }),
        16 => json!({ "type": "command", "words": text::any(dice) }),
        17 => json!({ "type": "request_prepared", "settings": settings(dice) }),
        18 => json!({ "type": "warming_decided", "sent": dice.one_in(2) }),
        20 => {
            let model = model(dice);
            json!({ "type": "model_chosen", "provider": model["provider"], "model": model["model"] })
        }
        19 => json!({ "type": "headers_open", "api": dice.pick(APIS) }),
        21 => json!({ "type": "log_failed", "error": text::any(dice) }),
        22 | 23 => json!({ "type": "model_set", "ok": dice.one_in(2) }),
        24 => json!({ "type": "alarm_rang" }),
        25 => json!({ "type": "models_found", "models": facts(dice) }),
        _ => {
            let failure = failures::failure(dice);
            let mut event = json!({
                "type": "request_failed",
                "model": "m",
                "entryId": format!("e{}", dice.below(9)),
                "compacting": dice.one_in(12),
                "nudges": nudges(dice),
            });
            if dice.one_in(4) {
                event["captured"] = failure.clone();
                event["captured"]["seen"] = json!(dice.one_in(2));
            }
            if dice.one_in(3) {
                event["settings"] = settings(dice);
            }
            if dice.one_in(2) {
                event["scene"] = scene(dice);
            }
            event["failure"] = failure;
            event
        }
    }
}

/// Returns what `/retry now` may have left, mostly nothing.
fn nudges(dice: &mut Dice) -> Value {
    if dice.one_in(6) { json!(["n1", "n2"]) } else { json!([]) }
}

/// Returns a model, mostly one that [`failures::configuration`] names.
fn model(dice: &mut Dice) -> Value {
    let model = if dice.one_in(8) { text::any(dice) } else { format!("m{}", dice.below(3)) };
    json!({ "provider": "p", "model": model })
}

fn facts(dice: &mut Dice) -> Value {
    let one = |number: usize, dice: &mut Dice| {
        json!({
            "provider": "p", "model": format!("m{number}"),
            "known": !dice.one_in(6), "credentials": !dice.one_in(6), "images": dice.one_in(2),
            "contextWindow": dice.pick(&[&0.0, &8_000.0, &-1.0, &1e300]),
        })
    };
    (0..3).map(|number| one(number, dice)).collect()
}

fn scene(dice: &mut Dice) -> Value {
    json!({
        "active": model(dice),
        "thinkingLevel": dice.pick(&["off", "high"]),
        "images": dice.one_in(2),
        "tokens": dice.pick(&[&0.0, &9_000.0, &1e300]),
        "models": facts(dice),
    })
}

fn trail(dice: &mut Dice) -> Value {
    let trace = |dice: &mut Dice| {
        let (from, to) = (format!("p/m{}", dice.below(3)), format!("p/m{}", dice.below(3)));
        let chosen = json!({ "type": "chosen", "provider": "p", "model": "m0" });
        let fell_back = json!({ "type": "fell_back", "fallback": { "from": from, "to": to } });
        if dice.one_in(2) { chosen } else { fell_back }
    };
    (0..dice.below(4)).map(|_| trace(dice)).collect()
}

/// Returns the end of a conversation, sensible or not.
fn branch(dice: &mut Dice) -> Value {
    const ROLES: &[&str] = &["user", "assistant", "toolResult", "custom", "bashExecution", "x"];
    const ENDS: &[&str] = &["stop", "error", "aborted", "toolUse", "length"];
    let message = |at: usize, dice: &mut Dice| json!({ "entryId": format!("b{at}"), "role": dice.pick(ROLES), "stopReason": dice.pick(ENDS) });
    (0..dice.below(5)).map(|at| message(at, dice)).collect()
}

fn settings(dice: &mut Dice) -> Value {
    json!({
        "cacheWarming": dice.pick(&["off", "on"]),
        "providerMaxRetries": dice.below(2),
        "retryEnabled": dice.one_in(2),
        "retryMaxRetries": dice.pick(&[&0.0, &2.0, &-1.0, &1e300, &0.5]),
        "retryBaseDelayMs": dice.pick(&[&2_000.0, &0.0, &-5.0, &1e300]),
        "retryMaxDelayMs": dice.pick(&[&60_000.0, &0.0, &1e-300]),
    })
}

fn configuration_file(dice: &mut Dice) -> Value {
    match dice.below(6) {
        0 => Value::Null,
        1 => json!({ "unreadable": text::any(dice) }),
        _ => json!({ "text": configuration_text(dice) }),
    }
}

fn configuration_text(dice: &mut Dice) -> String {
    let text = failures::configuration(dice).to_string();
    if dice.one_in(8) { text::damaged(dice, &text) } else { text }
}

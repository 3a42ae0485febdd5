//! The cases that every level runs: the files of `tests/scripts` and `tests/corpus`.

use pi_retry::clean::clean;
use pi_retry::{duration, instant, report, status};
use serde::Deserialize;
use serde_json::{Value, json};

macro_rules! files {
    ($folder:literal $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../", $folder, "/", $name, ".json")))),*]
    };
}

/// The stories, by file name.
#[rustfmt::skip]
pub(crate) static SCRIPTS: &[(&str, &str)] = files! { "scripts"
    "a-cancel-ends-pi-s-count"
    "abort-between-our-wait-and-pi-s"
    "abort-during-pi-s-own-wait"
    "abort-during-the-wait"
    "abort-that-pi-reports-as-a-failure"
    "aborted-before-the-request"
    "aborted-while-the-request-is-prepared"
    "another-provider-ends-the-wait"
    "any-wait-honoured"
    "backoff-until-success"
    "bad-configuration"
    "cancel-by-command"
    "cancel-during-pi-s-own-wait"
    "cancel-the-rest-of-pi-s-wait"
    "codex-streams-are-watched"
    "commands"
    "counter-restarts-with-a-prompt"
    "counter-restarts-with-an-abort"
    "entries-dropped-by-pi"
    "escape-during-pi-s-own-wait"
    "fallback-after-pi-declined"
    "fallback-after-retries"
    "fallback-all-refused"
    "fallback-at-once"
    "fallback-between-prompts"
    "fallback-cancelled"
    "fallback-candidates"
    "fallback-categories-that-stay"
    "fallback-escape"
    "fallback-killed"
    "fallback-list-used-up"
    "fallback-logged"
    "fallback-long-wait"
    "fallback-next-prompt"
    "fallback-refused"
    "fallback-shorter-wait"
    "fallback-stay"
    "fallback-total-wait"
    "fallback-user-decides"
    "fallback-virtual"
    "fallback-waits-that-fit"
    "fallback-with-pi-s-own-retry"
    "floor-of-a-category"
    "giving-up"
    "header-capture-unwanted"
    "hint-below-the-limit-each-time"
    "left-to-others"
    "log"
    "log-and-the-screen"
    "main-request-is-marked"
    "namesakes"
    "no-retries-allowed"
    "not-retrying"
    "notes-and-the-screen"
    "now-after-the-run"
    "now-off-and-on"
    "one-budget-with-pi"
    "overflow-is-no-repeat"
    "overflow-left-to-pi"
    "oversized-hint-clamped"
    "oversized-hint-ignored"
    "overtaken-wait"
    "pi-answers-in-time"
    "pi-declines-after-our-wait"
    "pi-declines-what-it-should-repeat"
    "pi-repeats-first"
    "pi-repeats-what-is-in-vain"
    "pi-waits-as-long-as-asked"
    "queued-message-goes-with-the-retry"
    "rate-limit-with-hint"
    "secrets-stay-out-of-the-session"
    "steered-message-wakes-a-backoff"
    "total-wait-limit"
    "total-wait-limit-and-a-hint"
    "wait-too-long"
    "warming-stops-during-a-hinted-wait"
};

/// Labelled failures: [`DecisionCase`]s, by file name.
#[rustfmt::skip]
pub(crate) static FAILURES: &[(&str, &str)] = files! { "corpus"
    "diagnostics"
    "failures-anthropic"
    "failures-bedrock"
    "failures-gateways"
    "failures-google"
    "failures-languages"
    "failures-network"
    "failures-openai"
    "failures-providers"
    "failures-servers"
    "overflow"
    "precedence"
    "settings"
};

/// Values that are read or written, and configurations, by file name.
#[rustfmt::skip]
pub(crate) static VALUES: &[(&str, &str)] = files! { "corpus"
    "cleaning"
    "configurations"
    "durations"
    "headers"
    "hints"
    "instants"
    "lengths"
    "statuses"
};

/// What happens in a session, and what pi-retry does about it.
#[derive(Deserialize)]
pub(crate) struct Story {
    /// What the story shows.
    pub(crate) story: String,
    /// The events in order.
    pub(crate) steps: Vec<Step>,
}

/// The time in milliseconds, the dice, the event, and the effects it must have.
#[derive(Deserialize)]
pub(crate) struct Step(pub(crate) i64, pub(crate) f64, pub(crate) Value, pub(crate) Value);

/// The time of a case that names none: 2026-06-01T12:00:00Z.
pub(crate) const NOW_MS: i64 = 1_780_315_200_000;

/// A failure at [`NOW_MS`], and the decision about it.
#[derive(Deserialize)]
pub(crate) struct DecisionCase {
    /// What the case shows.
    pub(crate) name: String,
    /// The precedence rule of the README that the case shows.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "counted natively"))]
    pub(crate) rule: Option<u8>,
    /// What is known of the failure.
    pub(crate) failure: Value,
    /// The keys of `pi-retry.json`.
    #[serde(default = "no_keys")]
    pub(crate) config: Value,
    /// The decision as the library returns it.
    pub(crate) decision: Value,
    /// Who sends such a failure.
    pub(crate) seen: String,
}

fn no_keys() -> Value {
    json!({})
}

/// A configuration file, and what is wrong with it.
#[derive(Deserialize)]
pub(crate) struct ConfigurationCase {
    /// What the case shows.
    pub(crate) name: String,
    /// The text of the file.
    pub(crate) text: String,
    /// The keys that have another value than the default, as they are used.
    pub(crate) used: Value,
    /// The warnings, in order.
    pub(crate) warnings: Vec<String>,
}

/// Response headers at [`NOW_MS`] and the wait that they ask for.
#[derive(Deserialize)]
struct HeaderCase {
    name: String,
    status: Option<u16>,
    headers: Value,
    wait_ms: Option<u64>,
    from: Option<String>,
}

/// An error text at [`NOW_MS`] and the wait that it asks for.
#[derive(Deserialize)]
struct HintCase {
    name: String,
    text: String,
    wait_ms: Option<u64>,
    from: Option<String>,
}

/// An error text, and the HTTP status in it.
#[derive(Deserialize)]
struct StatusCase {
    name: String,
    text: String,
    status: Option<u16>,
}

/// A text that begins with a duration, and its length.
#[derive(Deserialize)]
struct DurationCase {
    name: String,
    text: String,
    ms: Option<u64>,
}

/// A text that begins with a point in time.
#[derive(Deserialize)]
struct InstantCase {
    name: String,
    text: String,
    epoch_ms: Option<i64>,
}

/// A length of time as people read it, and as a countdown shows it.
#[derive(Deserialize)]
struct LengthCase {
    name: String,
    ms: u64,
    shown: String,
    countdown: String,
}

/// A provider's text, and what is left of it.
#[derive(Deserialize)]
struct CleaningCase {
    name: String,
    text: String,
    longest: usize,
    cleaned: String,
}

/// Runs each labelled failure through `decide`, which takes it and the keys of a
/// configuration, and returns the decision at [`NOW_MS`].
pub(crate) fn failures(decide: impl Fn(&Value, &Value) -> Value) {
    for (file, _) in FAILURES {
        for case in parse::<Vec<DecisionCase>>(FAILURES, file) {
            let decision = decide(&case.failure, &case.config);
            assert_eq!(decision, case.decision, "{file}: {}, seen at {}", case.name, case.seen);
        }
    }
}

/// Runs each header and each text with a wait through `decide`, as [`failures`] does.
pub(crate) fn waits(decide: impl Fn(&Value, &Value) -> Value) {
    let hint = |wait_ms: Option<u64>, source: &str, from: Option<String>| match wait_ms {
        Some(wait_ms) => json!({ "waitMs": wait_ms, "source": source, "name": from }),
        None => Value::Null,
    };
    for case in parse::<Vec<HeaderCase>>(VALUES, "headers") {
        let failure = json!({ "message": "", "status": case.status, "headers": case.headers });
        let decision = decide(&failure, &no_keys());
        assert_eq!(decision["hint"], hint(case.wait_ms, "header", case.from), "{}", case.name);
    }
    for case in parse::<Vec<HintCase>>(VALUES, "hints") {
        let decision = decide(&json!({ "message": case.text }), &no_keys());
        assert_eq!(decision["hint"], hint(case.wait_ms, "text", case.from), "{}", case.name);
    }
}

/// Reads and writes each value.
pub(crate) fn values() {
    for case in parse::<Vec<StatusCase>>(VALUES, "statuses") {
        assert_eq!(status::in_text(&case.text), case.status, "{}", case.name);
    }
    for case in parse::<Vec<DurationCase>>(VALUES, "durations") {
        assert_eq!(duration::leading(&case.text, 0.0), case.ms, "{}", case.name);
    }
    for case in parse::<Vec<InstantCase>>(VALUES, "instants") {
        let readers = [instant::http_date, instant::date_and_time, instant::epoch];
        let at = readers.iter().find_map(|read| read(&case.text)).map(|at| at.0);
        assert_eq!(at, case.epoch_ms, "{}", case.name);
    }
    for case in parse::<Vec<LengthCase>>(VALUES, "lengths") {
        assert_eq!(report::duration(case.ms), case.shown, "{}", case.name);
        assert_eq!(report::countdown(case.ms), case.countdown, "{}", case.name);
    }
    for case in parse::<Vec<CleaningCase>>(VALUES, "cleaning") {
        assert_eq!(clean(&case.text, case.longest), case.cleaned, "{}", case.name);
    }
}

/// Parses one file of cases.
pub(crate) fn parse<T: for<'de> Deserialize<'de>>(files: &[(&str, &str)], name: &str) -> T {
    let (_, text) = files.iter().find(|(file, _)| *file == name).expect(name);
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

//! The cases that every level runs: the files of `tests/scripts` and `tests/corpus`.

use serde::Deserialize;
use serde_json::Value;

macro_rules! files {
    ($folder:literal $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../", $folder, "/", $name, ".json")))),*]
    };
}

/// The stories, by file name.
#[rustfmt::skip]
pub(crate) static SCRIPTS: &[(&str, &str)] = files! { "scripts"
    "abort-during-the-wait"
    "aborted-before-the-request"
    "any-wait-honoured"
    "backoff-until-success"
    "bad-configuration"
    "cancel-by-command"
    "codex-streams-are-watched"
    "commands"
    "counter-restarts-with-a-prompt"
    "counter-restarts-with-an-abort"
    "entries-dropped-by-pi"
    "floor-of-a-category"
    "giving-up"
    "header-capture-unwanted"
    "left-to-others"
    "main-request-is-marked"
    "no-retries-allowed"
    "not-retrying"
    "overflow-left-to-pi"
    "oversized-hint-clamped"
    "oversized-hint-ignored"
    "queued-message-goes-with-the-retry"
    "rate-limit-with-hint"
    "secrets-stay-out-of-the-session"
    "total-wait-limit-and-a-hint"
    "total-wait-limit"
    "wait-too-long"
    "warming-stops-during-a-hinted-wait"
};

/// The labelled failures and configurations, by file name.
#[rustfmt::skip]
pub(crate) static CORPUS: &[(&str, &str)] = files! { "corpus"
    "configurations"
    "decisions"
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

/// A failure, and the decision about it under the default configuration.
#[derive(Deserialize)]
pub(crate) struct DecisionCase {
    /// What the case shows.
    pub(crate) name: String,
    /// What is known of the failure.
    pub(crate) failure: Value,
    /// The decision as the library returns it.
    pub(crate) decision: Value,
    /// Who sends such a failure.
    pub(crate) seen: String,
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

/// Parses one file of cases.
pub(crate) fn parse<T: for<'de> Deserialize<'de>>(files: &[(&str, &str)], name: &str) -> T {
    let (_, text) = files.iter().find(|(file, _)| *file == name).expect(name);
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

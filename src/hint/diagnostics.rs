//! The fields of Pi's diagnostics that say how long to wait.

use super::{Bare, Found, Hint, HintSource};
use crate::diagnostics::own;
use crate::failure::{EpochMs, Failure};
use crate::json::Value;

/// The fields of `details`, in order, and what a number in each means.
#[rustfmt::skip]
pub static ROWS: &[(&str, Bare)] = &[
    // Pi 1.6.0, `pi_messages_response_failure`.
    ("retryAfterMs", Bare::Millis),
    ("retryAfter",   Bare::SecondsOrEpoch),
    // Google's RetryInfo.
    ("retryDelay",   Bare::SecondsOrEpoch),
];

/// Returns what the diagnostics of this failure ask for, or `None`.
#[must_use]
pub fn find(failure: &Failure, now: EpochMs) -> Option<Found> {
    own(failure).find_map(|one| {
        ROWS.iter().find_map(|(name, bare)| {
            let raw = match &one["details"][name] {
                Value::String(text) | Value::Number(text) => text.clone(),
                _ => return None,
            };
            let wait_ms = bare.leading_wait(&raw, now)?;
            let hint = Hint { wait_ms, source: HintSource::Diagnostics, name: (*name).to_owned() };
            Some(Found { hint, raw })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn wait(details: &str) -> Option<u64> {
        let diagnostics =
            format!(r#"[{{"type": "pi_messages_response_failure", "details": {details}}}]"#);
        let diagnostics = parse(&diagnostics).expect("JSON");
        let failure = Failure { diagnostics, ..Failure::default() };
        find(&failure, EpochMs(0)).map(|found| found.hint.wait_ms)
    }

    #[test]
    fn each_field_is_read_in_its_unit() {
        assert_eq!(wait(r#"{"retryAfterMs": 1500}"#), Some(1_500));
        assert_eq!(wait(r#"{"retryAfter": 12}"#), Some(12_000));
        assert_eq!(wait(r#"{"retryAfter": "0.5"}"#), Some(500));
        assert_eq!(wait(r#"{"retryDelay": "28s"}"#), Some(28_000));
    }

    #[test]
    fn what_is_no_wait_leaves_it_to_the_next_field() {
        assert_eq!(wait(r#"{"retryAfterMs": 0, "retryAfter": 3}"#), Some(3_000));
        assert_eq!(wait(r#"{"retryAfter": null, "retryDelay": {"seconds": 3}}"#), None);
        assert_eq!(wait(r#"{"retryAfter": -3}"#), None);
    }
}

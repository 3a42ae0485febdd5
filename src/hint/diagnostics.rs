//! The fields of Pi's diagnostics that say how long to wait.

use serde_json::Value;

use super::{Bare, Found, Hint, HintSource};
use crate::diagnostics::own;
use crate::failure::{EpochMs, Failure};

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
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
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
    use serde_json::json;

    fn wait(details: &Value) -> Option<u64> {
        let diagnostics = json!([{"type": "pi_messages_response_failure", "details": details}]);
        let failure = Failure { diagnostics, ..Failure::default() };
        find(&failure, EpochMs(0)).map(|found| found.hint.wait_ms)
    }

    #[test]
    fn each_field_is_read_in_its_unit() {
        assert_eq!(wait(&json!({"retryAfterMs": 1500})), Some(1_500));
        assert_eq!(wait(&json!({"retryAfter": 12})), Some(12_000));
        assert_eq!(wait(&json!({"retryAfter": "0.5"})), Some(500));
        assert_eq!(wait(&json!({"retryDelay": "28s"})), Some(28_000));
    }

    #[test]
    fn what_is_no_wait_leaves_it_to_the_next_field() {
        assert_eq!(wait(&json!({"retryAfterMs": 0, "retryAfter": 3})), Some(3_000));
        assert_eq!(wait(&json!({"retryAfter": null, "retryDelay": {"seconds": 3}})), None);
        assert_eq!(wait(&json!({"retryAfter": -3})), None);
    }
}

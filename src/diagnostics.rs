//! The part of Pi's diagnostics that speaks of this failure.
//!
//! A message keeps diagnostics of faults that Pi has already recovered from, such as a
//! WebSocket that broke before the request went over SSE. They must not decide.

use crate::failure::Failure;
use crate::json::Value;

/// Returns the diagnostics of this failure, newest first: those of a failed response,
/// and those whose error is part of the failure's own text.
pub fn own(failure: &Failure) -> impl Iterator<Item = &Value> {
    let speaks = |one: &&Value| {
        let kind = one["type"].as_str().unwrap_or_default();
        let error = one["error"]["message"].as_str().unwrap_or_default();
        kind.ends_with("_response_failure")
            || (!error.is_empty() && failure.message.contains(error))
    };
    failure.diagnostics.as_array().unwrap_or_default().iter().rev().filter(speaks)
}

/// Returns the codes in them that the text does not show.
#[must_use]
pub fn codes(failure: &Failure) -> Vec<&str> {
    let mut codes: Vec<&str> = vec![];
    for one in own(failure) {
        let details = &one["details"];
        let places = [
            &details["errorCode"],
            &details["error"]["code"],
            &details["error"]["type"],
            &one["error"]["code"],
        ];
        let new = places.into_iter().filter_map(Value::as_str);
        for code in new.filter(|code| !code.is_empty() && !failure.message.contains(code)) {
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn a_fault_that_pi_recovered_from_does_not_speak() {
        let failure = Failure {
            diagnostics: parse(
                r#"[
                    {"type": "provider_transport_failure", "error": {"message": "WebSocket error", "code": "ECONNRESET"}},
                    {"type": "bedrock_response_failure", "details": {"errorCode": "ThrottlingException"}}
                ]"#,
            )
            .expect("JSON"),
            ..Failure::from_text("Too many tokens")
        };
        assert_eq!(codes(&failure), ["ThrottlingException"]);
    }

    #[test]
    fn a_code_that_the_text_shows_is_not_repeated() {
        let failure = Failure {
            diagnostics: parse(
                r#"[{
                    "type": "pi_messages_response_failure",
                    "error": {"code": "rate_limited"},
                    "details": {"error": {"code": "rate_limited", "type": 5}}
                }]"#,
            )
            .expect("JSON"),
            ..Failure::from_text("slow (rate_limited)")
        };
        assert!(codes(&failure).is_empty());
    }
}

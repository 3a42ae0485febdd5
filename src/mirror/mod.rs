//! What Pi itself answers about a failure: whether it repeats it, and whether it takes it
//! for an overflow of the context.
//!
//! Pi asks `isContextOverflow` first and leaves an overflow to compaction; what is none it
//! repeats where `isRetryableAssistantError` says so, while its settings and its budget
//! allow. Both functions are in `@earendil-works/pi-ai` ([`PI_VERSION`]), `utils/overflow.js`
//! and `utils/retry.js`.
//!
//! They are mirrored for failures, that is for messages with the stop reason `error`, and
//! for those exactly: a lone surrogate, which arrives as U+FFFD, changes no answer. Left out
//! is what never concerns a failure: `isContextOverflow` compares the usage with the context
//! window where the stop reason is `stop` or `length`, and to other stop reasons both say no.

mod patterns;
mod rows;

use std::sync::LazyLock;

use patterns::Patterns;
pub use rows::PI_VERSION;

static LIMITS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(rows::LIMITS));
static TRANSIENT: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(rows::TRANSIENT));
static NO_OVERFLOW: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(rows::NO_OVERFLOW));
static OVERFLOW: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(rows::OVERFLOW));
static CEREBRAS_OVERFLOW: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(rows::CEREBRAS_OVERFLOW));

/// Returns what Pi's `isRetryableAssistantError` answers for a failure with this error text.
///
/// Pi repeats the failure if, besides, [`overflows()`] is false.
///
/// ```
/// use pi_retry::mirror::retries;
///
/// assert!(retries("529 {\"type\":\"overloaded_error\"}"));
/// assert!(!retries("429: insufficient_quota"));
/// assert!(!retries("401: invalid x-api-key"));
/// ```
#[must_use]
pub fn retries(message: &str) -> bool {
    !LIMITS.match_in(message) && TRANSIENT.match_in(message)
}

/// Returns what Pi's `isContextOverflow` answers for a failure with this error text.
///
/// `provider` is Pi's name for the provider: one pattern counts for `cerebras` alone.
///
/// ```
/// use pi_retry::mirror::overflows;
///
/// assert!(overflows("prompt is too long: 213462 tokens > 200000 maximum", None));
/// assert!(overflows("400 status code (no body)", Some("cerebras")));
/// assert!(!overflows("400 status code (no body)", None));
/// ```
#[must_use]
pub fn overflows(message: &str, provider: Option<&str>) -> bool {
    let at_cerebras = || provider == Some("cerebras") && CEREBRAS_OVERFLOW.match_in(message);
    !NO_OVERFLOW.match_in(message) && (OVERFLOW.match_in(message) || at_cerebras())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_in_its_own_sample() {
        use rows::{CEREBRAS_OVERFLOW, LIMITS, NO_OVERFLOW, OVERFLOW, TRANSIENT};
        for row in [LIMITS, TRANSIENT, NO_OVERFLOW, OVERFLOW, CEREBRAS_OVERFLOW].concat() {
            assert!(Patterns::new(&[row]).match_in(row.sample), "{row:?}");
        }
    }

    #[test]
    fn a_limit_beats_transient_wording_and_a_throttle_beats_an_overflow() {
        assert!(retries("429: slow down"));
        assert!(!retries("429: out of budget"));
        assert!(overflows("Too many tokens", None));
        assert!(!overflows("Throttling error: Too many tokens", None));
    }

    #[test]
    fn a_failure_without_a_text_is_neither() {
        assert!(!retries("") && !overflows("", Some("cerebras")));
    }
}

//! The decision about one failure: its category, retry or stop, why, and the hint.

use serde::Serialize;
use tsify::Tsify;

use crate::category::{Category, Retried};
use crate::classify::{self, Evidence};
use crate::config::Config;
use crate::failure::{EpochMs, Failure};
use crate::hint::{self, Hint};
use crate::{duration, report, status};

/// What to do about a failure.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// What kind of failure it is.
    pub category: Category,
    /// Whether to send the request again.
    pub retry: bool,
    /// Why, for people.
    pub reason: String,
    /// The HTTP status that was found, 400..=599.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub status: Option<u16>,
    /// The wait that the provider asked for and that is honoured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub hint: Option<Hint>,
}

/// Why a decision came out as it did; [`report::reason`] puts it into words.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason<'a> {
    /// The failure's own kind.
    Evidence {
        /// The category.
        category: Category,
        /// What decided the category.
        evidence: Evidence,
        /// The accepted hint.
        hint: Option<&'a Hint>,
    },
    /// The provider asked for a longer wait than the user allows.
    WaitTooLong {
        /// What the provider asked for, in milliseconds.
        asked_ms: u64,
        /// The user's limit, in milliseconds.
        limit_ms: u64,
    },
}

/// Decides about a failure at the time `now`. Knows nothing of earlier attempts.
///
/// ```
/// use pi_retry::{Category, Config, EpochMs, Failure, decide};
///
/// let failure = Failure::from_text("429: {\"message\":\"Please try again in 20s.\"}");
/// let decision = decide(&failure, EpochMs(0), &Config::default());
/// assert_eq!(decision.category, Category::RateLimit);
/// assert_eq!(decision.hint.unwrap().wait_ms, 20_000);
/// ```
#[must_use]
pub fn decide(failure: &Failure, now: EpochMs, config: &Config) -> Decision {
    let status = status::read(failure);
    let (category, evidence) = classify::classify(status);
    let hint = hint::find(failure, now);

    let limit_ms = duration::millis(config.max_retry_after);
    let asked_ms = hint.as_ref().map_or(0, |hint| hint.wait_ms);
    let too_long = limit_ms > 0 && asked_ms > limit_ms;
    let retry = match category.retried() {
        Retried::Always => !too_long,
        Retried::WithHint => hint.is_some() && !too_long,
        Retried::Never => false,
    };
    let reason = if too_long && category.retried() != Retried::Never {
        report::reason(&Reason::WaitTooLong { asked_ms, limit_ms })
    } else {
        report::reason(&Reason::Evidence {
            category,
            evidence,
            hint: hint.as_ref().filter(|_| retry),
        })
    };
    Decision { category, retry, reason, status, hint }
}

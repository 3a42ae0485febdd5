//! The decision about one failure: its category, retry or stop, why, and the hint.

use crate::category::{Category, Retried};
use crate::classify::classify;
use crate::config::{Config, OversizedHint, Pattern};
use crate::failure::{EpochMs, Failure};
use crate::hint::{self, headers};
use crate::judgement::{Decision, Judgement, Reason};
use crate::reading::Reading;
use crate::{diagnostics, report, text};

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
    judge(failure, now, config).decision
}

/// Decides like [`decide()`], and keeps what led to the decision.
#[must_use]
pub fn judge(failure: &Failure, now: EpochMs, config: &Config) -> Judgement {
    let reading = Reading::of(failure);
    let found = hint::find(failure, &reading, now);
    let verdict = classify(&reading, found.is_some());

    let limit_ms = config.max_retry_after_ms;
    let asked_ms = found.as_ref().map(|found| found.hint.wait_ms);
    let too_long = asked_ms.is_some_and(|asked_ms| limit_ms > 0 && asked_ms > limit_ms);
    let wait_ms = match config.oversized_hint {
        OversizedHint::Backoff if too_long => None,
        OversizedHint::Clamp if too_long => Some(limit_ms),
        OversizedHint::Backoff | OversizedHint::Clamp | OversizedHint::Stop => asked_ms,
    };
    let hint = wait_ms.and(found.as_ref()).map(|found| &found.hint);

    let forced = forced(failure, config);
    let should_retry = headers::value(failure, "x-should-retry");
    let worth_it = match verdict.category.retried() {
        Retried::Always => true,
        Retried::WithHint => hint.is_some(),
        Retried::Never => {
            verdict.category == Category::InvalidRequest && should_retry == Some("true")
        }
    };
    let wanted = forced.as_ref().map_or(worth_it, |(retry, _)| *retry);
    let refused = should_retry == Some("false") && forced.is_none();
    let exceeds = too_long && config.oversized_hint == OversizedHint::Stop;

    let retry = wanted && !refused && !exceeds;
    let pattern = forced.map(|(_, pattern)| pattern.text.clone());
    let reason = if wanted && exceeds {
        Reason::WaitTooLong { asked_ms: asked_ms.unwrap_or_default(), limit_ms }
    } else if wanted && refused {
        Reason::ProviderRefuses
    } else {
        Reason::Evidence {
            category: verdict.category,
            evidence: &verdict.evidence,
            pattern: pattern.as_deref(),
            hint: hint.filter(|_| retry),
        }
    };
    let reason = report::reason(&reason);
    let decision = Decision {
        category: verdict.category,
        retry,
        reason,
        status: reading.status,
        hint: hint.cloned(),
    };
    Judgement { decision, wait_ms, verdict, hint: found, pattern }
}

/// Rule 1: returns whether the user's expressions force a retry or a stop, and which one.
fn forced<'a>(failure: &Failure, config: &'a Config) -> Option<(bool, &'a Pattern)> {
    if config.retryable.is_empty() && config.non_retryable.is_empty() {
        return None;
    }
    let mut seen = text::ends(&failure.message).into_owned();
    for code in diagnostics::codes(failure) {
        seen.push('\n');
        seen.push_str(code);
    }
    let matching = |patterns: &'a [Pattern]| patterns.iter().find(|one| one.is_match(&seen));
    let stop = matching(&config.non_retryable).map(|pattern| (false, pattern));
    stop.or_else(|| matching(&config.retryable).map(|pattern| (true, pattern)))
}

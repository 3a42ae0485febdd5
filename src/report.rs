//! Every sentence that a person sees, and nothing else.

use crate::category::Category;
use crate::classify::Evidence;
use crate::config::{Config, Problem};
use crate::decide::{Decision, Reason};
use crate::duration::millis;
use crate::hint::{Hint, HintSource};

/// Returns why a decision came out as it did.
#[must_use]
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Evidence { category, evidence, hint } => {
            let hint = hint.map(asked).unwrap_or_default();
            format!("{}: {}{hint}", category.name(), self::evidence(*evidence))
        }
        Reason::WaitTooLong { asked_ms, limit_ms } => format!(
            "provider asked to wait {}, limit is {}",
            duration(*asked_ms),
            duration(*limit_ms)
        ),
    }
}

fn evidence(evidence: Evidence) -> String {
    match evidence {
        Evidence::Status(status) => format!("HTTP {status}"),
        Evidence::Nothing => "no known pattern".to_owned(),
    }
}

fn asked(hint: &Hint) -> String {
    let source = match hint.source {
        HintSource::Header => "header",
        HintSource::Diagnostics => "diagnostics",
        HintSource::Text => "text",
    };
    format!("; provider asked to wait {} ({source} {})", duration(hint.wait_ms), hint.name)
}

/// Announces a wait of `wait_ms` before retry `attempt` of `max`.
#[must_use]
pub fn announced(category: Category, reason: &str, attempt: u32, max: u32, wait_ms: u64) -> String {
    let (category, wait) = (category.name(), duration(wait_ms));
    format!("pi-retry: {category} ({reason}); retry {attempt}/{max} in {wait}")
}

/// Says that a failure is not worth a retry.
#[must_use]
pub fn not_retrying(reason: &str) -> String {
    format!("pi-retry: not retrying: {reason}")
}

/// Says that the retries are used up.
#[must_use]
pub fn giving_up(retries: u32, reason: &str) -> String {
    format!("pi-retry: giving up after {retries} retries: {reason}")
}

/// Says that a retry brought the answer.
#[must_use]
pub fn succeeded(attempt: u32) -> String {
    format!("pi-retry: succeeded on retry {attempt}")
}

/// Says that a wait ended without a retry.
#[must_use]
pub fn cancelled() -> String {
    "pi-retry: retry cancelled".to_owned()
}

/// Returns the status line during a wait.
#[must_use]
pub fn status(attempt: u32, max: u32, remaining_ms: u64) -> String {
    format!("retry {attempt}/{max} in {}", countdown(remaining_ms))
}

/// Returns the words beside the spinner during a wait.
#[must_use]
pub fn working(attempt: u32, max: u32, remaining_ms: u64) -> String {
    format!("{} (Escape cancels)", status(attempt, max, remaining_ms))
}

/// Says that `/retry cancel` found nothing to cancel.
#[must_use]
pub fn nothing_to_cancel() -> String {
    "pi-retry: no retry is pending".to_owned()
}

/// Describes `/retry` in the list of commands.
#[must_use]
pub fn command_description() -> String {
    "Show what pi-retry does, or cancel the wait".to_owned()
}

/// Says how `/retry` is used.
#[must_use]
pub fn usage() -> String {
    "usage: /retry [cancel]".to_owned()
}

/// What the machine is doing, for [`overview`].
#[derive(Debug)]
pub enum State {
    /// It waits for a failure.
    Idle,
    /// It waits before a retry.
    Waiting {
        /// Which retry, counted from 1.
        attempt: u32,
        /// Milliseconds until the retry.
        remaining_ms: u64,
        /// Why.
        reason: String,
    },
}

/// Answers `/retry`: the state, the effective configuration, and the last decision.
#[must_use]
pub fn overview(config: &Config, state: &State, last: Option<&Decision>) -> String {
    let verdict = |decision: &Decision| {
        let verdict = if decision.retry { "retry" } else { "stop" };
        format!("{verdict}, {}", decision.reason)
    };
    format!(
        "pi-retry: {}\nconfig: {}\nheaderHints: off (this version reads the error text)\nlast decision: {}",
        self::state(config, state),
        settings(config),
        last.map_or("none".to_owned(), verdict),
    )
}

/// Lists the effective configuration.
#[must_use]
pub fn settings(config: &Config) -> String {
    format!(
        "enabled {}, maxRetries {}, baseDelayMs {}, maxBackoffMs {}, maxRetryAfterMs {}",
        config.enabled,
        config.max_retries,
        millis(config.base_delay),
        millis(config.max_backoff),
        millis(config.max_retry_after),
    )
}

fn state(config: &Config, state: &State) -> String {
    match state {
        State::Waiting { attempt, remaining_ms, reason } => {
            format!("waiting, {}: {reason}", status(*attempt, config.max_retries, *remaining_ms))
        }
        State::Idle => "idle".to_owned(),
    }
}

/// Says what is wrong with the configuration file and what is used instead.
#[must_use]
pub fn problem(problem: &Problem) -> String {
    let what = match problem {
        Problem::Unreadable { error } => format!("cannot be read ({error}); using the defaults"),
        Problem::NotJson { error } => format!("is not JSON ({error}); using the defaults"),
        Problem::NotAnObject { found } => {
            format!("holds {} where an object belongs; using the defaults", excerpt(found))
        }
        Problem::UnknownKey { key, nearest } => {
            format!(
                "has an unknown key {key:?}, ignored; did you mean {nearest:?}?",
                key = excerpt(key)
            )
        }
        Problem::BadValue { key, found, expected, used } => {
            format!("{key} is {}, not {expected}; using {used}", excerpt(found))
        }
    };
    format!("pi-retry: pi-retry.json: {what}")
}

/// Returns the start of a text that comes from a file or a provider, on one line and
/// without control characters.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut start: String = text.chars().filter(|c| !c.is_control()).take(LONGEST + 1).collect();
    if start.chars().count() > LONGEST {
        start.pop();
        start.push('…');
    }
    start
}

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Writes a length of time for people, rounded to the nearest of what is shown.
///
/// ```
/// use pi_retry::report::duration;
///
/// assert_eq!(duration(1_249), "1.2s");
/// assert_eq!(duration(7_800_000), "2h10m");
/// ```
#[must_use]
pub fn duration(ms: u64) -> String {
    rounded(ms, |ms, unit| ms.saturating_add(unit / 2) / unit)
}

/// Writes the time that is left, rounded up to whole seconds.
#[must_use]
pub fn countdown(ms: u64) -> String {
    let seconds = ms.div_ceil(SECOND).saturating_mul(SECOND);
    if ms == 0 { "0s".to_owned() } else { rounded(seconds, u64::div_ceil) }
}

/// Writes a length of time in the finest form whose rounded value still fits it.
fn rounded(ms: u64, round: impl Fn(u64, u64) -> u64) -> String {
    if ms < SECOND {
        return format!("{ms}ms");
    }
    let tenths = round(ms, SECOND / 10);
    if tenths < 100 {
        return match tenths % 10 {
            0 => format!("{}s", tenths / 10),
            tenth => format!("{}.{tenth}s", tenths / 10),
        };
    }
    match (round(ms, SECOND), round(ms, MINUTE), round(ms, HOUR)) {
        (seconds, ..) if seconds < 60 => format!("{seconds}s"),
        (seconds, ..) if seconds < HOUR / SECOND => format!("{}m{}s", seconds / 60, seconds % 60),
        (_, minutes, _) if minutes < DAY / MINUTE => format!("{}h{}m", minutes / 60, minutes % 60),
        (.., hours) => format!("{}d{}h", hours / 24, hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_round_to_what_is_shown() {
        #[rustfmt::skip]
        let cases = [
            (0, "0ms"), (250, "250ms"), (999, "999ms"),
            (1_000, "1s"), (1_249, "1.2s"), (1_250, "1.3s"), (3_040, "3s"), (9_949, "9.9s"),
            (9_950, "10s"), (20_000, "20s"), (59_499, "59s"),
            (59_500, "1m0s"), (360_000, "6m0s"), (3_599_499, "59m59s"),
            (3_599_500, "1h0m"), (3_900_000, "1h5m"), (7_800_000, "2h10m"), (86_369_999, "23h59m"),
            (86_370_000, "1d0h"), (93_600_000, "1d2h"),
        ];
        for (ms, text) in cases {
            assert_eq!(duration(ms), text, "{ms}");
        }
        assert!(duration(u64::MAX).ends_with('h'));
    }

    #[test]
    fn countdowns_round_up() {
        #[rustfmt::skip]
        let cases = [
            (0, "0s"), (1, "1s"), (1_000, "1s"), (1_001, "2s"), (29_001, "30s"),
            (59_001, "1m0s"), (3_600_001, "1h1m"), (86_400_001, "1d1h"),
        ];
        for (ms, text) in cases {
            assert_eq!(countdown(ms), text, "{ms}");
        }
    }

    #[test]
    fn an_excerpt_has_one_line_and_an_end() {
        assert_eq!(excerpt("a\u{1b}[31m\nb"), "a[31mb");
        assert_eq!(excerpt(&"x".repeat(61)), format!("{}…", "x".repeat(60)));
        assert_eq!(excerpt(&"x".repeat(60)), "x".repeat(60));
    }
}

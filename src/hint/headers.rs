//! The response headers that say how long to wait.

use super::{Bare, Found, Hint, HintSource, until};
use crate::failure::{EpochMs, Failure};
use crate::{duration, instant, json};

/// A header that says how long to wait.
#[derive(Debug)]
pub struct Row {
    /// Its name in small letters; `*` stands for any part.
    pub name: &'static str,
    /// The header that tells how much of its window remains, with the same part for `*`.
    pub remaining: Option<&'static str>,
    /// The statuses on which it counts.
    on: On,
    /// What a number in it means.
    bare: Bare,
    /// A value it was seen with, and the wait in it in milliseconds at 2026-06-01T12:00:00Z.
    #[cfg(not(target_arch = "wasm32"))]
    pub sample: (&'static str, u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    AnyError,
    RateLimit,
}

macro_rules! rows {
    ($($name:literal $remaining:tt $on:ident $bare:ident $sample:literal $wait_ms:literal;)*) => {
        &[$(Row {
            name: $name,
            remaining: rows!(@header $remaining),
            on: On::$on,
            bare: Bare::$bare,
            #[cfg(not(target_arch = "wasm32"))]
            sample: ($sample, $wait_ms),
        }),*]
    };
    (@header -) => { None };
    (@header $name:literal) => { Some($name) };
}

/// The known headers, each with the one that tells what remains, where there is one. Those
/// for any error come first, in order; of the others, the windows that are used up count
/// together.
#[rustfmt::skip]
pub static ROWS: &[Row] = rows! {
    // OpenAI's and Anthropic's SDKs.
    "retry-after-ms"                -                                   AnyError  Millis         "1500"                          1_500;
    // RFC 9110 section 10.2.3: seconds or an HTTP date.
    "retry-after"                   -                                   AnyError  SecondsOrEpoch "Mon, 01 Jun 2026 12:00:20 GMT" 20_000;
    // OpenAI, Groq, Together: durations.
    "x-ratelimit-reset-requests"    "x-ratelimit-remaining-requests"    RateLimit SecondsOrEpoch "2m59.56s"                      179_560;
    "x-ratelimit-reset-tokens"      "x-ratelimit-remaining-tokens"      RateLimit SecondsOrEpoch "7.66s"                         7_660;
    // Azure API Management.
    "x-rate-limit-reset-requests"   "x-rate-limit-remaining-requests"   RateLimit SecondsOrEpoch "55"                            55_000;
    "x-rate-limit-reset-tokens"     "x-rate-limit-remaining-tokens"     RateLimit SecondsOrEpoch "55"                            55_000;
    // Anthropic: RFC 3339.
    "anthropic-ratelimit-*-reset"   "anthropic-ratelimit-*-remaining"   RateLimit SecondsOrEpoch "2026-06-01T12:00:09Z"          9_000;
    // OpenRouter (epoch in ms), GitHub (epoch in s), the IETF draft (seconds).
    "x-ratelimit-reset"             "x-ratelimit-remaining"             RateLimit SecondsOrEpoch "1780315234000"                 34_000;
    "x-rate-limit-reset"            "x-rate-limit-remaining"            RateLimit SecondsOrEpoch "1780315234"                    34_000;
    "ratelimit-reset"               "ratelimit-remaining"               RateLimit SecondsOrEpoch "30"                            30_000;
};

/// Returns what the headers ask for, or `None`.
#[must_use]
pub fn find(failure: &Failure, status: Option<u16>, now: EpochMs) -> Option<Found> {
    let mut found = windows(On::AnyError, failure, now).into_iter().next();
    if found.is_none() && status == Some(429) {
        found = latest(windows(On::RateLimit, failure, now));
    }
    found.map(|window| window.found)
}

/// Returns the value of a header, whatever the case of its name; of several the first.
#[must_use]
pub fn value<'a>(failure: &'a Failure, name: &str) -> Option<&'a str> {
    let mut all = failure.headers.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name));
    all.find_map(|(_, value)| value.first().map(String::as_str))
}

/// A window of a rate limit.
struct Window {
    used_up: Option<bool>,
    found: Found,
}

/// Of several windows those count that are known to be used up, or all where none is
/// known to be; of those the one that opens last.
fn latest(windows: Vec<Window>) -> Option<Window> {
    let any_used_up = windows.iter().any(|window| window.used_up == Some(true));
    let counts = |window: &Window| !any_used_up || window.used_up == Some(true);
    windows.into_iter().filter(counts).max_by_key(|window| window.found.hint.wait_ms)
}

fn windows(on: On, failure: &Failure, now: EpochMs) -> Vec<Window> {
    let mut windows = vec![];
    for row in ROWS.iter().filter(|row| row.on == on) {
        for (name, values) in &failure.headers {
            windows.extend(window(row, &name.to_ascii_lowercase(), values, failure, now));
        }
    }
    windows
}

fn window(
    row: &Row,
    name: &str,
    values: &[String],
    failure: &Failure,
    now: EpochMs,
) -> Option<Window> {
    let part = matched(row.name, name)?;
    let waits = values.iter().filter_map(|value| Some((read(value, row, now)?, value)));
    let (wait_ms, raw) = waits.max_by_key(|(wait, _)| *wait)?;
    let remaining = row.remaining.map(|remaining| remaining.replace('*', part));
    let remaining = remaining.and_then(|name| json::decimal(value(failure, &name)?.trim()));
    let hint = Hint { wait_ms, source: HintSource::Header, name: name.to_owned() };
    let raw = raw.chars().take(RAW_LENGTH).collect();
    Some(Window { used_up: remaining.map(|left| left <= 0.0), found: Found { hint, raw } })
}

/// How many characters of a value are kept for `explain`.
const RAW_LENGTH: usize = 60;

/// Returns what stands for `*`, or `""` where there is none, if the name matches.
fn matched<'a>(pattern: &str, name: &'a str) -> Option<&'a str> {
    match pattern.split_once('*') {
        None => (pattern == name).then_some(""),
        Some((start, end)) => name.strip_prefix(start)?.strip_suffix(end),
    }
}

/// Reads a header value, or the longest of several that a proxy has joined (RFC 9110
/// section 5.3).
fn read(value: &str, row: &Row, now: EpochMs) -> Option<u64> {
    let joined = || value.split(',').filter_map(|one| read_one(one, row, now)).max();
    read_one(value, row, now).or_else(joined)
}

/// Reads a value that is one wait or one point in time as a whole.
fn read_one(value: &str, row: &Row, now: EpochMs) -> Option<u64> {
    let value = value.trim();
    let wait = match instant::http_date(value).or_else(|| row.bare.instant(value)) {
        Some(at) => until(at, now),
        None => duration::whole(value, row.bare.unit_ms()),
    };
    wait.filter(|wait| *wait > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: EpochMs = EpochMs(1_780_315_200_000);

    fn with(headers: &[(&str, &str)]) -> Failure {
        let headers =
            headers.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()]));
        Failure { headers: headers.collect(), ..Failure::default() }
    }

    fn wait(status: u16, headers: &[(&str, &str)]) -> Option<u64> {
        find(&with(headers), Some(status), NOW).map(|found| found.hint.wait_ms)
    }

    #[test]
    fn every_row_is_found_with_its_own_sample() {
        for row in ROWS {
            let name = row.name.replace('*', "requests");
            let (value, wait_ms) = row.sample;
            assert_eq!(wait(429, &[(&name.to_uppercase(), value)]), Some(wait_ms), "{name}");
        }
    }

    #[test]
    fn windows_count_on_429_alone() {
        assert_eq!(wait(503, &[("x-ratelimit-reset", "30")]), None);
        assert_eq!(wait(503, &[("retry-after", "30")]), Some(30_000));
    }

    #[test]
    fn of_several_windows_those_count_that_are_used_up() {
        let reset = [("x-ratelimit-reset-requests", "3m"), ("x-ratelimit-reset-tokens", "7s")];
        assert_eq!(wait(429, &reset), Some(180_000));
        let left =
            [("x-ratelimit-remaining-requests", "14370"), ("x-ratelimit-remaining-tokens", "0")];
        assert_eq!(wait(429, &[reset, left].concat()), Some(7_000));
    }

    #[test]
    fn of_several_values_the_longest_counts() {
        assert_eq!(wait(429, &[("retry-after", "2, 30")]), Some(30_000));
        let headers = [("Retry-After".to_owned(), vec!["9".into(), "3".into()])];
        let failure = Failure { headers: headers.into(), ..Failure::default() };
        assert_eq!(find(&failure, None, NOW).map(|found| found.hint.wait_ms), Some(9_000));
    }

    #[test]
    fn hostile_values_are_no_hint() {
        let long = "9".repeat(1_000_000);
        for value in ["0", "-5", "", "nan", "inf", "soon", "1;2", "1e309", "\0", "12\u{1b}[m"] {
            assert_eq!(wait(429, &[("retry-after", value)]), None, "{value:?}");
        }
        assert_eq!(wait(429, &[("retry-after", &long)]), Some(u64::MAX));
    }
}

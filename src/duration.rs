//! Reads a length of time as people and providers write it.
//!
//! ```text
//! duration = part { [sep] part }        6m0s   1h5m   23h 59m   2 hours and 5 minutes
//! part     = number [ws] unit           1.2s   250ms   30 seconds
//! sep      = ws | "," | "and"
//! number   = digits [ "." digits ]
//! unit     = "ms" | "s" | "m" | "h" | "d", or their words, singular or plural
//!
//! clock    = [digits "."] digits ":" 2digits ":" 2digits ["." digits]     02:11:05   1.00:00:30
//! ```
//!
//! Units get smaller from part to part. What does not parse is `None`.

use crate::json::decimal;

/// Every spelling of a unit, and its length in milliseconds.
#[rustfmt::skip]
static UNITS: &[(&[&str], f64)] = &[
    (&["ms", "msec", "msecs", "millis", "millisecond", "milliseconds", "毫秒"], 1.0),
    (&["s", "sec", "secs", "second", "seconds", "秒", "초", "секунд", "секунду", "секунды"], 1_000.0),
    (&["m", "min", "mins", "minute", "minutes", "分", "分钟", "분", "минут", "минуту", "минуты"], 60_000.0),
    (&["h", "hr", "hrs", "hour", "hours", "小时", "小時", "时间", "時間", "시간", "час", "часа", "часов"], 3_600_000.0),
    (&["d", "day", "days", "天", "日", "일", "день", "дня", "дней"], 86_400_000.0),
];

/// Reads the duration at the start of `text` and returns its milliseconds, rounded up.
///
/// Returns `None` if there is none. What follows the duration is ignored, unless it
/// makes the unit another word. A number without a unit counts `bare_ms` milliseconds
/// each, or makes it no duration where that is 0. A length beyond `u64` is `u64::MAX`.
///
/// ```
/// use pi_retry::duration::leading;
///
/// assert_eq!(leading("6m0s. Visit", 0.0), Some(360_000));
/// assert_eq!(leading("a few minutes", 0.0), None);
/// ```
#[must_use]
pub fn leading(text: &str, bare_ms: f64) -> Option<u64> {
    parse(text, bare_ms).map(|(length_ms, _)| length_ms)
}

/// Reads a text that holds a duration and nothing else, as [`leading`] does.
#[must_use]
pub fn whole(text: &str, bare_ms: f64) -> Option<u64> {
    parse(text, bare_ms).filter(|(_, rest)| rest.trim().is_empty()).map(|(length_ms, _)| length_ms)
}

/// Reads the hours, minutes and seconds with colons between them, and maybe days before a
/// point, that `text` begins with (.NET's `TimeSpan`). Returns milliseconds, rounded up, or
/// `None` where there is no such clock, or a letter touches it.
///
/// ```
/// use pi_retry::duration::clock;
///
/// assert_eq!(clock("00:01:30."), Some(90_000));
/// assert_eq!(clock("12:30"), None);
/// ```
#[must_use]
pub fn clock(text: &str) -> Option<u64> {
    let inside = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.');
    let (clock, rest) = text.split_at(text.find(|c| !inside(c)).unwrap_or(text.len()));
    let (days_and_hours, rest_of_it) = clock.trim_end_matches('.').split_once(':')?;
    let (minutes, seconds) = rest_of_it.split_once(':')?;
    let (days, hours) = days_and_hours.split_once('.').unwrap_or(("0", days_and_hours));
    let sixtieth = |text: &str| {
        let (whole, _) = text.split_once('.').unwrap_or((text, ""));
        decimal(text).filter(|number| whole.len() == 2 && *number < 60.0)
    };
    let hours = decimal(days)? * 24.0 + decimal(hours)?;
    let seconds = (hours * 60.0 + sixtieth(minutes)?) * 60.0 + sixtieth(seconds)?;
    let touched = rest.starts_with(|c: char| c.is_ascii_alphabetic());
    (!touched).then(|| saturating(seconds * 1_000.0))
}

fn parse(text: &str, bare_ms: f64) -> Option<(u64, &str)> {
    let mut total_ms = 0.0;
    let mut last_unit_ms = f64::INFINITY;
    let mut rest = text;
    while let Some((number, after)) = number(separated(rest)) {
        let Some((unit_ms, after)) = unit(after.trim_start()) else {
            let bare = last_unit_ms.is_infinite() && bare_ms > 0.0;
            return bare
                .then(|| (saturating(number * bare_ms), after))
                .or_else(|| last_unit_ms.is_finite().then(|| (saturating(total_ms), rest)));
        };
        if unit_ms >= last_unit_ms {
            break;
        }
        total_ms += number * unit_ms;
        last_unit_ms = unit_ms;
        rest = after;
    }
    last_unit_ms.is_finite().then(|| (saturating(total_ms), rest))
}

fn number(text: &str) -> Option<(f64, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let fraction = text[whole..].strip_prefix('.').map_or(0, digits);
    let end = if fraction > 0 { whole + 1 + fraction } else { whole };
    if whole == 0 {
        return None;
    }
    Some((decimal(&text[..end])?, &text[end..]))
}

fn unit(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| c.is_ascii() && !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let known = |(words, _): &&(&[&str], f64)| words.iter().any(|w| w.eq_ignore_ascii_case(word));
    UNITS.iter().find(known).map(|(_, length_ms)| (*length_ms, rest))
}

/// Skips what may stand between two parts.
fn separated(text: &str) -> &str {
    let text = text.trim_start();
    let text = text.strip_prefix(',').unwrap_or(text).trim_start();
    text.strip_prefix("and ").unwrap_or(text)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
fn saturating(ms: f64) -> u64 {
    ms.ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(text: &str) -> Option<u64> {
        leading(text, 0.0)
    }

    #[test]
    fn reads_each_unit_in_its_spellings() {
        assert_eq!(ms("250ms"), Some(250));
        assert_eq!(ms("1.2s"), Some(1_200));
        assert_eq!(ms("30 Seconds"), Some(30_000));
        assert_eq!(ms("12 min."), Some(720_000));
        assert_eq!(ms("2 hours"), Some(7_200_000));
        assert_eq!(ms("1d2h"), Some(93_600_000));
    }

    #[test]
    fn adds_parts_whose_units_get_smaller() {
        assert_eq!(ms("6m0s"), Some(360_000));
        assert_eq!(ms("23h 59m"), Some(86_340_000));
        assert_eq!(ms("2 hours and 5 minutes"), Some(7_500_000));
        assert_eq!(ms("5s 3m"), Some(5_000));
    }

    #[test]
    fn a_word_that_is_no_unit_makes_it_no_duration() {
        for text in ["", "soon", "5", "5 tokens", "3 minutesx", ".5s", "-3s"] {
            assert_eq!(ms(text), None, "{text}");
        }
    }

    #[test]
    fn a_bare_number_counts_in_the_given_unit() {
        assert_eq!(leading("30", 1_000.0), Some(30_000));
        assert_eq!(leading("0.5 requests", 1_000.0), Some(500));
    }

    #[test]
    fn a_whole_duration_has_nothing_after_it() {
        assert_eq!(whole(" 1h30m ", 0.0), Some(5_400_000));
        for text in ["1e309", "5 tokens", "30, 30", "1h soon"] {
            assert_eq!(whole(text, 1_000.0), None, "{text}");
        }
    }

    #[test]
    fn a_length_beyond_all_bounds_is_the_longest() {
        let digits = "9".repeat(400);
        assert_eq!(ms(&format!("{digits}d")), Some(u64::MAX));
    }

    #[test]
    fn a_clock_has_two_digits_of_minutes_and_of_seconds() {
        assert_eq!(clock("00:59:59"), Some(3_599_000));
        assert_eq!(clock("100:00:00.5"), Some(360_000_500));
        assert_eq!(clock("2.23:59:59 and more"), Some(259_199_000));
        for other in
            ["00:60:00", "00:00:60", "1:2:3", "00:1:00", "12:30:00Z", "00:00:00:01", ":00:00", ""]
        {
            assert_eq!(clock(other), None, "{other}");
        }
    }
}

//! Reads a point in time as providers write it.
//!
//! ```text
//! epoch   = digits [ "." digits ]       1777936568   1783519380000   1735689620.5
//! instant = date (ws | "t" | " at ") time [ws] zone
//! date    = year "-" month "-" day      2026-10-07
//! time    = hour ":" minute [":" second ["." fraction]]
//! zone    = "z" | "utc" | "gmt" | ("+" | "-") hour [":"] minute
//! ```
//!
//! Letters may be of any case. A time without a zone cannot be read safely and is
//! `None`, and so is everything else that does not parse. HTTP dates (RFC 9110 section
//! 5.6.7) are read by [`http_date`].

use chrono::NaiveDate;

use crate::failure::EpochMs;
use crate::json::decimal;

/// Epochs from here on are taken for milliseconds, smaller ones for seconds.
const FIRST_MILLIS: f64 = 1e11;
/// Numbers below this are no epoch: it is a day in 2001.
const FIRST_EPOCH: f64 = 1e9;
/// Numbers from here on are no epoch in milliseconds: it is in the year 5138.
const LAST_MILLIS: f64 = 1e14;

/// Reads the epoch in seconds or milliseconds at the start of `text`, whatever follows.
#[must_use]
pub fn epoch(text: &str) -> Option<EpochMs> {
    let length = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let number = decimal(text[..length].trim_end_matches('.'))?;
    if !(FIRST_EPOCH..LAST_MILLIS).contains(&number) {
        return None;
    }
    let ms = if number < FIRST_MILLIS { number * 1_000.0 } else { number };
    #[expect(clippy::cast_possible_truncation, reason = "below the last epoch")]
    Some(EpochMs(ms as i64))
}

/// Reads an HTTP date in any of its three forms: IMF-fixdate, RFC 850, asctime.
///
/// ```
/// use pi_retry::{EpochMs, instant::http_date};
///
/// let at = Some(EpochMs(784_111_777_000));
/// assert_eq!(http_date("Sun, 06 Nov 1994 08:49:37 GMT"), at);
/// assert_eq!(http_date("Sunday, 06-Nov-94 08:49:37 GMT"), at);
/// assert_eq!(http_date("Sun Nov  6 08:49:37 1994"), at);
/// ```
#[must_use]
pub fn http_date(text: &str) -> Option<EpochMs> {
    let words: Vec<&str> = text.split([' ', '-', ',']).filter(|word| !word.is_empty()).collect();
    let (day, month, year, time) = match words[..] {
        [_, day, month, year, time, zone] if zone.eq_ignore_ascii_case("gmt") => {
            (day, month, year, time)
        }
        [_, month, day, time, year] => (day, month, year, time),
        _ => return None,
    };
    let names =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let month = names.iter().position(|name| month.eq_ignore_ascii_case(name))? + 1;
    let year: i32 = year.parse().ok()?;
    // RFC 9110: a two-digit year more than 50 years ahead is in the past.
    let year = match year {
        0..=69 => year + 2000,
        70..=99 => year + 1900,
        _ => year,
    };
    let date = NaiveDate::from_ymd_opt(year, u32::try_from(month).ok()?, day.parse().ok()?)?;
    let mut time = Rest(time);
    let (hour, minute, second) =
        (time.digits(2)?, time.after(":")?.digits(2)?, time.after(":")?.digits(2)?);
    let time = date.and_hms_opt(hour, minute, second).filter(|_| time.0.is_empty())?;
    Some(EpochMs(time.and_utc().timestamp_millis()))
}

/// Reads the date, time and zone at the start of `text`, whatever follows.
///
/// ```
/// use pi_retry::{EpochMs, instant::date_and_time};
///
/// assert_eq!(date_and_time("2026-10-07 00:00 UTC)"), Some(EpochMs(1_791_331_200_000)));
/// assert_eq!(date_and_time("2026-10-07 00:00"), None);
/// ```
#[must_use]
pub fn date_and_time(text: &str) -> Option<EpochMs> {
    let mut rest = Rest(text);
    let (year, month, day) =
        (rest.digits(4)?, rest.after("-")?.digits(2)?, rest.after("-")?.digits(2)?);
    let date = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
    rest.skip_any(&[" at ", "t", "T", " "])?;
    let (hour, minute) = (rest.digits(2)?, rest.after(":")?.digits(2)?);
    let second = if rest.skip_any(&[":"]).is_some() { rest.digits(2)? } else { 0 };
    let millis = if rest.skip_any(&["."]).is_some() { rest.fraction()? } else { 0 };
    let offset_minutes = rest.zone()?;
    let time = date.and_hms_milli_opt(hour, minute, second, millis)?;
    let utc_ms = time.and_utc().timestamp_millis();
    Some(EpochMs(utc_ms - offset_minutes * 60_000))
}

/// What is still to be read.
struct Rest<'a>(&'a str);

impl Rest<'_> {
    fn skip_any(&mut self, any: &[&str]) -> Option<()> {
        let rest = any.iter().find_map(|one| self.0.strip_prefix(one))?;
        self.0 = rest;
        Some(())
    }

    fn after(&mut self, mark: &str) -> Option<&mut Self> {
        self.skip_any(&[mark])?;
        Some(self)
    }

    fn digits(&mut self, count: usize) -> Option<u32> {
        let digits = self.0.get(..count).filter(|text| text.bytes().all(|b| b.is_ascii_digit()))?;
        self.0 = &self.0[count..];
        digits.parse().ok()
    }

    /// Reads the digits of a fraction as milliseconds.
    fn fraction(&mut self) -> Option<u32> {
        let length = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let digits = format!("{:0<3}", &self.0[..length.min(3)]);
        self.0 = &self.0[length..];
        (length > 0).then(|| digits.parse().ok()).flatten()
    }

    /// Reads a zone and returns its offset in minutes.
    fn zone(&mut self) -> Option<i64> {
        self.0 = self.0.trim_start();
        let name = self.0.get(..3).unwrap_or(self.0);
        if name.eq_ignore_ascii_case("utc")
            || name.eq_ignore_ascii_case("gmt")
            || name.starts_with(['z', 'Z'])
        {
            return Some(0);
        }
        let sign =
            if self.skip_any(&["+"]).is_some() { 1 } else { self.skip_any(&["-"]).map(|()| -1)? };
        let hours = self.digits(2)?;
        self.skip_any(&[":"]);
        let minutes = self.digits(2)?;
        Some(sign * i64::from(hours * 60 + minutes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(text: &str) -> Option<i64> {
        date_and_time(text).or_else(|| epoch(text)).map(|at| at.0)
    }

    #[test]
    fn reads_dates_with_a_zone() {
        for text in [
            "2026-05-20T20:00:00Z (2056)",
            "2026-05-20t20:00:00.000z",
            "2026-05-20 20:00 utc",
            "2026-05-20 at 20:00 UTC",
            "2026-05-21 04:00:00 +0800 CST.",
            "2026-05-20T16:00:00-04:00",
        ] {
            assert_eq!(ms(text), Some(1_779_307_200_000), "{text}");
        }
        assert_eq!(ms("2026-05-20T20:00:00.5Z"), Some(1_779_307_200_500));
    }

    #[test]
    fn a_time_that_cannot_be_read_safely_is_none() {
        for text in [
            "2026-05-20 20:00:00",
            "2026-05-20",
            "2026-13-01T00:00:00Z",
            "2026-02-30T00:00:00Z",
            "soon",
            "",
        ] {
            assert_eq!(ms(text), None, "{text}");
        }
    }

    #[test]
    fn tells_seconds_from_milliseconds() {
        assert_eq!(ms("1777936568,"), Some(1_777_936_568_000));
        assert_eq!(ms("1777936568.25"), Some(1_777_936_568_250));
        assert_eq!(ms("1777936568000"), Some(1_777_936_568_000));
        assert_eq!(ms("999999999"), None);
        assert_eq!(ms("100000000000000"), None);
    }

    #[test]
    fn what_is_no_http_date_is_none() {
        for text in [
            "Sun, 36 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "12",
            "a b c d e",
            "",
        ] {
            assert_eq!(http_date(text), None, "{text}");
        }
    }
}

//! The hint: how long the provider asked to wait, and where it said so.

pub mod diagnostics;
pub mod headers;
pub mod text;

use tsify::Tsify;

use crate::failure::{EpochMs, Failure};
use crate::reading::Reading;
use crate::wire::{fields, words};
use crate::{duration, instant};

/// Added to what a provider asked for, so that its clock has surely passed the mark.
pub const MARGIN_MS: u64 = 250;

/// A wait that the provider asked for.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    /// How long to wait from now, in milliseconds, 1 or more, without any margin.
    pub wait_ms: u64,
    /// Where it stood.
    pub source: HintSource,
    /// The header, field or words that said so, for example `retry-after`.
    pub name: String,
}

/// Where a hint stood. The first of these that has a usable value wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum HintSource {
    /// In a header of the response.
    Header,
    /// In Pi's diagnostics.
    Diagnostics,
    /// In the error text, the body or the stream's event.
    Text,
}

fields! { Hint { wait_ms as "waitMs", source, name } }
words! { HintSource { "header" Header, "diagnostics" Diagnostics, "text" Text } }

/// A hint as it was found, with the value as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The hint.
    pub hint: Hint,
    /// The start of the value.
    pub raw: String,
}

fields! { Found { hint, raw } }

/// Returns the hint of a failure at the time `now`, or `None` where the provider
/// named no time, zero, or a time that is over.
#[must_use]
pub fn find(failure: &Failure, reading: &Reading, now: EpochMs) -> Option<Found> {
    headers::find(failure, reading.status, now)
        .or_else(|| diagnostics::find(failure, now))
        .or_else(|| text::find(&reading.folded[..reading.codes_at], now))
}

/// What a number without a unit means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    /// Milliseconds.
    Millis,
    /// Seconds, or an epoch in seconds or milliseconds where it is that large. In a text
    /// `hh:mm:ss` is a length.
    SecondsOrEpoch,
    /// An epoch in seconds or milliseconds.
    Epoch,
    /// Nothing.
    Nothing,
    /// Nothing, but `hh:mm:ss` is a length and no time of the day.
    Clock,
}

impl Bare {
    fn unit_ms(self) -> f64 {
        match self {
            Self::Millis => 1.0,
            Self::SecondsOrEpoch => 1_000.0,
            Self::Epoch | Self::Nothing | Self::Clock => 0.0,
        }
    }

    /// Reads the point in time that a text begins with.
    fn instant(self, text: &str) -> Option<EpochMs> {
        match self {
            Self::Millis | Self::Nothing | Self::Clock => instant::date_and_time(text),
            Self::SecondsOrEpoch | Self::Epoch => {
                instant::date_and_time(text).or_else(|| instant::epoch(text))
            }
        }
    }

    /// Reads the wait from `now` that a text begins with. `None` for zero, the past, and
    /// what does not parse.
    fn leading_wait(self, text: &str, now: EpochMs) -> Option<u64> {
        let lasts = matches!(self, Self::Clock | Self::SecondsOrEpoch);
        let clock = || if lasts { duration::clock(text) } else { None };
        let wait = match self.instant(text) {
            Some(at) => until(at, now),
            None => clock().or_else(|| duration::leading(text, self.unit_ms())),
        };
        wait.filter(|wait| *wait > 0)
    }
}

/// Returns the milliseconds from `now` until `at`, or `None` if that is over.
fn until(at: EpochMs, now: EpochMs) -> Option<u64> {
    u64::try_from(at.0.saturating_sub(now.0)).ok()
}

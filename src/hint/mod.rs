//! The hint: how long the provider asked to wait, and where it said so.

pub mod text;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::failure::{EpochMs, Failure};

/// A wait that the provider asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum HintSource {
    /// In a header of the response.
    Header,
    /// In Pi's diagnostics.
    Diagnostics,
    /// In the error text or the response's body.
    Text,
}

/// Returns the hint of a failure at the time `now`, or `None` where the provider
/// named no time, zero, or a time that is over.
#[must_use]
pub fn find(failure: &Failure, _now: EpochMs) -> Option<Hint> {
    text::find(&failure.message)
        .or_else(|| failure.body.as_deref().and_then(text::find))
        .map(|(name, wait_ms)| Hint { wait_ms, source: HintSource::Text, name: name.to_owned() })
}

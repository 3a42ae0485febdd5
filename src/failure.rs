//! The evidence: everything that is known about one failed model request.

use std::collections::BTreeMap;
use std::vec::IntoIter;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use tsify::Tsify;

use crate::kept::Kept;

/// One failed model request, as far as it is known. Only the text is required.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// The error text as Pi shows it.
    pub message: String,
    /// The HTTP status of the response. Anything but 400..=599 says nothing.
    #[serde(
        default,
        deserialize_with = "http_error_status",
        skip_serializing_if = "Option::is_none"
    )]
    #[tsify(optional, type = "number")]
    pub status: Option<u16>,
    /// The response's headers. Names are compared without case.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[tsify(optional, type = "Record<string, string | string[]>")]
    pub headers: BTreeMap<String, HeaderValue>,
    /// The response's body, decompressed, as far as it was received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub body: Option<String>,
    /// The error event of an open stream, as the provider sent it.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[tsify(optional, type = "unknown")]
    pub stream_event: Value,
    /// The HTTP client's error code where no whole response came, for example
    /// `ECONNREFUSED` (Node) or `UND_ERR_SOCKET` (undici).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub code: Option<String>,
    /// Pi's `diagnostics` of the failed message.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[tsify(optional, type = "unknown")]
    pub diagnostics: Value,
    /// Pi's name of the wire protocol, for example `anthropic-messages`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub api: Option<String>,
    /// Pi's name of the provider, for example `openrouter`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub provider: Option<String>,
}

impl Failure {
    /// Returns a failure of which nothing but the text is known.
    #[must_use]
    pub fn from_text(message: &str) -> Self {
        Self { message: message.to_owned(), ..Self::default() }
    }

    /// Returns the stream's event if it speaks of an error.
    #[must_use]
    pub fn stream_error(&self) -> Option<&Value> {
        let event = &self.stream_event;
        let speaks = !event["error"].is_null() || !event["response"]["error"].is_null();
        (speaks || event["type"] == "error").then_some(event)
    }
}

/// A header's value, or its values where it came more than once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(untagged)]
pub enum HeaderValue {
    /// The header came once.
    One(String),
    /// The header came several times.
    Many(Vec<String>),
}

impl Kept for HeaderValue {
    fn keep(&self, list: &mut Vec<Value>) {
        match self {
            Self::One(value) => vec![value.clone()].keep(list),
            Self::Many(values) => values.keep(list),
        }
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        Kept::recall(list).map(Self::Many)
    }
}

/// A point in time: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EpochMs(pub i64);

impl Kept for EpochMs {
    fn keep(&self, list: &mut Vec<Value>) {
        self.0.keep(list);
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        Kept::recall(list).map(Self)
    }
}

fn http_error_status<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(error_status(&value))
}

/// Reads an HTTP error status, 400..=599, from a JSON number; `None` for anything else.
pub(crate) fn error_status(value: &Value) -> Option<u16> {
    let status = u16::try_from(whole_number(value)?).ok()?;
    (400..=599).contains(&status).then_some(status)
}

/// Reads a whole number, also one written like `2e3` or `5.0`; `None` for anything else.
pub(crate) fn whole_number(value: &Value) -> Option<u64> {
    let whole = value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    value.as_u64().or_else(|| whole.map(|number| number as u64))
}

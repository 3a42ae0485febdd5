//! The evidence: everything that is known about one failed model request.

use std::vec::IntoIter;

use tsify::Tsify;

use crate::json::Value;
use crate::kept::Kept;

/// One failed model request, as far as it is known. Only the text is required.
#[derive(Clone, Debug, Default, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// The error text as Pi shows it.
    pub message: String,
    /// The HTTP status of the response. Anything but 400..=599 says nothing.
    #[tsify(optional, type = "number")]
    pub status: Option<u16>,
    /// The response's headers. Names are compared without case.
    #[tsify(optional, type = "Record<string, string | string[]>")]
    pub headers: Headers,
    /// The response's body, decompressed, as far as it was received.
    #[tsify(optional)]
    pub body: Option<String>,
    /// The error event of an open stream, as the provider sent it.
    #[tsify(optional, type = "unknown")]
    pub stream_event: Value,
    /// The HTTP client's error code where no whole response came, for example
    /// `ECONNREFUSED` (Node) or `UND_ERR_SOCKET` (undici).
    #[tsify(optional)]
    pub code: Option<String>,
    /// Pi's `diagnostics` of the failed message.
    #[tsify(optional, type = "unknown")]
    pub diagnostics: Value,
    /// Pi's name of the wire protocol, for example `anthropic-messages`.
    #[tsify(optional)]
    pub api: Option<String>,
    /// Pi's name of the provider, for example `openrouter`.
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
        (speaks || event["type"].as_str() == Some("error")).then_some(event)
    }
}

/// The headers of a response: the name of each, and its values, of which there are several
/// where it came more than once.
pub type Headers = Vec<(String, Vec<String>)>;

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

/// Reads an HTTP error status, 400..=599, from a JSON number; `None` for anything else.
pub(crate) fn error_status(value: &Value) -> Option<u16> {
    let status = u16::try_from(value.as_u64()?).ok()?;
    (400..=599).contains(&status).then_some(status)
}

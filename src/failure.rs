//! The evidence: everything that is known about one failed model request.

use tsify::Tsify;

use crate::json::{Object, Value, Write};
use crate::wire::{Read, Wrong, field};

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

impl Read for Failure {
    fn blank() -> Self {
        Self::default()
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        let mut status = Value::Null;
        field(json, "message", &mut self.message, wrong);
        field(json, "status", &mut status, wrong);
        field(json, "headers", &mut self.headers, wrong);
        field(json, "body", &mut self.body, wrong);
        field(json, "streamEvent", &mut self.stream_event, wrong);
        field(json, "code", &mut self.code, wrong);
        field(json, "diagnostics", &mut self.diagnostics, wrong);
        field(json, "api", &mut self.api, wrong);
        field(json, "provider", &mut self.provider, wrong);
        self.status = error_status(&status);
    }
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

/// From an object, in which a name may have one value or a list of them. A number is taken
/// for its digits, and what else is no text is left out.
impl Read for Headers {
    fn blank() -> Self {
        vec![]
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        match json {
            Value::Null => {}
            Value::Object(fields) => {
                for (name, value) in fields {
                    let values = match value {
                        Value::Array(all) => all.iter_mut().filter_map(header_value).collect(),
                        one => header_value(one).into_iter().collect(),
                    };
                    self.push((std::mem::take(name), values));
                }
            }
            _ => wrong.note(),
        }
    }
}

fn header_value(value: &mut Value) -> Option<String> {
    match value {
        Value::String(text) | Value::Number(text) => Some(std::mem::take(text)),
        _ => None,
    }
}

impl Write for Headers {
    fn write(&self, out: &mut String) {
        let mut object = Object::begin(out);
        for (name, values) in self {
            object.field(name, values);
        }
        object.end();
    }
}

/// A point in time: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EpochMs(pub i64);

impl Read for EpochMs {
    fn blank() -> Self {
        Self(0)
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        let mut bits = 0_u64;
        bits.read(json, wrong);
        self.0 = bits.cast_signed();
    }
}

/// As the whole number with the same bits.
impl Write for EpochMs {
    fn write(&self, out: &mut String) {
        self.0.cast_unsigned().write(out);
    }
}

/// Reads an HTTP error status, 400..=599, from a JSON number; `None` for anything else.
pub(crate) fn error_status(value: &Value) -> Option<u16> {
    let status = u16::try_from(value.as_u64()?).ok()?;
    (400..=599).contains(&status).then_some(status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::from_json;

    #[test]
    fn a_header_that_is_no_text_costs_no_other() {
        let headers = r#"{"retry-after":20,"a":["1",null,2],"b":{},"c":null}"#;
        let failure: Failure =
            from_json(&format!(r#"{{"message":"","headers":{headers}}}"#)).expect("a failure");
        let values = |values: &[&str]| values.iter().map(ToString::to_string).collect::<Vec<_>>();
        let expected = [
            ("retry-after", values(&["20"])),
            ("a", values(&["1", "2"])),
            ("b", vec![]),
            ("c", vec![]),
        ];
        assert_eq!(failure.headers, expected.map(|(name, values)| (name.to_owned(), values)));
    }
}

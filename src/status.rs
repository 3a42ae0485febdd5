//! The HTTP status of a failure: where it is read from, and what each one means.
//!
//! The captured response comes first, then an in-stream error event, then
//! Pi's diagnostics (`details.status`),
//! then the text. In a text a status is three digits from 400 to 599 that stand
//!
//! ```text
//! text   = [ws] status …            429 {"type":"error"}
//!        | … word sep* status …     HTTP/1.1 503, "status": 429, code: 529
//!        | … "(" status …           OpenAI API error (429): …
//! word   = "status" ["code"] | "HTTP" ["/" version] | "code"
//! sep    = space | ":" | "=" | quotes
//! ```
//!
//! and touch no other digit, letter, `_`, `-` or decimal point, so that a port, an id,
//! a count or a timestamp is never taken for a status.

use crate::category::Category;
use crate::diagnostics;
use crate::failure::{Failure, error_status};

/// What an HTTP status means when nothing else is known.
#[derive(Debug)]
pub struct Row {
    /// The status.
    pub status: u16,
    /// The category of a failure with this status.
    pub category: Category,
    /// A text that shows it.
    #[cfg(test)]
    pub sample: &'static str,
}

macro_rules! rows {
    ($($status:literal $category:ident $sample:literal;)*) => {
        &[$(Row {
            status: $status,
            category: Category::$category,
            #[cfg(test)]
            sample: $sample,
        }),*]
    };
}

/// The statuses with a meaning of their own.
#[rustfmt::skip]
pub static ROWS: &[Row] = rows! {
    // RFC 9110 section 15.5, as every API uses them.
    400 InvalidRequest "400 status code (no body)";
    401 Auth           "OpenAI API error (401): Incorrect API key provided";
    402 Quota          "402 Payment Required";
    403 Auth           "Error code: 403 - {'error': {'message': 'Forbidden'}}";
    404 NotFound       "404: {\"message\":\"No such model\"}";
    408 Timeout        "408 Request Timeout";
    413 InvalidRequest "HTTP 413 Content Too Large";
    422 InvalidRequest "422 {\"detail\":[{\"loc\":[\"body\",\"messages\"]}]}";
    504 Timeout        "status: 504 Gateway Timeout";
    // Mistral and several gateways, when two requests meet.
    409 RateLimit      "409: {\"message\":\"Conflict\"}";
    // RFC 6585 section 4.
    429 RateLimit      "429: {\"message\":\"slow down\"}";
    // Cloudflare: a timeout behind it.
    524 Timeout        "HTTP 524: a timeout occurred";
    // Anthropic.
    529 Overloaded     "529 {\"type\":\"error\"}";
};

/// Returns the category that a status means by itself: its row, `ServerError` for any
/// other 5xx, `None` for any other 4xx.
#[must_use]
pub fn category(status: u16) -> Option<Category> {
    let row = ROWS.iter().find(|row| row.status == status).map(|row| row.category);
    row.or((500..=599).contains(&status).then_some(Category::ServerError))
}

/// Where a status was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In the response that was captured, or given by the caller.
    Response,
    /// In the error event of an open stream.
    Stream,
    /// In Pi's diagnostics.
    Diagnostics,
    /// In the error text.
    Text,
}

/// Returns the status of a failure, 400..=599, from the first place that has one.
/// `message` is the gist of its text.
#[must_use]
pub fn read(failure: &Failure, message: &str) -> Option<u16> {
    failure
        .status
        .or_else(|| in_stream_event(failure))
        .or_else(|| in_diagnostics(failure))
        .or_else(|| in_text(message))
}

/// Returns where [`read`] found the status.
#[must_use]
pub fn origin(failure: &Failure, message: &str) -> Option<Origin> {
    let response = failure.status.map(|_| Origin::Response);
    let stream = || in_stream_event(failure).map(|_| Origin::Stream);
    let diagnostics = || in_diagnostics(failure).map(|_| Origin::Diagnostics);
    let text = || in_text(message).map(|_| Origin::Text);
    response.or_else(stream).or_else(diagnostics).or_else(text)
}

/// Codex sends `status` or `status_code` in the `error` event of an open WebSocket.
fn in_stream_event(failure: &Failure) -> Option<u16> {
    let event = failure.stream_error()?;
    error_status(&event["status"]).or_else(|| error_status(&event["status_code"]))
}

fn in_diagnostics(failure: &Failure) -> Option<u16> {
    diagnostics::own(failure).find_map(|one| error_status(&one["details"]["status"]))
}

/// Returns the first status in a text, 400..=599, or `None`. See the module's grammar.
///
/// ```
/// use pi_retry::status::in_text;
///
/// assert_eq!(in_text("OpenAI API error (429): slow down"), Some(429));
/// assert_eq!(in_text("connect ECONNREFUSED 127.0.0.1:429"), None);
/// ```
#[must_use]
pub fn in_text(text: &str) -> Option<u16> {
    let bytes = text.as_bytes();
    let start = text.len() - text.trim_start().len();
    let mut at = start;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = at + digits;
        let leads = || at == start || introduced(&text[..at]);
        if digits == 3 && ends_here(&bytes[end..]) && leads() {
            let status = text[at..end].parse().ok().filter(|status| (400..=599).contains(status));
            if status.is_some() {
                return status;
            }
        }
        at = end;
    }
    None
}

fn ends_here(rest: &[u8]) -> bool {
    match rest {
        // undici, of a proxy that does not open a tunnel: "Proxy response (403) !== 200".
        [b')', b' ', b'!', ..] => false,
        [b'.', next, ..] => !next.is_ascii_digit(),
        [next, ..] => !next.is_ascii_alphanumeric() && !matches!(next, b'_' | b'-'),
        [] => true,
    }
}

fn introduced(before: &str) -> bool {
    if before.ends_with('(') {
        return true;
    }
    let lead = before.trim_end_matches([' ', ':', '=', '"', '\'', '\\']);
    if lead.len() == before.len() {
        return false;
    }
    let versionless = lead.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '/'));
    ends_with_word(lead, "status")
        || ends_with_word(lead, "code")
        || ends_with_word(versionless, "http")
}

/// Whether `text` ends with `word` in any case, and no ASCII letter or digit stands before it.
fn ends_with_word(text: &str, word: &str) -> bool {
    let Some(start) = text.len().checked_sub(word.len()) else {
        return false;
    };
    let edge = |c: char| !c.is_ascii_alphanumeric();
    text.is_char_boundary(start)
        && text[start..].eq_ignore_ascii_case(word)
        && text[..start].chars().next_back().is_none_or(edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_in_its_own_sample() {
        for row in ROWS {
            assert_eq!(in_text(row.sample), Some(row.status), "{}", row.sample);
            assert_eq!(category(row.status), Some(row.category));
        }
    }

    #[test]
    fn statuses_start_at_400_and_end_at_599() {
        assert_eq!(in_text("399"), None);
        assert_eq!(in_text("400"), Some(400));
        assert_eq!(in_text("599"), Some(599));
        assert_eq!(in_text("600"), None);
    }

    #[test]
    fn a_5xx_without_a_row_is_a_server_error_and_a_4xx_means_nothing() {
        assert_eq!(category(500), Some(Category::ServerError));
        assert_eq!(category(599), Some(Category::ServerError));
        assert_eq!(category(418), None);
    }

    #[test]
    fn the_response_is_believed_before_the_diagnostics_and_those_before_the_text() {
        let text = Failure::from_text("429 slow down");
        let told = Failure {
            diagnostics: crate::json::parse(
                r#"[{"type": "bedrock_response_failure", "details": {"status": 503}}]"#,
            )
            .expect("JSON"),
            ..text.clone()
        };
        let captured = Failure { status: Some(401), ..told.clone() };
        let read = |failure| read(failure, &text.message);
        assert_eq!([read(&text), read(&told), read(&captured)], [Some(429), Some(503), Some(401)]);
    }
}

//! What a failure says, read once for everything that looks at it.

use crate::failure::Failure;
use crate::{diagnostics, status, text};

/// The texts of a failure in the form that rows are looked for in.
#[derive(Debug)]
pub struct Reading<'a> {
    /// The HTTP status, 400..=599, from the first place that has one.
    pub status: Option<u16>,
    /// The error text, the body, the stream's event and the diagnostic codes, folded,
    /// with a line break between them.
    pub folded: String,
    /// Where the diagnostic codes begin in `folded`.
    pub codes_at: usize,
    /// Each diagnostic code, and where it begins in `folded`.
    pub codes: Vec<(&'a str, usize)>,
    /// What was read.
    pub failure: &'a Failure,
}

impl<'a> Reading<'a> {
    /// Reads a failure.
    #[must_use]
    pub fn of(failure: &'a Failure) -> Self {
        let message = text::gist(&failure.message);
        let mut folded = text::fold(&message);
        if let Some(body) = &failure.body {
            folded.push('\n');
            folded.push_str(&text::fold(&text::gist(body)));
        }
        if let Some(event) = failure.stream_error() {
            folded.push('\n');
            folded.push_str(&text::fold(&event.to_string()));
        }
        let codes_at = folded.len();
        let mut codes = vec![];
        for code in diagnostics::codes(failure) {
            folded.push('\n');
            codes.push((code, folded.len()));
            folded.push_str(&text::fold(code));
        }
        let status = status::read(failure, &message);
        Self { status, folded, codes_at, codes, failure }
    }

    /// Returns the whole words that `length` bytes of the folded text at `at` are part of,
    /// spelled as in the error text where they stand there unescaped. Of a very long word
    /// it is a piece.
    #[must_use]
    pub fn words_at(&self, at: usize, length: usize) -> String {
        let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | 'а'..='ё');
        let (before, rest) = self.folded.split_at(at);
        let (words, after) = rest.split_at(length);
        let start = at - length_while(part, before.chars().rev());
        let end = at + words.len() + length_while(part, after.chars());
        let words = &self.folded[start..end];
        // Folding only ever shortens, so the original stands at the same place or later.
        let original = self.failure.message.get(start..).unwrap_or_default().as_bytes();
        let place = original
            .windows(words.len())
            .position(|one| one.eq_ignore_ascii_case(words.as_bytes()));
        let spelled =
            place.and_then(|place| self.failure.message.get(start + place..)?.get(..words.len()));
        spelled.unwrap_or(words).to_owned()
    }
}

/// Counts the bytes of the first few characters for which `part` holds.
fn length_while(part: impl Fn(char) -> bool, chars: impl Iterator<Item = char>) -> usize {
    const LONGEST: usize = 80;
    chars.take(LONGEST).take_while(|c| part(*c)).map(char::len_utf8).sum()
}

//! The words by which providers and programs say what went wrong: rows, and the finding
//! of rows in a folded text.
//!
//! The order of rows means nothing; which meaning wins is decided in `classify.rs`.

/// Writes rows as `Meaning Words("…"), "sample";`.
macro_rules! rows {
    ($($meaning:ident $words:ident($text:literal), $sample:literal;)*) => {
        &[$($crate::wording::Row {
            meaning: $crate::wording::Meaning::$meaning,
            words: $crate::wording::Words::$words($text),
            #[cfg(test)]
            sample: $sample,
        }),*]
    };
}
pub(crate) use rows;

mod deterministic;
mod languages;
mod transient;

use std::sync::LazyLock;

use crate::category::Category;
use crate::literals::{Literals, is_word};
use crate::text::fold;

/// What a row's words say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Too many requests or tokens for now.
    RateLimit,
    /// The body of a response that is to be taken for HTTP 429, whatever its status.
    Status429,
    /// No capacity for anyone at the moment.
    Overloaded,
    /// The provider failed.
    ServerError,
    /// Somebody gave up waiting.
    Timeout,
    /// The connection failed, or the stream ended early.
    Transport,
    /// Plainly money or a plan's limit.
    Quota,
    /// A quota of some kind: spent for good, or for this minute.
    QuotaOrRateLimit,
    /// Pi's own text for a Codex usage limit, with or without a time.
    CodexUsageLimit,
    /// The key or the permission.
    Auth,
    /// No such model or endpoint.
    NotFound,
    /// The request itself.
    InvalidRequest,
    /// The prompt or the answer was refused for what it says.
    ContentPolicy,
    /// The conversation does not fit the model.
    ContextOverflow,
}

impl Meaning {
    /// Returns the category that these words speak for.
    #[must_use]
    pub fn category(self) -> Category {
        match self {
            Self::RateLimit | Self::Status429 => Category::RateLimit,
            Self::Overloaded => Category::Overloaded,
            Self::ServerError => Category::ServerError,
            Self::Timeout => Category::Timeout,
            Self::Transport => Category::Transport,
            Self::Quota | Self::QuotaOrRateLimit | Self::CodexUsageLimit => Category::Quota,
            Self::Auth => Category::Auth,
            Self::NotFound => Category::NotFound,
            Self::InvalidRequest => Category::InvalidRequest,
            Self::ContentPolicy => Category::ContentPolicy,
            Self::ContextOverflow => Category::ContextOverflow,
        }
    }
}

/// Some words with a meaning.
#[derive(Debug)]
pub struct Row {
    /// What the words say.
    pub meaning: Meaning,
    /// The words, compared without ASCII and Cyrillic case.
    pub words: Words,
    /// A text that shows them.
    #[cfg(test)]
    pub sample: &'static str,
}

/// How words must stand in a text.
#[derive(Clone, Copy, Debug)]
pub enum Words {
    /// Anywhere.
    Phrase(&'static str),
    /// Where they touch no letter, digit or underscore.
    Word(&'static str),
    /// Directly before a digit.
    Before(&'static str),
}

impl Words {
    /// Returns the words as they are written in the row.
    #[must_use]
    pub fn text(&self) -> &'static str {
        match self {
            Self::Phrase(text) | Self::Word(text) | Self::Before(text) => text,
        }
    }

    fn stand_at(&self, text: &str, at: usize) -> bool {
        let length = self.text().len();
        match self {
            Self::Phrase(_) => true,
            Self::Word(_) => is_word(text, at, length),
            Self::Before(_) => text.as_bytes().get(at + length).is_some_and(u8::is_ascii_digit),
        }
    }
}

/// Returns every row.
pub fn all_rows() -> impl Iterator<Item = &'static Row> {
    let tables = [transient::ROWS, deterministic::ROWS, languages::ROWS, crate::overflow::ROWS];
    tables.into_iter().flatten()
}

static ALL: LazyLock<Table> = LazyLock::new(|| Table::new(all_rows()));

/// The rows that a text holds, each with its first place.
#[derive(Debug, Default)]
pub struct Found {
    hits: Vec<(&'static Row, usize)>,
}

impl Found {
    /// Returns the first row of a meaning, and its place in the folded text.
    #[must_use]
    pub fn first(&self, meaning: Meaning) -> Option<(&'static Row, usize)> {
        self.hits.iter().find(|(row, _)| row.meaning == meaning).copied()
    }

    /// Whether a row of this meaning was found.
    #[must_use]
    pub fn has(&self, meaning: Meaning) -> bool {
        self.first(meaning).is_some()
    }

    /// Returns every row that was found, and its first place in the folded text, from
    /// left to right.
    pub fn hits(&self) -> impl Iterator<Item = (&'static Row, usize)> {
        self.hits.iter().copied()
    }
}

/// Finds every row in a text that [`fold`] has folded.
#[must_use]
pub fn find(folded: &str) -> Found {
    ALL.find(folded)
}

/// Rows that are looked for together. Their order makes no difference.
#[derive(Debug)]
pub struct Table {
    rows: Vec<&'static Row>,
    literals: Literals,
}

impl Table {
    /// Returns the table of some rows, no two of which have the same words.
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = &'static Row>) -> Self {
        let rows: Vec<&Row> = rows.into_iter().collect();
        let literals = Literals::new(rows.iter().map(|row| fold(row.words.text())).collect());
        Self { rows, literals }
    }

    /// Finds every row of the table in a text that [`fold`] has folded.
    #[must_use]
    pub fn find(&self, folded: &str) -> Found {
        let mut found = Found::default();
        let mut seen = vec![false; self.rows.len()];
        self.literals.find(folded, &mut |number, at| {
            let row = self.rows[number];
            if !seen[number] && row.words.stand_at(folded, at) {
                seen[number] = true;
                found.hits.push((row, at));
            }
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_in_its_own_sample() {
        for row in all_rows() {
            let found = find(&fold(row.sample));
            let own = found.hits().any(|(one, _)| std::ptr::eq(one, row));
            assert!(own, "{:?} in {:?}", row.words, row.sample);
        }
    }

    #[test]
    fn no_words_stand_in_two_rows() {
        let mut words: Vec<String> = all_rows().map(|row| fold(row.words.text())).collect();
        words.sort();
        for pair in words.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
    }

    #[test]
    fn words_need_their_edges() {
        assert!(!find("resourcenotfoundexception").has(Meaning::Transport));
        assert!(find("getaddrinfo enotfound api.example.com").has(Meaning::Transport));
    }
}

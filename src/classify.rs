//! Which category a failure is, by the README's precedence rules.

use crate::category::Category;
use crate::reading::Reading;
use crate::wording::{self, Found, Meaning, Row};
use crate::{overflow, status, text};

/// A category, and what decided it.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The category.
    pub category: Category,
    /// What decided it, strongest first.
    pub evidence: Vec<Evidence>,
    /// The number of the README's precedence rule that decided; `None` if nothing is known.
    pub rule: Option<u8>,
}

/// Something that speaks for a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The HTTP status.
    Status(u16),
    /// Words of the text, as they stand there.
    Words(String),
    /// A code of Pi's diagnostics.
    Code(String),
}

/// Returns the category of a failure. `hinted` says whether the provider named a usable
/// time to wait.
#[must_use]
pub fn classify(reading: &Reading, hinted: bool) -> Verdict {
    let found = wording::find(&reading.folded);
    Case { reading, found }.verdict(hinted)
}

/// Everything that the rules look at.
struct Case<'a> {
    reading: &'a Reading<'a>,
    found: Found,
}

impl Case<'_> {
    fn verdict(&self, hinted: bool) -> Verdict {
        self.codex_usage_limit(hinted)
            .or_else(|| self.overflow())
            .or_else(|| self.words(Meaning::ContentPolicy, 3))
            .or_else(|| self.words(Meaning::Quota, 4))
            .or_else(|| self.status_of_a_deterministic_failure())
            .or_else(|| self.words(Meaning::Auth, 3))
            .or_else(|| self.words(Meaning::NotFound, 3))
            .or_else(|| self.relayed_429())
            .or_else(|| self.status_of_a_transient_failure())
            .or_else(|| self.quota_of_some_kind())
            .or_else(|| self.invalid_request())
            .or_else(|| self.client_code())
            .or_else(|| self.transient_words())
            .or_else(|| self.generic_5xx())
            .unwrap_or(Verdict { category: Category::Unknown, evidence: vec![], rule: None })
    }

    /// Rule 3: Pi's text for a Codex limit means a plan only if it says when that resets.
    fn codex_usage_limit(&self, hinted: bool) -> Option<Verdict> {
        let (row, at) = self.found.first(Meaning::CodexUsageLimit)?;
        let category = if hinted { Category::Quota } else { Category::RateLimit };
        Some(decided(category, vec![self.evidence(row, at)], 3))
    }

    /// Rule 2: throttles that count tokens are no overflow.
    fn overflow(&self) -> Option<Verdict> {
        let throttled = matches!(self.reading.status, Some(429 | 529))
            || self.found.has(Meaning::RateLimit)
            || self.found.has(Meaning::Overloaded);
        if throttled {
            return None;
        }
        let by_status = || {
            let shown =
                overflow::by_status(&self.reading.folded, self.reading.failure.provider.as_deref());
            let evidence = self.reading.status.map(Evidence::Status).into_iter().collect();
            shown.then(|| decided(Category::ContextOverflow, evidence, 2))
        };
        self.words(Meaning::ContextOverflow, 2).or_else(by_status)
    }

    /// Rule 5, for what a repetition would meet again.
    fn status_of_a_deterministic_failure(&self) -> Option<Verdict> {
        let status = self
            .reading
            .status
            .filter(|status| matches!(status, 400 | 401 | 402 | 403 | 404 | 413 | 422))?;
        Some(decided(status::category(status)?, vec![Evidence::Status(status)], 5))
    }

    /// Rule 7: a 5xx that relays a 429 counts as one.
    fn relayed_429(&self) -> Option<Verdict> {
        let status = self.reading.status.filter(|status| (500..=599).contains(status))?;
        let (row, at) = self.found.first(Meaning::Status429)?;
        let evidence = vec![Evidence::Status(status), self.evidence(row, at)];
        Some(decided(Category::RateLimit, evidence, 7))
    }

    /// Rule 5, for what may pass. Rule 3 is kept by coming after it: invalid-request
    /// wording does not count here.
    fn status_of_a_transient_failure(&self) -> Option<Verdict> {
        let row = status::ROWS.iter().find(|row| Some(row.status) == self.reading.status)?;
        Some(decided(row.category, vec![Evidence::Status(row.status)], 5))
    }

    /// Rule 4, where the words leave open for how long.
    fn quota_of_some_kind(&self) -> Option<Verdict> {
        let limited = self.words(Meaning::RateLimit, 6);
        let quota = || self.words(Meaning::QuotaOrRateLimit, 4);
        self.found.first(Meaning::QuotaOrRateLimit).and_then(|_| limited.or_else(quota))
    }

    /// Rule 3: deterministic wording beats transient wording, but a 5xx beats this one.
    fn invalid_request(&self) -> Option<Verdict> {
        let server = matches!(self.reading.status, Some(500..=599));
        if server { None } else { self.words(Meaning::InvalidRequest, 3) }
    }

    /// The HTTP client's own code says exactly how the connection failed.
    fn client_code(&self) -> Option<Verdict> {
        let code = self.reading.failure.code.as_deref()?;
        let found = wording::find(&text::fold(code));
        let timeout = found.first(Meaning::Timeout).map(|_| Category::Timeout);
        let category = timeout.or(found.first(Meaning::Transport).map(|_| Category::Transport))?;
        Some(decided(category, vec![Evidence::Code(code.to_owned())], 6))
    }

    /// Rule 6: transient wording, the most specific first.
    fn transient_words(&self) -> Option<Verdict> {
        const SPECIFIC_FIRST: [Meaning; 6] = [
            Meaning::RateLimit,
            Meaning::Status429,
            Meaning::Overloaded,
            Meaning::Timeout,
            Meaning::Transport,
            Meaning::ServerError,
        ];
        SPECIFIC_FIRST.into_iter().find_map(|meaning| self.words(meaning, 6))
    }

    fn generic_5xx(&self) -> Option<Verdict> {
        let status = self.reading.status?;
        Some(decided(status::category(status)?, vec![Evidence::Status(status)], 6))
    }

    fn words(&self, meaning: Meaning, rule: u8) -> Option<Verdict> {
        let (row, at) = self.found.first(meaning)?;
        let category = meaning.category();
        let words = self.evidence(row, at);
        let agrees = |status: &u16| status::category(*status) == Some(category);
        let evidence = match self.reading.status.filter(agrees) {
            Some(status) => vec![Evidence::Status(status)],
            None => vec![words],
        };
        Some(decided(category, evidence, rule))
    }

    fn evidence(&self, row: &'static Row, at: usize) -> Evidence {
        match self.reading.codes.iter().rev().find(|(_, start)| *start <= at) {
            Some((code, _)) => Evidence::Code((*code).to_owned()),
            None => Evidence::Words(self.reading.words_at(at, row.words.text().len())),
        }
    }
}

fn decided(category: Category, evidence: Vec<Evidence>, rule: u8) -> Verdict {
    Verdict { category, evidence, rule: Some(rule) }
}

//! What led to a decision, laid open for people.

use crate::backoff;
use crate::category::Category;
use crate::config::Config;
use crate::decide::{Judgement, judge};
use crate::duration::millis;
use crate::failure::{EpochMs, Failure};
use crate::reading::Reading;
use crate::status::Origin;
use crate::{status, text, wording};

/// A decision, and everything that was found on the way to it.
#[derive(Debug)]
pub struct Explanation {
    /// The decision, and what decided it.
    pub judgement: Judgement,
    /// Where the status was read.
    pub status_from: Option<Origin>,
    /// Every row's words that were found, as they stand in the text, and what they say.
    pub words: Vec<(String, Category)>,
    /// How long the first retry would wait.
    pub wait: Wait,
}

/// How long the first retry would wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// There would be none.
    None,
    /// As long as the provider asked, and the margin.
    Asked {
        /// What it asked for, in milliseconds, without the margin.
        asked_ms: u64,
    },
    /// The first backoff, or the category's floor, between these bounds.
    Backoff {
        /// The shortest, in milliseconds.
        shortest_ms: u64,
        /// The longest, in milliseconds.
        longest_ms: u64,
    },
}

/// Explains the decision about a failure at the time `now`.
#[must_use]
pub fn explain(failure: &Failure, now: EpochMs, config: &Config) -> Explanation {
    let judgement = judge(failure, now, config);
    let reading = Reading::of(failure);
    let found = wording::find(&reading.folded);
    let words = found.hits().map(|(row, at)| {
        let words = reading.words_at(at, row.words.text().len());
        (words, row.meaning.category())
    });
    let words = words.collect();
    let status_from = status::origin(failure, &text::gist(&failure.message));
    let wait = wait(&judgement, config);
    Explanation { judgement, status_from, words, wait }
}

fn wait(judgement: &Judgement, config: &Config) -> Wait {
    if !judgement.decision.retry {
        return Wait::None;
    }
    if let Some(asked_ms) = judgement.wait_ms {
        return Wait::Asked { asked_ms };
    }
    let floor = config.floor(judgement.decision.category);
    let bound = |random| {
        millis(backoff::delay(1, config.base_delay, config.max_backoff, random).max(floor))
    };
    Wait::Backoff { shortest_ms: bound(0.0), longest_ms: bound(1.0) }
}

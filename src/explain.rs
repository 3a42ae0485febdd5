//! What led to a decision, laid open for people.

use crate::backoff;
use crate::config::Config;
use crate::decide::judge;
use crate::failure::{EpochMs, Failure};
use crate::judgement::{Explanation, Judgement, Wait};
use crate::reading::Reading;
use crate::{status, text, wording};

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
    let floor = config.floor_ms(judgement.decision.category);
    let bound = |random| {
        backoff::delay_ms(1, config.base_delay_ms, config.max_backoff_ms, random).max(floor)
    };
    Wait::Backoff { shortest_ms: bound(0.0), longest_ms: bound(1.0) }
}

//! The words after which a text says how long to wait.

use std::time::Duration;

use crate::duration;

/// Words that a wait follows.
#[derive(Debug)]
pub struct Row {
    /// The words, compared without ASCII case.
    pub lead: &'static str,
    /// What a number without a unit counts in.
    bare: Option<Duration>,
    /// A text that shows them, and the wait in it in milliseconds.
    pub sample: (&'static str, u64),
}

const SECONDS: Option<Duration> = Some(Duration::from_secs(1));

/// The known words.
#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    // OpenAI, in `rate_limit_exceeded`.
    Row { lead: "try again in", bare: None,    sample: ("Rate limit reached for m. Please try again in 1.2s.", 1_200) },
    // Azure OpenAI and many gateways.
    Row { lead: "retry after",  bare: SECONDS, sample: ("Please retry after 30 seconds.", 30_000) },
];

/// Returns the words and the wait in milliseconds that stand first in `text`, or
/// `None` where no usable wait follows any of them. Zero is no wait.
#[must_use]
pub fn find(text: &str) -> Option<(&'static str, u64)> {
    let text = text.to_ascii_lowercase();
    let waits = ROWS.iter().filter_map(|row| {
        let at = text.match_indices(row.lead).find_map(|(at, lead)| {
            let wait = wait(&text[at + lead.len()..], row.bare)?;
            Some((at, wait))
        });
        at.map(|(at, wait)| (at, row.lead, wait))
    });
    waits.min_by_key(|(at, ..)| *at).map(|(_, lead, wait)| (lead, wait))
}

fn wait(after: &str, bare: Option<Duration>) -> Option<u64> {
    let value = after.trim_start_matches([' ', ':', '=', '"', '~']);
    let wait = duration::leading(value, bare).map(duration::millis);
    wait.filter(|wait| *wait > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_in_its_own_sample() {
        for row in ROWS {
            let (text, wait_ms) = row.sample;
            assert_eq!(find(text), Some((row.lead, wait_ms)));
        }
    }

    #[test]
    fn zero_and_no_number_are_no_wait() {
        assert_eq!(find("Please try again in 0s."), None);
        assert_eq!(find("Please try again in a few minutes."), None);
    }

    #[test]
    fn a_later_wait_counts_where_an_earlier_one_is_none() {
        assert_eq!(find("try again in a moment; try again in 3s"), Some(("try again in", 3_000)));
    }
}

//! What is decided about a failure, and why: values that `decide.rs` and `explain.rs` make
//! and `report.rs` puts into words.

use tsify::Tsify;

use crate::category::Category;
use crate::classify::{Evidence, Verdict};
use crate::hint::{Found, Hint};
use crate::status::Origin;
use crate::wire::fields;

/// What to do about a failure.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// What kind of failure it is.
    pub category: Category,
    /// Whether to send the request again.
    pub retry: bool,
    /// Why, for people.
    pub reason: String,
    /// The HTTP status that was found, 400..=599.
    #[tsify(optional)]
    pub status: Option<u16>,
    /// The wait that the provider asked for, unless it is to be ignored.
    #[tsify(optional)]
    pub hint: Option<Hint>,
}

fields! { Decision { category, retry, reason, status, hint } }

/// A decision with everything that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The decision.
    pub decision: Decision,
    /// The wait that the provider asked for and that is kept, in milliseconds without
    /// margin; `None` for backoff.
    pub wait_ms: Option<u64>,
    /// The category, and what decided it.
    pub verdict: Verdict,
    /// The hint as it was found, also one that is ignored.
    pub hint: Option<Found>,
    /// The user's expression that decided.
    pub pattern: Option<String>,
}

/// Why a decision came out as it did; [`crate::report::reason`] puts it into words.
#[derive(Clone, Copy, Debug)]
pub enum Reason<'a> {
    /// The failure's own kind.
    Evidence {
        /// The category.
        category: Category,
        /// What decided the category.
        evidence: &'a [Evidence],
        /// The user's expression that decided about retrying.
        pattern: Option<&'a str>,
        /// The accepted hint.
        hint: Option<&'a Hint>,
    },
    /// The provider asked for a longer wait than the user allows.
    WaitTooLong {
        /// What the provider asked for, in milliseconds.
        asked_ms: u64,
        /// The user's limit, in milliseconds.
        limit_ms: u64,
    },
    /// The provider says that another request is in vain.
    ProviderRefuses,
}

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

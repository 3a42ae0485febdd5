//! What outlives a machine whose instance was dropped.

use super::{Failed, Left, LeftTo, Machine, Phase, Progress, Retry, Sender};
use crate::category::Category;
use crate::classify::Verdict;
use crate::judgement::Judgement;
use crate::wire::{fields, from_json, tagged, to_json, words};

impl Machine {
    /// Returns everything that the machine knows beside its configuration, as a text that
    /// [`Event::Restored`](crate::seam::Event::Restored) takes.
    #[must_use]
    pub fn memory(&self) -> String {
        to_json(self)
    }

    /// Goes on where another machine was, or with nothing where its memory cannot be read.
    pub(super) fn remember(&mut self, memory: &str, interrupted: bool) {
        if let Ok(told) = from_json::<Self>(memory) {
            *self = Self { config: std::mem::take(&mut self.config), ..told };
        }
        if interrupted {
            self.phase = Phase::Idle;
            self.forget_switch();
        }
    }
}

fields! { Machine {
    progress, phase, gate, host, settings, off, screen, noted, log, superseded, nudges, last,
    stand_ins, ..Self::default()
} }
fields! { Progress {
    attempts, attempts_before, candidates_used, waits, waited_ms, announced,
} }
fields! { Retry {
    attempt, decision, failed, delay_ms, remaining_ms, due_ms, sender, fallback, thinking_level,
} }
fields! { Failed { provider, model, entry_id, phase, error, scene } }
fields! { Left { judgement, failed, to } }
words! { LeftTo { "repeat" Repeat, "compact" Compact } }
words! { Sender { "turn" Turn, "settle" Settle, "pi" Pi } }
tagged! { Phase by "phase" {
    "idle" Idle,
    "waiting" Waiting(retry),
    "handed" Handed(retry),
    "left" Left(left),
    "switching" Switching(switching),
} }

// What explains a category is not needed once it is acted on.
fields! { Verdict {
    category, ..Self { category: Category::Unknown, evidence: vec![], rule: None }
} }
fields! { Judgement { decision, wait_ms, verdict, hint, pattern } }

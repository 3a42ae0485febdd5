//! What outlives a machine whose instance was dropped.

use std::vec::IntoIter;

use super::{Failed, Left, LeftTo, Machine, Phase, Progress, Retry, Sender};
use crate::classify::Verdict;
use crate::config::Config;
use crate::json::{self, Value};
use crate::judgement::{Decision, Judgement};
use crate::kept::{Kept, kept_fields, kept_variants};

impl Machine {
    /// Returns everything that the machine knows beside its configuration, as a text that
    /// [`Event::Restored`](crate::seam::Event::Restored) takes.
    #[must_use]
    pub fn memory(&self) -> String {
        let mut list = vec![];
        Kept::keep(self, &mut list);
        Value::Array(list).to_string()
    }

    /// Goes on where another machine was, or with nothing where its memory cannot be read.
    pub(super) fn remember(&mut self, memory: &str, interrupted: bool) {
        let list = match json::parse(memory) {
            Ok(Value::Array(list)) => list,
            _ => vec![],
        };
        if let Some(told) = <Self as Kept>::recall(&mut list.into_iter()) {
            *self = Self { config: std::mem::take(&mut self.config), ..told };
        }
        if interrupted {
            self.phase = Phase::Idle;
            self.forget_switch();
        }
    }
}

kept_fields! { Machine
    config progress phase gate host settings off screen noted log superseded nudges last stand_ins
}
kept_fields! { Progress attempts attempts_before candidates_used waits waited_ms announced }
kept_fields! { Retry attempt decision failed delay_ms remaining_ms due_ms sender fallback }
kept_fields! { Failed provider model entry_id phase error scene }
kept_fields! { Left judgement failed to }
kept_variants! { LeftTo Repeat Compact }
kept_variants! { Sender Turn Settle Pi }

/// The file is read again.
impl Kept for Config {
    fn keep(&self, _: &mut Vec<Value>) {}

    fn recall(_: &mut IntoIter<Value>) -> Option<Self> {
        Some(Self::default())
    }
}

impl Kept for Phase {
    fn keep(&self, list: &mut Vec<Value>) {
        match self {
            Self::Idle => 0_u32.keep(list),
            Self::Waiting(retry) => {
                1_u32.keep(list);
                retry.keep(list);
            }
            Self::Handed(retry) => {
                2_u32.keep(list);
                retry.keep(list);
            }
            Self::Left(left) => {
                3_u32.keep(list);
                left.keep(list);
            }
            Self::Switching(switching) => {
                4_u32.keep(list);
                switching.keep(list);
            }
        }
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        match u32::recall(list)? {
            0 => Some(Self::Idle),
            1 => Kept::recall(list).map(Self::Waiting),
            2 => Kept::recall(list).map(Self::Handed),
            3 => Kept::recall(list).map(Self::Left),
            _ => Kept::recall(list).map(Self::Switching),
        }
    }
}

/// What explains a category is not needed once it is acted on.
impl Kept for Judgement {
    fn keep(&self, list: &mut Vec<Value>) {
        self.decision.keep(list);
        self.wait_ms.keep(list);
        self.hint.keep(list);
        self.pattern.keep(list);
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        let decision: Decision = Kept::recall(list)?;
        Some(Self {
            wait_ms: Kept::recall(list)?,
            verdict: Verdict { category: decision.category, evidence: vec![], rule: None },
            hint: Kept::recall(list)?,
            pattern: Kept::recall(list)?,
            decision,
        })
    }
}

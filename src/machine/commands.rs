//! What the user's own words do: `/retry` and its arguments.

use super::telling::inform;
use super::{Left, LeftTo, Machine, Phase, Progress, Sender};
use crate::branch;
use crate::explain::explain;
use crate::failure::Failure;
use crate::report;
use crate::seam::{BranchMessage, Effect, Inputs};

impl Machine {
    /// Obeys the words after `/retry`. `branch` holds the conversation where nothing runs.
    pub(super) fn command(
        &mut self,
        words: &str,
        branch: Option<&[BranchMessage]>,
        inputs: Inputs,
    ) -> Vec<Effect> {
        let words = words.trim();
        let (verb, text) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        match (verb, text.trim()) {
            ("", _) => vec![inform(self.overview(inputs))],
            ("cancel", "") => self.cancel_by_command(),
            ("now", "") => self.now(branch),
            ("off", "") => {
                self.off = true;
                let mut effects = self.cancel(vec![Effect::EndWait, Effect::AbortRun]);
                effects.push(inform(report::switched(false)));
                effects
            }
            ("on", "") => {
                self.off = false;
                vec![inform(report::switched(true))]
            }
            ("explain", text) if !text.is_empty() => {
                let failure = Failure::from_text(text);
                let explanation = explain(&failure, inputs.now, &self.config);
                vec![inform(report::explanation(&explanation))]
            }
            _ => vec![inform(report::usage())],
        }
    }

    fn overview(&self, inputs: Inputs) -> String {
        let others = self.host_retries();
        let source = self.gate.source();
        let (standing, last) = (self.standing(inputs.now), self.last.as_ref());
        report::overview(&self.config, self.off, &self.state(), source, others, standing, last)
    }

    fn cancel_by_command(&mut self) -> Vec<Effect> {
        match &self.phase {
            Phase::Waiting(_) => self.cancel(vec![Effect::EndWait, Effect::AbortRun]),
            Phase::Left(_) | Phase::Switching(_) => {
                self.phase = Phase::Idle;
                let mut effects = self.cancelled();
                effects.push(Effect::AbortRun);
                effects
            }
            // The end of the run reports what became of the retry.
            Phase::Handed(_) => vec![Effect::AbortRun],
            Phase::Idle => vec![inform(report::nothing_to_cancel())],
        }
    }

    fn now(&mut self, branch: Option<&[BranchMessage]>) -> Vec<Effect> {
        match &self.phase {
            Phase::Waiting(_) => return vec![Effect::SkipWait],
            Phase::Left(_) => return vec![inform(report::cannot_skip_pi())],
            Phase::Handed(retry) if retry.sender == Sender::Pi => {
                return vec![inform(report::cannot_skip_pi())];
            }
            Phase::Idle | Phase::Switching(_) | Phase::Handed(_) => {}
        }
        let Some(failed) = branch.and_then(branch::unanswered) else {
            return vec![inform(report::nothing_to_retry())];
        };
        self.progress = Progress::default();
        self.superseded = failed;
        vec![Effect::StartRun { text: report::nudge() }]
    }

    fn state(&self) -> report::State {
        match &self.phase {
            Phase::Waiting(retry) => report::State::Waiting {
                attempt: retry.attempt,
                remaining_ms: retry.remaining_ms,
                reason: retry.decision.reason.clone(),
            },
            Phase::Left(Left { to: LeftTo::Compact, .. }) => report::State::HostCompacts,
            Phase::Left(_) => report::State::HostWaits,
            Phase::Handed(retry) if retry.sender == Sender::Pi => report::State::HostWaits,
            Phase::Idle | Phase::Switching(_) | Phase::Handed(_) => report::State::Idle,
        }
    }
}

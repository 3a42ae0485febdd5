//! One announced retry: its wait, its countdown, and what ends it.

use super::{Failed, Machine, Phase, Progress, Retry, Sender, hidden};
use crate::judgement::Judgement;
use crate::report;
use crate::seam::{Draft, Effect, Entry, Level, LogRecord, Outcome, RetryEntry, RetryOutcome};

impl Machine {
    /// Announces a retry and waits for it: `delay_ms` in all, of which `still_ms` here.
    pub(super) fn wait(
        &mut self,
        judgement: Judgement,
        failed: Failed,
        sender: Sender,
        delay_ms: u64,
        still_ms: u64,
    ) -> Vec<Effect> {
        let Progress { attempts, waits, waited_ms, .. } = self.progress;
        self.progress = Progress {
            attempts: attempts + 1,
            waits: waits + 1,
            waited_ms: waited_ms.saturating_add(delay_ms),
            announced: true,
            ..self.progress
        };
        let Judgement { decision, wait_ms, .. } = judgement;
        let (attempt, max) = (self.progress.attempts, self.config.max_retries);
        let shown_ms = wait_ms.unwrap_or(delay_ms);
        let report = report::announced(decision.category, &decision.reason, attempt, max, shown_ms);
        let remaining_ms = still_ms.min(shown_ms);
        let due_ms = if sender == Sender::Settle { still_ms } else { delay_ms - still_ms };
        let retry = Retry {
            attempt,
            decision,
            failed,
            delay_ms,
            remaining_ms,
            due_ms,
            sender,
            fallback: None,
            thinking_level: None,
        };
        let record = LogRecord::Wait { attempt, delay_ms, message: report.clone() };
        let mut effects = self.report(Level::Info, report, record);
        if sender == Sender::Settle {
            effects.extend(self.hand_over_at_settle(retry));
        } else {
            effects.extend(self.start_wait(retry, still_ms));
        }
        effects
    }

    pub(super) fn start_wait(&mut self, retry: Retry, delay_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::from(self.countdown(&retry));
        effects.push(Effect::StartWait { delay_ms });
        self.phase = Phase::Waiting(retry);
        effects
    }

    /// The run goes on that was asked for before it settled: now its wait can be reached.
    pub(super) fn run_started(&mut self) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Handed(retry) if retry.sender == Sender::Settle && retry.due_ms > 0 => {
                let due_ms = retry.due_ms;
                self.start_wait(Retry { due_ms: 0, ..retry }, due_ms)
            }
            other => {
                self.phase = other;
                vec![]
            }
        }
    }

    pub(super) fn countdown(&self, retry: &Retry) -> [Effect; 2] {
        let max = self.config.max_retries;
        let text = report::status(retry.attempt, max, retry.remaining_ms);
        let working = report::working(retry.attempt, max, retry.remaining_ms);
        [Effect::SetStatus { text: Some(text) }, Effect::SetWorkingMessage { text: Some(working) }]
    }

    pub(super) fn tick(&mut self, remaining_ms: u64) -> Vec<Effect> {
        let Phase::Waiting(mut retry) = std::mem::take(&mut self.phase) else {
            return vec![];
        };
        retry.remaining_ms = remaining_ms;
        let effects = self.countdown(&retry);
        self.phase = Phase::Waiting(retry);
        effects.into()
    }

    pub(super) fn elapse(&mut self) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Waiting(retry) => {
                let mut effects = Vec::from(cleared());
                effects.extend(self.hand_over(retry));
                effects
            }
            other => {
                self.phase = other;
                vec![]
            }
        }
    }

    /// Answers the question whether the run is to settle.
    pub(super) fn hand_over_at_settle(&mut self, retry: Retry) -> Vec<Effect> {
        let mut effects = self.propose(vec![retry.hide(), retry.scheduled()]);
        effects.push(Effect::Continue);
        self.phase = Phase::Handed(retry);
        effects
    }

    pub(super) fn hand_over(&mut self, retry: Retry) -> Vec<Effect> {
        let effects = match retry.sender {
            Sender::Pi => self.propose(vec![retry.scheduled()]),
            Sender::Turn => self.propose(vec![retry.hide(), retry.scheduled()]),
            Sender::Settle => vec![],
        };
        self.phase = Phase::Handed(retry);
        effects
    }

    /// Ends the wait without a retry, then does `also`.
    pub(super) fn cancel(&mut self, also: Vec<Effect>) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Waiting(retry) => {
                let mut effects = Vec::from(cleared());
                if retry.sender == Sender::Settle {
                    effects.push(retry.cancelled());
                }
                effects.extend(self.cancelled());
                effects.extend(also);
                effects
            }
            other => {
                self.phase = other;
                vec![]
            }
        }
    }

    pub(super) fn cancelled(&mut self) -> Vec<Effect> {
        let effects = self.outcome(Outcome::Cancelled, Level::Info, report::cancelled());
        self.progress = Progress::default();
        self.superseded.clear();
        effects
    }
}

impl Retry {
    pub(super) fn hide(&self) -> Draft {
        hidden(self.failed.entry_id.clone())
    }

    pub(super) fn scheduled(&self) -> Draft {
        Draft::Custom(self.entry(RetryOutcome::Scheduled))
    }

    /// The entry that follows one that was handed over.
    pub(super) fn cancelled(&self) -> Effect {
        Effect::Append { entry: self.entry(RetryOutcome::Cancelled) }
    }

    pub(super) fn entry(&self, outcome: RetryOutcome) -> Entry {
        Entry::Retry(RetryEntry {
            attempt: self.attempt,
            category: self.decision.category,
            reason: self.decision.reason.clone(),
            delay_ms: self.delay_ms,
            hint_source: self.decision.hint.as_ref().map(|hint| hint.source),
            provider: self.failed.provider.clone(),
            model: self.failed.model.clone(),
            outcome,
            status: self.decision.status,
            phase: self.failed.phase,
            error: Some(self.failed.error.clone()),
            failed_entry_id: self.failed.entry_id.clone(),
            fallback: self.fallback.clone(),
            thinking_level: self.thinking_level.clone(),
        })
    }
}

fn cleared() -> [Effect; 2] {
    [Effect::SetStatus { text: None }, Effect::SetWorkingMessage { text: None }]
}

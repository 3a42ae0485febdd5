//! The state machine of one session: events in, effects out.
//!
//! ```text
//!            a failure worth a retry            its time is up
//!   Idle ─────────────────────────▶ Waiting ────────────────────▶ Handed
//!    ▲                                 │ abort, /retry cancel        │ the request starts,
//!    └─────────────────────────────────┴─────────────────────────────┘ or the run ends
//! ```
//!
//! An event that comes late or twice yields no effects.

use std::time::Duration;

use crate::config::{self, Config, Problem};
use crate::decide::{Decision, decide};
use crate::duration::millis;
use crate::failure::Failure;
use crate::seam::{
    ConfigFile, Draft, Effect, Entry, Event, Inputs, Level, RetryEntry, RetryOutcome, StopEntry,
};
use crate::{backoff, report};

/// Added to what a provider asked for, so that its clock has surely passed the mark.
const HINT_MARGIN_MS: u64 = 250;

/// The state of one session.
#[derive(Debug, Default)]
pub struct Machine {
    config: Config,
    /// Retries of the failing request so far; 0 while none is failing.
    attempts: u32,
    phase: Phase,
    last: Option<Decision>,
}

#[derive(Debug, Default)]
enum Phase {
    /// Nothing is pending.
    #[default]
    Idle,
    /// `turn_end` is held open.
    Waiting(Retry),
    /// The entries that hide the failure were handed over; the request has not started.
    Handed(Retry),
}

/// One announced retry.
#[derive(Debug)]
struct Retry {
    attempt: u32,
    decision: Decision,
    failed: Failed,
    delay_ms: u64,
    remaining_ms: u64,
}

/// The request that failed.
#[derive(Debug)]
struct Failed {
    provider: String,
    model: String,
    entry_id: String,
}

impl Machine {
    /// Returns the machine of a session that has not said anything yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one event and returns what the host is to do about it, in order.
    pub fn handle(&mut self, event: Event, inputs: Inputs) -> Vec<Effect> {
        match event {
            Event::SessionStarted { config } => self.configure(config),
            Event::Input { idle } => {
                if idle {
                    self.attempts = 0;
                }
                vec![]
            }
            Event::RequestStarted => self.request_started(),
            Event::RequestCompleted => self.completed(),
            Event::RequestAborted => self.aborted(),
            Event::RequestFailed { compacting: true, .. } => vec![],
            Event::RequestFailed { .. } if !self.config.enabled => vec![],
            Event::RequestFailed { failure, model, entry_id, .. } => {
                let provider = failure.provider.clone().unwrap_or_default();
                self.failed(&failure, Failed { provider, model, entry_id }, inputs)
            }
            Event::WaitTicked { remaining_ms } => self.tick(remaining_ms),
            Event::WaitElapsed => self.elapse(),
            Event::WaitAborted => self.cancel(vec![]),
            Event::BeforeSettle { can_continue } => self.before_settle(can_continue),
            Event::Settled => self.settled(),
            Event::Command { words } => self.command(&words),
        }
    }

    fn configure(&mut self, file: Option<ConfigFile>) -> Vec<Effect> {
        let (config, problems) = match file {
            None => (Config::default(), vec![]),
            Some(ConfigFile::Text(text)) => config::from_text(&text),
            Some(ConfigFile::Unreadable(error)) => {
                (Config::default(), vec![Problem::Unreadable { error }])
            }
        };
        *self = Self { config, ..Self::default() };
        problems.iter().map(|problem| warn(report::problem(problem))).collect()
    }

    fn request_started(&mut self) -> Vec<Effect> {
        if matches!(self.phase, Phase::Handed(_)) {
            self.phase = Phase::Idle;
        }
        vec![]
    }

    fn completed(&mut self) -> Vec<Effect> {
        self.phase = Phase::Idle;
        match std::mem::take(&mut self.attempts) {
            0 => vec![],
            attempts => vec![inform(report::succeeded(attempts))],
        }
    }

    fn aborted(&mut self) -> Vec<Effect> {
        self.phase = Phase::Idle;
        self.attempts = 0;
        vec![]
    }

    fn failed(&mut self, failure: &Failure, failed: Failed, inputs: Inputs) -> Vec<Effect> {
        self.phase = Phase::Idle;
        let decision = decide(failure, inputs.now, &self.config);
        self.last = Some(decision.clone());
        if !decision.retry {
            return self.stop(report::not_retrying(&decision.reason), decision, failed);
        }
        if self.attempts >= self.config.max_retries {
            let report = report::giving_up(self.attempts, &decision.reason);
            return self.stop(report, decision, failed);
        }
        self.attempts += 1;
        self.wait(decision, failed, inputs.random)
    }

    fn stop(&self, report: String, decision: Decision, failed: Failed) -> Vec<Effect> {
        let entry = Entry::Stop(StopEntry {
            category: decision.category,
            reason: decision.reason,
            attempts: self.attempts,
            provider: failed.provider,
            model: failed.model,
            status: decision.status,
        });
        vec![warn(report), Effect::Propose { entries: vec![Draft::Custom { entry }] }]
    }

    fn wait(&mut self, decision: Decision, failed: Failed, random: f64) -> Vec<Effect> {
        let Config { base_delay, max_backoff, max_retries, .. } = self.config;
        let attempt = self.attempts;
        let asked_ms = decision.hint.as_ref().map(|hint| hint.wait_ms);
        let delay_ms = match asked_ms {
            Some(asked_ms) => asked_ms.saturating_add(HINT_MARGIN_MS),
            None => jittered(attempt, base_delay, max_backoff, random),
        };
        let shown_ms = asked_ms.unwrap_or(delay_ms);
        let Decision { category, reason, .. } = &decision;
        let report = report::announced(*category, reason, attempt, max_retries, shown_ms);
        let retry = Retry { attempt, decision, failed, delay_ms, remaining_ms: delay_ms };
        let mut effects = vec![inform(report)];
        effects.extend(self.countdown(&retry));
        effects.push(Effect::StartWait { delay_ms });
        self.phase = Phase::Waiting(retry);
        effects
    }

    fn countdown(&self, retry: &Retry) -> [Effect; 2] {
        let max = self.config.max_retries;
        let text = report::status(retry.attempt, max, retry.remaining_ms);
        let working = report::working(retry.attempt, max, retry.remaining_ms);
        [Effect::SetStatus { text: Some(text) }, Effect::SetWorkingMessage { text: Some(working) }]
    }

    fn tick(&mut self, remaining_ms: u64) -> Vec<Effect> {
        let Phase::Waiting(mut retry) = std::mem::take(&mut self.phase) else {
            return vec![];
        };
        retry.remaining_ms = remaining_ms;
        let effects = self.countdown(&retry);
        self.phase = Phase::Waiting(retry);
        effects.into()
    }

    fn elapse(&mut self) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Waiting(retry) => {
                let entry = retry.entry(RetryOutcome::Scheduled);
                let entries = vec![retry.hide(), Draft::Custom { entry }];
                self.phase = Phase::Handed(retry);
                let [status, working] = cleared();
                vec![status, working, Effect::Propose { entries }]
            }
            other => {
                self.phase = other;
                vec![]
            }
        }
    }

    /// Ends the wait without a retry, then does `also`.
    fn cancel(&mut self, also: Vec<Effect>) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Waiting(_) => {
                self.attempts = 0;
                let mut effects = Vec::from(cleared());
                effects.push(inform(report::cancelled()));
                effects.extend(also);
                effects
            }
            other => {
                self.phase = other;
                vec![]
            }
        }
    }

    fn before_settle(&self, can_continue: bool) -> Vec<Effect> {
        match &self.phase {
            Phase::Handed(_) if can_continue => vec![Effect::Continue],
            // Another extension's invalid entries made Pi drop ours as well.
            Phase::Handed(retry) => {
                vec![Effect::Propose { entries: vec![retry.hide()] }, Effect::Continue]
            }
            _ => vec![],
        }
    }

    fn settled(&mut self) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Handed(retry) => {
                self.attempts = 0;
                let entry = retry.entry(RetryOutcome::Cancelled);
                vec![Effect::Append { entry }, inform(report::cancelled())]
            }
            other => {
                self.phase = other;
                vec![]
            }
        }
    }

    fn command(&mut self, words: &str) -> Vec<Effect> {
        match words.trim() {
            "" => {
                let state = self.state();
                vec![inform(report::overview(&self.config, &state, self.last.as_ref()))]
            }
            "cancel" => match self.cancel(vec![Effect::EndWait, Effect::AbortRun]) {
                effects if effects.is_empty() => vec![inform(report::nothing_to_cancel())],
                effects => effects,
            },
            _ => vec![inform(report::usage())],
        }
    }

    fn state(&self) -> report::State {
        match &self.phase {
            Phase::Waiting(retry) => report::State::Waiting {
                attempt: retry.attempt,
                remaining_ms: retry.remaining_ms,
                reason: retry.decision.reason.clone(),
            },
            Phase::Idle | Phase::Handed(_) => report::State::Idle,
        }
    }
}

impl Retry {
    fn hide(&self) -> Draft {
        Draft::ContextEdit { target_id: self.failed.entry_id.clone(), replacement: () }
    }

    fn entry(&self, outcome: RetryOutcome) -> Entry {
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
            failed_entry_id: self.failed.entry_id.clone(),
        })
    }
}

fn jittered(attempt: u32, base: Duration, cap: Duration, random: f64) -> u64 {
    millis(backoff::delay(attempt, base, cap, random))
}

fn cleared() -> [Effect; 2] {
    [Effect::SetStatus { text: None }, Effect::SetWorkingMessage { text: None }]
}

fn inform(text: String) -> Effect {
    Effect::Notify { text, level: Level::Info }
}

fn warn(text: String) -> Effect {
    Effect::Notify { text, level: Level::Warning }
}

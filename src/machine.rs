//! The state machine of one session: events in, effects out.
//!
//! ```text
//!            a failure worth a retry            its time is up
//!   Idle ─────────────────────────▶ Waiting ────────────────────▶ Handed
//!    ▲ │                               │ abort, /retry cancel        │ the request starts,
//!    │ └────────────▶ Left ────────────┴─────────────────────────────┘ or the run ends
//!    │   an overflow    │                                            │
//!    └──────────────────┴────────────────────────────────────────────┘
//! ```
//!
//! An event that comes late or twice yields no effects.

use crate::category::Category;
use crate::clean::clean;
use crate::config::{self, Config, Problem};
use crate::decide::{Decision, Judgement, judge};
use crate::duration::millis;
use crate::header_gate::{Gate, NoMarks, complete};
use crate::seam::{
    Captured, ConfigFile, Draft, Effect, Entry, Event, FailedRequest, Inputs, Level, RequestPhase,
    RetryEntry, RetryOutcome, StopEntry,
};
use crate::{backoff, hint, report};

/// How many characters of an error text the session file keeps.
const LONGEST_ERROR: usize = 500;

/// The state of one session.
#[derive(Debug, Default)]
pub struct Machine {
    config: Config,
    progress: Progress,
    phase: Phase,
    gate: Gate,
    last: Option<Decision>,
}

/// What was done for the failing request so far; nothing while none is failing.
#[derive(Debug, Default)]
struct Progress {
    /// Retries announced.
    attempts: u32,
    /// The sum of their waits.
    waited_ms: u64,
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
    /// The failure was left to Pi; these effects follow if Pi settles on it.
    Left(Vec<Effect>),
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
    phase: Option<RequestPhase>,
    /// The error text, cleaned.
    error: String,
}

impl Machine {
    /// Returns the machine of a session that has not said anything yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one event and returns what the host is to do about it, in order.
    pub fn handle(&mut self, event: Event, inputs: Inputs) -> Vec<Effect> {
        let mut effects = self.overtaken(&event);
        effects.extend(match event {
            Event::SessionStarted { config, watchable } => self.configure(config, watchable),
            Event::Input { idle } => {
                if idle {
                    self.progress = Progress::default();
                }
                vec![]
            }
            Event::RequestStarted => self.request_started(),
            Event::RequestPrepared { settings } => {
                self.gate.prepared(settings);
                vec![]
            }
            Event::WarmingDecided { sent } => self.warming(sent),
            Event::HeadersOpen { api } => {
                let watched = self.gate.streams_errors();
                let mark = self.gate.headers_open(api).then_some(Effect::Mark);
                let on = self.gate.streams_errors();
                let stream = (on != watched).then_some(Effect::WatchStream { on });
                mark.into_iter().chain(stream).collect()
            }
            Event::ResponseBegan { status, headers } => {
                self.gate.responded(status, headers);
                vec![]
            }
            Event::RequestCompleted { captured } => self.completed(captured.as_ref()),
            Event::RequestAborted => self.aborted(),
            Event::RequestFailed(request) => self.request_failed(request, inputs),
            Event::WaitTicked { remaining_ms } => self.tick(remaining_ms),
            Event::WaitElapsed => self.elapse(),
            Event::WaitAborted => self.cancel(vec![]),
            Event::BeforeSettle { can_continue } => self.before_settle(can_continue),
            Event::Settled => self.settled(),
            Event::Command { words } => self.command(&words),
        });
        effects
    }

    /// Ends a wait that the session has gone on without.
    fn overtaken(&mut self, event: &Event) -> Vec<Effect> {
        let goes_on = matches!(
            event,
            Event::SessionStarted { .. }
                | Event::RequestStarted
                | Event::RequestCompleted { .. }
                | Event::RequestAborted
                | Event::RequestFailed(_)
                | Event::Settled
        );
        if goes_on { self.cancel(vec![Effect::EndWait]) } else { vec![] }
    }

    fn configure(&mut self, file: Option<ConfigFile>, watchable: bool) -> Vec<Effect> {
        let (config, problems) = match file {
            None => (Config::default(), vec![]),
            Some(ConfigFile::Text(text)) => config::from_text(&text),
            Some(ConfigFile::Unreadable(error)) => {
                (Config::default(), vec![Problem::Unreadable { error }])
            }
        };
        let marks = match (config.capture_headers, watchable) {
            (false, _) => Err(NoMarks::Unwanted),
            (_, false) => Err(NoMarks::Unwatchable),
            _ => Ok(()),
        };
        *self = Self { config, gate: Gate::new(marks), ..Self::default() };
        problems.iter().map(|problem| warn(report::problem(problem))).collect()
    }

    /// A warming would draw on the limit that a provider-requested wait is there for.
    fn warming(&mut self, sent: bool) -> Vec<Effect> {
        let asked = |retry: &Retry| retry.decision.hint.is_some();
        let stop = matches!(&self.phase, Phase::Waiting(retry) if asked(retry));
        self.gate.warming(sent && !stop);
        if stop { vec![Effect::StopWarming] } else { vec![] }
    }

    fn request_started(&mut self) -> Vec<Effect> {
        if matches!(self.phase, Phase::Handed(_) | Phase::Left(_)) {
            self.phase = Phase::Idle;
        }
        vec![]
    }

    fn completed(&mut self, captured: Option<&Captured>) -> Vec<Effect> {
        self.gate.ended(captured);
        self.phase = Phase::Idle;
        match std::mem::take(&mut self.progress).attempts {
            0 => vec![],
            attempts => vec![inform(report::succeeded(attempts))],
        }
    }

    fn aborted(&mut self) -> Vec<Effect> {
        self.gate.ended(None);
        self.phase = Phase::Idle;
        self.progress = Progress::default();
        vec![]
    }

    fn request_failed(&mut self, mut request: FailedRequest, inputs: Inputs) -> Vec<Effect> {
        let response = self.gate.ended(request.captured.as_ref());
        let captured = response.map(|(status, headers)| Captured {
            status: Some(status),
            headers,
            ..Captured::default()
        });
        let captured = captured.or(request.captured.take());
        let phase = captured.and_then(|captured| complete(&mut request.failure, captured));
        if request.compacting || !self.config.enabled {
            return vec![];
        }
        self.failed(request, phase, inputs)
    }

    fn failed(
        &mut self,
        request: FailedRequest,
        phase: Option<RequestPhase>,
        inputs: Inputs,
    ) -> Vec<Effect> {
        let judgement = judge(&request.failure, inputs.now, &self.config);
        let Judgement { decision, .. } = &judgement;
        let failed = Failed {
            provider: request.failure.provider.unwrap_or_default(),
            model: request.model,
            entry_id: request.entry_id,
            phase,
            error: clean(&request.failure.message, LONGEST_ERROR),
        };
        self.phase = Phase::Idle;
        self.last = Some(decision.clone());
        if !decision.retry {
            let stop = self.stop(report::not_retrying(&decision.reason), decision, failed);
            // Hiding an overflow, or only speaking of it, would be in the way of Pi's compaction.
            if decision.category == Category::ContextOverflow {
                self.phase = Phase::Left(stop);
                return vec![];
            }
            return stop;
        }
        if self.progress.attempts >= self.config.max_retries {
            let report = report::giving_up(self.progress.attempts, &decision.reason);
            return self.stop(report, decision, failed);
        }
        let delay_ms = self.delay_ms(&judgement, inputs.random);
        let limit_ms = millis(self.config.max_total_wait);
        let waited_ms = self.progress.waited_ms.saturating_add(delay_ms);
        if limit_ms > 0 && waited_ms > limit_ms {
            let reason = report::total_wait_limit(limit_ms);
            let report = report::giving_up(self.progress.attempts, &reason);
            let decision = Decision { reason, ..decision.clone() };
            return self.stop(report, &decision, failed);
        }
        self.progress = Progress { attempts: self.progress.attempts + 1, waited_ms };
        self.wait(judgement, failed, delay_ms)
    }

    fn delay_ms(&self, judgement: &Judgement, random: f64) -> u64 {
        let Config { base_delay, max_backoff, .. } = self.config;
        match judgement.wait_ms {
            Some(asked_ms) => asked_ms.saturating_add(hint::MARGIN_MS),
            None => {
                let attempt = self.progress.attempts + 1;
                let floor = self.config.floor(judgement.decision.category);
                millis(backoff::delay(attempt, base_delay, max_backoff, random).max(floor))
            }
        }
    }

    fn stop(&self, report: String, decision: &Decision, failed: Failed) -> Vec<Effect> {
        let entry = Entry::Stop(StopEntry {
            category: decision.category,
            reason: decision.reason.clone(),
            attempts: self.progress.attempts,
            provider: failed.provider,
            model: failed.model,
            status: decision.status,
            phase: failed.phase,
            error: Some(failed.error),
        });
        vec![warn(report), Effect::Propose { entries: vec![Draft::Custom { entry }] }]
    }

    fn wait(&mut self, judgement: Judgement, failed: Failed, delay_ms: u64) -> Vec<Effect> {
        let Judgement { decision, wait_ms, .. } = judgement;
        let attempt = self.progress.attempts;
        let max = self.config.max_retries;
        let shown_ms = wait_ms.unwrap_or(delay_ms);
        let report = report::announced(decision.category, &decision.reason, attempt, max, shown_ms);
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
                self.progress = Progress::default();
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

    fn before_settle(&mut self, can_continue: bool) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Left(stop) => stop,
            Phase::Handed(retry) => {
                let hide = retry.hide();
                self.phase = Phase::Handed(retry);
                // Another extension's invalid entries made Pi drop ours as well.
                let again = (!can_continue).then(|| Effect::Propose { entries: vec![hide] });
                again.into_iter().chain([Effect::Continue]).collect()
            }
            other => {
                self.phase = other;
                vec![]
            }
        }
    }

    fn settled(&mut self) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Handed(retry) => {
                self.progress = Progress::default();
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
                vec![inform(report::overview(
                    &self.config,
                    &state,
                    self.gate.source(),
                    self.last.as_ref(),
                ))]
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
            Phase::Idle | Phase::Handed(_) | Phase::Left(_) => report::State::Idle,
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
            phase: self.failed.phase,
            error: Some(self.failed.error.clone()),
            failed_entry_id: self.failed.entry_id.clone(),
        })
    }
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

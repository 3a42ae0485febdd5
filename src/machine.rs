//! The state machine of one session: events in, effects out.
//!
//! ```text
//!            a failure worth a retry            its time is up
//!   Idle ─────────────────────────▶ Waiting ────────────────────▶ Handed
//!    ▲ │                               │ abort, /retry cancel        │ the request starts,
//!    │ │                               ▼                             ▼ or the run ends
//!    │ │                              Idle                          Idle
//!    │ └──────────▶ Left
//!    │  Pi takes it   │ the request starts, or the run ends
//!    └────────────────┘
//! ```
//!
//! What Pi was left and declines is handed over at once, and waited for when its run goes on.
//! An event that comes late or twice yields no effects.

mod commands;
mod fallback;
mod memory;
mod telling;
mod waiting;

use self::telling::{decided, one_note};
use crate::category::Category;
use crate::clean::clean;
use crate::config::{self, Config, Log, Problem};
use crate::decide::judge;
use crate::header_gate::{Gate, NoMarks, complete};
use crate::home::Moment;
use crate::host_retry::HostRetry;
use crate::judgement::{Decision, Judgement};
use crate::model::ModelRef;
use crate::seam::{
    Captured, ConfigFile, Draft, Effect, Entry, Event, FailedRequest, HostSettings, Inputs, Level,
    LogTarget, Outcome, RequestPhase, Scene, StopEntry, Switch,
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
    host: HostRetry,
    /// Pi's settings when the last request was prepared or failed.
    settings: Option<HostSettings>,
    /// The user has switched pi-retry off for this session.
    off: bool,
    /// The terminal is Pi's screen.
    screen: bool,
    /// The note about Pi's own retry was given.
    noted: bool,
    /// Where the log goes, while there is one.
    log: Option<LogTarget>,
    /// The failed answers that a run started by `/retry now` is to replace.
    superseded: Vec<String>,
    /// The messages that started such a run, and that the model could still see.
    nudges: Vec<String>,
    last: Option<Decision>,
    stand_ins: fallback::StandIns,
}

/// What was done for the failing request so far; nothing while none is failing.
#[derive(Debug, Default)]
struct Progress {
    /// Repeats, whoever sent them.
    attempts: u32,
    /// Those of them that were made when the active model took over.
    attempts_before: u32,
    /// Entries of the list of fallback models that had their turn.
    candidates_used: usize,
    /// Waits of pi-retry's own.
    waits: u32,
    /// The sum of those waits.
    waited_ms: u64,
    /// The user was told about one of the repeats.
    announced: bool,
}

#[derive(Debug, Default)]
enum Phase {
    /// Nothing is pending.
    #[default]
    Idle,
    /// The question is held open, while another model is made the active one.
    Switching(fallback::Switching),
    /// `turn_end` is held open, or the start of a run that goes on.
    Waiting(Retry),
    /// The entries that hide the failure were handed over; the request has not started, nor
    /// a wait that is due before.
    Handed(Retry),
    /// The failure was left to Pi, to repeat it or to compact the context.
    Left(Left),
}

/// A failure that was left to Pi.
#[derive(Debug)]
struct Left {
    judgement: Judgement,
    failed: Failed,
    to: LeftTo,
}

/// What Pi is expected to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeftTo {
    /// Send the request again.
    Repeat,
    /// Compact the context.
    Compact,
}

/// One announced retry.
#[derive(Debug)]
struct Retry {
    attempt: u32,
    decision: Decision,
    failed: Failed,
    delay_ms: u64,
    remaining_ms: u64,
    /// What of the wait is Pi's or, where Pi has declined, due when the run goes on.
    due_ms: u64,
    sender: Sender,
    /// The model that takes over.
    fallback: Option<Switch>,
    /// Beside it, the thinking level of the model that failed.
    thinking_level: Option<String>,
}

/// Who sends the retry, and so hides the failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sender {
    /// pi-retry, from `turn_end`.
    Turn,
    /// pi-retry, from `agent_before_settle`: Pi declined what it was expected to repeat.
    /// Nothing reaches a wait there, so the run goes on and waits before it sends anything,
    /// with its entries already in the session.
    Settle,
    /// Pi itself, after our wait.
    Pi,
}

/// The request that failed.
#[derive(Clone, Debug)]
struct Failed {
    provider: String,
    model: String,
    entry_id: String,
    phase: Option<RequestPhase>,
    /// The error text, cleaned.
    error: String,
    scene: Option<Scene>,
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
            Event::SessionStarted { config, watchable, screen, namesakes, active, trail } => {
                let mut effects = self.configure(config, watchable, screen);
                if !namesakes.is_empty() {
                    effects.extend(self.tell(Level::Warning, report::namesakes(&namesakes)));
                }
                effects.extend(self.recall(&trail, active.as_ref(), inputs.now));
                effects
            }
            Event::Restored { config, watchable, screen, memory, interrupted } => {
                // What there was to say about the configuration was said when the session began.
                self.configure(config, watchable, screen);
                self.remember(&memory, interrupted);
                vec![]
            }
            Event::ModelsFound { models } => self.models_found(models),
            Event::Input { idle: true, .. } => self.prompted(inputs),
            Event::Input { follow_up, .. } => self.input(follow_up),
            Event::ModelChosen(model) => self.model_chosen(&model),
            Event::ModelSet { ok } => self.model_set(ok, inputs),
            Event::AlarmRang => self.alarm_rang(inputs.now),
            Event::RunStarted => self.run_started(),
            Event::RequestStarted => self.request_started(),
            Event::RequestPrepared { settings } => {
                self.settings = Some(settings.clone());
                self.gate.prepared(settings);
                vec![]
            }
            Event::WarmingDecided { sent } => self.warming(sent),
            Event::HeadersOpen { api } => {
                self.request_leaves();
                let watched = self.gate.streams_errors();
                let mut effects = vec![];
                effects.extend(self.gate.headers_open(api).then_some(Effect::Mark));
                let on = self.gate.streams_errors();
                effects.extend((on != watched).then_some(Effect::WatchStream { on }));
                effects
            }
            Event::ResponseBegan { status, headers } => {
                self.gate.responded(status, headers);
                vec![]
            }
            Event::RequestCompleted { captured, nudges } => {
                self.nudges = nudges;
                self.completed(captured.as_ref())
            }
            Event::RequestAborted { nudges } => {
                self.nudges = nudges;
                self.aborted()
            }
            Event::RequestFailed(request) if request.aborted => {
                self.nudges = request.nudges;
                self.aborted()
            }
            Event::RequestFailed(request) => self.request_failed(request, inputs),
            Event::WaitTicked { remaining_ms } => self.tick(remaining_ms),
            Event::WaitElapsed => self.elapse(),
            Event::WaitAborted => self.cancel(vec![]),
            Event::BeforeSettle { can_continue } => self.before_settle(can_continue, inputs),
            Event::Settled => self.settled(inputs),
            Event::Command { words, idle, branch } => {
                self.command(&words, idle.then_some(&branch), inputs)
            }
            Event::LogFailed { error } => self.log_failed(&error),
        });
        if self.screen { one_note(effects) } else { effects }
    }

    /// Ends a wait that the session has gone on without.
    fn overtaken(&mut self, event: &Event) -> Vec<Effect> {
        let goes_on = matches!(
            event,
            Event::SessionStarted { .. }
                | Event::RequestStarted
                | Event::RequestCompleted { .. }
                | Event::RequestAborted { .. }
                | Event::RequestFailed(_)
                | Event::Settled
        );
        if goes_on { self.cancel(vec![Effect::EndWait]) } else { vec![] }
    }

    fn configure(
        &mut self,
        file: Option<ConfigFile>,
        watchable: bool,
        screen: bool,
    ) -> Vec<Effect> {
        let (config, problems) = match file {
            None => (Config::default(), vec![]),
            Some(ConfigFile::Text(text)) => config::from_text(&text),
            Some(ConfigFile::Unreadable(error)) => {
                (Config::default(), vec![Problem::Unreadable { error }])
            }
        };
        let no_marks = match (config.capture_headers, watchable) {
            (false, _) => Some(NoMarks::Unwanted),
            (_, false) => Some(NoMarks::Unwatchable),
            _ => None,
        };
        let log = match &config.log {
            Log::Stderr if !screen => Some(LogTarget::Stderr),
            Log::File(path) => Some(LogTarget::File(path.clone())),
            Log::Off | Log::Stderr => None,
        };
        *self = Self { config, gate: Gate::new(no_marks), screen, log, ..Self::default() };
        let mut effects = vec![];
        effects.extend(self.log.clone().map(|to| Effect::OpenLog { to }));
        for problem in &problems {
            effects.extend(self.tell(Level::Warning, report::problem(problem)));
        }
        effects.extend(self.find_models());
        effects
    }

    /// A warming would draw on the limit that a provider-requested wait is there for.
    fn warming(&mut self, sent: bool) -> Vec<Effect> {
        let asked = |retry: &Retry| retry.decision.hint.is_some();
        let stop = matches!(&self.phase, Phase::Waiting(retry) if asked(retry));
        self.gate.warming(sent && !stop);
        if stop { vec![Effect::StopWarming] } else { vec![] }
    }

    fn request_started(&mut self) -> Vec<Effect> {
        self.run_goes_on(true);
        if let Phase::Left(Left { to: LeftTo::Repeat, .. }) = self.phase {
            self.progress.attempts += 1;
        }
        if matches!(self.phase, Phase::Left(_)) {
            self.phase = Phase::Idle;
        }
        vec![]
    }

    /// A retry that was handed over is on its way: its headers are the last that is asked for.
    fn request_leaves(&mut self) {
        if self.gate.awaits_headers() && matches!(self.phase, Phase::Handed(_)) {
            self.phase = Phase::Idle;
        }
    }

    fn prompted(&mut self, inputs: Inputs) -> Vec<Effect> {
        self.progress = Progress::default();
        self.superseded.clear();
        self.come_back(Moment::Prompt, inputs.now)
    }

    /// A message typed or steered during a backoff goes with the retry, as soon as Pi holds
    /// it: other extensions may still be at it, or keep it, and Pi may refuse it. During a
    /// provider-requested wait it goes at the deadline, and a follow-up after the answer.
    fn input(&self, follow_up: bool) -> Vec<Effect> {
        let backs_off = |retry: &Retry| retry.decision.hint.is_none();
        let wakes = matches!(&self.phase, Phase::Waiting(retry) if backs_off(retry));
        if wakes && !follow_up { vec![Effect::SkipWaitOnceQueued] } else { vec![] }
    }

    /// Another provider knows nothing of the wait that the first one asked for.
    fn model_chosen(&mut self, model: &ModelRef) -> Vec<Effect> {
        if self.is_own_choice(model) {
            return vec![];
        }
        self.model_decided();
        match &self.phase {
            Phase::Waiting(retry) if retry.failed.provider != model.provider => {
                vec![Effect::SkipWait]
            }
            _ => vec![],
        }
    }

    fn completed(&mut self, captured: Option<&Captured>) -> Vec<Effect> {
        self.gate.ended(captured);
        self.host.reset();
        self.phase = Phase::Idle;
        let Progress { attempts, announced, .. } = self.progress;
        let mut effects = if announced {
            self.outcome(Outcome::Succeeded, Level::Info, report::succeeded(attempts))
        } else {
            vec![]
        };
        self.progress = Progress::default();
        effects.extend(self.propose(vec![]));
        effects
    }

    /// Answers the open question with entries, and hides with them what stood in the way of
    /// `/retry now`. Does nothing where there is neither.
    fn propose(&mut self, mut entries: Vec<Draft>) -> Vec<Effect> {
        entries.extend(self.superseded.drain(..).map(hidden));
        entries.extend(self.nudges.drain(..).map(hidden));
        if entries.is_empty() { vec![] } else { vec![Effect::Propose { entries }] }
    }

    fn aborted(&mut self) -> Vec<Effect> {
        self.gate.ended(None);
        self.host.reset();
        self.progress = Progress::default();
        // A retry that was handed over and not sent is recorded when the run has settled.
        if !matches!(self.phase, Phase::Handed(_)) {
            self.phase = Phase::Idle;
        }
        self.propose(vec![])
    }

    fn request_failed(&mut self, mut request: FailedRequest, inputs: Inputs) -> Vec<Effect> {
        let response = self.gate.ended(request.captured.as_ref());
        let captured = response.or(request.captured.take());
        let phase = captured.and_then(|captured| complete(&mut request.failure, captured));
        self.settings = request.settings.take();
        let settings = self.settings.as_ref();
        let host_wait_ms = settings.and_then(|settings| self.host.next(&request.failure, settings));
        self.phase = Phase::Idle;
        self.nudges = std::mem::take(&mut request.nudges);
        if request.compacting || self.off || !self.config.enabled {
            return self.propose(vec![]);
        }
        let mut effects = self.note();
        let judgement = judge(&request.failure, inputs.now, &self.config);
        self.last = Some(judgement.decision.clone());
        let failed = Failed {
            provider: request.failure.provider.unwrap_or_default(),
            model: request.model,
            entry_id: request.entry_id,
            phase,
            error: clean(&request.failure.message, LONGEST_ERROR),
            scene: request.scene,
        };
        let left_to_pi = host_wait_ms.is_some() || overflows(&judgement.decision);
        effects.extend(self.log(decided(&judgement.decision, &failed, left_to_pi)));
        effects.extend(match host_wait_ms {
            Some(wait) => self.leave_to_pi(judgement, failed, wait, inputs),
            // Hiding an overflow, or only speaking of it, would be in the way of Pi's compaction.
            None if overflows(&judgement.decision) => {
                self.leave(judgement, failed, LeftTo::Compact)
            }
            None => self.act(judgement, failed, Sender::Turn, inputs),
        });
        effects
    }

    /// Tells once that Pi retries, too.
    fn note(&mut self) -> Vec<Effect> {
        let due = self.host_retries() && !std::mem::replace(&mut self.noted, true);
        if due { self.tell(Level::Info, report::host_retries()) } else { vec![] }
    }

    fn host_retries(&self) -> bool {
        self.settings.as_ref().is_some_and(HostSettings::retries)
    }

    /// Pi will repeat the failure after `host_wait_ms`: only a longer wait that the provider
    /// asked for comes first.
    fn leave_to_pi(
        &mut self,
        judgement: Judgement,
        failed: Failed,
        host_wait_ms: u64,
        inputs: Inputs,
    ) -> Vec<Effect> {
        let switch = self.fall_back(&judgement, &failed, Sender::Pi, Some(host_wait_ms), inputs);
        if let Some(effects) = switch {
            return effects;
        }
        let spent = self.progress.attempts >= self.config.max_retries;
        let Some(asked_ms) = judgement.wait_ms.filter(|_| judgement.decision.retry && !spent)
        else {
            return self.leave(judgement, failed, LeftTo::Repeat);
        };
        let delay_ms = asked_ms.saturating_add(hint::MARGIN_MS);
        if self.exceeds_total_wait(delay_ms) {
            return self.leave(judgement, failed, LeftTo::Repeat);
        }
        let still_ms = delay_ms.saturating_sub(host_wait_ms);
        self.wait(judgement, failed, Sender::Pi, delay_ms, still_ms)
    }

    fn leave(&mut self, judgement: Judgement, failed: Failed, to: LeftTo) -> Vec<Effect> {
        self.phase = Phase::Left(Left { judgement, failed, to });
        self.propose(vec![])
    }

    /// Does about a failure what pi-retry does where nobody else acts.
    fn act(
        &mut self,
        judgement: Judgement,
        failed: Failed,
        sender: Sender,
        inputs: Inputs,
    ) -> Vec<Effect> {
        if let Some(effects) = self.fall_back(&judgement, &failed, sender, None, inputs) {
            return effects;
        }
        let decision = &judgement.decision;
        if !decision.retry {
            let report = report::not_retrying(&decision.reason);
            return self.stop(Outcome::NotRetrying, report, decision, failed);
        }
        if self.progress.attempts >= self.config.max_retries {
            let report = report::giving_up(self.progress.attempts, &decision.reason);
            return self.stop(Outcome::GivingUp, report, decision, failed);
        }
        let delay_ms = self.delay_ms(&judgement, inputs.random);
        if self.exceeds_total_wait(delay_ms) {
            let reason = report::total_wait_limit(self.config.max_total_wait_ms);
            let report = report::giving_up(self.progress.attempts, &reason);
            let decision = Decision { reason, ..decision.clone() };
            return self.stop(Outcome::GivingUp, report, &decision, failed);
        }
        self.wait(judgement, failed, sender, delay_ms, delay_ms)
    }

    fn exceeds_total_wait(&self, delay_ms: u64) -> bool {
        let limit_ms = self.config.max_total_wait_ms;
        limit_ms > 0 && self.progress.waited_ms.saturating_add(delay_ms) > limit_ms
    }

    fn delay_ms(&self, judgement: &Judgement, random: f64) -> u64 {
        let Config { base_delay_ms, max_backoff_ms, .. } = self.config;
        match judgement.wait_ms {
            Some(asked_ms) => asked_ms.saturating_add(hint::MARGIN_MS),
            None => {
                let wait = self.progress.waits + 1;
                let floor = self.config.floor_ms(judgement.decision.category);
                backoff::delay_ms(wait, base_delay_ms, max_backoff_ms, random).max(floor)
            }
        }
    }

    fn stop(
        &mut self,
        outcome: Outcome,
        report: String,
        decision: &Decision,
        failed: Failed,
    ) -> Vec<Effect> {
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
        let mut effects = self.outcome(outcome, Level::Warning, report);
        effects.extend(self.propose(vec![Draft::Custom(entry)]));
        effects
    }

    fn before_settle(&mut self, can_continue: bool, inputs: Inputs) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Left(left) => self.reconsider(left, can_continue, inputs),
            Phase::Handed(retry) => {
                // Hidden already, but not sent: the user cancelled Pi's own wait.
                if retry.sender == Sender::Pi && can_continue {
                    self.phase = Phase::Handed(retry);
                    return vec![];
                }
                // Another extension's invalid entries made Pi drop ours as well, or Pi
                // declined what it was expected to repeat, and keeps nothing of the wait.
                let entries = vec![retry.hide()];
                let mut effects = vec![];
                effects.extend((!can_continue).then_some(Effect::Propose { entries }));
                effects.push(Effect::Continue);
                self.phase = Phase::Handed(match retry.sender {
                    Sender::Pi => {
                        let remaining_ms = retry.due_ms;
                        Retry { remaining_ms, sender: Sender::Settle, ..retry }
                    }
                    Sender::Turn | Sender::Settle => retry,
                });
                effects
            }
            other => {
                self.phase = other;
                vec![]
            }
        }
    }

    /// Pi is about to settle on a failure that was left to it.
    fn reconsider(&mut self, left: Left, can_continue: bool, inputs: Inputs) -> Vec<Effect> {
        let Left { judgement, failed, to } = left;
        let decision = &judgement.decision;
        if to == LeftTo::Compact {
            let report = report::not_retrying(&decision.reason);
            return self.stop(Outcome::NotRetrying, report, decision, failed);
        }
        // Hidden already, but not sent: the user cancelled Pi's own wait.
        if can_continue {
            self.progress = Progress::default();
            return vec![];
        }
        self.act(judgement, failed, Sender::Settle, inputs)
    }

    fn settled(&mut self, inputs: Inputs) -> Vec<Effect> {
        // A run that was cancelled ends Pi's count as well.
        self.host.reset();
        let mut effects = self.settle();
        if self.run_goes_on(false) {
            effects.extend(self.come_back(Moment::Settled, inputs.now));
        }
        effects
    }

    fn settle(&mut self) -> Vec<Effect> {
        match std::mem::take(&mut self.phase) {
            Phase::Handed(retry) => {
                let mut effects = vec![retry.cancelled()];
                self.progress.attempts = retry.attempt;
                effects.extend(self.cancelled());
                effects
            }
            Phase::Left(_) => {
                self.progress = Progress::default();
                vec![]
            }
            Phase::Idle | Phase::Switching(_) | Phase::Waiting(_) => vec![],
        }
    }
}

/// Whether a failure is for Pi's compaction to mend.
fn overflows(decision: &Decision) -> bool {
    decision.category == Category::ContextOverflow && !decision.retry
}

fn hidden(target_id: String) -> Draft {
    Draft::ContextEdit { target_id, replacement: () }
}

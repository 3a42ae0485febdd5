//! The laws of a session, as a host sees it: by the effects.

use std::ops::RangeInclusive;

use pi_retry::decide::judge;
use pi_retry::seam::{
    ConfigFile, Draft, Effect, Entry, Event, FailedRequest, Inputs, LogRecord, RetryOutcome,
};
use pi_retry::{Category, Config, EpochMs, Machine, config};
use serde_json::json;

use super::case::Step;
use super::laws::{shown, shown_line};

/// Tells a machine the events in order, whether or not a host would, and then of a fresh
/// failure.
pub(crate) fn story(steps: &[Step]) {
    let (mut machine, mut host) = (Machine::new(), Host::default());
    let mut start = None;
    let mut tell = |step: &Step| {
        let event = step.event();
        let anew = start.clone().map(|start| anew(&machine, start));
        let effects = machine.handle(event.clone(), step.inputs());
        if let Some(mut anew) = anew {
            let same = anew.handle(event.clone(), step.inputs());
            assert_eq!(same, effects, "a machine made anew");
        }
        if let Event::SessionStarted { config, watchable, screen, .. } = &event {
            start = Some((config.clone(), *watchable, *screen));
        }
        host.take(&event, step.inputs(), &effects);
        host.config.enabled && effects.is_empty()
    };
    for step in steps {
        tell(step);
    }
    let fresh = [
        json!({ "type": "command", "words": "on" }),
        json!({ "type": "request_aborted" }),
        json!({
            "type": "request_failed", "failure": { "message": "503" },
            "model": "m", "entryId": "fresh", "compacting": false,
        }),
    ];
    for event in fresh {
        let fresh = event["type"] == "request_failed";
        let silent = tell(&Step { now_ms: 0, random: "0.5".to_owned(), event });
        assert!(!(fresh && silent), "a fresh failure is lost");
    }
}

/// Returns a machine that was told what another one knows.
fn anew(
    machine: &Machine,
    (config, watchable, screen): (Option<ConfigFile>, bool, bool),
) -> Machine {
    let memory = machine.memory();
    let restored = Event::Restored { config, watchable, screen, memory, interrupted: false };
    let mut fresh = Machine::new();
    let effects = fresh.handle(restored, Inputs { now: EpochMs(0), random: 0.5 });
    assert!(effects.is_empty(), "effects of being made anew");
    fresh
}

/// What a host shows and keeps.
#[derive(Default)]
struct Host {
    config: Config,
    /// Whether a timer runs.
    waiting: bool,
    /// The event that it began with.
    began: Option<Event>,
    /// How many models are being set.
    setting: u32,
    status: bool,
    working: bool,
    /// The attempt that the status shows.
    shown: Option<u32>,
    /// The attempt announced last, for the same request.
    attempt: u32,
    /// The sum of waits for that request.
    total_ms: u64,
    failed: Option<FailedRequest>,
    last: Option<Event>,
}

impl Host {
    fn take(&mut self, event: &Event, inputs: Inputs, effects: &[Effect]) {
        let (waited, setting) = (self.waiting, self.setting > 0);
        self.notice(event);
        for effect in effects {
            self.obey(effect, event, inputs);
        }
        assert_eq!((self.status, self.working), (self.waiting, self.waiting), "status and wait");

        let proposed = effects.iter().filter(|one| matches!(one, Effect::Propose { .. })).count();
        let late = match event {
            Event::WaitTicked { .. } | Event::WaitElapsed | Event::WaitAborted => !waited,
            Event::ModelSet { .. } => !setting,
            Event::Settled => self.last == Some(Event::Settled),
            _ => false,
        };
        assert!(!late || effects.is_empty(), "effects of a late event");
        match event {
            Event::WaitElapsed if waited && self.began == Some(Event::RunStarted) => {
                assert_eq!(proposed, 0, "a late answer");
            }
            Event::WaitElapsed if waited => self.answered(effects),
            Event::WaitAborted if waited => assert_eq!(proposed, 0, "a retry after an abort"),
            _ => assert!(proposed <= 1, "two answers"),
        }
        self.last = Some(event.clone());
    }

    fn notice(&mut self, event: &Event) {
        match event {
            Event::SessionStarted { config, .. } => {
                self.config = match config {
                    Some(ConfigFile::Text(text)) => config::from_text(text).0,
                    _ => Config::default(),
                };
            }
            Event::RequestFailed(request) => self.failed = Some(request.clone()),
            Event::WaitElapsed | Event::WaitAborted => self.waiting = false,
            Event::ModelSet { .. } => self.setting = self.setting.saturating_sub(1),
            _ => {}
        }
        // After these the next failure may be that of another request.
        if !matches!(
            event,
            Event::RequestFailed(_)
                | Event::RequestStarted
                | Event::WaitTicked { .. }
                | Event::WaitElapsed
        ) {
            (self.attempt, self.total_ms) = (0, 0);
        }
    }

    fn obey(&mut self, effect: &Effect, event: &Event, inputs: Inputs) {
        match effect {
            Effect::Notify { text, .. } => text.lines().for_each(shown_line),
            Effect::SetStatus { text } => {
                self.status = text.is_some();
                let text = text.as_deref().unwrap_or_default();
                self.shown = text.split([' ', '/']).nth(1).and_then(|number| number.parse().ok());
                shown(text);
            }
            Effect::SetWorkingMessage { text } => {
                self.working = text.is_some();
                shown(text.as_deref().unwrap_or_default());
            }
            Effect::EndWait => {
                self.waiting = false;
                (self.attempt, self.total_ms) = (0, 0);
            }
            Effect::Log { record } => logged(record),
            Effect::SetModel(_) => self.setting += 1,
            Effect::StartWait { delay_ms } => self.start(*delay_ms, event, inputs),
            Effect::Append { entry } => kept(entry),
            Effect::Propose { entries } => {
                for draft in entries {
                    if let Draft::Custom(entry) = draft {
                        kept(entry);
                    }
                }
            }
            _ => {}
        }
    }

    fn start(&mut self, delay_ms: u64, event: &Event, inputs: Inputs) {
        assert!(!self.waiting, "a second wait");
        self.waiting = true;
        self.began = Some(event.clone());
        let attempt = self.shown.expect("a status before the wait");
        assert!(attempt <= self.config.max_retries, "more attempts than allowed");
        assert!(attempt > self.attempt, "attempt {attempt} twice");
        self.attempt = attempt;
        self.total_ms = self.total_ms.saturating_add(delay_ms);
        let limit_ms = self.config.max_total_wait_ms;
        assert!(limit_ms == 0 || self.total_ms <= limit_ms, "waits {} ms in all", self.total_ms);

        let request = self.failed.as_ref().expect("a failure before the wait");
        // A response adds to the failure what cannot be seen from here, and Pi waits, too.
        let asked_now = matches!(event, Event::RequestFailed(_));
        if !asked_now || request.captured.is_some() || request.settings.is_some() {
            return;
        }
        let judgement = judge(&request.failure, inputs.now, &self.config);
        assert!(judgement.decision.retry, "a wait for what is not retried");
        let fits = match judgement.wait_ms {
            Some(asked_ms) => delay_ms == asked_ms.saturating_add(250),
            None => (1..=attempt).any(|wait| {
                backoffs(wait, &self.config, judgement.decision.category).contains(&delay_ms)
            }),
        };
        assert!(fits, "waits {delay_ms} ms");
    }

    /// An elapsed wait is answered by a retry.
    fn answered(&self, effects: &[Effect]) {
        let proposed = effects.iter().find_map(|effect| match effect {
            Effect::Propose { entries } => Some(entries.as_slice()),
            _ => None,
        });
        let entry = match proposed {
            Some([Draft::Custom(Entry::Retry(entry)), ..]) => entry,
            Some(
                [Draft::ContextEdit { target_id, .. }, Draft::Custom(Entry::Retry(entry)), ..],
            ) => {
                let failed = self.failed.as_ref().map(|request| &request.entry_id);
                assert_eq!(Some(target_id), failed, "another entry is hidden");
                entry
            }
            other => panic!("a wait ended without a retry: {other:?}"),
        };
        assert_eq!(entry.outcome, RetryOutcome::Scheduled);
        assert!(self.attempt == 0 || self.attempt == entry.attempt, "another attempt is kept");
    }
}

/// The waits that the backoff of this number may take.
fn backoffs(wait: u32, config: &Config, category: Category) -> RangeInclusive<u64> {
    let (base_ms, cap_ms) = (config.base_delay_ms, config.max_backoff_ms);
    let full_ms = base_ms.saturating_mul(1_u64.checked_shl(wait - 1).unwrap_or(u64::MAX));
    let full_ms = full_ms.min(cap_ms);
    let floor_ms = config.floor_ms(category);
    (full_ms * 3 / 4).max(floor_ms)..=full_ms.max(floor_ms)
}

fn logged(record: &LogRecord) {
    match record {
        LogRecord::Decision { reason, error, .. } => {
            shown(reason);
            shown(error);
        }
        LogRecord::Wait { message, .. }
        | LogRecord::Outcome { message, .. }
        | LogRecord::Note { message, .. } => shown(message),
    }
}

fn kept(entry: &Entry) {
    let (reason, error) = match entry {
        Entry::Retry(entry) => (&entry.reason, &entry.error),
        Entry::Stop(entry) => (&entry.reason, &entry.error),
    };
    shown(reason);
    let error = error.as_deref().unwrap_or_default();
    assert!(error.chars().count() <= 500, "a long error is kept");
    shown(error);
}

//! What the user and the log are told.

use super::{Failed, Machine};
use crate::judgement::Decision;
use crate::report;
use crate::seam::{Effect, Level, LogRecord, Outcome};

impl Machine {
    /// A log that cannot be written is given up, so that it is reported once.
    pub(super) fn log_failed(&mut self, error: &str) -> Vec<Effect> {
        match self.log.take() {
            Some(to) => vec![warn(report::log_failed(&to, error))],
            None => vec![],
        }
    }

    /// Tells the user something unasked.
    pub(super) fn tell(&self, level: Level, text: String) -> Vec<Effect> {
        self.report(level, text.clone(), LogRecord::Note { level, message: text })
    }

    /// Tells the user what became of a failing request.
    pub(super) fn outcome(&self, outcome: Outcome, level: Level, text: String) -> Vec<Effect> {
        let attempts = self.progress.attempts;
        self.report(level, text.clone(), LogRecord::Outcome { outcome, attempts, message: text })
    }

    pub(super) fn report(&self, level: Level, text: String, record: LogRecord) -> Vec<Effect> {
        let mut effects = vec![Effect::Notify { text, level }];
        effects.extend(self.log(record));
        effects
    }

    pub(super) fn log(&self, record: LogRecord) -> Option<Effect> {
        self.log.is_some().then_some(Effect::Log { record })
    }
}

pub(super) fn decided(decision: &Decision, failed: &Failed, left_to_pi: bool) -> LogRecord {
    LogRecord::Decision {
        provider: failed.provider.clone(),
        model: failed.model.clone(),
        category: decision.category,
        retry: decision.retry,
        reason: decision.reason.clone(),
        status: decision.status,
        phase: failed.phase,
        error: failed.error.clone(),
        left_to_pi,
    }
}

/// Puts the notes of one moment into the last of them: of neighbours, Pi's screen shows that
/// one alone.
pub(super) fn one_note(effects: Vec<Effect>) -> Vec<Effect> {
    let (mut notes, mut others, mut last_at) = (vec![], vec![], 0);
    for effect in effects {
        match effect {
            Effect::Notify { text, level: Level::Info } => {
                notes.push(text);
                last_at = others.len();
            }
            other => others.push(other),
        }
    }
    if !notes.is_empty() {
        others.insert(last_at, inform(notes.join("\n")));
    }
    others
}

pub(super) fn inform(text: String) -> Effect {
    Effect::Notify { text, level: Level::Info }
}

fn warn(text: String) -> Effect {
    Effect::Notify { text, level: Level::Warning }
}

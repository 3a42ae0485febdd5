//! Effects: what the host is to do.

use tsify::Tsify;

use super::{Draft, Entry, RequestPhase};
use crate::category::Category;
use crate::json::{Object, Value, Write};
use crate::model::ModelRef;
use crate::wire::{Read, Wrong, field, tagged, words};

/// Something that the host is to do. The order counts.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Effect {
    /// Tell the user.
    Notify {
        /// The whole sentence.
        text: String,
        /// How much it matters.
        level: Level,
    },
    /// Show this in the status line, or clear it.
    SetStatus {
        /// The status; nothing clears it.
        #[tsify(optional)]
        text: Option<String>,
    },
    /// Show this beside the spinner, or restore Pi's own word.
    SetWorkingMessage {
        /// The message; nothing restores Pi's.
        #[tsify(optional)]
        text: Option<String>,
    },
    /// Keep the question open for this long, with a tick each second.
    StartWait {
        /// The length of the wait in milliseconds.
        delay_ms: u64,
    },
    /// End the wait now, with no further event from it.
    EndWait,
    /// Bring the wait to its deadline now.
    SkipWait,
    /// Bring the wait to its deadline as soon as Pi holds a message that is to be sent.
    SkipWaitOnceQueued,
    /// Abort the run.
    AbortRun,
    /// Answer the open question with these entries, after those of other extensions.
    Propose {
        /// The entries for the session.
        entries: Vec<Draft>,
    },
    /// Answer the open question by marking the request.
    Mark,
    /// Answer the open question by stopping Pi's cache warming.
    StopWarming,
    /// Keep the last event of each stream for the next failure, or stop that.
    WatchStream {
        /// Whether to keep it.
        on: bool,
    },
    /// Say now and with every failure what Pi knows of these models.
    FindModels {
        /// The models.
        models: Vec<ModelRef>,
    },
    /// Make a model the active one, and answer with `Event::ModelSet`.
    SetModel(ModelRef),
    /// Choose the active model's thinking level.
    SetThinkingLevel {
        /// The level; Pi takes the nearest that the model has.
        level: String,
    },
    /// Tell when this time has passed, in place of an alarm set before.
    SetAlarm {
        /// The time in milliseconds.
        delay_ms: u64,
    },
    /// Answer the open question with one more request on the same context.
    Continue,
    /// Start a run on the context as it is. Pi needs a message for that, which is kept out
    /// of every request and comes back in `nudges` to be hidden.
    StartRun {
        /// What the message says to those who read the session file.
        text: String,
    },
    /// Write every [`Effect::Log`] from now on there.
    OpenLog {
        /// Where.
        to: LogTarget,
    },
    /// Add one line to the log.
    Log {
        /// The line, to which the time and the session are added.
        record: LogRecord,
    },
    /// Append an entry to the session, outside of any question.
    Append {
        /// The entry.
        entry: Entry,
    },
}

tagged! { write Effect by "type" {
    "notify" Notify { text, level },
    "set_status" SetStatus { text },
    "set_working_message" SetWorkingMessage { text },
    "start_wait" StartWait { delay_ms as "delayMs" },
    "end_wait" EndWait,
    "skip_wait" SkipWait,
    "skip_wait_once_queued" SkipWaitOnceQueued,
    "abort_run" AbortRun,
    "propose" Propose { entries },
    "mark" Mark,
    "stop_warming" StopWarming,
    "watch_stream" WatchStream { on },
    "find_models" FindModels { models },
    "set_model" SetModel(model),
    "set_thinking_level" SetThinkingLevel { level },
    "set_alarm" SetAlarm { delay_ms as "delayMs" },
    "continue" Continue,
    "start_run" StartRun { text },
    "open_log" OpenLog { to },
    "log" Log { record },
    "append" Append { entry },
} }

/// Where the log goes.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum LogTarget {
    /// Standard error.
    Stderr,
    /// A file; from Pi's agent directory where the path is relative.
    File(String),
}

impl Read for LogTarget {
    fn blank() -> Self {
        Self::Stderr
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        if json.as_str() != Some("stderr") {
            let mut path = String::new();
            field(json, "file", &mut path, wrong);
            *self = Self::File(path);
        }
    }
}

impl Write for LogTarget {
    fn write(&self, out: &mut String) {
        match self {
            Self::Stderr => "stderr".write(out),
            Self::File(path) => {
                let mut object = Object::begin(out);
                object.field("file", path);
                object.end();
            }
        }
    }
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum LogRecord {
    /// What was decided about a failure.
    Decision {
        /// The provider that failed.
        provider: String,
        /// The model that failed.
        model: String,
        /// The failure's category.
        category: Category,
        /// Whether sending the request again can help.
        retry: bool,
        /// Why.
        reason: String,
        /// The HTTP status, if it is known.
        #[tsify(optional)]
        status: Option<u16>,
        /// How far the request had come, if that is known.
        #[tsify(optional)]
        phase: Option<RequestPhase>,
        /// The error text, cleaned, at most 500 characters.
        error: String,
        /// Whether Pi was left to act: to repeat the request, or to compact the context.
        left_to_pi: bool,
    },
    /// A wait that begins.
    Wait {
        /// Which retry of the failing request, counted from 1.
        attempt: u32,
        /// The whole planned wait in milliseconds, margin and jitter included.
        delay_ms: u64,
        /// What the user was told.
        message: String,
    },
    /// How it went on.
    Outcome {
        /// In a word.
        outcome: Outcome,
        /// How many retries were made.
        attempts: u32,
        /// What the user was told.
        message: String,
    },
    /// What else the user was told without asking.
    Note {
        /// How much it matters.
        level: Level,
        /// The sentence.
        message: String,
    },
}

tagged! { write LogRecord by "event" {
    "decision" Decision {
        provider, model, category, retry, reason, status, phase, error, left_to_pi as "leftToPi",
    },
    "wait" Wait { attempt, delay_ms as "delayMs", message },
    "outcome" Outcome { outcome, attempts, message },
    "note" Note { level, message },
} }

/// What became of a failing request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A retry brought the answer.
    Succeeded,
    /// A retry would be in vain.
    NotRetrying,
    /// The retries, or the time for them, are used up.
    GivingUp,
    /// Somebody ended the wait.
    Cancelled,
}

words! { Outcome {
    "succeeded" Succeeded, "not_retrying" NotRetrying, "giving_up" GivingUp,
    "cancelled" Cancelled,
} }

/// How much a notification matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// For the record.
    Info,
    /// The user may have to act.
    Warning,
}

words! { Level { "info" Info, "warning" Warning } }

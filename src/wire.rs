//! The form in which the declarations of the seam cross to JavaScript: JSON, with the names
//! that `serde` in them describes.
//!
//! Written by hand, since what a derive makes of it is larger than all that is decided.
//! What is left out where a value may be missing is nothing, `false` or empty.

use std::fmt;

use crate::category::Category;
use crate::failure::{Failure, Headers, error_status};
use crate::hint::{Hint, HintSource};
use crate::json::{Object, SyntaxError, Value, Write, parse};
use crate::judgement::Decision;
use crate::model::ModelRef;
use crate::seam::{
    BranchMessage, Captured, ConfigFile, Draft, Effect, Entry, Event, FailedRequest, HostSettings,
    Level, LogRecord, LogTarget, ModelFacts, Namesake, Outcome, RequestPhase, RetryEntry,
    RetryOutcome, Scene, StopEntry, Switch, Trace,
};

/// Why something could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not JSON.
    Syntax(SyntaxError),
    /// It is of another type.
    Type,
    /// This field is missing, or of another type.
    Field(&'static str),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(formatter, "not JSON: {error}"),
            Self::Type => write!(formatter, "of another type"),
            Self::Field(name) => write!(formatter, "`{name}` is missing or of another type"),
        }
    }
}

type Read<T> = Result<T, Unreadable>;

/// Reads a `T` from its JSON.
///
/// ```
/// use pi_retry::{seam::Event, wire};
///
/// let event = wire::from_json(r#"{"type":"log_failed","error":"ENOSPC"}"#);
/// assert_eq!(event, Ok(Event::LogFailed { error: "ENOSPC".into() }));
/// ```
///
/// # Errors
///
/// Names the field that is not as it is declared.
pub fn from_json<T: FromJson>(text: &str) -> Read<T> {
    let mut value = parse(text).map_err(Unreadable::Syntax)?;
    T::read(&mut value)
}

/// Returns a value's JSON.
pub fn to_json(value: &(impl Write + ?Sized)) -> String {
    let mut text = String::new();
    value.write(&mut text);
    text
}

/// What can be read from a value, whose texts it takes over. A field that is missing is `null`.
pub trait FromJson: Sized {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// Names the field that is not as it is declared.
    fn read(json: &mut Value) -> Read<Self>;
}

/// Reads a field.
fn get<T: FromJson>(json: &mut Value, name: &'static str) -> Read<T> {
    let mut missing = Value::Null;
    let value = match json {
        Value::Object(fields) => fields.get_mut(name).unwrap_or(&mut missing),
        _ => &mut missing,
    };
    T::read(value).map_err(|error| match error {
        Unreadable::Type => Unreadable::Field(name),
        inside => inside,
    })
}

impl FromJson for String {
    fn read(json: &mut Value) -> Read<Self> {
        match json {
            Value::String(text) => Ok(std::mem::take(text)),
            _ => Err(Unreadable::Type),
        }
    }
}

impl FromJson for bool {
    fn read(json: &mut Value) -> Read<Self> {
        if json.is_null() { Ok(false) } else { json.as_bool().ok_or(Unreadable::Type) }
    }
}

impl FromJson for f64 {
    fn read(json: &mut Value) -> Read<Self> {
        json.as_f64().ok_or(Unreadable::Type)
    }
}

impl FromJson for u64 {
    fn read(json: &mut Value) -> Read<Self> {
        json.as_u64().ok_or(Unreadable::Type)
    }
}

impl FromJson for u32 {
    fn read(json: &mut Value) -> Read<Self> {
        Self::try_from(u64::read(json)?).map_err(|_| Unreadable::Type)
    }
}

impl FromJson for u16 {
    fn read(json: &mut Value) -> Read<Self> {
        Self::try_from(u64::read(json)?).map_err(|_| Unreadable::Type)
    }
}

impl FromJson for Value {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(std::mem::take(json))
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn read(json: &mut Value) -> Read<Self> {
        if json.is_null() { Ok(None) } else { T::read(json).map(Some) }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn read(json: &mut Value) -> Read<Self> {
        match json {
            Value::Null => Ok(vec![]),
            Value::Array(all) => {
                let mut read = vec![];
                for one in all {
                    read.push(T::read(one)?);
                }
                Ok(read)
            }
            _ => Err(Unreadable::Type),
        }
    }
}

impl FromJson for Headers {
    fn read(json: &mut Value) -> Read<Self> {
        let fields = match json {
            Value::Null => return Ok(vec![]),
            Value::Object(fields) => fields,
            _ => return Err(Unreadable::Type),
        };
        let mut headers = vec![];
        for (name, value) in fields {
            let values = match value {
                Value::Array(_) => Vec::read(value)?,
                _ => vec![String::read(value)?],
            };
            headers.push((name.clone(), values));
        }
        Ok(headers)
    }
}

impl FromJson for ConfigFile {
    fn read(json: &mut Value) -> Read<Self> {
        let text = get(json, "text").map(Self::Text);
        text.or_else(|_| get(json, "unreadable").map(Self::Unreadable))
    }
}

impl FromJson for Namesake {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(Self { name: get(json, "name")?, path: get(json, "path")?, ours: get(json, "ours")? })
    }
}

impl FromJson for BranchMessage {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(Self {
            entry_id: get(json, "entryId")?,
            role: get(json, "role")?,
            stop_reason: get(json, "stopReason")?,
        })
    }
}

impl FromJson for HostSettings {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(Self {
            cache_warming: get(json, "cacheWarming")?,
            provider_max_retries: get(json, "providerMaxRetries")?,
            retry_enabled: get(json, "retryEnabled")?,
            retry_max_retries: get(json, "retryMaxRetries")?,
            retry_base_delay_ms: get(json, "retryBaseDelayMs")?,
            retry_max_delay_ms: get(json, "retryMaxDelayMs")?,
        })
    }
}

impl FromJson for Captured {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(Self {
            seen: get(json, "seen")?,
            status: get(json, "status")?,
            headers: get(json, "headers")?,
            body: get(json, "body")?,
            code: get(json, "code")?,
        })
    }
}

impl FromJson for Event {
    fn read(json: &mut Value) -> Read<Self> {
        let kind: String = get(json, "type")?;
        Ok(match kind.as_str() {
            "session_started" => Self::SessionStarted {
                config: get(json, "config")?,
                watchable: get(json, "watchable")?,
                screen: get(json, "screen")?,
                namesakes: get(json, "namesakes")?,
                active: get(json, "active")?,
                trail: get(json, "trail")?,
            },
            "input" => Self::Input { idle: get(json, "idle")?, follow_up: get(json, "followUp")? },
            "models_found" => Self::ModelsFound { models: get(json, "models")? },
            "restored" => Self::Restored {
                config: get(json, "config")?,
                watchable: get(json, "watchable")?,
                screen: get(json, "screen")?,
                memory: get::<Option<String>>(json, "memory")?.unwrap_or_default(),
                interrupted: get(json, "interrupted")?,
            },
            "model_chosen" => Self::ModelChosen(ModelRef::read(json)?),
            "model_set" => Self::ModelSet { ok: get(json, "ok")? },
            "alarm_rang" => Self::AlarmRang,
            "request_started" => Self::RequestStarted,
            "request_prepared" => Self::RequestPrepared { settings: get(json, "settings")? },
            "warming_decided" => Self::WarmingDecided { sent: get(json, "sent")? },
            "headers_open" => Self::HeadersOpen { api: get(json, "api")? },
            "response_began" => {
                Self::ResponseBegan { status: get(json, "status")?, headers: get(json, "headers")? }
            }
            "request_completed" => Self::RequestCompleted {
                captured: get(json, "captured")?,
                nudges: get(json, "nudges")?,
            },
            "request_aborted" => Self::RequestAborted { nudges: get(json, "nudges")? },
            "request_failed" => Self::RequestFailed(FailedRequest {
                failure: get(json, "failure")?,
                model: get(json, "model")?,
                entry_id: get(json, "entryId")?,
                compacting: get(json, "compacting")?,
                settings: get(json, "settings")?,
                captured: get(json, "captured")?,
                aborted: get(json, "aborted")?,
                nudges: get(json, "nudges")?,
                scene: get(json, "scene")?,
            }),
            "wait_ticked" => Self::WaitTicked { remaining_ms: get(json, "remainingMs")? },
            "wait_elapsed" => Self::WaitElapsed,
            "wait_aborted" => Self::WaitAborted,
            "run_started" => Self::RunStarted,
            "before_settle" => Self::BeforeSettle { can_continue: get(json, "canContinue")? },
            "settled" => Self::Settled,
            "command" => Self::Command {
                words: get(json, "words")?,
                idle: get(json, "idle")?,
                branch: get(json, "branch")?,
            },
            "log_failed" => Self::LogFailed { error: get(json, "error")? },
            _ => return Err(Unreadable::Field("type")),
        })
    }
}

impl FromJson for ModelRef {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(Self { provider: get(json, "provider")?, model: get(json, "model")? })
    }
}

impl FromJson for ModelFacts {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(Self {
            name: ModelRef::read(json)?,
            known: get(json, "known")?,
            credentials: get(json, "credentials")?,
            images: get(json, "images")?,
            context_window: get(json, "contextWindow")?,
        })
    }
}

impl FromJson for Scene {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(Self {
            active: get(json, "active")?,
            thinking_level: get(json, "thinkingLevel")?,
            images: get(json, "images")?,
            tokens: get(json, "tokens")?,
            models: get(json, "models")?,
        })
    }
}

impl FromJson for Trace {
    fn read(json: &mut Value) -> Read<Self> {
        let kind: String = get(json, "type")?;
        Ok(match kind.as_str() {
            "chosen" => Self::Chosen(ModelRef::read(json)?),
            "fell_back" => Self::FellBack {
                fallback: get(json, "fallback")?,
                thinking_level: get(json, "thinkingLevel")?,
            },
            _ => return Err(Unreadable::Field("type")),
        })
    }
}

impl FromJson for Switch {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(Self { from: get(json, "from")?, to: get(json, "to")? })
    }
}

impl FromJson for Failure {
    fn read(json: &mut Value) -> Read<Self> {
        Ok(Self {
            message: get(json, "message")?,
            status: error_status(&get(json, "status")?),
            headers: get(json, "headers")?,
            body: get(json, "body")?,
            stream_event: get(json, "streamEvent")?,
            code: get(json, "code")?,
            diagnostics: get(json, "diagnostics")?,
            api: get(json, "api")?,
            provider: get(json, "provider")?,
        })
    }
}

impl FromJson for Entry {
    fn read(json: &mut Value) -> Read<Self> {
        let kind: String = get(json, "customType")?;
        let data = &mut get(json, "data")?;
        Ok(match kind.as_str() {
            "pi-retry" => Self::Retry(RetryEntry {
                attempt: get(data, "attempt")?,
                category: get(data, "category")?,
                reason: get(data, "reason")?,
                delay_ms: get(data, "delayMs")?,
                hint_source: get(data, "hintSource")?,
                provider: get(data, "provider")?,
                model: get(data, "model")?,
                outcome: get(data, "outcome")?,
                status: get(data, "status")?,
                phase: get(data, "phase")?,
                error: get(data, "error")?,
                failed_entry_id: get(data, "failedEntryId")?,
                fallback: get(data, "fallback")?,
                thinking_level: get(data, "thinkingLevel")?,
            }),
            "pi-retry-stop" => Self::Stop(StopEntry {
                category: get(data, "category")?,
                reason: get(data, "reason")?,
                attempts: get(data, "attempts")?,
                provider: get(data, "provider")?,
                model: get(data, "model")?,
                status: get(data, "status")?,
                phase: get(data, "phase")?,
                error: get(data, "error")?,
            }),
            _ => return Err(Unreadable::Field("customType")),
        })
    }
}

impl Write for Effect {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        match self {
            Self::Notify { text, level } => {
                json.field("type", "notify").field("text", text).field("level", level)
            }
            Self::SetStatus { text } => json.field("type", "set_status").field("text", text),
            Self::SetWorkingMessage { text } => {
                json.field("type", "set_working_message").field("text", text)
            }
            Self::StartWait { delay_ms } => {
                json.field("type", "start_wait").field("delayMs", delay_ms)
            }
            Self::EndWait => json.field("type", "end_wait"),
            Self::SkipWait => json.field("type", "skip_wait"),
            Self::SkipWaitOnceQueued => json.field("type", "skip_wait_once_queued"),
            Self::AbortRun => json.field("type", "abort_run"),
            Self::Propose { entries } => json.field("type", "propose").field("entries", entries),
            Self::Mark => json.field("type", "mark"),
            Self::StopWarming => json.field("type", "stop_warming"),
            Self::WatchStream { on } => json.field("type", "watch_stream").field("on", on),
            Self::FindModels { models } => {
                json.field("type", "find_models").field("models", models)
            }
            Self::SetModel(model) => json
                .field("type", "set_model")
                .field("provider", &model.provider)
                .field("model", &model.model),
            Self::SetThinkingLevel { level } => {
                json.field("type", "set_thinking_level").field("level", level)
            }
            Self::SetAlarm { delay_ms } => {
                json.field("type", "set_alarm").field("delayMs", delay_ms)
            }
            Self::Continue => json.field("type", "continue"),
            Self::StartRun { text } => json.field("type", "start_run").field("text", text),
            Self::OpenLog { to } => json.field("type", "open_log").field("to", to),
            Self::Log { record } => json.field("type", "log").field("record", record),
            Self::Append { entry } => json.field("type", "append").field("entry", entry),
        };
        json.end();
    }
}

impl Write for ModelRef {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        json.field("provider", &self.provider).field("model", &self.model);
        json.end();
    }
}

impl Write for Switch {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        json.field("from", &self.from).field("to", &self.to);
        json.end();
    }
}

impl Write for LogTarget {
    fn write(&self, out: &mut String) {
        match self {
            Self::Stderr => "stderr".write(out),
            Self::File(path) => {
                let mut json = Object::begin(out);
                json.field("file", path);
                json.end();
            }
        }
    }
}

impl Write for LogRecord {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        match self {
            Self::Decision {
                provider,
                model,
                category,
                retry,
                reason,
                status,
                phase,
                error,
                left_to_pi,
            } => json
                .field("event", "decision")
                .field("provider", provider)
                .field("model", model)
                .field("category", category)
                .field("retry", retry)
                .field("reason", reason)
                .field("status", &status.map(u64::from))
                .field("phase", phase)
                .field("error", error)
                .field("leftToPi", left_to_pi),
            Self::Wait { attempt, delay_ms, message } => json
                .field("event", "wait")
                .field("attempt", &u64::from(*attempt))
                .field("delayMs", delay_ms)
                .field("message", message),
            Self::Outcome { outcome, attempts, message } => json
                .field("event", "outcome")
                .field("outcome", outcome)
                .field("attempts", &u64::from(*attempts))
                .field("message", message),
            Self::Note { level, message } => {
                json.field("event", "note").field("level", level).field("message", message)
            }
        };
        json.end();
    }
}

impl Write for Draft {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        match self {
            Self::ContextEdit { target_id, replacement } => {
                json.field("type", "context_edit")
                    .field("targetId", target_id)
                    .field("replacement", replacement);
            }
            Self::Custom { entry } => write_entry(entry, json.field("type", "custom")),
        }
        json.end();
    }
}

impl Write for Entry {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        write_entry(self, &mut json);
        json.end();
    }
}

fn write_entry(entry: &Entry, json: &mut Object) {
    match entry {
        Entry::Retry(data) => json.field("customType", "pi-retry").field("data", data),
        Entry::Stop(data) => json.field("customType", "pi-retry-stop").field("data", data),
    };
}

impl Write for RetryEntry {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        json.field("attempt", &u64::from(self.attempt))
            .field("category", &self.category)
            .field("reason", &self.reason)
            .field("delayMs", &self.delay_ms)
            .field("hintSource", &self.hint_source)
            .field("provider", &self.provider)
            .field("model", &self.model)
            .field("outcome", &self.outcome)
            .field("status", &self.status.map(u64::from))
            .field("phase", &self.phase)
            .field("error", &self.error)
            .field("failedEntryId", &self.failed_entry_id)
            .field("fallback", &self.fallback)
            .field("thinkingLevel", &self.thinking_level);
        json.end();
    }
}

impl Write for StopEntry {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        json.field("category", &self.category)
            .field("reason", &self.reason)
            .field("attempts", &u64::from(self.attempts))
            .field("provider", &self.provider)
            .field("model", &self.model)
            .field("status", &self.status.map(u64::from))
            .field("phase", &self.phase)
            .field("error", &self.error);
        json.end();
    }
}

impl Write for Decision {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        json.field("category", &self.category)
            .field("retry", &self.retry)
            .field("reason", &self.reason)
            .field("status", &self.status.map(u64::from))
            .field("hint", &self.hint);
        json.end();
    }
}

impl Write for Hint {
    fn write(&self, out: &mut String) {
        let mut json = Object::begin(out);
        json.field("waitMs", &self.wait_ms).field("source", &self.source).field("name", &self.name);
        json.end();
    }
}

/// Reads and writes variants as words.
macro_rules! words {
    ($type:ident { $($word:literal $variant:ident)* }) => {
        impl FromJson for $type {
            fn read(json: &mut Value) -> Read<Self> {
                match json.as_str() {
                    $(Some($word) => Ok(Self::$variant),)*
                    _ => Err(Unreadable::Type),
                }
            }
        }

        impl Write for $type {
            fn write(&self, out: &mut String) {
                match self {
                    $(Self::$variant => $word.write(out),)*
                }
            }
        }
    };
}

words!(HintSource { "header" Header "diagnostics" Diagnostics "text" Text });
words!(RequestPhase { "request" Request "stream" Stream });
words!(RetryOutcome { "scheduled" Scheduled "cancelled" Cancelled });
words!(Outcome {
    "succeeded" Succeeded "not_retrying" NotRetrying "giving_up" GivingUp "cancelled" Cancelled
});
words!(Level { "info" Info "warning" Warning });

impl FromJson for Category {
    fn read(json: &mut Value) -> Read<Self> {
        json.as_str().and_then(Self::from_name).ok_or(Unreadable::Type)
    }
}

impl Write for Category {
    fn write(&self, out: &mut String) {
        self.name().write(out);
    }
}

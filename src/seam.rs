//! What crosses between the shim and the machine: events in, effects out.
//!
//! The TypeScript types that the shim is checked against are generated from these
//! declarations, in the form that `serde` in them describes. The list below each of them says
//! the same to `wire.rs`, which reads and writes it.

use tsify::Tsify;

use crate::category::Category;
use crate::failure::{EpochMs, Failure, Headers};
use crate::hint::HintSource;
use crate::json::{Object, Value, Write};
use crate::model::ModelRef;
use crate::wire::{Fields, Read, Wrong, field, fields, tagged, words};

/// The clock and the dice at the moment of an event.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    /// The time.
    pub now: EpochMs,
    /// Uniform in `0.0..1.0`.
    pub random: f64,
}

/// Something that happened in the host.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Event {
    /// The session began, and this is its configuration file.
    SessionStarted {
        /// The file, if there is one.
        #[tsify(optional)]
        config: Option<ConfigFile>,
        /// Whether Pi's HTTP client can be watched in this runtime.
        #[tsify(optional)]
        watchable: bool,
        /// Whether the terminal is Pi's screen, so that nothing else may be written to it.
        #[tsify(optional)]
        screen: bool,
        /// The commands called `/retry`, where there are several.
        #[tsify(optional)]
        namesakes: Vec<Namesake>,
        /// The active model, if there is one.
        #[tsify(optional)]
        active: Option<ModelRef>,
        /// What the session's own entries say about models, oldest first.
        #[tsify(optional)]
        trail: Vec<Trace>,
    },
    /// What Pi knows of the models that [`Effect::FindModels`] named.
    ModelsFound {
        /// The models, in that order.
        models: Vec<ModelFacts>,
    },
    /// The machine before this one is gone, and this is what it knew. No effects come of it.
    Restored {
        /// The configuration file that the session began with, if there was one.
        #[tsify(optional)]
        config: Option<ConfigFile>,
        /// Whether Pi's HTTP client can be watched in this runtime.
        #[tsify(optional)]
        watchable: bool,
        /// Whether the terminal is Pi's screen, so that nothing else may be written to it.
        #[tsify(optional)]
        screen: bool,
        /// What [`crate::Machine::memory`] returned last.
        #[tsify(optional)]
        memory: String,
        /// Whether what was pending has been given up.
        #[tsify(optional)]
        interrupted: bool,
    },
    /// Somebody gave the agent a message.
    Input {
        /// Whether nothing ran, so that the message starts a run.
        idle: bool,
        /// Whether the message waits for the end of the run.
        #[tsify(optional)]
        follow_up: bool,
    },
    /// Another model was chosen, by whomever.
    ModelChosen(ModelRef),
    /// [`Effect::SetModel`] was done, or refused.
    ModelSet {
        /// Whether the model is active now.
        ok: bool,
    },
    /// The time of [`Effect::SetAlarm`] has come.
    AlarmRang,
    /// A model request is about to be sent (Pi's `turn_start`).
    RequestStarted,
    /// The context of a main request is being prepared (Pi's `context`).
    RequestPrepared {
        /// What else of Pi may send requests.
        settings: HostSettings,
    },
    /// Pi decides about a cache warming (`cache_warming_decision`). A question, answered
    /// by [`Effect::StopWarming`] or by nothing.
    WarmingDecided {
        /// Whether Pi would send it.
        sent: bool,
    },
    /// The headers of some request are open (Pi's `before_provider_headers`). A question,
    /// answered by [`Effect::Mark`] or by nothing.
    HeadersOpen {
        /// The active model's API.
        #[tsify(optional)]
        api: Option<String>,
    },
    /// A response has begun (Pi's `after_provider_response`).
    ResponseBegan {
        /// Its status.
        status: u16,
        /// Its headers.
        #[tsify(type = "Record<string, string | string[]>")]
        headers: Headers,
    },
    /// A model request brought an answer (Pi's `turn_end`).
    RequestCompleted {
        /// What its mark brought, if it was marked.
        #[tsify(optional)]
        captured: Option<Captured>,
        /// The entries in the context that an [`Effect::StartRun`] has left.
        #[tsify(optional)]
        nudges: Vec<String>,
    },
    /// The user or a program stopped a model request (Pi's `turn_end`).
    RequestAborted {
        /// The entries in the context that an [`Effect::StartRun`] has left.
        #[tsify(optional)]
        nudges: Vec<String>,
    },
    /// A model request failed (Pi's `turn_end`). A question: the host waits for its
    /// answer, [`Effect::Propose`] or nothing, as long as a wait runs.
    RequestFailed(FailedRequest),
    /// The wait goes on.
    WaitTicked {
        /// Milliseconds until its deadline.
        remaining_ms: u64,
    },
    /// The wait reached its deadline.
    WaitElapsed,
    /// The run was aborted during the wait.
    WaitAborted,
    /// A run begins or goes on (Pi's `agent_start`). A question: the host waits as long as a
    /// wait runs.
    RunStarted,
    /// The run is about to end (Pi's `agent_before_settle`). A question, answered by
    /// [`Effect::Continue`] or by nothing.
    BeforeSettle {
        /// Whether the context, as it is, could be sent.
        can_continue: bool,
    },
    /// The run is over (Pi's `agent_settled`).
    Settled,
    /// The user typed `/retry` and these words.
    Command {
        /// What followed the command's name.
        words: String,
        /// Whether nothing runs.
        #[tsify(optional)]
        idle: bool,
        /// The messages that the model would see, oldest first.
        #[tsify(optional)]
        branch: Vec<BranchMessage>,
    },
    /// The log could not be written.
    LogFailed {
        /// Why.
        error: String,
    },
}

tagged! { read Event by "type" {
    "session_started" SessionStarted { config, watchable, screen, namesakes, active, trail },
    "models_found" ModelsFound { models },
    "restored" Restored { config, watchable, screen, memory, interrupted },
    "input" Input { idle, follow_up as "followUp" },
    "model_chosen" ModelChosen(model),
    "model_set" ModelSet { ok },
    "alarm_rang" AlarmRang,
    "request_started" RequestStarted,
    "request_prepared" RequestPrepared { settings },
    "warming_decided" WarmingDecided { sent },
    "headers_open" HeadersOpen { api },
    "response_began" ResponseBegan { status, headers },
    "request_completed" RequestCompleted { captured, nudges },
    "request_aborted" RequestAborted { nudges },
    "request_failed" RequestFailed(request),
    "wait_ticked" WaitTicked { remaining_ms as "remainingMs" },
    "wait_elapsed" WaitElapsed,
    "wait_aborted" WaitAborted,
    "run_started" RunStarted,
    "before_settle" BeforeSettle { can_continue as "canContinue" },
    "settled" Settled,
    "command" Command { words, idle, branch },
    "log_failed" LogFailed { error },
} }

/// A model request that failed.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct FailedRequest {
    /// What is known of the failure.
    pub failure: Failure,
    /// The model that was asked.
    pub model: String,
    /// The session entry that holds the failed message.
    pub entry_id: String,
    /// Whether another extension has drafted a compaction for this boundary.
    pub compacting: bool,
    /// Pi's settings; where they are left out, nobody else retries.
    #[tsify(optional)]
    pub settings: Option<HostSettings>,
    /// What its mark brought, if it was marked.
    #[tsify(optional)]
    pub captured: Option<Captured>,
    /// Whether its run was aborted, which Pi before 1.5 may report as a failure.
    #[tsify(optional)]
    pub aborted: bool,
    /// The entries in the context that an [`Effect::StartRun`] has left.
    #[tsify(optional)]
    pub nudges: Vec<String>,
    /// What decides whether another model can take over, where one is configured.
    #[tsify(optional)]
    pub scene: Option<Scene>,
}

fields! { read FailedRequest {
    failure, model, entry_id as "entryId", compacting, settings, captured, aborted, nudges, scene,
} }

/// One of several commands with the same name, which Pi tells apart by a number.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Namesake {
    /// The name that reaches it, without the slash.
    pub name: String,
    /// Where the extension is that it belongs to.
    pub path: String,
    /// Whether it is pi-retry's.
    pub ours: bool,
}

fields! { read Namesake { name, path, ours } }

/// A message of the session's branch, as far as it says whether an answer is due.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BranchMessage {
    /// The session entry that holds it.
    pub entry_id: String,
    /// Pi's role: `user`, `assistant`, `toolResult`, `custom` and others.
    pub role: String,
    /// How an assistant's message ended, in Pi's word.
    #[tsify(optional)]
    pub stop_reason: Option<String>,
}

fields! { read BranchMessage { entry_id as "entryId", role, stop_reason as "stopReason" } }

/// The conversation that failed, and the models that could go on with it.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Scene {
    /// The selected model, which may be a virtual one.
    pub active: ModelRef,
    /// The selected thinking level.
    #[tsify(optional)]
    pub thinking_level: Option<String>,
    /// Whether the context holds images.
    pub images: bool,
    /// The size of the context in tokens, where it is known.
    #[tsify(optional)]
    pub tokens: Option<f64>,
    /// What Pi knows of the configured models.
    pub models: Vec<ModelFacts>,
}

fields! { Scene { active, thinking_level as "thinkingLevel", images, tokens, models } }

/// What Pi knows of a model.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ModelFacts {
    /// Its names.
    #[serde(flatten)]
    pub name: ModelRef,
    /// Whether there is such a model.
    pub known: bool,
    /// Whether its provider has credentials.
    pub credentials: bool,
    /// Whether it takes images.
    pub images: bool,
    /// Its context window in tokens; 0 where it names none.
    pub context_window: f64,
}

fields! { ModelFacts {
    known, credentials, images, context_window as "contextWindow",
} with name }

/// What one entry of the session says about models.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Trace {
    /// A model was chosen, by whomever.
    Chosen(ModelRef),
    /// One model took over from another.
    FellBack {
        /// Which from which.
        fallback: Switch,
        /// The thinking level of the one that failed.
        #[tsify(optional)]
        thinking_level: Option<String>,
    },
}

tagged! { read Trace by "type" {
    "chosen" Chosen(model),
    "fell_back" FellBack { fallback, thinking_level as "thinkingLevel" },
} }

/// A model that took over from another, both as `provider/model`.
#[derive(Clone, Debug, PartialEq, Eq, Tsify)]
pub struct Switch {
    /// The model that could not answer.
    pub from: String,
    /// The model that the request is sent to.
    pub to: String,
}

fields! { Switch { from, to } }

/// Pi's settings, as far as they say who else sends or repeats requests.
#[derive(Clone, Debug, Default, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct HostSettings {
    /// `cacheWarming`; Pi's default where it is not set.
    #[tsify(optional)]
    pub cache_warming: Option<String>,
    /// `retry.provider.maxRetries`; 0 where it is not set.
    #[tsify(optional)]
    pub provider_max_retries: Option<f64>,
    /// `retry.enabled`; on where it is not set.
    #[tsify(optional)]
    pub retry_enabled: Option<bool>,
    /// `retry.maxRetries`; Pi's default where it is not set.
    #[tsify(optional)]
    pub retry_max_retries: Option<f64>,
    /// `retry.baseDelayMs`; Pi's default where it is not set.
    #[tsify(optional)]
    pub retry_base_delay_ms: Option<f64>,
    /// `retry.maxAgentDelayMs`; Pi's default where it is not set.
    #[tsify(optional)]
    pub retry_max_delay_ms: Option<f64>,
}

fields! { HostSettings {
    cache_warming as "cacheWarming", provider_max_retries as "providerMaxRetries",
    retry_enabled as "retryEnabled", retry_max_retries as "retryMaxRetries",
    retry_base_delay_ms as "retryBaseDelayMs", retry_max_delay_ms as "retryMaxDelayMs",
} }

impl HostSettings {
    /// Whether Pi repeats failed requests by itself.
    #[must_use]
    pub fn retries(&self) -> bool {
        self.retry_enabled != Some(false)
    }
}

/// What the mark of a main request brought.
#[derive(Clone, Debug, Default, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Captured {
    /// Whether the mark showed in Pi's HTTP client, and was taken out there.
    pub seen: bool,
    /// The status of the last response.
    #[tsify(optional)]
    pub status: Option<u16>,
    /// Its headers.
    #[tsify(optional, type = "Record<string, string | string[]>")]
    pub headers: Headers,
    /// Its body, if it was an error.
    #[tsify(optional)]
    pub body: Option<String>,
    /// The HTTP client's error code where no whole response came.
    #[tsify(optional)]
    pub code: Option<String>,
}

fields! { Captured { seen, status, headers, body, code } }

/// How far a request had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum RequestPhase {
    /// No response, or an error response.
    Request,
    /// The response had begun.
    Stream,
}

words! { RequestPhase { "request" Request, "stream" Stream } }

/// The configuration file as it was found.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum ConfigFile {
    /// Its text.
    Text(String),
    /// Why it could not be read.
    Unreadable(String),
}

impl Read for ConfigFile {
    fn blank() -> Self {
        Self::Text(String::new())
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        let mut error = None;
        field(json, "unreadable", &mut error, wrong);
        match (error, self) {
            (Some(error), file) => *file = Self::Unreadable(error),
            (None, Self::Text(text) | Self::Unreadable(text)) => field(json, "text", text, wrong),
        }
    }
}

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
    /// Make a model the active one, and answer with [`Event::ModelSet`].
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

/// A session entry in the form that Pi's boundary hooks take.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Draft {
    /// Hides an entry from the model.
    ContextEdit {
        /// The entry to hide.
        target_id: String,
        /// What the model sees instead: nothing.
        #[tsify(type = "null")]
        replacement: (),
    },
    /// Keeps an entry in the session that the model never sees.
    Custom(Entry),
}

tagged! { write Draft by "type" {
    "context_edit" ContextEdit { target_id as "targetId", replacement },
    "custom" Custom(entry),
} }

/// What pi-retry keeps in the session file.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(tag = "customType", content = "data")]
pub enum Entry {
    /// One announced retry.
    #[serde(rename = "pi-retry")]
    Retry(RetryEntry),
    /// One report of not retrying or giving up.
    #[serde(rename = "pi-retry-stop")]
    Stop(StopEntry),
}

impl Read for Entry {
    fn blank() -> Self {
        Self::Stop(Read::blank())
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        let (mut retry, mut stop): (RetryEntry, StopEntry) = (Read::blank(), Read::blank());
        match json["customType"].as_str() {
            Some(RETRY) => {
                field(json, "data", &mut retry, wrong);
                *self = Self::Retry(retry);
            }
            Some(STOP) => {
                field(json, "data", &mut stop, wrong);
                *self = Self::Stop(stop);
            }
            _ => {
                wrong.note();
                wrong.name("customType");
            }
        }
    }
}

impl Fields for Entry {
    fn write_fields(&self, object: &mut Object) {
        match self {
            Self::Retry(data) => object.field("customType", &RETRY).field("data", data),
            Self::Stop(data) => object.field("customType", &STOP).field("data", data),
        };
    }
}

const RETRY: &str = "pi-retry";
const STOP: &str = "pi-retry-stop";

/// The data of a `pi-retry` entry.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RetryEntry {
    /// Which retry of the failing request, counted from 1.
    pub attempt: u32,
    /// The failure's category.
    pub category: Category,
    /// Why it was retried.
    pub reason: String,
    /// The whole planned wait in milliseconds, margin and jitter included.
    pub delay_ms: u64,
    /// Where the provider's hint stood, if it gave one.
    #[tsify(optional)]
    pub hint_source: Option<HintSource>,
    /// The provider that failed.
    pub provider: String,
    /// The model that failed.
    pub model: String,
    /// What became of the retry.
    pub outcome: RetryOutcome,
    /// The HTTP status, if it is known.
    #[tsify(optional)]
    pub status: Option<u16>,
    /// How far the request had come, if that is known.
    #[tsify(optional)]
    pub phase: Option<RequestPhase>,
    /// The error text, cleaned, at most 500 characters.
    #[tsify(optional)]
    pub error: Option<String>,
    /// The entry with the failed message.
    pub failed_entry_id: String,
    /// The model that takes over, if one does.
    #[tsify(optional)]
    pub fallback: Option<Switch>,
    /// Beside `fallback`, the thinking level of the model that failed.
    #[tsify(optional)]
    pub thinking_level: Option<String>,
}

fields! { RetryEntry {
    attempt, category, reason, delay_ms as "delayMs", hint_source as "hintSource", provider, model,
    outcome, status, phase, error, failed_entry_id as "failedEntryId", fallback,
    thinking_level as "thinkingLevel",
} }

/// What became of an announced retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum RetryOutcome {
    /// The request is sent again.
    Scheduled,
    /// The run was aborted before it could be sent.
    Cancelled,
}

words! { RetryOutcome { "scheduled" Scheduled, "cancelled" Cancelled } }

/// The data of a `pi-retry-stop` entry.
#[derive(Clone, Debug, PartialEq, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StopEntry {
    /// The failure's category.
    pub category: Category,
    /// Why it was not retried, or not again.
    pub reason: String,
    /// How many retries were made.
    pub attempts: u32,
    /// The provider that failed.
    pub provider: String,
    /// The model that failed.
    pub model: String,
    /// The HTTP status, if it is known.
    #[tsify(optional)]
    pub status: Option<u16>,
    /// How far the request had come, if that is known.
    #[tsify(optional)]
    pub phase: Option<RequestPhase>,
    /// The error text, cleaned, at most 500 characters.
    #[tsify(optional)]
    pub error: Option<String>,
}

fields! { StopEntry { category, reason, attempts, provider, model, status, phase, error } }

//! Events: what happened in the host.

use tsify::Tsify;

use super::Switch;
use crate::failure::{Failure, Headers};
use crate::json::Value;
use crate::model::ModelRef;
use crate::wire::{Read, Wrong, field, fields, tagged};

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
    /// What Pi knows of the models that `Effect::FindModels` named.
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
    /// `Effect::SetModel` was done, or refused.
    ModelSet {
        /// Whether the model is active now.
        ok: bool,
    },
    /// The time of `Effect::SetAlarm` has come.
    AlarmRang,
    /// A model request is about to be sent (Pi's `turn_start`).
    RequestStarted,
    /// The context of a main request is being prepared (Pi's `context`).
    RequestPrepared {
        /// What else of Pi may send requests.
        settings: HostSettings,
    },
    /// Pi decides about a cache warming (`cache_warming_decision`). A question, answered
    /// by `Effect::StopWarming` or by nothing.
    WarmingDecided {
        /// Whether Pi would send it.
        sent: bool,
    },
    /// The headers of some request are open (Pi's `before_provider_headers`). A question,
    /// answered by `Effect::Mark` or by nothing.
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
        /// The entries in the context that an `Effect::StartRun` has left.
        #[tsify(optional)]
        nudges: Vec<String>,
    },
    /// The user or a program stopped a model request (Pi's `turn_end`).
    RequestAborted {
        /// The entries in the context that an `Effect::StartRun` has left.
        #[tsify(optional)]
        nudges: Vec<String>,
    },
    /// A model request failed (Pi's `turn_end`). A question: the host waits for its
    /// answer, `Effect::Propose` or nothing, as long as a wait runs.
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
    /// `Effect::Continue` or by nothing.
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
    /// The entries in the context that an `Effect::StartRun` has left.
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

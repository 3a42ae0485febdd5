//! Entries: what the session file keeps.

use tsify::Tsify;

use crate::category::Category;
use crate::hint::HintSource;
use crate::json::{Object, Value};
use crate::wire::{Fields, Read, Wrong, field, fields, tagged, words};

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
        match json["customType"].as_str() {
            Some(RETRY) => *self = Self::Retry(data(json, wrong)),
            Some(STOP) => *self = Self::Stop(data(json, wrong)),
            _ => {
                wrong.note();
                wrong.name("customType");
            }
        }
    }
}

fn data<T: Read>(json: &mut Value, wrong: &mut Wrong) -> T {
    let mut data = T::blank();
    field(json, "data", &mut data, wrong);
    data
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

/// A model that took over from another, both as `provider/model`.
#[derive(Clone, Debug, PartialEq, Eq, Tsify)]
pub struct Switch {
    /// The model that could not answer.
    pub from: String,
    /// The model that the request is sent to.
    pub to: String,
}

fields! { Switch { from, to } }

//! The binding: the only file that knows JavaScript. It converts and delegates.

use js_sys::JSON;
use wasm_bindgen::prelude::*;

use crate::config::{self, Config};
use crate::failure::{EpochMs, Failure};
use crate::json::{self, Object, Write};
use crate::seam::{Event, Inputs};
use crate::wire::{self, Fields, Read};
use crate::{machine, mirror, report};

/// The state machine of one session.
#[wasm_bindgen]
#[derive(Default)]
pub struct Machine(machine::Machine);

#[wasm_bindgen]
impl Machine {
    /// Returns the machine of a session that has not said anything yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one event at the time `now_ms` and returns what the host is to do, in order.
    /// `random`, uniform in `0.0..1.0`, is drawn where it is not given.
    ///
    /// # Errors
    ///
    /// Throws where `event` is none.
    #[wasm_bindgen(unchecked_return_type = "Effect[]")]
    pub fn handle(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Event")] event: &JsValue,
        now_ms: f64,
        random: Option<f64>,
    ) -> Result<JsValue, JsError> {
        let event: Event = from_js(event)?;
        #[cfg(feature = "trap")]
        crate::trap::in_event(&event, &self.0);
        let inputs = Inputs { now: epoch(now_ms), random: random.unwrap_or_else(dice) };
        to_js(&self.0.handle(event, inputs))
    }

    /// Returns what the event `restored` tells the next machine.
    #[must_use]
    pub fn memory(&self) -> String {
        self.0.memory()
    }
}

/// Decides about a failure at the time `now_ms`, under the keys of `pi-retry.json` in
/// `config` or the defaults.
///
/// # Errors
///
/// Throws where `failure` is none.
#[wasm_bindgen(unchecked_return_type = "Decision")]
pub fn decide(
    #[wasm_bindgen(unchecked_param_type = "Failure")] failure: &JsValue,
    now_ms: f64,
    #[wasm_bindgen(unchecked_param_type = "Record<string, unknown> | undefined")] config: &JsValue,
) -> Result<JsValue, JsError> {
    let failure: Failure = from_js(failure)?;
    to_js(&crate::decide(&failure, epoch(now_ms), &configured(config)?))
}

/// Explains the decision about a failure in a few lines for people. Takes what
/// [`decide()`] takes.
///
/// # Errors
///
/// Throws where `failure` is none.
#[wasm_bindgen]
pub fn explain(
    #[wasm_bindgen(unchecked_param_type = "Failure")] failure: &JsValue,
    now_ms: f64,
    #[wasm_bindgen(unchecked_param_type = "Record<string, unknown> | undefined")] config: &JsValue,
) -> Result<String, JsError> {
    let failure: Failure = from_js(failure)?;
    let explanation = crate::explain::explain(&failure, epoch(now_ms), &configured(config)?);
    Ok(report::explanation(&explanation))
}

/// Says how the command line is used.
#[wasm_bindgen(js_name = cliUsage)]
#[must_use]
pub fn cli_usage() -> String {
    report::cli_usage()
}

fn configured(config: &JsValue) -> Result<Config, JsError> {
    if config.is_undefined() {
        return Ok(Config::default());
    }
    let value = json::parse(&text_of(config)?).map_err(|error| JsError::new(&error.to_string()))?;
    Ok(config::from_value(&value).0)
}

/// Says whether Pi itself takes a failure with this error text for one that is worth
/// repeating. See [`mirror::retries`].
#[wasm_bindgen(js_name = piRetries)]
#[must_use]
pub fn pi_retries(message: &str) -> bool {
    mirror::retries(message)
}

/// Says whether Pi itself takes a failure with this error text for an overflow of the
/// context. See [`mirror::overflows`].
#[wasm_bindgen(js_name = piOverflows)]
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "an optional argument comes by value")]
pub fn pi_overflows(message: &str, provider: Option<String>) -> bool {
    mirror::overflows(message, provider.as_deref())
}

/// Draws the data of a session entry as one line, or returns nothing for what is none of ours.
#[wasm_bindgen(js_name = entryLine)]
#[must_use]
pub fn entry_line(
    #[wasm_bindgen(unchecked_param_type = "{ customType: string; data?: unknown }")]
    entry: &JsValue,
) -> Option<String> {
    #[cfg(feature = "trap")]
    crate::trap::in_call("entryLine", &entry);
    from_js(entry).ok().map(|entry| report::entry_line(&entry))
}

/// Returns the words that `/retry` takes and that begin with `prefix`, for completion.
///
/// # Errors
///
/// Never, as the words are plain.
#[wasm_bindgen(js_name = completions, unchecked_return_type = "{ value: string; label: string; description: string }[]")]
pub fn completions(prefix: &str) -> Result<JsValue, JsError> {
    #[cfg(feature = "trap")]
    crate::trap::in_call("completions", &prefix);
    let verbs = report::VERBS.iter().filter(|(verb, _)| verb.starts_with(prefix));
    to_js(&verbs.map(|(verb, about)| Completion { verb, about }).collect::<Vec<_>>())
}

/// A word, and what it does, as the editor of the host lists it.
struct Completion {
    verb: &'static str,
    about: &'static str,
}

impl Fields for Completion {
    fn write_fields(&self, object: &mut Object) {
        let Self { verb, about } = self;
        object.field("value", verb).field("label", verb).field("description", about);
    }
}

/// Describes `/retry` in the list of commands.
#[wasm_bindgen(js_name = commandDescription)]
#[must_use]
pub fn command_description() -> String {
    report::command_description()
}

#[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and NaN is 0")]
fn epoch(now_ms: f64) -> EpochMs {
    EpochMs(now_ms as i64)
}

#[expect(clippy::disallowed_methods, reason = "the binding throws the dice for the core")]
fn dice() -> f64 {
    js_sys::Math::random()
}

fn from_js<T: Read>(value: &JsValue) -> Result<T, JsError> {
    wire::from_json(&text_of(value)?).map_err(|error| JsError::new(&error.to_string()))
}

fn text_of(value: &JsValue) -> Result<String, JsError> {
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string());
    text.ok_or_else(|| JsError::new("not a value that JSON can hold"))
}

fn to_js(value: &impl Write) -> Result<JsValue, JsError> {
    JSON::parse(&wire::to_json(value)).map_err(|_| JsError::new("not JSON"))
}

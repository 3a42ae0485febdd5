//! The binding: the only file that knows JavaScript. It converts and delegates.

use js_sys::Object;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::config::{self, Config};
use crate::failure::{EpochMs, Failure};
use crate::seam::{Event, Inputs};
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
        #[wasm_bindgen(unchecked_param_type = "Event")] event: JsValue,
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
    #[wasm_bindgen(unchecked_param_type = "Failure")] failure: JsValue,
    now_ms: f64,
    #[wasm_bindgen(unchecked_param_type = "Record<string, unknown> | undefined")] config: JsValue,
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
    #[wasm_bindgen(unchecked_param_type = "Failure")] failure: JsValue,
    now_ms: f64,
    #[wasm_bindgen(unchecked_param_type = "Record<string, unknown> | undefined")] config: JsValue,
) -> Result<String, JsError> {
    let failure: Failure = from_js(failure)?;
    let explanation = crate::explain::explain(&failure, epoch(now_ms), &configured(config)?);
    Ok(report::explanation(&explanation))
}

/// Returns the JSON Schema of `pi-retry.json` as a text.
#[wasm_bindgen(js_name = configSchema)]
#[must_use]
pub fn config_schema() -> String {
    format!("{:#}", crate::schema::schema())
}

/// Says how the command line is used.
#[wasm_bindgen(js_name = cliUsage)]
#[must_use]
pub fn cli_usage() -> String {
    report::cli_usage()
}

fn configured(config: JsValue) -> Result<Config, JsError> {
    if config.is_undefined() {
        return Ok(Config::default());
    }
    let value = from_js(config)?;
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
    #[wasm_bindgen(unchecked_param_type = "{ customType: string; data?: unknown }")] entry: JsValue,
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
    let item = |(verb, about): &(&str, &str)| json!({ "value": verb, "label": verb, "description": about });
    to_js(&verbs.map(item).collect::<Vec<_>>())
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
    getrandom::u32().map_or(0.5, |drawn| f64::from(drawn) / (f64::from(u32::MAX) + 1.0))
}

/// Values nested deeper than this are refused, as in `serde_json`: for each level serde
/// calls itself, and a WebAssembly stack that overflows is the end of its module.
const DEEPEST: usize = 128;

fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    if is_deeper(&value, DEEPEST) {
        return Err(JsError::new("nested too deeply"));
    }
    serde_wasm_bindgen::from_value(value).map_err(JsError::from)
}

fn is_deeper(value: &JsValue, levels: usize) -> bool {
    let inside = || Object::values(value.unchecked_ref());
    value.is_object() && (levels == 0 || inside().iter().any(|one| is_deeper(&one, levels - 1)))
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let plain_objects = Serializer::json_compatible();
    value.serialize(&plain_objects).map_err(JsError::from)
}

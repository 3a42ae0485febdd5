//! The binding: the only file that knows JavaScript. It converts and delegates.

use serde::Serialize;
use serde_wasm_bindgen::{Serializer, from_value};
use wasm_bindgen::prelude::*;

use crate::config::{self, Config};
use crate::failure::{EpochMs, Failure};
use crate::seam::{Event, Inputs};
use crate::{machine, report};

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
        let event: Event = from_value(event).map_err(JsError::from)?;
        let inputs = Inputs { now: epoch(now_ms), random: random.unwrap_or_else(dice) };
        to_js(&self.0.handle(event, inputs))
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
    let failure: Failure = from_value(failure).map_err(JsError::from)?;
    let config = if config.is_undefined() {
        Config::default()
    } else {
        config::from_value(&from_value(config).map_err(JsError::from)?).0
    };
    to_js(&crate::decide(&failure, epoch(now_ms), &config))
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

fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let plain_objects = Serializer::json_compatible();
    value.serialize(&plain_objects).map_err(JsError::from)
}

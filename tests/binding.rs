//! Runs the same cases through the WebAssembly binding.

#![cfg(target_arch = "wasm32")]

mod cases;

use cases::{ConfigurationCase, NOW_MS, SCRIPTS, Step, Story, VALUES, parse};
use pi_retry::wasm::{Machine, decide};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn every_story_goes_as_told() {
    for (name, _) in SCRIPTS {
        let Story { story, steps } = parse(SCRIPTS, name);
        let mut machine = Machine::new();
        for (number, Step(now_ms, random, event, effects)) in steps.into_iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "the clock of a story is small")]
            let done = machine.handle(&to_js(&event), now_ms as f64, Some(random));
            let done = from_js(&done.unwrap_or_else(|_| panic!("{name}, step {number}")));
            assert_eq!(done, effects, "{name} ({story}), step {number}");
        }
    }
}

#[wasm_bindgen_test]
fn every_failure_is_decided_as_labelled() {
    cases::failures(decided);
}

#[wasm_bindgen_test]
fn every_wait_is_found_where_it_stands() {
    cases::waits(decided);
}

#[wasm_bindgen_test]
fn every_value_is_read_and_written_as_labelled() {
    cases::values();
}

fn decided(failure: &Value, config: &Value) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "a time of this century is exact")]
    let decision = decide(&to_js(failure), NOW_MS as f64, &to_js(config));
    from_js(&decision.unwrap_or_else(|_| panic!("{failure}")))
}

#[wasm_bindgen_test]
fn every_mistake_in_a_configuration_is_one_warning_and_a_default() {
    for case in parse::<Vec<ConfigurationCase>>(VALUES, "configurations") {
        let (mut machine, mut expected) = (Machine::new(), Machine::new());
        assert_eq!(texts(&mut machine, &configured(&case.text)), case.warnings, "{}", case.name);
        assert!(texts(&mut expected, &configured(&case.used.to_string())).is_empty());
        let overview = json!({ "type": "command", "words": "" });
        let [used, expected] = [&mut machine, &mut expected].map(|one| texts(one, &overview));
        assert_eq!(used, expected, "{}", case.name);
    }
}

#[wasm_bindgen_test]
fn a_configuration_is_taken_as_a_plain_object() {
    let failure = json!({ "message": "429: Please try again in 20s." });
    let config = json!({ "maxRetryAfterMs": 10_000 });
    let decision = decide(&to_js(&failure), 0.0, &to_js(&config));
    let decision = from_js(&decision.unwrap_or_else(|_| panic!("a decision")));
    assert_eq!(decision["retry"], false);
}

#[wasm_bindgen_test]
fn the_dice_are_thrown_where_none_are_given() {
    let mut machine = Machine::new();
    let failed = json!({
        "type": "request_failed", "failure": { "message": "503" },
        "model": "m", "entryId": "e", "compacting": false,
    });
    for _ in 0..20 {
        let effects = machine.handle(&to_js(&failed), 0.0, None);
        let effects = from_js(&effects.unwrap_or_else(|_| panic!("effects")));
        let delay_ms = effects[3]["delayMs"].as_u64();
        assert!(delay_ms.is_none_or(|delay_ms| (1_500..=60_000).contains(&delay_ms)), "{effects}");
    }
}

#[wasm_bindgen_test]
fn what_is_no_event_is_refused() {
    let event = json!({ "type": "nonsense" });
    assert!(Machine::new().handle(&to_js(&event), 0.0, None).is_err());
    assert!(Machine::new().handle(&JsValue::NULL, f64::NAN, None).is_err());
}

fn configured(text: &str) -> Value {
    json!({ "type": "session_started", "config": { "text": text } })
}

/// Returns what the user is told.
fn texts(machine: &mut Machine, event: &Value) -> Vec<String> {
    let effects = machine.handle(&to_js(event), 0.0, None).unwrap_or_else(|_| panic!("{event}"));
    let effects = from_js(&effects);
    let effects = effects.as_array().expect("effects").iter();
    let told = effects.filter(|effect| effect["type"] == "notify");
    told.map(|effect| effect["text"].as_str().expect("a text").to_owned()).collect()
}

fn to_js(value: &Value) -> JsValue {
    js_sys::JSON::parse(&value.to_string()).expect("JSON")
}

fn from_js(value: &JsValue) -> Value {
    let text = js_sys::JSON::stringify(value).expect("JSON");
    serde_json::from_str(&String::from(text)).expect("JSON")
}

//! Runs the stories on a virtual clock and the corpus, on the native core.

#![cfg(not(target_arch = "wasm32"))]

mod cases;

use cases::{CORPUS, ConfigurationCase, DecisionCase, SCRIPTS, Step, Story, parse};
use pi_retry::seam::{Event, Inputs};
use pi_retry::{Config, EpochMs, Machine, config, decide, report};
use serde_json::to_value;

#[test]
fn every_story_goes_as_told() {
    for (name, _) in SCRIPTS {
        let Story { story, steps } = parse(SCRIPTS, name);
        let mut machine = Machine::new();
        for (number, Step(now_ms, random, event, effects)) in steps.into_iter().enumerate() {
            let event: Event = serde_json::from_value(event).expect("an event");
            let inputs = Inputs { now: EpochMs(now_ms), random };
            let done = to_value(machine.handle(event, inputs)).expect("JSON");
            assert_eq!(done, effects, "{name} ({story}), step {number}");
        }
    }
}

#[test]
fn every_file_of_cases_is_listed() {
    for (folder, listed) in [("tests/scripts", SCRIPTS), ("tests/corpus", CORPUS)] {
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .expect(folder)
            .map(|entry| entry.expect(folder).file_name().into_string().expect("a name"))
            .collect();
        found.sort();
        let mut listed: Vec<String> =
            listed.iter().map(|(name, _)| format!("{name}.json")).collect();
        listed.sort();
        assert_eq!(found, listed, "{folder}");
    }
}

#[test]
fn every_failure_is_decided_as_labelled() {
    for case in parse::<Vec<DecisionCase>>(CORPUS, "decisions") {
        let failure = serde_json::from_value(case.failure).expect(&case.name);
        let decision = decide(&failure, EpochMs(0), &Config::default());
        let decision = to_value(decision).expect("JSON");
        assert_eq!(decision, case.decision, "{}, seen at {}", case.name, case.seen);
    }
}

#[test]
fn every_mistake_in_a_configuration_is_one_warning_and_a_default() {
    for case in parse::<Vec<ConfigurationCase>>(CORPUS, "configurations") {
        let (config, problems) = config::from_text(&case.text);
        let warnings: Vec<String> = problems.iter().map(report::problem).collect();
        assert_eq!(warnings, case.warnings, "{}", case.name);
        let (expected, problems) = config::from_value(&case.used);
        assert_eq!(problems, [], "{}", case.name);
        assert_eq!(report::settings(&config), report::settings(&expected), "{}", case.name);
    }
}

//! Runs the stories on a virtual clock and the corpus, on the native core.

#![cfg(not(target_arch = "wasm32"))]

mod cases;

use std::collections::{BTreeMap, BTreeSet};

use cases::{
    ConfigurationCase, DecisionCase, FAILURES, NOW_MS, SCRIPTS, Step, Story, VALUES, parse,
};
use pi_retry::seam::{ConfigFile, Effect, Event, Inputs};
use pi_retry::wire::{from_json, to_json};
use pi_retry::{Category, EpochMs, Failure, Machine, config, decide, report};
use serde_json::{Value, json};

#[test]
fn every_story_goes_as_told() {
    for (name, _) in SCRIPTS {
        let Story { story, steps } = parse(SCRIPTS, name);
        let mut machine = Machine::new();
        for (number, Step(now_ms, random, event, effects)) in steps.into_iter().enumerate() {
            let event: Event = from_json(&event.to_string()).expect("an event");
            let inputs = Inputs { now: EpochMs(now_ms), random };
            let done = told(&machine.handle(event, inputs));
            assert_eq!(done, effects, "{name} ({story}), step {number}");
        }
    }
}

#[test]
fn every_story_goes_as_told_by_machines_that_are_made_anew_at_each_step() {
    for (name, _) in SCRIPTS {
        let Story { story, steps } = parse(SCRIPTS, name);
        let (mut machine, mut start) = (Machine::new(), None);
        for (number, Step(now_ms, random, event, effects)) in steps.into_iter().enumerate() {
            let event: Event = from_json(&event.to_string()).expect("an event");
            let inputs = Inputs { now: EpochMs(now_ms), random };
            if let Event::SessionStarted { config, watchable, screen, .. } = &event {
                start = Some((config.clone(), *watchable, *screen));
            } else if let Some(start) = &start {
                machine = anew(&machine, start.clone(), false);
            }
            let done = told(&machine.handle(event, inputs));
            assert_eq!(done, effects, "{name} ({story}), step {number}");
        }
    }
}

#[test]
fn a_clock_that_is_set_during_a_story_changes_nothing_in_it() {
    const HOUR_MS: i64 = 3_600_000;
    // A model's rest between two prompts follows the clock.
    let rests = |story: &str| story.contains("set_alarm");
    for (name, _) in SCRIPTS.iter().filter(|(_, story)| !rests(story)) {
        for step_ms in [-HOUR_MS, HOUR_MS] {
            let Story { story, steps } = parse(SCRIPTS, name);
            let mut machine = Machine::new();
            for (number, Step(now_ms, random, event, effects)) in steps.into_iter().enumerate() {
                let event: Event = from_json(&event.to_string()).expect("an event");
                // Each step finds the clock an hour from where the last one found it.
                let set_ms = if number % 2 == 0 { 0 } else { step_ms };
                let inputs = Inputs { now: EpochMs(now_ms + set_ms), random };
                let done = told(&machine.handle(event, inputs));
                assert_eq!(done, effects, "{name} ({story}), step {number}, {set_ms} ms");
            }
        }
    }
}

#[test]
fn a_machine_that_was_interrupted_knows_the_attempts_and_waits_for_nothing() {
    let failed = json!({
        "type": "request_failed", "failure": { "message": "503" },
        "model": "m", "entryId": "e", "compacting": false,
    });
    let fail = |machine: &mut Machine| {
        let event: Event = from_json(&failed.to_string()).expect("an event");
        let inputs = Inputs { now: EpochMs(0), random: 0.0 };
        told(&machine.handle(event, inputs))[0]["text"].clone()
    };
    let mut machine = Machine::new();
    assert_eq!(
        fail(&mut machine),
        "pi-retry: server_error (server_error: HTTP 503); retry 1/10 in 1.5s"
    );
    let mut machine = anew(&machine, (None, true, false), true);
    let inputs = Inputs { now: EpochMs(0), random: 0.0 };
    assert_eq!(machine.handle(Event::WaitElapsed, inputs), []);
    assert_eq!(
        fail(&mut machine),
        "pi-retry: server_error (server_error: HTTP 503); retry 2/10 in 3s"
    );
}

#[test]
fn a_memory_that_cannot_be_read_leaves_the_configuration() {
    let mut machine = Machine::new();
    let inputs = Inputs { now: EpochMs(0), random: 0.0 };
    let text = Some(ConfigFile::Text(json!({ "maxRetries": 7 }).to_string()));
    let restored = Event::Restored {
        config: text,
        watchable: true,
        screen: false,
        memory: "?".to_owned(),
        interrupted: false,
    };
    assert_eq!(machine.handle(restored, inputs), []);
    let command = Event::Command { words: String::new(), idle: true, branch: vec![] };
    let overview = told(&machine.handle(command, inputs));
    assert!(overview[0]["text"].as_str().is_some_and(|text| text.contains("maxRetries 7")));
}

/// Returns effects as the host gets them.
fn told(effects: &[Effect]) -> Value {
    serde_json::from_str(&to_json(effects)).expect("JSON")
}

/// Returns a machine that was told what another one knew.
fn anew(
    machine: &Machine,
    (config, watchable, screen): (Option<ConfigFile>, bool, bool),
    interrupted: bool,
) -> Machine {
    let memory = machine.memory();
    let mut fresh = Machine::new();
    let inputs = Inputs { now: EpochMs(0), random: 0.0 };
    let restored = Event::Restored { config, watchable, screen, memory, interrupted };
    assert_eq!(fresh.handle(restored, inputs), []);
    fresh
}

#[test]
fn every_file_of_cases_is_listed() {
    let corpus = [FAILURES, VALUES].concat();
    for (folder, listed) in [("tests/scripts", SCRIPTS), ("tests/corpus", &corpus)] {
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
    cases::failures(decided);
}

#[test]
fn every_wait_is_found_where_it_stands() {
    cases::waits(decided);
}

#[test]
fn every_value_is_read_and_written_as_labelled() {
    cases::values();
}

fn decided(failure: &Value, config: &Value) -> Value {
    let failure: Failure = from_json(&failure.to_string()).expect("a failure");
    let (config, problems) = config::from_text(&config.to_string());
    assert_eq!(problems, []);
    let decision = to_json(&decide(&failure, EpochMs(NOW_MS), &config));
    serde_json::from_str(&decision).expect("JSON")
}

#[test]
fn every_row_has_a_name_of_its_own_and_says_where_it_was_seen() {
    let mut failures = BTreeSet::new();
    for (file, text) in [FAILURES, VALUES].concat() {
        let mut names = BTreeSet::new();
        for row in serde_json::from_str::<Vec<Value>>(text).expect(file) {
            let name = row["name"].as_str().expect(file).to_owned();
            assert!(row["seen"].as_str().is_some_and(|seen| !seen.is_empty()), "{file}: {name}");
            let own = names.insert(name.clone())
                && (row["failure"].is_null() || failures.insert(name.clone()));
            assert!(own, "{file}: two rows named {name}");
        }
    }
}

#[test]
fn every_category_and_every_rule_has_its_rows() {
    let (mut categories, mut rules) = (BTreeMap::new(), BTreeMap::new());
    for (file, _) in FAILURES {
        for case in parse::<Vec<DecisionCase>>(FAILURES, file) {
            let category = case.decision["category"].as_str().expect(file).to_owned();
            *categories.entry(category).or_insert(0) += 1;
            if let Some(rule) = case.rule {
                *rules.entry(rule).or_insert(0) += 1;
            }
        }
    }
    for category in Category::ALL {
        assert!(categories.get(category.name()) >= Some(&12), "{}", category.name());
    }
    for rule in 1..=8 {
        assert!(rules.get(&rule) >= Some(&2), "rule {rule}");
    }
}

#[test]
fn every_mistake_in_a_configuration_is_one_warning_and_a_default() {
    for case in parse::<Vec<ConfigurationCase>>(VALUES, "configurations") {
        let (config, problems) = config::from_text(&case.text);
        let warnings: Vec<String> = problems.iter().map(report::problem).collect();
        assert_eq!(warnings, case.warnings, "{}", case.name);
        let (expected, problems) = config::from_text(&case.used.to_string());
        assert_eq!(problems, [], "{}", case.name);
        assert_eq!(report::settings(&config), report::settings(&expected), "{}", case.name);
    }
}

//! Holds inputs of every kind against the laws of the core. `npm run fuzz` does the same
//! for longer.

#![cfg(not(target_arch = "wasm32"))]

mod generate;

use std::panic::catch_unwind;

use generate::{Case, Dice};

const SEED: u64 = 20_261_129;

/// Checks a case, and on failure says how to see it again.
fn check(seed: u64, case: &Case) {
    let input = serde_json::to_string(case).expect("JSON");
    let kept = catch_unwind(|| case.check()).is_ok();
    assert!(kept, "a law is broken (see above) by seed {seed}, input {input}");
}

#[test]
fn every_input_keeps_the_laws() {
    for seed in SEED..SEED + 3_000 {
        check(seed, &Case::of_seed(seed, 16 * 1024));
    }
}

#[test]
fn the_order_of_rows_means_nothing() {
    for seed in SEED..SEED + 300 {
        check(seed, &Case::rows(&mut Dice::new(seed)));
    }
}

#[test]
fn time_is_linear_in_the_text() {
    for pattern in ["(a+)+$", "(a|aa)*b", "(.*)*x"] {
        let parts = vec!["a".to_owned()];
        check(0, &Case::Long { parts, pattern: pattern.to_owned(), bytes: 64 * 1024 });
    }
    for seed in SEED..SEED + 20 {
        check(seed, &Case::long(&mut Dice::new(seed), 64 * 1024));
    }
}

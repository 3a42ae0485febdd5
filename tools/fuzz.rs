//! Holds random inputs against the laws of the core: `npm run fuzz`.
//!
//! ```text
//! fuzz <minutes> <seed>
//! fuzz <input>
//! ```
//!
//! The first input is that of the seed, the next that of the seed plus one, and so on. On
//! standard output there is a line about progress now and then, and one for each finding;
//! the exit code is 1 if there is any.

#[path = "../tests/generate/mod.rs"]
mod generate;

use std::collections::BTreeSet;
use std::panic::{catch_unwind, set_hook};
use std::process::exit;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use generate::{Case, Dice};
use serde_json::Value;

/// The longest text that an input holds.
const LONGEST: usize = 256 * 1024;
/// An input that takes longer hangs, also on a machine with much else to do.
const HANGS: Duration = Duration::from_secs(300);
const REPORTED_EACH: Duration = Duration::from_secs(20);
/// The last panic.
static PANIC: Mutex<String> = Mutex::new(String::new());
static SEED: AtomicU64 = AtomicU64::new(0);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    set_hook(Box::new(|panic| {
        *PANIC.lock().expect("the only thread that panics") = panic.to_string();
    }));
    match arguments.as_slice() {
        [minutes, seed] => match (minutes.parse(), seed.parse()) {
            (Ok(minutes), Ok(seed)) => fuzz(minutes, seed),
            _ => usage(),
        },
        [input] => match serde_json::from_str(input) {
            Ok(case) => again(&case),
            Err(error) => {
                eprintln!("not an input: {error}");
                exit(2);
            }
        },
        _ => usage(),
    }
}

/// Checks one input that was a finding.
fn again(case: &Case) {
    if broken(case).is_some() {
        println!("FINDING: {}", last_panic());
        exit(1);
    }
    println!("no finding");
}

#[expect(clippy::disallowed_methods, reason = "the fuzzer itself runs by the clock")]
fn fuzz(minutes: f64, seed: u64) {
    thread::spawn(watch);
    let (start, length) = (Instant::now(), Duration::from_secs_f64(minutes * 60.0));
    let mut findings = BTreeSet::new();
    let mut report_at = REPORTED_EACH;
    let mut executions = 0;
    while start.elapsed() < length {
        let this = seed.wrapping_add(executions);
        SEED.store(this, Ordering::Relaxed);
        executions += 1;
        let case = Case::of_seed(this, LONGEST);
        if let Some(place) = broken(&case)
            && findings.insert(place.clone())
        {
            report(this, &shrunk(&case, &place));
        }
        if start.elapsed() > report_at {
            progress(executions, findings.len(), start.elapsed());
            report_at += REPORTED_EACH;
        }
    }
    progress(executions, findings.len(), start.elapsed());
    exit(i32::from(!findings.is_empty()));
}

fn usage() -> ! {
    eprintln!("usage: fuzz <minutes> <seed> | fuzz <input>");
    exit(2)
}

fn progress(executions: u64, findings: usize, time: Duration) {
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let speed = executions as f64 / time.as_secs_f64();
    let seconds = time.as_secs();
    println!("{seconds} s: {executions} executions, {speed:.0} per second, {findings} findings");
}

/// Returns the place in the source where a case breaks a law.
fn broken(case: &Case) -> Option<String> {
    catch_unwind(|| case.check()).err()?;
    Some(last_panic().lines().next().unwrap_or_default().to_owned())
}

fn last_panic() -> String {
    PANIC.lock().expect("no panic while it is held").clone()
}

fn report(seed: u64, case: &Case) {
    println!("FINDING of seed {seed}: {}", last_panic().replace('\n', " "));
    println!("  input: {}", serde_json::to_string(case).unwrap_or_default());
}

/// Ends the process when an input takes too long.
#[expect(clippy::disallowed_methods, reason = "the fuzzer itself runs by the clock")]
fn watch() {
    let (mut seed, mut since) = (0, Instant::now());
    loop {
        thread::sleep(Duration::from_secs(1));
        let now = SEED.load(Ordering::Relaxed);
        if now != seed {
            (seed, since) = (now, Instant::now());
        } else if since.elapsed() > HANGS {
            println!("FINDING of seed {seed}: it hangs");
            let case = Case::of_seed(seed, LONGEST);
            println!("  input: {}", serde_json::to_string(&case).unwrap_or_default());
            exit(1);
        }
    }
}

/// Takes parts out of a case as long as it breaks a law at this place.
fn shrunk(case: &Case, place: &str) -> Case {
    const TRIES: usize = 3_000;
    let mut case = case.clone();
    let dice = &mut Dice::new(0);
    for _ in 0..TRIES {
        let Ok(mut value) = serde_json::to_value(&case) else { break };
        shrink(&mut value, dice);
        let Ok(smaller) = serde_json::from_value::<Case>(value) else { continue };
        if broken(&smaller).as_deref() == Some(place) {
            case = smaller;
        }
    }
    // Its panic is the last one again.
    let _ = broken(&case);
    case
}

/// Takes something out of a value at a random place.
fn shrink(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::String(text) => {
            let chars: Vec<char> = text.chars().collect();
            let start = dice.below(chars.len() + 1);
            let end = (start + 1 + dice.below(chars.len() + 1)).min(chars.len());
            *text = chars[..start].iter().chain(&chars[end..]).collect();
        }
        Value::Array(all) if !all.is_empty() => {
            let at = dice.below(all.len());
            if dice.one_in(2) {
                all.remove(at);
            } else {
                shrink(&mut all[at], dice);
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            // Without these a secret is none.
            let secret = fields.contains_key("prefix");
            let kept = |name: &&String| !(secret && ["prefix", "body"].contains(&name.as_str()));
            let names: Vec<String> = fields.keys().filter(kept).cloned().collect();
            let name = &names[dice.below(names.len())];
            if dice.one_in(3) && !["law", "type"].contains(&name.as_str()) {
                fields.remove(name);
            } else if let Some(field) = fields.get_mut(name) {
                shrink(field, dice);
            }
        }
        _ => {}
    }
}

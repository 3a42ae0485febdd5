//! What the core keeps for every input. Each law panics where it is broken. Those of a
//! session are in `host.rs`.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use pi_retry::category::Retried;
use pi_retry::clean::clean;
use pi_retry::config::OversizedHint;
use pi_retry::decide::judge;
use pi_retry::duration;
use pi_retry::explain::explain;
use pi_retry::judgement::Judgement;
use pi_retry::text::fold;
use pi_retry::wire::from_json;
use pi_retry::wording::{self, Table};
use pi_retry::{Config, EpochMs, Failure, config, hint, instant, report, status};
use serde_json::{Value, json};

use super::{Dice, text};

/// The longest text with one reason in it.
const LONGEST: usize = 700;

pub(crate) fn decision(failure: &Value, now: EpochMs, config: &Value) {
    let Ok(failure) = from_json::<Failure>(&failure.to_string()) else { return };
    let (config, problems) = config::from_text(&config.to_string());
    for problem in &problems {
        shown(&report::problem(problem));
    }
    let Judgement { decision, wait_ms, hint, pattern, .. } = judge(&failure, now, &config);
    shown(&decision.reason);
    assert!(decision.status.is_none_or(|status| (400..=599).contains(&status)), "a status");
    assert!(hint.is_none_or(|found| found.hint.wait_ms > 0), "a hint of zero");
    assert_eq!(decision.hint.is_some(), wait_ms.is_some(), "the accepted hint");

    let limit_ms = config.max_retry_after_ms;
    if let Some(wait_ms) = wait_ms.filter(|_| decision.retry && limit_ms > 0) {
        assert!(wait_ms <= limit_ms, "waits {wait_ms} ms, over {limit_ms} ms");
        assert!(
            config.oversized_hint == OversizedHint::Clamp
                || decision.hint.as_ref().is_some_and(|hint| hint.wait_ms == wait_ms)
        );
    }
    if pattern.is_none() {
        let asked =
            failure.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("x-should-retry"));
        let may = match decision.category.retried() {
            Retried::Always => true,
            Retried::WithHint => wait_ms.is_some(),
            Retried::Never => asked,
        };
        assert!(may || !decision.retry, "{:?} is retried", decision.category);
    }
    let explanation = explain(&failure, now, &config);
    assert_eq!(explanation.judgement.decision, decision, "another decision");
}

/// Text that people see: short, and clean.
pub(crate) fn shown(text: &str) {
    assert!(text.chars().count() <= LONGEST, "{} characters are shown", text.len());
    shown_line(text);
}

pub(crate) fn shown_line(text: &str) {
    assert!(!text.contains(char::is_control), "control characters are shown");
}

pub(crate) fn cleaning(text: &str, longest: usize) {
    let cleaned = clean(text, longest);
    assert!(cleaned.chars().count() <= longest, "too long");
    assert!(!cleaned.contains(char::is_control), "a control character");
    assert_eq!(clean(&cleaned, longest), cleaned, "cleaned twice");
}

pub(crate) fn secret([before, prefix, body, after]: &[&String; 4], longest: usize) {
    // An escape sequence may swallow what sets the secret apart, and `key=` its name.
    let before = before.replace('\u{1b}', "");
    let text = format!("{before}, {prefix}{body} {after}");
    let cleaned = clean(&text, longest);
    if let Some(start) = body.get(..16) {
        assert!(!cleaned.contains(start), "a secret is seen: {cleaned}");
    }
}

pub(crate) fn values(text: &str) {
    for bare_ms in [0.0, 1.0, 1_000.0] {
        let leading = duration::leading(text, bare_ms);
        let whole = duration::whole(text, bare_ms);
        assert!(whole.is_none() || whole == leading, "a whole duration leads");
    }
    let _ = instant::http_date(text);
    let _ = instant::date_and_time(text);
    if let Some(EpochMs(at)) = instant::epoch(text) {
        assert!((100_000_000_000..100_000_000_000_000).contains(&at), "epoch {at}");
    }
    assert!(status::in_text(text).is_none_or(|status| (400..=599).contains(&status)));
    let found = hint::text::find(&fold(text), EpochMs(0));
    assert!(found.is_none_or(|found| found.hint.wait_ms > 0), "a hint of zero");
}

pub(crate) fn rows(text: &str, order: u64) {
    let mut rows: Vec<_> = wording::all_rows().collect();
    Dice::new(order).shuffle(&mut rows);
    let folded = fold(text);
    let (ours, other) = (wording::find(&folded), Table::new(rows).find(&folded));
    for row in wording::all_rows() {
        let place = |found: &wording::Found| {
            found.first(row.meaning).map(|(row, at)| (row.words.text(), at))
        };
        assert_eq!(place(&ours), place(&other), "{:?}", row.meaning);
    }
}

pub(crate) fn configuration(text: &str) {
    let (config, problems) = config::from_text(text);
    for problem in &problems {
        shown(&report::problem(problem));
    }
    assert!(config.max_backoff_ms >= config.base_delay_ms && config.max_retries <= 1_000);
    report::settings(&config).lines().for_each(shown_line);
}

/// Compares a text with eight of an eighth of its length. Where time is linear they take as
/// long; four times that is accepted, and whatever is too short to be measured.
pub(crate) fn long(parts: &[String], pattern: &str, bytes: usize) {
    const TIMES: usize = 8;
    const TOO_SHORT: Duration = Duration::from_millis(100);
    let config = json!({ "patterns": { "retryable": [pattern] } });
    let (config, _) = config::from_text(&config.to_string());
    let short = Failure::from_text(&text::repeated(parts, bytes / TIMES));
    let long = Failure::from_text(&text::repeated(parts, bytes));
    let (mut once, mut eight) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        eight = eight.min(taken(&short, TIMES, &config));
        once = once.min(taken(&long, 1, &config));
        if once < eight * 4 + TOO_SHORT {
            return;
        }
    }
    panic!("{bytes} bytes take {once:?}, and in eight parts {eight:?}");
}

/// Returns how long it takes to explain a failure some times.
fn taken(failure: &Failure, times: usize, config: &Config) -> Duration {
    let start = worked();
    for _ in 0..times {
        let explanation = explain(failure, EpochMs(0), config);
        shown(&explanation.judgement.decision.reason);
        shown(&clean(&failure.message, 500));
    }
    worked().saturating_sub(start)
}

/// Returns for how long this thread has had the processor, or on other systems than Linux
/// some time instead.
fn worked() -> Duration {
    #[expect(clippy::disallowed_methods, reason = "this is what is measured")]
    static SOME_START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = schedule.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| SOME_START.elapsed(), Duration::from_nanos)
}

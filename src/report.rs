//! Every sentence that a person sees, and nothing else.

use crate::category::Category;
use crate::classify::Evidence;
use crate::clean::clean;
use crate::config::{ComesBack, Config, Fallback, Log, Pattern, Problem};
use crate::fallback::{Skip, Skipped};
use crate::header_gate::{NoMarks, Off, Source};
use crate::hint::{self, Hint};
use crate::home::{Away, Due};
use crate::judgement::{Decision, Explanation, Judgement, Reason, Wait};
use crate::model::{Candidate, ModelRef};
use crate::seam::{Entry, LogTarget, Namesake, RetryEntry, RetryOutcome, StopEntry, Switch};
use crate::status::Origin;
use crate::wire::Word;

/// Returns why a decision came out as it did.
#[must_use]
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Evidence { category, evidence, pattern, hint } => {
            let mut seen: Vec<String> = evidence.iter().map(self::evidence).collect();
            seen.extend(pattern.map(|expression| format!("pattern {}", excerpt(expression))));
            if seen.is_empty() {
                seen.push("no known pattern".to_owned());
            }
            let hint = hint.map(asked).unwrap_or_default();
            format!("{}: {}{hint}", category.name(), seen.join(", "))
        }
        Reason::WaitTooLong { asked_ms, limit_ms } => format!(
            "provider asked to wait {}, limit is {}",
            duration(*asked_ms),
            duration(*limit_ms)
        ),
        Reason::ProviderRefuses => "provider says not to retry (header x-should-retry)".to_owned(),
    }
}

/// Returns the reason for giving up where the sum of waits would pass the user's limit.
#[must_use]
pub fn total_wait_limit(limit_ms: u64) -> String {
    format!("total wait limit {} reached", duration(limit_ms))
}

fn evidence(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Status(status) => format!("HTTP {status}"),
        Evidence::Words(words) => format!("\"{}\"", excerpt(words).replace('"', "")),
        Evidence::Code(code) => format!("code {}", excerpt(code)),
    }
}

fn asked(hint: &Hint) -> String {
    let (wait, source) = (duration(hint.wait_ms), hint.source.word());
    format!("; provider asked to wait {wait} ({source} {})", excerpt(&hint.name))
}

/// Announces a wait of `wait_ms` before retry `attempt` of `max`.
#[must_use]
pub fn announced(category: Category, reason: &str, attempt: u32, max: u32, wait_ms: u64) -> String {
    let (category, wait) = (category.name(), duration(wait_ms));
    format!("pi-retry: {category} ({reason}); retry {attempt}/{max} in {wait}")
}

/// Says that a failure is not worth a retry.
#[must_use]
pub fn not_retrying(reason: &str) -> String {
    format!("pi-retry: not retrying: {reason}")
}

/// Says that the retries are used up.
#[must_use]
pub fn giving_up(retries: u32, reason: &str) -> String {
    format!("pi-retry: giving up after {retries} retries: {reason}")
}

/// Says that a retry brought the answer.
#[must_use]
pub fn succeeded(attempt: u32) -> String {
    format!("pi-retry: succeeded on retry {attempt}")
}

/// Says that a wait ended without a retry.
#[must_use]
pub fn cancelled() -> String {
    "pi-retry: retry cancelled".to_owned()
}

/// Says that another model takes over.
#[must_use]
pub fn falling_back(to: &str, category: Category, reason: &str) -> String {
    let (to, category) = (model(to), category.name());
    format!("pi-retry: falling back to {to} after {category} ({reason})")
}

/// Says that the user's own model is active again.
#[must_use]
pub fn back_on(home: &ModelRef) -> String {
    format!("pi-retry: back on {}", model(&home.to_string()))
}

/// Returns a model's name, which a file may hold, on one line.
fn model(name: &str) -> String {
    const LONGEST: usize = 120;
    clean(name, LONGEST)
}

/// Returns the status line during a wait.
#[must_use]
pub fn status(attempt: u32, max: u32, remaining_ms: u64) -> String {
    format!("retry {attempt}/{max} in {}", countdown(remaining_ms))
}

/// Returns the words beside the spinner during a wait.
#[must_use]
pub fn working(attempt: u32, max: u32, remaining_ms: u64) -> String {
    format!("{} (Escape cancels)", status(attempt, max, remaining_ms))
}

/// Says that `/retry cancel` found nothing to cancel.
#[must_use]
pub fn nothing_to_cancel() -> String {
    "pi-retry: no retry is pending".to_owned()
}

/// The words that `/retry` takes, and what each does, for completion.
pub static VERBS: [(&str, &str); 5] = [
    ("cancel", "end the wait without retrying, and abort the run"),
    ("now", "end the wait and retry at once; after a failed run, send the request again"),
    ("off", "stop retrying in this session"),
    ("on", "resume retrying in this session"),
    ("explain", "say what pi-retry would decide about an error text"),
];

/// Describes `/retry` in the list of commands.
#[must_use]
pub fn command_description() -> String {
    "Show what pi-retry does, end its wait, or explain an error".to_owned()
}

/// Says which of several commands of the same name is whose.
#[must_use]
pub fn namesakes(all: &[Namesake]) -> String {
    let whose = |Namesake { name, path, ours }: &Namesake| {
        let owner = if *ours { "pi-retry".to_owned() } else { line(path) };
        format!("/{} is {owner}'s", line(name))
    };
    let whose: Vec<String> = all.iter().map(whose).collect();
    format!("pi-retry: another extension has a command /retry: {}", whose.join(", "))
}

/// Says how `/retry` is used.
#[must_use]
pub fn usage() -> String {
    "usage: /retry [cancel | now | off | on | explain <error text>]".to_owned()
}

/// Says that `/retry now` found nothing to send.
#[must_use]
pub fn nothing_to_retry() -> String {
    "pi-retry: there is nothing to retry".to_owned()
}

/// Stands in the session file where `/retry now` has started a run. No model reads it
/// while pi-retry is installed.
#[must_use]
pub fn nudge() -> String {
    "Continue.".to_owned()
}

/// Says that the log cannot be written, and that there will be none.
#[must_use]
pub fn log_failed(to: &LogTarget, error: &str) -> String {
    let to = match to {
        LogTarget::Stderr => "standard error".to_owned(),
        LogTarget::File(path) => excerpt(path),
    };
    format!("pi-retry: the log {to} cannot be written ({}); no log in this session", line(error))
}

/// Says that `/retry now` does not reach Pi's own wait.
#[must_use]
pub fn cannot_skip_pi() -> String {
    "pi-retry: Pi's own wait cannot be skipped".to_owned()
}

/// Says that the user has switched pi-retry on or off for this session.
#[must_use]
pub fn switched(on: bool) -> String {
    format!("pi-retry: {} for this session", if on { "on" } else { "off" })
}

/// Tells, once a session, that Pi retries, too.
#[must_use]
pub fn host_retries() -> String {
    "pi-retry: Pi's built-in retry is enabled and runs first; set \"retry\": { \"enabled\": false } \
     in Pi settings to let pi-retry govern every attempt"
        .to_owned()
}

/// What the machine is doing, for [`overview`].
#[derive(Debug)]
pub enum State {
    /// It waits for a failure.
    Idle,
    /// It waits before a retry.
    Waiting {
        /// Which retry, counted from 1.
        attempt: u32,
        /// Milliseconds until the retry.
        remaining_ms: u64,
        /// Why.
        reason: String,
    },
    /// Pi waits before it repeats the request.
    HostWaits,
    /// Pi was left to compact the context.
    HostCompacts,
}

/// What fallback models do, for [`overview`].
#[derive(Debug)]
pub struct Standing<'a> {
    /// Which model stands in for the user's own, and whether that could come back by now.
    pub away: Option<(&'a Away, Due)>,
    /// When the user's own is to come back.
    pub comes_back: ComesBack,
    /// The entries that cannot take over, and why.
    pub skipped: &'a [Skipped],
}

/// Answers `/retry`: the state, the effective configuration, where header hints come
/// from, who else retries, and the last decision.
#[must_use]
pub fn overview(
    config: &Config,
    off: bool,
    state: &State,
    source: Source,
    host_retries: bool,
    standing: Option<Standing<'_>>,
    last: Option<&Decision>,
) -> String {
    let verdict = |decision: &Decision| {
        let verdict = if decision.retry { "retry" } else { "stop" };
        format!("{verdict}, {}", decision.reason)
    };
    let others = if host_retries { "Pi, first" } else { "nobody" };
    let mut lines = vec![
        format!("pi-retry: {}", self::state(config, off, state)),
        format!("config: {}", settings(config)),
        format!("headerHints: {}", header_hints(source)),
        format!("also retries: {others}"),
    ];
    lines.extend(standing.map(|standing| format!("fallback: {}", self::standing(&standing))));
    lines.push(format!("last decision: {}", last.map_or("none".to_owned(), verdict)));
    lines.join("\n")
}

fn standing(Standing { away, comes_back, skipped }: &Standing<'_>) -> String {
    let mut all = vec![match away {
        None => "standing by".to_owned(),
        Some((Away { stand_in, home, .. }, due)) => {
            let (stand_in, home) = (model(&stand_in.to_string()), model(&home.to_string()));
            let then = match (comes_back, due) {
                (ComesBack::Stay, _) => String::new(),
                (ComesBack::NextPrompt, _) => ", which comes back with the next prompt".to_owned(),
                (ComesBack::WhenReady, Due::In(ms)) => {
                    format!(", which is ready in {}", countdown(*ms))
                }
                (ComesBack::WhenReady, _) => ", which is ready".to_owned(),
            };
            format!("{stand_in} stands in for {home}{then}")
        }
    }];
    let skip = |Skipped { entry, skip: why }: &Skipped| {
        format!("skipped {} ({})", model(entry), skip(*why))
    };
    all.extend(skipped.iter().map(skip));
    all.join("; ")
}

fn skip(skip: Skip) -> String {
    match skip {
        Skip::Malformed => "malformed".to_owned(),
        Skip::Active => "the active model".to_owned(),
        Skip::Duplicate => "a duplicate".to_owned(),
        Skip::Unknown => "unknown".to_owned(),
        Skip::NoCredentials => "no credentials".to_owned(),
        Skip::NoImages => "images in the context, and it takes none".to_owned(),
        Skip::TooSmall { window, tokens } => {
            format!("context window {}, and {} tokens in use", whole(window), whole(tokens))
        }
        Skip::Tried => "already tried".to_owned(),
    }
}

fn header_hints(source: Source) -> String {
    let why = |why| match why {
        NoMarks::Unwanted => "captureHeaders is false",
        NoMarks::Unwatchable => "Pi's HTTP client cannot be watched in this runtime",
        NoMarks::Lost => "a marked request never showed in Pi's HTTP client",
        NoMarks::Unmeasured => "this model's API does not go through Pi's HTTP client",
    };
    let spoilt = |off| match off {
        Off::Warming => "cache warming sends requests of its own",
        Off::ProviderRetries => "retry.provider.maxRetries repeats requests unseen",
        Off::RepeatingApi => "its client repeats requests unseen",
        Off::SecondResponse => "one request had two responses",
    };
    match source {
        Source::Marks => "on".to_owned(),
        Source::ResponseEvents(no_marks) => {
            format!("on (from Pi's response events, since {})", why(no_marks))
        }
        Source::Off(no_marks, off) => format!("off ({}, and {})", why(no_marks), spoilt(off)),
    }
}

/// Lists the effective configuration, as far as it was set or matters to every wait.
#[must_use]
pub fn settings(config: &Config) -> String {
    let oversized = config.oversized_hint.word();
    let mut all = vec![
        format!("enabled {}", config.enabled),
        format!("maxRetries {}", config.max_retries),
        format!("baseDelayMs {}", config.base_delay_ms),
        format!("maxBackoffMs {}", config.max_backoff_ms),
        format!("maxRetryAfterMs {}", config.max_retry_after_ms),
        format!("maxTotalWaitMs {}", config.max_total_wait_ms),
        format!("oversizedHint {oversized}"),
        format!("captureHeaders {}", config.capture_headers),
    ];
    all.push(match &config.log {
        Log::Off => "log off".to_owned(),
        Log::Stderr => "log stderr".to_owned(),
        Log::File(path) => format!("log {}", excerpt(path)),
    });
    let floor =
        |(category, floor): &(Category, u64)| format!("minDelayMs.{} {}", category.name(), floor);
    all.extend(config.min_delay_ms.iter().map(floor));
    let pattern =
        |name: &'static str| move |one: &Pattern| format!("{name} {}", excerpt(&one.text));
    all.extend(config.retryable.iter().map(pattern("patterns.retryable")));
    all.extend(config.non_retryable.iter().map(pattern("patterns.nonRetryable")));
    all.extend(fallback(&config.fallback));
    all.join(", ")
}

/// Lists the settings of fallback models, where there are any.
fn fallback(fallback: &Fallback) -> Vec<String> {
    let Fallback { models, after_retries, max_wait_ms, on, comes_back } = fallback;
    let entry = |one: &Candidate| format!("fallback.models {}", model(&one.text));
    let well_formed = models.iter().filter(|one| one.model.is_some());
    let mut all: Vec<String> = well_formed.map(entry).collect();
    if !all.is_empty() {
        let on: Vec<String> = on.iter().map(|category| category.name().to_owned()).collect();
        all.extend([
            format!("fallback.afterRetries {after_retries}"),
            format!("fallback.maxWaitMs {max_wait_ms}"),
            format!("fallback.on {}", on.join(" ")),
            format!("fallback.return {}", comes_back.word()),
        ]);
    }
    all
}

fn state(config: &Config, off: bool, state: &State) -> String {
    match state {
        State::Waiting { attempt, remaining_ms, reason } => {
            format!("waiting, {}: {reason}", status(*attempt, config.max_retries, *remaining_ms))
        }
        State::HostWaits => "idle, during Pi's own wait".to_owned(),
        State::HostCompacts => "idle, while Pi compacts".to_owned(),
        State::Idle if off => "off for this session".to_owned(),
        State::Idle => "idle".to_owned(),
    }
}

/// Lays open what led to a decision, a line for each thing that was found.
#[must_use]
pub fn explanation(explanation: &Explanation) -> String {
    let Explanation { judgement, status_from, words, wait } = explanation;
    let Judgement { decision, verdict, hint, .. } = judgement;
    let status = decision.status.zip(*status_from).map(|(status, from)| {
        let from = match from {
            Origin::Response => "the response",
            Origin::Stream => "the stream's error event",
            Origin::Diagnostics => "Pi's diagnostics",
            Origin::Text => "the text",
        };
        format!("{status}, from {from}")
    });
    let said = words.iter().map(|(words, category)| {
        format!("{} ({})", evidence(&Evidence::Words(words.clone())), category.name())
    });
    let said: Vec<String> = said.collect();
    let hint = hint.as_ref().map(|found| {
        let Hint { wait_ms, source, name } = &found.hint;
        format!(
            "{} from {} {name}, which says {}",
            duration(*wait_ms),
            source.word(),
            excerpt(&found.raw)
        )
    });
    let wait = match wait {
        Wait::None => None,
        Wait::Asked { asked_ms } => {
            Some(format!("{}, and a margin of {}", duration(*asked_ms), duration(hint::MARGIN_MS)))
        }
        Wait::Backoff { shortest_ms, longest_ms } => Some(format!(
            "{} to {} before the first retry, then longer",
            duration(*shortest_ms),
            duration(*longest_ms)
        )),
    };
    let lines = [
        ("decision", Some(if decision.retry { "retry" } else { "stop" }.to_owned())),
        ("category", Some(decision.category.name().to_owned())),
        ("reason", Some(decision.reason.clone())),
        ("rule", verdict.rule.map(|number| format!("{number}, {}", rule(number)))),
        ("status", status),
        ("words", (!said.is_empty()).then(|| said.join(", "))),
        ("hint", hint),
        ("wait", wait),
    ];
    let shown = lines
        .into_iter()
        .map(|(name, value)| format!("{name:<9}{}", value.unwrap_or_else(|| "none".to_owned())));
    shown.collect::<Vec<String>>().join("\n")
}

/// Puts a precedence rule into words, by the number that the README gives it.
fn rule(number: u8) -> &'static str {
    match number {
        2 => "a text that shows an overflow, with no throttling beside it",
        3 => "deterministic wording beats transient wording",
        4 => "quota wording beats invalid-request wording, and money or a plan limit any status",
        5 => "a status with a meaning of its own beats transient wording",
        6 => "transient wording beats a generic 5xx",
        7 => "a 5xx that relays a 429 counts as one",
        _ => "the user's patterns come first",
    }
}

/// Says how the command line is used.
#[must_use]
pub fn cli_usage() -> String {
    "usage: pi-retry-wasm explain [<error text>] [--status N] [--header \"name: value\"]... \
     [--api A] [--provider P] [--json]\n\
     Without a text, standard input is read. Exit code: 0 retry, 1 stop, 2 usage."
        .to_owned()
}

/// Draws a session entry as one line.
#[must_use]
pub fn entry_line(entry: &Entry) -> String {
    match entry {
        Entry::Retry(RetryEntry {
            attempt,
            reason,
            fallback: Some(Switch { to, .. }),
            outcome: RetryOutcome::Scheduled,
            ..
        }) => format!("↻ retry {attempt} on {}: {}", model(to), line(reason)),
        Entry::Retry(RetryEntry { attempt, reason, delay_ms, outcome, .. }) => match outcome {
            RetryOutcome::Scheduled => {
                format!("↻ retry {attempt} after {}: {}", duration(*delay_ms), line(reason))
            }
            RetryOutcome::Cancelled => format!("↻ retry {attempt} cancelled: {}", line(reason)),
        },
        Entry::Stop(StopEntry { attempts: 0, reason, .. }) => {
            format!("✗ not retried: {}", line(reason))
        }
        Entry::Stop(StopEntry { attempts, reason, .. }) => {
            format!("✗ stopped after {attempts} retries: {}", line(reason))
        }
    }
}

/// Returns a text of an entry, which a session file may hold from anywhere, on one line.
fn line(text: &str) -> String {
    const LONGEST: usize = 200;
    clean(text, LONGEST)
}

/// Says what is wrong with the configuration file and what is used instead.
#[must_use]
pub fn problem(problem: &Problem) -> String {
    let what = match problem {
        Problem::Unreadable { error } => {
            format!("cannot be read ({}); using the defaults", clean(error, 200))
        }
        Problem::NotJson { error } => format!("is not JSON ({error}); using the defaults"),
        Problem::NotAnObject { found } => {
            format!("holds {} where an object belongs; using the defaults", excerpt(found))
        }
        Problem::UnknownKey { key, nearest } => {
            format!("has an unknown key \"{}\", ignored; did you mean \"{nearest}\"?", excerpt(key))
        }
        Problem::UnknownCategory { key, nearest } => format!(
            "has an unknown category \"{}\", ignored; did you mean \"{nearest}\"?",
            excerpt(key)
        ),
        Problem::BadValue { key, found, expected, used } => {
            format!("{} is {}, not {expected}; using {used}", excerpt(key), excerpt(found))
        }
        Problem::UnknownModel { key, found } => {
            format!("{key} names no model that Pi knows: \"{}\", skipped", excerpt(found))
        }
        Problem::BadPattern { key, found, error } => {
            format!("{key} is \"{}\", ignored: {}", excerpt(found), excerpt(error))
        }
    };
    format!("pi-retry: pi-retry.json: {what}")
}

/// Returns the start of a text that comes from a file or a provider, cleaned.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 80;
    clean(text, LONGEST)
}

/// Rounds a count. What formats fractions is larger than all other formatting together.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
fn whole(count: f64) -> u64 {
    count.round() as u64
}

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Writes a length of time for people, rounded to the nearest of what is shown.
///
/// ```
/// use pi_retry::report::duration;
///
/// assert_eq!(duration(1_249), "1.2s");
/// assert_eq!(duration(7_800_000), "2h10m");
/// ```
#[must_use]
pub fn duration(ms: u64) -> String {
    rounded(ms, |ms, unit| ms.saturating_add(unit / 2) / unit)
}

/// Writes the time that is left, rounded up to whole seconds.
#[must_use]
pub fn countdown(ms: u64) -> String {
    let seconds = ms.div_ceil(SECOND).saturating_mul(SECOND);
    if ms == 0 { "0s".to_owned() } else { rounded(seconds, u64::div_ceil) }
}

/// Writes a length of time in the finest form whose rounded value still fits it.
fn rounded(ms: u64, round: fn(u64, u64) -> u64) -> String {
    if ms < SECOND {
        return format!("{ms}ms");
    }
    let tenths = round(ms, SECOND / 10);
    if tenths < 100 {
        return match tenths % 10 {
            0 => format!("{}s", tenths / 10),
            tenth => format!("{}.{tenth}s", tenths / 10),
        };
    }
    match (round(ms, SECOND), round(ms, MINUTE), round(ms, HOUR)) {
        (seconds, ..) if seconds < 60 => format!("{seconds}s"),
        (seconds, ..) if seconds < HOUR / SECOND => format!("{}m{}s", seconds / 60, seconds % 60),
        (_, minutes, _) if minutes < DAY / MINUTE => format!("{}h{}m", minutes / 60, minutes % 60),
        (.., hours) => format!("{}d{}h", hours / 24, hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_round_to_what_is_shown() {
        #[rustfmt::skip]
        let cases = [
            (0, "0ms"), (250, "250ms"), (999, "999ms"),
            (1_000, "1s"), (1_249, "1.2s"), (1_250, "1.3s"), (3_040, "3s"), (9_949, "9.9s"),
            (9_950, "10s"), (20_000, "20s"), (59_499, "59s"),
            (59_500, "1m0s"), (360_000, "6m0s"), (3_599_499, "59m59s"),
            (3_599_500, "1h0m"), (3_900_000, "1h5m"), (7_800_000, "2h10m"), (86_369_999, "23h59m"),
            (86_370_000, "1d0h"), (93_600_000, "1d2h"),
        ];
        for (ms, text) in cases {
            assert_eq!(duration(ms), text, "{ms}");
        }
        assert!(duration(u64::MAX).ends_with('h'));
    }

    #[test]
    fn countdowns_round_up() {
        #[rustfmt::skip]
        let cases = [
            (0, "0s"), (1, "1s"), (1_000, "1s"), (1_001, "2s"), (29_001, "30s"),
            (59_001, "1m0s"), (3_600_001, "1h1m"), (86_400_001, "1d1h"),
        ];
        for (ms, text) in cases {
            assert_eq!(countdown(ms), text, "{ms}");
        }
    }
}

//! `pi-retry.json`: its keys, their ranges and defaults, and what is wrong with a file.
//!
//! A bad file never disables pi-retry: every mistake is one [`Problem`], and the
//! default takes its place.

use regex_lite::{Regex, RegexBuilder};

use crate::category::Category;
use crate::json::{self, Value};
use crate::model::Candidate;
use crate::wire::{Word, words};

/// The effective configuration.
#[derive(Clone, Debug)]
pub struct Config {
    /// Whether pi-retry acts at all.
    pub enabled: bool,
    /// How many retries one failing request gets, 0..=1000.
    pub max_retries: u32,
    /// The first backoff, 100 ms to 1 h.
    pub base_delay_ms: u64,
    /// The longest backoff, at least `base_delay_ms`, at most a day.
    pub max_backoff_ms: u64,
    /// The longest wait a provider may ask for, at most a day; zero honours any.
    pub max_retry_after_ms: u64,
    /// The longest sum of waits for one failing request, at most a week; zero is no limit.
    pub max_total_wait_ms: u64,
    /// What becomes of a hint longer than `max_retry_after_ms`.
    pub oversized_hint: OversizedHint,
    /// For waits without a hint, the shortest one of each category, at most a day.
    pub min_delay_ms: Floors,
    /// Whether the response behind a failure is looked at.
    pub capture_headers: bool,
    /// Where decisions are written down.
    pub log: Log,
    /// Expressions that force retrying.
    pub retryable: Vec<Pattern>,
    /// Expressions that force stopping, and beat `retryable`.
    pub non_retryable: Vec<Pattern>,
    /// What takes over when a model cannot answer.
    pub fallback: Fallback,
}

/// Which models take over when one cannot answer, and when. Off while it names none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallback {
    /// The models in the user's order, malformed entries included.
    pub models: Vec<Candidate>,
    /// How often a request is first repeated on its own model, 0..=1000.
    pub after_retries: u32,
    /// The longest wait a provider may ask for before another model takes over, at most a day.
    pub max_wait_ms: u64,
    /// The categories that may switch.
    pub on: Vec<Category>,
    /// When the user's own model comes back.
    pub comes_back: ComesBack,
}

impl Default for Fallback {
    fn default() -> Self {
        Self {
            models: vec![],
            after_retries: 2,
            max_wait_ms: 30_000,
            on: SWITCHING.to_vec(),
            comes_back: ComesBack::WhenReady,
        }
    }
}

/// When the user's own model comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComesBack {
    /// When the run has settled and the model's wait has passed.
    WhenReady,
    /// With the next prompt.
    NextPrompt,
    /// Never.
    Stay,
}

words! { ComesBack { "when-ready" WhenReady, "next-prompt" NextPrompt, "stay" Stay } }

/// The categories that have a shortest wait, and how many milliseconds it has.
pub type Floors = Vec<(Category, u64)>;

/// What becomes of a hint longer than `maxRetryAfterMs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OversizedHint {
    /// The failure is not retried.
    Stop,
    /// The limit is waited.
    Clamp,
    /// The hint is ignored.
    Backoff,
}

words! { OversizedHint { "stop" Stop, "clamp" Clamp, "backoff" Backoff } }

/// Where decisions are written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Log {
    /// Nowhere.
    Off,
    /// To standard error, except in the TUI.
    Stderr,
    /// Into this file.
    File(String),
}

/// A user's regular expression, ASCII case-insensitive.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The expression as it was written.
    pub text: String,
    regex: Regex,
}

impl Pattern {
    /// Whether the expression is found in a text, in time linear in its length.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            enabled: true,
            max_retries: 10,
            base_delay_ms: 2_000,
            max_backoff_ms: 60_000,
            max_retry_after_ms: 1_800_000,
            max_total_wait_ms: 0,
            oversized_hint: OversizedHint::Stop,
            min_delay_ms: Floors::new(),
            capture_headers: true,
            log: Log::Off,
            retryable: vec![],
            non_retryable: vec![],
            fallback: Fallback::default(),
        }
    }
}

impl Config {
    /// Returns the milliseconds of the shortest wait without a hint for a category; 0 where
    /// none is set.
    #[must_use]
    pub fn floor_ms(&self, category: Category) -> u64 {
        let floor = self.min_delay_ms.iter().find(|(of, _)| *of == category);
        floor.map(|(_, floor)| *floor).unwrap_or_default()
    }
}

/// One key of the file.
#[derive(Debug)]
pub struct Key {
    /// The key as it is written.
    pub name: &'static str,
    /// What its value must be.
    pub kind: Kind,
    /// What it does, for the schema.
    #[cfg(not(target_arch = "wasm32"))]
    pub about: &'static str,
}

macro_rules! keys {
    ($($name:literal $kind:ident $(($($what:tt)*))?, $about:literal;)*) => {
        &[$(Key {
            name: $name,
            kind: Kind::$kind $(($($what)*))?,
            #[cfg(not(target_arch = "wasm32"))]
            about: $about,
        }),*]
    };
}

/// What a key's value must be, and where it goes.
#[derive(Debug)]
pub enum Kind {
    /// `true` or `false`.
    Flag(fn(&mut Config) -> &mut bool),
    /// An integer from 0 or more to the second number.
    Count(u64, u64, fn(&mut Config) -> &mut u32),
    /// An integer of milliseconds from the first to the second number.
    Millis(u64, u64, fn(&mut Config) -> &mut u64),
    /// One of some words.
    Choice(fn(&mut Config) -> &mut dyn Word),
    /// An object with an integer of milliseconds, up to this one, for any category.
    Floors(u64, fn(&mut Config) -> &mut Floors),
    /// `"off"`, `"stderr"`, or a file's path.
    Log(fn(&mut Config) -> &mut Log),
    /// A list of regular expressions.
    Patterns(fn(&mut Config) -> &mut Vec<Pattern>),
    /// A list of models.
    Models(fn(&mut Config) -> &mut Vec<Candidate>),
    /// A list of these categories.
    Categories(&'static [Category], fn(&mut Config) -> &mut Vec<Category>),
    /// An object with these keys.
    Object(&'static [Key]),
    /// Anything.
    Anything,
}

/// The longest of most waits: a day.
const DAY_MS: u64 = 86_400_000;

/// Every key, in the order of the documentation.
#[rustfmt::skip]
pub static KEYS: &[Key] = keys! {
    "enabled" Flag(|c| &mut c.enabled),
        "Whether pi-retry acts at all.";
    "maxRetries" Count(0, 1_000, |c| &mut c.max_retries),
        "Retries for one failing request.";
    "baseDelayMs" Millis(100, 3_600_000, |c| &mut c.base_delay_ms),
        "The first backoff in milliseconds.";
    "maxBackoffMs" Millis(0, DAY_MS, |c| &mut c.max_backoff_ms),
        "The longest backoff in milliseconds; raised to baseDelayMs if lower.";
    "maxRetryAfterMs" Millis(0, DAY_MS, |c| &mut c.max_retry_after_ms),
        "The longest provider-requested wait in milliseconds that is honoured; 0 honours any.";
    "maxTotalWaitMs" Millis(0, 604_800_000, |c| &mut c.max_total_wait_ms),
        "The longest sum of waits in milliseconds for one failing request; 0 is no limit.";
    "oversizedHint" Choice(|c| &mut c.oversized_hint),
        "What to do about a longer provider-requested wait: stop, wait the limit, or back off.";
    "minDelayMs" Floors(DAY_MS, |c| &mut c.min_delay_ms),
        "The shortest wait in milliseconds without a hint, for each category.";
    "captureHeaders" Flag(|c| &mut c.capture_headers),
        "Whether the HTTP response behind a failure is looked at.";
    "log" Log(|c| &mut c.log),
        "\"off\", \"stderr\" (not in the TUI), or a file's path.";
    "patterns" Object(PATTERNS),
        "Case-insensitive regular expressions over the error text and the diagnostic codes.";
    "fallback" Object(FALLBACK),
        "Models that take over when one cannot answer.";
    "$schema" Anything,
        "For editors.";
};

#[rustfmt::skip]
static PATTERNS: &[Key] = keys! {
    "retryable" Patterns(|c| &mut c.retryable),
        "Expressions that force retrying, also of deterministic failures.";
    "nonRetryable" Patterns(|c| &mut c.non_retryable),
        "Expressions that force stopping; they beat retryable.";
};

#[rustfmt::skip]
static FALLBACK: &[Key] = keys! {
    "models" Models(|c| &mut c.fallback.models),
        "Models as provider/model or provider/model:thinking, in the order to try them.";
    "afterRetries" Count(0, 1_000, |c| &mut c.fallback.after_retries),
        "Retries of a failing request on its own model before the next one takes over.";
    "maxWaitMs" Millis(0, DAY_MS, |c| &mut c.fallback.max_wait_ms),
        "The longest provider-requested wait in milliseconds; a longer one switches at once.";
    "on" Categories(MAY_SWITCH, |c| &mut c.fallback.on),
        "The categories that may switch.";
    "return" Choice(|c| &mut c.fallback.comes_back),
        "When the model that you chose comes back.";
};

/// The categories that switch unless the user lists others.
static SWITCHING: &[Category] = &[
    Category::RateLimit,
    Category::Overloaded,
    Category::ServerError,
    Category::Timeout,
    Category::Transport,
    Category::Unknown,
    Category::Quota,
    Category::Auth,
    Category::NotFound,
];

/// The categories that the user may list: an overflow is for Pi's compaction.
static MAY_SWITCH: &[Category] = match Category::ALL.split_last() {
    Some((Category::ContextOverflow, others)) => others,
    _ => panic!("the overflow is the last of the categories"),
};

/// The longest expression, compiled, in bytes.
const PATTERN_SIZE: usize = 1 << 20;

/// Something wrong with a configuration, and what is used instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The file is there, but could not be read.
    Unreadable {
        /// What the system said.
        error: String,
    },
    /// The file is not JSON.
    NotJson {
        /// What is wrong, and in which line and column.
        error: String,
    },
    /// The file holds something other than an object.
    NotAnObject {
        /// What it holds.
        found: String,
    },
    /// There is no such key.
    UnknownKey {
        /// The key as written, with those around it.
        key: String,
        /// The known key that looks most like it.
        nearest: String,
    },
    /// There is no such category.
    UnknownCategory {
        /// The key as written, with those around it.
        key: String,
        /// The category that looks most like it.
        nearest: String,
    },
    /// A value has the wrong type or is out of range.
    BadValue {
        /// The key, with those around it.
        key: String,
        /// The value as written.
        found: String,
        /// What it must be.
        expected: String,
        /// The default that is used.
        used: String,
    },
    /// An entry of `fallback.models` names a model that Pi does not know.
    UnknownModel {
        /// The key, with those around it and the place in the list.
        key: String,
        /// The entry as written.
        found: String,
    },
    /// An expression does not compile, or is too large.
    BadPattern {
        /// The key, with those around it and the place in the list.
        key: String,
        /// The expression as written.
        found: String,
        /// What is wrong with it.
        error: String,
    },
}

/// Reads the text of a configuration file.
///
/// ```
/// let (config, problems) = pi_retry::config::from_text(r#"{ "maxRetries": 3 }"#);
/// assert_eq!((config.max_retries, problems.len()), (3, 0));
/// ```
#[must_use]
pub fn from_text(text: &str) -> (Config, Vec<Problem>) {
    match json::parse(text.trim_start_matches('\u{feff}')) {
        Ok(value) => from_value(&value),
        Err(error) => (Config::default(), vec![Problem::NotJson { error: error.to_string() }]),
    }
}

/// Reads a configuration that is already parsed.
#[must_use]
pub fn from_value(value: &Value) -> (Config, Vec<Problem>) {
    let mut reader = Reader::default();
    match value.as_object() {
        Some(_) => reader.object(KEYS, "", value),
        None => reader.problems.push(Problem::NotAnObject { found: value.to_string() }),
    }
    let Reader { mut config, problems } = reader;
    config.max_backoff_ms = config.max_backoff_ms.max(config.base_delay_ms);
    (config, problems)
}

#[derive(Default)]
struct Reader {
    config: Config,
    problems: Vec<Problem>,
}

impl Reader {
    fn object(&mut self, keys: &'static [Key], path: &str, value: &Value) {
        let Some(object) = value.as_object() else {
            return self.bad(path.trim_end_matches('.'), value, "an object", "{}");
        };
        for (name, value) in last_of_each_name(object) {
            let path = format!("{path}{name}");
            match keys.iter().find(|key| key.name == name) {
                Some(key) => self.value(key, &path, value),
                None => {
                    let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
                    let nearest = nearest(name, &known);
                    self.problems.push(Problem::UnknownKey { key: path, nearest });
                }
            }
        }
    }

    fn value(&mut self, key: &'static Key, path: &str, value: &Value) {
        match key.kind {
            Kind::Anything => {}
            Kind::Object(keys) => self.object(keys, &format!("{path}."), value),
            Kind::Flag(place) => match value.as_bool() {
                Some(flag) => *place(&mut self.config) = flag,
                None => {
                    let used = place(&mut self.config).to_string();
                    self.bad(path, value, "true or false", &used);
                }
            },
            Kind::Count(min, max, place) => match integer(value, min, max) {
                Some(count) => *place(&mut self.config) = u32::try_from(count).unwrap_or(u32::MAX),
                None => {
                    let used = place(&mut self.config).to_string();
                    self.bad(path, value, &range(min, max), &used);
                }
            },
            Kind::Millis(min, max, place) => match integer(value, min, max) {
                Some(length) => *place(&mut self.config) = length,
                None => {
                    let used = place(&mut self.config).to_string();
                    self.bad(path, value, &range(min, max), &used);
                }
            },
            Kind::Choice(place) => {
                let choice = place(&mut self.config);
                if !value.as_str().is_some_and(|word| choice.choose(word)) {
                    let (words, used) = (choice.words(), choice.word());
                    self.bad(path, value, &one_of(words), used);
                }
            }
            Kind::Log(place) => match value.as_str().filter(|text| !text.is_empty()) {
                Some(text) => *place(&mut self.config) = log(text),
                None => self.bad(path, value, "\"off\", \"stderr\" or a file's path", "\"off\""),
            },
            Kind::Floors(max, place) => self.floors(path, value, max, place),
            Kind::Patterns(place) => self.patterns(path, value, place),
            Kind::Models(place) => self.models(path, value, place),
            Kind::Categories(allowed, place) => self.categories(path, value, allowed, place),
        }
    }

    fn floors(
        &mut self,
        path: &str,
        value: &Value,
        max: u64,
        place: fn(&mut Config) -> &mut Floors,
    ) {
        let Some(object) = value.as_object() else {
            return self.bad(path, value, "an object", "{}");
        };
        for (name, value) in last_of_each_name(object) {
            let path = format!("{path}.{name}");
            match (Category::from_name(name), integer(value, 0, max)) {
                (None, _) => self.unknown_category(path, name, &Category::ALL),
                (Some(_), None) => self.bad(&path, value, &range(0, max), "none"),
                (Some(category), Some(length)) => {
                    place(&mut self.config).push((category, length));
                }
            }
        }
    }

    fn patterns(&mut self, path: &str, value: &Value, place: fn(&mut Config) -> &mut Vec<Pattern>) {
        let Some(list) = value.as_array() else {
            return self.bad(path, value, "a list of regular expressions", "[]");
        };
        for (number, value) in list.iter().enumerate() {
            let key = format!("{path}[{number}]");
            let Some(text) = value.as_str() else {
                self.bad(&key, value, "a regular expression", "none");
                continue;
            };
            match pattern(text) {
                Ok(pattern) => place(&mut self.config).push(pattern),
                Err(error) => {
                    self.problems.push(Problem::BadPattern { key, found: text.to_owned(), error });
                }
            }
        }
    }

    fn models(&mut self, path: &str, value: &Value, place: fn(&mut Config) -> &mut Vec<Candidate>) {
        let Some(list) = value.as_array() else {
            return self.bad(path, value, "a list of models", "[]");
        };
        for (number, value) in list.iter().enumerate() {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let candidate = Candidate::read(&text);
            if candidate.model.is_none() {
                let key = format!("{path}[{number}]");
                self.bad(&key, value, "provider/model or provider/model:thinking", "none");
            }
            place(&mut self.config).push(candidate);
        }
    }

    fn categories(
        &mut self,
        path: &str,
        value: &Value,
        allowed: &'static [Category],
        place: fn(&mut Config) -> &mut Vec<Category>,
    ) {
        let Some(list) = value.as_array() else {
            return self.bad(path, value, "a list of categories", "the default");
        };
        let mut named = vec![];
        for (number, value) in list.iter().enumerate() {
            let key = format!("{path}[{number}]");
            let category = value.as_str().map(|name| (name, Category::from_name(name)));
            match category {
                Some((_, Some(category))) if allowed.contains(&category) => named.push(category),
                Some((name, None)) => {
                    self.unknown_category(format!("{path}.{name}"), name, allowed);
                }
                _ => self.bad(&key, value, "a category that may switch", "none"),
            }
        }
        if list.is_empty() || !named.is_empty() {
            *place(&mut self.config) = named;
        }
    }

    fn unknown_category(&mut self, key: String, name: &str, allowed: &[Category]) {
        let known: Vec<&str> = allowed.iter().map(|category| category.name()).collect();
        self.problems.push(Problem::UnknownCategory { key, nearest: nearest(name, &known) });
    }

    fn bad(&mut self, key: &str, found: &Value, expected: &str, used: &str) {
        self.problems.push(Problem::BadValue {
            key: key.to_owned(),
            found: found.to_string(),
            expected: expected.to_owned(),
            used: used.to_owned(),
        });
    }
}

fn last_of_each_name(fields: &[(String, Value)]) -> impl Iterator<Item = &(String, Value)> {
    let again = |at: usize, name: &str| fields[at + 1..].iter().any(|(later, _)| later == name);
    let counting = fields.iter().enumerate().filter(move |(at, (name, _))| !again(*at, name));
    counting.map(|(_, field)| field)
}

fn pattern(text: &str) -> Result<Pattern, String> {
    let mut builder = RegexBuilder::new(text);
    let regex = builder.case_insensitive(true).size_limit(PATTERN_SIZE).build();
    regex.map(|regex| Pattern { text: text.to_owned(), regex }).map_err(|error| error.to_string())
}

fn log(text: &str) -> Log {
    match text {
        "off" => Log::Off,
        "stderr" => Log::Stderr,
        path => Log::File(path.to_owned()),
    }
}

fn integer(value: &Value, min: u64, max: u64) -> Option<u64> {
    value.as_u64().filter(|number| (min..=max).contains(number))
}

fn range(min: u64, max: u64) -> String {
    format!("an integer from {min} to {max}")
}

fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("one of {}", quoted.join(", "))
}

fn nearest(name: &str, known: &[&str]) -> String {
    let name = name.to_ascii_lowercase();
    let distance = |known: &&&str| edit_distance(&name, &known.to_ascii_lowercase());
    known.iter().min_by_key(distance).copied().unwrap_or_default().to_owned()
}

/// Counts the letters to insert, delete or replace that turn `a` into `b`
/// (Levenshtein). Only the first 40 letters count.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().take(40).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != *right);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

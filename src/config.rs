//! `pi-retry.json`: its keys, their ranges and defaults, and what is wrong with a file.
//!
//! A bad file never disables pi-retry: every mistake is one [`Problem`], and the
//! default takes its place.

use std::time::Duration;

use serde_json::Value;

use crate::failure::whole_number;

/// The effective configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Whether pi-retry acts at all.
    pub enabled: bool,
    /// How many retries one failing request gets, 0..=1000.
    pub max_retries: u32,
    /// The first backoff, 100 ms to 1 h.
    pub base_delay: Duration,
    /// The longest backoff, at least `base_delay`, at most a day.
    pub max_backoff: Duration,
    /// The longest wait a provider may ask for, at most a day; zero honours any.
    pub max_retry_after: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            enabled: true,
            max_retries: 10,
            base_delay: Duration::from_secs(2),
            max_backoff: Duration::from_secs(60),
            max_retry_after: Duration::from_secs(30 * 60),
        }
    }
}

/// One key of the file.
#[derive(Debug)]
pub struct Key {
    /// The key as it is written.
    pub name: &'static str,
    /// What its value must be.
    pub kind: Kind,
}

/// What a key's value must be, and where it goes.
#[derive(Debug)]
pub enum Kind {
    /// `true` or `false`.
    Flag(fn(&mut Config) -> &mut bool),
    /// An integer from the first to the second number.
    Integer(u64, u64, fn(&mut Config) -> Number<'_>),
    /// Anything; for editors.
    Ignored,
}

/// The place of a number, in the unit that the file uses.
#[derive(Debug)]
pub enum Number<'a> {
    /// A count.
    Count(&'a mut u32),
    /// A length in milliseconds.
    Millis(&'a mut Duration),
}

/// Every key, in the order of the documentation.
#[rustfmt::skip]
pub static KEYS: &[Key] = &[
    Key { name: "enabled",         kind: Kind::Flag(|c| &mut c.enabled) },
    Key { name: "maxRetries",      kind: Kind::Integer(0, 1_000, |c| Number::Count(&mut c.max_retries)) },
    Key { name: "baseDelayMs",     kind: Kind::Integer(100, 3_600_000, |c| Number::Millis(&mut c.base_delay)) },
    Key { name: "maxBackoffMs",    kind: Kind::Integer(0, 86_400_000, |c| Number::Millis(&mut c.max_backoff)) },
    Key { name: "maxRetryAfterMs", kind: Kind::Integer(0, 86_400_000, |c| Number::Millis(&mut c.max_retry_after)) },
    Key { name: "$schema",         kind: Kind::Ignored },
];

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
        /// The key as written.
        key: String,
        /// The known key that looks most like it.
        nearest: &'static str,
    },
    /// A value has the wrong type or is out of range.
    BadValue {
        /// The key.
        key: &'static str,
        /// The value as written.
        found: String,
        /// What it must be.
        expected: String,
        /// The default that is used.
        used: String,
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
    match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(value) => from_value(&value),
        Err(error) => (Config::default(), vec![Problem::NotJson { error: error.to_string() }]),
    }
}

/// Reads a configuration that is already parsed.
#[must_use]
pub fn from_value(value: &Value) -> (Config, Vec<Problem>) {
    let mut config = Config::default();
    let Some(object) = value.as_object() else {
        return (config, vec![Problem::NotAnObject { found: value.to_string() }]);
    };
    let problems = object.iter().filter_map(|(key, value)| set(&mut config, key, value)).collect();
    config.max_backoff = config.max_backoff.max(config.base_delay);
    (config, problems)
}

fn set(config: &mut Config, name: &str, value: &Value) -> Option<Problem> {
    let Some(key) = KEYS.iter().find(|key| key.name == name) else {
        return Some(Problem::UnknownKey { key: name.to_owned(), nearest: nearest(name) });
    };
    let bad = |expected: String, used: String| {
        Some(Problem::BadValue { key: key.name, found: value.to_string(), expected, used })
    };
    match key.kind {
        Kind::Ignored => None,
        Kind::Flag(place) => {
            let place = place(config);
            let Some(flag) = value.as_bool() else {
                return bad("true or false".to_owned(), place.to_string());
            };
            *place = flag;
            None
        }
        Kind::Integer(min, max, place) => {
            let place = place(config);
            let in_range = |number: &u64| (min..=max).contains(number);
            let Some(number) = whole_number(value).filter(in_range) else {
                return bad(format!("an integer from {min} to {max}"), place.value());
            };
            place.set(number);
            None
        }
    }
}

impl Number<'_> {
    fn value(&self) -> String {
        match self {
            Self::Count(place) => place.to_string(),
            Self::Millis(place) => place.as_millis().to_string(),
        }
    }

    fn set(self, number: u64) {
        match self {
            Self::Count(place) => *place = u32::try_from(number).unwrap_or(u32::MAX),
            Self::Millis(place) => *place = Duration::from_millis(number),
        }
    }
}

fn nearest(name: &str) -> &'static str {
    let distance = |key: &&Key| edit_distance(&name.to_lowercase(), &key.name.to_lowercase());
    KEYS.iter().min_by_key(distance).map_or("", |key| key.name)
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

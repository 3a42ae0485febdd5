//! Models by the names that Pi and the configuration give them.

use std::fmt;

use tsify::Tsify;

use crate::wire::fields;

/// Pi's thinking levels. Source: Pi 1.6.0, `core/defaults.js` (`THINKING_LEVEL_OPTIONS`).
pub const THINKING_LEVELS: [&str; 7] = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/// A model by its two names. It may be a virtual one.
#[derive(Clone, Debug, PartialEq, Eq, Tsify)]
pub struct ModelRef {
    /// Its provider.
    pub provider: String,
    /// Its id, in which slashes and colons may stand.
    pub model: String,
}

fields! { ModelRef { provider, model } }
fields! { Candidate { text, model, thinking_level } }

impl ModelRef {
    /// Reads `provider/model`, or returns `None` where one of the two is missing.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (provider, model) = text.split_once('/')?;
        let named = |name: &str| !name.is_empty() && name.trim() == name;
        (named(provider) && named(model))
            .then(|| Self { provider: provider.to_owned(), model: model.to_owned() })
    }
}

impl fmt::Display for ModelRef {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.provider, self.model)
    }
}

/// One entry of `fallback.models`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The entry as it was written.
    pub text: String,
    /// The model that it names, unless it is malformed.
    pub model: Option<ModelRef>,
    /// The thinking level that it asks for.
    pub thinking_level: Option<String>,
}

impl Candidate {
    /// Reads `provider/model` or `provider/model:thinking`. What follows the last colon
    /// belongs to the id unless it is one of Pi's thinking levels.
    ///
    /// ```
    /// use pi_retry::model::Candidate;
    ///
    /// let candidate = Candidate::read("openrouter/a/b:free:high");
    /// assert_eq!(candidate.model.unwrap().model, "a/b:free");
    /// assert_eq!(candidate.thinking_level.unwrap(), "high");
    /// ```
    #[must_use]
    pub fn read(text: &str) -> Self {
        let level = text.rsplit_once(':').filter(|(_, level)| THINKING_LEVELS.contains(level));
        let (name, level) = level.map_or((text, None), |(name, level)| (name, Some(level)));
        Self {
            text: text.to_owned(),
            model: ModelRef::parse(name),
            thinking_level: level.map(str::to_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_a_provider_a_model_and_perhaps_a_thinking_level() {
        #[rustfmt::skip]
        let cases = [
            ("a/b", Some(("a", "b")), None),
            ("a/b:low", Some(("a", "b")), Some("low")),
            ("a/b/c:free", Some(("a", "b/c:free")), None),
            ("a/b/c:free:max", Some(("a", "b/c:free")), Some("max")),
            ("a/b:LOW", Some(("a", "b:LOW")), None),
            ("a/b:", Some(("a", "b:")), None),
            ("b", None, None), ("", None, None), ("/b", None, None), ("a/", None, None),
            ("a/:low", None, Some("low")), ("a /b", None, None), (" a/b", None, None),
        ];
        for (text, model, level) in cases {
            let candidate = Candidate::read(text);
            let read = candidate.model.as_ref().map(|one| (&*one.provider, &*one.model));
            assert_eq!((read, candidate.thinking_level.as_deref()), (model, level), "{text}");
        }
    }
}

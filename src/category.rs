//! The twelve kinds of failure, and whether each is worth another request.

use tsify::Tsify;

use crate::json::{Value, Write};
use crate::wire::{Read, Wrong};

/// What kind of failure ended a model request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Too many requests or tokens for now (HTTP 429).
    RateLimit,
    /// The provider has no capacity for anyone at the moment (HTTP 529).
    Overloaded,
    /// The provider failed while it worked on the request (other HTTP 5xx).
    ServerError,
    /// Somebody on the way gave up waiting (HTTP 408, 504, 524).
    Timeout,
    /// The connection failed, or the stream ended early.
    Transport,
    /// Nothing known matched.
    Unknown,
    /// Money, credits or a plan's allowance are used up (HTTP 402).
    Quota,
    /// The key or the permission is wrong (HTTP 401, 403).
    Auth,
    /// There is no such model or endpoint (HTTP 404).
    NotFound,
    /// The request itself is wrong and will stay wrong (HTTP 400, 413, 422).
    InvalidRequest,
    /// The prompt or the answer was refused for what it says.
    ContentPolicy,
    /// The conversation does not fit the model's context window.
    ContextOverflow,
}

impl Read for Category {
    fn blank() -> Self {
        Self::Unknown
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        match json.as_str().and_then(Self::from_name) {
            Some(category) => *self = category,
            None => wrong.note(),
        }
    }
}

impl Write for Category {
    fn write(&self, out: &mut String) {
        self.name().write(out);
    }
}

/// When a category is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retried {
    /// Whenever attempts are left.
    Always,
    /// Only if the provider said when.
    WithHint,
    /// Never: the same request fails the same way.
    Never,
}

impl Category {
    /// Every category.
    pub const ALL: [Self; 12] = [
        Self::RateLimit,
        Self::Overloaded,
        Self::ServerError,
        Self::Timeout,
        Self::Transport,
        Self::Unknown,
        Self::Quota,
        Self::Auth,
        Self::NotFound,
        Self::InvalidRequest,
        Self::ContentPolicy,
        Self::ContextOverflow,
    ];

    /// Returns the category of this name, or `None`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name() == name)
    }

    /// Returns the name that reports, entries and the library use, for example `rate_limit`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns when this category is sent again.
    #[must_use]
    pub fn retried(self) -> Retried {
        self.row().1
    }

    #[rustfmt::skip]
    fn row(self) -> (&'static str, Retried) {
        match self {
            Self::RateLimit       => ("rate_limit",       Retried::Always),
            Self::Overloaded      => ("overloaded",       Retried::Always),
            Self::ServerError     => ("server_error",     Retried::Always),
            Self::Timeout         => ("timeout",          Retried::Always),
            Self::Transport       => ("transport",        Retried::Always),
            Self::Unknown         => ("unknown",          Retried::Always),
            Self::Quota           => ("quota",            Retried::WithHint),
            Self::Auth            => ("auth",             Retried::Never),
            Self::NotFound        => ("not_found",        Retried::Never),
            Self::InvalidRequest  => ("invalid_request",  Retried::Never),
            Self::ContentPolicy   => ("content_policy",   Retried::Never),
            Self::ContextOverflow => ("context_overflow", Retried::Never),
        }
    }
}

//! Which category a failure is, by the README's precedence rules, in their order.

use crate::category::Category;
use crate::status;

/// What decided the category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The HTTP status.
    Status(u16),
    /// Nothing known.
    Nothing,
}

/// Returns the category of a failure, and what decided it.
#[must_use]
pub fn classify(status: Option<u16>) -> (Category, Evidence) {
    let meaning = status.and_then(|status| Some((status::category(status)?, status)));
    match meaning {
        // Rule 5: a status with a meaning of its own.
        Some((category, status)) => (category, Evidence::Status(status)),
        None => (Category::Unknown, Evidence::Nothing),
    }
}

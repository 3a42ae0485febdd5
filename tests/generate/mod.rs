//! Hostile inputs from a seed, and the laws that the core keeps for each of them.
//!
//! The properties run some of them with every test; the fuzzer runs them for as long as it
//! is told to.

pub(crate) mod case;
mod dice;
mod failures;
mod host;
mod laws;
mod text;

pub(crate) use case::Case;
pub(crate) use dice::Dice;

//! What crosses between the shim and the machine: events in, effects out.
//!
//! The TypeScript types that the shim is checked against are generated from these
//! declarations, in the form that `serde` in them describes. The list below each of them says
//! the same to `wire.rs`, which reads and writes it.

mod effect;
mod entry;
mod event;

pub use effect::{Effect, Level, LogRecord, LogTarget, Outcome};
pub use entry::{Draft, Entry, RequestPhase, RetryEntry, RetryOutcome, StopEntry, Switch};
pub use event::{
    BranchMessage, Captured, ConfigFile, Event, FailedRequest, HostSettings, ModelFacts, Namesake,
    Scene, Trace,
};

use crate::failure::EpochMs;

/// The clock and the dice at the moment of an event.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    /// The time.
    pub now: EpochMs,
    /// Uniform in `0.0..1.0`.
    pub random: f64,
}

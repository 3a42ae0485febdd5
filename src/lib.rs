//! Decides whether a failed model request is worth sending again, and when.
//!
//! ```text
//! Event ──▶ Machine::handle ──▶ Vec<Effect>      machine, seam, wire; host_retry, header_gate, backoff, fallback, home
//!                 │
//!               decide ──▶ Judgement             decide, judgement, config; report words it
//!              ╱      ╲
//!      classify        hint                      wording, overflow, status; duration, instant
//!              ╲      ╱
//!              reading                           text, diagnostics
//!                 │
//!              Failure                           failure, json
//! ```
//!
//! The core does no I/O, owns no timer, reads no clock and throws no dice. Its two
//! entrances are [`decide()`], a pure function for one failure, and [`Machine`], which
//! calls it for the failures of a session.

pub mod backoff;
pub mod branch;
pub mod category;
pub mod classify;
pub mod clean;
pub mod config;
pub mod decide;
pub mod diagnostics;
pub mod duration;
pub mod explain;
pub mod failure;
pub mod fallback;
pub mod header_gate;
pub mod hint;
pub mod home;
pub mod host_retry;
pub mod instant;
pub mod json;
pub mod judgement;
pub mod literals;
pub mod machine;
pub mod mirror;
pub mod model;
pub mod overflow;
pub mod reading;
pub mod report;
#[cfg(not(target_arch = "wasm32"))]
pub mod schema;
pub mod seam;
pub mod status;
pub mod text;
pub mod wire;
pub mod wording;

#[cfg(all(target_arch = "wasm32", feature = "trap"))]
mod trap;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use category::Category;
pub use config::Config;
pub use decide::decide;
pub use failure::{EpochMs, Failure};
pub use judgement::Decision;
pub use machine::Machine;

//! Traps where a test says so. No build but that of the tests has this.
//!
//! The words are `trap in`, and then the name of an event or of a function.

use std::fmt::Debug;

use crate::machine::Machine;
use crate::seam::Event;

/// Traps when the event or the machine holds the words for this kind of event.
pub(crate) fn in_event(event: &Event, machine: &Machine) {
    let shown = format!("{event:?}");
    let name = shown.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    in_call(name, &(event, machine));
}

/// Traps when what a function is given holds the words for it.
pub(crate) fn in_call(name: &str, given: &impl Debug) {
    assert!(!format!("{given:?}").contains(&format!("trap in {name}")), "asked to trap");
}

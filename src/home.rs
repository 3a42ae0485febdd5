//! The model that the user chose, while another one stands in for it: when it comes back.

use crate::config::ComesBack;
use crate::failure::EpochMs;
use crate::model::ModelRef;
use crate::seam::{Switch, Trace};
use crate::wire::fields;

/// The user's choice, and what stands in for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Away {
    /// The model that the user chose.
    pub home: ModelRef,
    /// The thinking level that the user chose for it.
    pub thinking_level: Option<String>,
    /// What that model has to wait for.
    pub rest: Rest,
    /// The model that is active in its place.
    pub stand_in: ModelRef,
}

fields! { Away { home, thinking_level, rest, stand_in } }

/// The wait that the provider of a model asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// When it began.
    pub since: EpochMs,
    /// Its length; 0 where the provider asked for none.
    pub wait_ms: u64,
}

fields! { Rest { since, wait_ms } }

impl Rest {
    /// No wait at all.
    pub const NONE: Self = Self { since: EpochMs(0), wait_ms: 0 };

    /// Returns what is left of it, never more than its length: the clock may have been set back.
    #[must_use]
    pub fn left_ms(self, now: EpochMs) -> u64 {
        let passed_ms = u64::try_from(now.0.saturating_sub(self.since.0)).unwrap_or(0);
        self.wait_ms.saturating_sub(passed_ms)
    }
}

impl Away {
    /// Goes on to the next model. What the user chose stays the same.
    #[must_use]
    pub fn further(self, earlier: Option<Self>) -> Option<Self> {
        let away = match earlier {
            Some(earlier) => Self { stand_in: self.stand_in, ..earlier },
            None => self,
        };
        (away.home != away.stand_in).then_some(away)
    }
}

/// A moment at which the user's model may come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The session was opened, after a process that ended on another model.
    Opened,
    /// A prompt is given while nothing runs.
    Prompt,
    /// The run has settled.
    Settled,
    /// Nothing runs, and an alarm rang.
    Alarm,
}

/// What is to be done about the user's model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Nothing.
    Nothing,
    /// It comes back.
    Now,
    /// It may come back after this many milliseconds.
    In(u64),
}

/// Returns what is to be done at this moment about the user's model, which waits for `rest`.
#[must_use]
pub fn due(rest: Rest, comes_back: ComesBack, moment: Moment, now: EpochMs) -> Due {
    match (comes_back, moment) {
        (ComesBack::Stay, _) => Due::Nothing,
        (_, Moment::Opened) | (ComesBack::NextPrompt, Moment::Prompt) => Due::Now,
        (ComesBack::NextPrompt, _) => Due::Nothing,
        (ComesBack::WhenReady, _) => match rest.left_ms(now) {
            0 => Due::Now,
            left_ms => Due::In(left_ms),
        },
    }
}

/// Returns where the entries of a session left the user's model, or nothing if it came back
/// or another one was chosen.
#[must_use]
pub fn recall(trail: &[Trace], active: Option<&ModelRef>) -> Option<Away> {
    let mut away: Option<Away> = None;
    // A stand-in is chosen just before the entry that tells of it: the next entry says whether
    // a choice was the user's.
    let mut chosen: Option<&ModelRef> = None;
    for trace in trail {
        let decided = |away: &Away| chosen.is_none_or(|model| *model == away.stand_in);
        match trace {
            Trace::Chosen(model) => {
                away = away.filter(decided);
                chosen = Some(model);
            }
            Trace::FellBack { fallback, thinking_level } => {
                let from = |away: &Away| away.stand_in.to_string() == fallback.from;
                let earlier = away.filter(from);
                away = stood_in(fallback, thinking_level.as_ref())
                    .and_then(|one| one.further(earlier));
                chosen = None;
            }
        }
    }
    let decided = |away: &Away| chosen.is_none_or(|model| *model == away.stand_in);
    away.filter(decided).filter(|Away { home, stand_in, .. }| {
        // Named on the command line, the user's model has the stand-in's thinking level still.
        active.is_some_and(|active| active == stand_in || active == home)
    })
}

fn stood_in(switch: &Switch, thinking_level: Option<&String>) -> Option<Away> {
    Some(Away {
        home: ModelRef::parse(&switch.from)?,
        thinking_level: thinking_level.cloned(),
        rest: Rest::NONE,
        stand_in: ModelRef::parse(&switch.to)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(name: &str) -> ModelRef {
        ModelRef::parse(&format!("p/{name}")).expect("a model")
    }

    /// Reads a trail: `b` for a choice, `a>b` for a switch with the level `high`.
    fn trail(words: &str) -> Vec<Trace> {
        let read = |word: &str| match word.split_once('>') {
            None => Trace::Chosen(model(word)),
            Some((from, to)) => Trace::FellBack {
                fallback: Switch { from: model(from).to_string(), to: model(to).to_string() },
                thinking_level: Some("high".to_owned()),
            },
        };
        words.split_whitespace().map(read).collect()
    }

    #[test]
    fn a_session_that_ended_on_a_stand_in_knows_whose() {
        #[rustfmt::skip]
        let cases = [
            ("a", "a", None), ("", "a", None),
            ("a b a>b", "b", Some("a")),
            ("a b a>b", "a", Some("a")), ("a b a>b", "d", None), // Chosen on the command line.
            ("a b a>b c b>c", "c", Some("a")),
            ("a b a>b a", "a", None), // It came back.
            ("a b a>b a b", "b", None), // And the user chose the stand-in.
            ("a b a>b d", "d", None), // The user chose another one,
            ("a b a>b d c d>c", "c", Some("d")), // which failed as well.
            ("a b a>b d b c b>c", "c", Some("b")),
            ("a b a>b a b>a", "a", None), // The list led back to it.
            ("b a>b", "b", Some("a")),
        ];
        for (words, active, home) in cases {
            let away = recall(&trail(words), Some(&model(active)));
            assert_eq!(away.map(|away| away.home), home.map(model), "{words}");
        }
    }

    #[test]
    fn names_that_are_none_are_no_switch() {
        let fallback = Switch { from: "a".to_owned(), to: "p/b".to_owned() };
        let trail = [Trace::FellBack { fallback, thinking_level: None }];
        assert_eq!(recall(&trail, Some(&model("b"))), None);
    }

    #[test]
    fn a_clock_that_is_set_back_makes_no_rest_longer() {
        let rest = Rest { since: EpochMs(3_600_000), wait_ms: 100 };
        assert_eq!(rest.left_ms(EpochMs(0)), 100);
        assert_eq!(Rest::NONE.left_ms(EpochMs(-1)), 0);
    }

    #[test]
    fn the_users_model_comes_back_as_configured() {
        use ComesBack::{NextPrompt, Stay, WhenReady};
        use Moment::{Alarm, Opened, Prompt, Settled};
        #[rustfmt::skip]
        let cases = [
            (WhenReady, Settled, 99, Due::In(1)), (WhenReady, Settled, 100, Due::Now),
            (WhenReady, Prompt, 99, Due::In(1)), (WhenReady, Prompt, 100, Due::Now),
            (WhenReady, Alarm, 100, Due::Now), (WhenReady, Opened, 0, Due::Now),
            (NextPrompt, Settled, 100, Due::Nothing), (NextPrompt, Prompt, 0, Due::Now),
            (NextPrompt, Alarm, 100, Due::Nothing), (NextPrompt, Opened, 0, Due::Now),
            (Stay, Settled, 100, Due::Nothing), (Stay, Prompt, 100, Due::Nothing),
            (Stay, Opened, 100, Due::Nothing),
        ];
        for (comes_back, moment, now, expected) in cases {
            let rest = Rest { since: EpochMs(0), wait_ms: 100 };
            let found = due(rest, comes_back, moment, EpochMs(now));
            assert_eq!(found, expected, "{comes_back:?} {moment:?} {now}");
        }
    }
}

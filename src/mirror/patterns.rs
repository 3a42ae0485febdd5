//! Finds patterns of JavaScript, with the flag `i`, in one pass over a text.
//!
//! `regex-lite` reads them with these differences levelled:
//!
//! | JavaScript | `regex-lite` |
//! | --- | --- |
//! | `.`, one UTF-16 unit that ends no line | a class of such characters |
//! | `.*` | a class of what ends no line |
//! | `\s`, `\S`, which know Unicode | a class that lists its white space |
//! | `(?<![x])`, at the start | the character before is looked at |
//! | `(?![x])`, at the end | `(?:$\|[^x])` |
//!
//! In both, ASCII in a pattern means ASCII in the text, in either case. To all of this a lone
//! surrogate and the U+FFFD that it arrives as are alike: one unit, no white space, no letter
//! and no digit.

use regex_lite::Regex;

use super::rows::Row;
use crate::literals::Literals;

/// `WhiteSpace` and `LineTerminator` of ECMA-262, section 12.
const SPACE: &str = r"\t\n\x0B\x0C\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
const LINE_END: &str = r"\n\r\u{2028}\u{2029}";
const TWO_UNITS: &str = r"\u{10000}-\u{10FFFF}";

/// Patterns that are looked for together.
#[derive(Debug)]
pub(super) struct Patterns {
    /// Those that begin with `^`.
    at_start: Vec<Regex>,
    /// Those that contain `.*`, with their heads. They are apart because one search from the
    /// first head must do: a search from each would read a line as often as it has heads.
    reaching: Vec<(String, Regex)>,
    /// The heads of all others, and what belongs to each.
    heads: Literals,
    anywhere: Vec<Pattern>,
}

/// What belongs to a head.
#[derive(Debug)]
struct Pattern {
    /// What the character before it must not be.
    not_after: Option<Regex>,
    /// What must follow.
    rest: Option<Regex>,
}

impl Patterns {
    /// Returns the patterns of `rows`, compiled.
    pub(super) fn new(rows: &[Row]) -> Self {
        let (mut at_start, mut reaching, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for Row { pattern, .. } in rows {
            if pattern.starts_with('^') {
                at_start.push(regex(pattern));
            } else if pattern.contains(".*") {
                reaching.push((head(pattern), regex(pattern)));
            } else {
                others.extend(Pattern::alternatives(pattern));
            }
        }
        let (heads, anywhere): (Vec<_>, Vec<_>) = others.into_iter().unzip();
        Self { at_start, reaching, heads: Literals::new(heads), anywhere }
    }

    /// Whether any of them matches somewhere in `text`, in time linear in its length.
    pub(super) fn match_in(&self, text: &str) -> bool {
        let text = &text.to_ascii_lowercase();
        let mut matched = self.at_start.iter().any(|regex| regex.is_match(text));
        for (head, regex) in &self.reaching {
            matched = matched || text.find(head).is_some_and(|at| regex.is_match(&text[at..]));
        }
        self.heads.find(text, &mut |number, at| {
            let (before, rest) = (&text[..at], &text[at + self.heads.get(number).len()..]);
            matched = matched || self.anywhere[number].match_between(before, rest);
        });
        matched
    }
}

impl Pattern {
    /// Returns one pattern with its head for each alternative of the group that `pattern`
    /// begins with, or one for all of it.
    fn alternatives(pattern: &str) -> Vec<(String, Self)> {
        let behind = pattern.strip_prefix("(?<!").and_then(|rest| rest.split_once(')'));
        let (not_after, pattern) = behind.map_or((None, pattern), |(x, rest)| (Some(x), rest));
        let group = pattern.strip_prefix("(?:").and_then(|rest| rest.split_once(')'));
        let (alternatives, rest) = match group {
            Some((group, rest)) => (group.split('|').collect(), rest),
            None => (vec![pattern], ""),
        };
        let with_head = |one: &str| {
            let head = head(one);
            let rest = format!("{}{rest}", &one[head.len()..]);
            let rest = (!rest.is_empty()).then(|| regex(&format!("^(?:{rest})")));
            (head, Self { not_after: not_after.map(regex), rest })
        };
        alternatives.into_iter().map(with_head).collect()
    }

    /// Whether it matches where its head stands between `before` and `rest`.
    fn match_between(&self, before: &str, rest: &str) -> bool {
        let neighbour = before.char_indices().next_back().map_or("", |(at, _)| &before[at..]);
        !self.not_after.as_ref().is_some_and(|regex| regex.is_match(neighbour))
            && self.rest.as_ref().is_none_or(|regex| regex.is_match(rest))
    }
}

/// Returns the literal that `pattern` begins with, in lower case.
fn head(pattern: &str) -> String {
    let end = pattern.find(['\\', '.', '[', '(', '?', '*', '+', '$']);
    let literal = &pattern[..end.unwrap_or(pattern.len())];
    let optional = pattern[literal.len()..].starts_with(['?', '*']);
    literal[..literal.len() - usize::from(optional)].to_ascii_lowercase()
}

fn regex(pattern: &str) -> Regex {
    let pattern = pattern
        .replace("(?![", "(?:$|[^")
        .replace(".*", &format!("[^{LINE_END}]*"))
        .replace('.', &format!("[^{LINE_END}{TWO_UNITS}]"))
        .replace(r"\s", &format!("[{SPACE}]"))
        .replace(r"\S", &format!("[^{SPACE}]"));
    Regex::new(&format!("(?i:{pattern})")).expect("a pattern that regex-lite knows")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &'static str, text: &str) -> bool {
        Patterns::new(&[Row { pattern, sample: "" }]).match_in(text)
    }

    #[test]
    fn case_is_ignored_within_ascii_and_kept_beyond() {
        assert!(found("disk", "DiSK") && found("dis(?:k)", "DiSK"));
        // The long s and the Kelvin sign, which Unicode folds to ASCII.
        assert!(!found("disk", "di\u{17F}k") && !found("dis(?:k)", "dis\u{212A}"));
    }

    #[test]
    fn a_dot_is_one_utf_16_unit_that_ends_no_line() {
        for unit in ["", " ", "x", "\t", "\u{85}", "\u{FFFD}"] {
            assert!(found("rate.?limit", &format!("rate{unit}limit")), "{unit:?}");
        }
        for other in ["\n", "\r", "\u{2028}", "\u{2029}", "\u{1F600}", "xx"] {
            assert!(!found("rate.?limit", &format!("rate{other}limit")), "{other:?}");
        }
    }

    #[test]
    fn a_dot_with_a_star_reaches_to_the_end_of_the_line() {
        assert!(found("count.*maximum", "count\n COUNT \u{1F600} maximum"));
        assert!(!found("count.*maximum", "maximum count\nmaximum"));
    }

    #[test]
    fn white_space_is_that_of_javascript() {
        for space in [" ", "\n", "\u{B}", "\u{A0}", "\u{2003}", "\u{2029}", "\u{FEFF}"] {
            assert!(found(r"and\sit", &format!("and{space}it")), "{space:?}");
            assert!(!found(r"to \S+ it", &format!("to x{space} it")), "{space:?}");
        }
        for other in ["\u{85}", "\u{180E}", "\u{200B}"] {
            assert!(!found(r"and\sit", &format!("and{other}it")), "{other:?}");
        }
    }

    #[test]
    fn edges_are_looked_at_and_not_taken() {
        let code = "(?<![a-z0-9])(?:500|EPIPE)(?![a-z0-9])";
        for text in ["500", "500.", "(500)", "é500ü", "1500 500", "write epipe", "_500_"] {
            assert!(found(code, text), "{text}");
        }
        for text in ["1500", "5000", "x500", "500X", "500500", "EPIPEs"] {
            assert!(!found(code, text), "{text}");
        }
    }

    #[test]
    fn a_start_is_that_of_the_text() {
        assert!(found(r"^413(?:\s|$)", "413") && found(r"^413(?:\s|$)", "413\nx"));
        assert!(!found(r"^413(?:\s|$)", "x\n413") && !found(r"^413(?:\s|$)", "4130"));
    }
}

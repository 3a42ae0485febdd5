//! Finds any of some hundred literals in one pass over a text.
//!
//! Literals are indexed by a hash of their first three bytes, so a place in the text
//! where none begins costs one look into a table, however many literals there are. The
//! loop over the text counts by itself: a build for size calls every iterator it meets.

/// A set of literals, each at least three bytes long.
#[derive(Debug)]
pub struct Literals {
    /// For each hash the number of the longest literal with it, or [`NONE`].
    first: Vec<u16>,
    /// For each literal the number of the next shorter one with its hash, or [`NONE`].
    next: Vec<u16>,
    all: Vec<String>,
}

const NONE: u16 = u16::MAX;
const HASHES: usize = 4096;

impl Literals {
    /// Returns the set of all these literals, which are numbered in their order.
    ///
    /// # Panics
    ///
    /// Panics if a literal is shorter than three bytes, or if there are 65,535 or more.
    #[must_use]
    pub fn new(all: Vec<String>) -> Self {
        let mut first = vec![NONE; HASHES];
        let mut next = vec![NONE; all.len()];
        for (number, literal) in all.iter().enumerate() {
            let [a, b, c, ..] = *literal.as_bytes() else { panic!("too short") };
            let hash = hash(a, b, c);
            let (mut longer, mut at) = (None, first[hash]);
            while at != NONE && all[usize::from(at)].len() > literal.len() {
                longer = Some(usize::from(at));
                at = next[usize::from(at)];
            }
            next[number] = at;
            let number = u16::try_from(number).expect("fewer literals");
            match longer {
                Some(longer) => next[longer] = number,
                None => first[hash] = number,
            }
        }
        Self { first, next, all }
    }

    /// Calls `found` with the number of each literal and its place in `text`, from left
    /// to right, and at one place from the longest to the shortest. Literals may overlap.
    pub fn find(&self, text: &str, found: &mut dyn FnMut(usize, usize)) {
        let (bytes, first) = (text.as_bytes(), self.first.as_slice());
        let mut at = 0;
        while at + 2 < bytes.len() {
            let mut number = first[hash(bytes[at], bytes[at + 1], bytes[at + 2])];
            while number != NONE {
                let literal = usize::from(number);
                if bytes[at..].starts_with(self.all[literal].as_bytes()) {
                    found(literal, at);
                }
                number = self.next[literal];
            }
            at += 1;
        }
    }

    /// Returns literal `number`.
    #[must_use]
    pub fn get(&self, number: usize) -> &str {
        &self.all[number]
    }
}

#[inline]
fn hash(a: u8, b: u8, c: u8) -> usize {
    (usize::from(a) ^ (usize::from(b) << 3) ^ (usize::from(c) << 6)) % HASHES
}

/// Whether the `length` bytes at `at` touch no ASCII letter, digit or underscore.
#[must_use]
pub fn is_word(text: &str, at: usize, length: usize) -> bool {
    let bytes = text.as_bytes();
    let part_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let before = at.checked_sub(1).and_then(|at| bytes.get(at));
    !before.is_some_and(part_of_word) && !bytes.get(at + length).is_some_and(part_of_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(literals: &[&str], text: &str) -> Vec<(usize, usize)> {
        let mut places = vec![];
        let literals = Literals::new(literals.iter().map(ToString::to_string).collect());
        literals.find(text, &mut |number, at| places.push((number, at)));
        places
    }

    #[test]
    fn finds_each_literal_wherever_it_is() {
        assert_eq!(found(&["abc", "bcd", "abcd"], "xabcdabc"), [(2, 1), (0, 1), (1, 2), (0, 5)]);
        assert_eq!(found(&["abc"], "ab"), []);
        assert_eq!(found(&["速率"], "的速率限制"), [(0, 3)]);
    }

    #[test]
    fn a_word_touches_no_letter_digit_or_underscore() {
        assert!(is_word("(enotfound)", 1, 9));
        assert!(!is_word("resourcenotfound", 8, 8));
        assert!(!is_word("x enotfound_2", 2, 9));
        assert!(is_word("错enotfound错", 3, 9));
    }
}

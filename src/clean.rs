//! Makes a provider's text safe to show, log and store: one line, bounded, no control
//! characters or escape sequences, nothing that looks like a key.

use std::sync::LazyLock;

use regex_lite::{Captures, Regex};

use crate::literals::Literals;

/// A shape of secrets: an expression whose first group is kept, and a text that shows it.
#[derive(Debug)]
pub struct Row {
    /// What every such secret begins with, in small letters.
    signs: &'static [&'static str],
    /// The expression.
    pub pattern: &'static str,
    /// A text with such a secret.
    #[cfg(test)]
    pub sample: &'static str,
    /// The text after cleaning.
    #[cfg(test)]
    pub cleaned: &'static str,
}

macro_rules! rows {
    ($([$($sign:literal)*] $pattern:literal, $sample:literal, $cleaned:literal;)*) => {
        &[$(Row {
            signs: &[$($sign),*],
            pattern: $pattern,
            #[cfg(test)]
            sample: $sample,
            #[cfg(test)]
            cleaned: $cleaned,
        }),*]
    };
}

/// The known shapes. The providers' own documentation shows each of them.
#[rustfmt::skip]
pub static ROWS: &[Row] = rows! {
    // OpenAI, Anthropic, DeepSeek, OpenRouter and others.
    ["sk-"] r"\b(sk-)[\w-]{8,}", "key sk-ant-api03-AbCdEfGh_12-x is wrong", "key sk-*** is wrong";
    ["xai-" "gsk_" "hf_" "r8_" "pplx-" "nvapi-" "ak-" "tgp_"]
        r"\b(xai-|gsk_|hf_|r8_|pplx-|nvapi-|ak-|tgp_)[\w-]{12,}", "gsk_0123456789abcdef", "gsk_***";
    // Google.
    ["aiza"] r"\b(AIza)[\w-]{16,}", "AIzaSyA0123456789abcdefghij", "AIza***";
    ["ya29."] r"\b(ya29\.)[\w.-]{8,}", "ya29.a0AfH6SMB-x_y", "ya29.***";
    // AWS.
    ["akia" "asia" "absk"] r"\b(AKIA|ASIA|ABSK)[A-Za-z0-9+/=]{12,}", "AKIAIOSFODNN7EXAMPLE", "AKIA***";
    // GitHub.
    ["ghp_" "gho_" "ghu_" "ghs_" "ghr_" "github_pat_"]
        r"\b(gh[pousr]_|github_pat_)\w{12,}", "ghp_0123456789abcdefghij", "ghp_***";
    // RFC 6750, and JSON Web Tokens (RFC 7519) without it.
    ["bearer "] r"(?i)\b(bearer )[\w.~+/=-]{6,}", "Authorization: Bearer abc.DEF-123", "Authorization: Bearer ***";
    ["eyj"] r"\b(eyJ)[\w-]{6,}\.[\w.-]+", "eyJhbGciOi.eyJzdWIi.sig-x", "eyJ***";
    // Whatever is named a secret.
    ["key" "token" "secret" "password" "sig"]
        r#"(?i)((?:key|token|secret|password|signature|sig)["']?\s?[=:]\s?["']?)[^\s"'&,;*…]{6,}"#, "?api_key=0123456789&x=1", "?api_key=***&x=1";
};

static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let (mut regexes, mut owners, mut signs) = (vec![], vec![], vec![]);
    for (number, row) in ROWS.iter().enumerate() {
        regexes.push(Regex::new(row.pattern).expect("a pattern that compiles"));
        for sign in row.signs {
            owners.push(number);
            signs.push((*sign).to_owned());
        }
    }
    Shapes { regexes, owners, signs: Literals::new(signs) }
});

struct Shapes {
    regexes: Vec<Regex>,
    /// The signs of all rows.
    signs: Literals,
    /// For each sign, the row that it belongs to.
    owners: Vec<usize>,
}

impl Shapes {
    /// Masks every secret in a text. Most texts hold not even a sign of one, and an
    /// expression takes long to say so.
    fn mask(&self, mut text: String) -> String {
        let mut suspected = [false; ROWS.len()];
        self.signs.find(&text.to_ascii_lowercase(), &mut |sign, _| {
            suspected[self.owners[sign]] = true;
        });
        for (shape, _) in self.regexes.iter().zip(suspected).filter(|(_, suspected)| *suspected) {
            let masked = |found: &Captures| format!("{}***", &found[1]);
            text = shape.replace_all(&text, masked).into_owned();
        }
        text
    }
}

/// Returns at most `longest` characters of a text, cleaned; a cut text ends with `…`.
///
/// ```
/// use pi_retry::clean::clean;
///
/// assert_eq!(clean("\u{1b}[31mno\u{7}\nkey sk-0123456789", 80), "no key sk-***");
/// ```
#[must_use]
pub fn clean(text: &str, longest: usize) -> String {
    const READ_AHEAD: usize = 1_000;
    let plain = without_controls(text, longest.saturating_mul(2) + READ_AHEAD);
    shorten(SHAPES.mask(plain).trim(), longest)
}

/// Returns at most `longest` characters; a cut text ends with `…`.
fn shorten(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some(_) => text.chars().take(longest.saturating_sub(1)).chain(['…']).collect(),
    }
}

fn without_controls(text: &str, longest: usize) -> String {
    let mut cleaned = String::new();
    let mut chars = text.chars().peekable();
    let mut length = 0;
    while let Some(c) = chars.next() {
        let kept = match c {
            '\u{1b}' => {
                skip_sequence(&mut chars);
                continue;
            }
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => ' ',
            c if c.is_control() || reorders(c) => continue,
            c => c,
        };
        cleaned.push(kept);
        length += 1;
        if length == longest {
            break;
        }
    }
    cleaned
}

/// Whether a character is invisible or turns the direction of what follows.
fn reorders(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Skips what follows an escape character: a CSI sequence up to its final byte, an OSC or
/// similar string up to its end, or one character (ECMA-48 sections 5.4 and 5.6).
fn skip_sequence(chars: &mut std::iter::Peekable<std::str::Chars>) {
    match chars.next() {
        Some('[') => {
            while let Some(c) = chars.next_if(|c| matches!(c, ' '..='?')) {
                let _ = c;
            }
            chars.next_if(|c| matches!(c, '@'..='~'));
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            for c in chars.by_ref() {
                if matches!(c, '\u{7}' | '\u{9c}' | '\u{1b}') {
                    break;
                }
            }
            chars.next_if_eq(&'\\');
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_masked_in_its_own_sample() {
        for row in ROWS {
            assert_eq!(clean(row.sample, 200), row.cleaned);
        }
    }

    #[test]
    fn escape_sequences_and_controls_are_gone() {
        let cases = [
            ("\u{1b}[1;31mred\u{1b}[0m", "red"),
            ("\u{1b}]0;title\u{7}x", "x"),
            ("\u{1b}]8;;https://a\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
            ("a\u{9b}31mb\u{0}\u{8}c", "a31mbc"),
            ("a\r\nb\tc", "a  b c"),
            ("\u{202e}txt.exe\u{202c}\u{200b}", "txt.exe"),
            ("\u{1b}", ""),
            ("\u{1b}[", ""),
        ];
        for (text, cleaned) in cases {
            assert_eq!(clean(text, 80), cleaned, "{text:?}");
        }
    }

    #[test]
    fn the_length_is_bounded_in_characters() {
        assert_eq!(clean(&"я".repeat(10), 10), "я".repeat(10));
        assert_eq!(clean(&"я".repeat(11), 10), format!("{}…", "я".repeat(9)));
        assert_eq!(clean(&"x".repeat(1_000_000), 500).chars().count(), 500);
    }

    #[test]
    fn what_is_clean_stays_as_it_is() {
        for longest in 1..40 {
            let once = clean("the token: error&h, the key=sk-0123456789", longest);
            assert_eq!(clean(&once, longest), once);
        }
    }

    #[test]
    fn ordinary_words_stay() {
        let text = "max_tokens: 4096, token limit exceeded, request id req_011CyS2WvbAKj4";
        assert_eq!(clean(text, 200), text);
    }
}

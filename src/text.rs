//! Makes a provider's text comparable before rows are looked for in it.
//!
//! One text has many renderings: as it was sent, as JSON, as JSON inside a JSON string.
//! [`fold`] brings them to one form, so that a row is written once: ASCII and Cyrillic
//! letters become small, escapes of JSON strings are resolved at any depth, line breaks
//! become blanks, blanks after `":` go, and links are left out, because a link is never evidence.

use std::borrow::Cow;

/// Texts up to this many bytes are read whole, longer ones at both ends.
pub const READ_WHOLE: usize = 256 * 1024;

/// Returns what a text says: of an HTML page only its title and its first heading.
///
/// What else a page holds, such as menus, styles and scripts, is never evidence.
#[must_use]
pub fn gist(text: &str) -> Cow<'_, str> {
    const PAGE_STARTS_WITHIN: usize = 400;
    let head = &text[..floor_char_boundary(text, PAGE_STARTS_WITHIN.min(text.len()))];
    let page = ["<!doctype html", "<html"].iter().filter_map(|tag| find_tag(head, tag)).min();
    let Some(page) = page else { return Cow::Borrowed(text) };
    let (before, page) = text.split_at(page);
    let mut gist = before.to_owned();
    for tag in ["<title", "<h1"] {
        gist.push_str(element(page, tag).unwrap_or_default());
        gist.push('\n');
    }
    if gist.trim_end().len() == before.trim_end().len() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(gist)
    }
}

/// Returns what stands in the first element with this tag.
fn element<'a>(page: &'a str, tag: &str) -> Option<&'a str> {
    let start = find_tag(page, tag)?;
    let inside = page[start..].find('>').map(|end| start + end + 1)?;
    let length = page[inside..].find('<').unwrap_or(page.len() - inside);
    Some(page[inside..inside + length].trim())
}

fn find_tag(page: &str, tag: &str) -> Option<usize> {
    let is_tag = |at: &usize| {
        page.get(*at..*at + tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
    };
    page.match_indices('<').map(|(at, _)| at).find(is_tag)
}

/// Returns the folded form of `text`.
///
/// ```
/// use pi_retry::text::fold;
///
/// assert_eq!(fold(r#"{\"Code\": 429, see https://x.example/billing}"#), r#"{"code":429, see  }"#);
/// ```
#[must_use]
pub fn fold(text: &str) -> String {
    let text = ends(text);
    let mut folded = String::with_capacity(text.len());
    fold_onto(&text, &mut folded);
    folded
}

/// Returns a text that is longer than [`READ_WHOLE`] as its two ends, with a line break
/// between them.
#[must_use]
pub fn ends(text: &str) -> Cow<'_, str> {
    if text.len() <= READ_WHOLE {
        return Cow::Borrowed(text);
    }
    let half = READ_WHOLE / 2;
    let head = &text[..floor_char_boundary(text, half)];
    let tail = &text[floor_char_boundary(text, text.len() - half)..];
    Cow::Owned([head, "\n", tail].concat())
}

fn fold_onto(text: &str, folded: &mut String) {
    let bytes = text.as_bytes();
    let (mut plain, mut at) = (0, 0);
    while at < bytes.len() {
        // Whether more than taking over its small letter may be due. All Cyrillic capitals
        // begin with `0xd0` in UTF-8.
        let special = match bytes[at] {
            b'\\' | b'\n' | b'\r' | b'\t' | 0xd0 => true,
            b' ' => at == plain || bytes[at - 1] == b':',
            b'h' | b'H' => matches!(bytes.get(at + 1), Some(b't' | b'T')),
            _ => false,
        };
        if !special {
            at += 1;
            continue;
        }
        push_small(&text[plain..at], folded);
        let rest = &text[at..];
        let taken = match bytes[at] {
            b'\\' => escape(rest, folded),
            b'h' | b'H' => link(rest, folded),
            b' ' if folded.ends_with("\":") => 1,
            0xd0 => capital(rest, folded),
            _ => {
                folded.push(' ');
                1
            }
        };
        at += taken;
        plain = at;
    }
    push_small(&text[plain..], folded);
}

fn push_small(text: &str, folded: &mut String) {
    let start = folded.len();
    folded.push_str(text);
    folded[start..].make_ascii_lowercase();
}

/// Takes over the small letter of the Cyrillic one at the start of `text`.
fn capital(text: &str, folded: &mut String) -> usize {
    let letter = text.chars().next().unwrap_or_default();
    folded.push(small(letter));
    letter.len_utf8()
}

/// Resolves the escape at the start of `text`, whatever its depth, and returns its length.
fn escape(text: &str, folded: &mut String) -> usize {
    let depth = text.bytes().take_while(|byte| *byte == b'\\').count();
    let after = &text[depth..];
    let (resolved, length) = match after.bytes().next() {
        Some(b'"') => ('"', 1),
        Some(b'/') => ('/', 1),
        Some(b'n' | b'r' | b't') => (' ', 1),
        Some(b'u') => match after.get(1..5).and_then(|hex| u32::from_str_radix(hex, 16).ok()) {
            Some(code) => (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 5),
            None => ('\\', 0),
        },
        _ => ('\\', 0),
    };
    folded.push(small(resolved));
    depth + length
}

/// Leaves out the link at the start of `text`, or takes over its first letter, and
/// returns how much was read.
fn link(text: &str, folded: &mut String) -> usize {
    let starts = |scheme: &str| {
        text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    if !starts("http://") && !starts("https://") {
        folded.push('h');
        return 1;
    }
    folded.push(' ');
    let ends = |c: char| {
        !c.is_ascii()
            || c.is_ascii_whitespace()
            || matches!(c, '"' | '\'' | '\\' | '<' | '>' | ')' | '}' | ']')
    };
    text.find(ends).unwrap_or(text.len())
}

/// Returns the small letter of an ASCII or Cyrillic capital, and any other character as it is.
fn small(c: char) -> char {
    match c {
        'А'..='Я' => char::from_u32(c as u32 + 0x20).unwrap_or(c),
        'Ѐ'..='Џ' => char::from_u32(c as u32 + 0x50).unwrap_or(c),
        _ => c.to_ascii_lowercase(),
    }
}

fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_error_folds_to_one_form_at_any_depth() {
        let plain = r#"{"code":"1113","m":"Say \"no\""}"#;
        let nested = serde_json::to_string(plain).expect("JSON");
        let twice = serde_json::to_string(&nested).expect("JSON");
        for text in [plain.to_owned(), plain.replace(':', ": "), nested, twice] {
            assert!(fold(&text).contains(r#"{"code":"1113","m":"say "no""}"#), "{}", fold(&text));
        }
    }

    #[test]
    fn letters_of_any_supported_alphabet_become_small() {
        assert_eq!(fold("Превышена Ёмкость QUOTA 速率"), "превышена ёмкость quota 速率");
        assert_eq!(fold(r"\u901f\u7387 \ud83d \u12"), "速率 \u{fffd} \\u12");
    }

    #[test]
    fn a_link_ends_where_people_end_it() {
        assert_eq!(fold("a (https://b.example/c?d) e"), "a ( ) e");
        assert_eq!(fold("前往HTTPS://b.example/c，请"), "前往 ，请");
        assert_eq!(fold("https"), "https");
    }

    #[test]
    fn a_page_says_what_its_title_and_heading_say() {
        let page = "502 <!DOCTYPE html><html><head><title>x | 502: Bad gateway</title></head>\
            <body><h1 class=a>Bad gateway</h1><a>Billing</a></body></html>";
        assert_eq!(gist(page), "502 x | 502: Bad gateway\nBad gateway\n");
        assert_eq!(
            gist("429 <html><body>error code: 1015</body></html>"),
            "429 <html><body>error code: 1015</body></html>"
        );
        assert_eq!(gist("plain"), "plain");
    }

    #[test]
    fn a_long_text_is_read_at_both_ends() {
        let middle = "я".repeat(READ_WHOLE);
        let folded = fold(&format!("START{middle}END"));
        assert!(folded.starts_with("start") && folded.ends_with("end"));
        assert!(folded.len() <= READ_WHOLE + 2);
        assert_eq!(fold(&"X".repeat(READ_WHOLE)).len(), READ_WHOLE);
    }
}

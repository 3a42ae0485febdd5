//! Texts as providers, proxies, people and attackers may write them.

use std::path::Path;
use std::sync::LazyLock;

use pi_retry::{hint, wording};
use serde_json::Value;

use super::Dice;

/// Returns any text, mostly short, up to some kilobytes.
pub(crate) fn any(dice: &mut Dice) -> String {
    let text = match dice.below(12) {
        0..=3 => spliced(dice),
        4 | 5 => soup(dice),
        6 => hint(dice),
        7 => page(dice),
        8 => secrets(dice),
        9 => characters(dice),
        10 => {
            let bytes: Vec<u8> = (0..dice.below(200)).map(|_| byte(dice)).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        }
        _ => return String::new(),
    };
    let text = if dice.one_in(3) { damaged(dice, &text) } else { text };
    (0..dice.below(6).saturating_sub(2)).fold(text, |text, _| escaped(&text))
}

/// Returns a short text that long ones can be made of by repeating it.
pub(crate) fn part(dice: &mut Dice) -> String {
    match dice.below(8) {
        0 => dice.pick(SEEN_REFS.as_slice()).to_owned(),
        1 => soup(dice),
        2 => hint(dice),
        3 => String::new(),
        4 => dice.pick(ATOMS).repeat(2),
        _ => dice.pick(ATOMS).to_owned(),
    }
}

/// Repeats each of `parts` until it fills its share of `length` bytes.
pub(crate) fn repeated(parts: &[String], length: usize) -> String {
    let share = length / parts.len().max(1);
    parts.iter().map(|part| part.repeat(share / part.len().max(1))).collect()
}

/// Returns the start of a secret, which may be seen, and the rest, which may not.
pub(crate) fn secret(dice: &mut Dice) -> (String, String) {
    const PREFIXES: &[&str] = &[
        "sk-",
        "sk-ant-api03-",
        "sk-proj-",
        "xai-",
        "gsk_",
        "hf_",
        "r8_",
        "pplx-",
        "nvapi-",
        "AIza",
        "ya29.",
        "AKIA",
        "ASIA",
        "ghp_",
        "gho_",
        "github_pat_",
        "Bearer ",
        "bearer ",
        "eyJhbGciOiJ9.",
        "api_key=",
        "\"token\": \"",
        "password: ",
        "X-Amz-Signature=",
        "'secret':'",
    ];
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let letters = (0..20 + dice.below(60)).map(|_| char::from(LETTERS[dice.below(LETTERS.len())]));
    let body: String = letters.collect();
    (dice.pick(PREFIXES).to_owned(), body)
}

/// Returns text around a wait.
pub(crate) fn hint(dice: &mut Dice) -> String {
    const BETWEEN: &[&str] = &["", " ", ": ", "\":\"", "=", " ~", " about ", " {\n seconds: ", "("];
    let leads: Vec<&str> = hint::text::ROWS.iter().map(|row| row.lead).collect();
    let mut text = String::new();
    for _ in 0..=dice.below(3) {
        text.push_str(dice.pick(&leads));
        text.push_str(dice.pick(BETWEEN));
        text.push_str(&wait(dice));
        text.push_str(dice.pick(&["", " ", ". ", ", "]));
    }
    text
}

/// Returns a length of time, a point in time, or nearly one.
pub(crate) fn wait(dice: &mut Dice) -> String {
    const UNITS: &[&str] =
        &["", "ms", "s", " seconds", "m", " min", "h", " hours", "d", " 秒", "분", " минут", "x"];
    const ZONES: &[&str] = &["Z", " UTC", "+00:00", "-2359", " +0800 CST", "", "+", "z"];
    const DATES: &[&str] = &[
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Mon, 01 Jun 2026 12:00:20 GMT",
        "Fri, 31 Dec 2147483647 23:59:60 GMT",
        "Thu, 29 Feb 2100 00:00:00 GMT",
    ];
    match dice.below(6) {
        0 => dice.pick(DATES).to_owned(),
        1 | 2 => {
            let mut two = |top: usize| format!("{:02}", dice.below(top));
            let (month, day) = (two(15), two(35));
            let (hour, minute, second) = (two(27), two(63), two(63));
            let year = dice.pick(&["2026", "2025", "0000", "9999", "1969", "20260"]);
            let fraction = dice.pick(&["", ".5", ".123456789123", "."]);
            let (mark, zone) = (dice.pick(&["T", " ", " at ", "t"]), dice.pick(ZONES));
            format!("{year}-{month}-{day}{mark}{hour}:{minute}:{second}{fraction}{zone}")
        }
        3 => number(dice),
        _ => (0..=dice.below(3)).map(|_| number(dice) + dice.pick(UNITS)).collect(),
    }
}

fn number(dice: &mut Dice) -> String {
    const NUMBERS: &[&str] = &[
        "0",
        "00",
        "1",
        "0.001",
        "1.",
        ".5",
        "30",
        "-5",
        "+5",
        "1e309",
        "1e3",
        "999",
        "1777936568",
        "1780315260000",
        "99999999999",
        "18446744073709551616",
        "0x1f",
        "NaN",
        "inf",
        "٣",
        "１２",
    ];
    match dice.below(4) {
        0 => "9".repeat(dice.below(400)),
        1 => dice.below(100_000).to_string(),
        2 => format!("{}.{}", dice.below(100), dice.below(10_000)),
        _ => dice.pick(NUMBERS).to_owned(),
    }
}

/// Returns two or more known texts, each cut at any byte.
fn spliced(dice: &mut Dice) -> String {
    let mut bytes = vec![];
    for _ in 0..=dice.below(3) {
        let text = dice.pick(SEEN_REFS.as_slice()).as_bytes();
        let text = if dice.one_in(3) { text } else { &text[..dice.below(text.len() + 1)] };
        let text = if dice.one_in(3) { &text[dice.below(text.len() + 1)..] } else { text };
        bytes.extend_from_slice(text);
        bytes.extend_from_slice(dice.pick(&["", " ", "\n", ": ", ". "]).as_bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn soup(dice: &mut Dice) -> String {
    (0..dice.below(24)).map(|_| dice.pick(ATOMS)).collect()
}

fn page(dice: &mut Dice) -> String {
    let mut page = dice.pick(&["", "502 ", "<!-- x -->\n"]).to_owned();
    page.push_str(dice.pick(&["<!DOCTYPE html>", "<html>", "<HTML lang=\"я\">", "<htm"]));
    for tag in ["title", "h1", "p"] {
        let inside = if dice.one_in(2) { spliced(dice) } else { soup(dice) };
        let end = dice.pick(&["</", "<", "", ">"]);
        let open = dice.pick(&[">", " class=a>", ""]);
        page.extend(["<", tag, open, &inside, end, tag, ">"]);
    }
    page
}

fn secrets(dice: &mut Dice) -> String {
    const AFTER: &[&str] = &["", " ", "-", "_", ".", "*", "…", "\"", "&", "\u{1b}[0m"];
    let mut text = String::new();
    for _ in 0..dice.below(12) {
        let (prefix, body) = secret(dice);
        text.push_str(&prefix);
        text.push_str(&body[..dice.below(body.len())]);
        text.push_str(if dice.one_in(2) { dice.pick(AFTER) } else { dice.pick(ATOMS) });
    }
    text
}

fn characters(dice: &mut Dice) -> String {
    (0..dice.below(100)).map(|_| character(dice)).collect()
}

fn character(dice: &mut Dice) -> char {
    let top = match dice.below(4) {
        0 => 0x80,
        1 => 0x800,
        2 => 0x1_0000,
        _ => 0x11_0000,
    };
    let code = u32::try_from(dice.below(top)).expect("a code point");
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn byte(dice: &mut Dice) -> u8 {
    u8::try_from(dice.below(256)).expect("a byte")
}

/// Returns a text with some bytes taken out, doubled, replaced or put in.
pub(crate) fn damaged(dice: &mut Dice, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let start = dice.below(bytes.len() + 1);
        let end = (start + dice.below(12)).min(bytes.len());
        let new = match dice.below(5) {
            0 => vec![],
            1 => bytes[start..end].repeat(2),
            2 => vec![byte(dice)],
            3 => character(dice).to_string().into_bytes(),
            _ => dice.pick(ATOMS).as_bytes().to_vec(),
        };
        bytes.splice(start..end, new);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn escaped(text: &str) -> String {
    serde_json::to_string(text).expect("a string")
}

/// Every text of the corpus and the stories, and the words of all rows.
static SEEN: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut seen: Vec<String> =
        wording::all_rows().map(|row| row.words.text().to_owned()).collect();
    for folder in ["tests/corpus", "tests/scripts"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let files = std::fs::read_dir(folder).expect("the folder of cases");
        let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        files.sort();
        for file in files {
            let text = std::fs::read_to_string(file).expect("a file of cases");
            strings(&serde_json::from_str(&text).unwrap_or_default(), &mut seen);
        }
    }
    seen.sort();
    seen.dedup();
    seen
});

static SEEN_REFS: LazyLock<Vec<&str>> = LazyLock::new(|| SEEN.iter().map(String::as_str).collect());

fn strings(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() > 3 => all.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| strings(value, all)),
        Value::Object(fields) => fields.values().for_each(|value| strings(value, all)),
        _ => {}
    }
}

/// Pieces that some part of the core looks out for.
#[rustfmt::skip]
static ATOMS: &[&str] = &[
    "429", "400", "413", "503", "599", "999", "0", "7", "1.5", ".", "-", "+", "1e309", "a", "h", "я", "Ё", "Ѐ",
    "HTTP/1.1 ", "http/", "status", "status code ", "\"code\":", "code=", "error", "(", ")", "[", "]", "{", "}",
    ":", ",", ";", "|", "=", "&", "?", "*", "…", "~", "\"", "'", "\\", "\\\\\\\"", "\\n", "\\u0000", "\\u042f",
    "\\ud83d", "\\u+123", "\\u", "http://", "https://a.example/b?c=d", " ", "     ", "\n", "\r\n", "\t", "\u{3000}",
    "<html>", "<!DOCTYPE html>", "<title>", "<h1", "</h1>", "<", ">", "api error (413): ", "(no body)",
    "try again in ", "retry after ", "retry_after_ms", "retryDelay", "resets at ", "wait ", "wait for ",
    "ms", "s", "min", "hours ", "and ", "30秒后", "后", "秒", "분", "2026-05-20T20:00:00Z", "1777936568", "T", "Z",
    "rate limit", "quota", "overloaded", "timeout", "insufficient_quota", "invalid_request_error", "RESOURCE_EXHAUSTED",
    "prompt is too long", "You have hit your ChatGPT usage limit", "enotfound", "ECONNRESET", "content_filter",
    "sk-", "gsk_", "AIza", "AKIA", "eyJ", "ghp_", "Bearer ", "key=", "token: ", "password", "abcdefgh", "0123456789",
    "\u{1b}[31m", "\u{1b}]0;", "\u{1b}", "\u{7}", "\u{9b}", "\u{0}", "\u{7f}", "\u{202e}", "\u{200b}", "\u{2028}",
    "\u{feff}", "\u{fffd}", "🦀", "e\u{301}", "İ", "K", "ß", "ſ",
];

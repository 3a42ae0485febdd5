//! JSON: its values, read from a text and written to one.
//!
//! Nothing here is generic over what is read, and a number stays the text that it was: the
//! host loads the module at every start, and `serde_json` made it 24 kB larger, compressed.
//! The tests hold this parser against that one.

use std::fmt;
use std::ops::Index;

/// A value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// `null`, and what is not there.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it was written.
    Number(String),
    /// A text.
    String(String),
    /// A list.
    Array(Vec<Value>),
    /// Fields in their order. Of two with one name the last counts.
    Object(Vec<(String, Value)>),
}

static NULL: Value = Value::Null;

impl Value {
    /// Returns the text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// Returns whether it is `true`, or nothing where it is neither that nor `false`.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(flag) = self { Some(*flag) } else { None }
    }

    /// Returns a number, or nothing where it is none.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        if let Self::Number(text) = self { decimal(text) } else { None }
    }

    /// Returns a whole number from 0 on, also one written like `2e3` or `5.0`.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        let Self::Number(text) = self else { return None };
        let whole = || decimal(text).filter(|number| number.fract() == 0.0 && *number >= 0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
        text.parse().ok().or_else(|| whole().map(|number| number as u64))
    }

    /// Returns the elements of a list.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Value]> {
        if let Self::Array(all) = self { Some(all) } else { None }
    }

    /// Returns the fields of an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&[(String, Value)]> {
        if let Self::Object(fields) = self { Some(fields) } else { None }
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(number.to_string())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl Index<&str> for Value {
    type Output = Value;

    /// Returns a field, or `null` where there is none.
    fn index(&self, name: &str) -> &Value {
        let field = self.as_object().and_then(|fields| fields.iter().rfind(|(of, _)| of == name));
        field.map_or(&NULL, |(_, value)| value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        formatter.write_str(&text)
    }
}

/// Reads a number such as `12`, `-1.5` or `2e3`, or `None`.
///
/// Up to 15 digits and exponents up to 22 are read exactly, others to the last few bits:
/// that is what `f64`'s own parser needs its large tables for.
///
/// ```
/// use pi_retry::json::decimal;
///
/// assert_eq!(decimal("1.25e1"), Some(12.5));
/// assert_eq!(decimal("1.2.3"), None);
/// ```
#[must_use]
pub fn decimal(text: &str) -> Option<f64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1.0, text), |digits| (-1.0, digits));
    let (digits, exponent) = match digits.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() || digits.ends_with('.') {
        return None;
    }
    let (mut number, mut power) = (0u64, exponent);
    for (digits, after_point) in [(whole, 0), (fraction, 1)] {
        for digit in digits.chars() {
            let digit = u64::from(digit.to_digit(10)?);
            match number.checked_mul(10).and_then(|number| number.checked_add(digit)) {
                Some(next) => {
                    number = next;
                    power = power.saturating_sub(after_point);
                }
                None => power = power.saturating_add(1 - after_point),
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "to the last few bits")]
    let number = sign * number as f64;
    let scale = 10f64.powi(power.saturating_abs());
    Some(match power {
        _ if number == 0.0 => number,
        0.. => number * scale,
        _ => number / scale,
    })
}

/// Something that has a form in JSON.
pub trait Write {
    /// Appends it.
    fn write(&self, out: &mut String);

    /// Whether a field with it is left out.
    fn is_left_out(&self) -> bool {
        false
    }
}

impl Write for str {
    fn write(&self, out: &mut String) {
        let bytes = self.as_bytes();
        let (mut plain, mut at) = (0, 0);
        out.push('"');
        while at < bytes.len() {
            if matches!(bytes[at], b'"' | b'\\' | 0..0x20) {
                out.push_str(&self[plain..at]);
                escape(bytes[at], out);
                plain = at + 1;
            }
            at += 1;
        }
        out.push_str(&self[plain..]);
        out.push('"');
    }
}

/// Writes what stands for a byte that may not stand in a string.
fn escape(byte: u8, out: &mut String) {
    out.push('\\');
    match byte {
        b'\n' => out.push('n'),
        b'\r' => out.push('r'),
        b'\t' => out.push('t'),
        0x08 => out.push('b'),
        0x0c => out.push('f'),
        0..0x20 => {
            let halves = [byte / 16, byte % 16].map(u32::from);
            out.push_str("u00");
            out.extend(halves.map(|half| char::from_digit(half, 16).unwrap_or('0')));
        }
        _ => out.push(char::from(byte)),
    }
}

impl Write for Value {
    fn write(&self, out: &mut String) {
        match self {
            Self::Null => ().write(out),
            Self::Bool(flag) => flag.write(out),
            Self::Number(text) => out.push_str(text),
            Self::String(text) => text.write(out),
            Self::Array(all) => all.write(out),
            Self::Object(fields) => {
                let mut object = Object::begin(out);
                for (name, value) in fields {
                    object.field(name, value);
                }
                object.end();
            }
        }
    }
}

impl Write for &str {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl Write for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}

impl Write for () {
    fn write(&self, out: &mut String) {
        out.push_str("null");
    }
}

impl Write for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl<T: Write> Write for [T] {
    fn write(&self, out: &mut String) {
        out.push('[');
        for (number, one) in self.iter().enumerate() {
            if number > 0 {
                out.push(',');
            }
            one.write(out);
        }
        out.push(']');
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self, out: &mut String) {
        self.as_slice().write(out);
    }
}

impl<T: Write> Write for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => ().write(out),
        }
    }

    fn is_left_out(&self) -> bool {
        self.is_none()
    }
}

/// An object that is being written.
#[derive(Debug)]
pub struct Object<'a> {
    out: &'a mut String,
    start: usize,
}

impl<'a> Object<'a> {
    /// Begins an object at the end of `out`.
    pub fn begin(out: &'a mut String) -> Self {
        out.push('{');
        Self { start: out.len(), out }
    }

    /// Appends a field, unless its value is nothing.
    pub fn field(&mut self, name: &str, value: &dyn Write) -> &mut Self {
        if !value.is_left_out() {
            if self.out.len() > self.start {
                self.out.push(',');
            }
            name.write(self.out);
            self.out.push(':');
            value.write(self.out);
        }
        self
    }

    /// Ends the object.
    pub fn end(self) {
        self.out.push('}');
    }
}

/// Why a text is not JSON, and in which line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    what: &'static str,
    line: usize,
    column: usize,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { what, line, column } = self;
        write!(formatter, "{what} at line {line} column {column}")
    }
}

/// Values nested deeper than this are refused: for each level the parser calls itself,
/// and a WebAssembly stack that overflows is the end of its module.
const DEEPEST: usize = 128;

/// Reads a text that holds one value and nothing else.
///
/// ```
/// use pi_retry::json::parse;
///
/// assert_eq!(parse(r#"{"a":[1,"x"]}"#).unwrap()["a"].to_string(), r#"[1,"x"]"#);
/// assert_eq!(parse("[1,]").expect_err("an error").to_string(), "trailing comma at line 1 column 4");
/// ```
///
/// # Errors
///
/// Says what stands where something else belongs.
pub fn parse(text: &str) -> Result<Value, SyntaxError> {
    let mut parser = Parser { text, at: 0, levels: DEEPEST };
    let parsed = parser.value().and_then(|value| match parser.peek() {
        None => Ok(value),
        Some(_) => Err("trailing characters"),
    });
    parsed.map_err(|what| parser.error(what))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    levels: usize,
}

type Parsed<T> = Result<T, &'static str>;

impl<'a> Parser<'a> {
    /// Returns where reading stopped. The column is that of the byte that does not belong
    /// there, or of the last one where the text ends too early.
    fn error(&self, what: &'static str) -> SyntaxError {
        let read = &self.text.as_bytes()[..self.at];
        let line = self.text[..self.at].matches('\n').count() + 1;
        let in_line = read.iter().rev().take_while(|byte| **byte != b'\n').count();
        SyntaxError { what, line, column: in_line + usize::from(self.at < self.text.len()) }
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Skips blanks and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        self.at += self.rest().iter().take_while(blank).count();
        self.rest().first().copied()
    }

    fn take(&mut self, word: &str) -> bool {
        let there = self.rest().starts_with(word.as_bytes());
        if there {
            self.at += word.len();
        }
        there
    }

    fn value(&mut self) -> Parsed<Value> {
        match self.peek() {
            None => Err("EOF while parsing a value"),
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("null") => Ok(Value::Null),
            _ if self.take("true") => Ok(Value::Bool(true)),
            _ if self.take("false") => Ok(Value::Bool(false)),
            _ => Err("expected value"),
        }
    }

    /// Reads what an opening bracket begins.
    fn nested(&mut self, inside: fn(&mut Self) -> Parsed<Value>) -> Parsed<Value> {
        self.levels = self.levels.checked_sub(1).ok_or("recursion limit exceeded")?;
        self.at += 1;
        let value = inside(self)?;
        self.levels += 1;
        Ok(value)
    }

    fn array(&mut self) -> Parsed<Value> {
        let mut all = vec![];
        while !self.ends(b']', all.is_empty(), LIST)? {
            all.push(self.value()?);
        }
        Ok(Value::Array(all))
    }

    fn object(&mut self) -> Parsed<Value> {
        let mut fields = vec![];
        while !self.ends(b'}', fields.is_empty(), OBJECT)? {
            let name = match self.peek() {
                Some(b'"') => self.string()?,
                Some(_) => return Err("key must be a string"),
                None => return Err("EOF while parsing a value"),
            };
            match self.peek() {
                Some(b':') => self.at += 1,
                Some(_) => return Err("expected `:`"),
                None => return Err(OBJECT.cut_off),
            }
            fields.push((name, self.value()?));
        }
        Ok(Value::Object(fields))
    }

    /// Reads what stands before an element: nothing before the first, a comma before the
    /// others, or the bracket that ends them all.
    fn ends(&mut self, bracket: u8, first: bool, errors: Errors) -> Parsed<bool> {
        match self.peek() {
            None => return Err(errors.cut_off),
            Some(byte) if byte == bracket => {
                self.at += 1;
                return Ok(true);
            }
            _ if first => return Ok(false),
            Some(b',') => self.at += 1,
            Some(_) => return Err(errors.no_comma),
        }
        if self.peek() == Some(bracket) { Err("trailing comma") } else { Ok(false) }
    }

    fn number(&mut self) -> Parsed<Value> {
        let start = self.at;
        self.take("-");
        if !self.take("0") {
            self.digits()?;
        }
        if self.take(".") {
            self.digits()?;
        }
        if self.take("e") || self.take("E") {
            let _ = self.take("+") || self.take("-");
            self.digits()?;
        }
        if self.rest().first().is_some_and(u8::is_ascii_digit) {
            return Err("invalid number");
        }
        Ok(Value::Number(self.text[start..self.at].to_owned()))
    }

    fn digits(&mut self) -> Parsed<()> {
        let count = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        match count {
            0 if self.rest().is_empty() => Err("EOF while parsing a value"),
            0 => Err("invalid number"),
            _ => Ok(()),
        }
    }

    fn string(&mut self) -> Parsed<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let (bytes, start) = (self.text.as_bytes(), self.at);
            while self.at < bytes.len() && !matches!(bytes[self.at], b'"' | b'\\' | 0..0x20) {
                self.at += 1;
            }
            string.push_str(&self.text[start..self.at]);
            match bytes.get(self.at) {
                None => return Err("EOF while parsing a string"),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escape()?),
                Some(_) => return Err("control character while parsing a string"),
            }
        }
    }

    fn escape(&mut self) -> Parsed<char> {
        self.at += 1;
        let Some(escaped) = self.rest().first() else { return Err("EOF while parsing a string") };
        let c = match escaped {
            b'"' | b'\\' | b'/' => char::from(*escaped),
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err("invalid escape"),
        };
        self.at += 1;
        Ok(c)
    }

    /// Reads the digits of `\u`, and those of a second half. Half a character alone
    /// is replaced.
    fn unicode(&mut self) -> Parsed<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let after_first = self.at;
        if self.take("\\u") {
            let second = self.hex()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = after_first;
        }
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex(&mut self) -> Parsed<u32> {
        let digits = self.text.get(self.at..self.at + 4);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let code = code.ok_or("invalid escape")?;
        self.at += 4;
        Ok(code)
    }
}

/// What is said where a list or an object goes on wrongly.
#[derive(Clone, Copy)]
struct Errors {
    cut_off: &'static str,
    no_comma: &'static str,
}

const LIST: Errors =
    Errors { cut_off: "EOF while parsing a list", no_comma: "expected `,` or `]`" };
const OBJECT: Errors =
    Errors { cut_off: "EOF while parsing an object", no_comma: "expected `,` or `}`" };

#[cfg(test)]
mod tests {
    use super::*;

    /// What the parser that everybody uses makes of a text, in the form of ours.
    fn known(text: &str) -> Option<String> {
        serde_json::from_str::<serde_json::Value>(text).ok().map(|value| value.to_string())
    }

    #[test]
    fn reads_and_writes_what_others_do() {
        for text in [
            "null",
            " [ ] ",
            "{}",
            r#"{"b":[1,-2,{"c":null}],"a":true}"#,
            r#""\u0041\n\r\t\b\f\/\\\"\u001f\ud83d\ude00é""#,
            "[0,10,0.5]",
            "\"\u{7f}\"",
        ] {
            assert_eq!(parse(text).ok().map(|value| value.to_string()), known(text), "{text}");
        }
    }

    #[test]
    fn says_what_is_wrong_in_the_words_that_others_use() {
        for text in [
            "",
            " ",
            "{",
            "[",
            "[1",
            "[1,",
            "[1 2]",
            "[1,]",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":1",
            "{\"a\":1,",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "{\"a\":1 \"b\"}",
            "{a:1}",
            "{1:1}",
            "x",
            "{} x",
            "\"x",
            "-",
            "1.",
            "\n{\n  \"a\": x\n}",
            "[1]]",
        ] {
            let error = serde_json::from_str::<serde_json::Value>(text).expect_err("an error");
            assert_eq!(parse(text).expect_err("an error").to_string(), error.to_string(), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in
            ["nul", "tru", "01", "1e", "+1", ".5", r#""\x""#, r#""\u12""#, "\"\n\"", "'a'", "NaN"]
        {
            assert!(parse(text).is_err() && known(text).is_none(), "{text}");
        }
    }

    #[test]
    fn of_two_fields_with_one_name_the_last_counts() {
        assert_eq!(parse(r#"{"a":1,"b":3,"a":2}"#).expect("JSON")["a"], 2.into());
    }

    #[test]
    fn half_a_character_is_replaced() {
        for text in [r#""\ud83d""#, r#""\udc00""#, r#""\ud83d\ud83d""#, r#""\ud83dx""#] {
            assert!(parse(text).expect(text).to_string().contains('\u{fffd}'), "{text}");
        }
    }

    #[test]
    fn values_may_be_nested_128_deep() {
        let nested = |levels: usize| ["[".repeat(levels), "]".repeat(levels)].concat();
        assert!(parse(&nested(128)).is_ok());
        let error = parse(&nested(129)).expect_err("an error").to_string();
        assert_eq!(error, "recursion limit exceeded at line 1 column 129");
        assert!(parse(&format!("[{}]", "[[]],".repeat(500) + "0")).is_ok());
    }

    #[test]
    fn numbers_are_what_the_language_itself_reads() {
        for text in [
            "0",
            "-0",
            "7",
            "1.5",
            "0.1",
            "123456789.125",
            "1e3",
            "2E-2",
            "1.25e+2",
            "9007199254740991",
            "123456789012345e22",
            "1e22",
            "1e400",
            "-1e400",
            "0e999",
            "1e-400",
        ] {
            assert_eq!(decimal(text), text.parse().ok(), "{text}");
        }
        for text in ["", "-", "1.", ".5", "1e", "1.2.3", "x", "1x", "inf", "NaN", "1_0"] {
            assert_eq!(decimal(text), None, "{text}");
        }
        let close = |text: &str| {
            let (ours, exact) = (decimal(text).expect(text), text.parse::<f64>().expect(text));
            (ours / exact - 1.0).abs() < 1e-12
        };
        assert!(close("1e300") && close("12345678901234567890123.45") && close("3.3e-200"));
    }

    #[test]
    fn whole_numbers_may_be_written_with_a_point_or_an_exponent() {
        let whole = |text: &str| parse(text).expect(text).as_u64();
        assert_eq!(whole("18446744073709551615"), Some(u64::MAX));
        assert_eq!(
            [whole("5.0"), whole("2e3"), whole("1e300")],
            [Some(5), Some(2_000), Some(u64::MAX)]
        );
        assert_eq!([whole("-1"), whole("0.5"), whole("\"1\"")], [None; 3]);
    }
}

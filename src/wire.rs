//! How values cross to JavaScript, and from one machine to the next: as JSON.
//!
//! Each type lists its fields or words once, beside its declaration and under the names that
//! `serde` describes there, and is read and written by that list. Every field goes through
//! the same two functions, since the code that a derive makes for each is larger than all
//! that is decided.

use std::fmt;

use crate::json::{Object, SyntaxError, Value, Write, parse};

/// Why something could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not JSON.
    Syntax(SyntaxError),
    /// It is of another type.
    Type,
    /// This field is missing, or of another type.
    Field(&'static str),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Syntax(error) => write!(formatter, "not JSON: {error}"),
            Self::Type => write!(formatter, "of another type"),
            Self::Field(name) => write!(formatter, "`{name}` is missing or of another type"),
        }
    }
}

/// The first thing that could not be read. Reading goes on after it, to no avail.
#[derive(Debug, Default)]
pub struct Wrong(Option<Unreadable>);

impl Wrong {
    /// Notes that a value is of another type.
    pub fn note(&mut self) {
        self.0.get_or_insert(Unreadable::Type);
    }

    /// Says in which field the noted value stands.
    pub fn name(&mut self, field: &'static str) {
        if self.0 == Some(Unreadable::Type) {
            self.0 = Some(Unreadable::Field(field));
        }
    }
}

/// What can be read from a value, whose texts it takes over. A field that is missing is `null`.
pub trait Read {
    /// Returns something to be read over.
    fn blank() -> Self
    where
        Self: Sized;

    /// Reads it, or notes that the value is of another type.
    fn read(&mut self, json: &mut Value, wrong: &mut Wrong);
}

/// What is an object, and may be a part of a larger one.
pub trait Fields {
    /// Writes its fields into an object.
    fn write_fields(&self, object: &mut Object);
}

impl<T: Fields> Write for T {
    fn write(&self, out: &mut String) {
        let mut object = Object::begin(out);
        self.write_fields(&mut object);
        object.end();
    }
}

/// What is one of some words.
pub trait Word {
    /// Returns all of them.
    fn words(&self) -> &'static [&'static str];

    /// Returns the word that it is.
    fn word(&self) -> &'static str;

    /// Becomes the word, or returns `false` where that is none of them.
    fn choose(&mut self, word: &str) -> bool;
}

/// Reads a `T` from its JSON.
///
/// ```
/// use pi_retry::{seam::Event, wire};
///
/// let event = wire::from_json(r#"{"type":"log_failed","error":"ENOSPC"}"#);
/// assert_eq!(event, Ok(Event::LogFailed { error: "ENOSPC".into() }));
/// ```
///
/// # Errors
///
/// Names the field that is not as it is declared.
pub fn from_json<T: Read>(text: &str) -> Result<T, Unreadable> {
    let mut json = parse(text).map_err(Unreadable::Syntax)?;
    let (mut value, mut wrong) = (T::blank(), Wrong::default());
    value.read(&mut json, &mut wrong);
    wrong.0.map_or(Ok(value), Err)
}

/// Returns a value's JSON.
pub fn to_json(value: &(impl Write + ?Sized)) -> String {
    let mut text = String::new();
    value.write(&mut text);
    text
}

/// Reads a field of an object.
pub fn field(json: &mut Value, name: &'static str, to: &mut dyn Read, wrong: &mut Wrong) {
    let field = match json {
        Value::Object(fields) => fields.iter_mut().rfind(|(of, _)| of == name),
        _ => None,
    };
    to.read(field.map_or(&mut Value::Null, |(_, value)| value), wrong);
    wrong.name(name);
}

/// Returns a field's name: its own, or the one after `as`.
macro_rules! field_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident as $name:literal) => {
        $name
    };
}

/// Lists the fields of a struct: `Type { one, two_ms as "twoMs" } with other`, where `other`
/// is a field whose own fields stand beside these. A last `..` takes what is not listed from
/// another value. With `read` or `write` before the type it goes in that direction only.
macro_rules! fields {
    (
        read $type:ident { $($field:ident $(as $name:literal)?),* $(,)? $(..$rest:expr)? }
        $(with $other:ident)?
    ) => {
        impl $crate::wire::Read for $type {
            fn blank() -> Self {
                Self {
                    $($field: $crate::wire::Read::blank(),)*
                    $($other: $crate::wire::Read::blank(),)?
                    $(..$rest)?
                }
            }

            fn read(&mut self, json: &mut $crate::json::Value, wrong: &mut $crate::wire::Wrong) {
                $($crate::wire::Read::read(&mut self.$other, json, wrong);)?
                $(
                    let name = $crate::wire::field_name!($field $(as $name)?);
                    $crate::wire::field(json, name, &mut self.$field, wrong);
                )*
            }
        }
    };
    (
        write $type:ident { $($field:ident $(as $name:literal)?),* $(,)? $(..$rest:expr)? }
        $(with $other:ident)?
    ) => {
        impl $crate::wire::Fields for $type {
            fn write_fields(&self, object: &mut $crate::json::Object) {
                $($crate::wire::Fields::write_fields(&self.$other, object);)?
                $(object.field($crate::wire::field_name!($field $(as $name)?), &self.$field);)*
            }
        }
    };
    ($($both:tt)*) => {
        $crate::wire::fields! { read $($both)* }
        $crate::wire::fields! { write $($both)* }
    };
}

/// Lists the variants of an enum by the word in the field `tag`, beside which stand the
/// fields of the variant, or of the object that it holds:
/// `Type by "tag" { "one" One, "two" Two { a, b_ms as "bMs" }, "three" Three(object) }`.
macro_rules! tagged {
    (read $type:ident by $tag:literal {
        $($word:literal $variant:ident
            $({ $($field:ident $(as $name:literal)?),* $(,)? })?
            $(($object:ident))?
        ),* $(,)?
    }) => {
        impl $crate::wire::Read for $type {
            fn blank() -> Self {
                $crate::wire::tagged!(@first $($variant $({ $($field)* })? $(($object))?,)*)
            }

            fn read(&mut self, json: &mut $crate::json::Value, wrong: &mut $crate::wire::Wrong) {
                let mut word = String::new();
                $crate::wire::field(json, $tag, &mut word, wrong);
                match word.as_str() {
                    $($word => {
                        $($(
                            let mut $field = $crate::wire::Read::blank();
                            let name = $crate::wire::field_name!($field $(as $name)?);
                            $crate::wire::field(json, name, &mut $field, wrong);
                        )*)?
                        $(
                            let mut $object = $crate::wire::Read::blank();
                            $crate::wire::Read::read(&mut $object, json, wrong);
                        )?
                        *self = Self::$variant $({ $($field),* })? $(($object))?;
                    })*
                    _ => {
                        wrong.note();
                        wrong.name($tag);
                    }
                }
            }
        }
    };
    (write $type:ident by $tag:literal {
        $($word:literal $variant:ident
            $({ $($field:ident $(as $name:literal)?),* $(,)? })?
            $(($object:ident))?
        ),* $(,)?
    }) => {
        impl $crate::wire::Fields for $type {
            fn write_fields(&self, object: &mut $crate::json::Object) {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($object))? => {
                        object.field($tag, &$word);
                        $($(
                            object.field($crate::wire::field_name!($field $(as $name)?), $field);
                        )*)?
                        $($crate::wire::Fields::write_fields($object, object);)?
                    })*
                }
            }
        }
    };
    (@first $variant:ident { $($field:ident)* }, $($rest:tt)*) => {
        Self::$variant { $($field: $crate::wire::Read::blank()),* }
    };
    (@first $variant:ident ($object:ident), $($rest:tt)*) => {
        Self::$variant($crate::wire::Read::blank())
    };
    (@first $variant:ident, $($rest:tt)*) => {
        Self::$variant
    };
    ($($both:tt)*) => {
        $crate::wire::tagged! { read $($both)* }
        $crate::wire::tagged! { write $($both)* }
    };
}

/// Lists the variants of an enum that are a word each: `Type { "one" One, "two" Two }`.
macro_rules! words {
    ($type:ident { $($word:literal $variant:ident),* $(,)? }) => {
        impl $crate::wire::Word for $type {
            fn words(&self) -> &'static [&'static str] {
                &[$($word),*]
            }

            fn word(&self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            fn choose(&mut self, word: &str) -> bool {
                match word {
                    $($word => *self = Self::$variant,)*
                    _ => return false,
                }
                true
            }
        }

        impl $crate::wire::Read for $type {
            fn blank() -> Self {
                [$(Self::$variant),*][0]
            }

            fn read(&mut self, json: &mut $crate::json::Value, wrong: &mut $crate::wire::Wrong) {
                let word = json.as_str();
                if !word.is_some_and(|word| $crate::wire::Word::choose(self, word)) {
                    wrong.note();
                }
            }
        }

        impl $crate::json::Write for $type {
            fn write(&self, out: &mut String) {
                $crate::wire::Word::word(self).write(out);
            }
        }
    };
}

pub(crate) use {field_name, fields, tagged, words};

/// What is left out is `false`.
impl Read for bool {
    fn blank() -> Self {
        false
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        match json {
            Value::Bool(flag) => *self = *flag,
            Value::Null => *self = false,
            _ => wrong.note(),
        }
    }
}

macro_rules! whole_numbers {
    ($($type:ident)*) => {$(
        impl Read for $type {
            fn blank() -> Self {
                0
            }

            fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
                match json.as_u64().and_then(|number| number.try_into().ok()) {
                    Some(number) => *self = number,
                    None => wrong.note(),
                }
            }
        }

        impl Write for $type {
            #[allow(clippy::cast_lossless, reason = "none of them is longer")]
            fn write(&self, out: &mut String) {
                out.push_str(&(*self as u64).to_string());
            }
        }
    )*};
}

whole_numbers! { u16 u32 u64 usize }

impl Read for f64 {
    fn blank() -> Self {
        0.0
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        let number = match json {
            Value::String(bits) => bits.parse().ok().map(Self::from_bits),
            number => number.as_f64(),
        };
        match number {
            Some(number) => *self = number,
            None => wrong.note(),
        }
    }
}

/// As a text, of its bits: JSON has no infinity, and what writes decimals is large.
impl Write for f64 {
    fn write(&self, out: &mut String) {
        self.to_bits().to_string().write(out);
    }
}

impl Read for String {
    fn blank() -> Self {
        Self::new()
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        match json {
            Value::String(text) => *self = std::mem::take(text),
            _ => wrong.note(),
        }
    }
}

impl Read for Value {
    fn blank() -> Self {
        Self::Null
    }

    fn read(&mut self, json: &mut Value, _: &mut Wrong) {
        *self = std::mem::take(json);
    }
}

impl<T: Read> Read for Option<T> {
    fn blank() -> Self {
        None
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        if !json.is_null() {
            self.insert(T::blank()).read(json, wrong);
        }
    }
}

/// What is left out is empty.
impl<T: Read> Read for Vec<T> {
    fn blank() -> Self {
        vec![]
    }

    fn read(&mut self, json: &mut Value, wrong: &mut Wrong) {
        match json {
            Value::Null => {}
            Value::Array(all) => {
                for one in all {
                    let mut value = T::blank();
                    value.read(one, wrong);
                    self.push(value);
                }
            }
            _ => wrong.note(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seam::{Event, HostSettings, Switch};

    #[test]
    fn the_innermost_field_of_the_first_mistake_is_named() {
        let wrong = |text: &str| from_json::<Event>(text).expect_err(text);
        assert_eq!(wrong("5"), Unreadable::Field("type"));
        assert_eq!(wrong(r#"{"type":"unheard_of"}"#), Unreadable::Field("type"));
        assert_eq!(wrong(r#"{"type":"wait_ticked"}"#), Unreadable::Field("remainingMs"));
        assert_eq!(wrong(r#"{"type":"input","idle":1,"followUp":2}"#), Unreadable::Field("idle"));
        let nested = r#"{"type":"request_completed","captured":{"seen":true,"status":"x"}}"#;
        assert_eq!(wrong(nested), Unreadable::Field("status"));
        assert_eq!(from_json::<Switch>("[]"), Err(Unreadable::Field("from")));
        assert_eq!(
            wrong("{").to_string(),
            "not JSON: EOF while parsing an object at line 1 column 1"
        );
    }

    #[test]
    fn what_is_written_is_read_again_and_what_is_nothing_is_left_out() {
        let settings = HostSettings {
            retry_max_retries: Some(f64::INFINITY),
            retry_base_delay_ms: Some(0.1),
            ..HostSettings::default()
        };
        let text = to_json(&settings);
        assert_eq!(from_json(&text), Ok(settings));
        assert!(!text.contains("cacheWarming"), "{text}");
    }
}

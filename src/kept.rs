//! Values that one machine writes down and the next one reads.
//!
//! They are a plain list of JSON's simple values, which only this very version can read:
//! serde's derived code for the same takes several times the room. The functions at the
//! ends are never inlined, as that would cost as much again.

use std::time::Duration;
use std::vec::IntoIter;

use crate::json::Value;

/// A value that can be kept.
pub trait Kept: Sized {
    /// Writes it at the end of a list.
    fn keep(&self, list: &mut Vec<Value>);

    /// Reads it from the rest of a list, or returns `None` where another value stands there.
    fn recall(list: &mut IntoIter<Value>) -> Option<Self>;
}

/// Keeps a struct by its fields.
macro_rules! kept_fields {
    ($type:ident $($field:ident)*) => {
        impl $crate::kept::Kept for $type {
            fn keep(&self, list: &mut Vec<$crate::json::Value>) {
                $($crate::kept::Kept::keep(&self.$field, list);)*
            }

            fn recall(list: &mut std::vec::IntoIter<$crate::json::Value>) -> Option<Self> {
                Some(Self { $($field: $crate::kept::Kept::recall(list)?),* })
            }
        }
    };
}

/// Keeps an enum without values by the place of its variant.
macro_rules! kept_variants {
    ($type:ident $($variant:ident)*) => {
        impl $crate::kept::Kept for $type {
            fn keep(&self, list: &mut Vec<$crate::json::Value>) {
                let place = [$(Self::$variant),*].iter().position(|one| one == self);
                $crate::kept::Kept::keep(&place.unwrap_or_default(), list);
            }

            fn recall(list: &mut std::vec::IntoIter<$crate::json::Value>) -> Option<Self> {
                let place = <u32 as $crate::kept::Kept>::recall(list)?;
                [$(Self::$variant),*].get(place as usize).copied()
            }
        }
    };
}

pub(crate) use {kept_fields, kept_variants};

impl Kept for bool {
    #[inline(never)]
    fn keep(&self, list: &mut Vec<Value>) {
        list.push((*self).into());
    }

    #[inline(never)]
    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        list.next()?.as_bool()
    }
}

impl Kept for u64 {
    #[inline(never)]
    fn keep(&self, list: &mut Vec<Value>) {
        list.push((*self).into());
    }

    #[inline(never)]
    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        list.next()?.as_u64()
    }
}

impl Kept for u32 {
    #[inline(never)]
    fn keep(&self, list: &mut Vec<Value>) {
        u64::from(*self).keep(list);
    }

    #[inline(never)]
    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        u64::recall(list)?.try_into().ok()
    }
}

impl Kept for u16 {
    fn keep(&self, list: &mut Vec<Value>) {
        u64::from(*self).keep(list);
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        u64::recall(list)?.try_into().ok()
    }
}

impl Kept for i64 {
    fn keep(&self, list: &mut Vec<Value>) {
        self.cast_unsigned().keep(list);
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        u64::recall(list).map(u64::cast_signed)
    }
}

impl Kept for usize {
    fn keep(&self, list: &mut Vec<Value>) {
        (*self as u64).keep(list);
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        u64::recall(list)?.try_into().ok()
    }
}

impl Kept for Duration {
    fn keep(&self, list: &mut Vec<Value>) {
        self.as_secs().keep(list);
        self.subsec_nanos().keep(list);
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        Some(Self::new(u64::recall(list)?, u32::recall(list)?))
    }
}

/// By its bits, as JSON has no infinity.
impl Kept for f64 {
    fn keep(&self, list: &mut Vec<Value>) {
        self.to_bits().keep(list);
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        u64::recall(list).map(Self::from_bits)
    }
}

impl Kept for String {
    #[inline(never)]
    fn keep(&self, list: &mut Vec<Value>) {
        list.push(self.as_str().into());
    }

    #[inline(never)]
    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        match list.next()? {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

impl<T: Kept> Kept for Option<T> {
    fn keep(&self, list: &mut Vec<Value>) {
        self.is_some().keep(list);
        if let Some(value) = self {
            value.keep(list);
        }
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        if bool::recall(list)? { T::recall(list).map(Some) } else { Some(None) }
    }
}

impl<T: Kept> Kept for Vec<T> {
    fn keep(&self, list: &mut Vec<Value>) {
        self.len().keep(list);
        for value in self {
            value.keep(list);
        }
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        (0..u64::recall(list)?).map(|_| T::recall(list)).collect()
    }
}

impl<A: Kept, B: Kept> Kept for (A, B) {
    fn keep(&self, list: &mut Vec<Value>) {
        self.0.keep(list);
        self.1.keep(list);
    }

    fn recall(list: &mut IntoIter<Value>) -> Option<Self> {
        Some((A::recall(list)?, B::recall(list)?))
    }
}

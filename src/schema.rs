//! The JSON Schema of `pi-retry.json`, made from the table that its checks use.
//!
//! The package ships what `tools/schema.rs` prints; the module itself has no need of it.

use crate::category::Category;
use crate::config::{Config, KEYS, Key, Kind};
use crate::json::Value;

/// Returns the schema, in JSON Schema 2020-12.
#[must_use]
pub fn schema() -> Value {
    let draft = "https://json-schema.org/draft/2020-12/schema";
    let head = [("$schema", draft.into()), ("title", "pi-retry.json".into())];
    object(head.into_iter().chain(keys(KEYS)))
}

fn keys(keys: &[Key]) -> Vec<(&'static str, Value)> {
    let properties = keys.iter().map(|key| (key.name, property(key)));
    vec![
        ("type", "object".into()),
        ("properties", object(properties)),
        ("additionalProperties", false.into()),
    ]
}

fn property(key: &Key) -> Value {
    let mut defaults = Config::default();
    let mut property = match key.kind {
        Kind::Flag(place) => {
            vec![("type", "boolean".into()), ("default", (*place(&mut defaults)).into())]
        }
        Kind::Count(min, max, place) => integer(min, max, u64::from(*place(&mut defaults))),
        Kind::Millis(min, max, place) => integer(min, max, *place(&mut defaults)),
        Kind::Choice(place) => {
            let choice = place(&mut defaults);
            let all = choice.words().iter().map(|word| Value::from(*word));
            vec![("enum", Value::Array(all.collect())), ("default", choice.word().into())]
        }
        Kind::Floors(max, _) => {
            let floor = |category: &Category| (category.name(), object(integer(0, max, 0)));
            vec![
                ("type", "object".into()),
                ("properties", object(Category::ALL.iter().map(floor))),
                ("additionalProperties", false.into()),
                ("default", object([])),
            ]
        }
        Kind::Log(_) => {
            vec![("type", "string".into()), ("minLength", 1.into()), ("default", "off".into())]
        }
        Kind::Patterns(_) => list(vec![("type", "string".into())], Value::Array(vec![])),
        Kind::Models(_) => {
            let entry = vec![("type", "string".into()), ("pattern", "^[^/]+/.+$".into())];
            list(entry, Value::Array(vec![]))
        }
        Kind::Categories(allowed, place) => {
            list(vec![("enum", names(allowed))], names(place(&mut defaults)))
        }
        Kind::Object(inside) => keys(inside),
        Kind::Anything => vec![],
    };
    property.push(("description", key.about.into()));
    object(property)
}

fn list(entry: Vec<(&'static str, Value)>, default: Value) -> Vec<(&'static str, Value)> {
    vec![("type", "array".into()), ("items", object(entry)), ("default", default)]
}

fn names(categories: &[Category]) -> Value {
    Value::Array(categories.iter().map(|category| category.name().into()).collect())
}

fn integer(min: u64, max: u64, default: u64) -> Vec<(&'static str, Value)> {
    vec![
        ("type", "integer".into()),
        ("minimum", min.into()),
        ("maximum", max.into()),
        ("default", default.into()),
    ]
}

fn object(fields: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::from_value;

    fn problems(name: &str, value: Value) -> usize {
        from_value(&Value::Object([(name.to_owned(), value)].into())).1.len()
    }

    #[test]
    fn every_default_and_bound_of_the_schema_is_accepted_by_the_checks() {
        let schema = schema();
        let properties = schema["properties"].as_object().expect("properties");
        for (name, property) in properties {
            for word in ["default", "minimum", "maximum"] {
                let value = &property[word];
                assert!(value.is_null() || problems(name, value.clone()) == 0, "{name} {word}");
            }
        }
        assert_eq!(properties.len(), KEYS.len());
    }

    #[test]
    fn what_lies_beyond_a_bound_of_the_schema_is_refused_by_the_checks() {
        let schema = schema();
        for (name, property) in schema["properties"].as_object().expect("properties") {
            let Some(maximum) = property["maximum"].as_u64() else { continue };
            assert_eq!(problems(name, (maximum + 1).into()), 1, "{name}");
        }
    }
}

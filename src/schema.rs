//! The JSON Schema of `pi-retry.json`, made from the table that its checks use.

use serde_json::{Map, Value, json};

use crate::category::Category;
use crate::config::{Config, KEYS, Key, Kind};
use crate::duration::millis;

/// Returns the schema, in JSON Schema 2020-12.
#[must_use]
pub fn schema() -> Value {
    let mut schema = object(KEYS);
    schema.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".to_owned(), json!("pi-retry.json"));
    Value::Object(schema)
}

fn object(keys: &[Key]) -> Map<String, Value> {
    let properties = keys.iter().map(|key| (key.name.to_owned(), property(key)));
    let properties: Map<String, Value> = properties.collect();
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), Value::Object(properties));
    object.insert("additionalProperties".to_owned(), json!(false));
    object
}

fn property(key: &Key) -> Value {
    let mut defaults = Config::default();
    let mut property = match key.kind {
        Kind::Flag(place) => json!({ "type": "boolean", "default": *place(&mut defaults) }),
        Kind::Count(min, max, place) => integer(min, max, u64::from(*place(&mut defaults))),
        Kind::Millis(min, max, place) => integer(min, max, millis(*place(&mut defaults))),
        Kind::Choice(words, _) => json!({ "enum": words, "default": words[0] }),
        Kind::Floors(max, _) => {
            let floor = |category: &Category| (category.name().to_owned(), integer(0, max, 0));
            let floors: Map<String, Value> = Category::ALL.iter().map(floor).collect();
            json!({ "type": "object", "properties": floors, "additionalProperties": false, "default": {} })
        }
        Kind::Log(_) => json!({ "type": "string", "minLength": 1, "default": "off" }),
        Kind::Patterns(_) => {
            json!({ "type": "array", "items": { "type": "string" }, "default": [] })
        }
        Kind::Models(_) => {
            let entry = json!({ "type": "string", "pattern": "^[^/]+/.+$" });
            json!({ "type": "array", "items": entry, "default": [] })
        }
        Kind::Categories(allowed, place) => {
            let names =
                |list: &[Category]| json!(list.iter().map(|one| one.name()).collect::<Vec<_>>());
            let entry = json!({ "enum": names(allowed) });
            json!({ "type": "array", "items": entry, "default": names(place(&mut defaults)) })
        }
        Kind::Object(keys) => Value::Object(object(keys)),
        Kind::Anything => json!({}),
    };
    property["description"] = json!(key.about);
    property
}

fn integer(min: u64, max: u64, default: u64) -> Value {
    json!({ "type": "integer", "minimum": min, "maximum": max, "default": default })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::from_value;

    #[test]
    fn every_default_and_bound_of_the_schema_is_accepted_by_the_checks() {
        let schema = schema();
        let properties = schema["properties"].as_object().expect("properties");
        for (name, property) in properties {
            for word in ["default", "minimum", "maximum"] {
                let Some(value) = property.get(word) else { continue };
                let (_, problems) = from_value(&json!({ name.as_str(): value }));
                assert_eq!(problems, [], "{name} {word}");
            }
        }
        assert_eq!(properties.len(), KEYS.len());
    }

    #[test]
    fn what_lies_beyond_a_bound_of_the_schema_is_refused_by_the_checks() {
        let schema = schema();
        for (name, property) in schema["properties"].as_object().expect("properties") {
            let Some(maximum) = property["maximum"].as_u64() else { continue };
            let (_, problems) = from_value(&json!({ name.as_str(): maximum + 1 }));
            assert_eq!(problems.len(), 1, "{name}");
        }
    }
}

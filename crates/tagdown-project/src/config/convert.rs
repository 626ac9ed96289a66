//! Reads the kinds that a configuration gives to callouts: the `[convert.DIALECT]` tables.

use std::collections::BTreeMap;

use tagdown_render::dialects::dialect;
use tagdown_write::convert::callouts::{Kinds, VALUES, readable};
use toml::de::DeValue;

use super::values::{ConfigError, Value, refuse, span_of, text, unknown};

/// Reads the `[convert.DIALECT]` tables of a configuration.
pub(crate) fn configured(value: &Value<'_>) -> Result<BTreeMap<&'static str, Kinds>, ConfigError> {
    let DeValue::Table(table) = value.get_ref() else {
        return refuse(value, "write the callouts of a dialect below `[convert.DIALECT]`");
    };
    let mut out = BTreeMap::new();
    for (key, value) in table {
        let Some(found) = dialect(key.get_ref()).filter(|dialect| dialect.read_back.is_some()) else {
            return Err(unknown(
                "source dialect",
                key.get_ref(),
                &readable().collect::<Vec<_>>(),
                span_of(key),
            ));
        };
        let DeValue::Table(callouts) = value.get_ref() else {
            return refuse(value, "a dialect must be a table of callouts, such as `warning = \"note\"`");
        };
        let mut kinds = Kinds::new();
        for (name, value) in callouts {
            let given = text(value, "the kind of a callout")?;
            let Some((_, kind)) = VALUES.iter().find(|(word, _)| *word == given) else {
                let words: Vec<&str> = VALUES.iter().map(|(word, _)| *word).collect();
                return refuse(value, format!("`{given}` is not a kind; write one of {}", words.join(", ")));
            };
            kinds.insert(name.get_ref().to_lowercase(), *kind);
        }
        out.insert(found.name, kinds);
    }
    Ok(out)
}

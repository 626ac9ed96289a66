//! The field values that somebody gives for a BUG.

use tagdown::document::{FIELDS, FieldSpec};

/// Values of BUG fields, in the order of [`FIELDS`].
#[derive(Clone, Debug, Default)]
pub struct BugFields {
    values: [Option<String>; FIELDS.len()],
}

impl BugFields {
    /// Sets a field by its name. Ignores unknown names and empty values.
    pub fn set(&mut self, name: &str, value: &str) {
        if let Some(index) = FIELDS.iter().position(|field| field.name == name)
            && !value.trim().is_empty()
        {
            self.values[index] = Some(value.trim().to_owned());
        }
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        FIELDS.iter().position(|field| field.name == name).and_then(|index| self.values[index].as_deref())
    }

    /// The required fields that have no value yet.
    pub fn missing(&self) -> Vec<&'static str> {
        let pairs = FIELDS.iter().zip(&self.values);
        pairs
            .filter(|(field, value)| field.required && value.is_none())
            .map(|(field, _)| field.name)
            .collect()
    }
}

/// The fields as the text of a BUG, one per line.
pub fn bug_text(fields: &BugFields) -> String {
    let lines = FIELDS.iter().zip(&fields.values);
    let line = |(field, value): (&FieldSpec, &Option<String>)| {
        value.as_ref().map(|value| format!("{}: {value}", field.name))
    };
    lines.filter_map(line).collect::<Vec<_>>().join("\n")
}

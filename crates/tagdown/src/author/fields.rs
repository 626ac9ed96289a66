//! The fields of a BUG that somebody writes.

use crate::tags::FIELDS;

/// Values of the fields of a BUG, in the order of [`FIELDS`].
#[derive(Clone, Debug, Default)]
pub struct BugFields {
    values: [Option<String>; FIELDS.len()],
}

impl BugFields {
    /// Sets a field by its name; nothing happens where that is none, or nothing is said.
    pub fn set(&mut self, name: &str, value: &str) {
        if let Some(index) = FIELDS.iter().position(|field| field.name == name)
            && !value.trim().is_empty()
        {
            self.values[index] = Some(value.trim().to_owned());
        }
    }

    /// What a field says.
    pub fn get(&self, name: &str) -> Option<&str> {
        FIELDS.iter().position(|field| field.name == name).and_then(|index| self.values[index].as_deref())
    }

    /// The required fields that say nothing yet.
    pub fn missing(&self) -> Vec<&'static str> {
        let pairs = FIELDS.iter().zip(&self.values);
        pairs
            .filter(|(field, value)| field.required && value.is_none())
            .map(|(field, _)| field.name)
            .collect()
    }
}

/// The fields as the text of a BUG, a line each.
pub fn bug_text(fields: &BugFields) -> String {
    let lines = FIELDS.iter().zip(&fields.values);
    let line = |(field, value): (&crate::tags::FieldSpec, &Option<String>)| {
        value.as_ref().map(|value| format!("{}: {value}", field.name))
    };
    lines.filter_map(line).collect::<Vec<_>>().join("\n")
}

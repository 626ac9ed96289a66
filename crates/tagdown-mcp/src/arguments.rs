//! The arguments of a call: taken by name, also by the names that other servers use, and refused by name if unknown.

use serde_json::{Map, Value, json};
use tagdown::text::nearest_name;

/// An argument of a tool.
pub(crate) struct Argument {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    /// What it means, for the model.
    pub(crate) help: &'static str,
    /// Names that are also taken.
    pub(crate) also: &'static [&'static str],
}

/// What an argument looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    Number,
}

impl Argument {
    const fn text(name: &'static str, help: &'static str) -> Self {
        Self { name, shape: Shape::Text, help, also: &[] }
    }

    pub(crate) fn schema(&self) -> Value {
        let shape = if self.shape == Shape::Text { "string" } else { "integer" };
        if self.help.is_empty() {
            json!({"type": shape})
        } else {
            json!({"type": shape, "description": self.help})
        }
    }

    fn is_named(&self, name: &str) -> bool {
        self.name == name || self.also.contains(&name)
    }
}

pub(crate) const QUERY: Argument =
    Argument { also: &["q"], ..Argument::text("query", "question, words or a term") };
pub(crate) const PATH: Argument =
    Argument { also: &["file"], ..Argument::text("path", "document, folder or glob") };
pub(crate) const ADDRESS: Argument = Argument::text("address", "block or section, e.g. limits/spec-1");
pub(crate) const SECTION: Argument = Argument::text("section", "heading");
pub(crate) const KINDS: Argument = Argument::text("kinds", "SPEC,NOTE,BUG,? or all");
pub(crate) const CURSOR: Argument = Argument::text("cursor", "from the previous answer");
pub(crate) const FORMAT: Argument = Argument::text("format", "md or json");
pub(crate) const VERSION: Argument = Argument::text("version", "only bugs that may affect it");
pub(crate) const TEXT: Argument = Argument::text("text", "check this text instead");
pub(crate) const BODY: Argument = Argument::text("text", "Markdown below the tag");
pub(crate) const TITLE: Argument = Argument::text("title", "");
pub(crate) const KIND: Argument = Argument::text("kind", "SPEC, NOTE, BUG or ?");
pub(crate) const EXPECT: Argument = Argument::text("expect_hash", "hash that read or outline showed");
pub(crate) const BUDGET: Argument =
    Argument { name: "budget", shape: Shape::Number, help: "tokens of the answer", also: &["max_tokens"] };
pub(crate) const DEPTH: Argument = Argument {
    name: "depth",
    shape: Shape::Number,
    help: "headings only: 0 documents, 1 sections",
    also: &[],
};

/// The arguments of one call.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    tool: &'static str,
    /// By their own names, in the order of the tool.
    given: Vec<(&'static str, Value)>,
}

/// A longer value is not repeated in a message.
const LONG: usize = 120;

impl Arguments {
    /// Takes the arguments of a tool.
    pub(crate) fn take(
        tool: &'static str,
        known: &'static [&'static Argument],
        given: Map<String, Value>,
    ) -> Result<Self, String> {
        let mut taken: Vec<(&'static str, Value)> = Vec::new();
        for (name, value) in given {
            let Some(argument) = known.iter().find(|argument| argument.is_named(&name)) else {
                return Err(unknown(tool, known, &name));
            };
            if value.is_null() {
                continue;
            }
            if taken.iter().any(|(known, _)| *known == argument.name) {
                return Err(format!("`{}` is given twice, under two names", argument.name));
            }
            taken.push((argument.name, shaped(argument, value)?));
        }
        taken.sort_by_key(|(name, _)| known.iter().position(|argument| argument.name == *name));
        Ok(Self { tool, given: taken })
    }

    /// A text, if it is given and not empty.
    pub(crate) fn text(&self, argument: &Argument) -> Option<&str> {
        let value = self.given.iter().find(|(name, _)| *name == argument.name)?.1.as_str()?;
        Some(value).filter(|value| !value.trim().is_empty())
    }

    /// A text that the tool cannot do without.
    pub(crate) fn needed(&self, argument: &Argument) -> Result<&str, String> {
        self.text(argument)
            .ok_or_else(|| format!("`{}` needs `{}`: {}", self.tool, argument.name, argument.help))
    }

    /// A number, if it is given.
    pub(crate) fn number(&self, argument: &Argument) -> Option<usize> {
        let value = self.given.iter().find(|(name, _)| *name == argument.name)?.1.as_u64()?;
        Some(usize::try_from(value).unwrap_or(usize::MAX))
    }

    /// The call without its budget and cursor, left open for them: `read {"path":"a.md"`.
    pub(crate) fn call(&self) -> String {
        let kept = |(name, _): &&(&str, Value)| ![BUDGET.name, CURSOR.name].contains(name);
        let parts: Vec<String> =
            self.given.iter().filter(kept).map(|(name, value)| format!("\"{name}\":{value}")).collect();
        let call = format!("{} {{{}", self.tool, parts.join(","));
        if call.len() > 2 * LONG { "the same call with {".to_owned() } else { call }
    }
}

fn unknown(tool: &str, known: &[&Argument], name: &str) -> String {
    let names: Vec<&str> = known.iter().map(|argument| argument.name).collect();
    let shown = short(name);
    match nearest_name(name, names.iter().copied()) {
        Some(near) => format!("unknown argument `{shown}`; did you mean `{near}`?"),
        None => format!("unknown argument `{shown}`; `{tool}` takes {}", names.join(", ")),
    }
}

/// A value of the right shape. Models write numbers as text, and lists as arrays or with commas.
fn shaped(argument: &Argument, value: Value) -> Result<Value, String> {
    let wrong = |value: &Value| {
        let shape = if argument.shape == Shape::Text { "text" } else { "a whole number" };
        Err(format!("`{}` must be {shape}, not {}", argument.name, short(&value.to_string())))
    };
    match (argument.shape, &value) {
        (Shape::Text, Value::String(_)) => Ok(value),
        (Shape::Text, Value::Array(items)) if argument.name == KINDS.name => {
            let names: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            names.map_or_else(|| wrong(&value), |names| Ok(json!(names.join(","))))
        }
        (Shape::Text, Value::Number(number)) if argument.name == CURSOR.name => Ok(json!(number.to_string())),
        (Shape::Number, Value::Number(number)) => match number.as_u64().or_else(|| whole(number.as_f64()?)) {
            Some(number) => Ok(json!(number)),
            None => wrong(&value),
        },
        (Shape::Number, Value::String(text)) => match text.trim().parse::<u64>() {
            Ok(number) => Ok(json!(number)),
            Err(_) => wrong(&value),
        },
        _ => wrong(&value),
    }
}

#[allow(clippy::cast_sign_loss, reason = "it is not negative")]
fn whole(number: f64) -> Option<u64> {
    (number >= 0.0 && number.fract() == 0.0 && number < 1e15).then_some(number as u64)
}

/// A text that is short enough for a message.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(LONG) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&Argument] = &[&PATH, &KINDS, &BUDGET, &CURSOR];

    fn take(given: Value) -> Result<Arguments, String> {
        let Value::Object(given) = given else { panic!("an object") };
        Arguments::take("read", KNOWN, given)
    }

    #[test]
    fn other_names_and_shapes_are_taken() {
        let taken = take(json!({"max_tokens": "400", "file": "a.md", "kinds": ["SPEC", "?"], "cursor": 0}))
            .expect("taken");
        assert_eq!((taken.number(&BUDGET), taken.text(&PATH)), (Some(400), Some("a.md")));
        assert_eq!((taken.text(&KINDS), taken.text(&CURSOR)), (Some("SPEC,?"), Some("0")));
        assert_eq!(taken.call(), r#"read {"path":"a.md","kinds":"SPEC,?""#);
        assert_eq!(take(json!({"budget": 400.0, "path": null})).expect("taken").number(&BUDGET), Some(400));
    }

    #[test]
    fn the_rest_is_refused_by_name() {
        for (given, said) in [
            (json!({"pth": "a"}), "unknown argument `pth`; did you mean `path`?"),
            (
                json!({"recursive": true}),
                "unknown argument `recursive`; `read` takes path, kinds, budget, cursor",
            ),
            (json!({"path": "a", "file": "b"}), "`path` is given twice, under two names"),
            (json!({"path": 3}), "`path` must be text, not 3"),
            (json!({"budget": -1}), "`budget` must be a whole number, not -1"),
            (json!({"budget": "many"}), "`budget` must be a whole number, not \"many\""),
            (json!({"kinds": [1]}), "`kinds` must be text, not [1]"),
        ] {
            assert_eq!(take(given).expect_err(said), said);
        }
        let long = take(json!({"x".repeat(10_000): 1})).expect_err("refused");
        assert!(long.len() < 400, "{}", long.len());
    }
}

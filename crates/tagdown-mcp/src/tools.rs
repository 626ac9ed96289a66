//! The tools, as a table: what each is called, takes and does. The list that a client sees is computed from it.

use rmcp::model::{JsonObject, Tool as Listed, ToolAnnotations};
use serde_json::{Value, json};
use tagdown_project::workspace::Workspace;

use crate::arguments::{
    ADDRESS, Argument, Arguments, BUDGET, CURSOR, DEPTH, FORMAT, KINDS, PATH, QUERY, SECTION, TEXT, VERSION,
};
use crate::{check, outline, read};

/// A tool.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// What it is for, for the model.
    about: &'static str,
    pub(crate) arguments: &'static [&'static Argument],
    /// Whether its first argument is needed.
    needs_first: bool,
    /// Answers a call, or says why it cannot.
    pub(crate) run: fn(&mut Workspace, &Arguments) -> Result<String, String>,
}

/// All tools. None of them writes.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "search",
        about: "Find the blocks that answer a question, best first: facts (SPEC), confirmed bugs with their fix (BUG), \
                unverified claims (?), then context (NOTE).",
        arguments: &[&QUERY, &PATH, &KINDS, &BUDGET, &CURSOR],
        needs_first: true,
        run: read::search,
    },
    Tool {
        name: "read",
        about: "Read a document, section or block. Shows SPEC, BUG and ? blocks; NOTE with kinds or by address.",
        arguments: &[&PATH, &ADDRESS, &SECTION, &KINDS, &BUDGET, &CURSOR, &FORMAT],
        needs_first: false,
        run: read::read,
    },
    Tool {
        name: "outline",
        about: "List documents, headings and block addresses with line numbers and token counts, without text.",
        arguments: &[&PATH, &DEPTH, &BUDGET, &CURSOR],
        needs_first: false,
        run: outline::run,
    },
    Tool {
        name: "bugs",
        about: "List confirmed bugs with symptom, cause and fix, optionally those that may affect a version.",
        arguments: &[&QUERY, &PATH, &VERSION, &BUDGET, &CURSOR],
        needs_first: false,
        run: read::bugs,
    },
    Tool {
        name: "check",
        about: "Report where tagged documents, or a text, break the rules of the format.",
        arguments: &[&PATH, &TEXT, &BUDGET],
        needs_first: false,
        run: check::run,
    },
];

/// The tool with this name.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The list that a client sees.
pub(crate) fn list() -> Vec<Listed> {
    TOOLS.iter().map(Tool::listed).collect()
}

impl Tool {
    fn listed(&self) -> Listed {
        let hints = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
        Listed::new(self.name, self.about, self.schema()).with_annotations(hints)
    }

    fn schema(&self) -> JsonObject {
        let properties: JsonObject =
            self.arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema())).collect();
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(properties));
        if self.needs_first {
            schema.insert("required".to_owned(), json!([self.arguments[0].name]));
        }
        schema
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagdown_read::Encoding;

    #[test]
    fn the_list_is_cheap_and_every_tool_has_its_hints() {
        let list = serde_json::to_string(&json!({"tools": list()})).expect("JSON");
        let tokens = Encoding::default().count(&list);
        assert!(tokens <= 900, "{tokens} tokens");
        for tool in super::list() {
            let hints = tool.annotations.expect("hints");
            assert_eq!(
                (hints.read_only_hint, hints.idempotent_hint, hints.open_world_hint),
                (Some(true), Some(true), Some(false))
            );
            assert!(tool.description.expect("a description").len() < 1_800);
            assert!(tool.output_schema.is_none());
        }
    }
}

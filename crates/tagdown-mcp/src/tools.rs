//! The tools, as a table: what each is called, takes and does. The list that a client sees is computed from it.

use rmcp::model::{JsonObject, Tool as Listed, ToolAnnotations};
use serde_json::{Value, json};
use tagdown_project::workspace::Workspace;

use crate::arguments::{
    ADDRESS, Argument, Arguments, BODY, BUDGET, CURSOR, DEPTH, EXPECT, FORMAT, KIND, KINDS, PATH, QUERY,
    SECTION, TEXT, TITLE, VERSION,
};
use crate::caller::Caller;
use crate::{check, outline, read, write};

/// A tool.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// What it is for, for the model.
    about: &'static str,
    pub(crate) arguments: &'static [&'static Argument],
    /// How many of its arguments are needed, from the first.
    needed: usize,
    /// Whether it changes a document.
    pub(crate) writes: bool,
    /// Answers a call, or says why it cannot.
    pub(crate) run: fn(&mut Workspace, &Arguments, &Caller<'_>) -> Result<String, String>,
}

/// The tools of every server. None of them writes.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "search",
        about: "Find the blocks that answer a question, best first: facts (SPEC), confirmed bugs with their fix (BUG), \
                unverified claims (?), then context (NOTE).",
        arguments: &[&QUERY, &PATH, &KINDS, &BUDGET, &CURSOR],
        needed: 1,
        writes: false,
        run: read::search,
    },
    Tool {
        name: "read",
        about: "Read a document, section or block. Shows SPEC, BUG and ? blocks; NOTE with kinds or by address.",
        arguments: &[&PATH, &ADDRESS, &SECTION, &KINDS, &BUDGET, &CURSOR, &FORMAT],
        needed: 0,
        writes: false,
        run: read::read,
    },
    Tool {
        name: "outline",
        about: "List documents, headings and block addresses with line numbers and token counts, without text.",
        arguments: &[&PATH, &DEPTH, &BUDGET, &CURSOR],
        needed: 0,
        writes: false,
        run: outline::run,
    },
    Tool {
        name: "bugs",
        about: "List confirmed bugs with symptom, cause and fix, optionally those that may affect a version.",
        arguments: &[&QUERY, &PATH, &VERSION, &BUDGET, &CURSOR],
        needed: 0,
        writes: false,
        run: read::bugs,
    },
    Tool {
        name: "check",
        about: "Report where tagged documents, or a text, break the rules of the format.",
        arguments: &[&PATH, &TEXT, &BUDGET],
        needed: 0,
        writes: false,
        run: check::run,
    },
];

/// The tools that only a server has that may write. There is none that confirms a claim: only a person can.
const WRITING: &[Tool] = &[
    Tool {
        name: "add",
        about: "Add an unverified claim (?) to a section, with what is known and what is not. Readers see it once a \
                person has reviewed it.",
        arguments: &[&PATH, &BODY, &EXPECT, &SECTION, &TITLE],
        needed: 3,
        writes: true,
        run: write::add,
    },
    Tool {
        name: "propose",
        about: "Show a change to a block (address) or a new block (section) as a diff, with its findings, for a person \
                to apply. Writes nothing.",
        arguments: &[&PATH, &BODY, &EXPECT, &ADDRESS, &SECTION, &KIND, &TITLE],
        needed: 3,
        writes: false,
        run: write::propose,
    },
];

/// The tools of a server.
pub(crate) fn all(can_write: bool) -> impl Iterator<Item = &'static Tool> {
    TOOLS.iter().chain(if can_write { WRITING } else { &[] })
}

/// The list that a client sees.
pub(crate) fn list(can_write: bool) -> Vec<Listed> {
    all(can_write).map(Tool::listed).collect()
}

impl Tool {
    fn listed(&self) -> Listed {
        let hints = ToolAnnotations::new().read_only(!self.writes).idempotent(!self.writes).open_world(false);
        // What is added can be taken away again, and nothing else changes.
        let hints = if self.writes { hints.destructive(false) } else { hints };
        Listed::new(self.name, self.about, self.schema()).with_annotations(hints)
    }

    fn schema(&self) -> JsonObject {
        let properties: JsonObject =
            self.arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema())).collect();
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(properties));
        let needed: Vec<&str> = self.arguments[..self.needed].iter().map(|argument| argument.name).collect();
        if !needed.is_empty() {
            schema.insert("required".to_owned(), json!(needed));
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
        for (can_write, tools, most) in [(false, 5, 900), (true, 7, 1_050)] {
            let list = list(can_write);
            assert_eq!(list.len(), tools);
            let text = serde_json::to_string(&json!({"tools": list})).expect("JSON");
            let tokens = Encoding::default().count(&text);
            assert!(tokens <= most, "{tokens} tokens");
            for tool in list {
                let hints = tool.annotations.expect("hints");
                let reads = tool.name != "add";
                assert_eq!(
                    (hints.read_only_hint, hints.idempotent_hint, hints.open_world_hint),
                    (Some(reads), Some(reads), Some(false))
                );
                assert_eq!(hints.destructive_hint, (!reads).then_some(false));
                assert!(tool.description.expect("a description").len() < 1_800);
                assert!(tool.output_schema.is_none());
            }
        }
    }
}

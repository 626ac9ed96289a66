//! What a user can set in an editor. Everything else is in `tagdown.toml`, so that the editor finds what the command
//! line finds.

use serde::Deserialize;
use serde_json::Value;

/// The settings of the editor.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    /// When a document is checked.
    pub(crate) run: Run,
    /// Whether headings are symbols: `auto` where the editor has no server for Markdown of its own.
    pub(crate) headings: Choice,
    /// Whether links to plain anchors and files are followed and renamed, with the same meaning of `auto`.
    pub(crate) links: Choice,
    /// Whether the tokens of each block are shown in the text.
    pub(crate) inlay_hints: bool,
    /// Whether lines above the title and above claims show figures and commands.
    pub(crate) code_lens: bool,
    /// Whether documents that are not open are checked as well.
    pub(crate) workspace_diagnostics: bool,
    /// Whether findings are published when the text has rested, also to an editor that would ask for them. Read once, when
    /// the editor connects.
    pub(crate) push_diagnostics: bool,
    /// Whether the editor asks the user for the arguments of commands, such as the evidence of a claim.
    pub(crate) prompts: bool,
}

/// When a document is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Run {
    /// After each change.
    #[default]
    OnType,
    /// When it is opened or saved.
    OnSave,
}

/// On, off, or what suits the editor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Choice {
    #[default]
    Auto,
    On,
    Off,
}

impl Choice {
    /// Whether it is on, if `auto` means this.
    pub(crate) fn is_on(self, auto: bool) -> bool {
        match self {
            Self::Auto => auto,
            Self::On => true,
            Self::Off => false,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            run: Run::default(),
            headings: Choice::default(),
            links: Choice::default(),
            inlay_hints: false,
            code_lens: true,
            workspace_diagnostics: true,
            push_diagnostics: false,
            prompts: false,
        }
    }
}

impl Settings {
    /// Settings from JSON, in an object `tagdown` or without it. What is missing or not valid keeps its value, so that
    /// one mistake does not reset the others.
    pub(crate) fn updated(&self, value: &Value) -> Self {
        let value = value.get("tagdown").unwrap_or(value);
        let mut made = self.clone();
        let Some(given) = value.as_object() else { return made };
        for (key, value) in given {
            let one = serde_json::json!({ key.as_str(): value });
            let Ok(read) = serde_json::from_value::<Self>(one) else { continue };
            match key.as_str() {
                "run" => made.run = read.run,
                "headings" => made.headings = read.headings,
                "links" => made.links = read.links,
                "inlayHints" => made.inlay_hints = read.inlay_hints,
                "codeLens" => made.code_lens = read.code_lens,
                "workspaceDiagnostics" => made.workspace_diagnostics = read.workspace_diagnostics,
                "pushDiagnostics" => made.push_diagnostics = read.push_diagnostics,
                "prompts" => made.prompts = read.prompts,
                _ => {}
            }
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_mistake_resets_nothing() {
        let first = Settings::default().updated(&json!({"tagdown": {"run": "onSave", "inlayHints": true}}));
        assert_eq!((first.run, first.inlay_hints, first.code_lens), (Run::OnSave, true, true));
        let second =
            first.updated(&json!({"run": 7, "codeLens": false, "path": "/bin/sh", "inlayHints": null}));
        assert_eq!(second, Settings { code_lens: false, ..first });
        assert_eq!(second.updated(&json!(["x"])), second);
    }
}

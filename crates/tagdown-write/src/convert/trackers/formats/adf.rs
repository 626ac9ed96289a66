//! Atlassian's document format, in which Jira's programming interface gives descriptions and comments, as Markdown.

use serde_json::Value;

/// How deep a document may nest.
const DEEPEST: usize = 40;

/// A description or comment as Markdown: wiki markup if it is a string, otherwise a document of nodes.
pub(crate) fn text(value: &Value) -> String {
    if let Some(text) = value.as_str() {
        return crate::convert::trackers::clean::from_jira(text);
    }
    let mut out = String::new();
    blocks(value, "", 0, &mut out);
    out
}

fn children(node: &Value) -> impl Iterator<Item = &Value> {
    node["content"].as_array().into_iter().flatten()
}

fn blocks(node: &Value, indent: &str, depth: usize, out: &mut String) {
    if depth > DEEPEST {
        return;
    }
    let mut line = |text: &str| {
        out.push_str(indent);
        out.push_str(text);
        out.push_str("\n\n");
    };
    match node["type"].as_str().unwrap_or_default() {
        "paragraph" => line(&inline(node)),
        "heading" => line(&format!("## {}", inline(node))),
        "codeBlock" => line(&format!("```\n{}\n```", inline(node).trim_matches('`'))),
        "rule" => line("---"),
        "bulletList" | "orderedList" => {
            for item in children(node) {
                let mut text = String::new();
                children(item).for_each(|block| blocks(block, "", depth + 1, &mut text));
                out.push_str(&format!("{indent}- {}\n", text.trim().replace('\n', "\n  ")));
            }
            out.push('\n');
        }
        "blockquote" => {
            let mut text = String::new();
            children(node).for_each(|block| blocks(block, "", depth + 1, &mut text));
            text.trim().lines().for_each(|line| out.push_str(&format!("> {line}\n")));
            out.push('\n');
        }
        "media" | "mediaSingle" | "mediaGroup" => {}
        _ => children(node).for_each(|block| blocks(block, indent, depth + 1, out)),
    }
}

/// The text of a paragraph with its code spans and links.
fn inline(node: &Value) -> String {
    let mut out = String::new();
    for child in children(node) {
        let text = child["text"].as_str().unwrap_or_default();
        let has = |mark: &str| {
            child["marks"].as_array().into_iter().flatten().any(|one| one["type"].as_str() == Some(mark))
        };
        match child["type"].as_str().unwrap_or_default() {
            "text" if has("code") => out.push_str(&format!("`{text}`")),
            "text" if has("strike") => {}
            "text" => out.push_str(text),
            "hardBreak" => out.push('\n'),
            "mention" | "status" | "emoji" => {
                out.push_str(child["attrs"]["text"].as_str().unwrap_or_default());
            }
            "inlineCard" => out.push_str(child["attrs"]["url"].as_str().unwrap_or_default()),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_become_markdown() {
        let document = serde_json::json!({"type": "doc", "content": [
            {"type": "heading", "content": [{"type": "text", "text": "Cause"}]},
            {"type": "paragraph", "content": [
                {"type": "text", "text": "The value of "},
                {"type": "text", "text": "retries", "marks": [{"type": "code"}]},
                {"type": "text", "text": " is lost."}]},
            {"type": "bulletList", "content": [{"type": "listItem", "content": [
                {"type": "paragraph", "content": [{"type": "text", "text": "one"}]}]}]},
            {"type": "codeBlock", "content": [{"type": "text", "text": "E7"}]}]});
        assert_eq!(
            text(&document),
            "## Cause\n\nThe value of `retries` is lost.\n\n- one\n\n```\nE7\n```\n\n"
        );
        assert_eq!(text(&serde_json::json!("{{a}}")), "`a`");
        assert_eq!(text(&Value::Null), "");
    }
}

//! A comparison as one JSON object.

use serde_json::{Map, Value, json};
use tagdown::print::Style;

use crate::facts::change::{Change, Comparison, What};
use crate::facts::fact::{Fact, Form, Page};

pub(super) fn write(comparison: &Comparison, _: Style) -> String {
    let name = |change: &Change| What::OF_CONTEXT.iter().find(|(what, _)| *what == change.what);
    let context: Vec<Value> = comparison
        .context
        .iter()
        .filter_map(|change| Some(object(comparison, change, name(change)?.1)))
        .collect();
    let counts = comparison.counts();
    let mut summary: Map<String, Value> = What::ALL
        .iter()
        .map(|what| (what.name().to_owned(), json!(counts.get(what).copied().unwrap_or_default())))
        .collect();
    summary.insert("unchanged".to_owned(), json!(comparison.unchanged));
    let counts = comparison.context_counts().map(|(name, count)| (name.to_owned(), json!(count)));
    summary.insert("context".to_owned(), Value::Object(counts.into_iter().collect()));
    let versions: Vec<Value> = comparison
        .versions()
        .iter()
        .map(|one| json!({"path": one.path, "old": one.old, "new": one.new, "suggested": one.suggested}))
        .collect();
    let citations: Vec<Value> = comparison
        .citations
        .iter()
        .map(|cited| {
            let changes: Vec<&str> = cited.changes.iter().map(|what| what.name()).collect();
            json!({"from": cited.from, "to": cited.to, "changes": changes})
        })
        .collect();
    let sections: Vec<Value> = comparison
        .renamed
        .iter()
        .map(|(page, old, new)| json!({"path": comparison.old[*page].path, "old": old, "new": new}))
        .collect();
    let files: Vec<Value> = comparison
        .old
        .iter()
        .zip(&comparison.pages)
        .filter_map(|(old, new)| Some((&old.path, &comparison.new[(*new)?].path)))
        .filter(|(old, new)| old != new)
        .map(|(old, new)| json!({"old": old, "new": new}))
        .collect();
    let whole = json!({
        "version": 1,
        "changes": changes(comparison),
        "citations": citations,
        "context": context,
        "documents": versions,
        "renamed": {"files": files, "sections": sections},
        "summary": summary,
    });
    format!("{whole}\n")
}

/// The changes of a comparison.
pub(super) fn changes(comparison: &Comparison) -> Vec<Value> {
    comparison.changes.iter().map(|change| object(comparison, change, change.what.name())).collect()
}

/// One of several changes, under the name that is given to what happened.
fn object(comparison: &Comparison, change: &Change, name: &str) -> Value {
    json!({
        "what": name,
        "reworded": change.is_reworded,
        "facts": change.count(),
        "still": change.still,
        "rest": change.rest.iter().map(|(page, fact)| &*comparison.old[*page].facts[*fact].text).collect::<Vec<_>>(),
        "columns": change.columns.as_ref().map(|columns| json!({"added": columns.added, "removed": columns.removed})),
        "old": comparison.before(change).map(|(page, fact)| site(page, fact)),
        "new": comparison.after(change).map(|(page, fact)| site(page, fact)),
    })
}

fn site(page: &Page, fact: &Fact) -> Value {
    let field = if let Form::Field(name) = fact.form { Some(name) } else { None };
    json!({
        "address": format!("{}#{}", page.path, fact.address),
        "kind": fact.kind.name(),
        "tagged": fact.is_tagged,
        "section": &fact.section[..],
        "line": fact.line,
        "form": match fact.form {
            Form::Sentence => "sentence",
            Form::Row => "row",
            Form::Code => "code",
            Form::Field(_) => "field",
            Form::Title => "title",
            Form::Heading => "heading",
        },
        "field": field,
        "text": fact.text,
    })
}

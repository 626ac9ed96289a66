//! Links of a document that only this server knows: from a rule in a comment to the page of the rule.

use serde_json::{Value, json};
use tagdown::document::Document;
use tagdown::rules::{self, Rule};
use tagdown::text::Span;

use crate::ask::{Ask, Reply};

/// `textDocument/documentLink`.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let view = ask.view()?;
    let places = view.places();
    let link = |(span, rule): (Span, &Rule)| {
        let tooltip = format!("The rule {}", rule.name);
        json!({"range": places.range(span), "target": rule.url(), "tooltip": tooltip})
    };
    Ok(rule_names(view.document).map(link).collect::<Vec<Value>>().into())
}

/// The rules that comments of a document name, and where.
pub(crate) fn rule_names(document: &Document<'_>) -> impl Iterator<Item = (Span, &'static Rule)> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    document.suppressions.iter().flat_map(move |comment| {
        let names = document.text(comment.names);
        let words = names.split(move |c| !is_name(c)).filter(|word| !word.is_empty());
        words.filter_map(move |word| {
            let start = comment.names.start + (word.as_ptr().addr() - names.as_ptr().addr());
            Some((Span::new(start, start + word.len()), rules::find(word)?))
        })
    })
}

//! A suppression comment for a rule that reports nothing there.
//!
//! ```md bad
//! <!-- tagdown: allow inline-content older tools need it -->
//! **[SPEC]**
//! - Port: 8080
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - Port: 8080
//! ```
//!
//! `<!-- tagdown: allow RULE[, RULE] reason -->` applies to the next block or line, and
//! `<!-- tagdown: allow-file RULE reason -->` to the whole file. An unknown rule name is an error.
//!
//! ```md good
//! <!-- tagdown: allow inline-content older tools need it -->
//! **[SPEC]** The port is 8080.
//! ```

use super::engine::{
    Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of, to_the_end, whole_lines,
};
use crate::document::Suppression;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "unused-suppression",
    group: Group::Document,
    severity: Severity::Warning,
    fix: FixKind::Safe,
    removes_words: true,
    why: "it would hide a real finding that appears there later",
    todo: "remove the comment, or name a rule that finds something there",
    source: page_of!("unused_suppression.rs"),
    check_suppressions,
    ..Rule::PLAIN
};

/// Runs after all other rules, when it is known what each comment allowed.
fn check_suppressions(cx: &mut Context<'_, '_>) {
    for comment in &cx.document.suppressions {
        if let Some(mistake) = comment.mistake {
            let message = format!(
                "`{}` allows nothing: write `tagdown: allow RULE` or `tagdown: allow-file RULE`",
                cx.text(mistake)
            );
            cx.report(comment.span, message).severity = Severity::Error;
            continue;
        }
        let unused: Vec<Span> =
            cx.rule_names(comment).into_iter().filter(|name| cx.unused.contains(name)).collect();
        let all_known = unused.iter().all(|name| cx.is_rule(cx.text(*name)));
        for (index, &name) in unused.iter().enumerate() {
            let text = cx.text(name);
            let known = cx.is_rule(text);
            let message = if known { format!("`{text}` finds nothing here") } else { cx.unknown_rule(text) };
            let edit = (index == 0 && all_known && !is_in_word(cx, comment)).then(|| removal(cx, comment));
            let finding = cx.report(name, message);
            if !known {
                finding.severity = Severity::Error;
            }
            if let Some(edit) = edit {
                finding.fix(Safety::Safe, "remove it", vec![edit]);
            }
        }
    }
}

/// Whether removing the comment would join two words.
fn is_in_word(cx: &Context<'_, '_>, comment: &Suppression) -> bool {
    let (head, tail) = cx.document.source.text().split_at(comment.span.start);
    let tail = &tail[comment.span.len()..];
    head.ends_with(char::is_alphanumeric) && tail.starts_with(char::is_alphanumeric)
}

/// Removes the whole comment, or only the names that allow nothing.
fn removal(cx: &Context<'_, '_>, comment: &Suppression) -> Edit {
    let source = &cx.document.source;
    let names = cx.rule_names(comment);
    let kept: Vec<&str> =
        names.iter().filter(|name| !cx.unused.contains(name)).map(|name| cx.text(*name)).collect();
    if let (false, Some(first), Some(last)) = (kept.is_empty(), names.first(), names.last()) {
        return Edit::replace(Span::new(first.start, last.end), kept.join(", "));
    }
    let lines = whole_lines(source, comment.span);
    let alone = source.trim(lines) == comment.span;
    let above = source.line_of(lines.start).checked_sub(1).is_some_and(|line| !source.is_blank(line));
    let below = lines.end < source.text().len() && !source.is_blank(source.line_of(lines.end));
    // Between two lines of text, the comment separates them; the empty line that remains still does.
    if alone && above && below {
        return Edit::delete(comment.span);
    }
    if !alone {
        return Edit::delete(comment.span);
    }
    // One of the blank lines around it stays, but none at the end of the file.
    let is_last = cx.text(Span::new(lines.end, source.text().len())).trim().is_empty();
    match (above, below) {
        _ if is_last => Edit::delete(to_the_end(source, lines.start)),
        (false, false) => Edit::delete(Span::new(lines.start, source.next_line(lines.end))),
        _ => Edit::delete(lines),
    }
}

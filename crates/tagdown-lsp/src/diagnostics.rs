//! Findings in the words of the protocol: where, how bad, the page of the rule, other places, and the fix.

use gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, Message, Uri,
};
use serde_json::{Value, json};
use tagdown::rules::{self, Finding, Severity};
use tagdown::text::{Source, Span, reveal_line};
use xxhash_rust::xxh3::xxh3_64;

use crate::findings::{Checked, advice, is_safe};
use crate::position::Places;

/// The name under which an editor shows findings.
const SOURCE: &str = "tagdown";

/// How many edits of a fix are handed to the editor with the finding. With more, it asks for them.
const MOST_EDITS: usize = 50;

/// How many other places of a finding are named.
const MOST_RELATED: usize = 100;

/// How many findings of a document are shown. With more, an editor would stall.
const MOST_SHOWN: usize = 5_000;

/// The findings of one document.
pub(crate) fn diagnostics(uri: &str, places: &Places<'_>, checked: &Checked) -> Vec<Diagnostic> {
    let remark = |span: Span, severity: DiagnosticSeverity, code: &str, message: &str| Diagnostic {
        range: places.range(span),
        severity: Some(severity),
        code: Some(Code::String(code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: Message::String(reveal_line(message)),
        ..Diagnostic::default()
    };
    let mut all: Vec<Diagnostic> = Vec::with_capacity(checked.findings.len().min(MOST_SHOWN) + 1);
    if let Some((span, problem)) = &checked.problem {
        all.push(remark(*span, DiagnosticSeverity::Error, "configuration", problem));
    }
    let count = checked.findings.len();
    let mut shown: Vec<&Finding> = checked.findings.iter().collect();
    if count > MOST_SHOWN {
        let message =
            format!("{MOST_SHOWN} of {count} findings are shown; `tagdown check` prints all of them");
        all.push(remark(Span::at(0), DiagnosticSeverity::Information, "more-findings", &message));
        shown.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        shown.truncate(MOST_SHOWN);
        shown.sort_by_key(|finding| finding.span);
    }
    all.extend(shown.into_iter().map(|finding| diagnostic(uri, places, finding)));
    all
}

/// One finding.
pub(crate) fn diagnostic(uri: &str, places: &Places<'_>, finding: &Finding) -> Diagnostic {
    let place = |span: Span| Location { uri: Uri(uri.to_owned()), range: places.range(span) };
    let related = finding.related.iter().take(MOST_RELATED).map(|related| DiagnosticRelatedInformation {
        location: place(related.span),
        message: reveal_line(&related.message),
    });
    let related: Vec<_> = related.collect();
    let advice = advice(finding).map_or(String::new(), |todo| format!("; {todo}"));
    let url = rules::find(finding.rule).map(|rule| CodeDescription { href: Uri(rule.url()) });
    let is_idle = finding.rule == "unused-suppression";
    Diagnostic {
        range: places.range(first_line(places.source, finding.span)),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Info => DiagnosticSeverity::Information,
        }),
        code: Some(Code::String(finding.rule.to_owned())),
        code_description: url,
        source: Some(SOURCE.to_owned()),
        message: Message::String(reveal_line(&format!("{}{advice}", finding.message))),
        tags: is_idle.then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: (!related.is_empty()).then_some(related),
        data: fix(places, finding),
    }
}

/// The part of a span on its first line. A finding about a whole block would underline all of it.
fn first_line(source: &Source<'_>, span: Span) -> Span {
    let line = source.line(source.line_of(span.start));
    Span::new(span.start, span.end.min(line.end.max(span.start)))
}

/// The fix of a finding, as an editor gets it back with its request for actions.
fn fix(places: &Places<'_>, finding: &Finding) -> Option<Value> {
    let fix = finding.fix.as_ref()?;
    let edits = fix.edits();
    let made = (edits.len() <= MOST_EDITS).then(|| {
        let edit = |edit: &rules::Edit| json!({"range": places.range(edit.span), "newText": edit.text});
        edits.iter().map(edit).collect::<Vec<_>>()
    });
    let safety = if is_safe(finding) { "safe" } else { "unsafe" };
    Some(json!({"fix": {"title": fix.title, "safety": safety, "edits": made}}))
}

/// A name for a list of diagnostics. Two lists with the same name are the same.
pub(crate) fn result_id(diagnostics: &[Diagnostic]) -> String {
    let text = serde_json::to_string(diagnostics).unwrap_or_default();
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

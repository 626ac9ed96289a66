//! The fields of a BUG block, in every form that people write them in.

use crate::markdown::Markdown;
use crate::source::{Source, Span};
use crate::tags::{self, FIELDS, FieldSpec};

/// A field of a BUG block.
#[derive(Clone, Debug)]
pub struct Field {
    /// Which of the five it is.
    pub spec: &'static FieldSpec,
    /// List marker, emphasis, name and colon.
    pub label: Span,
    /// The name alone, as written.
    pub name: Span,
    /// What it says, without white space at either end; empty where it says nothing.
    pub value: Span,
    /// How it is written.
    pub form: Form,
}

/// How a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `Name:` at the start of a line, as it should be.
    Plain,
    /// With a list marker or emphasis.
    Marked,
    /// Behind other text on its line, as reflowing formatters leave it.
    Joined,
}

/// Something set like a field whose name is none of the five.
#[derive(Clone, Debug)]
pub struct UnknownField {
    /// The name alone, as written.
    pub name: Span,
    /// The field that was most likely meant, if any is near.
    pub nearest: Option<&'static FieldSpec>,
}

/// Names that a line may open with and still be plain text.
const NOT_FIELDS: &[&str] = &[
    "note",
    "notes",
    "example",
    "examples",
    "see",
    "see also",
    "warning",
    "tip",
    "hint",
    "todo",
    "caution",
    "important",
    "where",
    "usage",
    "output",
    "input",
    "code",
];

/// Names that tell something of a failure, and so are fields even in the plain form.
const FIELD_LIKE: &[&str] = &[
    "severity",
    "status",
    "reproduction",
    "steps to reproduce",
    "environment",
    "tracking",
    "reported",
    "repro",
    "ticket",
    "priority",
    "component",
    "expected",
    "actual",
];

struct Label {
    label: Span,
    name: Span,
    form: Form,
}

/// Whether a line opens with one of the five fields.
pub(crate) fn starts_field(line: &str) -> bool {
    lex(line, 0).is_some_and(|label| tags::field(&line[label.name.range()]).is_some())
}

/// Reads `[marker] [emphasis] Name: [emphasis]` at the start of a line that begins at byte `at`.
fn lex(line: &str, at: usize) -> Option<Label> {
    let body = line.trim_start_matches(' ');
    let indent = line.len() - body.len();
    let unmarked = strip_list_marker(body);
    let bare = unmarked.trim_start_matches(['*', '_']);
    let emphasis = unmarked.len() - bare.len();
    let stop = bare.find(|c: char| !(c.is_alphanumeric() || c == ' ' || c == '-' || c == '/'))?;
    let name = bare[..stop].trim_end();
    let opens = name.starts_with(char::is_alphabetic) && name.len() == stop;
    if indent > 3 || emphasis > 3 || !opens || name.len() > 30 || name.split(' ').count() > 4 {
        return None;
    }
    let rest = &bare[stop..];
    let closed = rest.trim_start_matches(['*', '_', ':']);
    let tail = &rest[..rest.len() - closed.len()];
    let marks = tail.bytes().filter(|&b| b != b':').count();
    if tail.bytes().filter(|&b| b == b':').count() != 1 || marks != emphasis {
        return None;
    }
    if marks == 0 && closed.starts_with(|c: char| !c.is_whitespace()) {
        return None;
    }
    let name_at = at + line.len() - bare.len();
    Some(Label {
        label: Span::new(at + indent, at + line.len() - closed.len()),
        name: Span::new(name_at, name_at + name.len()),
        form: if bare.len() == body.len() { Form::Plain } else { Form::Marked },
    })
}

/// A line without the list marker that it opens with.
pub(crate) fn strip_list_marker(body: &str) -> &str {
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let marker = match body.as_bytes().get(digits) {
        Some(b'-' | b'*' | b'+') if digits == 0 => 1,
        Some(b'.' | b')') if (1..=9).contains(&digits) => digits + 1,
        _ => return body,
    };
    if body[marker..].starts_with(' ') { body[marker..].trim_start_matches(' ') } else { body }
}

/// The fields in `content`, and what looks like a field but is none of the five.
pub(crate) fn read(
    source: &Source<'_>,
    markdown: &Markdown,
    content: Span,
) -> (Vec<Field>, Vec<UnknownField>) {
    let (mut labels, mut unknown) = (Vec::new(), Vec::new());
    for line in source.line_of(content.start)..source.line_count() {
        let span = source.line(line).clip(content);
        if source.line_start(line) >= content.end {
            break;
        }
        let Some(label) = lex(source.slice(span), span.start) else { continue };
        if markdown.is_opaque_at(label.name.start) {
            continue;
        }
        let name = source.slice(label.name);
        match tags::field(name) {
            Some(spec) => labels.push((spec, label)),
            None => unknown.push(label),
        }
    }
    add_joined(source, markdown, content, &mut labels);
    let starts: Vec<usize> = labels.iter().skip(1).map(|(_, label)| label.label.start).collect();
    let ends = starts.into_iter().chain([content.end]);
    let form = labels.iter().find(|(_, label)| label.form != Form::Joined).map(|(_, label)| label.form);
    let unknown = unknown.iter().filter_map(|label| judge_unknown(source, label, form)).collect();
    let fields = labels.iter().zip(ends).map(|((spec, label), end)| Field {
        spec,
        label: label.label,
        name: label.name,
        value: source.trim(Span::new(label.label.end, end.max(label.label.end))),
        form: label.form,
    });
    (fields.collect(), unknown)
}

/// A label that is none of the five counts as a field where it is set exactly like its neighbours,
/// or where its name can hardly mean anything else.
fn judge_unknown(source: &Source<'_>, label: &Label, form: Option<Form>) -> Option<UnknownField> {
    let name = source.slice(label.name);
    let lower = name.to_lowercase();
    let nearest = tags::nearest_field(name);
    let like_neighbours = label.form == Form::Marked && form == Some(Form::Marked);
    let telling = nearest.is_some_and(|_| name.starts_with(char::is_uppercase) && lower != "error");
    let counts = (like_neighbours || telling || FIELD_LIKE.contains(&lower.as_str()))
        && !NOT_FIELDS.contains(&lower.as_str());
    counts.then_some(UnknownField { name: label.name, nearest })
}

/// Reflowing joins fields onto one line. A required field that starts no line is looked for behind
/// other text, in the lines that open with a field and their continuation.
fn add_joined(
    source: &Source<'_>,
    markdown: &Markdown,
    content: Span,
    labels: &mut Vec<(&'static FieldSpec, Label)>,
) {
    let Some(first) = labels.first().map(|(_, label)| label.label.end) else { return };
    let mut found = Vec::new();
    for spec in FIELDS {
        if labels.iter().any(|(present, _)| *present == spec) {
            continue;
        }
        let needle = format!("{}:", spec.name);
        let region = &source.text()[first..content.end];
        let joined = memchr::memmem::find_iter(region.as_bytes(), &needle).map(|at| first + at).find(|&at| {
            let before = source.text()[..at].chars().next_back();
            let after = source.text()[at + needle.len()..].chars().next();
            before.is_some_and(char::is_whitespace)
                && after.is_none_or(char::is_whitespace)
                && !markdown.is_opaque_at(at)
                && markdown.top_at(at).map(|node| node.span.start)
                    == markdown.top_at(first - 1).map(|n| n.span.start)
        });
        if let Some(at) = joined {
            let name = Span::new(at, at + spec.name.len());
            found.push((spec, Label { label: Span::new(at, at + needle.len()), name, form: Form::Joined }));
        }
    }
    if !found.is_empty() {
        labels.extend(found);
        labels.sort_by_key(|(_, label)| label.label.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_names(text: &str) -> Vec<(&'static str, Form, String)> {
        let source = Source::new(text);
        let markdown = Markdown::parse(&source);
        let (fields, _) = read(&source, &markdown, Span::new(0, text.len()));
        fields.iter().map(|f| (f.spec.name, f.form, source.slice(f.value).to_owned())).collect()
    }

    #[test]
    fn every_form_is_read() {
        for line in ["- Fix: x", "* **Fix**: x", "- **Fix:** x", "**Fix:** x", "**Fix**: x", "1. _Fix_: x"] {
            assert_eq!(read_names(line), [("Fix", Form::Marked, "x".to_owned())], "{line}");
        }
        assert_eq!(read_names("fix: x"), [("Fix", Form::Plain, "x".to_owned())]);
    }

    #[test]
    fn words_that_contain_a_name_are_no_field() {
        for line in ["prefix: x", "asymptomatic prefix", "Fix the: x", "`Fix:` x", "Fix:x", "    Fix: x"] {
            assert_eq!(read_names(line), [], "{line}");
        }
    }

    #[test]
    fn reflowed_fields_are_found_behind_text() {
        let names = read_names("Symptom: it stops. Cause: a\nlock. Fix: free `Fix: it`.");
        let expected = [("Symptom", "it stops."), ("Cause", "a\nlock."), ("Fix", "free `Fix: it`.")];
        assert_eq!(names.iter().map(|(n, _, v)| (*n, v.as_str())).collect::<Vec<_>>(), expected);
    }
}

//! The fields of a BUG block, in every form in which people write them.

use super::kinds::{self, FIELDS, FieldSpec};
use crate::markdown::{Markdown, strip_list_marker};
use crate::text::{Source, Span};

/// A field of a BUG block.
#[derive(Clone, Debug)]
pub struct Field {
    /// Which of the five it is.
    pub spec: &'static FieldSpec,
    /// The list marker, emphasis, name and colon.
    pub label: Span,
    /// The name only, as written.
    pub name: Span,
    /// The value, without leading and trailing white space; may be empty.
    pub value: Span,
    /// How it is written.
    pub form: Form,
}

/// How a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `Name:` at the start of a line, the canonical form.
    Plain,
    /// With a list marker or emphasis.
    Marked,
    /// After other text on its line, as a result of reflowing.
    Joined,
}

/// Text in the form of a field whose name is none of the five.
#[derive(Clone, Debug)]
pub struct UnknownField {
    /// The name only, as written.
    pub name: Span,
    /// The list marker, emphasis, name and colon.
    pub label: Span,
    /// The field that the writer most likely intended, if any is similar.
    pub nearest: Option<&'static FieldSpec>,
}

/// Names that can start a line of plain text, followed by a colon.
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

/// Names that describe a failure, and so are fields even in the plain form.
const FIELD_LIKE: &[&str] = &["severity", "reproduction", "steps to reproduce"];

/// Words before a field name that make it part of a sentence or of another name.
const QUALIFIERS: &[&str] =
    &["no", "root", "suggested", "proposed", "temporary", "quick", "possible", "the", "a", "this", "likely"];

struct Label {
    label: Span,
    name: Span,
    form: Form,
}

/// Whether a line starts with one of the five fields.
pub fn starts_field(line: &str) -> bool {
    lex(line, 0).is_some_and(|label| kinds::field(&line[label.name.range()]).is_some())
}

/// Reads `[marker] [emphasis] Name: [emphasis]` at the start of a line that begins at byte `at`.
fn lex(line: &str, at: usize) -> Option<Label> {
    let body = line.trim_start_matches(' ');
    let indent = line.len() - body.len();
    let unmarked = strip_list_marker(body);
    let bare = unmarked.trim_start_matches(['*', '_']);
    let emphasis = unmarked.len() - bare.len();
    let name = read_name(bare)?;
    let is_known = kinds::field(name).is_some();
    if indent > 3 || emphasis > 3 || name.len() > 40 || name.split(' ').count() > 5 {
        return None;
    }
    let rest = &bare[name.len()..];
    let rest = if is_known { rest.trim_start_matches(' ') } else { rest };
    let closed = rest.trim_start_matches(['*', '_', ':', '：']);
    let tail = &rest[..rest.len() - closed.len()];
    let marks = tail.chars().filter(|c| "*_".contains(*c)).count();
    if tail.chars().count() != marks + 1 || marks != emphasis {
        return None;
    }
    let touches = closed.starts_with(|c: char| !c.is_whitespace());
    if marks == 0 && touches && (!is_known || closed.starts_with(['/', '='])) {
        return None;
    }
    let name_at = at + line.len() - bare.len();
    Some(Label {
        label: Span::new(at + indent, at + line.len() - closed.len()),
        name: Span::new(name_at, name_at + name.len()),
        form: if bare.len() == body.len() { Form::Plain } else { Form::Marked },
    })
}

/// The words before the colon or the end of the emphasis, including a remark in brackets.
fn read_name(text: &str) -> Option<&str> {
    let is_name = |c: char| c.is_alphanumeric() || " -/".contains(c);
    let mut stop = text.find(|c: char| !is_name(c))?;
    if text[stop..].starts_with('(')
        && let Some(close) = text[stop..].find(')')
    {
        stop += close + 1;
    }
    let name = text[..stop].trim_end();
    let spaced = stop - name.len() <= usize::from(kinds::field(name).is_some());
    (name.starts_with(char::is_alphabetic) && spaced).then_some(name)
}

/// The fields in `content`, and text that looks like a field but is none of the five.
///
/// `on_tag_line` is true if the content starts on the tag line, as a result of reflowing.
pub fn read(
    source: &Source<'_>,
    markdown: &Markdown,
    content: Span,
    on_tag_line: bool,
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
        match kinds::field(name) {
            Some(spec) => labels.push((spec, label)),
            None => unknown.push(label),
        }
    }
    add_joined(source, markdown, content, on_tag_line, &mut labels);
    let starts: Vec<usize> = labels.iter().skip(1).map(|(_, label)| label.label.start).collect();
    let ends = starts.into_iter().chain([content.end]);
    let form = labels.iter().find(|(_, label)| label.form != Form::Joined).map(|(_, label)| label.form);
    let shapes: Vec<Shape> = labels.iter().filter_map(|(_, label)| shape(source, label)).collect();
    let first = labels.first().map_or(usize::MAX, |(_, label)| label.label.start);
    // Inside a field, an item that is not written like the fields belongs to the text of the field.
    unknown.retain(|label| {
        label.label.start < first || shape(source, label).is_none_or(|shape| shapes.contains(&shape))
    });
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

/// The indent of a label, and its list marker: none, a bullet or a number.
type Shape = (usize, u8);

/// How a label stands on its line; a joined one has no shape.
fn shape(source: &Source<'_>, label: &Label) -> Option<Shape> {
    let indent = label.label.start - source.this_line(label.label.start);
    let marker = match source.slice(Span::new(label.label.start, label.name.start)).as_bytes() {
        [digit, ..] if digit.is_ascii_digit() => b'1',
        [b'-' | b'*' | b'+', b' ' | b'\t', ..] => b'-',
        _ => 0,
    };
    (label.form != Form::Joined).then_some((indent, marker))
}

/// Decides whether a label that is none of the five counts as a field: it does if it has the same form as its
/// neighbours, or if its name can hardly mean anything else.
fn judge_unknown(source: &Source<'_>, label: &Label, form: Option<Form>) -> Option<UnknownField> {
    let name = source.slice(label.name);
    let lower = name.to_lowercase();
    let nearest = kinds::nearest_field(name);
    let is_bold = source.slice(Span::new(label.label.start, label.name.start)).contains(['*', '_']);
    let like_neighbours = is_bold && form == Some(Form::Marked);
    let telling = nearest.is_some_and(|_| name.starts_with(char::is_uppercase) && lower != "error");
    let counts = (like_neighbours || telling || FIELD_LIKE.contains(&lower.as_str()))
        && !NOT_FIELDS.contains(&lower.as_str());
    counts.then_some(UnknownField { name: label.name, label: label.label, nearest })
}

/// Adds fields that reflowing has joined onto one line. Fields after other text count only if a reflow is evident: the
/// content starts on the tag line, or all missing required fields are in the paragraph of the first field.
fn add_joined(
    source: &Source<'_>,
    markdown: &Markdown,
    content: Span,
    on_tag_line: bool,
    labels: &mut Vec<(&'static FieldSpec, Label)>,
) {
    let Some(from) =
        labels.first().map(|(_, first)| first.label.end).or(on_tag_line.then_some(content.start))
    else {
        return;
    };
    // If only one field starts a line and all others follow it, the case is clear. Otherwise punctuation must separate
    // them.
    let strict = !on_tag_line && labels.len() > 1;
    let anchor = markdown.top_at(from.saturating_sub(1).max(content.start)).map(|node| node.span.start);
    // A name is a label if a colon follows it, possibly after emphasis.
    let region = &source.text()[from..content.end];
    let ends: Vec<usize> = memchr::memchr_iter(b':', region.as_bytes())
        .map(|colon| region[..colon].trim_end_matches(['*', '_']).len())
        .collect();
    let missing =
        || FIELDS.iter().filter(|spec| !labels.iter().any(|(present, _)| present.name == spec.name));
    let find = |spec: &&'static FieldSpec| {
        let names = ends.iter().filter(|&&end| region[..end].ends_with(spec.name));
        let at = names.map(|end| from + end - spec.name.len());
        let mut labels =
            at.filter_map(|at| joined_label(source, content, Span::new(at, at + spec.name.len()), strict));
        let fits = |label: &Label| {
            !markdown.is_opaque_at(label.name.start)
                && markdown.top_at(label.name.start).map(|node| node.span.start) == anchor
        };
        Some((*spec, labels.find(fits)?))
    };
    let found: Vec<_> = missing().filter_map(|spec| find(&spec)).collect();
    let complete = missing()
        .filter(|spec| spec.required)
        .all(|spec| found.iter().any(|(other, _)| other.name == spec.name));
    if !found.is_empty() && (on_tag_line || complete) {
        labels.extend(found);
        labels.sort_by_key(|(_, label)| label.label.start);
    }
}

/// The label around a field name in the middle of a line: plain, bold, or after a dash.
fn joined_label(source: &Source<'_>, content: Span, name: Span, strict: bool) -> Option<Label> {
    let text = source.text();
    let before = &text[content.start..name.start];
    let marks = before.len() - before.trim_end_matches(['*', '_']).len();
    let rest = &text[name.end..content.end];
    let closed = rest.trim_start_matches(['*', '_', ':']);
    let tail = &rest[..rest.len() - closed.len()];
    let is_label = tail.matches(':').count() == 1 && tail.len() == marks + 1;
    let mut lead = before[..before.len() - marks].trim_end();
    let is_word = before[..before.len() - marks].ends_with(char::is_whitespace) && !lead.is_empty();
    let label_start = match lead.strip_suffix('-') {
        Some(bulletless) if bulletless.ends_with(' ') => {
            let start = content.start + lead.len() - 1;
            lead = bulletless.trim_end();
            start
        }
        _ => name.start - marks,
    };
    let word = lead.rsplit(char::is_whitespace).next().unwrap_or_default();
    let stopped = word.ends_with(['.', ';', '!', '?', ')', '`', '"', '”']);
    // `Root Cause:` is one name; `error E7 Cause:` is not.
    let is_titled = word.starts_with(char::is_uppercase) && word.chars().skip(1).all(char::is_lowercase);
    let plain = !is_titled && !QUALIFIERS.contains(&word.to_lowercase().as_str());
    let closed_ok = closed.is_empty() || closed.starts_with(char::is_whitespace);
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let in_brackets = line.matches('(').count() > line.matches(')').count();
    let parted = stopped || marks > 0 || (plain && !strict);
    let fits = is_label && is_word && closed_ok && parted && !in_brackets;
    let label = Span::new(label_start, name.end + tail.len());
    fits.then_some(Label { label, name, form: Form::Joined })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_names(text: &str) -> Vec<(&'static str, Form, String)> {
        let source = Source::new(text);
        let markdown = Markdown::parse(&source);
        let (fields, _) = read(&source, &markdown, Span::new(0, text.len()), false);
        fields.iter().map(|f| (f.spec.name, f.form, source.slice(f.value).to_owned())).collect()
    }

    #[test]
    fn every_form_is_read() {
        for line in [
            "- Fix: x",
            "-\t**Fix**: x",
            "* **Fix**: x",
            "- **Fix:** x",
            "**Fix:** x",
            "**Fix**: x",
            "1. _Fix_: x",
        ] {
            assert_eq!(read_names(line), [("Fix", Form::Marked, "x".to_owned())], "{line}");
        }
        assert_eq!(read_names("fix: x"), [("Fix", Form::Plain, "x".to_owned())]);
    }

    #[test]
    fn words_that_contain_a_name_are_no_field() {
        for line in ["prefix: x", "asymptomatic prefix", "Fix the: x", "`Fix:` x", "fix://x", "    Fix: x"] {
            assert_eq!(read_names(line), [], "{line}");
        }
    }

    #[test]
    fn a_name_inside_a_sentence_is_no_field() {
        for text in [
            "Symptom: a\nRoot Cause: b\nFix: set z",
            "Symptom: a\nCause: b\nNo Fix: vendor refuses",
            "Symptom: clicking Quick Fix: nothing happens",
            "Symptom: prints (error. Cause: EOF) and exits\nFix: set z",
        ] {
            let joined = read_names(text).iter().any(|(_, form, _)| *form == Form::Joined);
            assert!(!joined, "{text}");
        }
    }

    #[test]
    fn reflowed_fields_are_found_behind_text() {
        let names = read_names("Symptom: it stops. Cause: a\nlock. Fix: free `Fix: it`.");
        let expected = [("Symptom", "it stops."), ("Cause", "a\nlock."), ("Fix", "free `Fix: it`.")];
        assert_eq!(names.iter().map(|(n, _, v)| (*n, v.as_str())).collect::<Vec<_>>(), expected);
    }
}

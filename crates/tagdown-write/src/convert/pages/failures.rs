//! Finds failures in the source: those with the fields of a BUG, and those that may be a BUG.

use std::sync::LazyLock;

use tagdown::document::{Document, FIELDS, fields, parse};
use tagdown::judgement::{Above, Piece, PieceKind};
use tagdown::prose::Lexicon;
use tagdown::rules::{Group, Settings, Severity, check};
use tagdown::text::Span;

use crate::convert::outcome::Sentences;

/// A run of pieces that is a BUG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// Its first piece.
    pub(super) first: usize,
    /// The piece after its last.
    pub(super) end: usize,
    /// Taken from the heading or the symptom.
    pub(super) title: String,
}

/// The failures of a document, in order.
pub(crate) fn failures(document: &Document<'_>, pieces: &[Piece]) -> Vec<Failure> {
    let mut out = Vec::new();
    let mut first = 0;
    while first < pieces.len() {
        let end = segment_end(pieces, first);
        let starts: Vec<usize> = (first..end).filter(|&piece| is_symptom(document, &pieces[piece])).collect();
        if starts.len() > 1 {
            // One failure for each symptom.
            let ends = starts.iter().skip(1).copied().chain([end]);
            let each = starts.iter().zip(ends);
            out.extend(each.filter_map(|(start, end)| in_segment(document, pieces, *start, end, false)));
        } else {
            out.extend(in_segment(document, pieces, first, end, true));
        }
        first = end;
    }
    out
}

/// Whether a piece starts with the field for the symptom.
fn is_symptom(document: &Document<'_>, piece: &Piece) -> bool {
    let line = document.text(piece.span).lines().next().unwrap_or_default();
    piece.is_text() && fields::starts_field(line) && line.to_lowercase().contains("symptom")
}

/// Headings of sections about problems.
const NAMES: [&str; 14] = [
    "faq",
    "frequently asked",
    "common question",
    "questions and answers",
    "q&a",
    "troubleshoot",
    "known issue",
    "known problem",
    "common problem",
    "common error",
    "common issue",
    "error message",
    "problems and solutions",
    "when things go wrong",
];

/// Whether a heading is that of a FAQ or of another list of problems.
pub(super) fn is_about_problems(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    NAMES.iter().any(|name| heading.contains(name))
}

/// The number of failures with their fields in a document.
pub(crate) fn count(document: &Document<'_>, pieces: &[Piece]) -> usize {
    failures(document, pieces).len()
}

/// The one failure among some pieces under a heading: all required fields, each once and not empty, the first at the
/// start of a piece.
fn in_segment(
    document: &Document<'_>,
    pieces: &[Piece],
    first: usize,
    end: usize,
    is_alone: bool,
) -> Option<Failure> {
    let run = &pieces[first..end];
    let span = Span::new(run.first()?.span.start, run.last()?.span.end);
    let text = document.text(span).to_lowercase();
    if run.iter().any(|piece| piece.tagged.is_some())
        || !FIELDS
            .iter()
            .filter(|field| field.required)
            .all(|field| text.contains(&field.name.to_lowercase()))
    {
        return None;
    }
    let (found, _) = fields::read(&document.source, &document.markdown, span, false);
    let is_complete = FIELDS.iter().filter(|field| field.required).all(|wanted| {
        let mut same = found.iter().filter(|field| field.spec == wanted);
        same.next().is_some_and(|field| !field.value.is_empty()) && same.next().is_none()
    });
    let opening = found.first()?.label.start;
    let at = run.iter().position(|piece| piece.span.start == opening)?;
    if !is_complete {
        return None;
    }
    // The last field ends with its piece, including a list or code that it introduces.
    let last = found.last()?.label.start;
    let holds = run.iter().rposition(|piece| piece.span.start <= last)?;
    let more =
        run[holds + 1..].iter().take_while(|piece| matches!(piece.kind, PieceKind::List | PieceKind::Code));
    let end = first + holds + 1 + more.count();
    let title = title(document, &pieces[first], &found, is_alone)?;
    let text = document.text(Span::new(opening, pieces[end - 1].span.end));
    is_sound(&title, text).then_some(Failure { first: first + at, end, title })
}

/// Whether the BUG rules report no error in it. A failure without a known fix is not a BUG.
fn is_sound(title: &str, text: &str) -> bool {
    let text = format!("## S\n\n**[BUG] {title}**\n{text}\n");
    let settings = Settings::default().only(|rule| rule.group == Group::Bug);
    !check(&parse(&text), &settings).iter().any(|finding| finding.severity == Severity::Error)
}

/// Words for a failure, and for its remedy.
const FAILURE: &[&str] = &[
    "error|errors|exception|crash|crashes|fails|failed|failure|broken|hangs|refused|denied|corrupt|corrupted|panics",
    "problem|symptom",
    "does|do|did not work|start|connect|load",
    "known issue|issues|bug|bugs",
];
const REMEDY: &[&str] = &[
    "to fix|solve|resolve|remedy|repair",
    "fix|solution|workaround|resolution|remedy",
    "fixed|solved|resolved|avoided by|with",
    "as a workaround",
];

/// Sections that describe a failure and its remedy without the fields of a BUG.
pub(crate) fn likely(document: &Document<'_>, pieces: &[Piece]) -> Vec<Sentences> {
    static WORDS: LazyLock<Lexicon<bool>> = LazyLock::new(|| {
        let words =
            |list: &'static [&str], is_remedy: bool| list.iter().map(move |words| (*words, is_remedy));
        Lexicon::new(words(FAILURE, false).chain(words(REMEDY, true)))
    });
    let mut out = Vec::new();
    let mut first = 0;
    while first < pieces.len() {
        let end = segment_end(pieces, first);
        let run = &pieces[first..end];
        let section = &document.sections[run[0].section];
        let (mut failure, mut remedy) = (false, false);
        WORDS.find(&section.title, |_| true, |hit| failure |= !hit.what);
        for piece in run.iter().filter(|piece| piece.is_text()) {
            WORDS.find(document.text(piece.span), |_| true, |hit| remedy |= hit.what);
        }
        let is_short = run.len() <= MOST_PIECES && run.iter().all(|piece| piece.tagged.is_none());
        if failure && remedy && is_short && in_segment(document, pieces, first, end, true).is_none() {
            let lines = [run[0].lines(document)[0], run[run.len() - 1].lines(document)[1]];
            out.push(Sentences { lines, sentences: vec![section.title.clone()] });
        }
        first = end;
    }
    out
}

/// A section with more pieces covers more than one failure.
const MOST_PIECES: usize = 8;

/// Where the pieces under one heading end.
fn segment_end(pieces: &[Piece], first: usize) -> usize {
    let border = pieces[first + 1..].iter().position(|piece| piece.above == Above::Border);
    border.map_or(pieces.len(), |at| first + 1 + at)
}

/// A heading without its number: `3. Build fails`.
pub(super) fn unnumbered(heading: &str) -> &str {
    let rest = heading.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = rest.strip_prefix(". ").or(rest.strip_prefix(") "));
    text.filter(|_| rest.len() < heading.len()).unwrap_or(heading).trim_start()
}

/// The heading if the section covers only this failure, otherwise the start of the symptom.
fn title(document: &Document<'_>, piece: &Piece, found: &[fields::Field], is_alone: bool) -> Option<String> {
    const LONGEST: usize = 80;
    let section = &document.sections[piece.section];
    let symptom = found.iter().find(|field| field.spec.name == "Symptom")?;
    let plain = |text: &str| {
        let text = crate::convert::header::plain(&text.replace(['*', '_', '`'], " "));
        [" ?", " .", " ,", " :"].iter().fold(text, |text, mark| text.replace(mark, mark.trim_start()))
    };
    let first = document.text(symptom.value).lines().next().unwrap_or_default();
    let symptom = plain(first);
    let heading = plain(unnumbered(&section.title));
    let words = symptom.split_whitespace().scan(0, |length, word| {
        *length += word.chars().count() + 1;
        (*length <= LONGEST).then_some(word)
    });
    let start = words.collect::<Vec<_>>().join(" ").trim_end_matches(['.', ',', ';', ':']).to_owned();
    let fits = |title: &String| !title.is_empty() && title.chars().count() <= LONGEST;
    // A question in the text says more than the heading above it.
    let is_asked = first.starts_with("**") || symptom.ends_with('?') && symptom != heading;
    let is_own = is_alone && section.level > 1 && !is_about_problems(&heading) && !is_asked;
    let heading_or_symptom = Some(heading).filter(|heading| is_own && fits(heading));
    heading_or_symptom.or(Some(start).filter(fits))
}

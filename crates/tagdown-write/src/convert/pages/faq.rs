//! Turns entries of a document's own FAQ and troubleshooting sections into failures. If the question or heading names
//! the failure and the answer states the cause and the fix, field names are inserted. `Q:` and `A:` become field names;
//! no other word is changed or moved.

use tagdown::document::{Document, fields, parse};
use tagdown::judgement::{self, Above, Piece, PieceKind, pieces};
use tagdown::prose::sentence;
use tagdown::rules::{Edit, apply};
use tagdown::text::Span;

use super::failures::{self, is_about_problems, unnumbered};
use super::faq_questions::{Asked, answer_label, asked, names_failure};
use crate::convert::header::plain;
use crate::convert::trackers::{Told, explains, tells_of_failure, told, words};

/// A document with inserted field names.
pub(super) struct Rewritten {
    pub(super) text: String,
    /// Its lines that are not in the source, from 1.
    added: Vec<usize>,
    /// The number of entries that got field names.
    pub(super) entries: usize,
}

impl Rewritten {
    /// The source line of one of its lines.
    pub(super) fn original(&self, line: usize) -> usize {
        line - self.added.partition_point(|&added| added <= line).min(line - 1)
    }
}

/// Inserts field names into the entries that have all three fields; `None` if there are none.
pub(crate) fn rewrite(text: &str) -> Option<Rewritten> {
    let document = parse(text);
    let pieces = pieces(&document);
    let known = failures::count(&document, &pieces);
    let mut entries: Vec<Vec<Edit>> = Vec::new();
    let mut first = 0;
    while first < pieces.len() {
        let more = pieces[first + 1..].iter().take_while(|piece| piece.above == Above::Piece).count();
        entries.extend(entries_of(&document, &pieces[first..=first + more]));
        first += more + 1;
    }
    // The names must be read as the intended fields.
    let holds = |entries: &[Vec<Edit>]| {
        let after = apply(text, &entries.concat());
        let after = parse(&after);
        failures::count(&after, &judgement::pieces(&after)) == known + entries.len()
    };
    if !holds(&entries) {
        entries.truncate(MOST_TRIED);
        entries.retain(|entry| holds(std::slice::from_ref(entry)));
    }
    let kept = entries.concat();
    let entries = entries.len();
    if kept.is_empty() {
        return None;
    }
    let mut added = Vec::new();
    let mut shift = 0;
    for edit in &kept {
        let more = edit.text.matches('\n').count();
        let gone = document.text(edit.span).matches('\n').count();
        let line = document.source.position(edit.span.start).line;
        added.extend((gone..more).map(|index| line + shift + index + usize::from(!edit.span.is_empty())));
        shift += more.saturating_sub(gone);
    }
    Some(Rewritten { text: apply(text, &kept), added, entries })
}

/// The edits for the entries under one heading: those that start with a question, or the one that the heading names.
fn entries_of(document: &Document<'_>, run: &[Piece]) -> Vec<Vec<Edit>> {
    let section = run[0].section;
    let title = document.sections[section].title.trim();
    let is_open = run.iter().all(|piece| piece.tagged.is_none() && !piece.is_glued);
    if !is_open || document.sections[section].level < 1 {
        return Vec::new();
    }
    let is_listed =
        is_about_problems(title) || ancestors(document, section).any(|title| is_about_problems(&title));
    let asks = |piece: &Piece| {
        let is_text = piece.kind == PieceKind::Paragraph;
        let asked = is_text.then(|| asked(document.text(piece.span), piece.span.start)).flatten();
        // A bold line such as `**Solution**` belongs to the entry around it.
        asked.filter(|asked| asked.title.ends_with('?') || names_failure(&asked.title))
    };
    let starts: Vec<(usize, Asked)> =
        run.iter().enumerate().filter_map(|(at, piece)| Some((at, asks(piece)?))).collect();
    if starts.is_empty() {
        let is_entry = names_failure(title) && (is_listed || title.ends_with('?'));
        let is_below = document.sections[section].level > 1 && !is_about_problems(title);
        let own = || entry(document, run, title, None);
        return if is_entry && is_below { own().into_iter().collect() } else { Vec::new() };
    }
    let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([run.len()]);
    let entries = starts.iter().zip(ends);
    let is_entry = |asked: &Asked| names_failure(&asked.title) && (is_listed || asked.title.ends_with('?'));
    entries
        .filter(|((_, asked), _)| is_entry(asked))
        .filter_map(|((at, asked), end)| entry(document, &run[*at..end], &asked.title, Some(asked)))
        .collect()
}

/// A sentence of an answer.
struct Sentence {
    span: Span,
    told: Told,
    /// Whether it starts a paragraph.
    is_first: bool,
}

/// The edits that name the fields of an entry, if its answer states a cause and a fix without a doubt.
fn entry(document: &Document<'_>, run: &[Piece], title: &str, asked: Option<&Asked>) -> Option<Vec<Edit>> {
    if run.iter().any(|piece| fields::starts_field(document.text(piece.span))) {
        return None;
    }
    let sentences = sentences(document, run, asked)?;
    let place = |wanted: Told| sentences.iter().position(|sentence| sentence.told == wanted);
    let (cause, fix) = (place_of_cause(document, &sentences)?, place(Told::Fix)?);
    let mut fields = [(cause, "Cause: "), (fix, "Fix: ")];
    fields.sort_unstable();
    let [(first, name), (second, _)] = fields;
    let is_doubted = sentences.iter().any(|sentence| sentence.told == Told::Doubt);
    if is_doubted || run.len() > MOST_PIECES || first > MOST_BESIDE || second - first > MOST_BESIDE + 1 {
        return None;
    }
    let eol = document.source.eol();
    let mut edits = Vec::new();
    let start = sentences[0].span.start;
    let says_symptom =
        sentences[..first].iter().any(|sentence| tells_of_failure(document.text(sentence.span)));
    match asked {
        Some(asked) => {
            edits.push(Edit::replace(asked.label, "Symptom: "));
            let gap = Span::new(asked.question.end, start);
            let label = start - answer_label_before(document, gap);
            let name = if first == 0 { name } else { "" };
            let is_same = document.text(gap).matches('\n').count() < 2;
            let from = if is_same { gap.start } else { label };
            let parting = if is_same { eol } else { "" };
            edits.push(Edit::replace(Span::new(from, start), format!("{parting}{name}")));
        }
        None if says_symptom => edits.push(Edit::insert(start, "Symptom: ")),
        None => {
            let name = if first == 0 { name } else { "" };
            // Code in a title is often the message that people search for.
            let heading = document.text(document.sections[run[0].section].heading);
            let written = heading.trim_start_matches('#').trim();
            let is_plain = heading.starts_with('#') && !written.contains(MARKUP) && !written.ends_with('#');
            let title = if is_plain { unnumbered(written).to_owned() } else { plain(unnumbered(title)) };
            edits.push(Edit::insert(start, format!("Symptom: {title}{eol}{name}")));
        }
    }
    for (index, name) in fields.into_iter().filter(|(index, _)| *index > 0) {
        let Sentence { span, is_first, .. } = sentences[index];
        let gap = Span::new(sentences[index - 1].span.end, span.start);
        edits.push(if is_first || !document.text(gap).trim().is_empty() {
            Edit::insert(span.start, name)
        } else {
            Edit::replace(gap, format!("{eol}{name}"))
        });
    }
    Some(edits)
}

/// The first sentence that states a cause. A failure that comes before another cause is a symptom.
fn place_of_cause(document: &Document<'_>, sentences: &[Sentence]) -> Option<usize> {
    let mut causes = (0..sentences.len()).filter(|&at| sentences[at].told == Told::Cause);
    let first = causes.next()?;
    let text = document.text(sentences[first].span);
    let is_symptom = tells_of_failure(text) && !explains(text);
    let cause = causes.next().filter(|next| is_symptom && *next == first + 1).unwrap_or(first);
    let fix = sentences.iter().position(|sentence| sentence.told == Told::Fix)?;
    if fix < cause {
        // What follows the fix is often about something else.
        return explains(document.text(sentences[cause].span)).then_some(cause);
    }
    // The statements directly above it are part of the explanation.
    let leads = |sentence: &&Sentence| {
        let text = document.text(sentence.span);
        sentence.told == Told::Else && !tells_of_failure(text) && !is_aside(text)
    };
    Some(cause - sentences[..cause].iter().rev().take_while(leads).count())
}

/// Whether a sentence is about the writer, the reader or the question, and not about the thing.
fn is_aside(text: &str) -> bool {
    const OPENINGS: &str =
        "we i this that it you your yes no sorry thanks unfortunately good great oh there these don't";
    let words = words(text);
    words.first().is_none_or(|first| OPENINGS.split(' ').any(|known| known == first)) || text.ends_with('?')
}

/// The sentences of an answer, up to the first list, code or table. `None` if it does not start with a sentence.
fn sentences(document: &Document<'_>, run: &[Piece], asked: Option<&Asked>) -> Option<Vec<Sentence>> {
    let mut out = Vec::new();
    for (at, piece) in run.iter().take_while(|piece| piece.kind == PieceKind::Paragraph).enumerate() {
        let mut span = piece.span;
        if let Some(asked) = asked.filter(|_| at == 0) {
            span.start = asked.question.end;
        }
        span = document.source.trim(span);
        if asked.is_some() && out.is_empty() {
            span.start += answer_label(document.text(span));
        }
        if span.is_empty() {
            continue;
        }
        let mut spans = Vec::new();
        sentence::split(document.text(span), span.start, document.markdown.inlines_in(span), &mut spans);
        // Text that ends with a colon has no sentences, but can still be an instruction.
        if spans.is_empty() {
            spans.push(span);
        }
        if span.start != spans[0].start {
            return None;
        }
        out.extend(spans.iter().enumerate().map(|(at, one)| Sentence {
            span: *one,
            told: told(document.text(*one)),
            is_first: at == 0,
        }));
    }
    (!out.is_empty()).then_some(out)
}

/// The length of `A:` at the end of the text between a question and its answer.
fn answer_label_before(document: &Document<'_>, gap: Span) -> usize {
    answer_label(document.text(gap).trim_start())
}

/// Characters of links and HTML, which would have a second meaning in a field.
const MARKUP: [char; 7] = ['[', ']', '<', '>', '|', '{', '\n'];

/// How many sentences that are neither cause nor fix an answer may have before each of them.
const MOST_BESIDE: usize = 3;

/// How many entries are tried one by one if all at once would fail; each costs a parse.
const MOST_TRIED: usize = 50;

/// An entry with more pieces covers more than one failure.
const MOST_PIECES: usize = 6;

/// The headings above a section, without its own.
fn ancestors<'d>(document: &'d Document<'_>, section: usize) -> impl Iterator<Item = String> + 'd {
    let mut at = document.sections[section].parent;
    std::iter::from_fn(move || {
        let section = &document.sections[at?];
        at = section.parent;
        Some(section.title.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# T\n\n## Troubleshooting\n\n### Build fails with ENOSPC\n\n";

    #[test]
    fn an_entry_with_cause_and_fix_gets_the_names_of_its_fields() {
        for (entry, wanted) in [
            (
                "The folder is too small, so the linker cannot write. Set `TMPDIR=/var/tmp` and build again.\n",
                "Symptom: Build fails with ENOSPC\nCause: The folder is too small, so the linker cannot write.\n\
                 Fix: Set `TMPDIR=/var/tmp` and build again.\n",
            ),
            (
                "The log ends with an error. The linker writes to the\nfolder, so it is never empty.\n\nRun `tool clean`:\n\n```sh\ntool clean\n```\n",
                "Symptom: The log ends with an error.\nCause: The linker writes to the\nfolder, so it is never empty.\n\n\
                 Fix: Run `tool clean`:\n\n```sh\ntool clean\n```\n",
            ),
        ] {
            let text = format!("{HEAD}{entry}");
            let rewritten = rewrite(&text).expect("an entry");
            assert_eq!(rewritten.text, format!("{HEAD}{wanted}"));
            for (number, line) in
                rewritten.text.lines().enumerate().filter(|(_, line)| line.starts_with("Fix"))
            {
                let source = text.lines().nth(rewritten.original(number + 1) - 1).unwrap_or_default();
                assert!(source.contains(line.trim_start_matches("Fix: ")), "{line}: {source}");
            }
        }
    }

    #[test]
    fn an_entry_that_lacks_something_stays_as_it_is() {
        for entry in [
            "Set `TMPDIR=/var/tmp` and build again.\n",
            "The folder is too small, so the linker cannot write.\n",
            "Perhaps the folder is too small. Set `TMPDIR=/var/tmp`.\n",
            "- The folder is too small, so the linker cannot write. Set `TMPDIR=/var/tmp`.\n",
        ] {
            assert!(rewrite(&format!("{HEAD}{entry}")).is_none(), "{entry}");
        }
        let whole =
            "The folder is too small, so the linker cannot write. Set `TMPDIR=/var/tmp` and build again.\n";
        for (from, to) in [("Troubleshooting", "Usage"), ("Build fails", "What happens if it fails?")] {
            let head = HEAD.replace(from, to).replace("? with ENOSPC", "?");
            assert!(rewrite(&format!("{head}{whole}")).is_none(), "{head}");
        }
    }
}

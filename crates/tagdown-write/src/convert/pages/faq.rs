//! Turns entries of a document's own FAQ and troubleshooting sections into failures. If the heading names the failure
//! and the text gives first the cause and then the fix, field names are inserted. No word is changed or moved.

use tagdown::document::{Document, parse};
use tagdown::judgement::{self, Above, Piece, PieceKind, pieces};
use tagdown::prose::sentence;
use tagdown::rules::{Edit, apply};
use tagdown::text::Span;

use super::failures;
use crate::convert::header::plain;
use crate::convert::trackers::{Told, tells_of_failure, told};

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

/// Headings of sections about problems.
const NAMES: [&str; 10] = [
    "faq",
    "frequently asked",
    "troubleshoot",
    "known issue",
    "known problem",
    "common problem",
    "common error",
    "common issue",
    "error message",
    "problems and solutions",
];

/// Inserts field names into the entries that have all three fields; `None` if there are none.
pub(crate) fn rewrite(text: &str) -> Option<Rewritten> {
    let document = parse(text);
    let pieces = pieces(&document);
    let known = failures::count(&document, &pieces);
    let mut entries: Vec<Vec<Edit>> = Vec::new();
    let mut first = 0;
    while first < pieces.len() {
        let more = pieces[first + 1..].iter().take_while(|piece| piece.above == Above::Piece).count();
        entries.extend(entry(&document, &pieces[first..=first + more]));
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

/// The edits that name the fields of an entry.
fn entry(document: &Document<'_>, run: &[Piece]) -> Option<Vec<Edit>> {
    let section = &document.sections[run[0].section];
    let title = section.title.trim();
    let is_listed =
        ancestors(document, run[0].section).any(|title| NAMES.iter().any(|name| title.contains(name)));
    let is_open =
        run.iter().all(|piece| piece.tagged.is_none() && !piece.is_glued) && run.len() <= MOST_PIECES;
    if section.level < 2 || !is_listed || !is_open || title.ends_with('?') || !tells_of_failure(title) {
        return None;
    }
    let mut sentences: Vec<(Span, Told)> = Vec::new();
    for piece in run.iter().take_while(|piece| piece.kind == PieceKind::Paragraph) {
        let mut spans = Vec::new();
        let inlines = document.markdown.inlines_in(piece.span);
        sentence::split(document.text(piece.span), piece.span.start, inlines, &mut spans);
        // Text that ends with a colon has no sentences, but can still be an instruction.
        if spans.is_empty() {
            spans.push(piece.span);
        }
        if piece.span.start != spans[0].start {
            return None;
        }
        sentences.extend(spans.into_iter().map(|span| (span, told(document.text(span)))));
    }
    let fix = sentences.iter().position(|(_, told)| *told == Told::Fix)?;
    let cause = sentences[..fix].iter().position(|(_, told)| *told == Told::Cause)?;
    if sentences[cause..fix].iter().any(|(_, told)| *told != Told::Cause) || cause > 1 {
        return None;
    }
    let eol = document.source.eol();
    let mut edits = Vec::new();
    let symptom = plain(title);
    if cause > 0 {
        edits.push(Edit::insert(sentences[0].0.start, "Symptom: "));
    } else {
        edits.push(Edit::insert(sentences[0].0.start, format!("Symptom: {symptom}{eol}Cause: ")));
    }
    let named = [(cause, "Cause: "), (fix, "Fix: ")];
    for (index, name) in named.into_iter().filter(|(index, _)| *index > 0) {
        let start = sentences[index].0.start;
        let gap = Span::new(sentences[index - 1].0.end, start);
        let is_in_paragraph = !document.text(gap).contains('\n')
            || document.text(gap).trim_matches([' ', '\t']).lines().count() < 2;
        edits.push(if is_in_paragraph && document.text(gap).trim().is_empty() {
            Edit::replace(gap, format!("{eol}{name}"))
        } else {
            Edit::insert(start, name)
        });
    }
    Some(edits)
}

/// How many entries are tried one by one if all at once would fail; each costs a parse.
const MOST_TRIED: usize = 50;

/// An entry with more pieces covers more than one failure.
const MOST_PIECES: usize = 6;

/// The headings above a section in lower case, without its own.
fn ancestors<'d>(document: &'d Document<'_>, section: usize) -> impl Iterator<Item = String> + 'd {
    let mut at = document.sections[section].parent;
    std::iter::from_fn(move || {
        let section = &document.sections[at?];
        at = section.parent;
        Some(section.title.to_lowercase())
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
        for head in [
            HEAD.replace("Troubleshooting", "Usage"),
            HEAD.replace("Build fails", "Why does it fail with ENOSPC?"),
        ] {
            let head = head.replace("? with ENOSPC", "?");
            assert!(rewrite(&format!("{head}{whole}")).is_none(), "{head}");
        }
    }
}

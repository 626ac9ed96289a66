//! A rendering for a live preview: each tagged block is a quote that opens with a mark, and each line knows the line of
//! the source that it comes from, so that the preview and the text scroll together.

use serde::Serialize;
use tagdown::document::Document;
use tagdown::text::Source;
use tagdown_render::{KIND_KEYS, Mapping, Options, dialect, render};

/// The rendering.
#[derive(Debug, Serialize)]
pub(crate) struct Preview {
    text: String,
    /// What a quote opens with: `[!`, this mark, the kind, `] `, and the title; this mark instead of a title if the block
    /// has none. The mark is nowhere in the document, so no text looks like a block that it is not.
    mark: String,
    /// For each line of the text, the line of the source, both from 0.
    lines: Vec<usize>,
}

/// How far a line of the source is looked for below the last one.
const FARTHEST: usize = 200;

/// Renders a document. One without tags stays as it is.
pub(crate) fn preview(document: &Document<'_>) -> Preview {
    let source = &document.source;
    let mark = mark(source.text());
    // The dialect whose callouts are quotes with titles. Nothing is escaped: the preview has no syntax of its own.
    let dialect = dialect("obsidian").filter(|_| document.is_tagged());
    let Some(dialect) = dialect else {
        return Preview { text: source.text().to_owned(), mark, lines: (0..source.line_count()).collect() };
    };
    let mapping = Mapping {
        names: KIND_KEYS.map(|kind| Some(format!("{mark}{kind}"))),
        titles: KIND_KEYS.map(|_| Some(mark.clone())),
    };
    let text = render(document, dialect, &Options { mapping, raw: true, ..Options::default() }).text;
    let lines = lines(document, &Source::new(&text), &mark);
    Preview { text, mark, lines }
}

/// A word that the text does not have.
fn mark(text: &str) -> String {
    let text = text.to_lowercase();
    let mut marks = (0_usize..).map(|number| format!("tagdown-{number}-"));
    marks.find(|mark| !text.contains(mark.as_str())).unwrap_or_default()
}

/// For each line of the rendering, the line of the source. Between two openings nothing comes from beyond the two tags,
/// so a line that is not found where it is expected misleads only the lines of its own block.
fn lines(document: &Document<'_>, made: &Source<'_>, mark: &str) -> Vec<usize> {
    let source = &document.source;
    let opening = format!("> [!{mark}");
    let openings: Vec<usize> =
        (0..made.line_count()).filter(|&line| made.slice(made.line(line)).starts_with(&opening)).collect();
    let tags: Vec<usize> = document.tagged_blocks().map(|(_, tag)| source.line_of(tag.span.start)).collect();
    let are_paired = openings.len() == tags.len();
    let ends = |mut starts: Vec<usize>, end: usize| {
        if !are_paired {
            starts.clear();
        }
        starts.insert(0, 0);
        starts.push(end);
        starts
    };
    let made_parts = ends(openings, made.line_count());
    let source_parts = ends(tags, source.line_count());
    let mut out = Vec::with_capacity(made.line_count());
    for (to, from) in made_parts.windows(2).zip(source_parts.windows(2)) {
        let last = from[1].saturating_sub(1).max(from[0]);
        let mut next = from[0];
        for line in to[0]..to[1] {
            let words = made.slice(made.line(line)).trim_start_matches(['>', ' ']).trim();
            let near = next..from[1].min(next + FARTHEST);
            let is_it = |line: &usize| {
                source.slice(source.line(*line)).trim_start_matches(['>', ' ']).trim() == words
            };
            let found = if words.is_empty() { None } else { near.into_iter().find(is_it) };
            out.push(found.unwrap_or(next).min(last));
            next = match found {
                Some(found) => found + 1,
                // The opening comes from the tag.
                None if line == to[0] && line > 0 => next + 1,
                None => next,
            };
        }
    }
    out
}

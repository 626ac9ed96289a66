//! Converts an untagged document: labels its pieces, writes one tag a run, adds header and manifest. Nothing is ever
//! taken out of a document or moved; `guard.rs` sees to that in every run, and [`strip`] takes it all away again.

mod bug;
mod bullets;
mod buried;
mod features;
mod front;
mod guard;
mod label;
mod lexemes;
mod model;
mod neighbours;
mod pieces;
mod place;
mod reasons;
pub mod report;
mod strip;
mod words;

pub use buried::Sentences;
pub use features::Features;
pub use label::{Label, Profile};
pub use pieces::{Piece, PieceKind};
pub use report::Reported;
pub use strip::strip;

use std::collections::HashSet;

use crate::document::{Document, parse};
use crate::finding::{Edit, apply};
use crate::settings::Settings;
use crate::tags::Kind;
use place::Written;

/// How to convert.
#[derive(Clone, Debug)]
pub struct Options<'o> {
    /// How sure the labeller must be.
    pub profile: Profile,
    /// Whether paragraphs of facts become lists.
    pub bullets: bool,
    /// The version of a document that has none.
    pub version: Option<&'o str>,
    /// The name of the file, for a document without a title.
    pub file_name: &'o str,
    /// The rules that the result must pass.
    pub settings: &'o Settings,
}

/// What came of a conversion.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The document with its tags; the source where it was refused or nothing was to do.
    pub output: String,
    /// The blocks of the source that had no tag.
    pub blocks: Vec<Reported>,
    /// Facts inside prose that became a NOTE.
    pub buried: Vec<Sentences>,
    /// Sentences that a person may want to make a `[?]`.
    pub proposed: Vec<Sentences>,
    /// Sections that a person may want to make a BUG.
    pub failures: Vec<Sentences>,
    /// Remarks on the whole document.
    pub notices: Vec<String>,
    /// Rules that still find something in the output, and how often.
    pub left: Vec<(&'static str, usize)>,
    /// Why the document was not converted.
    pub refused: Option<String>,
}

/// The pieces of a document with what the labeller sees of each and its score: what a training run learns from.
pub fn describe(text: &str) -> Vec<(Piece, Option<Features>, i64)> {
    let document = parse(text);
    let pieces = pieces::pieces(&document);
    let features = all_features(&document, &pieces);
    let scores = model::scores(&pieces, &features);
    let sums = scores.iter().map(|terms| terms.iter().map(|term| term.value).sum());
    pieces
        .into_iter()
        .zip(features)
        .zip(sums)
        .map(|((piece, features), sum)| (piece, features, sum))
        .collect()
}

/// The features of all pieces that say something.
fn all_features(document: &Document<'_>, pieces: &[Piece]) -> Vec<Option<Features>> {
    let mut sections = features::Headings::default();
    let of = |index: usize| {
        let is_silent = pieces::is_silent(document, &pieces[index]);
        (!is_silent).then(|| {
            features::features(document, pieces, index, sections.of(document, pieces[index].section))
        })
    };
    (0..pieces.len()).map(of).collect()
}

/// Converts a document.
pub fn convert(text: &str, options: &Options<'_>) -> Conversion {
    let document = parse(text);
    let pieces = pieces::pieces(&document);
    let mut conversion = Conversion { output: text.to_owned(), ..Conversion::default() };
    if let Some(reason) = obstacle(&document) {
        conversion.refused = Some(reason);
        return conversion;
    }
    if pieces.is_empty() {
        let notice = if document.is_tagged() { "fully tagged already" } else { "no text to tag" };
        conversion.notices.push(notice.to_owned());
        return conversion;
    }
    let features = all_features(&document, &pieces);
    if features.iter().all(Option::is_none) && document.tags.is_empty() {
        conversion.notices.push("no text to tag".to_owned());
        return conversion;
    }
    let is_foreign = label::is_foreign(&document, options.settings.language);
    let mut labels = label::labels(&pieces, &features, options.profile, is_foreign);
    if is_foreign {
        let notice = "not in English: lists, tables and code are SPEC, all other text is NOTE";
        conversion.notices.push(notice.to_owned());
    } else {
        conversion.proposed = buried::doubts(&document, &pieces);
        conversion.failures = bug::likely(&document, &pieces);
    }
    let written = written(&document, &pieces, &features, &mut labels);
    if !is_foreign {
        conversion.buried = buried::facts(&document, &pieces, &features, &labels);
    }
    let may_cut = options.bullets && !is_foreign;
    let cut = may_cut.then(|| bullets::cut(&document, &pieces, &features, &written)).flatten();
    let result = match &cut {
        Some(cut) => {
            let document = parse(&cut.text);
            tag(&document, &pieces::pieces(&document), &cut.written, options)
        }
        None => tag(&document, &pieces, &written, options),
    };
    conversion.blocks = reported(&document, &pieces, &labels, cut.as_ref());
    if let Some(cut) = &cut {
        let of_piece = |(piece, _): &(usize, Kind)| pieces[*piece].lines(&document);
        let is_cut: HashSet<[usize; 2]> = cut.pieces.iter().map(of_piece).collect();
        conversion.buried.retain(|found| !is_cut.contains(&found.lines));
    }
    match result {
        Ok(guard::Passed { output, left, kinds }) => {
            if cut.is_none() {
                conversion.blocks.iter_mut().zip(kinds).for_each(|(block, kind)| block.written = kind);
            }
            if output == text {
                conversion.notices.push("fully tagged already".to_owned());
            }
            conversion.notices.extend(front::invented(&document, &output));
            conversion.output = output;
            conversion.left = left;
        }
        Err(reason) => conversion.refused = Some(reason),
    }
    conversion
}

/// What stands in the way of any conversion.
fn obstacle(document: &Document<'_>) -> Option<String> {
    if has_lone_return(document.source.text()) {
        return Some("it has lines that end with a lone CR; save it with LF or CRLF".to_owned());
    }
    if let Some(trap) = document.traps.first() {
        let line = document.source.position(trap.paragraph.start).line;
        let way = "part both by a blank line, or write the heading with `#`";
        return Some(format!("line {line}: the line below makes this a heading (markdown-trap); {way}"));
    }
    let is_link = |kind: &&Kind| document.markdown.defines(kind.name());
    if let Some(kind) = [Kind::Spec, Kind::Note, Kind::Bug].iter().find(is_link) {
        let name = kind.name();
        return Some(format!("it defines a link named `{name}`, so that the tag would be that link"));
    }
    let manifest = document.manifest.filter(|_| document.tags.is_empty())?;
    let is_about_tags = document.text(manifest.span).contains("SPEC");
    let section = &document.sections[manifest.section];
    let line = document.source.position(section.heading.start).line;
    (!is_about_tags).then(|| {
        format!("line {line}: the section `{}` would be taken for the manifest; rename it", section.title)
    })
}

/// Whether a line ends with a carriage return alone, which Markdown parsers read in different ways.
fn has_lone_return(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// Puts tags, header and manifest in, and makes sure that nothing else changes.
fn tag(
    document: &Document<'_>,
    pieces: &[Piece],
    written: &[Written],
    options: &Options<'_>,
) -> Result<guard::Passed, String> {
    let mut edits = front::edits(document, options);
    edits.extend(place::edits(document, pieces, written, &edits));
    edits.sort_by_key(|edit| edit.span);
    let output = apply(document.source.text(), &edits);
    guard::check(document, &Plan { pieces, written, edits }, output, options)
}

/// What is to be put in, and what it should come to.
struct Plan<'p> {
    pieces: &'p [Piece],
    written: &'p [Written],
    edits: Vec<Edit>,
}

/// What is written for every piece; labels are brought into line with it.
fn written(
    document: &Document<'_>,
    pieces: &[Piece],
    features: &[Option<Features>],
    labels: &mut [Label],
) -> Vec<Written> {
    let failures = bug::failures(document, pieces);
    let mut out = Vec::with_capacity(pieces.len());
    for index in 0..pieces.len() {
        let sentences = match &features[index] {
            Some(features) if pieces[index].kind == PieceKind::Paragraph => features.sentences.len(),
            Some(_) => 0,
            None => features::sentences(document, &pieces[index]).len(),
        };
        out.push(if labels[index].is_silent {
            Written::Along(sentences)
        } else {
            Written::Block(labels[index].written, sentences)
        });
    }
    join_bodies(pieces, labels, &mut out);
    for failure in failures {
        for index in failure.first..failure.end {
            labels[index] = Label::certain(Kind::Bug, 97, "it has a symptom, a cause and a fix");
            out[index] = Written::Along(0);
        }
        out[failure.first] = Written::Bug(failure.title);
    }
    out
}

/// An admonition and its body are of one kind: SPEC only if all of it is.
fn join_bodies(pieces: &[Piece], labels: &mut [Label], out: &mut [Written]) {
    let mut first = 0;
    while first < pieces.len() {
        let body = pieces[first + 1..].iter().take_while(|piece| piece.is_glued).count();
        let group = first..first + 1 + body;
        if body > 0 {
            let is_note =
                group.clone().any(|index| !labels[index].is_silent && labels[index].written != Kind::Spec);
            let kind = if is_note { Kind::Note } else { Kind::Spec };
            group.clone().for_each(|index| labels[index].written = kind);
            let sentences = match out[first] {
                Written::Along(sentences) | Written::Block(_, sentences) => sentences,
                Written::Bug(_) => 0,
            };
            out[group.clone()].fill(Written::Along(0));
            out[first] = Written::Block(kind, sentences);
        }
        first = group.end;
    }
}

fn reported(
    document: &Document<'_>,
    pieces: &[Piece],
    labels: &[Label],
    cut: Option<&bullets::Cut>,
) -> Vec<Reported> {
    let pairs = pieces.iter().zip(labels).enumerate().filter(|(_, (piece, _))| piece.tagged.is_none());
    pairs
        .map(|(index, (piece, label))| {
            let mut label = label.clone();
            let found = cut.and_then(|cut| {
                let at = cut.pieces.binary_search_by_key(&index, |(piece, _)| *piece).ok()?;
                Some(cut.pieces[at].1)
            });
            if let Some(kind) = found {
                let reasons = [vec!["cut at its sentences".to_owned()], label.reasons].concat();
                label = Label { reasons, ..Label::certain(kind, label.confidence, "") };
            }
            Reported {
                lines: piece.lines(document),
                kind: piece.kind,
                label: label.kind,
                confidence: f64::from(label.confidence) / 100.0,
                decided: label.decided,
                written: Some(label.written),
                reasons: label.reasons,
            }
        })
        .collect()
}

/// Whether a second conversion would leave the document as it is.
fn is_settled(text: &str, options: &Options<'_>) -> bool {
    let document = parse(text);
    let pieces = pieces::pieces(&document);
    let is_open =
        |piece: &Piece| piece.tagged.is_none() && (piece.is_glued || !pieces::is_silent(&document, piece));
    let edits: Vec<Edit> = front::edits(&document, options);
    edits.is_empty() && !pieces.iter().any(is_open)
}

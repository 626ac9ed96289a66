//! Converts an untagged document: labels its pieces, writes one tag a run, adds header and manifest. Nothing is ever
//! taken out of a document or moved; `guard.rs` sees to that in every run, and [`strip`] takes it all away again.

mod bug;
mod bullets;
mod buried;
pub mod decisions;
mod faq;
mod features;
pub mod from;
mod front;
mod guard;
pub mod issues;
mod label;
mod lexemes;
mod model;
mod neighbours;
mod pieces;
mod place;
mod questions;
mod reasons;
pub mod report;
mod strip;
mod words;

pub use buried::Sentences;
pub use decisions::{By, Decision, Decisions};
pub use features::Features;
pub use from::{Callouts, Origin, read_callouts};
pub(crate) use front::title_of;
pub use label::{Label, Profile};
pub use pieces::{Piece, PieceKind};
pub use questions::{Question, Sentence, questions};
pub use report::{IssueReport, Reported};
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
    /// What was decided of blocks before.
    pub decisions: &'o Decisions,
    /// Whether answers of the document's own FAQ become failures.
    pub faq: bool,
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
    /// What became of the issues that belong to it.
    pub issues: Vec<IssueReport>,
    /// What became of its callouts, where those were to be read.
    pub callouts: Option<Callouts>,
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

/// A document with a label for each of its pieces.
struct Labelled {
    pieces: Vec<Piece>,
    features: Vec<Option<Features>>,
    labels: Vec<Label>,
    is_foreign: bool,
}

/// Why a document is left as it is.
enum Left {
    /// It may not be converted.
    Refused(String),
    /// There is nothing to do.
    Done(String),
}

/// Labels the pieces of a document that can be converted.
fn labelled(document: &Document<'_>, options: &Options<'_>) -> Result<Labelled, Left> {
    if let Some(reason) = obstacle(document) {
        return Err(Left::Refused(reason));
    }
    let pieces = pieces::pieces(document);
    if pieces.is_empty() && document.is_tagged() {
        return Err(Left::Done("fully tagged already".to_owned()));
    }
    let features = all_features(document, &pieces);
    if features.iter().all(Option::is_none) && (pieces.is_empty() || document.tags.is_empty()) {
        return Err(Left::Done("no text to tag".to_owned()));
    }
    let is_foreign = label::is_foreign(document, options.settings.language);
    let labels = label::labels(&pieces, &features, options.profile, is_foreign);
    Ok(Labelled { pieces, features, labels, is_foreign })
}

/// Converts a document.
pub fn convert(text: &str, options: &Options<'_>) -> Conversion {
    let Some(rewritten) = options.faq.then(|| faq::rewrite(text)).flatten() else {
        return convert_as_it_is(text, options);
    };
    let mut conversion = convert_as_it_is(&rewritten.text, options);
    if let Some(reason) = conversion.refused {
        let mut conversion = convert_as_it_is(text, options);
        conversion.notices.push(format!("its FAQ was left as it is: {reason}"));
        return conversion;
    }
    let said = crate::print::plural(rewritten.entries, "answer");
    conversion.notices.push(format!("{said} of its FAQ made a BUG: the names of the fields were put in"));
    let listed = conversion.blocks.iter_mut().map(|block| &mut block.lines);
    let found = [&mut conversion.buried, &mut conversion.proposed, &mut conversion.failures];
    let listed = listed.chain(found.into_iter().flatten().map(|found| &mut found.lines));
    listed.for_each(|lines| *lines = lines.map(|line| rewritten.original(line)));
    conversion
}

fn convert_as_it_is(text: &str, options: &Options<'_>) -> Conversion {
    let document = parse(text);
    let mut conversion = Conversion { output: text.to_owned(), ..Conversion::default() };
    let Labelled { pieces, features, mut labels, is_foreign } = match labelled(&document, options) {
        Ok(labelled) => labelled,
        Err(Left::Refused(reason)) => {
            conversion.refused = Some(reason);
            return conversion;
        }
        Err(Left::Done(notice)) => {
            conversion.notices.push(notice);
            return conversion;
        }
    };
    let mut settled = questions::settle(&document, &pieces, &features, &mut labels, options.decisions);
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
        // What somebody decided needs nobody's eye any more.
        let is_decided = |piece: usize| settled.by[piece] != By::Labeller;
        let decided: HashSet<[usize; 2]> = (0..pieces.len())
            .filter(|&piece| is_decided(piece))
            .map(|piece| pieces[piece].lines(&document))
            .collect();
        conversion.buried.retain(|found| !decided.contains(&found.lines));
    }
    if options.bullets && !is_foreign {
        for (index, kinds) in bullets::sure(&document, &features, &written) {
            if settled.by[index] == By::Labeller {
                settled.wanted.insert(index, kinds);
            }
        }
    }
    let cut = bullets::cut(&document, &pieces, &features, &written, &settled.wanted);
    let result = match &cut {
        Some(cut) => {
            let document = parse(&cut.text);
            tag(&document, &pieces::pieces(&document), &cut.written, options)
        }
        None => tag(&document, &pieces, &written, options),
    };
    conversion.blocks = reported(&document, &pieces, &labels, cut.as_ref(), &mut settled);
    conversion.notices.extend(settled.notice());
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
    settled: &mut questions::Settled,
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
            } else if settled.wanted.contains_key(&index) && settled.by[index] != By::Labeller {
                settled.by[index] = By::Labeller;
                settled.stale.push(piece.lines(document)[0]);
            }
            Reported {
                lines: piece.lines(document),
                kind: piece.kind,
                label: label.kind,
                confidence: f64::from(label.confidence) / 100.0,
                decided: label.decided,
                written: Some(label.written),
                reasons: label.reasons,
                by: settled.by[index],
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

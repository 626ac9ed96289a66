//! Promotes an unverified block whose content is confirmed to a SPEC or a BUG.

use tagdown::document::{Block, Document, FIELDS, FIX, Field, Kind, fields, parse_with};
use tagdown::markdown::NodeKind;
use tagdown::rules::{Edit, Settings, Severity, apply, is_unknown};
use tagdown::text::Span;

use super::bug_fields::BugFields;
use super::guard::{Change, judge, misread, spoilt_title, unseen};
use super::hedges::{self, Removed};
use super::record::{self, Confirmation, Record};
use super::templates::MARKER;

/// The kind of block that a block becomes.
#[derive(Clone, Debug)]
pub enum Target {
    /// A SPEC.
    Spec,
    /// A BUG, with the fields that its text does not have yet.
    Bug {
        /// The title.
        title: Option<String>,
        /// The fields.
        fields: BugFields,
    },
}

/// What happens to hedging words in a confirmed block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubts {
    /// They are removed, and fields given again are replaced.
    Remove,
    /// They stay, if no rule reports them.
    Keep,
    /// A block that contains them is not promoted.
    Refuse,
}

/// How to promote a block.
#[derive(Clone, Debug)]
pub struct Promotion<'p> {
    /// What the block becomes.
    pub to: Target,
    /// What happens to hedging words and to fields that are given again.
    pub doubts: Doubts,
    /// Where the confirmation is recorded.
    pub record: Record,
    /// The confirmation.
    pub confirmation: Confirmation<'p>,
}

/// The unverified block at an address. The address of a section or document is enough if it has only one.
pub fn unverified<'d>(document: &'d Document<'_>, address: Option<&str>) -> Result<&'d Block, String> {
    let open: Vec<&Block> = document.blocks_of(Kind::Unverified).map(|(block, _)| block).collect();
    let list = |blocks: &[&Block]| {
        let names = blocks.iter().map(|block| format!("#{}", document.block_address(block)));
        names.take(8).collect::<Vec<_>>().join(", ")
    };
    let Some(address) = address.map(|address| address.trim_start_matches('#')) else {
        return match open.as_slice() {
            [one] => Ok(one),
            [] => Err("the document has no `[?]` block".to_owned()),
            several => Err(format!("the document has several `[?]` blocks; name one of {}", list(several))),
        };
    };
    if let Some(block) = document.blocks.iter().find(|block| is_at(document, block, address)) {
        let name =
            if block.tag.is_some() { format!("a {}", block.kind.name()) } else { "untagged text".to_owned() };
        let why = match block.kind {
            Kind::Unverified => return Ok(block),
            Kind::Bug => "; the unsafe fix of `bug-unknown-fix` turns a BUG without a known fix into a `[?]`",
            _ => "",
        };
        return Err(format!("#{address} is {name}; only a `[?]` can be promoted{why}"));
    }
    let section = document.sections.iter().position(|section| section.slug.eq_ignore_ascii_case(address));
    let own: Vec<&Block> = open.iter().filter(|block| Some(block.section) == section).copied().collect();
    match (section, own.as_slice()) {
        (_, [one]) => Ok(one),
        (Some(_), []) => Err(format!("section #{address} has no `[?]` block")),
        (Some(_), several) => Err(format!("section #{address} has several `[?]` blocks: {}", list(several))),
        (None, _) if open.is_empty() => {
            Err(format!("no block #{address}, and the document has no `[?]` block"))
        }
        (None, _) => Err(format!("no block #{address}; the unverified blocks are {}", list(&open))),
    }
}

/// Whether a block has this address. `?` may be written as a word, because shells expand it.
fn is_at(document: &Document<'_>, block: &Block, address: &str) -> bool {
    let own = document.block_address(block);
    own.eq_ignore_ascii_case(address) || own.replace("/?-", "/unverified-").eq_ignore_ascii_case(address)
}

/// The text that would be removed from a block, with line numbers.
pub fn taken_out(document: &Document<'_>, block: &Block, to: &Target) -> Vec<(usize, String)> {
    let Ok(plan) = plan(document, block, to) else { return Vec::new() };
    let words = plan.removed.iter().map(|Removed { edit, .. }| {
        let text = document.text(edit.span);
        let start = edit.span.start + (text.len() - text.trim_start().len());
        (document.source.position(start).line, hedges::shown(document, edit))
    });
    words.collect()
}

/// What a BUG made from a block would still lack: its title and required fields.
pub fn lacking(
    document: &Document<'_>,
    block: &Block,
    title: Option<&str>,
    given: &BugFields,
) -> Vec<&'static str> {
    let has_title = title.is_some() || bold_title(document, block).is_some();
    let (found, _) = fields::read(&document.source, &document.markdown, block.content, false);
    let is_said = |field: &Field| {
        let value = document.text(field.value);
        !(value.is_empty() || field.spec.name == FIX && is_unknown(value))
    };
    let says = |name: &str| found.iter().any(|field| field.spec.name == name && is_said(field));
    let title = (!has_title).then_some("title").into_iter();
    title.chain(given.missing().into_iter().filter(|name| !says(name))).collect()
}

/// Promotes the block, or returns the reason why not.
pub fn promote(
    text: &str,
    block: &Block,
    promotion: &Promotion<'_>,
    settings: &Settings,
) -> Result<Change, String> {
    let document = parse_with(text, &settings.own_tags);
    if let Some(tag) = document.tag_of(block) {
        if let Some(name) = tag.own_name() {
            return Err(format!("its tag is `[{name}]`, not `[?]`; write `[?]` if the text is a claim"));
        }
        if let Some(qualifier) = tag.qualifier {
            let words = document.text(qualifier);
            return Err(format!("its tag contains `{words}`; move the words out of the brackets first"));
        }
    }
    let plan = plan(&document, block, &promotion.to)?;
    let said = [
        promotion.confirmation.by,
        promotion.confirmation.evidence,
        plan.title.as_deref().unwrap_or_default(),
    ];
    let removed = plan.removed.iter().map(|one| &one.edit);
    let given = plan.edits.iter().chain(removed).map(|edit| edit.text.as_str());
    if let Some(problem) = said.into_iter().chain(given).find_map(unseen) {
        return Err(problem);
    }
    if document.text(block.content).contains(MARKER) {
        return Err(format!("the block still contains {MARKER}; fill it in first"));
    }
    let was = was(&document, &plan, promotion)?;
    let mut edits = plan.edits;
    match promotion.doubts {
        Doubts::Remove => edits.extend(plan.removed.iter().map(|one| one.edit.clone())),
        Doubts::Keep if plan.replaced.is_empty() => {}
        Doubts::Refuse if plan.removed.is_empty() => {}
        _ => {
            let words: Vec<String> =
                plan.removed.iter().map(|one| hedges::shown(&document, &one.edit)).collect();
            return Err(format!("promoting it removes `{}`, which needs your consent", words.join("`, `")));
        }
    }
    if promotion.doubts == Doubts::Remove && !hedges::leaves_something(&document, block, &plan.removed) {
        return Err("only the tag would remain; write the confirmed statement first".to_owned());
    }
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let promoted = apply(text, &edits);
    let middle = parse_with(&promoted, &settings.own_tags);
    let made = made(&document, block, &middle, &promotion.to, plan.title.as_deref())?;
    let address = middle.block_address(made);
    let output = record::write(&middle, block.span.start, &promotion.confirmation, promotion.record, &was)?;
    let after = parse_with(&output, &settings.own_tags);
    let remarks = judge(&document, &after, settings, Severity::Warning)?;
    if let Some(words) = hedges::left(&middle, made.content).filter(|_| promotion.doubts != Doubts::Keep) {
        return Err(format!("`{words}` cannot be removed automatically; reword the sentence first"));
    }
    drop(after);
    Ok(Change { output, address, remarks })
}

/// The removed sentences that say more than a hedge, for the record to keep. Refused if there is no record.
fn was(document: &Document<'_>, plan: &Plan, promotion: &Promotion<'_>) -> Result<record::Was, String> {
    if promotion.doubts != Doubts::Remove {
        return Ok(Vec::new());
    }
    let kept = plan.removed.iter().filter(|one| one.is_kept);
    let was: Vec<String> = kept.map(|one| said_before(document, one)).collect();
    match was.first() {
        Some(text) if promotion.record == Record::Nothing => {
            Err(format!("`{text}` is more than a hedge, and no record would keep it; edit it first"))
        }
        _ => Ok(was),
    }
}

/// The form in which a record keeps removed text; a field keeps its name.
fn said_before(document: &Document<'_>, removed: &Removed) -> String {
    let text = hedges::shown(document, &removed.edit);
    let line = document.source.this_line(removed.edit.span.start);
    let name = document.text(Span::new(line, removed.edit.span.start)).trim();
    let is_field =
        FIELDS.iter().any(|field| name.trim_matches(['-', '*', ' ', ':']).eq_ignore_ascii_case(field.name));
    let name = if is_field { format!("{} ", name.trim_start_matches(['-', ' '])) } else { String::new() };
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{name}{text}{stop}")
}

/// The promoted block, if it is read as intended and all other text is read as before.
fn made<'m>(
    document: &Document<'_>,
    block: &Block,
    middle: &'m Document<'_>,
    to: &Target,
    title: Option<&str>,
) -> Result<&'m Block, String> {
    let kind = match to {
        Target::Spec => Kind::Spec,
        Target::Bug { .. } => Kind::Bug,
    };
    let at = block.span.start;
    let made = middle.block_at(at).filter(|made| made.kind == kind && made.span.start == at);
    let made = made.ok_or_else(|| format!("the result would not be read as one {} block", kind.name()))?;
    if let Some(problem) = spoilt_title(middle, made, title) {
        return Err(problem);
    }
    match misread(document, &[block.span], middle, &[made.span]) {
        Some(word) => {
            Err(format!("`{word}` after it would be read under a different tag; tag that text first"))
        }
        None => Ok(made),
    }
}

/// What a promotion does to a block.
struct Plan {
    /// Edits that need no consent.
    edits: Vec<Edit>,
    /// Edits that need consent.
    removed: Vec<Removed>,
    /// Fields among these that get a new value.
    replaced: Vec<Span>,
    title: Option<String>,
}

fn plan(document: &Document<'_>, block: &Block, to: &Target) -> Result<Plan, String> {
    let tag = document.tag_of(block).ok_or("it has no tag")?;
    if !tag.is_well_spelt() || block.content.is_empty() {
        return Err("its tag is malformed; run `tagdown check --fix` first".to_owned());
    }
    let index = document.blocks.iter().position(|other| other.span == block.span).unwrap_or_default();
    let doubts = hedges::find(document, index);
    let (title, given) = match to {
        Target::Spec => {
            let edits = vec![Edit::replace(tag.span, Kind::Spec.tag_line())];
            return Ok(Plan { edits, removed: doubts, replaced: Vec::new(), title: None });
        }
        Target::Bug { title, fields } => (title, fields),
    };
    let mut missing = lacking(document, block, title.as_deref(), given);
    if !missing.is_empty() {
        missing.dedup();
        let flags: Vec<String> = missing.iter().map(|name| format!("--{}", name.to_lowercase())).collect();
        return Err(format!("a BUG needs {}; use {}", missing.join(", "), flags.join(", ")));
    }
    let own_title = bold_title(document, block);
    let words = match (title, &own_title) {
        (Some(title), _) => title.split_whitespace().collect::<Vec<_>>().join(" "),
        (None, Some((_, words))) => words.clone(),
        (None, None) => return Err("a BUG needs a title; use --title".to_owned()),
    };
    let mut edits = vec![Edit::replace(tag.span, format!("**[{}] {words}**", Kind::Bug.name()))];
    let mut removed: Vec<Removed> = doubts;
    if let Some((span, own)) = &own_title {
        // The title line moves to the tag; dropping a different title needs consent.
        if own == &words {
            edits.push(Edit::delete(*span));
        } else {
            removed.push(Removed { edit: Edit::delete(*span), is_kept: true });
        }
    }
    let (found, _) = fields::read(&document.source, &document.markdown, block.content, false);
    let replaced = replace(document, &found, given, &mut removed)?;
    edits.extend(complete(document, &found, given));
    edits.extend(append(document, block, &found, given));
    removed.sort_by_key(|one| (one.edit.span.start, std::cmp::Reverse(one.edit.span.end)));
    removed.dedup_by(|next, last| next.edit.span.start < last.edit.span.end);
    removed.retain(|one| !edits.iter().any(|other| other.span.overlaps(one.edit.span)));
    Ok(Plan { edits, removed, replaced, title: Some(words) })
}

/// The title of a failure without a tag title: bold, on its own on the first line, as `bug-unknown-fix` leaves it.
fn bold_title(document: &Document<'_>, block: &Block) -> Option<(Span, String)> {
    let source = &document.source;
    let line = source.line(source.line_of(block.content.start));
    let text = document.text(line).trim();
    let words = text.strip_prefix("**")?.strip_suffix("**")?;
    let is_plain = !words.contains("**") && !words.trim().is_empty() && !words.starts_with('[');
    let whole = Span::new(block.content.start, source.next_line(block.content.start));
    is_plain.then(|| (whole, words.trim().to_owned()))
}

/// Replaces fields that the block has and that are given again.
fn replace(
    document: &Document<'_>,
    found: &[Field],
    given: &BugFields,
    removed: &mut Vec<Removed>,
) -> Result<Vec<Span>, String> {
    let mut replaced = Vec::new();
    for field in found {
        let old = document.text(field.value);
        let Some(value) = given.get(field.spec.name).filter(|value| *value != old && !old.is_empty()) else {
            continue;
        };
        if old.contains("\n\n") || old.contains("\r\n\r\n") {
            let name = field.spec.name;
            return Err(format!(
                "its {name} spans several paragraphs, some of which may have to stay; edit it first"
            ));
        }
        removed.retain(|one| !one.edit.span.overlaps(field.value));
        let edit = Edit::replace(field.value, value.replace('\n', document.source.eol()));
        // An unknown value is not worth a record.
        removed.push(Removed { edit, is_kept: !is_unknown(old) });
        replaced.push(field.value);
    }
    Ok(replaced)
}

/// Fills the fields that the block names but leaves empty.
fn complete(document: &Document<'_>, found: &[Field], given: &BugFields) -> Vec<Edit> {
    let empty = found.iter().filter(|field| field.value.is_empty());
    let edits = empty.filter_map(|field| {
        let value = given.get(field.spec.name)?.replace('\n', document.source.eol());
        Some(Edit::insert(field.label.end, format!(" {value}")))
    });
    edits.collect()
}

/// Appends the fields that the block lacks.
fn append(document: &Document<'_>, block: &Block, found: &[Field], given: &BugFields) -> Option<Edit> {
    let eol = document.source.eol();
    let is_new = |name: &str| !found.iter().any(|field| field.spec.name == name);
    let lines = FIELDS.iter().filter(|field| is_new(field.name)).filter_map(|field| {
        given.get(field.name).map(|value| format!("{}: {}", field.name, value.replace('\n', eol)))
    });
    let lines: Vec<String> = lines.collect();
    let last = document.content_nodes(block).last().map(|node| node.kind);
    // After fields they continue the lines; after other text a blank line separates them.
    let gap =
        if !found.is_empty() && last == Some(NodeKind::Paragraph) { eol.to_owned() } else { eol.repeat(2) };
    (!lines.is_empty()).then(|| Edit::insert(block.content.end, format!("{gap}{}", lines.join(eol))))
}

//! The functions: what each takes and returns, as JSON. `tagdown.d.ts` has the same as types.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tagdown::document::{Document, Kind, OwnTags, parse_with};
use tagdown::rules::{self, Finding, Safety, Settings, Severity};
use tagdown_render::{
    DIALECTS, ManifestMode, Options, add_title_links, dialect, folder_links, kind_named, lost_folders,
    render, title_anchor,
};

use crate::offsets::{Offsets, Place};
use crate::preview::preview;

/// A function: its name, and its answer.
pub(crate) type Function = (&'static str, fn(&str) -> Result<String, String>);

/// All functions. JavaScript calls them by their place in this list.
pub const FUNCTIONS: &[Function] = &[
    ("render", |given| called(given, rendered)),
    ("blocks", |given| called(given, blocks)),
    ("check", |given| called(given, checked)),
    ("preview", |given| called(given, |given: &Given| Ok(preview(&given.document()?)))),
    ("title", |given| called(given, titled)),
];

/// Calls a function with an object as JSON. The answer is an object as JSON; one with `error` says what is wrong.
pub fn answer(name: &str, given: &str) -> String {
    let function = FUNCTIONS.iter().find(|(known, _)| *known == name);
    let called = function.map_or_else(|| Err(format!("unknown function: {name}")), |(_, run)| run(given));
    called.unwrap_or_else(|error| serde_json::json!({ "error": error }).to_string())
}

fn called<G: DeserializeOwned, A: Serialize>(
    given: &str,
    run: impl Fn(&G) -> Result<A, String>,
) -> Result<String, String> {
    let given: G = serde_json::from_str(given).map_err(|error| error.to_string())?;
    serde_json::to_string(&run(&given)?).map_err(|error| error.to_string())
}

/// What every function takes.
#[derive(Deserialize)]
struct Given {
    text: String,
    /// The tags that the project declares, with the kind that each reads as.
    #[serde(default)]
    tags: BTreeMap<String, String>,
}

impl Given {
    fn own_tags(&self) -> Result<OwnTags, String> {
        self.tags.iter().map(|(name, kind)| Ok((name.clone(), kind_named(kind)?))).collect()
    }

    fn document(&self) -> Result<Document<'_>, String> {
        Ok(parse_with(&self.text, &self.own_tags()?))
    }
}

/// What `render` takes besides.
#[derive(Deserialize)]
struct ToRender {
    #[serde(flatten)]
    given: Given,
    dialect: String,
    #[serde(default)]
    manifest: Option<String>,
    #[serde(default)]
    kinds: Vec<String>,
    #[serde(default)]
    raw: bool,
    /// The path of the document, and those of all documents, for links to folders.
    #[serde(default)]
    path: String,
    #[serde(default)]
    pages: BTreeSet<String>,
    /// The anchors of the titles of other documents, by path, for links to them.
    #[serde(default)]
    titles: BTreeMap<String, String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rendered {
    text: String,
    left_out: BTreeMap<&'static str, usize>,
}

fn rendered(given: &ToRender) -> Result<Rendered, String> {
    let dialect = dialect(&given.dialect).ok_or_else(|| {
        let names: Vec<&str> = DIALECTS.iter().map(|dialect| dialect.name).collect();
        format!("`{}` is not a dialect; the dialects are {}", given.dialect, names.join(", "))
    })?;
    let document = given.given.document()?;
    let mut links = folder_links(&document, &given.path, &given.pages);
    if !given.pages.is_empty() {
        let lost = lost_folders(&document, &given.path, dialect, &given.pages);
        links.extend(lost.into_iter().map(|link| (link, String::new())));
    }
    add_title_links(&document, &given.path, dialect, |path| given.titles.get(path).cloned(), &mut links);
    let options = Options {
        kinds: given.kinds.iter().map(|name| kind_named(name)).collect::<Result<_, _>>()?,
        manifest: given.manifest.as_deref().map_or(Ok(ManifestMode::Keep), ManifestMode::from_name)?,
        raw: given.raw,
        links,
        ..Options::default()
    };
    let made = render(&document, dialect, &options);
    let left_out = tagdown::TAGS.iter().map(|tag| (key(tag.kind), made.left_out[tag.kind as usize]));
    Ok(Rendered { text: made.text, left_out: left_out.filter(|(_, count)| *count > 0).collect() })
}

#[derive(Serialize)]
struct Title {
    anchor: Option<String>,
}

fn titled(given: &Given) -> Result<Title, String> {
    Ok(Title { anchor: title_anchor(&given.document()?).map(str::to_owned) })
}

/// The name of a kind in an object.
fn key(kind: Kind) -> &'static str {
    tagdown_render::KIND_KEYS[kind as usize]
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Blocks {
    is_tagged: bool,
    title: Option<String>,
    version: Option<String>,
    blocks: Vec<Block>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Block {
    kind: &'static str,
    address: String,
    hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The tag as the project names it, if it is its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    is_tagged: bool,
    place: Place,
    content: Place,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<&'static str, Place>,
}

fn blocks(given: &Given) -> Result<Blocks, String> {
    let document = given.document()?;
    let offsets = Offsets::new(&document.source);
    let block = |block: &tagdown::Block| {
        let tag = document.tag_of(block);
        Block {
            kind: key(block.kind),
            address: document.block_address(block),
            hash: document.content_hash(block),
            title: document.block_title(block),
            name: tag.and_then(|tag| tag.own_name()).map(str::to_owned),
            is_tagged: tag.is_some(),
            place: offsets.place(block.span),
            content: offsets.place(block.content),
            fields: block.fields.iter().map(|f| (f.spec.name, offsets.place(f.value))).collect(),
        }
    };
    let header = &document.header;
    Ok(Blocks {
        is_tagged: document.is_tagged(),
        title: header.title.map(|span| document.sections[document.section_at(span.start)].title.clone()),
        version: header.version.as_ref().map(|version| document.text(version.value).to_owned()),
        blocks: document.blocks.iter().map(block).collect(),
    })
}

#[derive(Serialize)]
struct Checked {
    findings: Vec<Found>,
}

#[derive(Serialize)]
struct Found {
    rule: &'static str,
    severity: Severity,
    message: String,
    address: String,
    place: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Fix>,
}

#[derive(Serialize)]
struct Fix {
    title: String,
    safety: Safety,
    edits: Vec<Edit>,
}

#[derive(Serialize)]
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// What `tagdown check` finds without a configuration and without other files. A text without tags has no findings.
fn checked(given: &Given) -> Result<Checked, String> {
    let own = given.own_tags()?;
    let document = parse_with(&given.text, &own);
    if !document.is_tagged() {
        return Ok(Checked { findings: Vec::new() });
    }
    let settings = Settings::default().with_own_tags(own);
    let offsets = Offsets::new(&document.source);
    let found = |finding: Finding| Found {
        rule: finding.rule,
        severity: finding.severity,
        address: document.address(finding.span.start),
        place: offsets.place(finding.span),
        fix: finding.fix.map(|fix| Fix {
            safety: fix.safety,
            edits: fix.edits().iter().map(|edit| edit_of(&offsets, edit)).collect(),
            title: fix.title,
        }),
        message: finding.message,
    };
    Ok(Checked { findings: rules::check(&document, &settings).into_iter().map(found).collect() })
}

fn edit_of(offsets: &Offsets<'_, '_>, edit: &rules::Edit) -> Edit {
    Edit {
        start: offsets.offset(edit.span.start),
        end: offsets.offset(edit.span.end),
        text: edit.text.clone(),
    }
}

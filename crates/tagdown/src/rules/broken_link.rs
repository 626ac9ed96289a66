//! A link or image that leads to a file, an anchor or a definition that does not exist.
//!
//! ```md bad
//! # Upload service
//!
//! Files are at most 20 MB; see [the limits](#limts).
//!
//! ## Limits
//! ```
//!
//! ```md bad
//! # Upload service
//!
//! See [the guide][guide].
//! ```
//!
//! ```md good
//! # Upload service
//!
//! Files are at most 20 MB; see [the limits](#limits) and [the guide][guide].
//!
//! ## Limits
//!
//! [guide]: https://example.com/guide
//! ```
//!
//! A fact can cite a block by its address. The title of the link can carry a hash of what the block said; the rule then
//! also finds a citation whose block is gone, has another kind, or says something else. Write `"hash:"` without a
//! value: `--unsafe-fixes` fills it in, and refreshes it after you have read the block again.
//!
//! ```md bad
//! # Upload service
//!
//! ## Limits
//!
//! **[SPEC]**
//! - Body: at most 4 KB
//!
//! ## Notes
//!
//! **[SPEC]**
//! - A note is as long as [a body](#limits/spec-1 "hash:0badcafe").
//! ```
//!
//! ```md fixed
//! # Upload service
//!
//! ## Limits
//!
//! **[SPEC]**
//! - Body: at most 4 KB
//!
//! ## Notes
//!
//! **[SPEC]**
//! - A note is as long as [a body](#limits/spec-1 "hash:fb85bd1e").
//! ```
//!
//! The hash depends on neither the layout nor the kind of the block, so a block that moved or changed its kind is found
//! by its hash.
//!
//! The rule checks relative targets: files, images and folders on disk, anchors in Markdown files, and definitions of
//! references and footnotes, in Markdown and in the HTML elements `<a>` and `<img>`. The message names the nearest
//! target that exists. Nothing is loaded from the network. For text on standard input without `--stdin-name`, only its
//! own anchors and definitions are checked.
//!
//! Anchors are those of GitHub, whatever their case, and those that the author set: `<a name="…">`, `id="…"`, `{#name}`,
//! `(name)=`. In a project with a site generator, such as MkDocs, Docusaurus, mdBook or Sphinx, the spelling of other
//! renderers is fine as well, and so are addresses without an ending.
//!
//! The rule does not report what it cannot know: addresses from the root of a site (`/guide`), pages that a tool builds
//! (`.html`, files that git ignores, folders such as `_build`), names without an ending unless a similar one exists,
//! files outside the repository, templates such as `{{ page }}`, anchors of pages that include other text, pieces that
//! other pages include, and `[text]` without a second pair of brackets.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};

use super::engine::{
    Context, Edit, Finding, FixKind, Group, Rule, Safety, Severity, Site, Surroundings, page_of,
};
use super::links::{Citation, Files, Lookup, Meant, Stale, Target, is_page, undefined};
use crate::document::{Anchors, Document, is_generated};
use crate::markdown::{Link, NodeKind, html_links, is_put_in};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "broken-link",
    group: Group::Document,
    severity: Severity::Error,
    fix: FixKind::Unsafe,
    removes_words: true,
    is_authors_own: true,
    looks_around: true,
    why: "a reader who follows the link does not find what the link promises",
    todo: "correct the target, or remove the link",
    source: page_of!("broken_link.rs"),
    check,
    ..Rule::PLAIN
};

/// The keys of front matter that belong to a site generator.
const SITE_KEYS: [&str; 22] = [
    "layout",
    "permalink",
    "slug",
    "sidebar_label",
    "sidebar_position",
    "sidebar",
    "weight",
    "nav_order",
    "parent",
    "has_children",
    "id",
    "redirect_from",
    "aliases",
    "menu",
    "draft",
    "url",
    "linkTitle",
    "hide_title",
    "pageClass",
    "outline",
    "toc",
    "template",
];

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let around = cx.surroundings();
    let mut links: Vec<Cow<'_, Link>> = document.markdown.links.iter().map(Cow::Borrowed).collect();
    links.extend(html_links(&document.source, &document.markdown).into_iter().map(Cow::Owned));
    let mut found = Found::default();
    if !links.is_empty() {
        let mut checker = Checker::new(document, around);
        let mut definitions = FxHashSet::default();
        let bots = written_by_bots(document);
        for link in links.iter().filter(|link| !is_put_in(&bots, link.span)) {
            // A target that several links share is wrong in one place: in its definition.
            let references = &document.markdown.references;
            let definition = references
                .binary_search_by_key(&link.span.start, |(at, _)| *at)
                .ok()
                .map(|index| references[index].1);
            if definition.is_some_and(|definition| !definitions.insert(definition)) {
                continue;
            }
            let place = definition.unwrap_or(link.span);
            let citation = Citation::read(document.text(place), place.start);
            if let Some((message, fix)) = checker.problem(link, citation) {
                found.0.push(Broken { span: place, message, used: definition.map(|_| link.span), fix });
            }
        }
    }
    let site = around.map(Surroundings::site).unwrap_or_default();
    let bytes = document.source.text().as_bytes();
    let is_reference = |at: usize| bytes[..at].ends_with(b"]") || bytes[at..].starts_with(b"[^");
    if memchr::memchr_iter(b'[', bytes).any(is_reference) {
        found.add_undefined(document, site);
    }
    for broken in found.0 {
        let finding = cx.report(broken.span, broken.message);
        if let Some(used) = broken.used {
            finding.related(used, "used here");
        }
        if let Some(edit) = broken.fix {
            finding.fix(Safety::Unsafe, "cite the block as it is", vec![edit]);
        }
    }
}

/// Where the link of a finding of this rule leads: a relative path, empty for the document itself, and an anchor.
pub fn broken_target(document: &Document<'_>, finding: &Finding) -> Option<(String, Option<String>)> {
    let used = finding.related.first().map_or(finding.span, |related| related.span);
    let links = (finding.rule == RULE.name).then_some(&document.markdown.links)?;
    let known = links.iter().find(|link| link.span == used).cloned();
    let in_html =
        || html_links(&document.source, &document.markdown).into_iter().find(|link| link.span == used);
    let target = Target::read(&known.or_else(in_html)?.target)?;
    Some((target.path, target.anchor))
}

#[derive(Default)]
struct Found(Vec<Broken>);

/// A broken link.
struct Broken {
    span: Span,
    message: String,
    /// The first use of a definition.
    used: Option<Span>,
    /// What makes a citation fit the block.
    fix: Option<Edit>,
}

impl Found {
    fn add_undefined(&mut self, document: &Document<'_>, site: Site) {
        let undefined = undefined(document);
        if undefined.is_empty() || is_generated(document) {
            return;
        }
        let mut meant = Meant::default();
        let defined = &document.markdown.defined;
        // Brackets on a tag line are the tag and its title: `**[SPEC][draft]**`.
        let is_in_tag = |span: Span| {
            let next = document.tags.partition_point(|tag| tag.span.end <= span.start);
            document.tags.get(next).is_some_and(|tag| tag.span.start <= span.start)
        };
        for one in undefined.into_iter().filter(|one| one.is_note || !is_in_tag(one.span)) {
            let (what, sign, labels) = if one.is_note {
                ("footnote", "^", &defined.notes)
            } else if site.resolves_labels {
                continue;
            } else {
                ("reference", "", &defined.links)
            };
            let label = one.label.split_whitespace().collect::<Vec<_>>().join(" ");
            let near = meant.name(&label.to_lowercase(), labels.keys().map(String::as_str));
            let hint = near.map_or(String::new(), |near| format!("; did you mean `[{sign}{near}]`?"));
            let message = format!("the {what} `[{sign}{label}]` is not defined{hint}");
            self.0.push(Broken { span: one.span, message, used: None, fix: None });
        }
    }
}

/// Checks the targets of one document's links.
struct Checker<'c, 't> {
    document: &'c Document<'t>,
    around: Option<&'c dyn Surroundings>,
    files: Option<Files<'c>>,
    /// Whether the document is a part of other pages.
    is_piece: bool,
    is_site: bool,
    site: Site,
    /// The anchors of the document itself, without and with its blocks.
    own_anchors: [OnceCell<Arc<Anchors>>; 2],
    /// The anchors of others.
    anchors: FxHashMap<String, Option<Arc<Anchors>>>,
    meant: Meant,
}

impl<'c, 't> Checker<'c, 't> {
    fn new(document: &'c Document<'t>, around: Option<&'c dyn Surroundings>) -> Self {
        let site = around.map(Surroundings::site).unwrap_or_default();
        let is_site = site.is_site || is_site_page(document);
        // The links of a piece are those of the pages that include it.
        let has_heading = document.sections.iter().any(|section| section.level > 0);
        let is_piece = !has_heading && (is_site || !document.is_tagged()) || site.is_piece;
        Self {
            document,
            around,
            files: around.filter(|_| !is_piece).map(|around| Files::new(around, is_site)),
            is_piece,
            is_site,
            site,
            own_anchors: Default::default(),
            anchors: FxHashMap::default(),
            meant: Meant::default(),
        }
    }

    /// What is wrong with a link, and what corrects it.
    fn problem(&mut self, link: &Link, citation: Option<Citation<'_>>) -> Option<(String, Option<Edit>)> {
        let target = Target::read(&link.target)?;
        let path = match self.file(link, &target)? {
            Ok(path) => path,
            Err(message) => return Some((message, None)),
        };
        let is_elsewhere = self.site.shares_anchors || self.is_piece;
        let name = target.anchor.filter(|anchor| !anchor.is_empty() && !is_elsewhere)?;
        let anchors = self.anchors_of(&path, name.contains('/'))?;
        let place = if path.is_empty() { "this document".to_owned() } else { format!("`{}`", target.path) };
        if let Some(stale) = name.contains('/').then(|| Stale::find(&name, citation, &anchors)).flatten() {
            let edit = |text: String| citation.map(|citation| Edit::replace(citation.span, text));
            return Some(match stale {
                Stale::Moved(other) => (
                    format!("the cited block `{name}` of {place} is now `{other}`"),
                    self.readdress(link, &name, &other),
                ),
                Stale::Kind(other) => {
                    (format!("{place} has no block `{name}`; its kind changed: `{other}`"), None)
                }
                Stale::Changed(hash) => {
                    (format!("the cited block `{name}` of {place} changed since it was cited"), edit(hash))
                }
                Stale::New(hash) => (format!("the citation of `{name}` of {place} has no hash"), edit(hash)),
            });
        }
        if anchors.has(&name, self.is_site) {
            return None;
        }
        let near = self.meant.anchor(&name.to_lowercase(), anchors.names());
        let hint = near.map_or(String::new(), |near| format!("; did you mean `#{near}`?"));
        Some((format!("{place} has no anchor `#{name}`{hint}"), None))
    }

    /// Replaces the address in a citation, if the text has it as it is.
    fn readdress(&self, link: &Link, old: &str, new: &str) -> Option<Edit> {
        let text = self.document.text(link.span);
        let at = text.rfind(&format!("#{old}"))? + 1;
        let start = link.span.start + at;
        Some(Edit::replace(Span::new(start, start + old.len()), new))
    }

    /// The path of the file that a link leads to, empty for the document itself, or what is wrong with it. `None` if nothing
    /// can be said about the link.
    fn file(&mut self, link: &Link, target: &Target) -> Option<Result<String, String>> {
        if target.path.is_empty() {
            return Some(Ok(String::new()));
        }
        let (around, files) = (self.around?, self.files.as_mut()?);
        let path = match files.find(&target.path) {
            Lookup::Unknown => return None,
            Lookup::There(there) => there,
            missing => {
                let near = self.meant.path(around, &target.path);
                if missing == Lookup::Doubtful && near.is_none() {
                    return None;
                }
                let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                let name = target.path.rsplit('/').next().unwrap_or_default();
                let what = match link.is_image {
                    true => "image",
                    false if name.contains('.') => "file",
                    false => "file or folder",
                };
                return Some(Err(format!("there is no {what} `{}`{hint}", target.path)));
            }
        };
        // What an address without an ending or with `.html` leads to has the anchors of another renderer.
        is_page(&target.path).then_some(Ok(path))
    }

    /// The anchors behind a path; `has_blocks` is whether those of the document itself need its blocks.
    fn anchors_of(&mut self, path: &str, has_blocks: bool) -> Option<Arc<Anchors>> {
        if path.is_empty() {
            let of = if has_blocks { Anchors::of } else { Anchors::without_blocks };
            let own = &self.own_anchors[usize::from(has_blocks)];
            return Some(own.get_or_init(|| Arc::new(of(self.document))).clone());
        }
        if let Some(known) = self.anchors.get(path) {
            return known.clone();
        }
        let anchors = self.around.and_then(|around| around.anchors(path));
        self.anchors.insert(path.to_owned(), anchors.clone());
        anchors
    }
}

/// Whether the front matter of a document is that of a page of a site.
fn is_site_page(document: &Document<'_>) -> bool {
    let matter = document.markdown.nodes.first().filter(|node| node.kind == NodeKind::FrontMatter);
    let text = matter.map_or("", |node| document.text(node.span));
    let key = |line: &str| line.split([':', '=']).next().unwrap_or_default().trim().to_owned();
    text.lines().any(|line| SITE_KEYS.contains(&key(line).as_str()))
}

/// What a bot writes between comments such as `<!-- CONTRIBUTORS:START -->` and `<!-- CONTRIBUTORS:END -->`.
fn written_by_bots(document: &Document<'_>) -> Vec<Span> {
    let text = document.source.text();
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(start) = memmem::find(&text.as_bytes()[at..], b":START").map(|next| at + next) {
        let line = &text[document.source.this_line(start)..start];
        let end = text[start..].find(":END").map(|next| start + next);
        let Some(end) = end.filter(|_| line.contains("<!--")) else {
            at = start + 1;
            if end.is_none() {
                break;
            }
            continue;
        };
        spans.push(Span::new(start, end));
        at = end;
    }
    spans
}

//! What is said about a comparison: its changes in words, counts, and the versions of the documents.

use std::collections::BTreeMap;

use tagdown::document::Kind;
use tagdown::text::{plural, reveal_line, reveal_path};

use super::change::{Change, Cited, Comparison, What};
use super::fact::{Fact, Form, Page};
use super::pieces::{label_or_start, short};
use super::version::{Bump, next};
use super::words::Part;

/// A document and its versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The path of the new document, or of the old one if it is gone.
    pub path: String,
    /// The version before the change.
    pub old: Option<String>,
    /// The version after it.
    pub new: Option<String>,
    /// The version that the change asks for; `None` if no fact and no context changed, or without an old version.
    pub suggested: Option<String>,
    /// Whether the facts changed, but the version in the header did not increase.
    pub is_stale: bool,
}

impl Comparison {
    /// The old fact of a change, with its document.
    pub fn before(&self, change: &Change) -> Option<(&Page, &Fact)> {
        change.old.map(|(page, fact)| (&self.old[page], &self.old[page].facts[fact]))
    }

    /// The new fact of a change, with its document.
    pub fn after(&self, change: &Change) -> Option<(&Page, &Fact)> {
        change.new.map(|(page, fact)| (&self.new[page], &self.new[page].facts[fact]))
    }

    /// How many facts each kind of change concerns.
    pub fn counts(&self) -> BTreeMap<What, usize> {
        let mut counts = BTreeMap::new();
        for change in &self.changes {
            *counts.entry(change.what).or_default() += change.count();
        }
        counts
    }

    /// How many sentences of context each kind of change concerns, each with its name.
    pub fn context_counts(&self) -> [(&'static str, usize); 4] {
        What::OF_CONTEXT.map(|(what, name)| {
            let changes = self.context.iter().filter(|change| change.what == what);
            (name, changes.map(Change::count).sum())
        })
    }

    /// The changes of context on one line: `1 removed, 2 added`.
    pub(super) fn context_summary(&self) -> String {
        let counts = self.context_counts().into_iter().filter(|(_, count)| *count > 0);
        counts.map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
    }

    /// The changes on one line: `1 fact lost, 2 changed`.
    pub fn summary(&self) -> String {
        let counts = self.counts();
        let mut parts: Vec<String> =
            counts.iter().map(|(what, count)| format!("{count} {}", what.name())).collect();
        match parts.first_mut() {
            Some(first) => {
                let (count, name) = first.split_once(' ').unwrap_or_default();
                *first = format!("{} {name}", plural(count.parse().unwrap_or(0), "fact"));
            }
            None => parts.push("no fact changed".to_owned()),
        }
        let mut out = parts.join(", ");
        if self.unchanged > 0 {
            out.push_str(&format!("; {} unchanged", self.unchanged));
        }
        if !self.context.is_empty() {
            out.push_str(&format!("; sentences of context: {}", self.context_summary()));
        }
        out
    }

    /// The most important change and all counts on one line.
    pub fn line(&self) -> String {
        let first = self.changes.first().map(|change| {
            let text: String = self
                .pieces(change)
                .into_iter()
                .map(|part| match part {
                    Part::Old(text) if change.marks_words() => format!("[-{text}-]"),
                    Part::New(text) if change.marks_words() => format!("{{+{text}+}}"),
                    Part::Old(text) | Part::Both(text) | Part::New(text) => text,
                    Part::Between => String::new(),
                })
                .collect();
            let text = text.replace('\n', " ⏎ ");
            format!("; {} in {}: {text}", change.what.name(), self.place(change))
        });
        format!("{}{}\n", self.summary(), first.unwrap_or_default())
    }

    /// What else a reviewer wants to know: what has a new name, and which documents still have their old version.
    pub fn notes(&self) -> Vec<String> {
        let mut out = self.citing();
        out.extend(self.renames());
        out.extend(self.headers());
        for versions in self.versions() {
            if let (Some(old), Some(next), true) = (versions.old, versions.suggested, versions.is_stale) {
                let path = reveal_path(&versions.path);
                out.push(format!("{path}: the version is still {}; next: {next}", reveal_line(&old)));
            }
        }
        out
    }

    fn renames(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (old, new) in self.old.iter().zip(&self.pages).filter(|_| !self.is_one_document) {
            let new = new.map(|new| &self.new[new].path).filter(|new| **new != old.path);
            out.extend(new.map(|new| format!("file {} is now {}", reveal_path(&old.path), reveal_path(new))));
        }
        for (page, old, new) in &self.renamed {
            let path = self.pages[*page].map_or(&self.old[*page].path, |new| &self.new[new].path);
            let name = |titles: &[String]| reveal_line(titles.last().map_or("", |title| title));
            let (old, new) = (name(old), name(new));
            // The title of the document says so itself.
            let title = |page: &Page| {
                page.about.iter().find(|(name, _)| *name == "title").map(|(_, title)| reveal_line(title))
            };
            let after = self.pages[*page].and_then(|page| title(&self.new[page]));
            let is_title = title(&self.old[*page])
                .is_some_and(|was| was.contains(&old) && Some(was.replacen(&old, &new, 1)) == after);
            if !is_title {
                out.push(format!("section \"{old}\" of {} is now \"{new}\"", reveal_path(path)));
            }
        }
        out
    }

    /// Who cites what changed.
    fn citing(&self) -> Vec<String> {
        let line = |cited: &Cited| {
            let changes: Vec<&str> = cited.changes.iter().map(|what| what.name()).collect();
            let (from, to) = (reveal_path(&cited.from), reveal_path(&cited.to));
            format!("{from} cites {to} ({})", changes.join(", "))
        };
        self.citations.iter().map(line).collect()
    }

    /// What headers say that they did not say before.
    fn headers(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (old, new) in
            self.old.iter().zip(&self.pages).filter_map(|(old, new)| Some((old, &self.new[(*new)?])))
        {
            let of = |page: &Page, name: &str| {
                page.about.iter().find(|(other, _)| *other == name).map(|(_, value)| reveal_line(value))
            };
            let mut names: Vec<&str> = old.about.iter().chain(&new.about).map(|(name, _)| *name).collect();
            names.sort_unstable();
            names.dedup();
            // A title that an author gave or took where `convert` made one is a heading that moved.
            let is_known = of(old, "title").is_some() && of(new, "title").is_some();
            let is_made = (old.has_made_title || new.has_made_title) && !is_known;
            for name in names.into_iter().filter(|name| !is_made || *name != "title") {
                let path = reveal_path(&new.path);
                out.extend(match (of(old, name), of(new, name)) {
                    (Some(old), Some(new)) if old != new => {
                        Some(format!("{path}: the {name} \"{old}\" is now \"{new}\""))
                    }
                    (Some(old), None) => Some(format!("{path}: the {name} \"{old}\" was removed")),
                    (None, Some(new)) => Some(format!("{path}: the {name} \"{new}\" was added")),
                    _ => None,
                });
            }
        }
        out
    }

    /// The documents whose facts or context changed, with their versions.
    pub fn versions(&self) -> Vec<Versions> {
        let mut bumps: BTreeMap<usize, Option<Bump>> = BTreeMap::new();
        for change in &self.changes {
            let bump = if change.is_relinked { Bump::Patch } else { Bump::of(change.what) };
            for (old, new) in change.all() {
                let from = old.map(|(page, _)| page);
                // What moved to another document changes both.
                let to = new.and_then(|(page, _)| self.pages.iter().position(|to| *to == Some(page)));
                for page in from.into_iter().chain(to) {
                    let highest = bumps.entry(page).or_default();
                    *highest = (*highest).max(Some(bump));
                }
            }
        }
        let one = |(page, bump): (usize, Option<Bump>)| {
            let before = &self.old[page];
            let after = self.pages[page].map(|new| &self.new[new])?;
            let suggested = next(before.version.as_deref()?, bump?);
            let number = |version: &Option<String>| semver::Version::parse(version.as_deref()?).ok();
            let is_stale = match (number(&before.version), number(&after.version)) {
                (Some(old), Some(new)) => new <= old,
                _ => before.version == after.version || after.version.is_none(),
            };
            let (path, old, new) = (after.path.clone(), before.version.clone(), after.version.clone());
            Some(Versions { path, old, new, suggested, is_stale })
        };
        bumps.into_iter().filter_map(one).collect()
    }

    /// Where a change is: the address of the new fact, or of the old one.
    pub fn place(&self, change: &Change) -> String {
        let site = self.after(change).or_else(|| self.before(change));
        site.map_or_else(String::new, |(page, fact)| address(page, fact))
    }

    /// What an introduction that came or went is above of.
    fn below(&self, change: &Change) -> Option<String> {
        let ((page, fact), count) = change.below?;
        let pages = if change.new.is_some() { &self.new } else { &self.old };
        let verb = if change.new.is_some() { "now above" } else { "was above" };
        let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        Some(format!("{verb} \"{}\"{more}", short(&pages[page].facts[fact])))
    }

    /// What else a reader wants to know about a change: where it was, what kind it had, how many facts it stands for.
    pub fn remark(&self, change: &Change) -> Option<String> {
        let (old, new) = (self.before(change), self.after(change));
        let mut out = Vec::new();
        if let (Some((page, before)), Some((place, after))) = (old, new) {
            let is_elsewhere =
                before.address != after.address || page.path != place.path && !self.is_one_document;
            if before.kind != after.kind {
                out.push(format!("was [{}] in {}", before.kind.name(), address(page, before)));
            } else if change.what == What::Moved && is_elsewhere {
                out.push(format!("was in {}", address(page, before)));
            } else if change.what == What::Moved {
                let (was, is) = (about(page, before), about(place, after));
                let is_other = was != is;
                out.extend(was.filter(|_| is_other).map(|item| format!("was below \"{item}\"")));
                out.extend(is.filter(|_| is_other).map(|item| format!("now below \"{item}\"")));
            }
        }
        if let Some((page, fact)) = new.or(old).filter(|_| change.needs_opening) {
            out.extend(about(page, fact).map(|opening| format!("after \"{opening}\"")));
        }
        let is_own = matches!(change.what, What::Added | What::Lost | What::Changed) && change.count() == 1;
        if let Some((page, fact)) = new.or(old).filter(|_| is_own && !change.needs_opening) {
            out.extend(group(page, fact).map(|name| format!("below \"{name}\"")));
        }
        if let Some((_, fact)) = new.or(old).filter(|_| change.count() == 1)
            && let (Form::Field(_), Some(title)) = (fact.form, &fact.title)
            && matches!(change.what, What::Added | What::Lost)
        {
            out.push(format!("of \"{}\"", reveal_line(title)));
        }
        out.extend(
            change.still.as_ref().map(|address| format!("removed here, still in {}", reveal_line(address))),
        );
        if !change.rest.is_empty() {
            out.push("the rest of the claim is gone".to_owned());
        }
        out.extend(self.below(change));
        if change.is_reordered {
            return Some("the steps have another order".to_owned());
        }
        let is_code = new.is_some_and(|(_, fact)| fact.form == Form::Code);
        if change.what == What::Changed && is_code && change.count() > 1 {
            out.push(format!("the same signs in {}", plural(change.count() - 1, "other code block")));
        } else if change.is_relinked && change.count() > 1 {
            let is_context = new.is_some_and(|(_, fact)| fact.kind == Kind::Note);
            let name = if is_context { "other sentence" } else { "other fact" };
            out.push(format!("the same in the links of {}", plural(change.count() - 1, name)));
        } else if change.count() > 1 && change.columns.is_none() {
            let fact = new.or(old).map(|(_, fact)| fact);
            let is_bug = fact.is_some_and(|fact| fact.form == Form::Title) && change.what != What::Moved;
            let name =
                if is_bug { "the whole BUG".to_owned() } else { format!("and {} more", change.count() - 1) };
            out.push(name);
        }
        (!out.is_empty()).then(|| out.join("; "))
    }
}

/// What a fact is about, by the first sentence before it or the item above it.
fn about(page: &Page, fact: &Fact) -> Option<String> {
    let opening = fact.opening.as_ref().and_then(|opening| {
        page.facts.iter().find(|first| first.form == Form::Sentence && first.item == opening.item)
    });
    let parent =
        || page.facts.iter().find(|first| first.form == Form::Sentence && Some(first.item) == fact.parent);
    let above = || fact.above.last().map(|words| reveal_line(&words.join(" ")));
    opening.or_else(parent).map(label_or_start).or_else(above)
}

/// The line above the list of a fact, if another list of its block has a fact with the same label.
fn group(page: &Page, fact: &Fact) -> Option<String> {
    let (group, label) = (fact.group?, fact.label.as_ref()?);
    let is_twin = |other: &&Fact| {
        other.label.as_ref() == Some(label)
            && other.address == fact.address
            && other.group.is_some_and(|other| other != group)
    };
    page.facts.iter().find(is_twin)?;
    let line = page.facts.iter().find(|line| line.form == Form::Sentence && line.item == group);
    line.map(label_or_start)
}

/// The address of a fact with the path of its document.
fn address(page: &Page, fact: &Fact) -> String {
    format!("{}#{}", reveal_path(&page.path), fact.address)
}

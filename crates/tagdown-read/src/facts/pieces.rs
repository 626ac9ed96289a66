//! The text of a change, with what differs.

use tagdown::markdown::plain_text;
use tagdown::text::{plural, reveal_line};

use super::change::{Change, Columns, Comparison, What};
use super::fact::{Fact, Form, Page};
use super::lines::marked_lines;
use super::rows::shown;
use super::words::{Part, marked};

/// The longest text of a fact that is shown, in characters; code has more.
const LONG: usize = 400;
const LONG_CODE: usize = 4000;
/// The longest text of a fact that is named in a remark.
const NAME: usize = 60;

impl Comparison {
    /// The text of a change, in pieces: what only the old text has, what both have, and what only the new text has. Only code
    /// has several lines.
    pub fn pieces(&self, change: &Change) -> Vec<Part> {
        if let Some(columns) = &change.columns {
            return vec![Part::Both(self.columns(change, columns))];
        }
        if let (Some((_, old)), Some((_, new)), true) =
            (self.before(change), self.after(change), change.is_reworded)
        {
            return match &change.texts {
                Some((old, new)) => marked(&reveal_line(old), &reveal_line(new)),
                None => compared(old, new),
            };
        }
        let text = |site: Option<(&Page, &Fact)>| site.map(|(_, fact)| cut(fact));
        match (text(self.before(change)), text(self.after(change))) {
            (Some(old), None) => vec![Part::Old(old)],
            (_, Some(new)) if matches!(change.what, What::Added | What::Claimed) => vec![Part::New(new)],
            (_, Some(new)) => vec![Part::Both(new)],
            (None, None) => Vec::new(),
        }
    }

    /// Which columns came and went, and what was in them.
    fn columns(&self, change: &Change, columns: &Columns) -> String {
        let list = |names: &[String]| names.join(", ");
        let rows = plural(change.count(), "row");
        let cells = |fact: &Fact, names: &[String]| {
            let is_wanted = |name: &str, cell: &str| !cell.is_empty() && names.iter().any(|one| one == name);
            let wanted = fact.cells.iter().filter(|(name, cell)| is_wanted(name, cell));
            let values: Vec<&str> = wanted.map(|(_, cell)| &**cell).collect();
            let label = fact.cells.first().map_or("", |(_, cell)| cell);
            (!values.is_empty()).then(|| format!("{label}: {}", values.join(", ")))
        };
        let was = || change.all().filter_map(|(old, _)| old).map(|(page, at)| &self.old[page].facts[at]);
        let is = || change.all().filter_map(|(_, new)| new).map(|(page, at)| &self.new[page].facts[at]);
        let old: Vec<String> = was().filter_map(|fact| cells(fact, &columns.removed)).collect();
        let new: Vec<String> = is().filter_map(|fact| cells(fact, &columns.added)).collect();
        let values = |all: &[String]| {
            if all.is_empty() { String::new() } else { format!(": {}", limited(&all.join("; "), LONG)) }
        };
        reveal_line(&match (&columns.removed[..], &columns.added[..]) {
            ([old], [new]) if columns.is_renamed => format!("column {old} is now {new} in {rows}"),
            ([], added) if new.is_empty() => format!("new column {}, empty in all other rows", list(added)),
            ([], added) => format!("new column {} in {rows}{}", list(added), values(&new)),
            (removed, []) => format!("column {} removed from {rows}{}", list(removed), values(&old)),
            (removed, added) => format!(
                "column {} removed from {rows}{}; new column {}{}",
                list(removed),
                values(&old),
                list(added),
                values(&new)
            ),
        })
    }
}

/// The texts of two facts with what differs.
fn compared(old: &Fact, new: &Fact) -> Vec<Part> {
    let both = |form: Form| old.form == form && new.form == form;
    if both(Form::Code) && (old.code().len() > 1 || new.code().len() > 1) {
        let lines = |fact: &Fact| fact.code().iter().map(|line| reveal_line(line)).collect::<Vec<_>>();
        return marked_lines(&lines(old), &lines(new));
    }
    // The text of a link may be the same, and its target defined elsewhere.
    if old.text == new.text && old.links != new.links {
        let only = |links: &[String], others: &[String]| -> Vec<String> {
            links.iter().filter(|link| !others.contains(link)).cloned().collect()
        };
        let (mut was, mut is) = (only(&old.links, &new.links), only(&new.links, &old.links));
        // The same targets may have another order.
        if was.is_empty() || is.is_empty() {
            (was, is) = (old.links.clone(), new.links.clone());
        }
        let mut parts = vec![Part::Both(format!("{} → ", cut(new)))];
        parts.extend(marked(&reveal_line(&was.join(" ")), &reveal_line(&is.join(" "))));
        return parts;
    }
    if both(Form::Row) {
        // Only the names of columns tell two rows with the same cells apart.
        if old.text == new.text {
            return marked(&with_names(old), &with_names(new));
        }
        let is_sparse = [old, new].iter().any(|row| row.cells.iter().any(|(_, cell)| cell.is_empty()));
        return marked(&reveal_line(&shown(old, is_sparse)), &reveal_line(&shown(new, is_sparse)));
    }
    let mut parts = marked(&whole(old), &whole(new));
    let [was, is] = targets_elsewhere(old, new);
    if was != is {
        parts.push(Part::Both(" → ".to_owned()));
        parts.extend(marked(&reveal_line(&was), &reveal_line(&is)));
    }
    parts
}

/// The targets of links that only one of two facts has and that are defined elsewhere in the document.
fn targets_elsewhere(old: &Fact, new: &Fact) -> [String; 2] {
    let hidden = |fact: &Fact, other: &Fact| {
        let is_hidden = |link: &&String| !fact.text.contains(&***link) && !other.links.contains(link);
        fact.links.iter().filter(is_hidden).cloned().collect::<Vec<_>>().join(" ")
    };
    [hidden(old, new), hidden(new, old)]
}

/// The start of a fact, as a name for it.
pub(super) fn short(fact: &Fact) -> String {
    named(&whole(fact).replace('\n', " ⏎ "))
}

/// What a fact says that it is about, or its start.
pub(super) fn label_or_start(fact: &Fact) -> String {
    let text = whole(fact);
    let ends = [":", " - ", " – ", " — "].iter().filter_map(|sign| text.find(sign));
    match ends.min().filter(|_| fact.label.is_some()) {
        Some(end) => text[..end].replace("**", ""),
        None => named(&reveal_line(&plain_text(&text))),
    }
}

/// The start of a text, as a name.
fn named(text: &str) -> String {
    match text.char_indices().nth(NAME) {
        Some((at, _)) => {
            let start = &text[..at];
            let end = start.rfind(' ').filter(|end| *end > NAME / 2).unwrap_or(start.len());
            format!("{}…", start[..end].trim_end())
        }
        None => text.to_owned(),
    }
}

/// A row with the names of its columns, in the order of the names.
fn with_names(fact: &Fact) -> String {
    let mut cells: Vec<String> = fact
        .cells
        .iter()
        .filter(|(_, cell)| !cell.is_empty())
        .map(|(name, cell)| format!("{name}: {cell}"))
        .collect();
    cells.sort();
    reveal_line(&cells.join(" | "))
}

/// The text of a fact, with the name of a field. Only code has several lines.
fn whole(fact: &Fact) -> String {
    match fact.form {
        Form::Field(name) => reveal_line(&format!("{name}: {}", fact.text)),
        Form::Code => fact.code().iter().map(|line| reveal_line(line)).collect::<Vec<_>>().join("\n"),
        Form::Row => reveal_line(&shown(fact, fact.cells.iter().any(|(_, cell)| cell.is_empty()))),
        _ => reveal_line(&fact.text),
    }
}

/// The start of a long text.
fn cut(fact: &Fact) -> String {
    let text = whole(fact);
    if fact.form != Form::Code || text.chars().count() <= LONG_CODE {
        return limited(&text, if fact.form == Form::Code { LONG_CODE } else { LONG });
    }
    let (mut size, mut shown) = (0, 0);
    let lines: Vec<&str> = text.lines().collect();
    while shown < lines.len() && size + lines[shown].chars().count() < LONG_CODE {
        size += lines[shown].chars().count() + 1;
        shown += 1;
    }
    if shown == 0 {
        return limited(&text, LONG_CODE);
    }
    format!("{}\n… {}", lines[..shown].join("\n"), plural(lines.len() - shown, "more line"))
}

/// The start of a text, in whole words.
fn limited(text: &str, most: usize) -> String {
    let Some((at, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let start = &text[..at];
    let end = start.rfind(char::is_whitespace).filter(|end| *end > at / 2).unwrap_or(at);
    format!("{}…", start[..end].trim_end())
}

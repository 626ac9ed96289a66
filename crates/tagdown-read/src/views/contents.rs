//! The contents of documents: headings down to a depth, each with what is below it, without blocks. Under a budget, the
//! depth shrinks first, then documents are counted by folder.

use std::collections::BTreeMap;

use tagdown::text::{plural, reveal_line};

use super::{markdown, outline};
use crate::reading::{Reading, Tally};
use crate::request::{Refused, Request};

/// The headings of documents down to a depth, where 0 is the documents alone and 1 their sections.
///
/// ```
/// use tagdown_read::{Request, Selection};
/// let text = "# T\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n\n### Rates\n\n**[SPEC]**\n- 5 per second\n";
/// let reading = tagdown_read::read(&tagdown::parse(text), "a.md", &Selection::default());
/// let contents = tagdown_read::contents(&[reading], &Request::default(), 1).unwrap();
/// assert!(contents.contains("## Limits (lines 3-11; SPEC 11)\n"), "{contents}");
/// assert!(!contents.contains("Rates"));
/// ```
pub fn contents(readings: &[Reading], request: &Request, depth: usize) -> Result<String, Refused> {
    let limit = request.limit().unwrap_or(usize::MAX);
    let fits = |text: &String| request.count(text) <= limit;
    let deepest = readings.iter().map(depth_of).max().unwrap_or(0).min(depth);
    for depth in (0..=deepest).rev() {
        let body: String = readings.iter().map(|reading| document(reading, request, depth)).collect();
        let text = body + &ending(readings, depth < deepest, "sections");
        if fits(&text) {
            return Ok(text);
        }
    }
    let most = readings.iter().map(|reading| reading.path.matches('/').count()).max().unwrap_or(0);
    for depth in (0..=most).rev() {
        let text = folders(readings, depth).join("") + &ending(readings, true, "documents");
        if fits(&text) {
            return Ok(text);
        }
    }
    let lines = folders(readings, most);
    let cut = |count: usize| {
        let rest = lines.len() - count;
        let more = if rest > 0 { format!("- and {} more\n", plural(rest, "folder")) } else { String::new() };
        lines[..count].join("") + &more + &ending(readings, true, "documents")
    };
    let (mut low, mut high) = (0, lines.len());
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(&cut(middle)) { low = middle } else { high = middle - 1 }
    }
    let text = cut(low);
    let least = request.budget_for(request.count(&text));
    if fits(&text) { Ok(text) } else { Err(Refused::TooSmall { least }) }
}

fn depth_of(reading: &Reading) -> usize {
    (0..reading.headings.len()).map(|section| reading.path(section).len()).max().unwrap_or(0)
}

fn document(reading: &Reading, request: &Request, depth: usize) -> String {
    let mut out = (outline::VIEW.open)(request, reading);
    let mut below = vec![Tally::default(); reading.headings.len()];
    for (section, heading) in reading.headings.iter().enumerate() {
        if let Some(&shown) = reading.path(section).iter().take(depth).next_back() {
            below[shown] += heading.tally;
        }
    }
    let mut has_headings = false;
    for (section, tally) in below.iter().enumerate() {
        let path = reading.path(section);
        if path.last() == Some(&section) && path.len() <= depth {
            let [first, last] = reading.headings[section].lines;
            let line = markdown::heading_line(reading, section);
            out.push_str(&format!("{line} (lines {first}-{last}{})\n", outline::by_kind(tally, "; ")));
            has_headings = true;
        }
    }
    out + if has_headings { "\n" } else { "" }
}

/// A line for each folder, with the documents in it and, at the lowest depth, below it.
fn folders(readings: &[Reading], depth: usize) -> Vec<String> {
    let mut folders: BTreeMap<String, (usize, Tally)> = BTreeMap::new();
    for reading in readings {
        let parts: Vec<&str> = reading.path.split('/').collect();
        let folder = parts[..parts.len().saturating_sub(1).min(depth)].join("/");
        let (documents, tally) = folders.entry(folder).or_default();
        *documents += 1;
        *tally += reading.all;
    }
    let line = |(folder, (documents, tally)): (String, (usize, Tally))| {
        let folder = if folder.is_empty() { ".".to_owned() } else { reveal_line(&folder) };
        format!("- {folder}: {}, {}\n", plural(documents, "document"), markdown::kinds(&tally))
    };
    folders.into_iter().map(line).collect()
}

fn ending(readings: &[Reading], is_less: bool, what: &str) -> String {
    let mut all = Tally::default();
    for reading in readings {
        all += reading.all;
    }
    let counted = format!("{}, {}", plural(readings.len(), "document"), markdown::kinds(&all));
    if is_less {
        format!(
            "---\nincomplete: {counted}; {what} left out\nnext: the same call with a folder or document as path\n"
        )
    } else {
        format!("---\ncomplete: {counted}\n")
    }
}

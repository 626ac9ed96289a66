//! The commits in which a block changed.

use serde_json::{Value, json};
use tagdown::print::Style;
use tagdown::text::reveal_line;

use super::json::changes as change_objects;
use super::text::{changes, paint};
use crate::facts::change::Comparison;

/// A commit in which a block changed.
#[derive(Debug)]
pub struct Logged {
    /// The id of the commit.
    pub commit: String,
    /// Who wrote it.
    pub author: String,
    /// When.
    pub date: String,
    /// Its first line.
    pub subject: String,
    /// The address of the block after it, with the path of its document.
    pub address: String,
    /// What it did to the block.
    pub comparison: Comparison,
}

/// How many characters of an id are shown.
const SHORT: usize = 10;

/// The commits, the newest first, for people on a terminal. `note` says why older ones may be missing.
pub fn log_text(entries: &[Logged], note: Option<&str>, style: Style) -> String {
    let mut out = String::new();
    for entry in entries {
        let id = &entry.commit[..SHORT.min(entry.commit.len())];
        let [author, date, subject] =
            [&entry.author, &entry.date, &entry.subject].map(|text| reveal_line(text));
        out.push_str(&format!("{} {date} {author}: {subject}\n", paint(style, "33", id)));
        for line in changes(&entry.comparison, style).lines().filter(|line| !line.is_empty()) {
            out.push_str(&format!("  {line}\n"));
        }
        out.push('\n');
    }
    out.push_str(&note.map_or_else(String::new, |note| format!("{note}\n")));
    out
}

/// The commits as one JSON object.
pub fn log_json(entries: &[Logged], note: Option<&str>) -> String {
    let one = |entry: &Logged| {
        json!({
            "commit": entry.commit,
            "author": entry.author,
            "date": entry.date,
            "subject": entry.subject,
            "address": entry.address,
            "changes": change_objects(&entry.comparison),
        })
    };
    let commits: Vec<Value> = entries.iter().map(one).collect();
    format!("{}\n", json!({"version": 1, "commits": commits, "complete": note.is_none()}))
}

//! `statistics`: how often each rule was found, the most frequent first.

use super::{FileReport, Format, Style, Summary, text};
use crate::rules::{self, FixKind};

pub(super) const FORMAT: Format = Format {
    name: "statistics",
    help: "how often each rule was found",
    head: String::new,
    separator: "",
    file: |_: &FileReport<'_, '_>, _: Style| String::new(),
    tail,
};

fn tail(summary: &Summary, style: Style) -> String {
    let mut counts: Vec<(&str, usize)> = summary.rules.iter().map(|(rule, count)| (*rule, *count)).collect();
    counts.sort_by_key(|&(rule, count)| (std::cmp::Reverse(count), rule));
    let digits = counts.first().map_or(1, |(_, count)| count.to_string().len());
    let width = counts.iter().map(|(rule, _)| rule.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (name, count) in counts {
        let fix = match rules::find(name).map(|rule| rule.fix) {
            Some(FixKind::Safe | FixKind::Sometimes) => " [*]",
            _ => "",
        };
        let gap = " ".repeat(if fix.is_empty() { 0 } else { width - name.len() });
        out.push_str(&format!("{count:>digits$}  {}{gap}{fix}\n", text::linked(style, name)));
    }
    out + &text::summary_lines(summary, style)
}

//! `statistics`: the number of findings per rule, the most frequent first.

use super::closing::summary_lines;
use super::format::Format;
use super::report::FileReport;
use super::style::{Style, linked};
use super::summary::{Summary, Tally};

pub(crate) const FORMAT: Format = Format {
    name: "statistics",
    help: "number of findings per rule",
    head: String::new,
    separator: "",
    file: |_: &FileReport<'_, '_>, _: Style| String::new(),
    tail,
};

fn tail(summary: &Summary, style: Style) -> String {
    let mut counts: Vec<(&str, Tally)> = summary.rules.iter().map(|(rule, tally)| (*rule, *tally)).collect();
    counts.sort_by_key(|&(rule, tally)| (std::cmp::Reverse(tally.all), rule));
    let digits = counts.first().map_or(1, |(_, tally)| tally.all.to_string().len());
    let width = counts.iter().map(|(rule, _)| rule.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (name, tally) in counts {
        let gap = " ".repeat(width - name.len());
        let fix = match tally.fixable {
            0 => String::new(),
            some if some == tally.all => format!("{gap}  fixable"),
            some => format!("{gap}  {some} fixable"),
        };
        out.push_str(&format!("{:>digits$}  {}{fix}\n", tally.all, linked(style, name)));
    }
    out + &summary_lines(summary, style)
}

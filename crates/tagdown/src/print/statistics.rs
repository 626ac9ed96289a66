//! `statistics`: how often each rule was found, the most frequent first.

use super::{FileReport, Format, Style, Summary, Tally, text};

pub(super) const FORMAT: Format = Format {
    name: "statistics",
    help: "how often each rule was found",
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
        out.push_str(&format!("{:>digits$}  {}{fix}\n", tally.all, text::linked(style, name)));
    }
    out + &text::summary_lines(summary, style)
}

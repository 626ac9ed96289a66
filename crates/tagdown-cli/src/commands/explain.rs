//! `tagdown explain`: shows the page for a rule, or the format.

use tagdown::print::{Style, wrap};
use tagdown::rules::{self, FixKind, RULES, Rule};

use crate::args::{ExplainArgs, Global};
use crate::terminal::{Exit, Problem, output};

/// The format in short, with a document to copy.
const FORMAT: &str = include_str!("../../templates/format.md");

pub(crate) fn run(args: &ExplainArgs, global: &Global) -> Result<Exit, Problem> {
    let style = output::style(global);
    let bold = |text: &str| if style.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() };
    let text = match args.rule.as_deref() {
        None => list(&bold, style.width),
        Some(name) => {
            let page = rules::find(name).map_or_else(|| FORMAT.to_owned(), |rule| page(rule, &bold));
            if style.width < Style::PLAIN.width { fill(&page, style.width) } else { page }
        }
    };
    output::write(&text)?;
    Ok(Exit::Clean)
}

/// A page for a narrow terminal: paragraphs are rewrapped, examples and lists are not.
fn fill(page: &str, width: usize) -> String {
    let mut out = String::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut in_code = false;
    let end = |paragraph: &mut Vec<&str>, out: &mut String| {
        if !paragraph.is_empty() {
            out.push_str(&wrap(&paragraph.join(" "), width));
            out.push('\n');
            paragraph.clear();
        }
    };
    for line in page.lines() {
        let is_fence = line.starts_with("```");
        let is_prose =
            !in_code && !is_fence && !line.is_empty() && !line.starts_with(['-', '|', '*', '#', ' ', '\x1b']);
        in_code ^= is_fence;
        if ["Why: ", "Option ", "Configure: ", "Allow once: "].iter().any(|lead| line.starts_with(lead)) {
            end(&mut paragraph, &mut out);
        }
        if is_prose {
            paragraph.push(line);
        } else {
            end(&mut paragraph, &mut out);
            out.push_str(line);
            out.push('\n');
        }
    }
    end(&mut paragraph, &mut out);
    out
}

fn list(bold: &dyn Fn(&str) -> String, columns: usize) -> String {
    let width = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    let mut group = None;
    for rule in RULES {
        if group != Some(rule.group) {
            let gap = if group.is_some() { "\n" } else { "" };
            out.push_str(&format!("{gap}{}\n", bold(rule.group.name())));
            group = Some(rule.group);
        }
        let fix = match rule.fix {
            FixKind::None => "",
            FixKind::Unsafe => "unsafe",
            FixKind::Safe | FixKind::Sometimes => "fix",
        };
        let lead = format!("  {:width$}  {:7}  {fix:6}  ", rule.name, rule.default_severity());
        let room = columns.saturating_sub(lead.len()).max(30);
        let summary = if columns < Style::PLAIN.width { wrap(&rule.summary(), room) } else { rule.summary() };
        out.push_str(&format!("{lead}{}\n", summary.replace('\n', &format!("\n{}", " ".repeat(lead.len())))));
    }
    out.push_str(
        "\n`tagdown explain RULE` explains a rule, `tagdown explain format` explains tagged documents.\n",
    );
    out
}

fn page(rule: &Rule, bold: &dyn Fn(&str) -> String) -> String {
    let fix = match rule.fix {
        FixKind::None => "no fix".to_owned(),
        kind => format!("fix: {}", kind.name()),
    };
    let layout = if rule.layout { ", also applied by `tagdown fmt`" } else { "" };
    let mut out =
        format!("{}\n{}, {fix}{layout}\n\n{}", bold(rule.name), rule.default_severity(), rule.page());
    out.push_str(&format!("\nWhy: {}.\n", rule.why));
    for option in rule.options {
        out.push_str(&format!("Option `{}` = {}: {}.\n", option.name, option.default, option.help));
    }
    let other = if rule.is_off { rule.severity.name() } else { "off" };
    out.push_str(&format!(
        "Configure: `{} = \"{other}\"` under `[rules]` in tagdown.toml.\nAllow once: `<!-- tagdown: allow {} reason -->` on the line above.\n",
        rule.name, rule.name
    ));
    out
}

//! `tagdown explain`: the pages of the rules, and what a tagged document is.

use tagdown::RULES;
use tagdown::rules::{self, FixKind, Rule};

use crate::args::{ExplainArgs, Global};
use crate::exit::{Exit, Problem};
use crate::output;

/// What a tagged document is, with one to copy.
const FORMAT: &str = include_str!("../../templates/format.md");

pub(crate) fn run(args: &ExplainArgs, global: &Global) -> Result<Exit, Problem> {
    let style = output::style(global);
    let bold = |text: &str| if style.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() };
    let text = match args.rule.as_deref() {
        None => list(&bold),
        Some(name) => rules::find(name).map_or_else(|| FORMAT.to_owned(), |rule| page(rule, &bold)),
    };
    output::write(&text)?;
    Ok(Exit::Clean)
}

fn list(bold: &dyn Fn(&str) -> String) -> String {
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
        out.push_str(&format!(
            "  {:width$}  {:7}  {fix:6}  {}\n",
            rule.name,
            rule.severity.name(),
            rule.summary()
        ));
    }
    out.push_str(
        "\n`tagdown explain RULE` shows a rule's page, `tagdown explain format` what a tagged document is.\n",
    );
    out
}

fn page(rule: &Rule, bold: &dyn Fn(&str) -> String) -> String {
    let fix = match rule.fix {
        FixKind::None => "no fix".to_owned(),
        kind => format!("fix: {}", kind.name()),
    };
    let layout = if rule.layout { ", made by `tagdown fmt` too" } else { "" };
    let mut out = format!("{}\n{}, {fix}{layout}\n\n{}", bold(rule.name), rule.severity.name(), rule.page());
    out.push_str(&format!("\nWhy: {}.\n", rule.why));
    for option in rule.options {
        out.push_str(&format!("Option `{}` = {}: {}.\n", option.name, option.default, option.help));
    }
    out.push_str(&format!(
        "Configure: `{} = \"off\"` below `[rules]` in tagdown.toml.\nAllow once: `<!-- tagdown: allow {} reason -->` on the line above.\n",
        rule.name, rule.name
    ));
    out
}

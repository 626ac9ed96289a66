//! How help looks: colours, commands in groups, examples.

use clap::CommandFactory;
use clap::builder::styling::{AnsiColor, Style, Styles};

use super::Cli;

pub(super) const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The commands as the help of `tagdown` lists them.
const GROUPS: &[(&str, &[&str])] = &[
    ("Write and check", &["new", "add", "check", "fmt", "convert", "explain"]),
    ("Confirm", &["open", "promote"]),
    ("Read", &["read", "render", "mdbook"]),
    ("Set up", &["init", "skill", "completions", "man", "schema"]),
];

/// The command line, with its commands in groups.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command();
    let header = STYLES.get_header();
    let literal = STYLES.get_literal();
    let mut list = String::new();
    for (name, commands) in GROUPS {
        list.push_str(&format!("{header}{name}:{header:#}\n"));
        for one in commands.iter().filter_map(|name| command.find_subcommand(name)) {
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            list.push_str(&format!("  {literal}{:12}{literal:#} {about}\n", one.get_name()));
        }
        list.push('\n');
    }
    let usage = STYLES.get_usage();
    let template = format!(
        "{{about}}\n\n{usage}Usage:{usage:#} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template).after_help(examples(&[
        ("tagdown explain format", "what a tagged document is, and one to copy"),
        ("tagdown check docs/", "what is wrong in docs, and why it matters"),
        ("tagdown check --fix docs/", "the same, with the safe fixes made"),
        ("tagdown read docs/api.md", "what a model should read of it"),
        ("tagdown render --to html docs/ -o site/", "the same pages for people, as a small site"),
        ("tagdown new docs/orders.md --template api", "a document to fill in"),
        ("tagdown convert docs/old.md", "a page without tags as a tagged document"),
    ]))
}

/// The examples below the help of a command, with what each does.
pub(crate) fn examples(examples: &[(&str, &str)]) -> clap::builder::StyledStr {
    let (header, literal, dim) = (STYLES.get_header(), STYLES.get_literal(), Style::new().dimmed());
    let width = examples.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let mut text = format!("{header}Examples:{header:#}");
    for (command, does) in examples {
        let gap = " ".repeat(if does.is_empty() { 0 } else { width - command.len() + 2 });
        text.push_str(&format!("\n  {literal}{command}{literal:#}{gap}{dim}{does}{dim:#}"));
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group_and_has_two_examples() {
        let command = command();
        command.clone().debug_assert();
        for one in command.get_subcommands() {
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&one.get_name())).count();
            assert_eq!(groups, 1, "{}", one.get_name());
            let help = one.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.matches("\n  tagdown ").count() >= 2, "{}: {help}", one.get_name());
        }
    }
}

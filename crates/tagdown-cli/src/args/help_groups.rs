//! The first screen of `tagdown --help`: commands in groups.

use clap::CommandFactory;

use super::cli::Cli;
use super::help::{STYLES, examples};

/// The commands, grouped as `tagdown --help` lists them.
const GROUPS: &[(&str, &[&str])] = &[
    ("Write and check", &["new", "add", "check", "fmt", "convert", "explain"]),
    ("Confirm", &["open", "promote"]),
    ("Read", &["read", "diff", "mcp", "render"]),
    ("Set up", &["init", "skill"]),
];

/// Commands that few people need, named on one line.
const OTHERS: &[&str] = &["completions", "lsp", "man", "mdbook", "schema"];

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
    let others: Vec<&str> =
        OTHERS.iter().copied().filter(|name| command.find_subcommand(name).is_some()).collect();
    list.push_str(&format!("{header}Other commands:{header:#} {}\n\n", others.join(", ")));
    let usage = STYLES.get_usage();
    let template = format!(
        "{{about}}\n\n{usage}Usage:{usage:#} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template).after_help(examples(&[
        ("tagdown explain format", "explain the format, with a sample to copy"),
        ("tagdown check docs/", "report problems in docs and why they matter"),
        ("tagdown check --fix docs/", "apply the safe fixes and report the rest"),
        ("tagdown read docs/api.md", "show what a model should read"),
        ("tagdown render --to html docs/ -o site/", "render the pages for people as a small site"),
        ("tagdown new docs/orders.md --template api", "start a document from a template"),
        ("tagdown convert docs/old.md", "convert an untagged page"),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group_and_has_two_examples() {
        let command = command();
        command.clone().debug_assert();
        for one in command.get_subcommands() {
            let groups = GROUPS.iter().map(|(_, names)| *names).chain([OTHERS]);
            let groups = groups.filter(|names| names.contains(&one.get_name())).count();
            assert_eq!(groups, 1, "{}", one.get_name());
            let help = one.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.matches("\n  tagdown ").count() >= 2, "{}: {help}", one.get_name());
        }
    }
}

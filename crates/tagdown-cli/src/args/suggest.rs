//! Suggestions for unknown commands and options: the equivalent of another tool's command, or the nearest name.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use tagdown::text::nearest_name;

/// Commands of other tools, and their equivalents here.
const OTHER_NAMES: &[(&[&str], &str)] = &[
    (&["lint", "validate", "verify", "test"], "tagdown check"),
    (&["fix"], "tagdown check --fix"),
    (&["format", "tidy"], "tagdown fmt"),
    (&["search", "find", "grep", "query"], "tagdown read --query 'WORDS' PATH"),
    (&["view", "show", "cat", "print", "dump"], "tagdown read"),
    (&["list", "ls", "outline", "toc"], "tagdown read --format outline"),
    (&["preview", "serve", "watch"], "tagdown render --to html PATH -o DIR --watch"),
    (&["build", "export", "html", "site"], "tagdown render --to html PATH -o DIR"),
    (&["stats", "statistics", "count"], "tagdown check --statistics"),
    (&["changes", "compare"], "tagdown diff REV"),
    (&["import", "tag", "migrate"], "tagdown convert"),
    (&["strip", "untag"], "tagdown convert --strip"),
    (&["create", "template", "start"], "tagdown new"),
    (&["confirm", "approve", "resolve"], "tagdown promote"),
    (&["todo", "todos", "unverified", "pending"], "tagdown open"),
    (&["rules", "rule", "why"], "tagdown explain"),
    (&["setup", "install", "config", "configure"], "tagdown init"),
    (&["version"], "tagdown --version"),
];

/// Commands that the small build does not have.
const NOT_IN_SMALL: &[&str] =
    &["add", "convert", "lsp", "mcp", "mdbook", "new", "open", "promote", "read", "render"];

/// The message for a command or option that does not exist, with what was likely meant; nothing for other errors.
pub(crate) fn message(error: &clap::Error, command: &clap::Command, words: &[String]) -> Option<String> {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let wrong = text(ContextKind::InvalidSubcommand)?;
            if NOT_IN_SMALL.contains(&wrong) {
                return Some(format!("this small build has no `{wrong}`; install the whole program"));
            }
            let known = OTHER_NAMES.iter().find(|(names, _)| names.contains(&wrong));
            let names = command.get_subcommands().map(clap::Command::get_name);
            let hint = match (known, nearest_name(wrong, names)) {
                (Some((_, instead)), _) => format!("use `{instead}`"),
                (None, Some(near)) => format!("did you mean `tagdown {near}`?"),
                (None, None) => "`tagdown --help` lists the commands".to_owned(),
            };
            Some(format!("unknown command `{wrong}`; {hint}"))
        }
        ErrorKind::UnknownArgument => {
            let wrong = text(ContextKind::InvalidArg)?.split('=').next().unwrap_or_default();
            let bare = wrong.strip_prefix("--")?;
            let chosen = words.iter().find_map(|word| command.find_subcommand(word));
            let owner = chosen.unwrap_or(command);
            let options = owner.get_arguments().chain(command.get_arguments());
            let names = options.filter_map(clap::Arg::get_long).chain(["help", "version"]);
            let near = nearest_name(bare, names);
            let name =
                if chosen.is_some() { format!("tagdown {}", owner.get_name()) } else { "tagdown".to_owned() };
            let hint = match near {
                Some(near) => format!("did you mean `--{near}`?"),
                None => format!("`{name} --help` lists the options"),
            };
            Some(format!("unknown option `{wrong}`; {hint}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::help_groups::command;
    use super::*;

    fn said(line: &str) -> String {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let error = command().try_get_matches_from(&words).expect_err(line);
        message(&error, &command(), &words[1..]).unwrap_or_default()
    }

    #[test]
    fn the_right_command_or_option_is_named() {
        for (line, hint) in [
            ("tagdown lint docs", "use `tagdown check`"),
            ("tagdown search retry", "use `tagdown read --query 'WORDS' PATH`"),
            ("tagdown preview docs", "use `tagdown render --to html PATH -o DIR --watch`"),
            ("tagdown chek docs", "did you mean `tagdown check`?"),
            ("tagdown covnert docs", "did you mean `tagdown convert`?"),
            ("tagdown frobnicate", "`tagdown --help` lists the commands"),
            ("tagdown check --fxi docs", "did you mean `--fix`?"),
            ("tagdown read --buget=9 docs", "did you mean `--budget`?"),
            ("tagdown check --zzzzzzzz docs", "`tagdown check --help` lists the options"),
            ("tagdown --versoin", "did you mean `--version`?"),
        ] {
            assert!(said(line).ends_with(hint), "{line}: {}", said(line));
        }
    }

    #[test]
    fn what_is_suggested_exists_and_no_command_is_named_twice() {
        let mut all: Vec<&str> = OTHER_NAMES.iter().flat_map(|(names, _)| names.iter().copied()).collect();
        for (_, instead) in OTHER_NAMES {
            let word = instead.split(' ').nth(1).expect("a command");
            assert!(word == "--version" || command().find_subcommand(word).is_some(), "{instead}");
        }
        assert!(all.iter().all(|name| command().find_subcommand(name).is_none()));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}

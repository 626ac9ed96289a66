//! Arguments that several commands share, and the values that they take.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum, ValueHint};
use tagdown::document::{Kind, is_semver};
use tagdown::rules::RULES;
use tagdown::rules::unknown_rule;
use tagdown::text::nearest_name;
use tagdown_project::config::Configs;
use tagdown_project::config::parse_size;
use tagdown_project::files::Input;
use tagdown_project::git;

use super::listed::Listed;

/// Options that every command accepts.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// Use this configuration file instead of the nearest tagdown.toml
    #[arg(long, global = true, value_name = "FILE", help_heading = "Global options")]
    pub(crate) config: Option<PathBuf>,
    /// Ignore all configuration files
    #[arg(long, global = true, conflicts_with = "config", help_heading = "Global options")]
    pub(crate) no_config: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Global options")]
    pub(crate) color: Colour,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

/// Which documents a command works on.
#[derive(Clone, Debug, Args)]
pub(crate) struct Paths {
    /// Files, folders, globs, or - for standard input [default: .]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Also read paths from this file, one per line; # starts a comment; - means standard input
    #[arg(long, value_name = "LIST", help_heading = "Input")]
    pub(crate) files_from: Option<PathBuf>,
    /// Skip untagged files, even if they are named on the command line
    #[arg(long, help_heading = "Input")]
    pub(crate) only_tagged: bool,
    /// Skip files that the configuration excludes, even if they are named on the command line
    #[arg(long, help_heading = "Input")]
    pub(crate) force_exclude: bool,
    /// The file name to use for standard input in messages and when finding its configuration
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(crate) stdin_name: Option<PathBuf>,
    /// Refuse files larger than this [default: 64 MB]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Input")]
    pub(crate) max_file_size: Option<u64>,
}

impl Paths {
    /// Which documents to find.
    pub(crate) fn input(&self) -> Input {
        Input {
            paths: self.paths.clone(),
            files_from: self.files_from.clone(),
            only_tagged: self.only_tagged,
            force_exclude: self.force_exclude,
            stdin_name: self.stdin_name.clone(),
            max_file_size: self.max_file_size,
            changed: git::Changed::default(),
        }
    }

    /// The same, restricted to what changed in git.
    pub(crate) fn changed(&self, changed: &Changed) -> Input {
        let changed = git::Changed { since: changed.since.clone(), staged: changed.staged };
        Input { changed, ..self.input() }
    }
}

impl Global {
    /// The configurations that apply.
    pub(crate) fn configs(&self) -> Result<Configs, String> {
        match &self.config {
            _ if self.no_config => Ok(Configs::none()),
            Some(path) => Configs::of(path),
            None => Ok(Configs::default()),
        }
    }
}

/// Documents that come as rows on standard input.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Stream {
    /// Read documents from standard input, one JSON object with `path` and `text` per line, and print JSON lines
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["jsonl"]), help_heading = "Input")]
    #[arg(conflicts_with_all = ["paths", "files_from", "only_tagged", "force_exclude", "stdin_name"])]
    stdin: Option<String>,
}

impl Stream {
    /// Whether documents come as rows.
    pub(crate) fn is_set(&self) -> bool {
        self.stdin.is_some()
    }
}

/// Restricts a command to what changed in git.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Changed {
    /// Use only documents that changed since the branch forked from this revision
    #[arg(long, value_name = "REV", help_heading = "Input")]
    pub(crate) since: Option<String>,
    /// Use only documents with staged changes, in their staged version
    #[arg(long, conflicts_with = "since", help_heading = "Input")]
    pub(crate) staged: bool,
}

pub(super) fn size(text: &str) -> Result<u64, String> {
    parse_size(text).ok_or_else(|| "expected a number of bytes, or a size such as 64MB".to_owned())
}

/// The version of a document.
pub(super) fn version(text: &str) -> Result<String, String> {
    if is_semver(text) {
        Ok(text.to_owned())
    } else {
        Err("expected three numbers, such as 1.2.0".to_owned())
    }
}

/// A URL or path that needs no quotes in a YAML file.
pub(super) fn url(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ":/._-~@+%?=&,".contains(c);
    let opens = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/' || c == '.');
    if opens && text.chars().all(is_plain) && !text.ends_with(':') {
        Ok(text.to_owned())
    } else {
        Err("expected a URL such as https://example.org/tagdown, without spaces or quotes".to_owned())
    }
}

/// The name of a rule.
pub(super) fn a_rule() -> Listed<String> {
    let names = || RULES.iter().map(|rule| PossibleValue::new(rule.name).help(rule.why)).collect();
    Listed { parse: rule, names }
}

/// The name of a rule, or `format`.
pub(super) fn a_topic() -> Listed<String> {
    let names = || [PossibleValue::new("format")].into_iter().chain((a_rule().names)()).collect();
    Listed { parse: topic, names }
}

/// A topic for `explain`: a rule, or the format, which has several names.
pub(super) fn topic(name: &str) -> Result<String, String> {
    let bare = name.trim_matches(['*', '[', ']']).to_lowercase();
    if ["format", "tags", "tag", "document", "hads"].contains(&bare.as_str())
        || Kind::from_name(&bare).is_some()
    {
        return Ok("format".to_owned());
    }
    rule(name)
}

pub(super) fn rule(name: &str) -> Result<String, String> {
    if RULES.iter().any(|rule| rule.name == name) { Ok(name.to_owned()) } else { Err(unknown_rule(name)) }
}

/// Why a name was refused, and the nearest valid one.
pub(crate) fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str> + Clone) -> String {
    match nearest_name(name, known.clone()) {
        Some(near) => format!("unknown {what} `{name}`; did you mean `{near}`?"),
        None => format!("unknown {what} `{name}`; known: {}", known.collect::<Vec<_>>().join(", ")),
    }
}

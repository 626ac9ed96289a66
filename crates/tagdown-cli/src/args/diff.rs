//! Arguments of `diff`.

use clap::builder::PossibleValue;
use clap::{Args, ValueHint};
use tagdown::text::nearest_name;
use tagdown_read::facts::{FORMATS, What};

use super::common::size;
use super::help::examples;
use super::listed::Listed;

/// Show which facts a change adds, changes, confirms or loses
///
/// Compares facts, not lines: sentences, table rows, code and BUG fields, by their words. Wrapping, markup, order and
/// renamed headings do not matter. OLD and NEW are two files, two folders, or two revisions as REV..REV; `-` is standard input. With one
/// revision, it is compared with the files on disk; without any, HEAD is. Paths after a revision restrict the
/// comparison to them.
///
/// Exit status: 0 compared, 1 a change that --fail-on names or a stale version, 2 could not run.
#[derive(Debug, Args)]
#[command(after_help = examples(&[
    ("tagdown diff old.md new.md", "compare two files, or two folders"),
    ("git show v1.0:api.md | tagdown diff - api.md", "compare standard input with a file"),
    ("tagdown diff main", "compare the branch `main` with the files on disk"),
    ("tagdown diff v1.0..v1.1 docs/", "compare two revisions of the folder docs"),
    ("tagdown diff --staged", "show what the next commit changes"),
    ("tagdown diff --log docs/api.md#limits/spec-1", "list the commits in which a block changed"),
    ("tagdown diff main...HEAD --format md --fail-on lost", "as a gate in CI, from the point where the branch forked"),
]))]
pub(crate) struct DiffArgs {
    /// Two files, two folders, or a revision or REV..REV, then paths [default: HEAD]
    #[arg(value_name = "OLD NEW | REV [PATH]", value_hint = ValueHint::AnyPath)]
    pub(crate) sides: Vec<String>,
    /// Compare HEAD with what is staged for the next commit
    #[arg(long)]
    pub(crate) staged: bool,
    /// List the commits in which a block changed, with its words and who wrote them, up to a revision [default: HEAD]
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["staged", "fail_on", "check_version"])]
    pub(crate) log: Option<String>,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format_name())]
    pub(crate) format: String,
    /// Exit with 1 if a fact was changed in one of these ways, separated by commas
    #[arg(long, value_name = "CHANGES", value_delimiter = ',', value_parser = change_name())]
    pub(crate) fail_on: Vec<String>,
    /// Exit with 1 if facts changed, but the version in the header did not increase
    #[arg(long)]
    pub(crate) check_version: bool,
    /// Refuse files larger than this [default: 64 MB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_file_size: Option<u64>,
}

fn format_name() -> Listed<String> {
    let names = || FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.about)).collect();
    Listed { parse: |name| named(name, "format", &mut FORMATS.iter().map(|format| format.name)), names }
}

fn change_name() -> Listed<String> {
    let names = || What::ALL.iter().map(|what| PossibleValue::new(what.name())).collect();
    Listed { parse: |name| named(name, "change", &mut What::ALL.iter().map(|what| what.name())), names }
}

fn named(name: &str, noun: &str, names: &mut dyn Iterator<Item = &'static str>) -> Result<String, String> {
    let names: Vec<&str> = names.collect();
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    let near = nearest_name(name, names.iter().copied());
    let hint = near.map_or_else(|| names.join(", "), |near| format!("did you mean `{near}`?"));
    Err(format!("no {noun} is named `{name}`; {hint}"))
}

//! `tagdown check --show-files` and `--show-config`: lists the files or the configuration of a check.

use std::collections::BTreeMap;

use tagdown::document::parse;
use tagdown::text::tame_path;
use tagdown_project::files::{self, Found, Text};

use super::job::settings;
use crate::args::CheckArgs;
use crate::terminal::{Exit, Problem, output};

pub(crate) fn run(args: &CheckArgs, found: &Found) -> Result<Exit, Problem> {
    found.problems.iter().for_each(|problem| output::complain(&problem.to_string()));
    let text = if args.show_files { list(args, found) } else { configurations(args, found) };
    output::write(&text)?;
    Ok(if found.problems.is_empty() { Exit::Clean } else { Exit::Failed })
}

/// The documents that would be checked, one per line. Unreadable ones are included, since a check would report them.
fn list(_args: &CheckArgs, found: &Found) -> String {
    let mut out = String::new();
    for target in &found.targets {
        let always = target.stdin || target.is_named_by_person() || target.is_required();
        let is_checked = always
            || match files::read(target) {
                Text::Read(text) => parse(&text).is_tagged(),
                Text::Untagged => false,
                Text::Failed(_) => true,
            };
        if is_checked {
            out.push_str(&format!("{}\n", tame_path(&target.path.to_string_lossy())));
        }
    }
    out
}

/// Each configuration that applies to some of the documents, written out.
fn configurations(args: &CheckArgs, found: &Found) -> String {
    let mut groups: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for target in &found.targets {
        let from = target
            .config
            .file
            .as_ref()
            .map_or("the defaults (no tagdown.toml)".to_owned(), |path| path.display().to_string());
        let shown = target.config.config.show(&settings(args, target));
        groups.entry((from, shown)).or_default().push(tame_path(&target.path.to_string_lossy()));
    }
    if groups.is_empty() {
        return "# no documents to check\n".to_owned();
    }
    let mut out = Vec::new();
    for ((from, shown), paths) in groups {
        let more = if paths.len() > 3 { format!(" and {} more", paths.len() - 3) } else { String::new() };
        let some = paths.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
        out.push(format!("# from {from}\n# for {some}{more}\n{shown}"));
    }
    out.join("\n")
}

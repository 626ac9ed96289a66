//! The README, the manual and the command tests show what the tool really does.
//!
//! In each of those pages, a fence such as ```` ```md notes.md ```` is a file, and a `console` fence contains commands
//! after `$ ` with their output. The files and commands of a page share a folder, in page order, next to `examples/`.
//! `UPDATE_DOCS=1 cargo test --test docs` writes the real output into the pages, for a person to review. The dialects
//! and recipes in `docs/rendering.md` are generated too.

mod program;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use program::program;
use tagdown::rules::{RULES, Rule};
use tagdown_render::{DIALECTS, Dialect, Shape};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn updates() -> bool {
    std::env::var_os("UPDATE_DOCS").is_some()
}

fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of pages");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    assert!(!paths.is_empty(), "no pages in {folder}");
    paths
}

/// Runs a shell command in `folder` and returns its output.
fn run(command: &str, folder: &Path) -> String {
    let tool = program();
    let tool = tool.parent().expect("a folder").display();
    let path = format!("{tool}:{}", std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .envs(["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map(|name| (name, "Writer")))
        .envs(["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map(|name| (name, "writer@example.org")))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("SOURCE_DATE_EPOCH", "1794744000")
        .env_remove("CI")
        .env_remove("GITHUB_ACTIONS")
        .output()
        .expect("a shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8 output");
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// The page with the real output of its commands, and the number of commands.
fn replay(page: &str, folder: &Path) -> (String, usize) {
    let mut out = String::new();
    let mut count = 0;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(out, "{line}").expect("a string");
        let ticks = line.len() - line.trim_start_matches('`').len();
        if ticks < 3 {
            continue;
        }
        let fence = &line[..ticks];
        let info = line[ticks..].trim();
        let mut body = Vec::new();
        for line in lines.by_ref().take_while(|line| *line != fence) {
            body.push(line);
        }
        if info == "console" {
            for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
                let printed = run(command, folder);
                writeln!(out, "$ {command}").expect("a string");
                if !printed.is_empty() {
                    writeln!(out, "{printed}").expect("a string");
                }
                count += 1;
            }
        } else {
            if let Some((_, name)) = info.split_once(' ')
                && name.contains('.')
            {
                let path = folder.join(name);
                fs::create_dir_all(path.parent().expect("a folder")).expect("the folder of a file");
                fs::write(path, body.join("\n") + "\n").expect("a file of the page");
            }
            for line in body {
                writeln!(out, "{line}").expect("a string");
            }
        }
        writeln!(out, "{fence}").expect("a string");
    }
    (out, count)
}

/// Copies the examples, for the README also the one with findings.
fn copy_examples(folder: &Path, is_readme: bool) {
    for below in ["examples", "examples/draft"].iter().take(1 + usize::from(is_readme)) {
        fs::create_dir(folder.join(below)).expect("a folder");
        for path in pages(below) {
            fs::copy(&path, folder.join(below).join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
}

const DIALECT_TABLE: &str =
    "| dialect | for | SPEC | NOTE | BUG | `[?]` | back |\n|---|---|---|---|---|---|---|\n";

fn dialect_row(dialect: &Dialect) -> String {
    let names = dialect.callouts.map(|callout| match dialect.shape {
        Shape::Tags => "the tag".to_owned(),
        _ => format!("`{}`", callout.name),
    });
    let back = if dialect.read_back.is_some() { "yes" } else { "-" };
    format!("| `{}` | {} | {} | {back} |\n", dialect.name, dialect.about, names.join(" | "))
}

/// A page with the current table of dialects.
fn with_dialects(page: &str) -> String {
    let (before, after) = page.split_once(DIALECT_TABLE).expect("the table of dialects");
    let shown = after.lines().take_while(|line| line.starts_with('|')).map(|line| line.len() + 1).sum();
    let rows: String = DIALECTS.iter().map(dialect_row).collect();
    format!("{before}{DIALECT_TABLE}{rows}{}", &after[shown..])
}

/// The recipe files for renderers, by their path below the renderer's folder.
fn recipes() -> Vec<(String, String)> {
    let folder = root().join("testdata/render/recipes");
    let walk = ignore::WalkBuilder::new(&folder).hidden(false).build().flatten();
    let files = walk.filter(|entry| entry.path().is_file()).map(|entry| {
        let below = entry.path().strip_prefix(&folder).expect("below").to_string_lossy().replace('\\', "/");
        let (_, name) = below.split_once('/').expect("a file of a renderer");
        (name.to_owned(), fs::read_to_string(entry.path()).expect("a recipe"))
    });
    files.collect()
}

/// A page with the recipe files that `scripts/renderers` builds with; all of them must exist.
fn with_recipes(page: &str) -> String {
    let (before, section) = page.split_once("\n## Recipes\n").expect("the recipes");
    let mut out = format!("{before}\n## Recipes\n");
    let mut left = recipes();
    let mut lines = section.lines();
    while let Some(line) = lines.next() {
        writeln!(out, "{line}").expect("a string");
        let info = line.trim_start_matches('`');
        let fence = &line[..line.len() - info.len()];
        if let Some((_, name)) = info.split_once(' ').filter(|_| fence.len() >= 3) {
            let at = left.iter().position(|(file, _)| file == name).expect(name);
            lines.by_ref().find(|line| *line == fence).expect("the end of a recipe");
            writeln!(out, "{}{fence}", left.swap_remove(at).1).expect("a string");
        }
    }
    assert!(left.is_empty(), "not in the manual: {left:?}");
    out
}

/// Whether the commands of a page give the same in the small build.
fn is_for_every_build(path: &Path) -> bool {
    let page = fs::read_to_string(path).expect("a page");
    let more = ["read", "render", "convert", "mdbook", "lsp", "mcp", "--version", "--help", "skill", "new"];
    let commands = page.lines().filter_map(|line| line.strip_prefix("$ "));
    !commands.flat_map(str::split_whitespace).any(|word| more.contains(&word))
}

#[test]
fn pages_show_what_the_tool_does() {
    let mut all = pages("docs");
    all.retain(|path| !path.ends_with("rules.md"));
    all.extend(pages("tests/cmd"));
    all.push(root().join("README.md"));
    if std::env::var_os("TAGDOWN_PROGRAM").is_some() {
        all.retain(|path| is_for_every_build(path));
    }
    let mut count = 0;
    for path in all {
        let folder = tempfile::tempdir().expect("a folder");
        copy_examples(folder.path(), path.ends_with("README.md"));
        let page = fs::read_to_string(&path).expect("a page");
        let is_made = path.ends_with("docs/rendering.md");
        let made = if is_made { with_recipes(&with_dialects(&page)) } else { page.clone() };
        let (real, commands) = replay(&made, folder.path());
        count += commands;
        if updates() {
            fs::write(&path, real).expect("the page");
        } else {
            let differing = page.lines().zip(real.lines()).find(|(shown, printed)| shown != printed);
            assert_eq!(differing, None, "{}: (shown, printed) differ", path.display());
            assert_eq!(page.len(), real.len(), "{} ends early or late", path.display());
        }
    }
    assert!(count > 30, "only {count} commands were run");
}

/// The page of all rules, generated from their own pages.
fn rules_page() -> String {
    let mut page = String::from(concat!(
        "# Rules of tagdown check\n**Version ",
        env!("CARGO_PKG_VERSION"),
        "** · tagdown · 2026-11-15 · HADS 1.0.0\n\n---\n\n\
         ## AI READING INSTRUCTION\n\nRead `[SPEC]` blocks for what each rule finds, its severity and whether it has a fix.\n\
         `[NOTE]` blocks show examples and may be skipped.\n\n---\n\n\
         <!-- tagdown: allow-file fact-outside-spec the details of a rule are next to its examples -->\n\
         <!-- tagdown: allow-file hidden-characters the examples of that rule contain them -->\n\n",
    ));
    let mut group = None;
    for rule in RULES {
        if group != Some(rule.group) {
            group = Some(rule.group);
            writeln!(page, "## {}\n", rule.group.name()).expect("a string");
        }
        page.push_str(&rule_section(rule));
    }
    page.truncate(page.trim_end().len());
    page + "\n"
}

fn rule_section(rule: &Rule) -> String {
    let text = rule.page();
    let (_, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
    let layout = if rule.layout { ", also applied by `tagdown fmt`" } else { "" };
    let mut section = format!("### {}\n\n**[SPEC]**\n- Finds: {}\n", rule.name, rule.summary());
    writeln!(section, "- Severity: {}", rule.default_severity()).expect("a string");
    writeln!(section, "- Fix: {}{layout}", rule.fix.name().replace('-', "none")).expect("a string");
    for option in rule.options {
        writeln!(section, "- Option `{}`: {}; default {}", option.name, option.help, option.default)
            .expect("a string");
    }
    format!("{section}\n**[NOTE]**\nWhy: {}.\n\n{}\n\n", rule.why, rest.trim())
}

#[test]
fn the_page_of_rules_is_made_from_the_rules() {
    let path = root().join("docs/rules.md");
    if updates() {
        fs::write(&path, rules_page()).expect("the page");
    }
    let page = fs::read_to_string(&path).expect("docs/rules.md");
    assert_eq!(page, rules_page(), "run UPDATE_DOCS=1 cargo test --test docs");
}

#[test]
fn our_own_documents_pass() {
    let printed = run(
        "tagdown check --no-config --fail-on info docs examples/*.md && tagdown fmt --check docs examples/*.md",
        &root(),
    );
    assert!(printed.contains("no findings") && printed.contains("\n0 of "), "{printed}");
}

#[test]
fn the_recipes_show_real_files() {
    let path = root().join("CONTRIBUTING.md");
    let guide = fs::read_to_string(&path).expect("CONTRIBUTING.md");
    let mut real = String::new();
    let mut count = 0;
    for (index, part) in guide.split("\n````").enumerate() {
        let shown = part.strip_prefix("rust ").and_then(|fence| fence.split_once('\n'));
        let part = shown.map_or(part.to_owned(), |(name, _)| {
            count += 1;
            let file = fs::read_to_string(root().join(name)).expect(name);
            format!("rust {name}\n{}", file.trim_end())
        });
        real.push_str(if index == 0 { "" } else { "\n````" });
        real.push_str(&part);
    }
    assert_eq!(count, 2, "a rule and a format are shown");
    if updates() {
        fs::write(&path, &real).expect("CONTRIBUTING.md");
    } else {
        assert_eq!(guide, real, "run UPDATE_DOCS=1 cargo test --test docs");
    }
}

#[test]
fn the_document_in_the_help_is_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let extract = "tagdown explain format | sed -n '/^```md$/,/^```$/p' | sed '1d;$d' > copied.md";
    let printed =
        run(&format!("{extract}; tagdown check copied.md && tagdown fmt --check copied.md"), folder.path());
    assert_eq!(printed, "no findings: 1 file checked\n0 of 1 file would change");
    let help = run("tagdown --help", folder.path());
    assert!(help.contains("tagdown explain format"), "{help}");
}

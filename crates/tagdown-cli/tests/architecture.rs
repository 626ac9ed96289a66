//! The architecture, as in ARCHITECTURE.md: which crate may import which, no cycles between modules or between a folder
//! and the file that opens it, short files that state what they own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The other crates that each crate may import, lowest first. A crate that is not listed fails the test.
const CRATES: &[(&str, &[&str])] = &[
    ("tagdown", &[]),
    ("tagdown-read", &["tagdown"]),
    ("tagdown-render", &["tagdown", "tagdown-read"]),
    ("tagdown-tables", &["tagdown", "tagdown-read"]),
    ("tagdown-wasm", &["tagdown", "tagdown-render"]),
    ("tagdown-write", &["tagdown", "tagdown-read", "tagdown-render"]),
    ("tagdown-project", &["tagdown", "tagdown-read", "tagdown-render", "tagdown-write"]),
    ("tagdown-mcp", &["tagdown", "tagdown-read", "tagdown-render", "tagdown-write", "tagdown-project"]),
    ("tagdown-lsp", &["tagdown", "tagdown-read", "tagdown-render", "tagdown-write", "tagdown-project"]),
    (
        "tagdown-cli",
        &[
            "tagdown",
            "tagdown-read",
            "tagdown-render",
            "tagdown-tables",
            "tagdown-write",
            "tagdown-project",
            "tagdown-mcp",
            "tagdown-lsp",
        ],
    ),
    (
        "tagdown-py",
        &[
            "tagdown",
            "tagdown-read",
            "tagdown-render",
            "tagdown-tables",
            "tagdown-write",
            "tagdown-project",
            "tagdown-cli",
        ],
    ),
];

/// The folders of the core library, lowest first: each may import only those above it in this list.
const CORE: &[&str] = &["text", "markdown", "document", "prose", "judgement", "rules", "print"];

/// The maximum number of lines in a file.
const MOST_LINES: usize = 400;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

fn crates() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates")).expect("crates");
    let mut names: Vec<String> =
        folders.map(|entry| entry.expect("a crate").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn no_crate_imports_a_higher_one() {
    let known: BTreeMap<&str, &[&str]> = CRATES.iter().copied().collect();
    for name in crates() {
        let allowed = known.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no place in CRATES"));
        let manifest =
            fs::read_to_string(root().join("crates").join(&name).join("Cargo.toml")).expect("a manifest");
        let normal = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        let (_, dependencies) = normal.split_once("[dependencies]").unwrap_or((normal, ""));
        let imported = dependencies.lines().filter_map(|line| {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            name.starts_with("tagdown").then_some(name)
        });
        for other in imported {
            assert!(allowed.contains(&other), "{name} imports {other}");
        }
    }
}

#[test]
fn every_source_file_is_short_and_says_what_it_owns() {
    let mut all = Vec::new();
    files(&root().join("crates"), &mut all);
    files(&root().join("tests"), &mut all);
    for path in all {
        let text = fs::read_to_string(&path).expect("a source file");
        let is_made_up = text.is_empty() && path.ends_with("schemas/none.rs");
        assert!(text.starts_with("//!") || is_made_up, "{} does not open with //!", path.display());
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines", path.display());
    }
}

/// What changes the disk, and what reads a file without a limit. Only the module that owns it may use it.
const OWNED: &[(&str, &[&str])] = &[
    (
        "writing",
        &[
            "fs::write",
            "File::create",
            "File::options",
            "OpenOptions",
            "fs::rename",
            "fs::copy",
            "create_dir",
            "DirBuilder",
            "remove_file",
            "remove_dir",
            "set_permissions",
            "hard_link",
            "fs::symlink",
            "tempfile",
            "NamedTemp",
            "set_len",
            "File::open",
            "fs::soft_link",
        ],
    ),
    ("opening", &["File::open", "fs::read(", "fs::read_to_string", "OpenOptions"]),
];

/// Whether code has a word, not as the end of another.
fn uses(code: &str, word: &str) -> bool {
    let is_end = |at: usize| code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    code.match_indices(word).any(|(at, _)| !is_end(at))
}

#[test]
fn one_module_writes_and_one_module_opens() {
    for ((name, parts), code) in modules() {
        let owner = parts.first().map_or("", String::as_str);
        let owns = |module: &str| name == "tagdown_project" && owner == module;
        for word in OWNED.iter().flat_map(|(_, words)| *words) {
            let allowed = OWNED.iter().any(|(module, words)| owns(module) && words.contains(word));
            let shown = shown(&(name.clone(), parts.clone()));
            assert!(allowed || !uses(&code, word), "{shown} uses {word}");
        }
        let imports_all = code.contains("use std::fs::*");
        assert!(!imports_all, "{parts:?} imports all of std::fs");
    }
}

/// A module: its crate and the path in it.
type Module = (String, Vec<String>);

/// The modules of all crates, with the text of their files: no comments, no tests.
fn modules() -> BTreeMap<Module, String> {
    let mut modules = BTreeMap::new();
    for name in crates() {
        let source = root().join("crates").join(&name).join("src");
        let mut all = Vec::new();
        files(&source, &mut all);
        for path in all {
            let below = path.strip_prefix(&source).expect("below").with_extension("");
            let mut parts: Vec<String> =
                below.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
            if parts.last().is_some_and(|last| last.ends_with("tests") || last == "main") {
                continue;
            }
            if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
                parts.pop();
            }
            let text = fs::read_to_string(&path).expect("a source file");
            let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
            let code: Vec<&str> =
                text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
            modules.insert((name.replace('-', "_"), parts), code.join("\n"));
        }
    }
    modules
}

/// The paths in a `use` tree.
fn leaves(tree: &str, before: &[String], out: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let (path, group) = match tree.split_once('{') {
        Some((path, group)) => (path, Some(group.trim_end().trim_end_matches('}'))),
        None => (tree.split(" as ").next().unwrap_or_default(), None),
    };
    let mut parts = before.to_vec();
    parts.extend(path.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned));
    let Some(group) = group else { return out.push(parts) };
    let (mut depth, mut start) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                leaves(&group[start..at], &parts, out);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !group[start..].trim().is_empty() {
        leaves(&group[start..], &parts, out);
    }
}

/// Every path in a file that may lead to another module.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = code;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(at) = rest.find("use ") {
        let opens = rest[..at].chars().next_back().is_none_or(|c| !is_name(c));
        let after = &rest[at + 4..];
        let end = after.find(';').unwrap_or(after.len());
        if opens {
            leaves(&after[..end], &[], &mut found);
        }
        rest = &after[if opens { end } else { 0 }..];
    }
    // A word that ends with colons opens a group of a `use`, which was read above.
    let words = code.split(|c: char| !is_name(c) && c != ':');
    for word in words.filter(|word| word.contains("::") && !word.ends_with(':')) {
        found.push(word.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect());
    }
    found
}

/// The module that a path refers to, seen from another module.
fn resolve(modules: &BTreeMap<Module, String>, from: &Module, path: &[String]) -> Option<Module> {
    let first = path.first()?;
    let is_child = {
        let mut child = from.1.clone();
        child.push(first.clone());
        modules.contains_key(&(from.0.clone(), child))
    };
    let (mut to, mut rest): (Module, &[String]) = match first.as_str() {
        "crate" => ((from.0.clone(), Vec::new()), &path[1..]),
        "super" | "self" => {
            let ups = path.iter().take_while(|part| *part == "super" || *part == "self").count();
            let mut base = from.1.clone();
            path[..ups].iter().filter(|part| *part == "super").for_each(|_| drop(base.pop()));
            ((from.0.clone(), base), &path[ups..])
        }
        name if name != from.0 && modules.contains_key(&(name.to_owned(), Vec::new())) => {
            ((name.to_owned(), Vec::new()), &path[1..])
        }
        _ if is_child => (from.clone(), path),
        _ => return None,
    };
    while let Some(next) = rest.first() {
        let mut deeper = to.1.clone();
        deeper.push(next.clone());
        if !modules.contains_key(&(to.0.clone(), deeper.clone())) {
            break;
        }
        (to.1, rest) = (deeper, &rest[1..]);
    }
    (to != *from).then_some(to)
}

fn imports() -> BTreeMap<Module, BTreeSet<Module>> {
    let modules = modules();
    let of = |(from, code): (&Module, &String)| {
        let to = paths(code).iter().filter_map(|path| resolve(&modules, from, path)).collect();
        (from.clone(), to)
    };
    modules.iter().map(of).collect()
}

fn shown(module: &Module) -> String {
    [std::slice::from_ref(&module.0), &module.1[..]].concat().join("::")
}

#[test]
fn no_circles_between_modules_or_with_the_file_that_opens_a_folder() {
    let mut imports = imports();
    assert!(imports.len() > 250, "only {} modules were found", imports.len());
    // Modules without imports are removed until nothing changes; the rest is a cycle or leads to one.
    loop {
        let free: BTreeSet<Module> =
            imports.iter().filter(|(_, to)| to.is_empty()).map(|(from, _)| from.clone()).collect();
        if free.is_empty() {
            break;
        }
        imports.retain(|module, _| !free.contains(module));
        for to in imports.values_mut() {
            to.retain(|module| !free.contains(module));
        }
    }
    let left: Vec<String> = imports
        .iter()
        .map(|(from, to)| {
            format!("{} -> {}", shown(from), to.iter().map(shown).collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert!(left.is_empty(), "modules in a circle, or that lead to one:\n{}", left.join("\n"));
}

#[test]
fn the_folders_of_the_core_import_downwards_only() {
    let rank = |module: &Module| {
        CORE.iter().position(|folder| module.1.first().is_some_and(|first| first == folder))
    };
    for (from, to) in imports() {
        let Some(own) = rank(&from).filter(|_| from.0 == "tagdown") else { continue };
        for to in to.iter().filter(|to| to.0 == "tagdown") {
            let other = rank(to).unwrap_or_else(|| panic!("{} imports {}", shown(&from), shown(to)));
            assert!(other <= own, "{} imports {}", shown(&from), shown(to));
        }
    }
}

#[test]
fn each_dependency_has_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = |name: &str| fs::read_to_string(root.join(name)).expect("a file");
    let manifest: toml::Table = text("Cargo.toml").parse().expect("TOML");
    let listed = manifest["workspace"]["dependencies"].as_table().expect("a table");
    let mut wanted: Vec<&str> =
        listed.keys().map(String::as_str).filter(|name| !name.starts_with("tagdown")).collect();
    wanted.sort_unstable();
    let page = text("CONTRIBUTING.md");
    let (_, table) = page.split_once("| crate | why |\n|---|---|\n").expect("a table");
    let rows = table.lines().take_while(|line| line.starts_with("| `"));
    let found: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    assert_eq!(found, wanted, "CONTRIBUTING.md says why each dependency is there");
    let deny: toml::Table = text("deny.toml").parse().expect("TOML");
    for name in ["licenses", "bans", "sources", "advisories"] {
        assert!(deny.contains_key(name), "deny.toml has no [{name}]");
    }
}

//! The hooks for pre-commit and the GitHub Action: hostile names of files stay names, and the script needs only bash 3.2.

mod program;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use program::program;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(repository().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The command of each hook, without the names of files.
fn hooks() -> Vec<Vec<String>> {
    let text = text(".pre-commit-hooks.yaml");
    let value = |lines: &[&str], key: &str| {
        let line =
            lines.iter().find_map(|line| line.trim().strip_prefix(key)).unwrap_or_else(|| panic!("no {key}"));
        line.trim().trim_matches(['[', ']']).replace(',', " ")
    };
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let hooks = lines.split(|line| line.starts_with("- id:")).skip(1);
    let command = |lines: &[&str]| format!("{} {}", value(lines, "entry:"), value(lines, "args:"));
    hooks.map(|lines| command(lines).split_whitespace().map(str::to_owned).collect()).collect()
}

/// The names and texts of the files in a folder.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let read = |path: PathBuf| std::fs::read_to_string(path).expect("text");
    entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), read(entry.path()))).collect()
}

#[test]
fn hooks_read_names_as_names() {
    const GOOD: &str = "# Upload\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` first; `[NOTE]` may be \
        skipped.\n\n---\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n";
    let names = [
        "--add-suppressions=x.md",
        "--baseline=b.md",
        "--output=v.md",
        "--fix.md",
        "--format=json=r.md",
        "--config=c.md",
        "--files-from=l.md",
        "--ignore=tags.md",
        "-h.md",
        "-q.md",
        "--.md",
        "a b;$(touch x).md",
    ];
    let mut hooks = hooks();
    // This hook looks at what is staged, and gets no names.
    let facts = hooks.pop().expect("a hook");
    assert_eq!(facts, ["scripts/hook", "diff", "--staged", "--format", "line"]);
    assert_eq!(hooks.len(), 2);
    for hook in hooks {
        assert_eq!((hook[0].as_str(), hook.last().map(String::as_str)), ("scripts/hook", Some("--")));
        let run = |names: &[&str]| -> (Output, bool) {
            let folder = tempfile::tempdir().expect("a folder");
            for name in names {
                std::fs::write(folder.path().join(name), GOOD).expect("written");
            }
            let faulty = GOOD.replace("**[SPEC]**\n-", "**[SPEC]**\n\n-");
            std::fs::write(folder.path().join("faulty.md"), faulty).expect("written");
            let before = files(folder.path());
            let mut command = Command::new(program());
            command
                .current_dir(folder.path())
                .env_remove("GITHUB_ACTIONS")
                .args(&hook[1..])
                .args(names)
                .arg("faulty.md");
            let output = command.output().expect("the hook runs");
            let mut after = files(folder.path());
            if hook[1] == "fmt" {
                assert_eq!(
                    after.insert("faulty.md".to_owned(), before["faulty.md"].clone()).as_deref(),
                    Some(GOOD)
                );
            }
            (output, before == after)
        };
        for names in [&names[..]].into_iter().chain(names.chunks(1)) {
            let (output, is_same) = run(names);
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(is_same, "{hook:?} {names:?} changed files: {text}");
            let expected = if hook[1] == "fmt" { Some(0) } else { Some(1) };
            assert_eq!(output.status.code(), expected, "{hook:?} {names:?}: {text}");
            let files = format!("{} file", names.len() + 1);
            assert!(text.contains(&files), "{hook:?} {names:?} did not look at {files}s: {text}");
        }
    }
}

/// The script of the step that checks.
fn script() -> String {
    let action = text("action.yml");
    let (_, step) = action.split_once("- id: check").expect("a step");
    let (_, script) = step.split_once("run: |\n").expect("a script");
    let own = script.lines().take_while(|line| !line.starts_with("    - id:"));
    own.map(|line| line.trim_start_matches("        ").to_owned() + "\n").collect()
}

#[test]
fn the_action_needs_only_bash_3() {
    let action = text("action.yml");
    for newer in
        [",,}", "^^}", "mapfile", "readarray", "declare -A", "local -n", "&>>", "|&", "@Q}", "@U}", "wait -n"]
    {
        let code: Vec<&str> = action.lines().filter(|line| !line.trim().starts_with('#')).collect();
        assert!(!code.join("\n").contains(newer), "bash 3.2, as on macOS, does not know `{newer}`");
    }
    // An empty array is unset under `set -u` before bash 4.4.
    let guarded = script().replace("${words[@]+\"${words[@]}\"}", "");
    assert!(!guarded.contains("words[@]"), "{guarded}");
}

#[test]
#[cfg(unix)]
fn the_action_passes_inputs_on() {
    use std::os::unix::fs::PermissionsExt;
    if Command::new("bash").arg("--version").output().is_err() {
        println!("SKIPPED: bash is not installed, so the action was not run");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let stub = folder.path().join("tagdown");
    std::fs::write(&stub, "#!/bin/sh\nfor a; do printf '<%s>' \"$a\"; done\nexit 1\n").expect("written");
    std::fs::set_permissions(&stub, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let run = |inputs: [&str; 5]| {
        let names = ["INPUT_PATHS", "INPUT_ARGS", "INPUT_FAIL_ON", "INPUT_REPORT", "INPUT_FAIL_ON_VIOLATION"];
        let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", &script()]).env("PATH", path);
        command.envs(names.iter().zip(inputs)).env("GITHUB_OUTPUT", folder.path().join("output"));
        let output = command.current_dir(folder.path()).output().expect("bash runs");
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert_eq!(run([".", "", "info", "", "true"]), "<check><--format><github><--fail-on><info><--><.>");
    assert_eq!(run([".", "", "", "", "true"]), "<check><--format><github><--><.>");
    assert_eq!(run(["", "", "", "", "FALSE"]), "<check><--format><github><--fail-on><never><-->");
    assert_eq!(
        run(["--fix $(touch x) *.md", "--select\na b", "error", "sarif=a.sarif\n\njunit=b c.xml", "False"]),
        "<check><--format><github><--format><sarif=a.sarif><--format><junit=b c.xml><--fail-on><never><--select><a b><-->\
         <--fix><$(touch><x)><*.md>"
    );
    assert!(!folder.path().join("x").exists());
}

//! `install.sh`, the hook for pre-commit and the first step of the GitHub Action, with a release in a folder: what fits is
//! installed, what was changed is refused and never replaced, what is missing is compiled.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const TARGETS: [&str; 6] = [
    "x86_64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-gnu",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

fn program(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("written");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("executable");
}

fn shell(folder: &Path, script: &str) -> String {
    let output = Command::new("sh").args(["-ec", script]).current_dir(folder).output().expect("sh runs");
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A folder with a release, an empty home, and a compiler that only says that it was called.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    /// `None` if a program that the scripts need is missing.
    fn new() -> Option<Self> {
        let missing = ["curl", "tar", "sha256sum", "bash"]
            .into_iter()
            .find(|name| Command::new(name).arg("--version").output().is_err());
        if let Some(missing) = missing {
            println!("SKIPPED: {missing} is not installed, so nothing was installed");
            return None;
        }
        let place = Self { folder: tempfile::tempdir().expect("a folder") };
        let release = place.path("release/v").with_file_name(format!("v{VERSION}"));
        std::fs::create_dir_all(&release).expect("a folder");
        for build in ["tagdown", "tagdown-small"] {
            for target in TARGETS {
                let name = format!("{build}-v{VERSION}-{target}");
                let answer = format!(
                    "#!/bin/sh\n[ \"$1\" = -V ] && echo tagdown {VERSION} || echo {build}, asked: \"$@\"\n"
                );
                program(&release.join(&name).join("tagdown"), &answer);
                shell(&release, &format!("tar -czf {name}.tar.gz {name} && rm -r {name}"));
            }
        }
        shell(&release, "sha256sum *.tar.gz > SHA256SUMS");
        let cargo = "#!/bin/sh\necho compiled >> \"$HOME/cargo.log\"\nwhile [ $# -gt 0 ]; do\n  if [ \"$1\" = --root ]; \
                     then root=$2; fi\n  shift\ndone\nmkdir -p \"$root/bin\"\nprintf '#!/bin/sh\\necho from the compiler\\n' \
                     > \"$root/bin/tagdown\"\nchmod 755 \"$root/bin/tagdown\"\n";
        program(&place.path("bin/cargo"), cargo);
        std::fs::create_dir_all(place.path("home")).expect("a folder");
        Some(place)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command in an empty home, with the release in the folder.
    fn run(&self, words: &[&str], variables: &[(&str, &str)]) -> (i32, String) {
        let mut command = Command::new(words[0]);
        let path = format!("{}:/usr/bin:/bin", self.path("bin").display());
        let address = format!("file://{}", self.path("release").display());
        command.args(&words[1..]).current_dir(self.path("home")).env_clear();
        command.envs([("PATH", path), ("TAGDOWN_DOWNLOAD", address)]).env("HOME", self.path("home"));
        let Output { status, stdout, stderr } =
            command.envs(variables.iter().copied()).output().expect("it runs");
        let said = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
        (status.code().expect("a status"), said)
    }

    fn install(&self, arguments: &[&str], variables: &[(&str, &str)]) -> (i32, String) {
        let script = repository().join("install.sh");
        let words: Vec<&str> =
            ["sh", script.to_str().expect("UTF-8")].into_iter().chain(arguments.iter().copied()).collect();
        self.run(&words, variables)
    }

    fn hook(&self) -> (i32, String) {
        self.run(&[repository().join("scripts/hook").to_str().expect("UTF-8"), "check", "--", "a b.md"], &[])
    }

    /// Adds a byte to every archive.
    fn change_archives(&self) {
        shell(&self.path("release"), "for file in v*/*.tar.gz; do printf x >> $file; done");
    }

    fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }
}

#[test]
fn the_archive_of_this_system_is_installed() {
    let Some(place) = Place::new() else { return };
    let (status, said) = place.install(&[], &[]);
    assert_eq!(status, 0, "{said}");
    assert!(
        said.contains(&format!("installed tagdown {VERSION}")) && said.contains("is not in PATH"),
        "{said}"
    );
    let program = place.path("home/.local/bin/tagdown");
    assert_eq!(
        place.run(&[program.to_str().expect("UTF-8"), "x"], &[]),
        (0, "tagdown, asked: x\n".to_owned())
    );
    let (status, said) =
        place.install(&["--small", "--to", "here", "--version", &format!("v{VERSION}")], &[]);
    assert_eq!(status, 0, "{said}");
    assert_eq!(place.run(&["here/tagdown", "x"], &[]).1, "tagdown-small, asked: x\n");
    assert_eq!(std::fs::read_dir(place.path("home/here")).expect("a folder").count(), 1);
}

#[test]
fn an_archive_that_was_changed_is_refused() {
    let Some(place) = Place::new() else { return };
    let other = "0".repeat(64);
    let (status, said) = place.install(&[], &[("TAGDOWN_SHA256", &other)]);
    assert!(status == 1 && said.contains("was asked for"), "{status} {said}");
    place.change_archives();
    let (status, said) = place.install(&[], &[]);
    assert!(status == 1 && said.contains("was refused: its SHA-256 is"), "{status} {said}");
    let (status, said) = place.hook();
    assert!(status == 2 && said.contains("was refused"), "{status} {said}");
    assert!(!place.has("home/cargo.log"), "a program that was refused has no substitute");
    assert_eq!(
        std::fs::read_dir(place.path("home/.local/bin")).expect("a folder").count(),
        0,
        "something was left"
    );
}

#[test]
fn what_cannot_be_installed_says_why() {
    let Some(place) = Place::new() else { return };
    for (arguments, status, message) in [
        (&["--version", "9.9.9"][..], 3, "cannot download"),
        (&["--version", "../../x"], 2, "is not a version"),
        (&["--version", "1$(touch x)"], 2, "is not a version"),
        (&["--to"], 2, "--to needs a value"),
        (&["--force"], 2, "unknown argument `--force`"),
        (&["--to", "/dev/null/x"], 1, "cannot create"),
    ] {
        let (found, said) = place.install(arguments, &[]);
        assert!(found == status && said.contains(message), "{arguments:?}: {found} {said}");
    }
    assert!(!place.has("home/x"));
    let sums = place.path("release").join(format!("v{VERSION}/SHA256SUMS"));
    std::fs::write(sums, "").expect("written");
    let (status, said) = place.install(&[], &[]);
    assert!(status == 3 && said.contains("the release has no tagdown-v"), "{status} {said}");
    assert!(place.install(&["--help"], &[]).1.contains("sh install.sh [--version VERSION]"));
}

#[test]
fn the_hook_downloads_once_and_compiles_only_what_is_missing() {
    let Some(place) = Place::new() else { return };
    let answer = (0, "tagdown-small, asked: check -- a b.md\n".to_owned());
    assert_eq!(place.hook(), answer);
    std::fs::remove_dir_all(place.path("release")).expect("removed");
    assert_eq!(place.hook(), answer, "the second run needs no release");
    std::fs::remove_dir_all(place.path("home/.cache")).expect("removed");
    let (status, said) = place.hook();
    assert!(status == 0 && said.contains("cannot download") && said.contains("from the compiler"), "{said}");
    assert!(place.has("home/cargo.log"));
}

/// The script of the Action's first step.
fn script() -> String {
    let action = std::fs::read_to_string(repository().join("action.yml")).expect("the Action");
    let (_, step) = action.split_once("- id: install").expect("a step");
    let (_, script) = step.split_once("run: | # zizmor: ignore[github-env]\n").expect("a script");
    let own = script.lines().take_while(|line| !line.starts_with("    - id:"));
    own.map(|line| line.trim_start_matches("        ").to_owned() + "\n").collect()
}

#[test]
fn the_action_installs_its_own_version() {
    let Some(place) = Place::new() else { return };
    let (script, repository) = (script(), repository());
    let step = |version: &str, sha256: &str| {
        let variables = [
            ("ACTION_PATH", repository.to_str().expect("UTF-8")),
            ("INPUT_VERSION", version),
            ("TAGDOWN_SHA256", sha256),
            ("RUNNER_TEMP", "temporary files"),
            ("GITHUB_PATH", "path.txt"),
        ];
        place.run(&["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", &script], &variables)
    };
    let (status, said) = step("", "");
    assert!(status == 0 && said.starts_with(&format!("tagdown {VERSION}\n")), "{status} {said}");
    let path = std::fs::read_to_string(place.path("home/path.txt")).expect("a path");
    assert_eq!(path, format!("temporary files/tagdown-{VERSION}\n"));
    let (status, said) = step("", &"0".repeat(64));
    assert!(status == 2 && said.contains("::error::") && said.contains("was asked for"), "{status} {said}");
    place.change_archives();
    let (status, said) = step(VERSION, "");
    assert!(status == 2 && said.contains("::error::") && said.contains("was refused"), "{status} {said}");
    assert!(!place.has("home/cargo.log"), "a program that was refused has no substitute");
}

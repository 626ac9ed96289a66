//! Finds commands without a flag or a path: a program and its subcommand, where a command is expected, such as after a
//! colon: `Restart: sudo systemctl restart nginx`.

use super::word_filter::WordFilter;
use crate::text::Span;

/// Programs with their subcommands.
const VERBS: &[(&[&str], &[&str])] = &[
    (
        &["docker", "podman"],
        &[
            "build", "compose", "exec", "login", "logs", "ps", "pull", "push", "restart", "run", "start",
            "stop",
        ],
    ),
    (&["docker-compose"], &["build", "down", "logs", "pull", "restart", "start", "stop", "up"]),
    (&["systemctl"], &["daemon-reload", "disable", "enable", "reload", "restart", "start", "status", "stop"]),
    (&["pip", "pip3", "pipx"], &["freeze", "install", "list", "uninstall"]),
    (
        &["npm", "pnpm", "yarn"],
        &["add", "build", "ci", "install", "publish", "run", "start", "test", "uninstall"],
    ),
    (
        &["cargo"],
        &["bench", "build", "check", "clippy", "fmt", "install", "publish", "run", "test", "update"],
    ),
    (
        &["git"],
        &[
            "add", "checkout", "clone", "commit", "fetch", "init", "merge", "pull", "push", "rebase",
            "reset", "stash", "status", "switch",
        ],
    ),
    (&["go"], &["build", "generate", "get", "install", "mod", "run", "test", "vet"]),
    (&["kubectl"], &["apply", "delete", "describe", "exec", "get", "logs", "rollout", "scale"]),
    (&["helm"], &["install", "rollback", "uninstall", "upgrade"]),
    (&["terraform"], &["apply", "destroy", "init", "plan"]),
    (&["apt", "apt-get", "brew", "dnf", "yum"], &["install", "remove", "update", "upgrade"]),
    (&["poetry", "uv", "bundle"], &["add", "exec", "install", "lock", "run", "sync"]),
    (&["dotnet", "gradle", "mvn"], &["build", "clean", "install", "package", "restore", "run", "test"]),
    (
        &["make"],
        &["all", "build", "check", "clean", "deploy", "dist", "docs", "install", "lint", "run", "test"],
    ),
];

/// The words that may start a command.
pub(crate) static STARTS: WordFilter = {
    let mut filter = WordFilter::EMPTY.with(&["sudo"]).with(PROGRAMS);
    let mut at = 0;
    while at < VERBS.len() {
        filter = filter.with(VERBS[at].0);
        at += 1;
    }
    filter
};

/// The subcommands of a program.
fn verbs(program: &str) -> Option<&'static [&'static str]> {
    VERBS.iter().find(|(names, _)| names.contains(&program)).map(|(_, verbs)| *verbs)
}

/// Programs whose arguments follow on the same line.
const PROGRAMS: &[&str] = &[
    "apt",
    "apt-get",
    "aws",
    "az",
    "brew",
    "bundle",
    "cargo",
    "cd",
    "chmod",
    "chown",
    "cp",
    "curl",
    "docker",
    "docker-compose",
    "dotnet",
    "gcloud",
    "gh",
    "git",
    "go",
    "gradle",
    "helm",
    "java",
    "journalctl",
    "kubectl",
    "ls",
    "mkdir",
    "mv",
    "mvn",
    "node",
    "npm",
    "npx",
    "openssl",
    "pip",
    "pip3",
    "pnpm",
    "podman",
    "poetry",
    "psql",
    "pytest",
    "python",
    "python3",
    "rm",
    "rsync",
    "ruby",
    "scp",
    "sed",
    "ssh",
    "sudo",
    "systemctl",
    "tar",
    "terraform",
    "uv",
    "wget",
    "yarn",
];

/// Whether a word is a program whose arguments follow on the same line.
pub(crate) fn is_program(word: &str) -> bool {
    STARTS.may_have(word.as_bytes()) && PROGRAMS.contains(&word)
}

/// Words before a command.
pub(crate) const LEADS: &[&str] = &["sudo", "with", "via", "using"];

/// Words that end a command.
const ENDS: &[&str] = &[
    "a", "after", "an", "and", "as", "at", "before", "by", "for", "from", "if", "in", "is", "on", "once",
    "or", "so", "that", "the", "then", "to", "when", "which", "with",
];

/// The most words of a command.
const LONGEST: usize = 6;

/// The command that starts with a word.
pub(crate) fn find(text: &str, words: &[Span], index: usize) -> Option<Span> {
    if !STARTS.may_have(&text.as_bytes()[words[index].range()]) {
        return None;
    }
    let word = |index: usize| words.get(index).map_or("", |span| &text[span.range()]);
    let has_sudo = word(index) == "sudo";
    let program = index + usize::from(has_sudo);
    let verbs = verbs(word(program))?;
    let start = words[index].start;
    let follows_colon = text[..start].trim_end_matches([' ', '*', '_']).ends_with(':');
    let is_led = index > 0 && LEADS.contains(&word(index - 1));
    if !verbs.contains(&word(program + 1)) || !(has_sudo || follows_colon || is_led) {
        return None;
    }
    let stop = text[start..].find([',', ';', '(', '\n']).map_or(text.len(), |at| start + at);
    let mut last = program + 1;
    let is_joined = |last: usize| text[words[last].end..].starts_with(char::is_whitespace);
    while last - index + 1 < LONGEST
        && is_joined(last)
        && words.get(last + 1).is_some_and(|next| next.start < stop)
        && !ENDS.contains(&word(last + 1))
    {
        last += 1;
    }
    // `Options: make all files public` is text.
    let is_text = word(program) == "make" && (!follows_colon || last > program + 1);
    (!is_text && words[program + 1].end <= stop).then(|| Span::new(start, words[last].end))
}

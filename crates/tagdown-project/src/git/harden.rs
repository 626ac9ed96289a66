//! Keeps git from running anything that a repository names: monitors, hooks, filters, converters and transports. What
//! the user configured for all repositories stays as it is.

use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::problem::Problem;
use super::wait;

/// The first version of git that can be told to ignore bare repositories inside others.
const OLDEST: (u32, u32) = (2, 38);

/// Settings for every call.
const FIXED: [(&str, &str); 6] = [
    ("safe.bareRepository", "explicit"),
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("core.pager", "cat"),
    ("core.sshCommand", "false"),
    ("protocol.allow", "never"),
];

/// The environment of every call: no transports, no prompts, and no other program.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("LC_ALL", "C"),
    ("GIT_PAGER", "cat"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
];

/// Keys of programs that git runs on the content of files. Their sections are named freely.
const PROGRAMS: [(&str, &[&str]); 3] =
    [("filter", &["clean", "smudge", "process"]), ("diff", &["textconv", "command"]), ("merge", &["driver"])];

/// How many settings of a repository are turned off. Git takes long for many.
const MOST_SETTINGS: usize = 400;

/// Makes a call of git safe in a repository that somebody else made.
pub(super) fn harden(command: &mut Command) -> Result<(), Problem> {
    check_version()?;
    let mut settings: Vec<(String, String)> =
        FIXED.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    for scope in ["--local", "--worktree"] {
        let own = names(command, scope, &settings)?;
        let named = own.into_iter().filter_map(|key| override_of(&key).map(|value| (key, value.to_owned())));
        settings.extend(named);
        if settings.len() > MOST_SETTINGS {
            return Err(Problem::Refused("its configuration names too many programs".to_owned()));
        }
    }
    set(command, &settings);
    Ok(())
}

/// The value that turns off a setting of the repository that names a program.
fn override_of(key: &str) -> Option<&'static str> {
    // Files outside the repository, which may be endless.
    if ["core.attributesfile", "core.excludesfile"].contains(&key) {
        return Some("/dev/null");
    }
    let (section, rest) = key.split_once('.')?;
    let (_, name) = rest.rsplit_once('.')?;
    if section == "filter" && name == "required" {
        return Some("false");
    }
    let (_, names) = PROGRAMS.iter().find(|(known, _)| *known == section)?;
    names.contains(&name).then_some("")
}

/// The names of the settings that the repository itself has, in lower case except for the names of sections.
fn names(command: &Command, scope: &str, settings: &[(String, String)]) -> Result<Vec<String>, Problem> {
    let mut probe = Command::new(command.get_program());
    probe.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => probe.env(name, value),
            None => probe.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        probe.current_dir(folder);
    }
    set(&mut probe, settings);
    probe.args(["config", scope, "--includes", "--list", "--name-only", "-z"]);
    let output = wait::output(&mut probe, Vec::new()).map_err(Problem::of)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

/// Adds settings to a call. The environment holds any name; an argument could not hold one with an equals sign.
fn set(command: &mut Command, settings: &[(String, String)]) {
    let given =
        std::env::var("GIT_CONFIG_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(0_usize);
    for (index, (key, value)) in settings.iter().enumerate() {
        let index = given + index;
        command.env(format!("GIT_CONFIG_KEY_{index}"), key).env(format!("GIT_CONFIG_VALUE_{index}"), value);
    }
    command.env("GIT_CONFIG_COUNT", (given + settings.len()).to_string());
    command.env_remove("GIT_EXTERNAL_DIFF").envs(ENVIRONMENT);
}

/// Whether git is new enough, asked once.
fn check_version() -> Result<(), Problem> {
    static FOUND: OnceLock<Option<String>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let output = Command::new("git").arg("--version").stdin(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    });
    // A missing git is reported by the call itself.
    let Some(said) = found else { return Ok(()) };
    if version(said).is_some_and(|found| found >= OLDEST) {
        return Ok(());
    }
    let (major, minor) = OLDEST;
    Err(Problem::Refused(format!("git {major}.{minor} or later is needed; found: {}", said.trim())))
}

fn version(said: &str) -> Option<(u32, u32)> {
    let mut numbers = said.split_whitespace().nth(2)?.split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_the_repository_are_turned_off() {
        for key in ["filter.a b=c.clean", "filter.x.process", "diff.x.textconv", "diff.a.b.command"] {
            assert_eq!(override_of(key), Some(""), "{key}");
        }
        assert_eq!(override_of("filter.x.required"), Some("false"));
        for key in ["core.bare", "diff.algorithm", "user.name", "filter", "remote.origin.url"] {
            assert_eq!(override_of(key), None, "{key}");
        }
    }

    #[test]
    fn versions_are_read() {
        assert_eq!(version("git version 2.39.5\n"), Some((2, 39)));
        assert_eq!(version("git version 2.50.1 (Apple Git-155)\n"), Some((2, 50)));
        assert_eq!(version("git version 2.47.0.windows.1\n"), Some((2, 47)));
        assert_eq!(version("nonsense"), None);
        assert!((2, 37) < OLDEST && (3, 0) > OLDEST);
    }
}

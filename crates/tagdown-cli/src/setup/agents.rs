//! Entries for the server for agents in the files of the hosts that a project uses.

use serde_json::Value;

use super::project::Project;
use super::setting::Change;

/// A program that runs agents, and where a project tells it about servers.
struct Host {
    name: &'static str,
    /// Files and folders that show that the project uses it.
    signs: &'static [&'static str],
    /// The files that it reads; the first is created if none exists.
    files: &'static [&'static str],
    /// The key above the names of servers.
    key: &'static str,
    /// The entry of one server, as JSON.
    entry: &'static str,
}

const HOSTS: &[Host] = &[
    Host {
        name: "Claude Code",
        signs: &[".mcp.json", ".claude", "CLAUDE.md"],
        files: &[".mcp.json"],
        key: "mcpServers",
        entry: COMMAND,
    },
    Host {
        name: "VS Code",
        signs: &[".vscode/mcp.json", ".github/copilot-instructions.md"],
        files: &[".vscode/mcp.json"],
        key: "servers",
        entry: r#"{"type": "stdio", "command": "tagdown", "args": ["mcp"]}"#,
    },
    Host {
        name: "Cursor",
        signs: &[".cursor"],
        files: &[".cursor/mcp.json"],
        key: "mcpServers",
        entry: COMMAND,
    },
    Host {
        name: "opencode",
        signs: &["opencode.json", "opencode.jsonc", ".opencode"],
        files: &["opencode.json", "opencode.jsonc"],
        key: "mcp",
        entry: r#"{"type": "local", "command": ["tagdown", "mcp"], "enabled": true}"#,
    },
    Host {
        name: "Codex",
        signs: &[".codex"],
        files: &[".codex/config.toml"],
        key: "mcp_servers",
        entry: COMMAND,
    },
];

/// The name of the server.
const SERVER: &str = "tagdown";

/// The entry of most hosts.
const COMMAND: &str = r#"{"command": "tagdown", "args": ["mcp"]}"#;

/// The same as a table of TOML.
const TABLE: &str = "[mcp_servers.tagdown]\ncommand = \"tagdown\"\nargs = [\"mcp\"]\n";

/// Plans an entry for each host that the project uses.
pub(super) fn look(project: &mut Project) {
    for host in HOSTS {
        if !host.signs.iter().any(|sign| project.has(sign)) {
            continue;
        }
        project.found(host.name);
        let why = format!("{} can search and read the documents", host.name);
        let Some(file) = project.first(host.files) else {
            project.create(host.files[0], &whole(host), &why);
            continue;
        };
        let known = project.read(file).map(|value| value[host.key][SERVER].clone());
        match (known, project.text(file)) {
            (Some(entry), _) if !entry.is_null() => {}
            // A table at the end belongs to no other.
            (Some(_), Some(text)) if is_toml(file) => {
                project.rewrite(file, &format!("{}\n\n{TABLE}", text.trim_end()), &why);
            }
            _ => {
                let entry: Value = serde_json::from_str(host.entry).unwrap_or_default();
                project.change(file, &[host.key, SERVER], &Change::Set(entry), &why);
            }
        }
    }
}

fn is_toml(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| ending == "toml")
}

/// A file with only this entry.
fn whole(host: &Host) -> String {
    if is_toml(host.files[0]) {
        return TABLE.to_owned();
    }
    format!("{{\n  \"{}\": {{\n    \"{SERVER}\": {}\n  }}\n}}\n", host.key, host.entry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::plan::Plan;

    fn plan(folder: &std::path::Path) -> Plan {
        let mut project = Project::new(folder);
        look(&mut project);
        project.into_plan()
    }

    #[test]
    fn every_host_gets_one_entry_and_keeps_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        assert!(plan(folder.path()).steps.is_empty());
        for name in [".claude", ".cursor", ".codex", ".opencode", ".vscode"] {
            std::fs::create_dir(at(name)).expect("a folder");
        }
        std::fs::write(at(".vscode/mcp.json"), "{\n  // mine\n  \"servers\": {\"other\": {}}\n}\n")
            .expect("written");
        std::fs::write(at(".codex/config.toml"), "model = \"x\"\n\n[mcp_servers.other]\ncommand = \"o\"\n")
            .expect("written");
        let made = plan(folder.path());
        assert_eq!(made.found, ["Claude Code", "VS Code", "Cursor", "opencode", "Codex"]);
        assert!(made.by_hand.is_empty(), "{:?}", made.by_hand);
        let names: Vec<String> =
            made.steps.iter().map(|step| step.path.to_string_lossy().into_owned()).collect();
        assert_eq!(
            names,
            [".codex/config.toml", ".cursor/mcp.json", ".mcp.json", ".vscode/mcp.json", "opencode.json"]
        );
        for step in &made.steps {
            assert!(step.after.contains("tagdown"), "{}", step.after);
            let before = step.before.as_deref().unwrap_or_default();
            assert!(!before.contains("// mine") || step.after.contains("// mine"), "{}", step.after);
            assert!(!before.contains("other") || step.after.contains("other"), "{}", step.after);
            std::fs::write(at(&step.path.to_string_lossy()), &step.after).expect("written");
        }
        let codex = std::fs::read_to_string(at(".codex/config.toml")).expect("read");
        let codex: toml::Table = codex.parse().expect("TOML");
        assert_eq!(codex["mcp_servers"]["tagdown"]["args"][0].as_str(), Some("mcp"));
        // Once is enough.
        assert!(plan(folder.path()).steps.is_empty());
    }
}

//! The entry for the server for agents in the settings of Claude Desktop, which belong to the user and not to a project.

use std::env;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::plan::Plan;
use super::project::Project;
use super::setting::Change;

/// The file in the settings folder.
const FILE: &str = "claude_desktop_config.json";
/// The key above the names of servers.
const KEY: &str = "mcpServers";
/// The name of the server; that of a second project has the name of its folder, too.
const SERVER: &str = "tagdown";

/// The settings folder of Claude Desktop on this system, whether it exists or not.
pub(crate) fn settings_folder() -> Option<PathBuf> {
    let home = || env::home_dir().filter(|home| !home.as_os_str().is_empty());
    let set = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let above = if cfg!(windows) {
        set("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_CONFIG_HOME").or_else(|| home().map(|home| home.join(".config")))
    };
    above.map(|above| above.join("Claude"))
}

/// Plans an entry that serves the documents in a folder. Claude Desktop starts servers in another folder, and without the
/// search path of a shell, so both paths are absolute.
pub(crate) fn plan(settings: &Path, command: &Path, documents: &Path) -> Plan {
    let mut project = Project::new(settings);
    project.found("Claude Desktop");
    let folder = documents.to_string_lossy();
    let entry = json!({"command": command.to_string_lossy(), "args": ["mcp", folder]});
    let why = format!("Claude Desktop can search and read the documents in {folder}");
    if !project.has(FILE) {
        let whole = json!({KEY: {SERVER: entry}});
        let text = serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n";
        project.create(FILE, &text, &why);
        return project.into_plan();
    }
    let known = project.read(FILE).map(|value| value[KEY].clone()).unwrap_or_default();
    let serves = |entry: &Value| {
        let words = entry["args"].as_array();
        words.is_some_and(|words| words.contains(&json!("mcp")) && words.contains(&json!(folder)))
    };
    if known.as_object().is_some_and(|servers| servers.values().any(serves)) {
        return project.into_plan();
    }
    let own = documents.file_name().map(|name| format!("{SERVER}-{}", name.to_string_lossy()));
    let names = [Some(SERVER.to_owned()), own];
    match names.into_iter().flatten().find(|name| known[name].is_null()) {
        Some(name) => project.change(FILE, &[KEY, &name], &Change::Set(entry), &why),
        None => project.by_hand(format!("{FILE}: add an entry with another name to `{KEY}`: {entry}")),
    }
    project.into_plan()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_folder_gets_one_entry_and_others_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FILE);
        let planned = |documents: &str| plan(folder.path(), Path::new("/bin/tagdown"), Path::new(documents));
        let write = |plan: Plan| {
            assert!(plan.by_hand.is_empty(), "{:?}", plan.by_hand);
            assert_eq!(plan.steps.len(), 1);
            std::fs::write(&file, &plan.steps[0].after).expect("written");
        };
        write(planned("/home/me/docs"));
        assert!(planned("/home/me/docs").steps.is_empty());
        let mine =
            r#"{"theme": "dark", "mcpServers": {"tagdown": {"command": "mine", "args": []}, "o": {}}}"#;
        std::fs::write(&file, mine).expect("written");
        write(planned("/home/me/docs"));
        assert!(planned("/home/me/docs").steps.is_empty());
        let text = std::fs::read_to_string(&file).expect("read");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((&value["theme"], &value[KEY]["tagdown"]["command"]), (&json!("dark"), &json!("mine")));
        let entry = json!({"command": "/bin/tagdown", "args": ["mcp", "/home/me/docs"]});
        assert_eq!(value[KEY]["tagdown-docs"], entry);
        // A third folder of the same name.
        let third = planned("/srv/docs");
        assert!(third.steps.is_empty() && third.by_hand.len() == 1, "{:?}", third.by_hand);
        // A file that is no JSON is left as it is.
        std::fs::write(&file, "{").expect("written");
        assert!(planned("/home/me/docs").steps.is_empty());
    }
}

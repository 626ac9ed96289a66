//! Finds out who speaks in an export: maintainers, contributors, reporters and bots.

use std::collections::HashSet;

use serde_json::Value;

use super::values::{list_of, text_of};
use crate::convert::trackers::issue::Speaker;

/// The name of a person in an export.
pub(crate) fn name_of(person: &Value) -> &str {
    let names = ["login", "username", "accountId", "name", "email", "displayName", "nick"];
    person.as_str().unwrap_or_else(|| text_of(person, &names))
}

/// The role that GitHub gives the author of a text.
fn role(value: &Value) -> &str {
    text_of(value, &["authorAssociation", "author_association"])
}

/// The people of an export whose word counts for the project.
#[derive(Debug, Default)]
pub(crate) struct People {
    maintainers: HashSet<String>,
    contributors: HashSet<String>,
    /// Whether the export says who is a maintainer.
    has_roles: bool,
}

impl People {
    /// The people who speak for the project in some entry: by their role, or because issues are assigned to them or they
    /// closed the issue of somebody else.
    pub(crate) fn of(entries: &[Value]) -> Self {
        let mut people = Self::default();
        for entry in entries {
            let comments = ["comments", "notes"].into_iter().flat_map(|key| list_of(entry, key));
            for one in std::iter::once(entry).chain(comments) {
                let author = author_of(one);
                people.has_roles |= !role(one).is_empty();
                if author.is_empty() {
                    continue;
                }
                match role(one) {
                    "OWNER" | "MEMBER" | "COLLABORATOR" => people.maintainers.insert(author.to_owned()),
                    "CONTRIBUTOR" => people.contributors.insert(author.to_owned()),
                    _ => false,
                };
            }
        }
        if !people.has_roles {
            for entry in entries {
                let reporter = author_of(entry);
                let assigned = list_of(entry, "assignees").into_iter().chain([&entry["assignee"]]);
                let closed = ["closed_by", "closedBy", "merged_by"].map(|key| &entry[key]);
                let names =
                    assigned.chain(closed).map(name_of).filter(|name| !name.is_empty() && *name != reporter);
                people.maintainers.extend(names.map(str::to_owned));
            }
        }
        people
    }

    /// Whether the export gives roles.
    pub(crate) fn has_roles(&self) -> bool {
        self.has_roles
    }

    /// Who speaks in the issue of this reporter.
    pub(crate) fn speaker(&self, name: &str, reporter: &str) -> Speaker {
        match name {
            name if is_bot(name) => Speaker::Bot,
            name if self.maintainers.contains(name) => Speaker::Maintainer,
            name if !name.is_empty() && name == reporter => Speaker::Reporter,
            name if self.contributors.contains(name) => Speaker::Contributor,
            _ => Speaker::Other,
        }
    }

    /// Who speaks in the issue of this reporter, in a tracker without roles: the team answers, unless somebody is named as
    /// the one who works on it.
    pub(crate) fn speaker_beside(&self, name: &str, reporter: &str, owner: &str) -> Speaker {
        match self.speaker(name, reporter) {
            Speaker::Other if name == owner || owner.is_empty() => Speaker::Maintainer,
            Speaker::Other => Speaker::Contributor,
            speaker => speaker,
        }
    }

    /// Who speaks in a comment.
    pub(crate) fn commenter(&self, comment: &Value, reporter: &str) -> Speaker {
        let is_app = ["author", "user"].iter().any(|key| {
            comment[*key]["is_bot"].as_bool() == Some(true) || comment[*key]["type"].as_str() == Some("Bot")
        });
        if is_app { Speaker::Bot } else { self.speaker(author_of(comment), reporter) }
    }

    /// Who opened an issue.
    pub(crate) fn opener(&self, entry: &Value) -> Speaker {
        let author = author_of(entry);
        match self.speaker(author, author) {
            Speaker::Contributor | Speaker::Other => Speaker::Reporter,
            speaker => speaker,
        }
    }
}

/// The author of an issue or a comment.
pub(crate) fn author_of(value: &Value) -> &str {
    let people = ["author", "user", "creator", "reporter"].map(|key| name_of(&value[key]));
    people.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// Whether a name is that of a bot.
fn is_bot(name: &str) -> bool {
    const KNOWN: [&str; 11] = [
        "github-actions",
        "stale",
        "dependabot",
        "renovate",
        "codecov",
        "codecov-io",
        "greenkeeper",
        "mergify",
        "allcontributors",
        "k8s-ci-robot",
        "linear",
    ];
    let name = name.to_lowercase();
    KNOWN.contains(&name.as_str())
        || ["[bot]", "-bot", "_bot", "-robot", "bot)"].iter().any(|end| name.ends_with(end))
}

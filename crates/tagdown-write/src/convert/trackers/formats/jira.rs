//! Jira: the JSON of its programming interface. Its CSV export is read as a table.

use serde_json::Value;

use super::format::Format;
use super::people::{People, author_of, name_of};
use super::values::{list_of, text_of};
use super::{adf, table};
use crate::convert::trackers::issue::{Comment, Issue, State};

pub(crate) const FORMAT: Format = Format {
    name: "Jira",
    is_it: |value| value["key"].is_string() && value["fields"].is_object(),
    issue,
    wanted: &[
        ("fields.comment", "what was said: add `comment` to `fields`"),
        ("fields.resolution", "how issues were resolved: add `resolution` to `fields`"),
        ("fields.status", "which issues are closed: add `status` to `fields`"),
    ],
};

fn issue(value: &Value, people: &People) -> Option<Issue> {
    let fields = &value["fields"];
    let key = value["key"].as_str()?;
    let reporter = author_of(fields);
    let owner = name_of(&fields["assignee"]);
    let comment = |comment: &&Value| {
        let speaker = people.speaker_beside(author_of(comment), reporter, owner);
        Comment::new(adf::text(&comment["body"]), speaker)
    };
    let names = |key: &str| {
        let names: Vec<&str> = list_of(fields, key).iter().map(|one| text_of(one, &["name"])).collect();
        Some(names.join(", ")).filter(|names| !names.is_empty())
    };
    let mut columns = Vec::new();
    columns.extend(names("versions").map(|versions| ("affected versions".to_owned(), versions)));
    columns.extend(
        names("fixVersions").map(|versions| ("fix version".to_owned(), format!("Fix version {versions}"))),
    );
    for (field, name) in value["names"].as_object().into_iter().flatten() {
        let text = adf::text(&fields[field.as_str()]);
        let known = name.as_str().and_then(table::field_name).filter(|_| !text.trim().is_empty());
        columns.extend(known.map(|name| (name.to_owned(), text.trim().to_owned())));
    }
    let mut labels: Vec<String> =
        list_of(fields, "labels").iter().filter_map(|one| one.as_str()).map(str::to_lowercase).collect();
    labels.extend(
        Some(text_of(&fields["issuetype"], &["name"]).to_lowercase()).filter(|name| !name.is_empty()),
    );
    Some(Issue {
        url: url(value, key),
        body: adf::text(&fields["description"]),
        state: state(fields),
        labels,
        comments: list_of(fields, "comment").iter().map(comment).collect(),
        columns,
        ..Issue::new(key.to_owned(), fields["summary"].as_str()?)
    })
}

/// The page of an issue; the programming interface gives its own address.
fn url(value: &Value, key: &str) -> Option<String> {
    let host = text_of(value, &["self"]).split("/rest/").next().filter(|host| host.starts_with("http"))?;
    Some(format!("{host}/browse/{key}"))
}

fn state(fields: &Value) -> State {
    let is_done = match text_of(&fields["status"]["statusCategory"], &["key"]) {
        "" => table::is_closed(text_of(&fields["status"], &["name"])),
        key => key == "done",
    };
    if text_of(&fields["status"], &["name"]).to_lowercase().contains("reopen") {
        return State::Reopened;
    }
    match table::outcome(text_of(&fields["resolution"], &["name"])) {
        Some(state) if is_done || state != State::Closed => state,
        _ if is_done => State::Closed,
        _ => State::Open,
    }
}

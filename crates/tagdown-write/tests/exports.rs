//! Exports of trackers: the same failure in every format becomes the same BUG. All texts are made up.

use serde_json::json;
use tagdown::document::Kind;
use tagdown::rules::Settings;
use tagdown_write::convert::trackers::{
    Became, Known, Page, Part, assign, put_in, read_mails, read_part, together,
};

const PAGE: &str = "# Depot\n**Version 1.0.0** · Team · 2026-03-01 · HADS 1.0.0\n\n---\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` and \
    `[BUG]` blocks for authoritative facts. Read `[NOTE]` only if needed.\n\n## Sync\n\n**[SPEC]**\n- A sync copies every crate to the mirror.\n";

const TITLE: &str = "Sync loses a crate on the mirror";
const BODY: &str = "After a sync to the mirror one crate is missing, with error E7 in the log.";
const ANSWER: &str = "The root cause is that the mirror sorts names by bytes. Fixed in 2.4.1.";

/// The page with the issues of some files, the kind of the first block, and what the exports lack.
fn filled(parts: Vec<Part>) -> (String, Option<Kind>, Vec<String>) {
    let (issues, missing) = together(parts);
    let places = assign(&issues, &[Page { text: PAGE }]);
    let both = issues.iter().zip(&places);
    let wanted: Vec<(&Known, &str)> =
        both.filter_map(|(known, place)| Some((known, place.as_ref().ok()?.slug.as_str()))).collect();
    let filled = put_in(PAGE, &wanted, &Settings::default());
    let kind = filled.became.first().and_then(|became| match became {
        Became::Block(kind, _) => Some(*kind),
        Became::Out(_) => None,
    });
    (filled.output, kind, missing)
}

fn part(text: &str) -> Part {
    read_part(text.as_bytes()).unwrap_or_else(|problem| panic!("{problem}: {text}"))
}

#[test]
fn every_tracker_gives_the_same_bug() {
    let adf = |text: &str| json!({"type": "doc", "version": 1, "content": [{"type": "paragraph", "content": [{"type": "text", "text": text}]}]});
    let exports = [
        ("gh", json!([{"number": 7, "title": TITLE, "body": BODY, "state": "CLOSED", "stateReason": "COMPLETED", "url": "https://h.example/d/issues/7",
            "labels": [{"name": "bug"}], "author": {"login": "ann"}, "reactionGroups": [], "unknown": {"a": 1},
            "comments": [{"author": {"login": "kim"}, "authorAssociation": "MEMBER", "body": ANSWER}]}]).to_string()),
        ("gh pages", json!([[{"number": 7, "title": TITLE, "body": BODY, "state": "closed", "state_reason": "completed", "html_url": "https://h.example/d/issues/7",
            "labels": [], "user": {"login": "ann"}, "author_association": "NONE",
            "comments": [{"user": {"login": "kim"}, "author_association": "OWNER", "body": ANSWER}]}]]).to_string()),
        ("glab", json!([{"iid": 7, "title": TITLE, "description": BODY, "state": "closed", "labels": ["bug"], "web_url": "https://h.example/d/-/issues/7",
            "author": {"username": "ann"}, "assignees": [{"username": "kim"}],
            "notes": [{"body": "changed the milestone", "system": true, "author": {"username": "kim"}}, {"body": ANSWER, "system": false, "author": {"username": "kim"}}]}]).to_string()),
        ("glab discussions", json!([{"iid": 7, "title": TITLE, "description": BODY, "state": "closed", "labels": ["bug"], "web_url": "https://h.example/d/-/issues/7",
            "author": {"username": "ann"}, "closed_by": {"username": "kim"},
            "discussions": [{"notes": [{"body": ANSWER, "author": {"username": "kim"}}]}]}]).to_string()),
        ("jira", json!({"issues": [{"key": "DEP-7", "self": "https://h.example/rest/api/2/issue/7", "fields": {"summary": TITLE, "description": BODY,
            "status": {"name": "Done", "statusCategory": {"key": "done"}}, "resolution": {"name": "Fixed"}, "issuetype": {"name": "Bug"}, "labels": [],
            "reporter": {"displayName": "Ann"}, "assignee": {"displayName": "Kim"},
            "comment": {"comments": [{"author": {"displayName": "Kim"}, "body": ANSWER}]}}}]}).to_string()),
        ("jira adf", json!({"issues": [{"key": "DEP-7", "fields": {"summary": TITLE, "description": adf(BODY),
            "status": {"name": "Closed"}, "resolution": null, "reporter": {"displayName": "Ann"}, "assignee": null,
            "comment": {"comments": [{"author": {"displayName": "Kim"}, "body": adf(ANSWER)}]}}}]}).to_string()),
        ("jira fields", json!({"names": {"customfield_1": "Root cause", "customfield_2": "Solution"}, "issues": [{"key": "DEP-7", "fields": {"summary": TITLE, "description": BODY,
            "status": {"name": "Closed"}, "resolution": {"name": "Done"}, "comment": {"comments": []},
            "customfield_1": "The mirror sorts names by bytes.", "customfield_2": "Update to 2.4.1."}}]}).to_string()),
        ("linear", json!({"data": {"issues": {"nodes": [{"identifier": "DEP-7", "title": TITLE, "description": BODY, "url": "https://h.example/DEP-7",
            "state": {"name": "Done", "type": "completed"}, "labels": {"nodes": [{"name": "Bug"}]}, "creator": {"name": "ann"}, "assignee": {"name": "kim"},
            "comments": {"nodes": [{"body": ANSWER, "user": {"name": "kim"}}]}}]}}}).to_string()),
        ("bugzilla", json!({"bugs": [{"id": 7, "summary": TITLE, "status": "RESOLVED", "resolution": "FIXED", "creator": "ann@h.example", "assigned_to": "kim@h.example",
            "keywords": [], "comments": [{"text": BODY, "creator": "ann@h.example"}, {"text": ANSWER, "creator": "kim@h.example"}]}]}).to_string()),
        ("csv", format!("Issue key,Summary,Description,Status,Resolution,Comment\nDEP-7,{TITLE},\"{BODY}\",Closed,Fixed,\"01/Mar/26;kim;{ANSWER}\"\n")),
        ("bugzilla csv", format!("bug_id,short_desc,bug_status,resolution,Root cause,Fix\n7,{TITLE},RESOLVED,FIXED,The mirror sorts names by bytes.,Update to 2.4.1.\n")),
        ("lines", format!("{}\n{}\n", json!({"number": 7, "title": TITLE, "body": BODY, "state": "CLOSED", "labels": [{"name": "bug"}], "author": {"login": "ann"},
            "comments": [{"author": {"login": "kim"}, "authorAssociation": "MEMBER", "body": ANSWER}]}), json!({"number": 8, "title": "How do I sync?", "state": "OPEN", "labels": [], "comments": [], "author": {"login": "bob"}}))),
    ];
    for (name, export) in exports {
        let (page, kind, missing) = filled(vec![part(&export)]);
        assert_eq!(kind, Some(Kind::Bug), "{name}: {page}");
        assert!(page.contains("2.4.1") && page.contains("by bytes"), "{name}: {page}");
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
}

#[test]
fn a_missing_field_is_said_once() {
    let gh =
        json!([{"number": 7, "title": TITLE, "body": BODY}, {"number": 8, "title": TITLE, "body": BODY}]);
    let (_, _, missing) = filled(vec![part(&gh.to_string())]);
    assert_eq!(missing.iter().filter(|text| text.contains("`comments`")).count(), 1, "{missing:?}");
    let silent = json!([{"number": 7, "title": TITLE, "body": BODY, "state": "CLOSED", "labels": [], "author": {"login": "ann"},
        "comments": [{"author": {"login": "kim"}, "body": ANSWER}]}]);
    let (page, kind, missing) = filled(vec![part(&silent.to_string())]);
    assert!(missing.iter().any(|text| text.contains("who is a maintainer")), "{missing:?}");
    assert_ne!(kind, Some(Kind::Bug), "{page}");
}

#[test]
fn states_of_other_trackers() {
    let jira = |resolution: &str| {
        json!({"issues": [{"key": "DEP-7", "fields": {"summary": TITLE, "description": BODY,
        "status": {"name": "Closed"}, "resolution": {"name": resolution}, "comment": {"comments": []}}}]})
        .to_string()
    };
    let bugzilla = |resolution: &str| {
        json!({"bugs": [{"id": 7, "summary": TITLE, "status": "RESOLVED", "resolution": resolution,
        "comments": [{"text": BODY, "creator": "a"}]}]})
        .to_string()
    };
    for export in [
        jira("Duplicate"),
        jira("Won't Fix"),
        bugzilla("DUPLICATE"),
        bugzilla("WONTFIX"),
        bugzilla("WORKSFORME"),
    ] {
        assert_eq!(filled(vec![part(&export)]).1, None, "{export}");
    }
}

#[test]
fn mails_are_put_together() {
    let first = format!(
        "From: ann@shop.example\nTo: help@depot.example\nSubject: {TITLE}\nMessage-ID: <1@shop>\nDate: Mon, 2 Mar 2026 10:00:00 +0000\n\n{BODY}\n\n-- \nAnn\n"
    );
    let answer = format!(
        "From: kim@depot.example\nSubject: Re: {TITLE}\nIn-Reply-To: <1@shop>\nMessage-ID: <2@depot>\nDate: Mon, 2 Mar 2026 11:00:00 +0000\n\n{ANSWER}\n\n> {BODY}\n"
    );
    let thanks = format!(
        "From: ann@shop.example\nSubject: Re: {TITLE}\nIn-Reply-To: <2@depot>\nDate: Tue, 3 Mar 2026 10:00:00 +0000\n\nThat solved it, thanks!\n\nOn Mon, Kim wrote:\n> {ANSWER}\n"
    );
    let mail = |text: &str| read_mails(text.as_bytes()).expect("a mail");
    let (page, kind, _) = filled(vec![mail(&thanks), mail(&first), mail(&answer)]);
    assert_eq!(kind, Some(Kind::Bug), "{page}");
    // Nobody has confirmed it yet.
    let (page, kind, _) = filled(vec![mail(&first), mail(&answer)]);
    assert_eq!(kind, Some(Kind::Unverified), "{page}");
    assert!(read_mails(b"no mail at all").is_err());
}

#[test]
fn hostile_exports_are_read_or_refused() {
    let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
    let nested = format!("{{\"issues\": {}}}", "{\"nodes\": ".repeat(60) + "[]" + &"}".repeat(60));
    let odd = json!([{"number": 1, "title": "\u{0}", "comments": "none", "labels": 3, "closedByPullRequestsReferences": {"nodes": 1}, "author": 5}]).to_string();
    for export in [
        deep.as_str(),
        nested.as_str(),
        odd.as_str(),
        "From x\n",
        "From: a\nSubject:\n\n",
        "\u{feff}[]",
        "{\"bugs\": {\"1\": {}}}",
        "[null, 1, \"a\"]",
    ] {
        if let Ok(part) = read_part(export.as_bytes()) {
            filled(vec![part]);
        }
    }
    assert!(read_part(&[0xff, 0xfe, 0x00]).is_err());
}

//! Threads of trackers: who may state a cause and a fix, what a pull request says, where a block goes, and how it follows
//! its thread. All threads are made up.

use serde_json::{Value, json};
use tagdown::document::{Kind, parse};
use tagdown::rules::Settings;
use tagdown_write::convert::trackers::{
    Aged, Became, Known, Page, SourceRecords, assign, put_in, read, read_part, together, update,
};

const PAGE: &str = "# Depot\n**Version 1.0.0** · Team · 2026-03-01 · HADS 1.0.0\n\n---\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` and \
    `[BUG]` blocks for authoritative facts. Read `[NOTE]` only if needed.\n\n## Sync\n\n**[SPEC]**\n- A sync copies every crate to the mirror.\n\n\
    ## Ports\n\n**[SPEC]**\n- The server listens on port 8080.\n";

/// A closed issue on a failing sync, with changes to its fields.
fn issue(number: u32, changes: &Value) -> Value {
    let mut issue = json!({
        "number": number, "title": "Sync loses a crate on the mirror", "state": "CLOSED", "stateReason": "COMPLETED",
        "url": format!("https://forge.example/depot/issues/{number}"), "labels": [{"name": "bug"}], "author": {"login": "ann"},
        "body": "After a sync to the mirror one crate is missing, with error E7 in the log.", "comments": [],
    });
    for (key, value) in changes.as_object().expect("fields") {
        issue[key] = value.clone();
    }
    issue
}

fn comment(name: &str, role: &str, body: &str) -> Value {
    json!({"author": {"login": name}, "authorAssociation": role, "body": body})
}

/// The page with an export, and the kind of block that the first issue became.
fn filled(export: &Value) -> (String, Option<Kind>) {
    let issues = read(&export.to_string()).expect("an export");
    filled_with(&issues)
}

fn filled_with(issues: &[Known]) -> (String, Option<Kind>) {
    let places = assign(issues, &[Page { text: PAGE }]);
    let both = issues.iter().zip(&places);
    let wanted: Vec<(&Known, &str)> =
        both.filter_map(|(known, place)| Some((known, place.as_ref().ok()?.slug.as_str()))).collect();
    let filled = put_in(PAGE, &wanted, &Settings::default());
    let kind = filled.became.first().and_then(|became| match became {
        Became::Block(kind, _) => Some(*kind),
        Became::Out(_) => None,
    });
    (filled.output, kind)
}

/// The line of a field; the fields of a `[?]` are not read as fields.
fn field(page: &str, name: &str) -> Option<String> {
    page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).map(str::to_owned)
}

#[test]
fn a_cause_and_a_fix_need_somebody_who_may_state_them() {
    let cause = "The root cause is that the mirror sorts names by bytes.";
    let fix = "Fixed in 2.4.1.";
    for (who, role, kind) in [
        ("kim", "MEMBER", Kind::Bug),
        ("kim", "OWNER", Kind::Bug),
        ("kim", "CONTRIBUTOR", Kind::Unverified),
        ("ann", "NONE", Kind::Unverified),
        ("joe", "NONE", Kind::Unverified),
    ] {
        let said = comment(who, role, &format!("{cause} {fix}"));
        let (page, made) = filled(&json!([issue(1, &json!({"comments": [said]}))]));
        assert_eq!(made, Some(kind), "{who} {role}: {page}");
        assert_eq!(page.contains(cause), kind == Kind::Bug, "{page}");
    }
    // What a contributor says counts once it helped.
    let said =
        comment("kim", "CONTRIBUTOR", &format!("{cause} Set `sort = \"names\"` in the configuration."));
    let (page, made) =
        filled(&json!([issue(1, &json!({"comments": [said, comment("ann", "NONE", "That solved it.")]}))]));
    assert_eq!(made, Some(Kind::Bug), "{page}");
}

#[test]
fn talk_is_neither_cause_nor_fix() {
    for text in [
        "Closing due to lack of feedback from the reporter.",
        "I've pushed a test so that this cannot come back because of a slow mirror.",
        "I ran the sync 40 times, so an average of 12 crates was copied.",
        "We could add a flag, because the mirror is slow.",
        "Could this be due to the new mirror?",
        "This is probably caused by the new mirror.",
        "Thanks for the report, please reopen if it happens again because of an old mirror.",
        "I would not want to sort the names, because that is slow.",
    ] {
        let said = json!({"comments": [comment("kim", "MEMBER", text)]});
        let (page, _) = filled(&json!([issue(1, &said)]));
        assert_eq!((field(&page, "Cause"), field(&page, "Fix")), (None, None), "{text}: {page}");
    }
}

#[test]
fn releases_are_read_from_sentences() {
    for fix in [
        "Merged to main, which means it will be in the nightly build tonight and released in v2.5.",
        "This will be part of the 2.4.3 release next week.",
        "v2.4.3 will be out shortly with this fix.",
        "Landed in 2.5.0-rc1.",
    ] {
        let body = format!("The problem is that the mirror sorts names by bytes.\n\n{fix}");
        let (page, made) =
            filled(&json!([issue(1, &json!({"comments": [comment("kim", "MEMBER", &body)]}))]));
        assert_eq!(made, Some(Kind::Bug), "{page}");
        assert_eq!(field(&page, "Fix").as_deref(), Some(fix));
    }
    // A pull request without a text or a release is no fix that a user can take.
    let body = "The problem is that the mirror sorts names by bytes. Fixed by #12.";
    let (page, made) = filled(&json!([issue(1, &json!({"comments": [comment("kim", "MEMBER", body)]}))]));
    assert_eq!(made, Some(Kind::Unverified), "{page}");
    assert!(page.contains("Not confirmed there: which release has the fix."), "{page}");
}

const PULL: &str = "Fixes #1\n\n## What was wrong\n\nThe mirror sorts names by bytes, so the merge skips a crate with a capital letter.\n\n\
    ## Changes\n\nThis change sorts both lists with the same function.\n\n- [x] I have read the guide";

#[test]
fn the_pull_request_says_what_the_thread_does_not() {
    let bare = json!([{"number": 9, "url": "https://forge.example/depot/pull/9"}]);
    let whole = json!([{"number": 9, "url": "https://forge.example/depot/pull/9", "title": "Sort names alike", "body": PULL, "mergedAt": "2026-01-01T00:00:00Z"}]);
    let (page, made) = filled(&json!([issue(
        1,
        &json!({"closedByPullRequestsReferences": whole, "milestone": {"title": "2.5"}})
    )]));
    assert_eq!(made, Some(Kind::Bug), "{page}");
    assert_eq!(
        field(&page, "Cause").as_deref(),
        Some("The mirror sorts names by bytes, so the merge skips a crate with a capital letter.")
    );
    assert_eq!(
        field(&page, "Fix").as_deref(),
        Some("Fixed by [#9](https://forge.example/depot/pull/9), milestone 2.5.")
    );
    // Where the export only names it, a second export has its text.
    let issues = json!([issue(1, &json!({"closedByPullRequestsReferences": bare}))]).to_string();
    let pulls = json!([{"number": 9, "title": "Sort names alike", "body": PULL, "state": "MERGED", "mergedAt": "2026-01-01T00:00:00Z",
        "url": "https://forge.example/depot/pull/9", "author": {"login": "kim"}, "closingIssuesReferences": [{"number": 1}]}]);
    let part = |text: &str| read_part(text.as_bytes()).expect("an export");
    let (known, missing) = together(vec![part(&issues)]);
    assert_eq!(filled_with(&known).1, Some(Kind::Unverified));
    assert!(missing.iter().any(|text| text.contains("gh pr list")), "{missing:?}");
    let (known, missing) = together(vec![part(&issues), part(&pulls.to_string())]);
    assert_eq!(known.len(), 1);
    assert_eq!(filled_with(&known).1, Some(Kind::Bug));
    assert!(missing.is_empty(), "{missing:?}");
    // A pull request that was not merged changed nothing.
    let closed = json!([{"number": 9, "title": "Sort names alike", "body": PULL, "mergedAt": null, "state": "CLOSED"}]);
    let (page, made) = filled(&json!([issue(1, &json!({"closedByPullRequestsReferences": closed}))]));
    assert_eq!((made, field(&page, "Fix")), (Some(Kind::Unverified), None), "{page}");
}

#[test]
fn states_are_told() {
    let fix = comment("kim", "MEMBER", "The cause is that the mirror sorts names by bytes. Fixed in 2.4.1.");
    for (state, reason, said) in [
        ("OPEN", "REOPENED", Some("(reopened)")),
        ("OPEN", "", Some("(open)")),
        ("CLOSED", "DUPLICATE", None),
        ("CLOSED", "NOT_PLANNED", None),
    ] {
        let changes = json!({"state": state, "stateReason": reason, "comments": [fix.clone()]});
        let (page, made) = filled(&json!([issue(1, &changes)]));
        assert_eq!(made, said.map(|_| Kind::Unverified), "{state} {reason}: {page}");
        assert!(said.is_none_or(|said| page.contains(said)), "{page}");
    }
}

#[test]
fn a_long_title_is_cut_with_a_mark() {
    let title = "Sync loses a crate on the mirror when its name has a capital letter and the mirror was set up before version two of the `depot --layout flat` format came out";
    let (page, _) = filled(&json!([issue(1, &json!({"title": title}))]));
    let line = page.lines().find(|line| line.starts_with("**Sync loses")).expect("a title");
    assert!(line.ends_with("…**") && line.matches('`').count() % 2 == 0, "{line}");
}

#[test]
fn what_fits_no_section_goes_into_one_of_its_own() {
    let lost =
        |number: u32, title: &str| issue(number, &json!({"title": title, "body": format!("{title}.")}));
    let export = json!([
        issue(1, &json!({})),
        lost(2, "Kernel panics in the tape driver on boot"),
        lost(3, "Splash screen flickers with two monitors"),
    ]);
    let (page, _) = filled(&export);
    let (before, after) = page.split_once("\n## Known issues\n").expect("a section");
    assert!(
        before.contains("Sync loses") && !before.contains("Kernel") && !before.contains("Splash"),
        "{page}"
    );
    assert!(
        after.contains("Kernel") && after.contains("Splash") && !after.contains("## Known issues"),
        "{page}"
    );
    // A section of that name is used.
    let page =
        format!("{PAGE}\n## Known issues\n\n**[NOTE]**\nWhat is known.\n\n## Licence\n\n**[NOTE]**\nMIT.\n");
    let issues =
        read(&json!([lost(2, "Kernel panics in the tape driver on boot")]).to_string()).expect("an export");
    let place = assign(&issues, &[Page { text: &page }])[0].clone().expect("a place");
    let output = put_in(&page, &[(&issues[0], &place.slug)], &Settings::default()).output;
    assert_eq!(output.matches("## Known issues").count(), 1);
    assert!(output.find("Kernel") < output.find("## Licence"), "{output}");
}

#[test]
fn a_second_run_places_nothing_that_had_no_place() {
    let lost =
        |number: u32, title: &str| issue(number, &json!({"title": title, "body": format!("{title}.")}));
    let export = json!([
        lost(2, "Kernel panics in the tape driver on the mirror host"),
        lost(3, "Splash screen flickers with two monitors")
    ]);
    let issues = read(&export.to_string()).expect("an export");
    let other = PAGE.replace("mirror", "depot").replace("# Depot", "# Store");
    let first = assign(&issues, &[Page { text: PAGE }, Page { text: &other }]);
    let place = first[0].clone().expect("the page that speaks of mirrors");
    assert_eq!((place.page, place.slug.as_str()), (0, "known-issues"));
    assert!(first[1].is_err(), "{first:?}");
    let output = put_in(PAGE, &[(&issues[0], &place.slug)], &Settings::default()).output;
    assert!(output.contains("## Known issues"), "{output}");
    assert_eq!(assign(&issues, &[Page { text: &output }, Page { text: &other }]), first);
}

/// The issues of an export with these changes to the only issue.
fn known(changes: &Value) -> Vec<Known> {
    read(&json!([issue(1, changes)]).to_string()).expect("an export")
}

/// A page with one block from an open issue, and the record of it.
fn first_run() -> (String, SourceRecords) {
    let issues = known(&json!({"state": "OPEN"}));
    let filled = put_in(PAGE, &[(&issues[0], "sync")], &Settings::default());
    assert_eq!(filled.records.len(), 1);
    (filled.output, SourceRecords::parse(&SourceRecords::lines(&filled.records)))
}

#[test]
fn a_block_follows_its_thread() {
    let (page, records) = first_run();
    let settings = Settings::default();
    let same = update(&page, &known(&json!({"state": "OPEN"})), &records, &settings);
    assert_eq!((same.output.as_str(), same.aged.len()), (page.as_str(), 0));
    let fixed = json!({"comments": [comment("kim", "MEMBER", "The cause is that the mirror sorts names by bytes. Fixed in 2.4.1.")]});
    let other = json!({"state": "CLOSED", "stateReason": "NOT_PLANNED"});
    for (changes, kind, said) in
        [(&fixed, Kind::Bug, "Fix: Fixed in 2.4.1."), (&other, Kind::Unverified, "(closed as not planned)")]
    {
        let updated = update(&page, &known(changes), &records, &settings);
        assert!(
            matches!(&updated.aged[..], [(0, Aged::Updated(made, _))] if *made == kind),
            "{:?}",
            updated.aged
        );
        assert!(updated.output.contains(said), "{}", updated.output);
        assert!(
            updated.output.starts_with(page.split("**[?]**").next().expect("a start")),
            "{}",
            updated.output
        );
        assert!(
            updated.output.ends_with(page.split("## Ports").nth(1).expect("an end")),
            "{}",
            updated.output
        );
        // And back again, from what this run recorded.
        let mut lines = SourceRecords::lines(&updated.records);
        lines.insert_str(
            0,
            &SourceRecords::lines(
                &put_in(PAGE, &[(&known(&json!({"state": "OPEN"}))[0], "sync")], &settings).records,
            ),
        );
        let back = update(
            &updated.output,
            &known(&json!({"state": "OPEN"})),
            &SourceRecords::parse(&lines),
            &settings,
        );
        assert_eq!(back.output, page);
    }
}

#[test]
fn a_block_is_found_where_it_was_moved_and_left_where_it_was_edited() {
    let (page, records) = first_run();
    let settings = Settings::default();
    let fixed = known(
        &json!({"comments": [comment("kim", "MEMBER", "The cause is that the mirror sorts names by bytes. Fixed in 2.4.1.")]}),
    );
    // Moved below another heading, which was renamed, with other white space.
    let document = parse(&page);
    let (block, _) =
        document.tagged_blocks().find(|(block, _)| block.kind == Kind::Unverified).expect("a block");
    let text = document.text(block.span).trim().to_owned();
    let moved = page.replace(&format!("{text}\n\n"), "").replace("## Ports", "## Network");
    let moved = format!("{}\n\n{}\n", moved.trim_end(), text.replace("\nKnown:", "\n\nKnown:"));
    let updated = update(&moved, &fixed, &records, &settings);
    assert!(
        matches!(&updated.aged[..], [(0, Aged::Updated(Kind::Bug, address))] if address.starts_with("network/")),
        "{:?}",
        updated.aged
    );
    let edited = page.replace("one crate is missing", "at least one crate is missing");
    assert_ne!(edited, page);
    let updated = update(&edited, &fixed, &records, &settings);
    assert_eq!(updated.output, edited);
    assert!(
        matches!(&updated.aged[..], [(0, Aged::Kept(reason))] if reason.starts_with("edited by hand")),
        "{:?}",
        updated.aged
    );
    // A thread that did not change is not spoken of.
    assert!(update(&edited, &known(&json!({"state": "OPEN"})), &records, &settings).aged.is_empty());
}

#[test]
fn many_changed_threads_give_the_page_that_one_by_one_gives() {
    let settings = Settings::default();
    let parts = ["Reader", "Writer", "Packer", "Sorter", "Mirror", "Scale", "Index", "Printer"];
    let verbs = ["stops at midnight", "loses every third order", "prints *two* [labels]", "rejects names"];
    let title = |number: u32| {
        let at = number as usize;
        format!("{} {} with error E{number}", parts[at % parts.len()], verbs[at / parts.len() % verbs.len()])
    };
    let named = |number: u32, mut changes: Value| {
        changes["title"] = json!(title(number));
        changes["body"] = json!(format!("The depot fails: {}.", title(number)));
        issue(number, &changes)
    };
    let cause = "The cause is that the mirror sorts names by bytes.";
    let changed = |number: u32| match number % 5 {
        0 => json!({"comments": [comment("kim", "MEMBER", &format!("{cause} Fixed in 2.4.{number}."))]}),
        1 => json!({"state": "CLOSED", "stateReason": "NOT_PLANNED"}),
        2 => json!({"state": "OPEN", "stateReason": "REOPENED"}),
        // A BUG that breaks a rule, so that a lesser block is written.
        3 => {
            json!({"comments": [comment("kim", "MEMBER", "The cause is that names are TODO. Fixed in 2.4.1, see ```.")]})
        }
        _ => json!({"state": "OPEN"}),
    };
    let all = |change: &dyn Fn(u32) -> Value| -> Vec<Known> {
        let issues: Vec<Value> = (0..32).map(|number| named(number, change(number))).collect();
        read(&json!(issues).to_string()).expect("an export")
    };
    let first = all(&|_| json!({"state": "OPEN"}));
    let wanted: Vec<(&Known, &str)> = first.iter().map(|known| (known, "sync")).collect();
    let filled = put_in(PAGE, &wanted, &settings);
    let records = SourceRecords::parse(&SourceRecords::lines(&filled.records));
    // One of them was edited.
    let page = filled.output.replace("order with error E10 (", "order with the error E10 (");
    assert!(page != filled.output);
    let later = all(&changed);
    let together = update(&page, &later, &records, &settings);
    let (mut single, mut aged, mut lines) = (page.clone(), Vec::new(), Vec::new());
    for (index, known) in later.iter().enumerate() {
        let one = update(&single, std::slice::from_ref(known), &records, &settings);
        single = one.output;
        aged.extend(one.aged.into_iter().map(|(_, aged)| (index, aged)));
        lines.extend(one.records);
    }
    assert!(together.output == single, "{}\n---\n{single}", together.output);
    assert_eq!(together.records, lines);
    let outcome = |aged: &[(usize, Aged)]| -> Vec<(usize, Result<Kind, String>)> {
        let of = |aged: &Aged| match aged {
            Aged::Updated(kind, _) => Ok(*kind),
            Aged::Kept(reason) => Err(reason.clone()),
        };
        aged.iter().map(|(index, one)| (*index, of(one))).collect()
    };
    assert_eq!(outcome(&together.aged), outcome(&aged));
    let kept = together.aged.iter().filter(|(_, aged)| matches!(aged, Aged::Kept(_))).count();
    let bugs = together.aged.iter().filter(|(_, aged)| matches!(aged, Aged::Updated(Kind::Bug, _))).count();
    assert_eq!((together.aged.len(), kept), (26, 1), "{:?}", together.aged);
    assert!(bugs >= 6, "{:?}", together.aged);
}

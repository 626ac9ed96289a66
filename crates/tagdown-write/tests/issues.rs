//! Tracker issues in documents: 302 made-up issues, each with a verdict by somebody who had not seen the tool. A BUG
//! may be missed, but none may be made that a maintainer would not accept, and no word may be invented.

mod converted;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use converted::convert_as;
use tagdown::document::{Kind, parse};
use tagdown::rules::{Settings, Severity, check};
use tagdown_write::convert::Layout;
use tagdown_write::convert::trackers::{Became, Known, Page, assign, put_in, read};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/issues")
}

#[allow(clippy::disallowed_methods, reason = "the test, not the library, reads the exports")]
fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn converted(text: &str) -> String {
    convert_as(text, Layout::Whole).output
}

/// The outcome for every issue of an export on one page, by id; and the page.
fn filled(page: &str, issues: &[Known]) -> (BTreeMap<String, Became>, String) {
    let page = converted(page);
    let places = assign(issues, &[Page { text: &page }]);
    let wanted = issues
        .iter()
        .zip(&places)
        .filter_map(|(known, place)| Some((known, place.as_ref().ok()?.slug.as_str())));
    let filled = put_in(&page, &wanted.collect::<Vec<_>>(), &Settings::default());
    let mut became = filled.became.into_iter();
    let of = |(known, place): (&Known, &Result<_, String>)| {
        let one = match place {
            Ok(_) => became.next().expect("one for each place"),
            Err(reason) => Became::Out(reason.clone()),
        };
        (known.id.trim_start_matches('#').to_owned(), one)
    };
    (issues.iter().zip(&places).map(of).collect(), filled.output)
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[test]
fn every_bug_is_one_and_nothing_is_invented() {
    let mut by_export: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
    for row in text("verdicts.tsv").lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        by_export
            .entry((cells[0].to_owned(), cells[1].to_owned()))
            .or_default()
            .push((cells[2].to_owned(), cells[3].to_owned()));
    }
    let (mut all, mut right, mut bugs, mut wanted) = (0, 0, 0, 0);
    for ((export, page), verdicts) in &by_export {
        let source = text(export);
        let issues = read(&source).expect(export);
        assert_eq!(issues.len(), verdicts.len(), "{export}");
        let (became, output) = filled(&text(page), &issues);
        for (id, verdict) in verdicts {
            let kind = match &became[id] {
                Became::Block(kind, _) => kind.name(),
                Became::Out(reason) => {
                    assert!(!reason.is_empty(), "{export} {id}: left out without a reason");
                    "out"
                }
            };
            let is_right = verdict.split('|').any(|one| one == kind);
            assert!(kind != "BUG" || is_right, "{export} {id}: a BUG, and it should be {verdict}");
            (all, right) = (all + 1, right + usize::from(is_right));
            (bugs, wanted) =
                (bugs + usize::from(kind == "BUG"), wanted + usize::from(verdict.contains("BUG")));
        }
        nothing_is_invented(export, &source, &text(page), &output);
    }
    println!("{right} of {all} as judged, {bugs} of {wanted} BUGs made");
    // Measured: 239 of 302 match the judges, and 59 of 112 failures that could be a BUG are one: prose without a mark is
    // no cause.
    assert!(right * 100 >= all * 76, "{right} of {all}");
    assert!(bugs * 100 >= wanted * 48, "{bugs} of {wanted}");
}

/// Every word of a block appears in the export, except the few words of its frame.
fn nothing_is_invented(export: &str, source: &str, page: &str, output: &str) {
    let own = "symptom cause fix workaround affected versions version known statements above from open closed not there \
               the and a confirmed exact an row reported";
    // JSON escapes are not letters.
    let escapes = if export.ends_with("json") { ["\\r", "\\n", "\\t", "\\\""].as_slice() } else { &[] };
    let source = escapes.iter().fold(source.to_owned(), |text, escape| text.replace(escape, " "));
    let known: BTreeSet<String> = words(&source).into_iter().chain(words(own)).collect();
    let all = words(&source);
    let runs: BTreeSet<String> = all.windows(4).map(|run| run.join(" ")).collect();
    let document = parse(output);
    let before = parse(page);
    let findings = check(&document, &Settings::default());
    let errors: Vec<_> = findings.iter().filter(|finding| finding.severity > Severity::Info).collect();
    let bad = check(&parse(&converted(page)), &Settings::default());
    assert!(errors.len() <= bad.len(), "{export}: {errors:?}");
    assert!(before.blocks_of(Kind::Bug).next().is_none());
    for (block, tag) in
        document.tagged_blocks().filter(|(block, _)| matches!(block.kind, Kind::Bug | Kind::Unverified))
    {
        let title = tag.title.map_or("", |title| document.text(title));
        for word in words(title).iter().chain(&words(document.text(block.content))) {
            assert!(
                known.contains(word),
                "{export}: `{word}` of {} is invented",
                document.block_address(block)
            );
        }
        for field in &block.fields {
            let value = document.text(field.value);
            let own = words(value);
            let is_new = |run: &&[String]| !runs.contains(&run.join(" "));
            // Where two sentences are joined, words become neighbours that were not before.
            let joins = value.matches(['.', '!', ':', '?', ')', ';']).count() + 1;
            let strange = own.windows(4).filter(is_new).count();
            assert!(strange <= 3 * joins, "{export}: {value}");
        }
    }
}

#[test]
fn what_is_there_is_not_put_in_again() {
    let issues = read(&text("a1.json")).expect("an export");
    let (_, once) = filled(&text("hopperd.md"), &issues);
    let (became, twice) = filled(&once, &issues);
    assert_eq!(once, twice);
    assert!(became.values().all(|became| matches!(became, Became::Out(_))));
}

/// A page after a run of `convert --issues`, which finds the sections in the page as it was.
fn run(page: &str, issues: &[Known]) -> String {
    let places = assign(issues, &[Page { text: page }]);
    let wanted = issues
        .iter()
        .zip(&places)
        .filter_map(|(known, place)| Some((known, place.as_ref().ok()?.slug.as_str())));
    put_in(&converted(page), &wanted.collect::<Vec<_>>(), &Settings::default()).output
}

#[test]
fn a_second_run_changes_nothing() {
    let pairs: BTreeSet<(String, String)> = text("verdicts.tsv")
        .lines()
        .skip(1)
        .filter_map(|row| row.split_once('\t'))
        .map(|(export, rest)| (export.to_owned(), rest.split('\t').next().unwrap_or_default().to_owned()))
        .collect();
    for (export, page) in &pairs {
        let issues = read(&text(export)).expect(export);
        let once = run(&text(page), &issues);
        assert_eq!(run(&once, &issues), once, "{export}");
    }
}

#[test]
fn a_block_from_one_issue_does_not_place_another() {
    let issue = |number: u32, title: &str, body: &str| {
        serde_json::json!({
            "number": number, "state": "OPEN", "labels": [{"name": "bug"}], "title": title,
            "author": {"login": "ann"}, "body": body, "comments": [],
        })
    };
    let export = serde_json::json!([
        issue(
            1,
            "Upload stops with E7 in the purple widget",
            "The upload stops with error E7 in the purple widget."
        ),
        issue(2, "Purple widget shows nothing", "The purple widget shows nothing with error E9."),
        issue(3, "Spec and note views crash", "The spec and note views crash with error E4."),
    ]);
    let issues = read(&export.to_string()).expect("issues");
    let page = "# Store\n\n## Uploads\n\nThe upload of a file stops at a limit of 2 GB.\n";
    let once = run(page, &issues);
    let (before, after) = once.split_once("## Known issues").expect("a section for what fits nowhere");
    assert!(before.contains("Upload stops with E7") && !before.contains("E9"), "{once}");
    assert!(after.contains("E9") && after.contains("E4"), "{once}");
    assert_eq!(run(&once, &issues), once);
}

#[test]
fn rows_without_an_id_come_in_once() {
    let export =
        "Title,Description,Status\nUpload stops at 2 GB,The upload stops at 2 GB with error E7.,Open\n";
    let issues = read(export).expect("issues");
    let page = "# Store\n\n## Uploads\n\nThe upload of a file stops at a limit of 2 GB.\n";
    let once = run(page, &issues);
    assert!(once.contains("E7"), "{once}");
    assert_eq!(run(&once, &issues), once);
}

#[test]
fn what_is_no_export_is_refused() {
    for (export, said) in [
        ("", "it is empty"),
        ("{", "not valid JSON"),
        ("[{\"a\": 1}]", "title and a number"),
        ("{\"a\": 1}", "no list of issues"),
        ("a,b\n1,2\n", "no column such as Title"),
    ] {
        let problem = read(export).expect_err(export);
        assert!(problem.contains(said), "{export}: {problem}");
    }
    assert!(read("[]").is_ok_and(|issues| issues.is_empty()));
    assert_eq!(
        read("{\"number\": 1, \"title\": \"a\", \"state\": \"OPEN\"}\n{\"number\": 2, \"title\": \"b\"}")
            .map(|all| all.len()),
        Ok(2)
    );
}

#[test]
fn control_characters_of_a_tracker_stay_out() {
    let bad = "\u{1b}]0;t\u{7}\u{1b}[2J\u{9b}31m\u{7f}\u{202e}";
    let json = serde_json::json!([{
        "number": 7, "state": "CLOSED", "url": format!("https://example.org/{bad}7"), "labels": [{"name": format!("bug{bad}")}],
        "title": format!("Upload{bad} stops\n\n## at 2 GB"), "author": {"login": "ann"},
        "body": format!("The upload stops at 2 GB{bad} with error E7.\r\n\r\n```\r\nE7{bad}\r\n```\r\n"),
        "comments": [{"author": {"login": "bob"}, "authorAssociation": "OWNER",
            "body": format!("The cause is that the size is kept in 31 bits{bad}. Fixed in 1.3: update to 1.3.")}],
    }]);
    let quoted = format!("\"Upload{bad} stops at 2 GB\"");
    let csv = format!(
        "Key,Summary,Description,Root cause,Resolution,Status\nSD{bad}-1,{quoted},The upload stops at 2 GB{bad} with error E7.,The \
        size is kept in 31 bits{bad},Update to 1.3{bad},Closed\n"
    );
    for export in [json.to_string(), csv] {
        let issues = read(&export).expect("issues");
        let page = "# Upload\n\n## Uploads of 2 GB\n\nThe upload stops at a limit.\n";
        let (became, output) = filled(page, &issues);
        assert!(became.values().all(|one| matches!(one, Became::Block(..))), "{became:?}");
        let found = output.chars().find(|c| tagdown::text::drives_terminal(*c) && *c != '\n');
        assert_eq!(found, None, "{output:?}");
        assert!(!output.contains("\n## at 2 GB"), "{output}");
    }
}

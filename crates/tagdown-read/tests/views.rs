//! Properties of every view of every document: the text equals the source, a budget is never exceeded, a larger budget
//! shows no less, and the pages together equal the complete view.

#[path = "../../../tests/generated.rs"]
mod generated;

use proptest::prelude::*;
use serde_json::Value;
use tagdown::document::{Kind, TAGS, parse};
use tagdown_read::{
    Cursor, Encoding, Next, Overflow, Reading, Refused, Request, Selection, Totals, VIEWS, views,
};

fn tagged() -> impl Strategy<Value = String> {
    (generated::tagged(), any::<bool>())
        .prop_map(|(text, crlf)| if crlf { text.replace('\n', "\r\n") } else { text })
}

fn documents() -> impl Strategy<Value = Vec<String>> {
    let one = prop_oneof![3 => tagged(), 1 => generated::document()];
    prop_oneof![3 => prop::collection::vec(one, 1..2), 1 => prop::collection::vec(tagged(), 2..5)]
}

fn encoding() -> impl Strategy<Value = Encoding> {
    prop_oneof![4 => Just(Encoding::O200k), 2 => Just(Encoding::Cl100k), 1 => Just(Encoding::Bytes)]
}

fn selection() -> impl Strategy<Value = Selection> {
    let kinds = prop::option::weighted(
        0.4,
        prop::sample::subsequence(TAGS.iter().map(|tag| tag.kind).collect::<Vec<_>>(), 1..4),
    );
    let sections = prop_oneof![5 => Just(vec![]), 1 => Just(vec!["limits".to_owned()])];
    let affects = prop::option::weighted(0.1, Just("1.1".parse().expect("a version")));
    (kinds, sections, affects, encoding()).prop_map(|(kinds, sections, affects, encoding)| Selection {
        kinds,
        sections,
        affects,
        encoding,
        count_document: true,
        ..Selection::default()
    })
}

fn query() -> impl Strategy<Value = Option<&'static str>> {
    prop::option::weighted(0.2, prop::sample::select(&["limit", "upload token", "string and integer"][..]))
}

/// Readings of the documents, and a matching request.
fn readings(texts: &[String], selection: &Selection, query: Option<&str>) -> (Vec<Reading>, Request) {
    let read =
        |(at, text): (usize, &String)| tagdown_read::read(&parse(text), &format!("/docs/{at}.md"), selection);
    let mut readings: Vec<Reading> = texts.iter().enumerate().map(read).collect();
    if let Some(query) = query {
        tagdown_read::rank(&mut readings, query);
    }
    let request = Request {
        encoding: selection.encoding,
        several: texts.len() > 1,
        ranked: query.is_some(),
        command: "tagdown read /docs".to_owned(),
        ..Request::default()
    };
    (readings, request)
}

/// How much is shown of each block: 4 in full, 3 in brief, 2 in part, 1 on a line.
fn levels(jsonl: &str) -> Vec<(String, u8)> {
    let level = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("a line is JSON");
        let address = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        match (address("address"), address("omitted")) {
            (Some(address), _) => match value.get("detail").and_then(Value::as_str) {
                None => Some((address, 4)),
                Some("brief") => Some((address, 3)),
                _ => Some((address, 2)),
            },
            (None, Some(address)) => Some((address, 1)),
            (None, None) => None,
        }
    };
    jsonl.lines().filter_map(level).collect()
}

/// Whether a label ends with the id of a block.
fn is_id(label: &str) -> bool {
    let id = label.rsplit('/').next().unwrap_or_default();
    id.rsplit_once('-').is_some_and(|(kind, number)| {
        ["spec", "note", "bug", "?", "untagged"].contains(&kind) && number.parse::<usize>().is_ok()
    })
}

fn blocks(jsonl: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    for line in jsonl.lines() {
        let value: Value = serde_json::from_str(line).expect("a line is JSON");
        let Some(address) = value.get("address").and_then(Value::as_str) else { continue };
        let text = value["text"].as_str().unwrap_or_default();
        match blocks.last_mut() {
            Some((last, whole)) if last == address => whole.push_str(text),
            _ => blocks.push((address.to_owned(), text.to_owned())),
        }
    }
    blocks
}

fn blocks_of_objects(json: &str) -> Vec<(String, String)> {
    let objects = json.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
    let lines = objects.flat_map(|object| object["blocks"].as_array().cloned().unwrap_or_default());
    blocks(&lines.map(|block| block.to_string() + "\n").collect::<String>())
}

/// The blocks of a Markdown page, without the line on where it continues and without the ending.
fn body(page: &str) -> &str {
    let end = page.rfind("---\nend: ").or(page.rfind("---\npage: ")).or(page.rfind("---\ncomplete: "));
    let mut body = &page[..end.unwrap_or(page.len())];
    let mut after_name = body;
    if body.starts_with("==> ") {
        after_name = body.split_once('\n').map_or("", |(_, rest)| rest);
    }
    if after_name.starts_with("continued: ") {
        body = after_name.split_once("\n\n").map_or("", |(_, rest)| rest);
    }
    body
}

/// All pages, starting with the first.
fn pages(readings: &[Reading], request: &Request) -> Option<Vec<String>> {
    let mut cursor = Cursor::default();
    let mut pages = Vec::new();
    loop {
        let request = Request { cursor: Some(cursor), ..request.clone() };
        let output = match tagdown_read::write(readings, &request) {
            Ok(output) => output,
            Err(Refused::TooSmall { least }) => {
                assert!(least > request.budget.unwrap_or(0), "{least}");
                let enough = Request { budget: Some(least), ..request };
                assert!(tagdown_read::write(readings, &enough).is_ok(), "{least} is not enough");
                let is_said = |page: &String| page.contains(&format!("--budget {least} --cursor {cursor}"));
                assert!(pages.last().is_none_or(is_said) || least >= 1000, "{least} is not named: {pages:?}");
                return None;
            }
            Err(other) => panic!("{other:?}"),
        };
        pages.push(output.text);
        let Some(Next::Page(next)) = output.next else {
            let drops_manifest = pages[pages.len() - 1].contains("manifest left out");
            assert!(output.next.is_none() || drops_manifest, "{pages:?}");
            return Some(pages);
        };
        assert!(pages[pages.len() - 1].contains(&format!("--cursor {next}")), "{}", pages[pages.len() - 1]);
        assert!((next.block, next.offset) > (cursor.block, cursor.offset), "no progress at {cursor}");
        cursor = next;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn the_text_of_a_block_is_the_sources(text in prop_oneof![generated::document(), tagged()], selection in selection()) {
        let document = parse(&text);
        let reading = tagdown_read::read(&document, "a.md", &selection);
        for item in &reading.blocks {
            prop_assert_eq!(&text[item.bytes.range()], &item.text);
            prop_assert_eq!(selection.encoding.count(&item.text), item.tokens);
            let line = |offset: usize| document.source.line_of(offset) + 1;
            prop_assert_eq!(item.lines[0], line(item.bytes.start));
            prop_assert!(item.lines[1] >= item.lines[0]);
        }
        let all = Selection { kinds: Some(TAGS.iter().map(|tag| tag.kind).collect()), ..Selection::default() };
        let reviewed = tagdown_read::read(&document, "a.md", &all);
        prop_assert!(reviewed.blocks.iter().all(|item| item.unreviewed.is_none()));
        prop_assert_eq!(reviewed.blocks.len() + reviewed.unreviewed, document.blocks.len());
        let counted = reading.left_out.blocks() + reading.unreviewed + reading.blocks.len();
        prop_assert_eq!(counted, document.blocks.len());
        // Who names a block sees it, whoever wrote it.
        let hidden = document.blocks.iter().filter(|block| document.unreviewed(block).is_some());
        let addresses: Vec<String> = hidden.map(|block| document.block_address(block)).collect();
        let everything = tagdown_read::read(&document, "a.md", &Selection { addresses, keeps_all: true, ..all });
        prop_assert_eq!(everything.blocks.len(), document.blocks.len());
        // A view of all kinds shows every word of the document.
        let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let shown = tagdown_read::write(&[everything], &Request::default()).expect("no budget").text;
        let mut bag = std::collections::HashMap::new();
        for word in words(&shown) {
            *bag.entry(word).or_insert(0_usize) += 1;
        }
        // A hidden character is shown as an escape.
        for (_, word) in document.reading().into_iter().filter(|(_, word)| tagdown::text::hidden(word) == 0) {
            let left = bag.get_mut(word);
            prop_assert!(left.is_some_and(|left| { let had = *left > 0; *left = left.saturating_sub(1); had }), "{} is lost", word);
        }
    }

    #[test]
    fn a_budget_is_kept_and_a_larger_one_shows_no_less(
        texts in documents(),
        selection in selection(),
        query in query(),
        budgets in (0..1500_usize, 0..600_usize),
        margin in prop::sample::select(&[1000_usize, 1000, 1300, 1500][..]),
        spans in any::<bool>(),
        on_overflow in prop::sample::select(&[Overflow::Partial, Overflow::Partial, Overflow::Outline, Overflow::Error][..]),
    ) {
        // Under a query, a passage that fits may take the place of a block that matches less.
        let is_query = query.is_some();
        let (readings, request) = readings(&texts, &selection, query);
        for view in VIEWS {
            let unit = if selection.encoding == Encoding::Bytes { 4 } else { 1 };
            let mut shown: Option<(String, bool)> = None;
            for budget in [budgets.0 * unit, (budgets.0 + budgets.1) * unit, usize::MAX / 10_000] {
                let request = Request { view, budget: Some(budget), margin, spans, on_overflow, ..request.clone() };
                let output = match tagdown_read::write(&readings, &request) {
                    Ok(output) => output,
                    Err(Refused::TooSmall { least }) => {
                        prop_assert!(least > budget && shown.is_none());
                        let enough = Request { budget: Some(least), ..request.clone() };
                        let output = tagdown_read::write(&readings, &enough).expect("the least budget is enough");
                        prop_assert!(selection.encoding.count(&output.text) * margin <= least * 1000);
                        continue;
                    }
                    Err(Refused::Overflow { needed }) => {
                        prop_assert!(needed > budget && on_overflow == Overflow::Error);
                        let enough = Request { budget: Some(needed), ..request.clone() };
                        prop_assert!(tagdown_read::write(&readings, &enough).is_ok_and(|output| output.complete));
                        continue;
                    }
                    Err(other) => panic!("{other:?}"),
                };
                let tokens = selection.encoding.count(&output.text);
                prop_assert!(tokens * margin <= budget.saturating_mul(1000), "{tokens} of {budget}:\n{}", output.text);
                prop_assert!(!output.text.is_empty());
                prop_assert_eq!(&tagdown_read::write(&readings, &request).expect("as before").text, &output.text);
                if let Some((last, was_complete)) = &shown {
                    prop_assert!(!was_complete || output.complete);
                    if view.name == "jsonl" {
                        let texts = blocks(&output.text);
                        for (address, text) in blocks(last) {
                            let now = texts.iter().find(|(other, _)| *other == address);
                            prop_assert!(now.is_some_and(|(_, now)| now.contains(&text)), "{address} shows less");
                        }
                        let now = levels(&output.text);
                        for (address, level) in levels(last).into_iter().filter(|(_, level)| *level > 1) {
                            let kept = now.iter().find(|(other, _)| *other == address);
                            prop_assert!(kept.is_some_and(|(_, now)| *now >= level), "{address} at {budget}\n{last}\n{}", output.text);
                        }
                    }
                }
                if let Some((last, _)) = shown.as_ref().filter(|_| view.name == "md" && !is_query) {
                    // A block is shown in full if all of its text follows its label.
                    for item in readings.iter().flat_map(|reading| &reading.blocks) {
                        let text = item.text.trim_end();
                        let whole = |output: &str| output.split(&format!("{}]", item.id)).skip(1).any(|rest| {
                            rest.split_once('\n').is_some_and(|(_, rest)| rest.starts_with(text))
                        });
                        prop_assert!(!whole(last) || whole(&output.text), "{} shows less", item.address);
                    }
                }
                if view.name == "json" {
                    for line in output.text.lines() {
                        prop_assert!(serde_json::from_str::<Value>(line).is_ok(), "{}", line);
                    }
                }
                let was_outline = on_overflow == Overflow::Outline && !output.complete;
                shown = (!was_outline).then_some((output.text, output.complete));
            }
        }
    }

    #[test]
    fn pages_put_together_are_the_whole(
        texts in documents(),
        selection in selection(),
        query in query(),
        budget in 30..700_usize,
    ) {
        let (readings, request) = readings(&texts, &selection, query);
        let unit = if selection.encoding == Encoding::Bytes { 4 } else { 1 };
        for name in ["md", "jsonl", "json", "outline"] {
            let view = views::find(name).expect("a view");
            let request = Request { view, ..request.clone() };
            let whole = tagdown_read::write(&readings, &request).expect("no budget").text;
            let budgeted = Request { budget: Some(budget * unit), ..request };
            let Some(pages) = pages(&readings, &budgeted) else { continue };
            for page in &pages {
                prop_assert!(selection.encoding.count(page) <= budget * unit, "{}", page);
            }
            if name == "jsonl" {
                prop_assert_eq!(blocks(&pages.concat()), blocks(&whole));
            }
            if name == "json" {
                prop_assert_eq!(blocks_of_objects(&pages.concat()), blocks_of_objects(&whole));
            }
            let is_cut = pages.iter().any(|page| page.contains(", part: ") || page.contains("manifest left out") || page.contains("manifests left out"));
            // A document without blocks has a title, but no blocks to page through.
            if ["md", "outline"].contains(&name) && !is_cut && readings.iter().all(|reading| !reading.blocks.is_empty()) {
                let together: String = pages.iter().map(|page| body(page)).collect();
                prop_assert_eq!(together, body(&whole));
            }
        }
    }

    #[test]
    fn documents_one_by_one_are_the_whole(texts in documents(), selection in selection()) {
        let (readings, request) = readings(&texts, &selection, None);
        for view in VIEWS.iter().filter(|view| view.is_independent() || readings.len() == 1) {
            let request = Request { view, ..request.clone() };
            let mut totals = Totals::default();
            let mut text = String::new();
            for reading in &readings {
                text.push_str(&tagdown_read::document(reading, &request));
                totals.add(reading);
            }
            text.push_str(&tagdown_read::end(&totals, &request));
            prop_assert_eq!(text, tagdown_read::write(&readings, &request).expect("no budget").text);
        }
    }

    #[test]
    fn what_is_shown_can_be_asked_for(text in prop_oneof![generated::document(), tagged()]) {
        let document = parse(&text);
        let kinds = Some(TAGS.iter().map(|tag| tag.kind).collect::<Vec<_>>());
        let reading = tagdown_read::read(&document, "a.md", &Selection { kinds: kinds.clone(), ..Selection::default() });
        let view = tagdown_read::write(std::slice::from_ref(&reading), &Request::default()).expect("no budget").text;
        let labels: Vec<&str> = view.lines().filter_map(|line| line.strip_prefix('[')?.split_once(']')).map(|(label, _)| label).filter(|label| is_id(label)).collect();
        prop_assert_eq!(labels.len(), reading.blocks.len(), "{}", view);
        for (item, label) in reading.blocks.iter().zip(labels) {
            let by_label = Selection { addresses: vec![label.to_owned()], ..Selection::default() };
            let found = tagdown_read::read(&document, "a.md", &by_label);
            prop_assert!(found.blocks.len() == 1 && found.blocks[0].bytes == item.bytes, "{} is not {}", label, item.address);
            let by_address = Selection { addresses: vec![item.address.clone()], ..Selection::default() };
            let found = tagdown_read::read(&document, "a.md", &by_address);
            prop_assert!(found.missing.is_empty() && found.blocks.iter().any(|other| other.bytes == item.bytes), "{}", item.address);
            let heading = &reading.headings[item.section];
            if heading.level > 0 && !heading.title.trim().is_empty() {
                let by_name = Selection { sections: vec![heading.text.clone()], kinds: kinds.clone(), ..Selection::default() };
                let found = tagdown_read::read(&document, "a.md", &by_name);
                prop_assert!(found.missing.is_empty(), "{:?} is not found", heading.text);
            }
        }
    }

    #[test]
    fn notes_come_after_everything_that_counts(texts in documents(), encoding in encoding(), budget in 30..900_usize) {
        let kinds = Some(TAGS.iter().map(|tag| tag.kind).collect());
        let selection = Selection { kinds, encoding, ..Selection::default() };
        let (readings, request) = readings(&texts, &selection, None);
        let request = Request { view: views::find("jsonl").expect("a view"), budget: Some(budget), ..request };
        let Ok(output) = tagdown_read::write(&readings, &request) else { return Ok(()) };
        let shown = levels(&output.text);
        let has_note = shown.iter().any(|(address, level)| *level == 4 && (address.contains("/note-") || address.contains("/untagged-")));
        let counts = |item: &tagdown_read::Item| matches!(item.kind, Kind::Spec | Kind::Bug | Kind::Unverified);
        for reading in &readings {
            for item in reading.blocks.iter().filter(|item| counts(item)) {
                let address = format!("{}#{}", reading.path, item.address);
                prop_assert!(!has_note || shown.contains(&(address, 4)), "{}", output.text);
            }
        }
    }
}

#[test]
fn a_part_of_a_table_has_its_head_and_a_part_of_code_its_fence() {
    let rows: Vec<String> = (0..60).map(|n| format!("| {n} | row {n} |")).collect();
    let code: Vec<String> = (0..40).map(|n| format!("line {n} of the code")).collect();
    let text = format!(
        "# T\n\n## A\n\n**[SPEC]**\n| n | what |\n|---|---|\n{}\n\n## B\n\n**[SPEC]**\n```sh\n{}\n```\n",
        rows.join("\n"),
        code.join("\n")
    );
    let readings = [tagdown_read::read(&parse(&text), "a.md", &Selection::default())];
    let pages = pages(&readings, &Request { budget: Some(120), ..Request::default() }).expect("room enough");
    assert!(pages.len() > 4);
    let tables = pages.iter().filter(|page| page.contains("| row "));
    assert!(tables.clone().count() > 2);
    for page in tables {
        assert!(page.contains("| n | what |\n|---|---|\n| "), "{page}");
    }
    for page in pages.iter().filter(|page| page.contains("of the code")) {
        assert_eq!(page.matches("```").count(), 2, "{page}");
    }
    let found = |n: usize| pages.iter().any(|page| page.contains(&format!("| {n} | row {n} |")));
    assert!((0..60).all(found));
}

//! What a query finds: exact terms first, other words of the same meaning, context after facts, and nothing where there
//! is no answer.

use proptest::prelude::*;
use tagdown::document::{Kind, parse};
use tagdown_read::{
    ALL, Encoding, Finder, KeptWords, Query, Reading, Request, Search, Selection, Statistics, Stems,
    Vocabulary,
};

const HEAD: &str =
    "# Depot\n**Version 1.0.0** · HADS 1.0.0\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` and `[BUG]`.\n\n";

fn reading(path: &str, body: &str) -> Reading {
    let selection = Selection { kinds: Some(ALL.to_vec()), ..Selection::default() };
    tagdown_read::read(&parse(&format!("{HEAD}{body}")), path, &selection)
}

/// The addresses that a query finds, in order.
fn found(bodies: &[&str], query: &str) -> Vec<String> {
    let path = |at: usize| format!("{at}.md");
    let mut readings: Vec<Reading> =
        bodies.iter().enumerate().map(|(at, body)| reading(&path(at), body)).collect();
    tagdown_read::rank(&mut readings, query);
    let request = Request { ranked: true, several: true, ..Request::default() };
    let text = tagdown_read::write(&readings, &request).expect("no budget").text;
    let label = |line: &str| line.strip_prefix('[')?.split([']', ',']).next().map(str::to_owned);
    text.lines().filter_map(label).collect()
}

fn show(bodies: &[&str], query: &str, budget: Option<usize>) -> String {
    let path = |at: usize| format!("{at}.md");
    let mut readings: Vec<Reading> =
        bodies.iter().enumerate().map(|(at, body)| reading(&path(at), body)).collect();
    let ranked = tagdown_read::rank(&mut readings, query);
    let mut request = Request { ranked: true, several: bodies.len() > 1, budget, ..Request::default() };
    request.remarks.nearest = ranked.nearest;
    request.remarks.unmatched = ranked.unmatched;
    tagdown_read::write(&readings, &request).expect("room enough").text
}

#[test]
fn an_exact_term_comes_before_its_parts() {
    let header = "## Access\n\n**[SPEC]**\n- Clients send the `X-Api-Key` header.\n";
    let parts = "## Keys\n\n**[SPEC]**\n- The API has a key for each client; the key of the API is random.\n";
    assert_eq!(found(&[parts, header], "X-Api-Key")[0], "1.md#access/spec-1");
    let note = "## Access\n\n**[NOTE]**\nThe old gateway wanted `X-Api-Key`.\n";
    assert!(found(&[parts, note], "X-Api-Key").contains(&"1.md#access/note-1".to_owned()));
}

#[test]
fn a_part_of_another_word_is_no_match() {
    let orders = "## Orders\n\n**[SPEC]**\n- The base URL of orders is `/v2/orders`.\n";
    let floats =
        "## Ordered floats\n\n**[SPEC]**\n- Floats are sorted as an ordering of bits with a base of two.\n";
    assert_eq!(found(&[floats, orders], "base url orders")[0], "1.md#orders/spec-1");
}

#[test]
fn other_words_of_the_same_meaning_are_found() {
    let text = "## Files\n\n**[SPEC]**\n- Existing directories are never overwritten.\n\n## Colours\n\n**[SPEC]**\n- The bar is red.\n";
    assert_eq!(found(&[text], "does it clobber my folder")[0], "0.md#files/spec-1");
}

#[test]
fn context_comes_after_what_counts() {
    let text = "## Limits\n\n**[NOTE]**\nThe upload limit, the upload limit: an upload limit story.\n\n**[SPEC]**\n- Upload limit: 4 KB\n";
    assert_eq!(found(&[text], "upload limit"), ["0.md#limits/spec-1", "0.md#limits/note-1"]);
}

#[test]
fn the_same_block_in_two_files_is_shown_once_with_both_addresses() {
    let text = "## Limits\n\n**[SPEC]**\n- The upload limit is four kilobytes for each request.\n";
    let shown = show(&[text, text], "upload limit", None);
    assert!(shown.starts_with("[0.md#limits/spec-1, also 1.md#limits/spec-1] "), "{shown}");
    assert_eq!(shown.matches("four kilobytes").count(), 1, "{shown}");
}

#[test]
fn blocks_that_share_a_passage_are_both_shown() {
    let shared = "- The upload limit is four kilobytes for each request.\n";
    let one = format!("## Limits\n\n**[SPEC]**\n{shared}- Timeout: 30 s\n");
    let other = format!("## Limits\n\n**[SPEC]**\n{shared}- Gateway quotas: 5 per tenant\n");
    let shown = show(&[&one, &other], "upload limit", None);
    assert!(!shown.contains("also"), "{shown}");
    assert!(shown.contains("Timeout: 30 s") && shown.contains("Gateway quotas"), "{shown}");
}

#[test]
fn words_of_a_block_that_nobody_reviewed_do_not_count() {
    let spec = "## Gateway\n\n**[SPEC]**\n- The timeout is 30 s\n";
    let record = "<!-- tagdown: by agent x on 2026-11-17, not reviewed -->";
    let query = Query::new("timeout zebra");
    let scan = |text: &str| query.scan("a.md", text);
    let open = "\n## Other\n\n**[?]**\n";
    let planted = format!("{spec}{open}{record}\nzebra\n\n- timeout\n\n```\ntimeout\n```\n");
    assert_eq!(scan(&planted), scan(&format!("{spec}{open}")));
    // What follows such a block counts, and a record elsewhere hides nothing.
    for text in [
        format!("{spec}{open}{record}\nzebra\n\n## Zebra\n\n**[SPEC]**\n- zebra\n"),
        format!("{spec}{open}{record}\nno\n\n**[SPEC]**\n- zebra\n"),
        format!("{spec}{open}{record}\nno\n\nzebra\n---\n"),
        format!("## A\n\n**[SPEC]**\n{record}\n- zebra\n"),
        format!("## A\n\n{record}\n\nzebra\n"),
    ] {
        let statistics = Statistics::new([scan(&text)].iter());
        let readings = &mut [reading("a.md", &text)];
        let search = Search {
            query: &query,
            statistics: &statistics,
            kinds: None,
            most: None,
            encoding: Encoding::default(),
        };
        assert!(
            !tagdown_read::rank_with(readings, &search).unmatched.contains(&"zebra".to_owned()),
            "{text}"
        );
    }
}

#[test]
fn the_same_text_of_another_kind_or_title_is_another_block() {
    let line = "- The upload limit is five requests per second for every client\n";
    let text = format!("## A\n\n**[?]**\n{line}\n## B\n\n**[SPEC]**\n{line}");
    assert_eq!(found(&[&text], "upload limit"), ["0.md#b/spec-1", "0.md#a/?-1"]);
    let bug = |title: &str| {
        format!("**[BUG] {title}**\nSymptom: the upload answers with status 500.\nCause: c\nFix: f\n\n")
    };
    let text = format!("## A\n\n{}{}", bug("PNG fails"), bug("Login fails"));
    assert_eq!(found(&[&text], "status 500").len(), 2);
}

#[test]
fn complete_is_only_said_if_no_other_block_has_a_word_of_the_query() {
    let text =
        "## Retry\n\n**[SPEC]**\n- Retry limit: 5\n\n## Access\n\n**[NOTE]**\nThe token lived longer once.\n";
    let mut readings = vec![reading("a.md", text)];
    let ranked = tagdown_read::rank(&mut readings, "retry limit longer");
    let mut request = Request { ranked: true, ..Request::default() };
    request.remarks.others = ranked.others;
    let shown = tagdown_read::write(&readings, &request).expect("no budget").text;
    assert!(shown.contains("note-1") || shown.contains("best matches: 1 matching block"), "{shown}");
    assert!(shown.contains("note-1") || shown.contains("some of the words: 1 other block"), "{shown}");
}

#[test]
fn a_budget_shows_the_passages_that_match() {
    let filler: String = (0..40)
        .flat_map(|at| ["- Value ".to_owned(), at.to_string(), " is stored in a bin.\n".to_owned()])
        .collect();
    let text = format!(
        "## Depot\n\n**[SPEC]**\n{filler}- A parcel that nobody collects returns after 14 days.\n{filler}"
    );
    let shown = show(&[&text], "when does an uncollected parcel return", Some(120));
    assert!(shown.contains("returns after 14 days"), "{shown}");
    assert!(
        shown.contains(", part]") && shown.contains("incomplete: 0 of 1 matching block, 1 in part"),
        "{shown}"
    );
    assert!(Encoding::default().count(&shown) <= 120, "{shown}");
}

#[test]
fn a_query_without_an_answer_says_so() {
    let text =
        "## Limits\n\n**[SPEC]**\n- Upload limit: 4 KB\n\n## Colours\n\n**[SPEC]**\n- The bar is red.\n";
    let shown = show(&[text], "which currencies does the invoice printer accept for the upload", None);
    assert!(shown.contains("no block answers this") && shown.contains("nearest: 0.md#limits"), "{shown}");
    let shown = show(&[text], "upload limit", None);
    assert!(
        !shown.contains("no block answers this") && shown.contains("complete: 1 matching block"),
        "{shown}"
    );
}

fn word() -> impl Strategy<Value = &'static str> {
    const WORDS: &[&str] = &[
        "upload",
        "limit",
        "body",
        "delete",
        "remove",
        "folder",
        "key",
        "X-Api-Key",
        "max_body",
        "the",
        "of",
    ];
    proptest::sample::select(WORDS)
}

fn body() -> impl Strategy<Value = String> {
    let line = proptest::collection::vec(word(), 1..7).prop_map(|words| words.join(" "));
    let block = (proptest::sample::select(&["SPEC", "NOTE", "?"][..]), proptest::collection::vec(line, 1..4))
        .prop_map(|(kind, lines)| {
            format!(
                "**[{kind}]**\n{}\n\n",
                lines.iter().flat_map(|line| ["- ", line.as_str(), "\n"]).collect::<String>()
            )
        });
    let section =
        (word(), proptest::sample::select(&["##", "###"][..]), proptest::collection::vec(block, 0..3))
            .prop_map(|(word, level, blocks)| format!("{level} {word}\n\n{}", blocks.concat()));
    proptest::collection::vec(section, 0..4).prop_map(|sections| sections.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// Documents that are not read because they cannot match would not have matched.
    #[test]
    fn candidates_are_all_that_matches(
        bodies in proptest::collection::vec(body(), 1..40),
        query in proptest::collection::vec(word(), 1..5).prop_map(|words| words.join(" ")),
        most in proptest::option::of(1..20_usize),
        kinds in proptest::option::of(Just(vec![Kind::Spec, Kind::Bug])),
    ) {
        let texts: Vec<String> = bodies.iter().map(|body| format!("{HEAD}{body}")).collect();
        let query = Query::new(&query);
        let look = |at: usize| Some(query.scan("a.md", &texts[at]));
        let scans: Vec<_> = (0..texts.len()).filter_map(look).collect();
        let statistics = Statistics::new(scans.iter());
        let vocabulary = Vocabulary::default();
        let keep = |text: &String| KeptWords::of("a.md", text, &mut Stems::new(&vocabulary));
        let kept: Vec<_> = texts.iter().map(keep).collect();
        let finder = Finder::new(&query, &vocabulary);
        let rough: Vec<_> = kept.iter().map(|words| finder.scan(words)).collect();
        let read = |at: usize| Some(reading("a.md", &bodies[at]));
        let search = Search { query: &query, statistics: &statistics, kinds: kinds.as_deref(), most, encoding: Encoding::default() };
        let hits = |mut readings: Vec<(usize, Reading)>| {
            let mut only: Vec<Reading> = readings.iter_mut().map(|(_, reading)| reading.clone()).collect();
            tagdown_read::rank_with(&mut only, &search);
            let address = |(at, reading): (usize, &Reading)| {
                reading.blocks.iter().map(|item| (at, item.address.clone(), item.score.map(f64::to_bits))).collect::<Vec<_>>()
            };
            let numbers = readings.iter().map(|(at, _)| *at);
            numbers.zip(&only).flat_map(address).collect::<Vec<_>>()
        };
        let all: Vec<(usize, Reading)> = (0..texts.len()).filter_map(|at| Some((at, read(at)?))).collect();
        let all = hits(all);
        for scans in [scans, rough] {
            let chosen = tagdown_read::candidates(&search, &scans, look, read);
            prop_assert_eq!(hits(chosen), all.clone());
        }
    }
}

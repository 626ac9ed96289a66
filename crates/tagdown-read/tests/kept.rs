//! The words that are kept of a document give the same first look as its text, whatever the text is.

use proptest::prelude::*;
use tagdown_read::{Finder, KeptWords, Query, Stems, Vocabulary};

/// Lines that are headings, underlines, fences, items or text, with words that a query may ask for.
const LINES: &[&str] = &[
    "# Upload limits",
    "## Delete a folder",
    "### limits of limits",
    "   ## key",
    "    ## code key",
    "###### deep folder",
    "#",
    "",
    "",
    "upload",
    "the folder and the key",
    "- removes the directory",
    "- X-Api-Key, maxBody and max_body",
    "| key | limit |",
    "1. dying retries, tried twice",
    "aed and aing, eyed",
    "===",
    "=",
    "---",
    "-=-",
    "```sh",
    "```",
    "~~~",
    "\t- deleted keys",
    "  Ünïcode keys’ parent's",
    "**[SPEC]**",
];

fn text() -> impl Strategy<Value = String> {
    let end = prop::sample::select(&["\n", "\r\n", "\n\n"][..]);
    let line = (prop::sample::select(LINES), end).prop_map(|(line, end)| format!("{line}{end}"));
    prop::collection::vec(line, 0..60).prop_map(|lines| lines.concat())
}

const QUERIES: &[&str] = &[
    "upload limit",
    "how to delete a folder",
    "X-Api-Key max_body",
    "retry",
    "a",
    "aed",
    "aing a key",
    "eyed",
    "dying",
    "nothing of that",
    "parent's directory of unïcode",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn kept_words_give_the_same_scan(text in text(), path in prop::sample::select(&["a.md", "docs/upload-key.md"][..])) {
        let vocabulary = Vocabulary::default();
        let kept = KeptWords::of(path, &text, &mut Stems::new(&vocabulary));
        for query in QUERIES {
            let query = Query::new(query);
            prop_assert_eq!(Finder::new(&query, &vocabulary).scan(&kept), query.scan(path, &text));
        }
    }
}

#[test]
fn large_numbers_of_units_and_sections_are_kept() {
    let many = "- upload\n".repeat(20_000);
    let section = |at: usize| format!("## s{at}\n\n{}\n", if at == 69_999 { "key" } else { "x" });
    let sections: String = (0..70_000).map(section).collect();
    let title = format!("# limit\n\n{}", "- limit\n".repeat(10_000));
    for text in [many, sections, title] {
        let vocabulary = Vocabulary::default();
        let kept = KeptWords::of("a.md", &text, &mut Stems::new(&vocabulary));
        for query in ["upload", "key", "limit", "s69999 x"] {
            let query = Query::new(query);
            assert_eq!(Finder::new(&query, &vocabulary).scan(&kept), query.scan("a.md", &text));
        }
    }
}

#[test]
fn hostile_texts_are_kept_in_linear_time_and_room() {
    let underlines = "a\n=\n".repeat(100_000);
    let heading = format!("## {}\n\n{}", "word1 word2 w3 ".repeat(20_000), "### x\n".repeat(50_000));
    let word = |at: usize| format!("w{at} ");
    let distinct: String = (0..100_000).map(word).collect();
    for text in [underlines, heading, distinct] {
        let vocabulary = Vocabulary::default();
        let kept = KeptWords::of("a.md", &text, &mut Stems::new(&vocabulary));
        assert!(kept.size() < 4 * text.len() + 100_000, "{} bytes for {}", kept.size(), text.len());
    }
}

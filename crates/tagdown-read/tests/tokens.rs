//! Token counts, compared with an independent implementation.

use proptest::prelude::*;
use tagdown_read::Encoding;
use tiktoken_rs::{cl100k_base_singleton, o200k_base_singleton};

fn assert_counts(text: &str) {
    let start: String = text.chars().take(80).collect();
    let o200k = o200k_base_singleton().encode_ordinary(text).len();
    assert_eq!(Encoding::O200k.count(text), o200k, "o200k_base of {start:?}");
    let cl100k = cl100k_base_singleton().encode_ordinary(text).len();
    assert_eq!(Encoding::Cl100k.count(text), cl100k, "cl100k_base of {start:?}");
    assert!(Encoding::Bytes.count(text) >= o200k.max(cl100k), "bytes of {start:?}");
}

/// Text from all of Unicode, text as in documents, and long runs of one character.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "\\PC{0,12}",
        any::<String>(),
        "[a-zA-Z0-9 .,'\"/#*`|:-]{0,40}",
        "[\\p{Han}\\p{Hangul}\\p{Arabic}\\p{Devanagari}]{1,8}",
        "[\u{1F300}-\u{1FAFF}\u{200D}\u{FE0F}]{1,6}",
        "[ \\t\\r\\n\u{a0}\u{2028}\u{3000}]{1,8}",
        "('s|'LL|'re| I'm|'\u{17f})",
        "[0-9]{1,30}",
        Just("<|endoftext|>".to_owned()),
        Just("\r\n".to_owned()),
        ("[a-zé=\\- 漢]", 1..400_usize).prop_map(|(run, times)| run.repeat(times)),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn counts_are_those_of_tiktoken(text in text()) {
        // The two crates fold the long s in contractions differently.
        prop_assume!(!text.contains('ſ'));
        assert_counts(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn long_texts_are_counted_in_pieces_alike(
        lines in prop::collection::vec("\\PC{0,60}|[ \\t]{0,9}|/[a-z/]{0,9}", 1..40),
        eol in prop::sample::select(&["\n", "\r\n", "\n\n", " \n", "\u{2028}\n", "\r"][..]),
    ) {
        let once = lines.join(eol) + eol;
        assert_counts(&once.repeat(70_000 / once.len() + 1));
    }
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the test, not the core library, reads the documents")]
fn whole_documents() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut seen = 0;
    for folder in ["docs", "examples", "."] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder of the repository") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                assert_counts(&std::fs::read_to_string(&path).expect("a document"));
                seen += 1;
            }
        }
    }
    assert!(seen > 8, "{seen} documents");
}

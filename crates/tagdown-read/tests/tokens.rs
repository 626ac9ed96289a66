//! Token counts, compared with two independent implementations.

use proptest::prelude::*;
use tagdown_read::Encoding;
use tiktoken_rs::{cl100k_base_singleton, o200k_base_singleton};

fn assert_counts(text: &str) {
    let start: String = text.chars().take(80).collect();
    // `tiktoken` parts the word behind two contractions wrongly if the first one has a long s.
    let compared = if text.contains("'ſ'") { &[][..] } else { &[Encoding::O200k, Encoding::Cl100k] };
    for &encoding in compared {
        let name = encoding.name();
        let other = tiktoken::get_encoding(name).expect("an encoding").count(text);
        assert_eq!(encoding.count(text), other, "{name} of {start:?}");
        assert!(Encoding::Bytes.count(text) >= other, "bytes of {start:?}");
    }
    // `tiktoken-rs` does not read the long s as an s.
    if !text.contains('ſ') {
        let o200k = o200k_base_singleton().encode_ordinary(text).len();
        assert_eq!(Encoding::O200k.count(text), o200k, "o200k_base of {start:?}");
        let cl100k = cl100k_base_singleton().encode_ordinary(text).len();
        assert_eq!(Encoding::Cl100k.count(text), cl100k, "cl100k_base of {start:?}");
    }
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
        "[!?a-zA-Z \\n']?('s|'LL|'re| I'm|'\u{17f}|'d|'vE)",
        "[aBcD\u{1c5}ʰ漢\u{301}\u{903}\u{20e3}]{1,12}",
        "[/!.;]{0,3}[\\r\\n/]{0,4}",
        "[٣Ⅷ½²7]{1,7}",
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
        assert_counts(&text);
    }
}

/// Counted with tiktoken 0.14.0 for Python.
#[test]
fn a_long_s_is_an_s_in_a_contraction() {
    for (text, tokens) in [("a's'vEA\"", 6), ("a'ſ'vEA\"", 7), ("a'ſ'vA", 6), ("a'ſ'v", 5), ("a'ſ", 3)] {
        assert_eq!(Encoding::O200k.count(text), tokens, "{text}");
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

/// Every token of the vocabularies, and all of them after one another.
#[test]
fn every_token_of_the_vocabularies() {
    for encoding in [Encoding::O200k, Encoding::Cl100k] {
        let other = tiktoken::get_encoding(encoding.name()).expect("an encoding");
        let tokens = (0..1 << 18).map(|rank| other.decode(&[rank])).take_while(|token| !token.is_empty());
        let tokens: Vec<String> = tokens.filter_map(|token| String::from_utf8(token).ok()).collect();
        assert!(tokens.len() > 90_000, "{} tokens", tokens.len());
        for token in &tokens {
            assert_eq!(encoding.count(token), other.count(token), "{} of {token:?}", encoding.name());
        }
        let text = tokens.concat();
        assert_eq!(encoding.count(&text), other.count(&text), "{}", encoding.name());
    }
}

/// Characters before and after a capital, a small letter, a digit, a symbol, a space and a line end: all of the smaller
/// alphabets, and some of the rest. That all have the right class is tested beside the classes.
#[test]
fn characters_of_every_class() {
    let characters: Vec<char> = ('\0'..'\u{3400}').chain(('\u{3400}'..=char::MAX).step_by(997)).collect();
    for characters in characters.chunks(64) {
        let around = |c: &char| format!("A{c}a{c}A{c}'s{c}7{c}!{c} {c}\n{c}{c}");
        let text: String = characters.iter().map(around).collect();
        for encoding in [Encoding::O200k, Encoding::Cl100k] {
            let other = tiktoken::get_encoding(encoding.name()).expect("an encoding").count(&text);
            assert_eq!(encoding.count(&text), other, "{} of {characters:?}", encoding.name());
        }
    }
}

//! The files in `data` are what the vocabularies of another crate and the tables of `regex` give.
//! `UPDATE_VOCABULARIES=1 cargo test -p tagdown-read data` writes them.

#![allow(clippy::disallowed_methods, reason = "the test, not the library, reads and writes the files")]

use std::fs;
use std::path::Path;

use regex::Regex;

use super::classes::{self, BLOCKS, CASELESS, LOWER, MARK, NEWLINE, NUMBER, SPACE, UPPER};
use super::vocabulary::{self, CL100K, GROUP, LONGEST, O200K, PAIRS, RANK_BITS};

/// How many tokens a bucket has on average. More make the file smaller, but take longer to search.
const PER_BUCKET: usize = 4;

/// The tokens of an encoding by rank, from another crate.
fn tokens(name: &str) -> Vec<Vec<u8>> {
    let encoding = tiktoken::get_encoding(name).expect("an encoding");
    (0..1 << RANK_BITS).map(|rank| encoding.decode(&[rank])).take_while(|token| !token.is_empty()).collect()
}

/// The file for these tokens, as `vocabulary.rs` describes it.
fn laid_out(tokens: &[Vec<u8>]) -> Vec<u8> {
    let mut buckets = vec![Vec::new(); tokens.len() / PER_BUCKET];
    for (rank, token) in (0_u32..).zip(tokens) {
        let hash = vocabulary::hash(token);
        buckets[vocabulary::place(hash, tokens.len() / PER_BUCKET)].push((rank, hash, token));
    }
    let (mut groups, mut starts, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    let (mut bytes, mut group) = (Vec::new(), (0, 0));
    for bucket in 0..=buckets.len() {
        let here: (usize, usize) = (entries.len() / 4, bytes.len());
        if bucket % GROUP == 0 {
            group = here;
            groups.extend([here.0, here.1].map(|start| start as u32).into_iter().flat_map(u32::to_le_bytes));
        }
        let distances =
            [here.0 - group.0, here.1 - group.1].map(|on| u16::try_from(on).expect("a short group"));
        starts.extend(distances.into_iter().flat_map(u16::to_le_bytes));
        for (rank, hash, token) in buckets.get(bucket).into_iter().flatten() {
            entries.extend((vocabulary::mark(*hash, token.len()) << RANK_BITS | rank).to_le_bytes());
            bytes.extend(*token);
        }
    }
    let (are_tokens, before, ranks) = pairs(tokens);
    let counts = [buckets.len(), tokens.len(), bytes.len(), ranks.len() / 4].map(|count| count as u32);
    let counts = counts.into_iter().flat_map(u32::to_le_bytes).collect();
    [counts, groups, starts, entries, bytes, are_tokens, before, ranks].concat()
}

/// The table of the tokens of two bytes.
fn pairs(tokens: &[Vec<u8>]) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let mut by_pair = vec![None; PAIRS];
    for (rank, token) in (0_u32..).zip(tokens) {
        if let [first, second] = token[..] {
            by_pair[usize::from(first) * 256 + usize::from(second)] = Some(rank);
        }
    }
    let (mut are_tokens, mut before, mut ranks) = (Vec::new(), Vec::new(), Vec::new());
    for pairs in by_pair.chunks(64) {
        before.extend(u16::try_from(ranks.len() / 4).expect("few pairs").to_le_bytes());
        let bits = (0..).zip(pairs).map(|(bit, rank)| u64::from(rank.is_some()) << bit);
        are_tokens.extend(bits.sum::<u64>().to_le_bytes());
        ranks.extend(pairs.iter().flatten().flat_map(|rank| rank.to_le_bytes()));
    }
    (are_tokens, before, ranks)
}

/// The classes of all characters, from `regex`.
fn all_classes() -> Vec<u8> {
    let names = [
        (r"\p{Lu}|\p{Lt}", UPPER),
        (r"\p{Ll}", LOWER),
        (r"\p{Lm}|\p{Lo}", CASELESS),
        (r"\p{M}", MARK),
        (r"\p{N}", NUMBER),
        (r"\s", SPACE),
        (r"[\r\n]", NEWLINE),
    ];
    let patterns = names.map(|(pattern, class)| (Regex::new(pattern).expect("a pattern"), class));
    let of = |code: u32| {
        let Some(text) = char::from_u32(code).map(String::from) else { return 0 };
        patterns.iter().filter(|(pattern, _)| pattern.is_match(&text)).map(|(_, class)| class).sum()
    };
    (0..0x11_0000).map(of).collect()
}

/// The file for these classes: equal blocks once.
fn blocks(classes: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut blocks: Vec<&[u8]> = Vec::new();
    for block in classes.chunks(256) {
        let place = blocks.iter().position(|known| *known == block).unwrap_or_else(|| {
            blocks.push(block);
            blocks.len() - 1
        });
        file.push(u8::try_from(place).expect("few blocks"));
    }
    assert_eq!(file.len(), BLOCKS);
    file.extend(blocks.concat());
    file
}

/// Asserts that a file has this content. With `UPDATE_VOCABULARIES`, writes it, and says that the rest of the test
/// needs a new build.
fn is_current(name: &str, content: &[u8]) -> bool {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tokens/data").join(name);
    if std::env::var_os("UPDATE_VOCABULARIES").is_some() {
        fs::write(&path, content).expect("the file is written");
        return false;
    }
    assert!(fs::read(&path).expect("a file") == content, "{name} is stale; see this test");
    true
}

#[test]
fn the_data_are_the_vocabularies() {
    for (name, vocabulary) in [("o200k_base", O200K), ("cl100k_base", CL100K)] {
        let tokens = tokens(name);
        assert!(tokens.len() > 100_000, "{} tokens in {name}", tokens.len());
        assert!(tokens.iter().all(|token| token.len() <= LONGEST));
        if !is_current(&format!("{name}.bin"), &laid_out(&tokens)) {
            continue;
        }
        for byte in 0..=255 {
            assert!(vocabulary.rank(&[byte]).is_some(), "{name}: every byte is a token");
        }
        for (rank, token) in (0..).zip(&tokens) {
            assert_eq!(vocabulary.rank(token), Some(rank), "{name}: {token:?}");
        }
        for (first, second) in (0..=255).flat_map(|first| (0..=255).map(move |second| (first, second))) {
            assert_eq!(vocabulary.rank_of_pair(first, second), vocabulary.rank(&[first, second]));
        }
    }
}

#[test]
fn the_data_are_the_classes_of_all_characters() {
    let classes = all_classes();
    if !is_current("classes.bin", &blocks(&classes)) {
        return;
    }
    for c in '\0'..=char::MAX {
        assert_eq!(classes::of(c), classes[c as usize], "{c:?}");
    }
}

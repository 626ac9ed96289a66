//! Detects whether a document is written in English, by the common short words that every sentence needs.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::lexicon;
use super::passages::Passage;
use super::word_filter::WordFilter;
use super::words::is_loud;
use crate::document::Document;

/// The configured language of documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// Detected for each document.
    #[default]
    Auto,
    /// English, without detection.
    English,
    /// Another language: rules that depend on English words report nothing.
    Other,
}

/// The evidence for the language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Its short words are English.
    English,
    /// Its short words or its letters are not English.
    Other,
    /// There is no evidence.
    None,
}

/// Words that are common in English and do not exist in other languages.
const ENGLISH: &[&str] = &[
    "the", "and", "are", "with", "that", "this", "from", "it", "not", "when", "if", "must", "each", "only",
    "has", "have", "which", "its", "than", "then", "does", "where", "into", "should", "every", "returns",
    "uses", "after", "before", "used", "we", "you", "but", "because", "been", "there", "their", "what",
];

/// Common words of other languages that do not exist in English.
const OTHER: &[&str] = &[
    // German, Dutch
    "der", "das", "und", "ist", "nicht", "ein", "eine", "einen", "einer", "wird", "werden", "mit", "von",
    "für", "auf", "dem", "des", "sich", "zu", "zum", "zur", "bei", "oder", "sind", "kann", "nur", "auch",
    "nach", "wenn", "het", "een", "niet", "zijn", "wordt", "worden", "voor", "naar", "deze",
    "bij", // French, Italian, Spanish, Portuguese, Romanian, Catalan
    "le", "la", "les", "des", "est", "une", "dans", "avec", "sur", "sont", "qui", "que", "du", "aux", "il",
    "di", "che", "della", "delle", "nel", "sono", "viene", "gli", "una", "el", "los", "las", "del", "es",
    "por", "para", "como", "cuando", "da", "dos", "das", "não", "uma", "são", "mais", "și", "este", "în",
    "cu", "pe", "els", "amb", "ser", "su", "un", "et", "ou", "ne", "pas",
    // Polish, Czech, Swedish, Norwegian, Danish, Finnish, Hungarian, Turkish, Vietnamese, Indonesian
    "nie", "jest", "się", "na", "dla", "jak", "przez", "oraz", "který", "která", "jsou", "och", "att", "är",
    "inte", "som", "med", "för", "och", "ikke", "til", "av", "og", "ei", "että", "ja", "sekä", "az", "és",
    "nem", "hogy", "ve", "bir", "için", "ile", "của", "và", "là", "không", "được", "yang", "dan", "untuk",
    "dengan", "tidak", "adalah",
];

/// For each short word, whether it is English.
static SMALL: LazyLock<FxHashMap<u128, bool>> = LazyLock::new(|| {
    let words = |list: &'static [&str], english: bool| {
        list.iter().map(move |word| (lexicon::pack(word.as_bytes()), english))
    };
    words(OTHER, false).chain(words(ENGLISH, true)).collect()
});

/// For words in ASCII; the others in the lists add only bits.
static FILTER: WordFilter = WordFilter::EMPTY.with(ENGLISH).with(OTHER);

/// The maximum number of passages to examine, spread over the document.
const PASSAGES: usize = 48;

/// The maximum number of words to examine per passage.
const WORDS: usize = 64;

/// The maximum that one passage counts for or against English: a line with the names of many languages is one passage.
const MOST: usize = 10;

/// More short words than this, and more than four times as many as of the other group, are conclusive.
const ENOUGH: usize = 20;

/// The evidence in these passages.
pub fn read(document: &Document<'_>, passages: &[Passage]) -> Evidence {
    let (mut english, mut other) = (0, 0);
    let step = passages.len().div_ceil(PASSAGES).max(1);
    for passage in passages.iter().step_by(step) {
        let text = document.text(passage.span);
        if is_only_link(text) {
            continue;
        }
        let (mut for_english, mut for_other) = (0, 0);
        // Text between backticks is code and has no language.
        let mut backticks = text.match_indices('`').map(|(at, _)| at).peekable();
        let mut in_code = false;
        for (start, end) in super::words::words(text).take(WORDS) {
            while backticks.next_if(|&at| at < start).is_some() {
                in_code = !in_code;
            }
            if !in_code {
                judge(&text[start..end], &mut for_english, &mut for_other);
            }
        }
        english += for_english.min(MOST);
        other += for_other.min(MOST);
        if english.max(other) > ENOUGH && english.max(other) > 4 * english.min(other) {
            break;
        }
    }
    weigh(english, other)
}

/// Whether a passage is one link: the name of another page, which may be in another language.
fn is_only_link(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('[') && text.ends_with(')') && text.matches("](").count() == 1
}

/// The evidence in the first words of the complete text.
pub(crate) fn read_all(document: &Document<'_>) -> Evidence {
    let (mut english, mut other) = (0, 0);
    let text = document.source.text();
    for (start, end) in super::words::words(text).take(PASSAGES * WORDS) {
        judge(&text[start..end], &mut english, &mut other);
    }
    weigh(english, other)
}

/// The evidence in one sentence, without its code.
///
/// ```
/// use tagdown::prose::language::{Evidence, evidence};
/// assert_eq!(evidence("The port is `la`."), Evidence::English);
/// assert_eq!(evidence("Der Port ist nicht frei."), Evidence::Other);
/// assert_eq!(evidence("Port: 80."), Evidence::None);
/// ```
pub fn evidence(sentence: &str) -> Evidence {
    let (mut english, mut other) = (0, 0);
    for part in sentence.split('`').step_by(2) {
        for (start, end) in super::words::words(part).take(PASSAGES * WORDS) {
            let word = &part[start..end];
            // The first word has a capital; a word in capitals is a name.
            if !is_loud(word.as_bytes()) {
                judge(&word.to_lowercase(), &mut english, &mut other);
            }
        }
    }
    weigh(english, other)
}

fn weigh(english: usize, other: usize) -> Evidence {
    match (english, other) {
        (0, 0) => Evidence::None,
        _ if english >= other => Evidence::English,
        _ => Evidence::Other,
    }
}

/// Counts a word for or against English.
fn judge(word: &str, english: &mut usize, other: &mut usize) {
    const LONGEST: usize = 8;
    if !word.is_ascii() {
        // In scripts that English does not use, one letter counts as much as a word.
        // A single letter, or one next to Latin letters, is a symbol: Ω, π, μs.
        let foreign = word.chars().filter(|&c| is_foreign_letter(c)).count();
        let is_word = word.chars().count() > 1 && !word.bytes().any(|byte| byte.is_ascii_alphabetic());
        let foreign = if is_word || is_ideograph(word) { foreign } else { 0 };
        let is_small =
            foreign == 0 && SMALL.get(&lexicon::pack(word.to_lowercase().as_bytes())) == Some(&false);
        *other += foreign + usize::from(is_small);
        return;
    }
    // `OS` is not Portuguese.
    if word.len() > LONGEST || is_loud(word.as_bytes()) {
        return;
    }
    if !FILTER.may_have(word.as_bytes()) {
        return;
    }
    match SMALL.get(&lexicon::pack(word.as_bytes())) {
        Some(true) => *english += 1,
        Some(false) => *other += 1,
        None => {}
    }
}

fn is_ideograph(word: &str) -> bool {
    word.chars().all(|c| c >= '\u{2e80}')
}

fn is_foreign_letter(c: char) -> bool {
    c.is_alphabetic() && c >= '\u{370}' && !('\u{1e00}'..='\u{20ff}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(body: &str) -> bool {
        let text =
            format!("# T\n\n## AI READING INSTRUCTION\n\nRead the blocks.\n\n## S\n\n**[SPEC]**\n{body}\n");
        let document = crate::document::parse(&text);
        read(&document, &crate::prose::passages::passages(&document)) != Evidence::Other
    }

    #[test]
    fn languages_are_told_by_their_small_words() {
        for text in [
            "- The limit is 5 per minute.",
            "- 5 MB",
            "- `der` `und` `das`",
            "| key | default |\n|---|---|\n| `la` | 5 |\n\nThe value is read at start.",
            "Latin names of the species: canis lupus.",
            "- OS: Linux, maybe 6.1.",
            "Other languages: 日本語 | 中文 | 한국어 | Русский | Ελληνικά | العربية | Українська\n\nThe limit is 5. It is read when the server starts, and only then. It has no default, and each value is checked before that.",
            "- [日本語の説明](ja.md)\n- [中文說明文件](zh.md)\n- [Документация](ru.md)\n\nThe limit is 5.",
            "- 5 μs, maybe 6 Ω.",
        ] {
            assert!(english(text), "{text}");
        }
        for text in [
            "- Das Limit ist 5 pro Minute und wird nicht erhöht.",
            "- 每分钟最多五个请求。",
            "- El límite es de 5 por minuto; no se puede cambiar.",
            "- La limite est de 5 par minute.",
            "- Ограничение: 5 запросов в минуту.",
            "- 1 分あたり 5 リクエスト。",
            "- الحد الأقصى 5 طلبات في الدقيقة.",
            "- Limiet van 5 per minuut voor het verkeer.",
        ] {
            assert!(!english(text), "{text}");
        }
    }
}

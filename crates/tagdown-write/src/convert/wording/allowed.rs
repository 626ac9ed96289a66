//! What a shorter wording may leave out or replace: closed lists, each entry with the places where it carries no meaning.
//! What is not listed here must stay. Words such as `just`, `currently`, `usually` and `very` are not listed: without
//! them, a sentence can say something else.

use super::tokens::{Class, Token, is_unit};

/// One way from the sentence to the wording: how many tokens of each it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) sentence: usize,
    pub(super) wording: usize,
}

/// The sentence, and what its words tell about it as a whole.
pub(super) struct Sentence<'s> {
    pub(super) tokens: &'s [Token],
    /// Its words in lower case; other tokens are empty, marks are themselves.
    words: Vec<String>,
    /// Whether its short words are English, so that `a` is an article.
    is_english: bool,
}

/// Phrases that only announce what follows, at the start of a sentence.
const OPENERS: &[&str] = &[
    "please note that",
    "note that",
    "also note that",
    "please also note that",
    "please be aware that",
    "be aware that",
    "keep in mind that",
    "please keep in mind that",
    "bear in mind that",
    "please bear in mind that",
    "remember that",
    "please remember that",
    "it is important to note that",
    "it is worth noting that",
    "it is also worth noting that",
    "it is worth mentioning that",
    "it should be noted that",
    "it must be noted that",
    "as you can see ,",
    "as you know ,",
    "as mentioned above ,",
    "as mentioned before ,",
    "as mentioned earlier ,",
    "as noted above ,",
    "as noted earlier ,",
    "needless to say ,",
    "of course ,",
    "by the way ,",
    "obviously ,",
    "naturally ,",
    "basically ,",
    "in other words ,",
    "in addition ,",
    "additionally ,",
    "furthermore ,",
    "moreover ,",
    "also ,",
    "however ,",
    "please",
    "there is",
    "there are",
];

/// Phrases with a shorter form that says the same.
const SHORTER: &[(&str, &str)] = &[
    ("in order to", "to"),
    ("so as to", "to"),
    ("due to the fact that", "because"),
    ("owing to the fact that", "because"),
    ("in the event that", "if"),
    ("prior to", "before"),
    ("subsequent to", "after"),
    ("is able to", "can"),
    ("are able to", "can"),
    ("is not able to", "cannot"),
    ("are not able to", "cannot"),
    ("is unable to", "cannot"),
    ("are unable to", "cannot"),
    ("has the ability to", "can"),
    ("have the ability to", "can"),
    ("with the exception of", "except"),
    ("in the absence of", "without"),
    ("for the purpose of", "for"),
    ("by means of", "by"),
    ("in conjunction with", "with"),
    ("makes use of", "uses"),
    ("make use of", "use"),
    ("each and every", "every"),
    ("each and every", "each"),
    ("the way in which", "how"),
    ("on a daily basis", "daily"),
];

/// The same, directly before a number.
const BEFORE_NUMBERS: &[(&str, &str)] = &[
    ("a total of", ""),
    ("a maximum of", "at most"),
    ("a minimum of", "at least"),
    ("no more than", "at most"),
    ("no less than", "at least"),
    ("no fewer than", "at least"),
    ("is set to", "is"),
    ("are set to", "are"),
];

/// Words that make `the` before them mean something.
const AFTER_THE: &[&str] = &[
    "only", "more", "less", "most", "least", "few", "fewer", "other", "others", "one", "ones", "two",
    "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "larger", "smaller",
    "longer", "shorter", "higher", "lower", "greater", "better", "worse", "sooner", "later", "earlier",
    "faster", "slower", "above", "below",
];

/// Words that make `a` before them mean something, or show that it is not an article.
const AFTER_A: &[&str] = &[
    "few", "little", "lot", "number", "couple", "bit", "pair", "hundred", "thousand", "million", "billion",
    "dozen", "half", "quarter", "third", "tenth", "maximum", "minimum", "total", "request", "time", "to",
    "is", "are", "was", "and", "or", "of", "in", "on", "for", "as", "with", "by", "at", "if", "when", "then",
    "than", "from", "must", "can", "may", "shall", "should", "will", "has", "have", "not",
];

/// Words after which `a` counts.
const BEFORE_A: &[&str] = &["once", "twice", "times", "such", "many", "half", "per", "not", "no", "only"];

/// Words after which `simply` says nothing.
const BEFORE_SIMPLY: &[&str] = &["", "can", "could", "may", "to", "you", "and", "then", "is", "are", "it"];

/// Words that `also` can be part of: without it, `must not also be set` says something else.
const AGAINST_ALSO: &[&str] = &[
    "not", "cannot", "no", "never", "none", "neither", "nor", "without", "only", "unless", "except", "if",
    "when", "whenever", "while", "until", "before", "after", "once", "where", "that", "which", "who", "or",
    "but", "must", "shall", "should", "both", "all", "any", "each", "every",
];

/// Words that make a sentence with `will` an announcement.
const FUTURE: &[&str] = &[
    "remov",
    "deprecat",
    "drop",
    "add",
    "introduc",
    "releas",
    "renam",
    "replac",
    "chang",
    "support",
    "discontinu",
    "retir",
    "migrat",
    "becom",
    "phas",
    "future",
    "next",
    "soon",
    "later",
    "eventual",
    "plan",
    "version",
    "upcoming",
    "end",
    "stop",
    "start",
    "switch",
    "mov",
    "disappear",
    "ship",
    "land",
];

impl<'s> Sentence<'s> {
    pub(super) fn new(tokens: &'s [Token], is_english: bool) -> Self {
        let word = |one: &Token| match one.class {
            Class::Mark => one.text.clone(),
            _ => one.word().unwrap_or_default(),
        };
        Self { words: tokens.iter().map(word).collect(), tokens, is_english }
    }

    /// All steps from a place in the sentence and a place in the wording, other than taking the same token.
    pub(super) fn steps(&self, at: usize, wording: &[Token], to: usize) -> Vec<Step> {
        let mut out = Vec::new();
        let mut leave_out = |sentence: usize| out.push(Step { sentence, wording: 0 });
        if at == 0 {
            let phrases = OPENERS.iter().filter_map(|phrase| self.phrase(0, phrase));
            phrases.filter(|&end| self.opens(end)).for_each(&mut leave_out);
        }
        if self.is_idle(at) {
            leave_out(1);
        }
        let is_before_number =
            |end: usize| self.tokens.get(end).is_some_and(|next| next.class == Class::Number);
        let pairs =
            SHORTER.iter().map(|pair| (pair, false)).chain(BEFORE_NUMBERS.iter().map(|pair| (pair, true)));
        for ((long, short), needs_number) in pairs {
            let Some(length) = self.phrase(at, long) else { continue };
            let short = matched(wording, to, short);
            if let Some(short) = short.filter(|_| !needs_number || is_before_number(at + length)) {
                out.push(Step { sentence: length, wording: short });
            }
        }
        out.extend(self.present(at, wording, to));
        if wording.get(to).is_some_and(|one| one.is(":")) {
            out.extend(self.equation(at).map(|sentence| Step { sentence, wording: 1 }));
        }
        out
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", String::as_str)
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// The number of tokens of a phrase, if it is at this place.
    fn phrase(&self, at: usize, phrase: &str) -> Option<usize> {
        let mut length = 0;
        for word in phrase.split(' ') {
            (self.word(at + length) == word).then_some(())?;
            length += 1;
        }
        // A capital inside a sentence marks a name.
        let is_plain = |one: &Token| one.class != Class::Word || !one.text.starts_with(char::is_uppercase);
        self.tokens[at..at + length].iter().skip(usize::from(at == 0)).all(is_plain).then_some(length)
    }

    /// Whether a complete sentence can start here. `Remember that option` has none after `Remember that`.
    fn opens(&self, at: usize) -> bool {
        const STARTS: &[&str] = &[
            "the", "a", "an", "this", "these", "those", "all", "each", "every", "any", "no", "it", "its",
            "they", "if", "when", "there", "only", "both", "some", "most", "in", "on", "for", "by", "at",
            "with", "without", "your", "you", "our", "we", "their", "neither", "either", "once", "after",
            "before", "while", "until", "unless", "as", "not", "one", "two",
        ];
        const SINGULAR: &[&str] = &["ss", "us", "is", "as"];
        let Some(next) = self.tokens.get(at).filter(|_| self.tokens.len() > at + 1) else { return false };
        if self.before(at) != "that" {
            return true;
        }
        let word = self.word(at);
        let is_plural = word.len() > 3
            && word.ends_with('s')
            && !SINGULAR.iter().any(|end| word.ends_with(end))
            && !["series", "species", "lens"].contains(&word);
        match next.class {
            Class::Word => STARTS.contains(&word) || is_plural || next.text.starts_with(char::is_uppercase),
            Class::Number | Class::Code | Class::Name | Class::Link => true,
            Class::Unit | Class::Quote | Class::Mark => false,
        }
    }

    /// Whether the word here can be left out on its own.
    fn is_idle(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|one| one.class == Class::Word) else { return false };
        let is_capital = token.text.starts_with(char::is_uppercase);
        if is_capital && at > 0 {
            return false;
        }
        let Some(next) = self.tokens.get(at + 1) else { return false };
        let (before, after) = (self.before(at), self.word(at + 1));
        let is_noun = !matches!(next.class, Class::Number | Class::Unit | Class::Mark);
        match self.word(at) {
            "the" => is_noun && !AFTER_THE.contains(&after),
            // A capital `A` may be a name.
            "a" | "an" => {
                self.is_english
                    && is_noun
                    && token.text != "A"
                    && !AFTER_A.contains(&after)
                    && !is_unit(after)
                    && !BEFORE_A.contains(&before)
            }
            "please" => next.class == Class::Word,
            "simply" => next.class == Class::Word && BEFORE_SIMPLY.contains(&before),
            "also" => {
                next.class == Class::Word
                    && !self.words.iter().any(|word| AGAINST_ALSO.contains(&word.as_str()))
            }
            _ => false,
        }
    }

    /// The consequence of a condition in the present: `will return` as `returns`.
    fn present(&self, at: usize, wording: &[Token], to: usize) -> Vec<Step> {
        if self.word(at) != "will" || !self.is_conditional() {
            return Vec::new();
        }
        let is_negated = self.word(at + 1) == "not";
        let verb = self.word(at + 1 + usize::from(is_negated));
        let sentence = 2 + usize::from(is_negated);
        let forms: Vec<String> = match (verb, is_negated) {
            ("", _) => Vec::new(),
            ("be", false) => vec!["is".to_owned(), "are".to_owned()],
            ("be", true) => vec!["is not".to_owned(), "are not".to_owned()],
            ("have", false) => vec!["has".to_owned(), "have".to_owned()],
            (verb, true) => vec![format!("does not {verb}"), format!("do not {verb}")],
            (verb, false) => vec![verb.to_owned(), third_person(verb)],
        };
        let found = forms.iter().filter_map(|form| matched(wording, to, form));
        found.map(|wording| Step { sentence, wording }).collect()
    }

    /// Whether the sentence says what happens under a condition, and announces nothing.
    fn is_conditional(&self) -> bool {
        let is_announced = |word: &String| FUTURE.iter().any(|start| word.starts_with(start));
        let has_condition = self.words.iter().any(|word| ["if", "when", "whenever"].contains(&word.as_str()));
        has_condition && !self.words.iter().any(is_announced)
    }

    /// The number of tokens here that give a thing its value, so that a colon says the same: `The port is 8080`.
    fn equation(&self, at: usize) -> Option<usize> {
        const CLAUSES: &[&str] = &[
            "that", "which", "who", "whose", "where", "if", "when", "whenever", "unless", "while", "because",
            "and", "or", "but", "only", "not", "no", "there", "it", "this", "these", "what", "how", ",", ":",
            ";", "(",
        ];
        const VALUES: &[&str] = &["a", "an", "the"];
        let is_verb = |word: &String| ["is", "are"].contains(&word.as_str());
        let length =
            ["is set to", "are set to", "is", "are"].iter().find_map(|verb| self.phrase(at, verb))?;
        let value = at + length;
        let is_value =
            self.tokens.get(value).is_some_and(|one| matches!(one.class, Class::Number | Class::Code))
                || VALUES.contains(&self.word(value))
                || self.word(value) == "at" && ["most", "least"].contains(&self.word(value + 1));
        let is_plain = at > 0
            && self.words.iter().filter(|word| is_verb(word)).count() == 1
            && !self.words[..at].iter().any(|word| CLAUSES.contains(&word.as_str()))
            && !self.words.iter().any(|word| word == ":");
        (is_value && is_plain).then_some(length)
    }
}

/// The number of tokens of a phrase, if the wording has it at this place. The first letter of a wording may be a capital.
fn matched(wording: &[Token], to: usize, phrase: &str) -> Option<usize> {
    let mut length = 0;
    for word in phrase.split(' ').filter(|word| !word.is_empty()) {
        let token = wording.get(to + length).filter(|one| one.class == Class::Word)?;
        let is_same = token.text == word || to + length == 0 && token.text.to_lowercase() == word;
        is_same.then_some(())?;
        length += 1;
    }
    Some(length)
}

/// A verb after a singular subject.
fn third_person(verb: &str) -> String {
    let is_vowel = |c: char| "aeiou".contains(c);
    match verb.strip_suffix('y') {
        Some(stem) if !stem.ends_with(is_vowel) => format!("{stem}ies"),
        _ if ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end)) => format!("{verb}es"),
        _ => format!("{verb}s"),
    }
}

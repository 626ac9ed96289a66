//! What a shorter wording may leave out or replace: the words and phrases of the lists, each only where it carries no
//! meaning.

use super::lists::{
    AFTER_A, AFTER_THE, AGAINST_ALSO, AGAINST_AMOUNT, BEFORE_A, BEFORE_NUMBERS, BEFORE_SIMPLY, CLAUSES,
    CONDITIONS, FUTURE, NUMBERS, OPENERS, SHORTER, STARTS,
};
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
        let pairs =
            SHORTER.iter().map(|pair| (pair, false)).chain(BEFORE_NUMBERS.iter().map(|pair| (pair, true)));
        for ((long, short), is_amount) in pairs {
            let Some(length) = self.phrase(at, long) else { continue };
            let Some(wording) = matched(wording, to, short) else { continue };
            if self.can_shorten(at, length, is_amount) {
                out.push(Step { sentence: length, wording });
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

    /// Whether a phrase here keeps its meaning in a shorter form.
    fn can_shorten(&self, at: usize, length: usize, is_amount: bool) -> bool {
        if is_amount {
            let is_number = self.tokens.get(at + length).is_some_and(|next| next.class == Class::Number);
            return is_number && !AGAINST_AMOUNT.contains(&self.before(at));
        }
        // Who is able to not do something can leave it; who `can not` do it cannot.
        self.word(at + length) != "not"
    }

    /// Whether the words before `a` here make it mean `per`: `5 packets a frame`.
    fn is_rate(&self, at: usize) -> bool {
        let is_amount = |back: usize| {
            let Some(place) = at.checked_sub(back) else { return false };
            matches!(self.tokens[place].class, Class::Number | Class::Unit)
                || NUMBERS.contains(&self.word(place))
        };
        is_amount(1) || is_amount(2)
    }

    /// Whether the `a` here is an article, which may open a wording as `A`.
    pub(super) fn is_article(&self, at: usize) -> bool {
        const VERBS: [&str; 14] = [
            "is", "was", "are", "were", "has", "had", "can", "may", "must", "will", "should", "does", "and",
            "or",
        ];
        let is_noun = |next: &Token| next.class == Class::Word && next.text.chars().all(char::is_lowercase);
        self.tokens[at].text == "a"
            && self.is_english
            && !self.has_letters()
            && self.tokens.get(at + 1).is_some_and(is_noun)
            && !VERBS.contains(&self.word(at + 1))
    }

    /// Whether another single letter is a name here, so that `a` may be one too.
    fn has_letters(&self) -> bool {
        self.tokens.iter().any(|one| {
            matches!(one.class, Class::Word | Class::Name)
                && one.text.chars().count() == 1
                && !["a", "A", "I"].contains(&one.text.as_str())
        })
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
        // `can simply not` is not `can not`.
        if after == "not" {
            return false;
        }
        match self.word(at) {
            "the" => is_noun && !AFTER_THE.contains(&after) && !NUMBERS.contains(&after),
            // A capital `A` may be a name.
            "a" | "an" => {
                self.is_english
                    && is_noun
                    && token.text != "A"
                    && !AFTER_A.contains(&after)
                    && !is_unit(after)
                    && !BEFORE_A.contains(&before)
                    && !self.is_rate(at)
                    && !self.has_letters()
            }
            "please" => next.class == Class::Word,
            "then" => self.is_consequence(at),
            "simply" => next.class == Class::Word && BEFORE_SIMPLY.contains(&before),
            "also" => {
                next.class == Class::Word
                    && !self.words.iter().any(|word| AGAINST_ALSO.contains(&word.as_str()))
            }
            _ => false,
        }
    }

    /// Whether `then` here only follows the condition with which the sentence starts, as in `If it is full, then …`.
    fn is_consequence(&self, at: usize) -> bool {
        let comma = self.words.iter().position(|word| word == ",");
        let is_first = comma.is_some_and(|comma| comma + 1 == at);
        is_first && ["if", "when", "whenever"].contains(&self.word(0))
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
        let has_condition = self.words.iter().any(|word| CONDITIONS.contains(&word.as_str()));
        has_condition && !self.words.iter().any(is_announced)
    }

    /// The number of tokens here that give a thing its value, so that a colon says the same: `The port is 8080`.
    fn equation(&self, at: usize) -> Option<usize> {
        const MOST_SUBJECT: usize = 8;
        const VALUES: &[&str] = &["a", "an", "the"];
        let is_verb = |word: &String| ["is", "are"].contains(&word.as_str());
        let length =
            ["is set to", "are set to", "is", "are"].iter().find_map(|verb| self.phrase(at, verb))?;
        let value = at + length;
        let is_value =
            self.tokens.get(value).is_some_and(|one| matches!(one.class, Class::Number | Class::Code))
                || VALUES.contains(&self.word(value))
                || self.word(value) == "at" && ["most", "least"].contains(&self.word(value + 1));
        let is_plain = (1..=MOST_SUBJECT).contains(&at)
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

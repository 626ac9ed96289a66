//! How alike two facts are, from numbers that are computed once for each, and which facts are worth comparing.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use tagdown::document::Kind;

use super::fact::{Fact, Form};
use super::opposite::core;
use super::words::{has_run, is_ideograph, words};

/// How many letters two facts must have in common, if they have few words in common.
const LETTERS: f64 = 0.7;
/// So similar is a fact to the one between the same neighbours that it took the place of.
const IN_PLACE: f64 = 0.3;
/// So few words, or words of so many letters, are compared by their letters.
const FEW_WORDS: usize = 3;
const LONG_WORD: usize = 15;
/// A sentence with at least so many words, all of which another one has, or has one after the other, is so similar to it.
const TELLING_PART: usize = 6;
const TELLING_RUN: usize = 4;
const TELLING_CODE: usize = 2;
const PART: f64 = 0.65;
/// Names with less in common than this share of their letters name different things,
const SAME_NAME: f64 = 0.6;
/// unless so much of at least so many other words is the same.
const SAME_REST: f64 = 0.75;
const TELLING_REST: usize = 4;
/// A shorter sentence about a name is not recognised in another section.
const TELLING_SUBJECT: usize = 8;
/// What is said about one thing in more words than this,
const VALUE: usize = 8;
/// and with less in common, is another fact; so is a statement with less in common with a claim.
const COMPARABLE: f64 = 0.25;
const OF_CLAIM: f64 = 0.4;
/// So many facts are all compared; of more, only those with the most words in common.
const FEW: usize = 64;
const BEST: usize = 24;
/// A word in more facts than this says nothing about one of them.
const COMMON: usize = 200;

/// A bag of words as sorted numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Bag(Vec<u64>);

impl Bag {
    pub(super) fn of<'w>(words: impl Iterator<Item = &'w String>) -> Self {
        let mut all: Vec<u64> = words.map(|word| number(word)).collect();
        all.sort_unstable();
        Self(all)
    }

    /// How much two bags have in common, from 0 to 1.
    pub(super) fn similarity(&self, other: &Self) -> f64 {
        self.weighed(other, |_| 1.0)
    }

    /// How much two bags have in common, from 0 to 1, if not all words weigh the same.
    fn weighed(&self, other: &Self, weight: impl Fn(u64) -> f64) -> f64 {
        let (mut one, mut two) = (0, 0);
        let (mut common, mut sum) = (0.0, 0.0);
        loop {
            match (self.0.get(one), other.0.get(two)) {
                (Some(a), Some(b)) if a == b => {
                    common += weight(*a);
                    sum += 2.0 * weight(*a);
                    (one, two) = (one + 1, two + 1);
                }
                (Some(a), b) if b.is_none_or(|b| a < b) => {
                    sum += weight(*a);
                    one += 1;
                }
                (_, Some(b)) => {
                    sum += weight(*b);
                    two += 1;
                }
                (_, None) => break,
            }
        }
        if sum > 0.0 { 2.0 * common / sum } else { 0.0 }
    }

    /// How many words two bags have in common.
    fn common(&self, other: &Self) -> usize {
        let mut rest = other.0.iter().peekable();
        let mut is_there = |word: &&u64| {
            while rest.next_if(|other| *other < *word).is_some() {}
            rest.next_if(|other| *other == *word).is_some()
        };
        self.0.iter().filter(|word| is_there(word)).count()
    }

    /// Whether it has all words of another bag.
    fn has(&self, other: &Self) -> bool {
        let mut rest = self.0.iter();
        other.0.iter().all(|word| rest.any(|own| own == word))
    }
}

/// How many facts have a word, of those among which counterparts are looked for: a word that many have says little about
/// one of them.
pub(super) struct Frequencies(FxHashMap<u64, usize>);

impl Frequencies {
    /// Counts the facts of each side, and takes the larger number.
    pub(super) fn of<'f>(old: impl Iterator<Item = &'f Fact>, new: impl Iterator<Item = &'f Fact>) -> Self {
        let count = |facts: &mut dyn Iterator<Item = &'f Fact>| {
            let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
            for fact in facts {
                let mut numbers = Profile::of(fact).numbers();
                numbers.dedup();
                for word in numbers {
                    *counts.entry(word).or_default() += 1;
                }
            }
            counts
        };
        let (mut old, mut new) = (old, new);
        let mut all = count(&mut old);
        for (word, many) in count(&mut new) {
            let most = all.entry(word).or_default();
            *most = (*most).max(many);
        }
        Self(all)
    }

    fn weight(&self, word: u64) -> f64 {
        let many = self.0.get(&word).copied().unwrap_or(1).max(1) as f64;
        1.0 / (many * many)
    }
}

/// A word in lower case as a number.
pub(super) fn number(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    if word.is_ascii() {
        word.bytes().for_each(|byte| byte.to_ascii_lowercase().hash(&mut hasher));
    } else {
        word.to_lowercase().hash(&mut hasher);
    }
    hasher.finish()
}

/// What is compared of a fact.
pub(super) struct Profile<'f> {
    pub(super) fact: &'f Fact,
    words: Bag,
    /// The words of code, whose `words` are its lines.
    inner: Bag,
    letters: OnceCell<Bag>,
    /// Its words without those that say what it is about.
    rest: Bag,
}

impl<'f> Profile<'f> {
    pub(super) fn of(fact: &'f Fact) -> Self {
        // Of a claim, what it states.
        let core = if fact.kind == Kind::Unverified && fact.form == Form::Sentence {
            core(&fact.text)
        } else {
            Vec::new()
        };
        let lines: Vec<String> = fact.code().iter().flat_map(|line| words(line)).collect();
        Self {
            fact,
            words: Bag::of(if core.is_empty() { fact.words.iter() } else { core.iter() }),
            inner: Bag::of(lines.iter()),
            letters: OnceCell::new(),
            rest: Bag::of(
                fact.words[fact.label.as_ref().map_or(0, |label| label.len().min(fact.words.len()))..].iter(),
            ),
        }
    }

    /// How alike two facts are, from 0 to 1.
    pub(super) fn likeness(&self, other: &Self, frequencies: &Frequencies) -> f64 {
        let forms = [self.fact.form, other.fact.form];
        let is_code = forms.map(|form| form == Form::Code);
        let is_field = forms.map(|form| matches!(form, Form::Field(_)));
        if is_code[0] != is_code[1] || (is_field == [true, true] && forms[0] != forms[1]) {
            return 0.0;
        }
        let weight = |word: u64| frequencies.weight(word);
        if is_code[0] {
            let alike = self.words.similarity(&other.words);
            let inner = [&self.inner, &other.inner];
            let [short, long] =
                if inner[0].0.len() < inner[1].0.len() { inner } else { [inner[1], inner[0]] };
            let part = if short.0.len() >= TELLING_CODE && long.has(short) { PART } else { 0.0 };
            return alike.max(self.inner.weighed(&other.inner, weight)).max(part);
        }
        let alike = self.words.weighed(&other.words, weight);
        if let (Some(one), Some(two)) = (&self.fact.label, &other.fact.label)
            && one != two
            && !self.is_renamed(other, [one, two])
        {
            return 0.0;
        }
        // A sentence to which words were added, or from which words were taken.
        let (short, long) =
            if self.words.0.len() < other.words.0.len() { (self, other) } else { (other, self) };
        let is_part = || {
            short.words.0.len() >= TELLING_PART && long.words.has(&short.words)
                || short.words.0.len() >= TELLING_RUN && has_run(&long.fact.words, &short.fact.words)
        };
        if alike < PART && is_part() {
            return PART;
        }
        if !self.is_dense() && !other.is_dense() || alike >= 1.0 {
            return alike;
        }
        let mut letters = self.letters().similarity(other.letters());
        // Where a character is a word, one that changed takes two pairs with it.
        if self.fact.words.iter().chain(&other.fact.words).all(|word| word.contains(is_ideograph)) {
            let single = |profile: &Self| characters(&profile.fact.words);
            letters = f64::midpoint(letters, single(self).similarity(&single(other)));
        }
        alike.max(if letters >= LETTERS { letters } else { 0.0 })
    }

    /// Whether two sentences begin with the same name, which is a link, code or bold, and say something about it.
    pub(super) fn has_subject_of(&self, other: &Self) -> bool {
        let is_long = |profile: &Self| profile.fact.words.len() >= TELLING_SUBJECT;
        let name = subject(&self.fact.text);
        name.is_some() && is_long(self) && is_long(other) && name == subject(&other.fact.text)
    }

    /// How much of another fact this one has, from 0 to 1.
    pub(super) fn share_of(&self, other: &Self) -> f64 {
        self.words.common(&other.words) as f64 / other.words.0.len().max(1) as f64
    }

    /// How much of this fact others have together, from 0 to 1.
    pub(super) fn share_in(&self, others: &[&Fact]) -> f64 {
        let all = Bag::of(others.iter().flat_map(|fact| &fact.words));
        self.words.common(&all) as f64 / self.words.0.len().max(1) as f64
    }

    /// How many words two facts have in common, from 0 to 1.
    pub(super) fn overlap(&self, other: &Self) -> f64 {
        self.words.similarity(&other.words)
    }

    /// Whether it has few words, or long ones because its script has no spaces: then letters say more than words.
    fn is_dense(&self) -> bool {
        let words = &self.fact.words;
        let letters: usize = words.iter().map(|word| word.chars().count()).sum();
        words.len() <= FEW_WORDS || letters > words.len() * LONG_WORD
    }

    /// Whether two facts that say what they are about may be about the same under another name: the names are similar, or
    /// all else is.
    fn is_renamed(&self, other: &Self, labels: [&Vec<String>; 2]) -> bool {
        let [one, two] = labels.map(|label| pairs(label));
        let few = self.rest.0.len().min(other.rest.0.len());
        one.similarity(&two) >= SAME_NAME
            || few >= TELLING_REST && self.rest.similarity(&other.rest) >= SAME_REST
    }

    /// Whether a fact may have taken the place of another one.
    pub(super) fn replaces(&self, old: &Self) -> bool {
        let is_same = match (&self.fact.label, &old.fact.label) {
            (Some(one), Some(two)) if one != two => self.is_renamed(old, [one, two]),
            _ => true,
        };
        let words = self.words.similarity(&old.words).max(self.inner.similarity(&old.inner));
        self.fact.form == old.fact.form && is_same && words >= IN_PLACE
    }

    /// Whether two facts that name the same thing say something about it that can be compared: a short value, or words in
    /// common.
    pub(super) fn is_comparable(&self, other: &Self) -> bool {
        let is_value = |profile: &Self| profile.rest.0.len() <= VALUE;
        if self.fact.form != Form::Sentence || other.fact.form != Form::Sentence {
            return true;
        }
        let rest = self.rest.similarity(&other.rest);
        if self.fact.kind == other.fact.kind {
            let is_bare = self.rest.0.is_empty() || other.rest.0.is_empty();
            is_bare || is_value(self) && is_value(other) || rest >= COMPARABLE
        } else {
            rest >= OF_CLAIM
        }
    }

    /// The pairs of characters, for what has no spaces or differs inside a word.
    fn letters(&self) -> &Bag {
        self.letters.get_or_init(|| pairs(&self.fact.words))
    }
}

/// The name that a text begins with.
fn subject(text: &str) -> Option<&str> {
    let marks = [("[", "]"), ("`", "`"), ("**", "**")];
    let (open, close) = marks.into_iter().find(|(open, _)| text.starts_with(open))?;
    let rest = &text[open.len()..];
    rest.find(close).filter(|end| *end > 0).map(|end| &rest[..end])
}

/// The pairs of characters of words.
fn pairs(words: &[String]) -> Bag {
    let chars: Vec<char> = words.join(" ").to_lowercase().chars().collect();
    let mut pairs: Vec<u64> =
        chars.windows(2).map(|pair| u64::from(pair[0]) << 32 | u64::from(pair[1])).collect();
    pairs.sort_unstable();
    Bag(pairs)
}

/// The characters of words.
fn characters(words: &[String]) -> Bag {
    let mut all: Vec<u64> = words.iter().flat_map(|word| word.chars()).map(u64::from).collect();
    all.sort_unstable();
    Bag(all)
}

/// Facts among which counterparts are looked for.
pub(super) struct Crowd<'f, T> {
    all: Vec<(T, Profile<'f>)>,
    by_word: FxHashMap<u64, Vec<usize>>,
}

impl<'f, T: Copy> Crowd<'f, T> {
    pub(super) fn new(facts: impl Iterator<Item = (T, &'f Fact)>) -> Self {
        let all: Vec<(T, Profile<'f>)> = facts.map(|(at, fact)| (at, Profile::of(fact))).collect();
        let mut by_word: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        if all.len() > FEW {
            for (index, (_, profile)) in all.iter().enumerate() {
                for word in profile.numbers() {
                    by_word.entry(word).or_default().push(index);
                }
            }
        }
        Self { all, by_word }
    }

    /// The facts that may be like one, in order.
    pub(super) fn candidates(&self, of: &Profile<'_>) -> Vec<&(T, Profile<'f>)> {
        if self.all.len() <= FEW {
            return self.all.iter().collect();
        }
        let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
        for word in of.numbers() {
            let holding = self.by_word.get(&word).filter(|holding| holding.len() <= COMMON);
            for &index in holding.into_iter().flatten() {
                *counts.entry(index).or_default() += 1;
            }
        }
        let mut best: Vec<(usize, usize)> = counts.into_iter().collect();
        best.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(BEST);
        best.sort_unstable();
        best.into_iter().map(|(index, _)| &self.all[index]).collect()
    }
}

impl Profile<'_> {
    /// Its different words; of code, those in its lines.
    fn numbers(&self) -> Vec<u64> {
        let bag = if self.fact.form == Form::Code { &self.inner } else { &self.words };
        let mut numbers = bag.0.clone();
        numbers.dedup();
        numbers
    }
}

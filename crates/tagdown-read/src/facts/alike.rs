//! How alike two facts are, from numbers that are computed once for each, and which facts are worth comparing.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::fact::{Fact, Form};
use super::words::words;

/// How many letters two facts must have in common, if they have few words in common.
const LETTERS: f64 = 0.7;
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
        let sum = self.0.len() + other.0.len();
        if self.0.is_empty() || other.0.is_empty() {
            return 0.0;
        }
        let (mut one, mut two, mut common) = (0, 0, 0_usize);
        while let (Some(a), Some(b)) = (self.0.get(one), other.0.get(two)) {
            one += usize::from(a <= b);
            two += usize::from(b <= a);
            common += usize::from(a == b);
        }
        2.0 * common as f64 / sum as f64
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
}

impl<'f> Profile<'f> {
    pub(super) fn of(fact: &'f Fact) -> Self {
        let lines: Vec<String> = fact.code().iter().flat_map(|line| words(line)).collect();
        Self {
            fact,
            words: Bag::of(fact.words.iter()),
            inner: Bag::of(lines.iter()),
            letters: OnceCell::new(),
        }
    }

    /// How alike two facts are, from 0 to 1.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        let forms = [self.fact.form, other.fact.form];
        let is_code = forms.map(|form| form == Form::Code);
        let is_field = forms.map(|form| matches!(form, Form::Field(_)));
        if is_code[0] != is_code[1] || (is_field == [true, true] && forms[0] != forms[1]) {
            return 0.0;
        }
        let alike = self.words.similarity(&other.words);
        if is_code[0] {
            return alike.max(self.inner.similarity(&other.inner));
        }
        let letters = if alike < 1.0 { self.letters().similarity(other.letters()) } else { 0.0 };
        alike.max(if letters >= LETTERS { letters } else { 0.0 })
    }

    /// The pairs of characters, for what has no spaces or differs inside a word.
    fn letters(&self) -> &Bag {
        self.letters.get_or_init(|| {
            let chars: Vec<char> = self.fact.words.join(" ").to_lowercase().chars().collect();
            let mut pairs: Vec<u64> =
                chars.windows(2).map(|pair| u64::from(pair[0]) << 32 | u64::from(pair[1])).collect();
            pairs.sort_unstable();
            Bag(pairs)
        })
    }
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

//! Running text: passages, sentences, words, language, cues, facts and units. It finds phrases and facts, but does not
//! decide whether they are faults; the rules do.

mod back_matter;
mod bare_words;
mod citations;
pub(crate) mod clause;
mod commands;
mod cue;
pub mod cut;
mod doubt;
pub(crate) mod facts;
pub(crate) mod imperative;
mod known;
pub mod language;
pub mod lexicon;
pub mod passages;
mod placeholder;
#[cfg(test)]
mod placeholder_tests;
pub(crate) mod screen;
pub mod sentence;
pub(crate) mod syntax;
mod tone;
mod units;
mod verbs;
mod word_filter;
mod word_map;
mod words;

pub(crate) use back_matter::{is_back_matter, is_metadata};
pub use cue::Cue;
pub(crate) use cue::cue;
pub use doubt::DOUBT;
pub(crate) use facts::Fact;
pub(crate) use known::Known;
pub use language::{Evidence, Language};
pub use lexicon::{Lexicon, Match};
pub use passages::{Passage, Setting};
pub use placeholder::{has_own_mark, placeholders};
pub(crate) use tone::Tone;
pub(crate) use verbs::{is_plural_present, is_present, is_stating};
pub(crate) use word_filter::{WordFilter, WordMark};
pub(crate) use word_map::WordMap;
pub use words::words;

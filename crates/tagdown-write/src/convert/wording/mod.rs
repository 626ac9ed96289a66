//! Compares a sentence with a shorter wording of it, and refuses every wording that could say something else. A wording
//! passes if it is the sentence without words on a short list, or with a phrase on a short list in a shorter form. All
//! other words, numbers, names, code, links and marks must be there, once each and in the same order.

mod allowed;
mod compare;
mod form;
mod lists;
mod reason;
mod tokens;

pub use compare::{Compared, compare, is_rewordable};
pub use lists::{OPENERS, SHORTER};

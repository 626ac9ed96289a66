//! Code actions: fixes of findings, comments that allow a rule, rules that are switched off, and changes of the block at the cursor.

mod action;
mod blocks;
mod fixes;
mod list;
mod switch;

pub(crate) use fixes::allowed;
pub(crate) use list::{KINDS, answer, resolve};

//! Code actions: fixes of findings, comments that allow a rule, and changes of the block at the cursor.

mod action;
mod blocks;
mod fixes;
mod list;

pub(crate) use fixes::allowed;
pub(crate) use list::{KINDS, answer, resolve};

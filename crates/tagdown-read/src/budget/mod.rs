//! Token budgets: how much of each block is shown when not everything fits, and how a view is split into pages. This
//! folder decides where a long block is cut and what each state costs. It does not select blocks (`select`) and does
//! not write them (`views`).

pub(crate) mod choose;
mod cut;
mod event;
mod excerpt;
pub(crate) mod page;
mod state;
mod write_state;

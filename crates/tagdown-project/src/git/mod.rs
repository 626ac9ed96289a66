//! Runs the git command to find out what changed, what is staged or committed, and who wrote which line. Never writes to
//! a repository.

mod blame;
mod changes;
mod harden;
mod history;
mod lines;
mod problem;
mod revisions;
mod run;
mod uncommitted;
mod wait;

pub use blame::{Blamed, blame, is_in_repository, user_name};
pub use changes::Changed;
pub(crate) use changes::{Changes, blob, changes};
pub use history::{Commit, commits, from_top, is_cut, name_before, order, parents, versions};
pub use lines::{Lines, Origin};
pub use revisions::{Differing, State, commit, contents, differing, head, listed, merge_base, sizes};
pub use run::is_shallow;
pub use uncommitted::{Saved, saved};

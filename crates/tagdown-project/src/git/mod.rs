//! Runs the git command to find out what changed, what is staged and who wrote which line. Never writes to a
//! repository.

mod blame;
mod changes;
mod run;

pub use blame::{Blamed, blame, user_name};
pub use changes::Changed;
pub(crate) use changes::{Changes, blob, changes};
pub use run::is_shallow;

//! Safe opening: regular files only, never more than a limit, without waiting, and for a project's own files never through
//! a link that leads out of the project. And whether a file that was read is still the same.

mod links;
#[cfg(all(test, unix))]
mod links_tests;
mod open;
mod seen;
mod stamp;

pub(crate) use links::top_of;
pub use links::{Followed, Within, follow};
pub(crate) use open::size;
pub(crate) use open::stream;
pub use open::{Unread, bytes, bytes_within, regular, text, text_within};
pub use seen::Seen;
pub(crate) use stamp::Stamp;

//! What every tool does to read and search documents: which blocks of a document are asked for, which documents match a
//! query, and what to say about names that do not exist. Where the texts come from is the tool's choice.

mod ask;
mod missing;
mod search;

pub use ask::{Ask, Outcome};
pub use missing::missing;
pub use search::{Look, Searched, search};

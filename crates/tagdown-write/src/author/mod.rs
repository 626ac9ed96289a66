//! Helps people write by hand: creates a document from a template, adds a block in the right place, promotes a
//! confirmed claim. Agents may add a claim, which readers see once a person has accepted it. Every change is checked
//! first: it may add no `check` error and may not put any other word under another tag.

mod add;
mod bug_fields;
mod claims;
mod guard;
mod hedges;
mod promote;
mod record;
mod rework;
mod templates;

pub use add::{NewBlock, add, section_named};
pub(crate) use add::{insert, insert_all, tag_line};
pub use bug_fields::{BugFields, bug_text};
pub use claims::{Claim, add_claim, block_named, reviewed, rewrite};
pub use guard::Change;
pub(crate) use guard::misread;
pub(crate) use hedges::FROM_ISSUE;
pub use promote::{Doubts, Promotion, Target, lacking, promote, taken_out, unverified};
pub use record::{Confirmation, Record};
pub use rework::{add_fields, cut, doubt, tag};
pub use templates::{MARKER, NAMES, TEMPLATES, Template, Values, fill, title_of};

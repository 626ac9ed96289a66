//! The code that all rules share: the definition of a rule, its context, running it, findings, and applying and
//! guarding fixes. The rules themselves are in the parent folder.

mod add_suppressions;
mod allowances;
mod check;
pub(crate) mod context;
mod finding;
mod fix;
#[cfg(test)]
mod fix_tests;
mod gather;
mod kept_kinds;
mod left_out;
mod lost_words;
pub(crate) mod page;
mod rule;
mod settings;
mod surroundings;
pub(crate) mod to_spec;
pub(crate) mod wording;

pub(crate) use add_suppressions::reason_problem;
pub use add_suppressions::{Allowed, allow, allow_one};
pub use check::check;
pub use context::Context;
pub(crate) use context::{bracketed, canonical_tag};
pub(crate) use finding::to_the_end;
pub use finding::{Edit, Finding, Fix, Related, Safety, Severity, apply, whole_lines};
pub use fix::{Fixed, fix, fix_document, fix_one};
pub(crate) use gather::gather;
pub use lost_words::lost_beyond;
pub(crate) use page::page_of;
pub use page::{Example, ExampleKind};
pub use rule::{FixKind, Group, REPOSITORY, Rule, RuleOption};
pub use settings::{Active, Registry, Settings};
pub use surroundings::{Found, Site, Surroundings};
pub(crate) use wording::Hit;

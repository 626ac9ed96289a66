//! The model of a tagged document: tags, tag lines, header, manifest, sections, blocks, fields and comments
//! for the tool. Parsing never fails. It keeps malformed tags as they are; reporting them is the job of the rules.

mod agent_record;
mod anchors;
mod assemble;
mod below_tag;
mod bug_titles;
mod code_tags;
mod containers;
pub mod fields;
mod find_tags;
mod find_traps;
mod header;
mod heading_tags;
mod inner_tags;
pub mod kinds;
mod manifest;
mod manifest_tags;
mod mentions;
mod model;
pub mod parse;
mod quick_test;
mod read_tag;
mod suppressions;
mod tag;
mod tag_label;

pub use agent_record::{AgentRecord, agent_record};
pub use anchors::Anchors;
pub(crate) use anchors::is_generated;
pub use below_tag::{TagSpacing, can_follow_tag, first_node};
pub(crate) use containers::is_indented;
pub use containers::{containers, opens_body};
pub use fields::{Field, Form, UnknownField, starts_field};
pub use header::{Header, Version, VersionForm, is_semver};
pub use kinds::{FIELDS, FIX, FORMAT_VERSION, FieldSpec, Kind, OwnTags, TAGS, Tag, field, nearest_field};
pub use manifest::MANIFEST;
pub use model::{Block, Document, Manifest, Part, PartKind, Section};
pub use parse::{parse, parse_with};
pub use quick_test::may_be_tagged;
pub use suppressions::Suppression;
pub use tag::{Name, Place, Slips, TagLine, Wrap, keeps_heading};
pub use tag_label::{is_own_name, names_tag};

//! `tagdown.toml`: its keys, what applies to which document, and the settings of each crate. Unknown keys are errors
//! that point at the line.

mod convert;
mod fail_on;
mod file;
mod nearest;
mod render;
mod show;
mod values;

pub use fail_on::FailOn;
pub use file::{Config, KEYS, OVERRIDE_KEYS, Override, RuleConfig};
pub use nearest::{Configs, Loaded};
pub(crate) use nearest::{config_files, is_configured};
pub(crate) use render::schema;
pub use values::{ConfigError, Globs, parse_size};

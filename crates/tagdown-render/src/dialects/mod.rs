//! The dialects: one data file per renderer. [`DIALECTS`] lists them. To add a dialect, add one file and one line in
//! each of the two lists below.

pub(crate) mod conditions;
pub mod dialect;
mod docusaurus;
mod github;
mod gitlab;
#[cfg(feature = "html")]
mod html;
mod hugo;
mod mapping;
mod material;
mod mdbook;
mod myst;
mod obsidian;
mod pandoc;
pub(crate) mod places;
mod portable;
mod read_back;
mod starlight;
mod vitepress;

pub use dialect::{
    Addresses, Code, DefaultCallout, Dialect, Escape, Fold, Html, Images, Layout, Shape, Title,
};
#[cfg(feature = "html")]
pub(crate) use html::DIALECT as HTML;
pub use mapping::{Callout, Mapping};
pub use places::{Place, Places};
pub use read_back::{Frame, ReadBack};

/// All dialects.
pub const DIALECTS: &[Dialect] = &[
    github::DIALECT,
    gitlab::DIALECT,
    material::DIALECT,
    docusaurus::DIALECT,
    vitepress::DIALECT,
    starlight::DIALECT,
    mdbook::DIALECT,
    myst::DIALECT,
    pandoc::DIALECT,
    obsidian::DIALECT,
    hugo::DIALECT,
    portable::DIALECT,
    #[cfg(feature = "html")]
    html::DIALECT,
];

/// The dialect with this name.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name == name)
}

/// The dialect of a chapter that mdBook passes in with its includes already resolved.
pub fn of_chapter() -> &'static Dialect {
    &mdbook::CHAPTER
}

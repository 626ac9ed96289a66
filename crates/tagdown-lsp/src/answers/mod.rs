//! The answers: one file per request, or per group of requests about the same thing.

pub(crate) mod actions;
pub(crate) mod commands;
pub(crate) mod completion;
pub(crate) mod document_links;
pub(crate) mod folding;
pub(crate) mod format;
pub(crate) mod hints;
pub(crate) mod hover;
pub(crate) mod navigate;
mod pages;
pub(crate) mod pull;
pub(crate) mod rename;
pub(crate) mod rename_files;
pub(crate) mod symbols;
pub(crate) mod tokens;
pub(crate) mod view;
pub(crate) mod workspace;

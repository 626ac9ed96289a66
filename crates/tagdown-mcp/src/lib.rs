//! The server for AI agents: the documents of a project over the Model Context Protocol.
//!
//! A tool answers with the views of `tagdown-read`: each block below a label that says how far it can be trusted, within
//! a budget of tokens, and an ending that says what is missing and how to get it. Nothing is written, unless the server
//! may: then an agent can add claims, which readers see once a person has looked at them.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::exit)]

mod arguments;
mod caller;
mod check;
mod desk;
#[cfg(feature = "http")]
mod http;
mod outline;
mod prompt;
mod read;
mod reply;
mod resources;
mod server;
mod stdio;
mod tools;
mod write;

pub use caller::Rules;
pub use desk::{Answer, Client, Desk};
#[cfg(feature = "http")]
pub use http::{Http, Writers, serve_http};
pub use server::Server;
pub use stdio::serve;
pub use tagdown_project::workspace::Roots;

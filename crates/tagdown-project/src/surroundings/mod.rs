//! What is around a document on disk: the files and anchors that its links can lead to. Folders are listed and documents
//! read only if a link leads there, and once per run. Nothing outside the project is looked at.

mod neighbours;
mod publishing;
mod tree;

pub use neighbours::Neighbours;
pub use tree::Tree;

//! The core library and the dialects for JavaScript. Every function takes one object and returns one, as JSON: `answers`
//! has them, `offsets` counts as JavaScript does, `preview` is the rendering for a live preview, and `exports` is what a
//! WebAssembly module shows to the outside. `tagdown.js` loads the module, `tagdown.d.ts` has its types.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, clippy::exit)]

mod answers;
mod exports;
mod offsets;
mod preview;

pub use answers::{FUNCTIONS, answer};

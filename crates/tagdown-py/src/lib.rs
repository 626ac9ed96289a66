//! tagdown for Python. `arguments` and `paths` take what a call passes, `one` is a document of it, `parsing`, `checking`,
//! `reading`, `walk` and `making` have the functions, `document`, `block` and `finding` what they return, `batches` reads many
//! documents, `stream` hands a table to other libraries, `lock` takes the lock of the interpreter where they call back,
//! `workers` has the threads of a call, `errors` turns what goes wrong into exceptions, and `script` is the command line. It
//! decides nothing about documents.

mod arguments;
mod batches;
mod block;
mod checking;
mod document;
mod errors;
mod finding;
mod json;
mod lock;
mod making;
mod one;
mod parsing;
mod paths;
mod reading;
mod script;
mod stream;
mod walk;
mod workers;

/// The compiled part of the package `tagdown`.
#[pyo3::pymodule]
mod _tagdown {
    #[pymodule_export]
    use crate::block::Block;
    #[pymodule_export]
    use crate::checking::{check, fix, fmt};
    #[pymodule_export]
    use crate::document::Document;
    #[cfg(debug_assertions)]
    #[pymodule_export]
    use crate::errors::_panic;
    #[pymodule_export]
    use crate::errors::TagdownError;
    #[pymodule_export]
    use crate::finding::{Finding, Fix};
    #[pymodule_export]
    use crate::making::{Conversion, convert, diff, render};
    #[pymodule_export]
    use crate::parsing::parse;
    #[pymodule_export]
    use crate::reading::{Reading, read};
    #[pymodule_export]
    use crate::script::main;
    #[pymodule_export]
    use crate::walk::{Blocks, blocks};

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

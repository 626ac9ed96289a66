//! The server on standard input and output: one editor, until the input ends.

use lsp_server::Connection;

use crate::connection::{self, End};
use crate::options::Options;

/// Serves the editor that started this process. Returns when the editor exits or the input ends.
pub fn serve(options: &Options) -> Result<(), String> {
    let (connection, _threads) = Connection::stdio();
    match connection::serve(connection, options) {
        End::Orderly => Ok(()),
        End::Abrupt => Err("the editor ended the server without `shutdown`".to_owned()),
    }
}

//! The program under test: the one of this build, or the one that `TAGDOWN_PROGRAM` names, such as the small build.

use std::path::PathBuf;

pub(crate) fn program() -> PathBuf {
    std::env::var_os("TAGDOWN_PROGRAM").map_or_else(|| env!("CARGO_BIN_EXE_tagdown").into(), PathBuf::from)
}

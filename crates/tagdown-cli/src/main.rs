//! The `tagdown` binary.

fn main() -> std::process::ExitCode {
    tagdown_cli::run()
}

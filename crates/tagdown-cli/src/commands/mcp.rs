//! `tagdown mcp`: serves documents to AI agents.

use crate::args::{Global, McpArgs};
use crate::terminal::{Exit, Problem};

#[cfg(not(feature = "mcp"))]
pub(crate) fn run(args: &McpArgs, _: &Global) -> Result<Exit, Problem> {
    let _ = (&args.paths, &args.http, &args.token_file, &args.allow_host);
    Err("this build has no server for agents; install tagdown with its default features".to_owned().into())
}

#[cfg(feature = "mcp")]
pub(crate) fn run(args: &McpArgs, global: &Global) -> Result<Exit, Problem> {
    use tagdown_mcp::{Roots, serve};
    use tagdown_project::paths::is_glob;

    if let Some(missing) = args.paths.iter().find(|path| !path.exists() && !is_glob(path)) {
        return Err(format!("{}: no such file or folder", missing.display()).into());
    }
    // A configuration that is not valid is better reported now than in every answer.
    global.configs()?;
    let roots =
        Roots { paths: args.paths.clone(), config: global.config.clone(), no_config: global.no_config };
    match args.http {
        Some(address) => http(args, roots, address)?,
        None => serve(roots)?,
    }
    Ok(Exit::Clean)
}

#[cfg(all(feature = "mcp", not(feature = "http")))]
fn http(args: &McpArgs, _: tagdown_mcp::Roots, _: std::net::SocketAddr) -> Result<(), Problem> {
    let _ = (&args.token_file, &args.allow_host);
    Err("this build serves no HTTP; install tagdown with its default features".to_owned().into())
}

#[cfg(feature = "http")]
fn http(args: &McpArgs, roots: tagdown_mcp::Roots, address: std::net::SocketAddr) -> Result<(), Problem> {
    use crate::terminal::output::complain;

    let token = match &args.token_file {
        Some(file) => {
            let text = tagdown_project::opening::text(file, MOST_TOKEN)
                .map_err(|unread| format!("cannot read the token {}: {}", file.display(), unread.reason))?;
            Some(text.trim().to_owned())
        }
        None => std::env::var(VARIABLE).ok().map(|token| token.trim().to_owned()),
    };
    let http = tagdown_mcp::Http { address, token, hosts: args.allow_host.clone() };
    let ready = |address| complain(&format!("serving http://{address}/mcp"));
    tagdown_mcp::serve_http(tagdown_mcp::Server::new(roots), &http, ready)?;
    Ok(())
}

/// The environment variable with the token.
#[cfg(feature = "http")]
const VARIABLE: &str = "TAGDOWN_MCP_TOKEN";

/// The maximum size of a token file.
#[cfg(feature = "http")]
const MOST_TOKEN: u64 = 4_096;

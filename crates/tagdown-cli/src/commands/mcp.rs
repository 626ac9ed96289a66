//! `tagdown mcp`: serves documents to AI agents.

use crate::args::{Global, McpArgs};
use crate::terminal::{Exit, Problem};

pub(crate) fn run(args: &McpArgs, global: &Global) -> Result<Exit, Problem> {
    use std::time::Duration;

    use tagdown_mcp::{Roots, Rules, Server, serve};
    use tagdown_project::paths::is_glob;

    if let Some(missing) = args.paths.iter().find(|path| !path.exists() && !is_glob(path)) {
        return Err(format!("{}: no such file or folder", missing.display()).into());
    }
    // A configuration that is not valid is better reported now than in every answer.
    global.configs()?;
    let roots =
        Roots { paths: args.paths.clone(), config: global.config.clone(), no_config: global.no_config };
    let rules = Rules {
        can_write: args.allow_write,
        time_limit: Duration::from_secs(args.time_limit),
        today: tagdown_project::clock::date,
    };
    let server = Server::new(roots, rules);
    match args.http {
        Some(address) => http(args, server, address)?,
        None => serve(server)?,
    }
    Ok(Exit::Clean)
}

#[cfg(not(feature = "http"))]
fn http(args: &McpArgs, _: tagdown_mcp::Server, _: std::net::SocketAddr) -> Result<(), Problem> {
    let _ = (&args.token_file, &args.allow_host, args.allow_remote_write);
    Err("this build serves no HTTP; install tagdown with its default features".to_owned().into())
}

#[cfg(feature = "http")]
fn http(args: &McpArgs, server: tagdown_mcp::Server, address: std::net::SocketAddr) -> Result<(), Problem> {
    use crate::terminal::output::complain;
    use tagdown_mcp::Writers;

    let token = match &args.token_file {
        Some(file) => {
            let text = tagdown_project::opening::text(file, MOST_TOKEN)
                .map_err(|unread| format!("cannot read the token {}: {}", file.display(), unread.reason))?;
            Some(text.trim().to_owned())
        }
        None => std::env::var(VARIABLE).ok().map(|token| token.trim().to_owned()),
    };
    let writers = match (args.allow_write, args.allow_remote_write) {
        (false, _) => Writers::Nobody,
        (true, false) => Writers::ThisMachine,
        (true, true) => Writers::Anybody,
    };
    let http = tagdown_mcp::Http { address, token, hosts: args.allow_host.clone(), writers };
    let ready = |address| complain(&format!("serving http://{address}/mcp"));
    tagdown_mcp::serve_http(server, &http, ready)?;
    Ok(())
}

/// The environment variable with the token.
#[cfg(feature = "http")]
const VARIABLE: &str = "TAGDOWN_MCP_TOKEN";

/// The maximum size of a token file.
#[cfg(feature = "http")]
const MOST_TOKEN: u64 = 4_096;

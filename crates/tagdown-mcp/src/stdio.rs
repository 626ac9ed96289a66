//! The server on standard input and output: one client, until the input ends.

use rmcp::ServiceExt;
use rmcp::transport::stdio;
use tokio::runtime::Builder;

use crate::server::Server;

/// Answers on standard output until standard input ends or nobody reads the output.
pub fn serve(server: Server) -> Result<(), String> {
    let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        // A client that goes away, also before it has said anything, ends the server. That is no failure.
        if let Ok(running) = server.serve(stdio()).await {
            let _ = running.waiting().await;
        }
    });
    // A thread may still wait for standard input.
    runtime.shutdown_background();
    Ok(())
}

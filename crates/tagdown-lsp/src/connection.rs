//! One editor, from its first message to its last.

use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Response};
use serde_json::{Value, json};

use crate::ask::Outbox;
use crate::client::Client;
use crate::options::Options;
use crate::requests::capabilities;
use crate::server::Server;

/// How long the last messages may take to be read.
const FAREWELL: Duration = Duration::from_millis(500);

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The editor said goodbye, or its end of the connection is gone.
    Orderly,
    /// The editor told the server to exit without telling it to shut down.
    Abrupt,
}

/// Serves one editor until it exits or is gone.
pub fn serve(connection: Connection, options: &Options) -> End {
    let Connection { sender, receiver } = connection;
    let (outbox, letters) = channel();
    let (done, is_done) = channel::<()>();
    // The loop below must read on even if the editor does not, or both would wait for each other.
    thread::spawn(move || {
        let letters: Receiver<Message> = letters;
        for letter in letters {
            if sender.send(letter).is_err() {
                break;
            }
        }
        drop(done);
    });
    let end = run(&|| receiver.recv().ok(), &Outbox::new(outbox), options);
    // The threads end with the outbox. One that is at work must not keep the process alive.
    let _ = is_done.recv_timeout(FAREWELL);
    end
}

fn run(receiver: &impl Fn() -> Option<Message>, outbox: &Outbox, options: &Options) -> End {
    let mut server: Option<Server> = None;
    let mut is_shut_down = false;
    while let Some(message) = receiver() {
        match message {
            Message::Request(request) if request.method == "shutdown" => {
                is_shut_down = true;
                outbox.send(Response::new_ok(request.id, Value::Null));
            }
            Message::Request(request) if is_shut_down => {
                outbox.send(refused(request.id, ErrorCode::InvalidRequest, "the server was shut down"));
            }
            Message::Request(request) if request.method == "initialize" && server.is_none() => {
                let client = Client { options: options.clone(), ..Client::read(&request.params) };
                let info = json!({"name": "tagdown", "version": env!("CARGO_PKG_VERSION")});
                let result = json!({"capabilities": capabilities(&client), "serverInfo": info});
                outbox.send(Response::new_ok(request.id, result));
                server = Some(Server::new(client, outbox));
            }
            Message::Request(request) => match &mut server {
                Some(server) => server.requested(request),
                None => {
                    outbox.send(refused(
                        request.id,
                        ErrorCode::ServerNotInitialized,
                        "`initialize` comes first",
                    ));
                }
            },
            Message::Notification(notification) if notification.method == "exit" => {
                return if is_shut_down { End::Orderly } else { End::Abrupt };
            }
            Message::Notification(notification) => {
                if let Some(server) = &mut server {
                    server.notified(notification);
                }
            }
            Message::Response(response) => {
                if let Some(server) = &mut server {
                    server.answered(response);
                }
            }
        }
    }
    End::Orderly
}

fn refused(id: lsp_server::RequestId, code: ErrorCode, why: &str) -> Response {
    Response::new_err(id, code as i32, why.to_owned())
}

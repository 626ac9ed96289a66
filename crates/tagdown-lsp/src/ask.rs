//! A request while it is answered: its parameters, what it may look at, and what can be said instead of an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::Sender;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tagdown::text::Span;

use crate::world::{Cancel, View, World};

/// A request.
pub(crate) struct Ask<'a> {
    pub(crate) world: &'a World,
    /// The open document that it is about.
    pub(crate) view: Option<View<'a>>,
    pub(crate) params: &'a Value,
    pub(crate) cancel: &'a Cancel,
    pub(crate) outbox: &'a Outbox,
}

/// An answer, or why there is none.
pub(crate) type Reply = Result<Value, Refusal>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// There is nothing to say, which is no failure.
    Nothing,
    /// The parameters are not valid.
    Params(String),
    /// It cannot be done, for this reason.
    Failed(String),
    /// Nobody waits for it any more.
    Cancelled,
    /// The document has another text by now.
    Outdated,
    /// Nothing has changed since the last answer; the next change answers it.
    Unchanged,
}

impl Ask<'_> {
    /// The parameters.
    pub(crate) fn params<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        T::deserialize(self.params).map_err(|error| Refusal::Params(error.to_string()))
    }

    /// A part of the parameters. The rest may be whatever an editor sends.
    fn part<T: DeserializeOwned>(&self, name: &str) -> Result<T, Refusal> {
        let part = self.params.get(name).ok_or_else(|| Refusal::Params(format!("`{name}` is missing")))?;
        T::deserialize(part).map_err(|error| Refusal::Params(format!("`{name}`: {error}")))
    }

    /// The byte at the position that it is about.
    pub(crate) fn offset(&self) -> Result<usize, Refusal> {
        Ok(self.view()?.offset(self.part("position")?))
    }

    /// The bytes of the range that it is about.
    pub(crate) fn span(&self) -> Result<Span, Refusal> {
        Ok(self.view()?.span(&self.part("range")?))
    }

    /// The open document that it is about.
    pub(crate) fn view(&self) -> Result<&View<'_>, Refusal> {
        self.view.as_ref().ok_or(Refusal::Nothing)
    }

    /// Stops if nobody waits any more.
    pub(crate) fn go_on(&self) -> Result<(), Refusal> {
        if self.cancel.is_set() { Err(Refusal::Cancelled) } else { Ok(()) }
    }
}

/// An answer as JSON.
pub(crate) fn reply(answer: impl Serialize) -> Reply {
    serde_json::to_value(answer).map_err(|error| Refusal::Failed(error.to_string()))
}

/// What goes to the editor, in order. Nobody waits until the editor has read it.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    sender: Sender<Message>,
    next: Arc<AtomicI32>,
}

impl Outbox {
    pub(crate) fn new(sender: Sender<Message>) -> Self {
        Self { sender, next: Arc::default() }
    }

    /// Sends a message. An editor that is gone reads nothing.
    pub(crate) fn send(&self, message: impl Into<Message>) {
        let _ = self.sender.send(message.into());
    }

    /// Sends a notification.
    pub(crate) fn notify(&self, method: &str, params: impl Serialize) {
        let params = serde_json::to_value(params).unwrap_or_default();
        self.send(Notification { method: method.to_owned(), params });
    }

    /// Sends a request. The number of its answer is returned.
    pub(crate) fn request(&self, method: &str, params: impl Serialize) -> RequestId {
        let id = RequestId::from(self.next.fetch_add(1, Ordering::Relaxed));
        let params = serde_json::to_value(params).unwrap_or_default();
        self.send(Request { id: id.clone(), method: method.to_owned(), params });
        id
    }

    /// Answers a request.
    pub(crate) fn answer(&self, id: RequestId, reply: Reply) {
        let fail =
            |code: ErrorCode, message: String| Err(ResponseError { code: code as i32, message, data: None });
        let response_result = match reply {
            Ok(value) => Ok(value),
            Err(Refusal::Nothing) => Ok(Value::Null),
            Err(Refusal::Params(message)) => fail(ErrorCode::InvalidParams, message),
            Err(Refusal::Failed(message)) => fail(ErrorCode::RequestFailed, message),
            Err(Refusal::Cancelled) => fail(ErrorCode::RequestCanceled, "cancelled".to_owned()),
            Err(Refusal::Outdated | Refusal::Unchanged) => {
                fail(ErrorCode::ContentModified, "the document has changed".to_owned())
            }
        };
        self.send(Response { id, response_result });
    }
}

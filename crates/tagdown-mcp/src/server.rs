//! The server: translates requests of the protocol into calls of tools, one at a time.

use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    CompletionInfo, ContentBlock, GetPromptRequestParams, GetPromptResponse, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Reference, ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::json;
use tagdown_project::workspace::Roots;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::arguments::short;
use crate::caller::Rules;
use crate::desk::{Client, Desk};
use crate::{prompt, resources, tools};

/// The server for all connections. They share what is known of the documents.
#[derive(Clone, Debug)]
pub struct Server {
    desk: Arc<Desk>,
}

type Context = RequestContext<RoleServer>;

impl Server {
    /// A server for these documents.
    pub fn new(roots: Roots, rules: Rules) -> Self {
        Self { desk: Arc::new(Desk::new(roots, rules)) }
    }

    /// Runs work that takes a while on another thread.
    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Desk) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let desk = Arc::clone(&self.desk);
        tokio::task::spawn_blocking(move || work(&desk))
            .await
            .map_err(|_| ErrorData::internal_error("the call failed; please report it", None))
    }
}

/// Tells the client how far a call is, if it asked for that, until the call ends.
async fn tell_progress(context: &Context, mut told: UnboundedReceiver<(usize, usize)>) {
    let token = context.meta.get_progress_token();
    let mut most = 0;
    while let Some((done, all)) = told.recv().await {
        // Threads may tell it out of order.
        if let Some(token) = token.clone().filter(|_| done > most) {
            most = done;
            #[allow(clippy::cast_precision_loss, reason = "there are fewer documents")]
            let progress = ProgressNotificationParam::new(token, done as f64).with_total(all as f64);
            // A client that goes away does not need it.
            let _ = context.peer.notify_progress(progress).await;
        }
    }
}

fn invalid(problem: String) -> ErrorData {
    ErrorData::invalid_params(problem, None)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let writing = if self.desk.can_write() { prompt::WRITING } else { "" };
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("tagdown", env!("CARGO_PKG_VERSION")))
            .with_instructions(format!("{}{writing}", prompt::INSTRUCTIONS))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list(self.desk.can_write())))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let (name, given) = (call.name.clone(), call.arguments.unwrap_or_default());
        // A client without a session has the name of the library.
        let own = context.client_info().map(|client| client.name).filter(|name| name != "rmcp");
        let agent = own.unwrap_or_default();
        let (tell, told) = unbounded_channel();
        let work = self.with(move |desk| {
            let progress = |done, all| {
                // Nobody waits for it once the client has gone.
                let _ = tell.send((done, all));
            };
            desk.call(&name, given, &Client { name: &agent, progress: &progress })
        });
        let (answer, ()) = tokio::join!(work, tell_progress(&context, told));
        let Some(answer) = answer? else {
            let names: Vec<&str> = tools::all(self.desk.can_write()).map(|tool| tool.name).collect();
            return Err(invalid(format!(
                "unknown tool `{}`; known: {}",
                short(&call.name),
                names.join(", ")
            )));
        };
        let shown = vec![ContentBlock::text(answer.text)];
        let result =
            if answer.is_error { CallToolResult::error(shown) } else { CallToolResult::success(shown) };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let listed = self.with(move |desk| resources::list(&mut desk.workspace(), cursor.as_deref())).await?;
        let (page, next) = listed.map_err(invalid)?;
        Ok(ListResourcesResult { next_cursor: next, ..ListResourcesResult::with_all_items(page) })
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(vec![resources::template()]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let read = self.with(move |desk| resources::read(desk, &uri)).await?;
        let text = read
            .map_err(|problem| ErrorData::resource_not_found(problem, Some(json!({"uri": request.uri}))))?;
        let contents = ResourceContents::text(text, request.uri).with_mime_type(resources::MIME);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: Context,
    ) -> Result<CompleteResult, ErrorData> {
        let is_known = match &request.r#ref {
            Reference::Resource(resource) => resource.uri == resources::TEMPLATE,
            Reference::Prompt(known) => known.name == prompt::NAME,
            _ => false,
        };
        if !is_known {
            return Ok(CompleteResult::default());
        }
        let path = request.context.and_then(|context| context.arguments?.remove("path"));
        let argument = request.argument;
        let complete = move |desk: &Desk| {
            resources::complete(&mut desk.workspace(), &argument.name, &argument.value, path.as_deref())
        };
        let mut values = self.with(complete).await?.map_err(invalid)?;
        let total = values.len();
        values.truncate(resources::OFFERED);
        let has_more = values.len() < total;
        let info =
            CompletionInfo::with_pagination(values, u32::try_from(total).ok(), has_more).map_err(invalid)?;
        Ok(CompleteResult::new(info))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(vec![prompt::listed()]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name != prompt::NAME {
            return Err(invalid(format!(
                "unknown prompt `{}`; known: {}",
                short(&request.name),
                prompt::NAME
            )));
        }
        Ok(prompt::filled(request.arguments.as_ref()).map_err(invalid)?.into())
    }
}

//! The server with the three tools that the conformance suite needs to look at it: `scripts/agents` runs it. The tools
//! exist only here. Arguments: the address to listen on, and the folder of the documents.

use std::path::PathBuf;

use rmcp::ErrorData;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, CompleteRequestParams,
    CompleteResult, ContentBlock, GetPromptRequestParams, GetPromptResponse, JsonObject, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::json;
use tagdown_mcp::{Http, Roots, Rules, Server, Writers, serve_http};

type Context = RequestContext<RoleServer>;
type Page = Option<PaginatedRequestParams>;

/// A tool that needs a capability of the client, and two that need nothing.
const NEEDS: &str = "test_missing_capability";
const OTHERS: [&str; 2] = ["test_streaming_elicitation", "test_logging_tool"];

#[derive(Clone)]
struct Diagnosed(Server);

impl ServerHandler for Diagnosed {
    fn get_info(&self) -> ServerConfig {
        self.0.get_info()
    }

    async fn list_tools(&self, page: Page, context: Context) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.0.list_tools(page, context).await?;
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), "object".into());
        for name in OTHERS.into_iter().chain([NEEDS]) {
            list.tools.push(Tool::new(name, "For the conformance suite.", schema.clone()));
        }
        Ok(list)
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        if call.name == NEEDS {
            // The capability is deprecated in the library, but it is the one that the suite asks about.
            let has_it = context.client_capabilities().is_some_and(|client| {
                serde_json::to_value(client).is_ok_and(|client| !client["sampling"].is_null())
            });
            if !has_it {
                let needed: ClientCapabilities =
                    serde_json::from_value(json!({"sampling": {}})).unwrap_or_default();
                return Err(ErrorData::missing_required_client_capability(needed));
            }
        } else if !OTHERS.contains(&&*call.name) {
            return self.0.call_tool(call, context).await;
        }
        Ok(CallToolResult::success(vec![ContentBlock::text("done")]).into())
    }

    async fn list_resources(&self, page: Page, context: Context) -> Result<ListResourcesResult, ErrorData> {
        self.0.list_resources(page, context).await
    }

    async fn list_resource_templates(
        &self,
        page: Page,
        context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.0.list_resource_templates(page, context).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.0.read_resource(request, context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: Context,
    ) -> Result<CompleteResult, ErrorData> {
        self.0.complete(request, context).await
    }

    async fn list_prompts(&self, page: Page, context: Context) -> Result<ListPromptsResult, ErrorData> {
        self.0.list_prompts(page, context).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.0.get_prompt(request, context).await
    }
}

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().and_then(|text| text.parse().ok()).ok_or("an address and a port")?;
    let roots = Roots { paths: arguments.map(PathBuf::from).collect(), ..Roots::default() };
    let http = Http { address, token: None, hosts: Vec::new(), writers: Writers::Nobody };
    serve_http(Diagnosed(Server::new(roots, Rules::default())), &http, |_| {})
}

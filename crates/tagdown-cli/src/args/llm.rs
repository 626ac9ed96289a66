//! The arguments for asking a language model.

use clap::Args;
use clap::builder::RangedU64ValueParser;

/// Which language model to ask, and how much.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LlmArgs {
    /// Ask a language model about blocks that the labeller is not sure of: the base of an OpenAI-compatible server
    ///
    /// For example http://localhost:11434/v1. Only these blocks are sent, with the headings above them. The key comes
    /// from TAGDOWN_LLM_KEY, else OPENAI_API_KEY. Where the server fails the blocks stay unsure.
    #[arg(
        long,
        value_name = "URL",
        requires = "model",
        conflicts_with = "strip",
        help_heading = "Language model"
    )]
    pub(crate) llm: Option<String>,
    /// The model to ask
    #[arg(long, value_name = "NAME", requires = "llm", value_parser = model, help_heading = "Language model")]
    pub(crate) model: Option<String>,
    /// How long a request may take, with its retries [default: 60]
    #[arg(long, value_name = "SECONDS", requires = "llm", help_heading = "Language model")]
    #[arg(value_parser = RangedU64ValueParser::<u64>::new().range(1..=3600))]
    pub(crate) llm_timeout: Option<u64>,
    /// How many requests a run may make, retries among them [default: 100]
    #[arg(long, value_name = "N", requires = "llm", help_heading = "Language model")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) llm_requests: Option<usize>,
}

fn model(text: &str) -> Result<String, String> {
    if text.trim().is_empty() || text.chars().any(char::is_control) || text.chars().count() > 200 {
        Err("write the name by which the server knows it".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

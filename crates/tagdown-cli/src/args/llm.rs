//! The arguments for using a language model.

use clap::Args;
use clap::builder::RangedU64ValueParser;

/// Which language model to ask, and its limits.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LlmArgs {
    /// Ask a language model about uncertain sentences and blocks
    ///
    /// URL is the base URL of an OpenAI-compatible server, such as http://localhost:11434/v1. Only the
    /// uncertain texts are sent, with the headings above them. The API key comes from the environment variable
    /// TAGDOWN_LLM_KEY or, if that is not set, from OPENAI_API_KEY. If the server fails, the conversion
    /// continues and reports them for review.
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
    /// The time limit for a request, including retries [default: 60]
    #[arg(long, value_name = "SECONDS", requires = "llm", help_heading = "Language model")]
    #[arg(value_parser = RangedU64ValueParser::<u64>::new().range(1..=3600))]
    pub(crate) llm_timeout: Option<u64>,
    /// The maximum number of requests per run, including retries [default: 100]
    #[arg(long, value_name = "COUNT", requires = "llm", help_heading = "Language model")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) llm_requests: Option<usize>,
    /// Also ask the model for shorter wordings of sentences that become list items, to choose from in --review
    ///
    /// A wording is refused if it could say something else: it may only leave out words on a short list, such as
    /// `Please note that` and articles, or shorten a phrase on another list, such as `in order to`. All else must be
    /// there in the same order. The other wordings are shown in --review beside the words of the source, and written
    /// only if you take them. Without --review, the words of the source are kept.
    #[arg(long, requires = "llm", conflicts_with_all = ["whole", "bullets"], help_heading = "Language model")]
    pub(crate) llm_rewrite: bool,
}

fn model(text: &str) -> Result<String, String> {
    if text.trim().is_empty() || text.chars().any(char::is_control) || text.chars().count() > 200 {
        Err("expected the name that the server uses for the model".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

//! Unverified blocks: where they are, what they say, and since when, from git.

use std::collections::BTreeMap;

use tagdown::document::{Block, Document, Kind, Name, TagLine};
use tagdown::text::Span;

use crate::clock;
use crate::files::Target;
use crate::git::{self, Blamed};

/// An unverified block.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The path of its document.
    pub path: String,
    /// Its address in the document.
    pub address: String,
    /// Its first and last line, from 1.
    pub lines: [usize; 2],
    /// A short hash of its content.
    pub hash: String,
    /// Its text on one line.
    pub text: String,
    /// When it was written.
    pub since: Since,
    /// Who added it, if it was an agent and nobody has looked at it.
    pub unreviewed: Option<Agent>,
}

/// The agent that added a block. Its record may not say who and when.
#[derive(Clone, Debug)]
pub struct Agent {
    /// What it calls itself.
    pub name: Option<String>,
    /// The day.
    pub date: Option<String>,
}

/// A block under a tag that is none of the four and that nobody declared.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The path of its document.
    pub path: String,
    /// Its address in the document.
    pub address: String,
    /// Its first and last line, from 1.
    pub lines: [usize; 2],
    /// A short hash of its content.
    pub hash: String,
    /// The name of its tag.
    pub tag: String,
    /// Its text on one line.
    pub text: String,
}

/// When a block was written.
#[derive(Clone, Debug)]
pub struct Since {
    /// The time since 1970; `None` outside of git, where nobody can know.
    pub seconds: Option<i64>,
    /// Who wrote it.
    pub author: Option<String>,
    /// The commit.
    pub commit: Option<String>,
    /// How this is known: `git`, `uncommitted` or `unknown`.
    pub source: &'static str,
}

impl Since {
    /// Full days since then.
    pub fn days(&self) -> Option<u64> {
        self.seconds.map(clock::days_since)
    }
}

/// The unverified blocks of a document.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Those under `[?]`.
    pub open: Vec<Claim>,
    /// Those under a tag that nobody declared.
    pub unknown: Vec<Unknown>,
    /// Why git could not tell their age.
    pub problem: Option<String>,
}

/// The unverified blocks of a document. The lines that git knows are those of its file.
pub fn claims(target: &Target, document: &Document<'_>) -> Claims {
    let path = target.path.to_string_lossy().into_owned();
    let line = |at: usize| document.source.position(at).line;
    // A tag that nobody declared makes no claim.
    let (others, open): (Vec<_>, Vec<_>) = document
        .blocks_of(Kind::Unverified)
        .partition(|(_, tag): &(&Block, &TagLine)| matches!(tag.name, Name::Unknown(_)));
    let lines: Vec<usize> = open.iter().map(|(_, tag)| line(tag.span.start)).collect();
    let blamed = if target.stdin || lines.is_empty() { Ok(None) } else { git::blame(&target.path, &lines) };
    let (blamed, problem) = match blamed {
        Ok(blamed) => (blamed, None),
        Err(problem) => (None, Some(format!("{path}: {problem}"))),
    };
    let lines = |block: &Block, tag: &TagLine| {
        [line(tag.span.start), line(block.span.end.saturating_sub(1).max(block.span.start))]
    };
    let words = |block: &Block| {
        let text = document.text(block.content);
        // A record is not part of what a block says.
        let record = document.unreviewed(block).map_or("", |record| document.text(record.span));
        let parts = text.split_once(record).filter(|_| !record.is_empty()).unwrap_or((text, ""));
        parts.0.split_whitespace().chain(parts.1.split_whitespace()).collect::<Vec<_>>().join(" ")
    };
    let unknown = |(block, tag): &(&Block, &TagLine)| Unknown {
        path: path.clone(),
        address: document.block_address(block),
        lines: lines(block, tag),
        hash: document.content_hash(block),
        tag: tag.own_name().unwrap_or_default().to_owned(),
        text: words(block),
    };
    let claim = |(block, tag): &(&Block, &TagLine)| Claim {
        path: path.clone(),
        address: document.block_address(block),
        lines: lines(block, tag),
        hash: document.content_hash(block),
        text: words(block),
        since: since(target, blamed.as_ref(), line(tag.span.start)),
        unreviewed: document.unreviewed(block).map(|record| {
            let (name, date) = record.said.unzip();
            let said = |span: Option<Span>| span.map(|span| document.text(span).to_owned());
            Agent { name: said(name), date: said(date) }
        }),
    };
    Claims { open: open.iter().map(claim).collect(), unknown: others.iter().map(unknown).collect(), problem }
}

fn since(target: &Target, blamed: Option<&BTreeMap<usize, Blamed>>, line: usize) -> Since {
    let now = clock::now().as_second();
    if let Some(blamed) = blamed.and_then(|blamed| blamed.get(&line)) {
        return match &blamed.commit {
            Some(commit) => Since {
                seconds: Some(blamed.seconds),
                author: Some(blamed.author.clone()),
                commit: Some(commit.clone()),
                source: "git",
            },
            None => Since { seconds: Some(now), author: None, commit: None, source: "uncommitted" },
        };
    }
    if !target.stdin && git::is_in_repository(&target.path) {
        return Since { seconds: Some(now), author: None, commit: None, source: "uncommitted" };
    }
    Since { seconds: None, author: None, commit: None, source: "unknown" }
}

//! Asks a language model about the sentences and blocks that the judge is not sure of. An answer is a label or nothing.
//! It passes the same guards as every conversion, and is reported as the model's.

mod address;
mod ask;
mod client;
mod limits;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tagdown::text::plural;
use tagdown_write::convert::{By, Conversion, Decisions, Doubt, Options, convert};

use crate::args::LlmArgs;
use address::Address;
use ask::Block;
use client::{Client, Failure};
use limits::Stop;

/// The default time limit for a request, in seconds.
const TIMEOUT: u64 = 60;

/// The default maximum number of requests per run.
const REQUESTS: usize = 100;

/// The maximum number of lines in a notice.
const MOST_LINES: usize = 20;

/// The totals of a run.
#[derive(Default)]
struct Sum {
    labels: usize,
    /// Documents and doubts that the model was not asked about.
    unasked: (usize, usize),
}

/// A model that can be asked.
pub(crate) struct Llm {
    client: Client,
    model: String,
    sum: Mutex<Sum>,
}

/// A conversion, and a remark on the model.
pub(crate) struct Advised {
    pub(crate) conversion: Conversion,
    pub(crate) remark: Option<String>,
}

impl From<Conversion> for Advised {
    fn from(conversion: Conversion) -> Self {
        Self { conversion, remark: None }
    }
}

/// What a model answered about a document.
#[derive(Default)]
struct Advice {
    decisions: Decisions,
    /// Why doubts still need review although it was asked about them, and how many.
    unsure: BTreeMap<String, usize>,
    strays: usize,
    /// Whether an answer could be read, and whether one could not.
    has_answer: bool,
    has_failure: bool,
}

impl Llm {
    /// The model named in the arguments; problems with them are reported before any document is touched.
    pub(crate) fn new(args: &LlmArgs) -> Result<Option<Self>, String> {
        let (Some(base), Some(model)) = (&args.llm, &args.model) else { return Ok(None) };
        let timeout = Duration::from_secs(args.llm_timeout.unwrap_or(TIMEOUT));
        let client = Client::new(Address::new(base)?, timeout, args.llm_requests.unwrap_or(REQUESTS));
        Ok(Some(Self { client, model: model.clone(), sum: Mutex::default() }))
    }

    /// Converts a document with the model's labels for its doubts. Fails only if the run should stop.
    pub(crate) fn convert(&self, text: &str, options: &Options<'_>) -> Result<Advised, String> {
        let alone = convert(text, options);
        let asked = if alone.refused.is_some() { Vec::new() } else { open(&alone) };
        if asked.is_empty() {
            return Ok(alone.into());
        }
        let advice = self.advice(&asked)?;
        let mut remarks: Vec<String> = advice.remark().into_iter().collect();
        let decisions = options.decisions.or(&advice.decisions);
        let mut conversion = alone;
        if !advice.decisions.is_empty() {
            let advised = convert(text, &Options { decisions: &decisions, ..options.clone() });
            let more = advised.errors.saturating_sub(conversion.errors);
            let worse = (more > 0).then(|| format!("they would cause {}", plural(more, "error")));
            match advised.refused.clone().or(worse) {
                Some(reason) => remarks.push(format!("the model's labels were ignored: {reason}")),
                None => conversion = advised,
            }
        }
        let notice = self.notice(&conversion, &advice);
        conversion.notices.extend(notice);
        let remark = (!remarks.is_empty()).then(|| remarks.join("; "));
        Ok(Advised { conversion, remark })
    }

    /// Asks about doubts until all are done or the server fails.
    fn advice(&self, asked: &[Doubt]) -> Result<Advice, String> {
        let mut advice = Advice::default();
        let blocks = asked.iter().map(Block::new).collect();
        let mut batches = ask::batches(blocks).into_iter();
        for batch in batches.by_ref() {
            match self.client.ask(&ask::request(&self.model, &batch)) {
                Ok(answer) => advice.take(&answer, &batch),
                Err(Failure::Stopped(Stop::Interrupted)) => {
                    return Err("not converted: interrupted".to_owned());
                }
                Err(Failure::Stopped(Stop::Spent | Stop::Failing)) => {
                    let left = batch.len() + batches.map(|batch| batch.len()).sum::<usize>();
                    self.add(|sum| sum.unasked = (sum.unasked.0 + 1, sum.unasked.1 + left));
                    break;
                }
                // The next request would only fail in the same way.
                Err(Failure::Server(problem)) => {
                    let left = batch.len() + batches.map(|batch| batch.len()).sum::<usize>();
                    advice.fail(&problem, left);
                    break;
                }
            }
        }
        if advice.has_answer || advice.has_failure {
            self.client.limits.note(!advice.has_answer);
        }
        Ok(advice)
    }

    /// Which labels are the model's. Labels from an earlier run do not count: they may come from another
    /// model.
    fn notice(&self, conversion: &Conversion, advice: &Advice) -> Option<String> {
        let its = conversion.doubts.iter().filter(|doubt| {
            let is_its = doubt.decision.as_ref().is_some_and(|decision| decision.by == By::Model);
            is_its && advice.decisions.get(&doubt.hash).is_some()
        });
        let mut lines: Vec<usize> = its.map(|doubt| doubt.lines[0]).collect();
        lines.sort_unstable();
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        self.add(|sum| sum.labels += lines.len());
        let more = if lines.len() > MOST_LINES { ", …" } else { "" };
        let word = if lines.len() == 1 { "line" } else { "lines" };
        let named = lines[..lines.len().min(MOST_LINES)].join(", ");
        let labels = plural(lines.len(), "label");
        (!lines.is_empty()).then(|| format!("{labels} by the model `{}`: {word} {named}{more}", self.model))
    }

    fn add(&self, change: impl FnOnce(&mut Sum)) {
        change(&mut self.sum.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What the model did in a run, on one line.
    pub(crate) fn summary(&self) -> String {
        let mut labels = 0;
        self.add(|sum| labels = sum.labels);
        let requests = plural(self.client.limits.made(), "request");
        format!("{} by the model `{}`, {requests} made\n", plural(labels, "label"), self.model)
    }

    /// Why the model was not asked about some doubts.
    pub(crate) fn unasked(&self) -> Option<String> {
        let (mut documents, mut doubts) = (0, 0);
        self.add(|sum| (documents, doubts) = sum.unasked);
        let limits = &self.client.limits;
        let why = if limits.is_failing() {
            "the server failed for 3 documents in a row and was not asked again".to_owned()
        } else {
            format!("limit of {} reached (--llm-requests)", plural(limits.most(), "request"))
        };
        if documents == 0 {
            return limits.is_failing().then_some(why);
        }
        Some(format!(
            "{why}: {} in {} not sent to the model",
            plural(doubts, "doubt"),
            plural(documents, "document")
        ))
    }
}

/// What to ask about: undecided doubts, in the order of the document. A repeated text is asked about once.
fn open(conversion: &Conversion) -> Vec<Doubt> {
    let mut seen = HashSet::new();
    let mut open = conversion.doubts.clone();
    open.retain(|one| !one.is_buried && one.decision.is_none() && seen.insert(one.hash.clone()));
    open.sort_by_key(|one| one.span);
    open
}

impl Advice {
    fn take(&mut self, answer: &[u8], batch: &[Block<'_>]) {
        let answer = match ask::read(answer, batch) {
            Ok(answer) => answer,
            Err(problem) => return self.fail(problem, batch.len()),
        };
        self.has_answer = true;
        self.strays += answer.strays;
        for (problem, count) in answer.unsure {
            *self.unsure.entry(problem.to_owned()).or_default() += count;
        }
        for (place, decision) in answer.decisions {
            self.decisions.insert(&batch[place].doubt.hash, decision);
        }
    }

    fn fail(&mut self, problem: &str, blocks: usize) {
        self.has_failure = true;
        *self.unsure.entry(problem.to_owned()).or_default() += blocks;
    }

    /// How many doubts still need review, and why.
    fn remark(&self) -> Option<String> {
        let all: usize = self.unsure.values().sum();
        let why: Vec<String> = match self.unsure.len() {
            1 => self.unsure.keys().cloned().collect(),
            _ => self.unsure.iter().map(|(problem, count)| format!("{count} {problem}")).collect(),
        };
        let mut parts = Vec::new();
        if all > 0 {
            let verb = if all == 1 { "needs" } else { "need" };
            parts.push(format!("{} {verb} review: {}", plural(all, "doubt"), why.join(", ")));
        }
        if self.strays > 0 {
            parts.push(format!(
                "the model answered {} that it was not asked",
                plural(self.strays, "question")
            ));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

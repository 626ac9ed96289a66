//! Asks a language model about the sentences and blocks that the judge is not sure of. An answer is a label or nothing.
//! It passes the same guards as every conversion, and is reported as the model's. If asked to, also asks for shorter
//! wordings, which only a person can accept.

mod address;
mod ask;
mod client;
mod limits;
mod wordings;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tagdown::text::plural;
use tagdown_write::convert::{By, Conversion, Decisions, Doubt, Options, Suggestion, convert};

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
    /// Documents and sentences that it was not asked to shorten.
    unworded: (usize, usize),
    /// Shorter wordings that wait for review, and those that were refused.
    wordings: (usize, usize),
}

/// A model that can be asked.
pub(crate) struct Llm {
    client: Client,
    model: String,
    /// Whether to ask for shorter wordings.
    rewords: bool,
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
    asked: Asked,
}

/// Reads an answer about a batch of blocks.
type Take<'t> = dyn FnMut(&[u8], &[Block<'_>]) -> Result<(), &'static str> + 't;

/// How the requests about a document went.
#[derive(Default)]
struct Asked {
    /// Whether an answer could be read.
    has_answer: bool,
    /// Why there is no answer, and about how many texts.
    failed: BTreeMap<String, usize>,
    /// Texts that were not sent.
    left: usize,
}

impl Asked {
    fn fail(&mut self, problem: &str, texts: usize) {
        *self.failed.entry(problem.to_owned()).or_default() += texts;
    }

    fn is_failed(&self) -> bool {
        !self.has_answer && !self.failed.is_empty()
    }
}

/// The notice on the wordings for a document.
fn waiting(suggestions: &[Suggestion], model: &str) -> Option<String> {
    let refused = suggestions.iter().filter(|one| one.refused.is_some()).count();
    let waiting = suggestions.len() - refused;
    let verb = if waiting == 1 { "waits" } else { "wait" };
    let said =
        format!("{} by the model `{model}` {verb} for review (--review)", plural(waiting, "shorter wording"));
    match (waiting, refused) {
        (0, 0) => None,
        (_, 0) => Some(said),
        (0, _) => Some(format!("{} by the model `{model}` refused", plural(refused, "shorter wording"))),
        _ => Some(format!("{said}, {refused} refused")),
    }
}

fn told_strays(strays: usize) -> Option<String> {
    (strays > 0).then(|| format!("the model answered {} that it was not asked", plural(strays, "question")))
}

impl Llm {
    /// The model named in the arguments; problems with them are reported before any document is touched.
    pub(crate) fn new(args: &LlmArgs) -> Result<Option<Self>, String> {
        let (Some(base), Some(model)) = (&args.llm, &args.model) else { return Ok(None) };
        let timeout = Duration::from_secs(args.llm_timeout.unwrap_or(TIMEOUT));
        let client = Client::new(Address::new(base)?, timeout, args.llm_requests.unwrap_or(REQUESTS));
        Ok(Some(Self { client, model: model.clone(), rewords: args.llm_rewrite, sum: Mutex::default() }))
    }

    /// The same model, asked for labels only.
    #[must_use]
    pub(crate) fn for_labels(self) -> Self {
        Self { rewords: false, ..self }
    }

    /// Whether it is asked for shorter wordings.
    #[cfg(feature = "review")]
    pub(crate) fn rewords(&self) -> bool {
        self.rewords
    }

    /// Converts a document with the model's labels for its doubts. Fails only if the run should stop.
    pub(crate) fn convert(&self, text: &str, options: &Options<'_>) -> Result<Advised, String> {
        let options = &Options { lists_bullets: self.rewords, ..options.clone() };
        let alone = convert(text, options);
        let asked = if alone.refused.is_some() { Vec::new() } else { open(&alone) };
        let mut conversion = alone;
        let mut remarks = Vec::new();
        let mut is_failed = false;
        if !asked.is_empty() {
            let advice = self.advice(&asked)?;
            remarks.extend(advice.remark());
            is_failed = advice.asked.is_failed();
            let decisions = options.decisions.or(&advice.decisions);
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
        }
        // A server that has just failed is not asked again about the same document.
        if self.rewords && !is_failed {
            let (suggestions, remark) = self.suggest(&conversion)?;
            remarks.extend(remark);
            conversion.notices.extend(waiting(&suggestions, &self.model));
            conversion.suggestions = suggestions;
        }
        let remark = (!remarks.is_empty()).then(|| remarks.join("; "));
        Ok(Advised { conversion, remark })
    }

    /// Shorter wordings for the list items of a conversion, in the order of the document, and a remark on the model.
    pub(crate) fn suggest(
        &self,
        conversion: &Conversion,
    ) -> Result<(Vec<Suggestion>, Option<String>), String> {
        let open = wordings::open(&conversion.bullets);
        let (mut out, mut strays) = (Vec::new(), 0);
        let asked = self.ask_all(&open, &wordings::SYSTEM, &mut |answer, batch| {
            let (suggestions, more) = wordings::read(answer, batch)?;
            out.extend(suggestions);
            strays += more;
            Ok(())
        })?;
        let refused = out.iter().filter(|one: &&Suggestion| one.refused.is_some()).count();
        self.add(|sum| {
            sum.wordings = (sum.wordings.0 + out.len() - refused, sum.wordings.1 + refused);
            sum.unworded = (sum.unworded.0 + usize::from(asked.left > 0), sum.unworded.1 + asked.left);
        });
        let failed: usize = asked.failed.values().sum();
        let mut remarks = Vec::new();
        if failed > 0 {
            let why: Vec<&str> = asked.failed.keys().map(String::as_str).collect();
            remarks.push(format!(
                "no shorter wordings for {}: {}",
                plural(failed, "sentence"),
                why.join(", ")
            ));
        }
        remarks.extend(told_strays(strays));
        Ok((out, (!remarks.is_empty()).then(|| remarks.join("; "))))
    }

    /// Asks about doubts until all are done or the server fails.
    fn advice(&self, doubts: &[Doubt]) -> Result<Advice, String> {
        let mut advice = Advice::default();
        advice.asked = self.ask_all(doubts, ask::SYSTEM, &mut |answer, batch| {
            let answer = ask::read(answer, batch)?;
            advice.strays += answer.strays;
            for (problem, count) in answer.unsure {
                *advice.unsure.entry(problem.to_owned()).or_default() += count;
            }
            for (place, decision) in answer.decisions {
                advice.decisions.insert(&batch[place].doubt.hash, decision);
            }
            Ok(())
        })?;
        for (problem, count) in &advice.asked.failed {
            *advice.unsure.entry(problem.clone()).or_default() += count;
        }
        let left = advice.asked.left;
        self.add(|sum| sum.unasked = (sum.unasked.0 + usize::from(left > 0), sum.unasked.1 + left));
        Ok(advice)
    }

    /// Sends texts in batches until all are done or the server fails. `take` reads an answer; its error is why it cannot.
    fn ask_all(&self, doubts: &[Doubt], system: &str, take: &mut Take<'_>) -> Result<Asked, String> {
        let mut asked = Asked::default();
        let blocks = doubts.iter().map(Block::new).collect();
        let mut batches = ask::batches(blocks).into_iter();
        for batch in batches.by_ref() {
            let left = |batches: std::vec::IntoIter<Vec<Block<'_>>>| {
                batch.len() + batches.map(|batch| batch.len()).sum::<usize>()
            };
            match self.client.ask(&ask::request(&self.model, system, &batch)) {
                Ok(answer) => match take(&answer, &batch) {
                    Ok(()) => asked.has_answer = true,
                    Err(problem) => asked.fail(problem, batch.len()),
                },
                Err(Failure::Stopped(Stop::Interrupted)) => {
                    return Err("not converted: interrupted".to_owned());
                }
                Err(Failure::Stopped(Stop::Spent | Stop::Failing)) => {
                    asked.left = left(batches);
                    break;
                }
                // The next request would only fail in the same way.
                Err(Failure::Server(problem)) => {
                    asked.fail(&problem, left(batches));
                    break;
                }
            }
        }
        if asked.has_answer || !asked.failed.is_empty() {
            self.client.limits.note(!asked.has_answer);
        }
        Ok(asked)
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
        let (mut labels, mut wordings) = (0, (0, 0));
        self.add(|sum| (labels, wordings) = (sum.labels, sum.wordings));
        let requests = plural(self.client.limits.made(), "request");
        let labels = format!("{} by the model `{}`, {requests} made\n", plural(labels, "label"), self.model);
        if !self.rewords {
            return labels;
        }
        let (waiting, refused) = wordings;
        let verb = if waiting == 1 { "waits" } else { "wait" };
        let said = format!("{} {verb} for review (--review)", plural(waiting, "shorter wording"));
        format!("{labels}{said}, {refused} refused\n")
    }

    /// Why the model was not asked about some doubts or sentences.
    pub(crate) fn unasked(&self) -> Option<String> {
        let (mut unasked, mut unworded) = ((0, 0), (0, 0));
        self.add(|sum| (unasked, unworded) = (sum.unasked, sum.unworded));
        let limits = &self.client.limits;
        let why = if limits.is_failing() {
            "the server failed for 3 documents in a row and was not asked again".to_owned()
        } else {
            format!("limit of {} reached (--llm-requests)", plural(limits.most(), "request"))
        };
        let said = |(documents, texts): (usize, usize), noun: &str| {
            let documents = (documents > 0).then(|| plural(documents, "document"))?;
            Some(format!("{} in {documents}", plural(texts, noun)))
        };
        let left: Vec<String> =
            [said(unasked, "doubt"), said(unworded, "sentence")].into_iter().flatten().collect();
        if left.is_empty() {
            return limits.is_failing().then_some(why);
        }
        Some(format!("{why}: {} not sent to the model", left.join(" and ")))
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
        parts.extend(told_strays(self.strays));
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

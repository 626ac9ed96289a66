//! Decisions by people and models on sentences and blocks that the judge was not sure of, and the file that stores them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use tagdown::document::Kind;
use tagdown::text::{content_hash, tame};

/// Who gave a block its label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The built-in rules and model.
    #[default]
    Labeller,
    /// A person.
    Person,
    /// A language model.
    Model,
}

/// The labels that a decision may give a block. A BUG is not one of them: it is recognised by its fields.
pub const LABELS: [Kind; 3] = [Kind::Spec, Kind::Note, Kind::Unverified];

/// The decision on one sentence or block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// One label for the complete block, or one per sentence. Never empty, and only [`LABELS`].
    labels: Vec<Kind>,
    /// Who decided.
    pub by: By,
    /// The start of the block, for people who read the file.
    pub starts: String,
    /// What a person decided about a shorter wording; only with one label, SPEC.
    wording: Option<Wording>,
}

/// A decision about a shorter wording of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// The sentence when the person decided. For any other sentence, the decision means nothing.
    pub source: String,
    /// The wording to write instead; the sentence itself if the person kept it.
    pub text: String,
}

impl Wording {
    /// Whether the person kept the words of the source.
    pub fn is_kept(&self) -> bool {
        self.source == self.text
    }
}

impl Decision {
    /// A decision with one label, or with one per sentence. `None` if the labels are not valid.
    pub fn new(labels: &[Kind], by: By, starts: &str) -> Option<Self> {
        // A label of the judge is never stored.
        let is_known =
            by != By::Labeller && !labels.is_empty() && labels.iter().all(|label| LABELS.contains(label));
        is_known.then(|| Self { labels: labels.to_vec(), by, starts: start_of(starts), wording: None })
    }

    /// A person's decision that a sentence is a fact, and how it is worded.
    #[must_use]
    pub fn worded(source: &str, text: &str) -> Self {
        let wording = Wording { source: source.to_owned(), text: text.to_owned() };
        Self {
            labels: vec![Kind::Spec],
            by: By::Person,
            starts: start_of(&tame(source)),
            wording: Some(wording),
        }
    }

    /// The same label without a wording.
    pub(crate) fn in_the_words_of_the_source(&self) -> Self {
        Self { wording: None, ..self.clone() }
    }

    /// What a person decided about a shorter wording.
    pub fn wording(&self) -> Option<&Wording> {
        self.wording.as_ref()
    }

    /// One label for the block, or one per sentence.
    pub fn labels(&self) -> &[Kind] {
        &self.labels
    }
}

/// The start of a text on one line.
fn start_of(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = words.chars().take(60).collect();
    short.trim_end().to_owned()
}

/// Decisions by block hash.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    by_hash: BTreeMap<String, Decision>,
}

/// The empty set of decisions.
pub static UNDECIDED: Decisions = Decisions { by_hash: BTreeMap::new() };

/// The hash of a block and the heading above it, since `For example:` can mean two things.
pub fn block_hash(heading: &str, text: &str) -> String {
    content_hash(&format!("{heading}\n{text}"))
}

impl Decisions {
    /// Reads the file that [`Decisions::to_text`] writes. The error names the line. After a merge, the lines of both
    /// sides may be in any order; the last line for a block wins.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut decisions = Self::default();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (index, line) in lines {
            let (hash, decision) =
                read_line(line).map_err(|problem| format!("line {}: {problem}", index + 1))?;
            decisions.by_hash.insert(hash, decision);
        }
        Ok(decisions)
    }

    /// One decision per line, sorted, so two people's files merge.
    pub fn to_text(&self) -> String {
        let line = |(hash, decision): (&String, &Decision)| {
            let mut line = json!({"block": hash, "by": decision.by, "starts": decision.starts});
            match decision.labels.as_slice() {
                [one] => line["label"] = json!(one),
                all => line["sentences"] = json!(all),
            }
            if let Some(wording) = &decision.wording {
                line["source"] = json!(wording.source);
                line["wording"] = json!(wording.text);
            }
            format!("{line}\n")
        };
        self.by_hash.iter().map(line).collect()
    }

    /// The decision on the block with this hash.
    pub fn get(&self, hash: &str) -> Option<&Decision> {
        self.by_hash.get(hash)
    }

    /// Stores a decision and returns the previous one.
    pub fn insert(&mut self, hash: &str, decision: Decision) -> Option<Decision> {
        self.by_hash.insert(hash.to_owned(), decision)
    }

    /// Removes a decision.
    pub fn remove(&mut self, hash: &str) -> Option<Decision> {
        self.by_hash.remove(hash)
    }

    /// The number of decisions.
    pub fn len(&self) -> usize {
        self.by_hash.len()
    }

    /// Whether there are no decisions.
    pub fn is_empty(&self) -> bool {
        self.by_hash.is_empty()
    }

    /// These decisions, plus those of `others` on blocks that have none here.
    #[must_use]
    pub fn or(&self, others: &Decisions) -> Decisions {
        let mut by_hash = others.by_hash.clone();
        by_hash.extend(self.by_hash.iter().map(|(hash, decision)| (hash.clone(), decision.clone())));
        Decisions { by_hash }
    }
}

fn read_line(line: &str) -> Result<(String, Decision), String> {
    if ["<<<<<<<", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark)) {
        return Err("unresolved merge conflict; keep the lines of both sides and remove this one".to_owned());
    }
    let value: Value = serde_json::from_str(line).map_err(|error| format!("not valid JSON: {error}"))?;
    let hash = value["block"].as_str().ok_or("`block` is missing")?;
    let by = match value["by"].as_str() {
        Some("person") => By::Person,
        Some("model") => By::Model,
        _ => return Err("`by` must be person or model".to_owned()),
    };
    let label = |value: &Value| value.as_str().and_then(Kind::from_name);
    let labels: Option<Vec<Kind>> = match &value["sentences"] {
        Value::Array(all) => all.iter().map(label).collect(),
        _ => label(&value["label"]).map(|one| vec![one]),
    };
    let labels = labels.ok_or("`label` and `sentences` are missing or not valid")?;
    let starts = value["starts"].as_str().unwrap_or_default();
    let decision = Decision::new(&labels, by, starts).ok_or("a label must be SPEC, NOTE or ?")?;
    let wording = match (&value["source"], &value["wording"]) {
        (Value::Null, Value::Null) => None,
        (Value::String(source), Value::String(text)) if by == By::Person && labels == [Kind::Spec] => {
            Some(Wording { source: source.clone(), text: text.clone() })
        }
        _ => return Err("`wording` needs `source`, the label SPEC and a person".to_owned()),
    };
    Ok((hash.to_owned(), Decision { wording, ..decision }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut decisions = Decisions::default();
        let decide =
            |labels: &[Kind], by| Decision::new(labels, by, "A  block\nthat \"says\" much").expect("known");
        decisions.insert("b", decide(&[Kind::Spec, Kind::Note], By::Person));
        decisions.insert("a", decide(&[Kind::Unverified], By::Model));
        decisions.insert("c", Decision::worded("The\n\"port\" is 80.", "\"Port\": 80"));
        decisions.insert("d", Decision::worded("It is 80.", "It is 80."));
        let text = decisions.to_text();
        assert!(text.starts_with("{\"block\":\"a\""), "{text}");
        assert_eq!(Decisions::parse(&text), Ok(decisions));
    }

    #[test]
    fn what_is_no_decision_is_refused_with_its_line() {
        for (line, said) in [
            ("{", "not valid JSON"),
            ("{\"block\":\"a\",\"by\":\"person\",\"label\":\"BUG\"}", "SPEC, NOTE or ?"),
            ("{\"block\":\"a\",\"by\":\"person\",\"sentences\":[]}", "SPEC, NOTE or ?"),
            ("{\"block\":\"a\",\"by\":\"cat\",\"label\":\"SPEC\"}", "person or model"),
            ("{\"by\":\"person\",\"label\":\"SPEC\"}", "`block` is missing"),
            (
                "{\"block\":\"a\",\"by\":\"model\",\"label\":\"SPEC\",\"source\":\"A b.\",\"wording\":\"B.\"}",
                "a person",
            ),
            ("{\"block\":\"a\",\"by\":\"person\",\"label\":\"SPEC\",\"wording\":\"B.\"}", "`source`"),
            (
                "{\"block\":\"a\",\"by\":\"person\",\"label\":\"NOTE\",\"source\":\"A b.\",\"wording\":\"B.\"}",
                "the label SPEC",
            ),
            ("<<<<<<< HEAD", "unresolved merge conflict"),
        ] {
            let problem = Decisions::parse(&format!("\n{line}\n")).expect_err(line);
            assert!(problem.starts_with("line 2: ") && problem.contains(said), "{line}: {problem}");
        }
    }
}

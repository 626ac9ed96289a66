//! A narrated example in a SPEC, where only the code belongs.
//!
//! ````md bad
//! **[SPEC]**
//! In this example, we request two pages:
//!
//! ```
//! GET /pages?limit=2
//! ```
//! ````
//!
//! ````md good
//! **[SPEC]**
//! Two pages:
//!
//! ```
//! GET /pages?limit=2
//! ```
//!
//! **[NOTE]**
//! In the example, `limit` keeps the response short.
//! ````
//!
//! The rule looks for phrases such as `in this example`, `let's`, `suppose`, `imagine` and `as you can see`. A short
//! label above the code (`Example:`, `Request:`) is fine. Not detected: narrative without such phrases.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::prose::{Cue, cue};

pub(crate) const RULE: Rule = Rule {
    name: "spec-narrated-example",
    group: Group::Spec,
    severity: Severity::Warning,
    cues: &[CUES],
    why: "only the code of an example belongs in a SPEC; the narrative belongs in a NOTE",
    todo: "keep the code and move the narrative to a NOTE",
    source: page_of!("spec_narrated_example.rs"),
    check,
    ..Rule::PLAIN
};

const CUES: &[Cue] = &[
    cue("^ suppose|imagine", "Suppose Anna has two pages."),
    cue(
        "^ consider|imagine|suppose|picture a|an|the * who|whose|that|which|with",
        "Consider a customer who asks for two pages.",
    ),
    cue("in this|our|that example|snippet we|you|the|i|a", "In this example, we ask for two pages."),
    cue(
        "in this|our|these example|examples|snippet|demo|walkthrough|tutorial",
        "In this snippet, the limit is 2.",
    ),
    cue(
        "in the above|below|following|previous|preceding|next|first|second|last code? example|examples|snippet|sample|listing",
        "In the above example, the limit is 2.",
    ),
    cue(
        "in the code? example|snippet|sample|listing above|below|here",
        "In the snippet above, the limit is 2.",
    ),
    cue(
        "the|this above|following|previous|below|next code? example|snippet|sample|listing below|above|here? shows|demonstrates|illustrates|creates|uses|sets|starts|sends|demonstrate|show|illustrate|assumes",
        "The following example shows two pages.",
    ),
    cue(
        "the|this example|snippet|sample|listing below|above|here? shows|demonstrates|illustrates how|that|what",
        "This example shows how to ask for two pages.",
    ),
    cue(
        "the|this example|snippet|sample|listing below|above|here shows|demonstrates|illustrates|creates|uses|sets|starts|sends|assumes",
        "The example below creates two pages.",
    ),
    cue(
        "here is|s an|a|another|one simple|complete|minimal|full|basic|typical|quick|short|concrete|more? example|sample",
        "Here is an example of two pages.",
    ),
    cue("let s|us !encrypt", "Let's ask for two pages."),
    cue(
        "^ now|so? suppose|imagine|assume|say that|you|we|your|there|a|an|the",
        "Suppose you ask for two pages.",
    ),
    cue(
        "^ say|assume|imagine two|three|four|several|a|an|one|someone|somebody|there * &the|then|first|she|he|they|it",
        "Say two editors open the same page; the first one wins.",
    ),
    cue("^ take a|an|two|three * with|that|who|which", "Take a shop with three tills."),
    cue("^ say you|we|your", "Say you ask for two pages."),
    cue(
        "consider the|this|a|an following|simple|typical? example|case|scenario|situation|request|code|snippet|table|service|user|document|function|class|application",
        "Consider the following request.",
    ),
    cue(
        "for example|instance suppose|imagine|say|consider|assume|picture|take|let|we|alice|bob",
        "For example, suppose a client asks for two pages.",
    ),
    cue(
        "for example|instance if|when|once|after|while|suppose|let &alice|anna|anne|ben|bob|carol|charlie|chris|clara|daniel|dave|david|elena|emma|erik|eva|hannah|ivan|jack|jane|jim|joe|john|julia|kate|laura|lena|lisa|lucy|maria|marie|marta|mary|mike|nina|olga|oscar|paul|peter|priya|sara|sarah|steve|susan|thomas|tim|tina|tom",
        "For instance, if Maria asks for two pages, she waits.",
    ),
    cue(
        "^ consider|picture|meet|take|say|suppose !the|this|a|an &alice|anna|anne|ben|bob|carol|charlie|chris|clara|daniel|dave|david|elena|emma|erik|eva|hannah|ivan|jack|jane|jim|joe|john|julia|kate|laura|lena|lisa|lucy|maria|marie|marta|mary|mike|nina|olga|oscar|paul|peter|priya|sara|sarah|steve|susan|thomas|tim|tina|tom",
        "Consider Olga, who asks for two pages.",
    ),
    cue("to illustrate|demonstrate", "To illustrate, take two pages."),
    cue("here is|s what|how", "Here is what happens on a push."),
    cue("^ take|picture a|an|the * who|that|which|whose", "Take a user who asks for two pages."),
    cue(
        "^ here|first|next|now|then we|i ll|will|can|create|call|ask|send|set|define|use|start|add|have|see|need|get|make|open|run",
        "Here we ask for two pages.",
    ),
    cue("^ here|now you ll|will|can|see|have|get", "Now you can see two pages."),
    cue("what happens here|is|next", "What happens here is a lookup."),
    cue("walk|walks|walking you|us? through", "The sample walks through two pages."),
    cue("step by step we|you|how", "Step by step, we ask for two pages."),
];

fn check(cx: &mut Context<'_, '_>) {
    cx.report_cues(|words| {
        format!("narrated example: `{words}`; keep the code under a short label and move the rest to a NOTE")
    });
}

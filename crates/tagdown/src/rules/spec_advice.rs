//! Advice or opinion in a SPEC, which belongs in a NOTE.
//!
//! ```md bad
//! **[SPEC]**
//! - We recommend a pool of 10 connections.
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - The pool holds 1 to 50 connections; default 5.
//! - A server SHOULD answer with 202.
//! - `recommended`: whether the shop shows the article first.
//!
//! **[NOTE]**
//! We recommend a pool of 10 connections.
//! ```
//!
//! ```md bad
//! **[SPEC]**
//! - Rotate keys every 90 days.
//! ```
//!
//! A requirement is a fact, including what a protocol says a peer should do. A recommendation is advice, and so is a
//! sentence in the imperative that is not a step of a procedure. Where such a sentence may be a requirement
//! (`Never share a token between two hosts.`, any imperative in a section of rules or conventions), the finding is
//! `info`. Not detected: praise and criticism without one of the usual phrases. Occasional false positives: a
//! recommendation that is itself the content of the document, as in a style guide.

use super::engine::wording::sentences;
use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::prose::imperative::{self, Urge};
use crate::prose::{Cue, Passage, Setting, cue, passages, sentence};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "spec-advice",
    group: Group::Spec,
    severity: Severity::Warning,
    cues: &[CUES],
    why: "in a SPEC, a model cannot tell advice from a requirement; advice belongs in a NOTE",
    todo: "move it to a NOTE, or state the rule as a fact",
    source: page_of!("spec_advice.rs"),
    check,
    ..Rule::PLAIN
};

const CUES: &[Cue] = &[
    cue("^ best practice|practices $", "Best practice: one pool a service."),
    cue(
        "is|are|as a? best practice|practices !guide|document|checklist",
        "One pool a service is best practice.",
    ),
    cue(
        "whenever|wherever at? all? possible !this|the|it|a|an|we|these|they|its",
        "Keep two replicas whenever possible.",
    ),
    cue(
        "!must|should|to|not|t|whatever|what works|work|performs|perform best if|when|with|for|in|on",
        "The pool works best with 10 connections.",
    ),
    cue(
        "works|performs|behaves very|quite|really|pretty? nicely|great|beautifully|fine",
        "The pool works great.",
    ),
    cue(
        "we|i strongly|highly|generally|usually|also|would|d|do? recommend|suggest|advise|encourage|prefer|discourage",
        "We recommend a pool of 10.",
    ),
    cue(
        "strongly|highly|generally|usually|especially recommend|recommended|advise|advised|suggest|suggested|encouraged|discouraged",
        "A second disk is strongly recommended.",
    ),
    cue(
        "it is|s also? recommended|suggested|advised|advisable|preferable|encouraged|best|better|wise|smart|sensible|prudent",
        "It is advisable to keep two replicas.",
    ),
    cue(
        "is|are not? also? recommended|advisable|advised|preferable !by|in|as|for|field",
        "Two replicas are recommended.",
    ),
    cue("is|are recommended|advised in|for|as", "A pool of 10 is recommended for small sites."),
    cue("not recommended", "Polling (not recommended) works too."),
    cue(
        "the? recommended way|approach|practice|method|value|setting|solution|option|choice|strategy|minimum|size|configuration|setup !is|field",
        "The recommended approach: two replicas.",
    ),
    cue(
        "the recommended|suggested|preferred|best|easiest|simplest|safest|cleanest|quickest|cheapest|sanest way|approach|practice|method|value|setting|solution|option|choice|strategy|size|configuration|setup is|for|to|with",
        "The best way to restart is a signal.",
    ),
    cue("recommendation|recommendations is|are|would|of to?", "Our recommendation is two replicas."),
    cue(
        "you|users|developers|clients|teams|one should also|always|ideally|probably|never|not? consider|prefer|avoid|try|think|aim|strive",
        "You should consider a pool of 10.",
    ),
    cue(
        "you should !be|see|get|receive|now|find|have|notice|not|never|end|observe|hear|expect",
        "You should use a pool of 10.",
    ),
    cue("you should not|never|n !be|see|need", "You should not use a pool of 10."),
    cue("you shouldn t !have|need|see|be", "You shouldn't use a pool of 10."),
    cue(
        "!if|when|whether|what|that|say|where you|they|one may|might|ll|will|d|would probably|also|sometimes|usually|generally|often|typically|almost|always? want|wish|like|prefer",
        "You may want to raise the cap.",
    ),
    cue(
        "good|great|sensible|reasonable|sane starting|first|default|fit|candidate|compromise|balance point|place|choice|step|value?",
        "Ten is a good starting point.",
    ),
    cue("you probably|likely want|need", "You probably need two replicas."),
    cue(
        "our|my|the best|general? advice|suggestion|tip|preference is|would|remains",
        "Our advice is to leave it on.",
    ),
    cue("^ our|my advice|suggestion|tip|recommendation", "My suggestion: leave it on."),
    cue(
        "^ also? consider a|an|another !user|customer|client|page|case|request|team|shop|company",
        "Consider a read replica.",
    ),
    cue(
        "much|far|way|a|lot|bit|often|simply? nicer|prettier|neater|tidier|friendlier|handier to|than",
        "The YAML form is nicer to read.",
    ),
    cue(
        "easier|simpler|harder to read|grasp|understand|maintain|follow than",
        "YAML is easier to read than JSON.",
    ),
    cue("you might|could also? consider|try", "You could try a larger pool."),
    cue("you|we had|d better", "You'd better keep two replicas."),
    cue(
        "should ideally|preferably|really|generally|consider|prefer",
        "A team should ideally keep two replicas.",
    ),
    cue(
        "^ also? consider !the|this|that|these|it|each|every|an|a|another|for",
        "Consider adding a second replica.",
    ),
    cue(
        "consider using|adding|setting|enabling|disabling|increasing|reducing|moving|switching|caching|splitting|making|running|keeping|storing|creating|upgrading|replacing|breaking|writing",
        "For large sites, consider using a queue.",
    ),
    cue("ideally", "Ideally, the pool holds 10."),
    cue("preferably", "Keep two replicas, preferably three."),
    cue("good|great|bad|better|wise idea|practice|choice", "Keeping two replicas is a good idea."),
    cue("rule of thumb", "Rule of thumb: one worker a core."),
    cue("it makes sense to", "It makes sense to keep two replicas."),
    cue(
        "it is|s|may|might be? worth ~ed? !noting|mentioning|remembering|knowing|pointing|saying|stating|repeating|stressing|recalling|emphasising|emphasizing|highlighting",
        "It is worth a second replica.",
    ),
    cue(
        "worth considering|trying|adding|using|doing|having|keeping|checking|looking|investing",
        "A second replica is worth considering.",
    ),
    cue("^ try to|not", "Try to keep the pool small."),
    cue("it pays to", "It pays to warm the cache."),
    cue(
        "it is|s|would|will be? generally|usually|often|always|much? safer|wiser|better|cheaper|cleaner|easier|simpler|smarter|nicer to|if|not",
        "It is safer to stop the writer first.",
    ),
    cue("is|are|re better|best off", "You are better off with a queue."),
    cue(
        "is|are best|better kept|left|avoided|done|used|run|placed|stored|handled|served",
        "The pool is best kept small.",
    ),
    cue(
        "^ best|better kept|left|avoided|done|used|run|placed|stored|handled|served|to|not|yet",
        "Better to fail early.",
    ),
    cue(
        "would|might|could be wise|best|better|sensible|prudent|preferable|smart|nice|ideal|wiser|safer",
        "A second region would be wise.",
    ),
    cue(
        "you|users|developers|operators|teams|admins|administrators|one|we|everyone ought to",
        "Teams ought to review the list.",
    ),
    cue(
        "operators|teams|admins|administrators|developers|everyone|people should !be|not",
        "Operators should review the list.",
    ),
    cue("^ favor|favour &possible|generally|usually|where|ideally", "Favour a queue where possible."),
    cue("^ for best|optimal results|performance|practice", "For best results, keep two replicas."),
    cue("when in doubt", "When in doubt, keep two replicas."),
    cue("in our|my opinion|view|experience", "In our experience, 10 is plenty."),
    cue(
        "in most|many cases you|the|this|it default|is|should|can|want|need? should|sufficient|enough|fine|plenty|want|keep|suffices",
        "In most cases you should keep the default.",
    ),
    cue("arguably", "A queue is arguably simpler."),
    cue("^ personally", "Personally, 10 is plenty."),
    cue(
        "unfortunately|fortunately|luckily|sadly|hopefully|thankfully|happily|surprisingly",
        "Unfortunately, the port is fixed.",
    ),
    cue("don|do t|not worry|hesitate", "Don't worry about the order."),
    cue(
        "you|users|clients|developers are|re encouraged|advised|urged",
        "You are encouraged to keep two replicas.",
    ),
    cue("is|are|re strongly|warmly? encouraged|urged to", "Authors are encouraged to keep two replicas."),
    cue(
        "^ if|where|when at? all? possible|feasible|practical|practicable use|keep|prefer|avoid|run|set|store|put|place|choose|pick|enable|disable|make|write|add|do|don|send|test|start|switch|upgrade|move|split|give|pass|call|check|try|install|take|leave|turn|limit|restrict|wait|share|reuse",
        "If possible, use two replicas.",
    ),
    cue("pro tip", "Pro tip: keep two replicas."),
    cue("awesome|amazing|gorgeous|awful|terrible|horrible|ugly", "The new parser is awesome."),
    cue(
        "elegant|elegantly|seamless|seamlessly|effortless|effortlessly|blazing|blazingly|beautifully",
        "The client reconnects seamlessly.",
    ),
    cue("is|are straightforward|trivial|convenient !to", "The setup is straightforward."),
    cue(
        "is|are very|really|quite|extremely|pretty|incredibly|surprisingly easy|simple|nice|great|excellent|powerful|useful",
        "The setup is really easy.",
    ),
];

fn check(cx: &mut Context<'_, '_>) {
    cx.report_cues(|words| format!("advice or opinion: `{words}`; move it to a NOTE"));
    let wording = cx.wording();
    if !wording.is_english {
        return;
    }
    for &index in &wording.urging {
        let passage = &wording.passages[index];
        if passage.setting != Setting::Row && !is_step(cx, passage) {
            imperatives(cx, index, passage);
        }
    }
}

/// Reports the sentences of a passage that advise in the imperative, unless a phrase already did.
fn imperatives(cx: &mut Context<'_, '_>, index: usize, passage: &Passage) {
    let mut found: Vec<(Span, Urge)> = Vec::new();
    imperative::find(cx.text(passage.span), |start, end, urge| {
        found.push((Span::new(passage.span.start + start, passage.span.start + end), urge));
    });
    if found.is_empty() {
        return;
    }
    found.sort_by_key(|(span, urge)| (span.start, std::cmp::Reverse(*urge)));
    let opaque = passages::opaque(cx.document, passage.span);
    let sentences = sentences(cx.document, passage);
    let around = |at: usize| sentence::around(&sentences, passage.span, at);
    let wording = cx.wording();
    let hits = wording.hits(RULE.name).filter(|hit| hit.passage == index);
    let is_guide = in_guide(cx, passage);
    let mut told: Vec<Span> = hits.map(|hit| around(hit.span.start)).collect();
    for (span, urge) in found {
        let sentence = around(span.start);
        if passages::touches(&opaque, span) || told.contains(&sentence) {
            continue;
        }
        told.push(sentence);
        let severity = match (urge, is_guide) {
            (Urge::Advice, false) => None,
            (Urge::Either, true) => continue,
            _ => Some(Severity::Info),
        };
        let words = cx.words(span);
        let finding =
            cx.report(span, format!("advice: `{words}`; move it to a NOTE, or state the rule as a fact"));
        finding.severity = severity.unwrap_or(finding.severity);
    }
}

/// Whether a heading above a passage announces rules for people: there, an imperative can be a requirement.
fn in_guide(cx: &Context<'_, '_>, passage: &Passage) -> bool {
    const GUIDES: &[&str] = &[
        "guide",
        "guides",
        "guideline",
        "guidelines",
        "convention",
        "conventions",
        "style",
        "standard",
        "standards",
        "rule",
        "rules",
        "policy",
        "policies",
        "contributing",
        "checklist",
        "requirements",
        "instructions",
        "skill",
        "workflow",
        "conduct",
        "procedure",
        "process",
        "security",
        "practices",
        "patterns",
        "principles",
    ];
    let mut at = Some(cx.document.blocks[passage.block].section);
    while let Some(index) = at {
        let section = &cx.document.sections[index];
        let title = section.title.to_lowercase();
        if title.split(|c: char| !c.is_alphanumeric()).any(|word| GUIDES.contains(&word)) {
            return true;
        }
        at = section.parent;
    }
    false
}

/// Whether a passage is an item of a numbered list, which is usually a step of a procedure.
fn is_step(cx: &Context<'_, '_>, passage: &Passage) -> bool {
    let line = cx.document.source.this_line(passage.span.start);
    let before = cx.text(Span::new(line, passage.span.start)).trim_start();
    before.starts_with(|c: char| c.is_ascii_digit())
}

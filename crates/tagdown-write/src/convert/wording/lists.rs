//! The closed lists of words and phrases that a shorter wording may leave out or shorten. Words such as `just`, `currently`,
//! `usually` and `very` are not in them: without them, a sentence can say something else.

/// Phrases that only announce what follows, at the start of a sentence; a comma at the end is part of the phrase.
pub const OPENERS: &[&str] = &[
    "please note that",
    "note that",
    "also note that",
    "please also note that",
    "please be aware that",
    "be aware that",
    "keep in mind that",
    "please keep in mind that",
    "bear in mind that",
    "please bear in mind that",
    "remember that",
    "please remember that",
    "it is important to note that",
    "it is worth noting that",
    "it is also worth noting that",
    "it is worth mentioning that",
    "it should be noted that",
    "it must be noted that",
    "as you can see ,",
    "as you know ,",
    "as mentioned above ,",
    "as mentioned before ,",
    "as mentioned earlier ,",
    "as noted above ,",
    "as noted earlier ,",
    "needless to say ,",
    "of course ,",
    "by the way ,",
    "obviously ,",
    "naturally ,",
    "basically ,",
    "in other words ,",
    "in addition ,",
    "additionally ,",
    "furthermore ,",
    "moreover ,",
    "also ,",
    "however ,",
    "please",
    "there is",
    "there are",
];

/// Phrases with a shorter form that says the same.
pub const SHORTER: &[(&str, &str)] = &[
    ("in order to", "to"),
    ("so as to", "to"),
    ("due to the fact that", "because"),
    ("owing to the fact that", "because"),
    ("in the event that", "if"),
    ("prior to", "before"),
    ("subsequent to", "after"),
    ("is able to", "can"),
    ("are able to", "can"),
    ("is not able to", "cannot"),
    ("are not able to", "cannot"),
    ("is unable to", "cannot"),
    ("are unable to", "cannot"),
    ("has the ability to", "can"),
    ("have the ability to", "can"),
    ("with the exception of", "except"),
    ("in the absence of", "without"),
    ("for the purpose of", "for"),
    ("by means of", "by"),
    ("in conjunction with", "with"),
    ("makes use of", "uses"),
    ("make use of", "use"),
    ("each and every", "every"),
    ("each and every", "each"),
    ("the way in which", "how"),
    ("whether or not", "whether"),
    ("until such time as", "until"),
    ("despite the fact that", "although"),
    ("along with", "with"),
    ("together with", "with"),
    ("is located in", "is in"),
    ("are located in", "are in"),
    ("all of the", "all the"),
    ("all of the", "all"),
    ("on a daily basis", "daily"),
];

/// The same, directly before a number.
pub(super) const BEFORE_NUMBERS: &[(&str, &str)] = &[
    ("a total of", ""),
    ("a maximum of", "at most"),
    ("a minimum of", "at least"),
    ("no more than", "at most"),
    ("no less than", "at least"),
    ("no fewer than", "at least"),
    ("is set to", "is"),
    ("are set to", "are"),
];

/// Words that make `the` before them mean something.
pub(super) const AFTER_THE: &[&str] = &[
    "only", "more", "less", "most", "least", "few", "fewer", "other", "others", "ones", "larger", "smaller",
    "longer", "shorter", "higher", "lower", "greater", "better", "worse", "sooner", "later", "earlier",
    "faster", "slower", "above", "below",
];

/// Words that make `a` before them mean something, or show that it is not an article.
pub(super) const AFTER_A: &[&str] = &[
    "few", "little", "lot", "number", "couple", "bit", "pair", "hundred", "thousand", "million", "billion",
    "dozen", "half", "quarter", "third", "tenth", "maximum", "minimum", "total", "order", "request", "time",
    "to", "is", "are", "was", "and", "or", "of", "in", "on", "for", "as", "with", "by", "at", "if", "when",
    "then", "than", "from", "must", "can", "may", "shall", "should", "will", "has", "have", "not",
];

/// Words after which `a` counts.
pub(super) const BEFORE_A: &[&str] =
    &["once", "twice", "times", "such", "many", "half", "per", "not", "no", "only"];

/// Words after which `simply` says nothing.
pub(super) const BEFORE_SIMPLY: &[&str] =
    &["", "can", "could", "may", "to", "you", "and", "then", "is", "are", "it"];

/// Words that `also` can be part of: without it, `must not also be set` says something else.
pub(super) const AGAINST_ALSO: &[&str] = &[
    "not", "cannot", "no", "never", "none", "neither", "nor", "without", "only", "unless", "except", "if",
    "when", "whenever", "while", "until", "before", "after", "once", "where", "that", "which", "who", "or",
    "but", "must", "shall", "should", "both", "all", "any", "each", "every",
];

/// Words that make a sentence with `will` an announcement.
pub(super) const FUTURE: &[&str] = &[
    "remov",
    "deprecat",
    "drop",
    "add",
    "introduc",
    "releas",
    "renam",
    "replac",
    "chang",
    "support",
    "discontinu",
    "retir",
    "migrat",
    "becom",
    "phas",
    "future",
    "next",
    "soon",
    "later",
    "eventual",
    "plan",
    "version",
    "upcoming",
    "end",
    "stop",
    "start",
    "switch",
    "mov",
    "disappear",
    "ship",
    "land",
];

/// Words with which a sentence can start.
pub(super) const STARTS: &[&str] = &[
    "the", "a", "an", "this", "these", "those", "all", "each", "every", "any", "no", "it", "its", "they",
    "if", "when", "there", "only", "both", "some", "most", "in", "on", "for", "by", "at", "with", "without",
    "your", "you", "our", "we", "their", "neither", "either", "once", "after", "before", "while", "until",
    "unless", "as", "not", "one", "two", "how", "what", "where", "whether", "several", "many", "using",
    "such",
];

/// Words before an amount that make `at most` instead of `a maximum of` say something else.
pub(super) const AGAINST_AMOUNT: &[&str] =
    &["below", "above", "under", "over", "exceed", "exceeds", "than", "reach", "reaches", "beyond", "within"];

/// Words before `is` that show that it does not simply give a thing its value.
pub(super) const CLAUSES: &[&str] = &[
    "that", "which", "who", "whose", "where", "if", "when", "whenever", "whether", "unless", "until",
    "while", "once", "before", "after", "since", "as", "than", "because", "and", "or", "but", "only", "not",
    "no", "there", "it", "this", "these", "what", "how", "to", ",", ":", ";", "(",
];

/// Numbers in words.
pub(super) const NUMBERS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "hundred", "thousand", "million", "both",
];

/// Words that make a sentence one about a condition.
pub(super) const CONDITIONS: &[&str] = &["if", "when", "whenever", "once", "unless", "until", "otherwise"];

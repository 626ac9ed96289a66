//! Classes of words that the judge counts together, because each word on its own is too rare to learn from.

use super::hashed::{Hashed, push};
use super::slots::Slots;

/// A class of related words.
pub(super) struct Class {
    pub(super) name: &'static str,
    /// What the words have in common, for people.
    pub(super) said: &'static str,
    words: &'static str,
}

/// The classes of a word: the bit of a class is its index in [`CLASSES`].
#[inline]
pub(super) fn of(word: Hashed<'_>) -> u32 {
    INDEX.words.find(word.hash).map_or(0, |slot| INDEX.classes[slot])
}

static INDEX: Index = Index::new();

/// The classes of each word. About a third of the slots are full.
struct Index {
    words: Slots<SLOTS>,
    classes: [u32; SLOTS],
}

const SLOTS: usize = 1 << 11;

impl Index {
    const fn new() -> Self {
        let mut index = Self { words: Slots::EMPTY, classes: [0; SLOTS] };
        let mut class = 0;
        while class < CLASSES.len() {
            let words = CLASSES[class].words.as_bytes();
            let (mut at, mut hash) = (0, 0);
            while at <= words.len() {
                if at == words.len() || words[at] == b' ' {
                    index.classes[index.words.add(hash)] |= 1 << class;
                    hash = 0;
                } else {
                    hash = push(hash, words[at]);
                }
                at += 1;
            }
            class += 1;
        }
        index
    }
}

/// Words of definition.
pub(super) const DEFINE: u32 = bits(&["define"]);

/// Words of obligation.
pub(super) const MUST: u32 = bits(&["must"]);

/// Words that explain, tell or doubt.
pub(super) const TELLING: u32 =
    bits(&["announce", "example", "future", "may", "page", "past", "people", "vague", "value", "we"]);

/// The bits of the classes with these names.
const fn bits(names: &[&str]) -> u32 {
    let (mut bits, mut class) = (0, 0);
    while class < CLASSES.len() {
        let mut name = 0;
        while name < names.len() {
            if is_same(CLASSES[class].name, names[name]) {
                bits |= 1 << class;
            }
            name += 1;
        }
        class += 1;
    }
    bits
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The class of verbs that open an instruction; it counts only at the start of a sentence.
pub(super) const ORDER: usize = 0;

/// All classes.
pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "order",
        said: "a sentence gives an instruction",
        words: "use run set add create install call pass specify define open enter click select choose copy paste \
                execute start stop restart enable disable configure edit change replace remove delete download build \
                compile import export include write put place save update upgrade ensure check verify test apply \
                deploy connect register return returns get gets sets do don't never always make move rename clone \
                commit push pull log navigate go type press wait assign declare invoke provide append insert \
                initialize mount attach bind point switch turn override extend implement wrap",
    },
    Class { name: "we", said: "it uses `we`", words: "we our us we're we've we'll we'd let's i i'm i've my" },
    Class { name: "you", said: "it addresses `you`", words: "you your you're you'll you've yourself you'd" },
    Class {
        name: "must",
        said: "it uses words of obligation",
        words: "must required requires require mandatory cannot can't prohibited forbidden shall",
    },
    Class {
        name: "should",
        said: "it uses words of recommendation",
        words: "should shouldn't recommended recommend recommends suggest advised consider prefer preferred \
                encourage encouraged discouraged ideally",
    },
    Class {
        name: "may",
        said: "it uses words of possibility",
        words: "may might could perhaps possibly probably likely maybe",
    },
    Class {
        name: "value",
        said: "it uses words of judgement",
        words: "easy easily easier simple simply simpler powerful useful helpful great good better best nice nicely \
                convenient conveniently fast faster safer clean cleaner clearer elegant robust flexible flexibility \
                familiar important interesting popular modern efficient seamless rich wonderful excellent worth \
                handy comfortable readable idiomatic cumbersome painful tedious confusing tricky difficult hard \
                harder benefit benefits advantage advantages drawback goal goals principle principles philosophy",
    },
    Class {
        name: "reason",
        said: "it uses words of reason or purpose",
        words: "because since therefore thus hence reason reasons why motivation rationale consequently otherwise \
                purpose intended designed avoid avoids helps help ensures allows",
    },
    Class {
        name: "contrast",
        said: "it uses words of contrast",
        words: "however although though while instead unlike whereas despite nevertheless rather but yet \
                unfortunately luckily fortunately",
    },
    Class {
        name: "past",
        said: "it refers to the past",
        words: "was were had did been originally previously historically formerly initially earlier ago introduced \
                added changed removed renamed deprecated became started created wrote moved switched decided chose",
    },
    Class {
        name: "future",
        said: "it refers to the future",
        words: "will won't future plan plans planned roadmap eventually soon upcoming someday",
    },
    Class {
        name: "page",
        said: "it refers to pages or sections",
        words: "page section chapter guide document documentation tutorial article introduction overview docs readme \
                below above following next previous",
    },
    Class {
        name: "announce",
        said: "it announces something or points elsewhere",
        words: "describes describe covers cover explains explain shows show discuss discusses introduces \
                demonstrates demonstrate illustrates learn look see refer read assume assumes walk explore dive \
                understand",
    },
    Class {
        name: "example",
        said: "it refers to an example",
        words: "example examples suppose imagine say scenario e instance consider sample demo",
    },
    Class {
        name: "people",
        said: "it refers to people",
        words: "team teams community contributors contributor maintainers maintainer developers developer users \
                people thanks thank welcome join feedback question questions discussion author authors please feel \
                happy grateful sponsors contribute contributing help",
    },
    Class {
        name: "vague",
        said: "it uses vague words",
        words: "usually often generally typically sometimes mostly commonly many some several various few lot lots \
                quite very really just basically actually essentially somewhat fairly pretty much",
    },
    Class {
        name: "define",
        said: "it uses words of definition",
        words: "is are means called named refers consists contains represents specifies defines defaults default \
                accepts takes returns supports equals optional type value values option options argument parameter \
                field key format string boolean integer number list array object true false null enabled disabled",
    },
    Class {
        name: "when",
        said: "it uses words of condition",
        words: "if when whenever unless after before until once then",
    },
    Class {
        name: "only",
        said: "it uses exact words",
        words: "only every each all any no none exactly at per both either neither",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_its_classes() {
        let names = |word: &str| {
            let bits = of(Hashed::new(word));
            let has = |(index, _): &(usize, &Class)| bits >> index & 1 == 1;
            CLASSES.iter().enumerate().filter(has).map(|(_, class)| class.name).collect::<Vec<_>>()
        };
        assert_eq!(names("must"), ["must"]);
        assert_eq!(names("consider"), ["should", "example"]);
        assert_eq!(names("xyzzy"), Vec::<&str>::new());
        assert_eq!(TELLING.count_ones(), 10);
    }
}

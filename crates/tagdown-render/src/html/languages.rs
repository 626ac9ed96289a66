//! The languages that are highlighted, as data for the scanner in `highlight.rs`.

use std::sync::{LazyLock, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

/// How a language is written, as far as colours need it.
pub(super) struct Language {
    /// The names of the language behind a fence, in lower case.
    pub(super) names: &'static str,
    pub(super) form: Form,
    /// What starts a comment up to the end of the line.
    pub(super) comments: &'static [&'static str],
    /// What opens and closes a comment over several lines.
    pub(super) block: Option<(&'static str, &'static str)>,
    /// The first one that fits applies, so longer ones come first.
    pub(super) quotes: &'static [Quote],
    pub(super) keywords: &'static str,
    /// Whether keywords may be in capitals.
    pub(super) ignores_case: bool,
}

/// What kind of text it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Names, numbers, strings and comments.
    Code,
    /// Commands with options and variables.
    Shell,
    /// Commands behind a prompt, and what they print.
    Console,
    /// Keys with values. The byte separates them.
    Keys(u8),
    /// Elements in angle brackets.
    Markup,
    /// Lines that are added and removed.
    Diff,
}

/// How a text in quotation marks is written.
pub(super) struct Quote {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    pub(super) kind: QuoteKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuoteKind {
    /// It ends on the same line, and a backslash hides a mark.
    Line,
    /// It may have several lines, and a backslash hides a mark.
    Lines,
    /// It may have several lines, and a backslash is a backslash.
    Raw,
    /// One character; otherwise the mark has another meaning.
    Character,
}

const fn quote(open: &'static str, close: &'static str, kind: QuoteKind) -> Quote {
    Quote { open, close, kind }
}

const DOUBLE: Quote = quote("\"", "\"", QuoteKind::Line);
const SINGLE: Quote = quote("'", "'", QuoteKind::Line);
const CHARACTER: Quote = quote("'", "'", QuoteKind::Character);
const OVER_LINES: Quote = quote("\"", "\"", QuoteKind::Lines);
const BACKTICKS: Quote = quote("`", "`", QuoteKind::Lines);
const RAW_BACKTICKS: Quote = quote("`", "`", QuoteKind::Raw);
const TRIPLE: Quote = quote("\"\"\"", "\"\"\"", QuoteKind::Lines);
const TRIPLE_SINGLE: Quote = quote("'''", "'''", QuoteKind::Lines);

/// A language like C, without keywords.
const BASE: Language = Language {
    names: "",
    form: Form::Code,
    comments: &["//"],
    block: Some(("/*", "*/")),
    quotes: &[DOUBLE, SINGLE],
    keywords: "",
    ignores_case: false,
};

/// A language like a shell script, without keywords.
const HASHED: Language = Language { comments: &["#"], block: None, ..BASE };

/// No language has more kinds of quotes.
pub(super) const MOST_QUOTES: usize = 5;

/// The number of languages.
const COUNT: usize = 27;

/// The language with this name.
pub(super) fn find(name: &str) -> Option<&'static Language> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Language>> = LazyLock::new(|| {
        let names = |language: &'static Language| language.names.split(' ').map(move |name| (name, language));
        LANGUAGES.iter().flat_map(names).collect()
    });
    BY_NAME.get(name.to_ascii_lowercase().as_str()).copied()
}

/// What the scanner looks up in a language.
pub(super) struct Words {
    pub(super) keywords: FxHashSet<&'static str>,
    /// The bytes at which a comment or a string may start.
    pub(super) opens: [bool; 256],
}

/// What the scanner looks up in a language.
pub(super) fn words(language: &'static Language) -> &'static Words {
    static ALL: [OnceLock<Words>; COUNT] = [const { OnceLock::new() }; COUNT];
    let index = LANGUAGES.iter().position(|other| std::ptr::eq(other, language)).unwrap_or_default();
    ALL[index].get_or_init(|| {
        let mut opens = [false; 256];
        let marks = language.comments.iter().copied().chain(language.block.map(|(open, _)| open));
        let marks = marks.chain(language.quotes.iter().map(|quote| quote.open));
        marks.filter_map(|mark| mark.bytes().next()).for_each(|byte| opens[usize::from(byte)] = true);
        Words { keywords: language.keywords.split(' ').collect(), opens }
    })
}

pub(super) static LANGUAGES: [Language; COUNT] = [
    Language {
        names: "sh bash shell zsh fish ksh shellscript",
        form: Form::Shell,
        quotes: &[OVER_LINES, quote("'", "'", QuoteKind::Raw)],
        keywords: "case do done elif else end esac export fi for function if in local return select set then unset \
            until while",
        ..HASHED
    },
    Language {
        names: "console shell-session sh-session shellsession terminal",
        form: Form::Console,
        ..HASHED
    },
    Language {
        names: "powershell ps1 pwsh",
        form: Form::Shell,
        block: Some(("<#", "#>")),
        keywords: "begin break catch else elseif end exit finally for foreach function if in param process return \
            switch throw try until while",
        ignores_case: true,
        ..HASHED
    },
    Language {
        names: "bat batch cmd",
        form: Form::Shell,
        comments: &["REM ", "rem ", "::"],
        quotes: &[DOUBLE],
        keywords: "call do echo else exist exit for goto if in not set",
        ignores_case: true,
        ..HASHED
    },
    Language { names: "json jsonc json5 jsonl ndjson geojson webmanifest", form: Form::Keys(b':'), ..BASE },
    Language { names: "yaml yml", form: Form::Keys(b':'), ..HASHED },
    Language {
        names: "toml ini cfg conf env dotenv properties editorconfig gitconfig",
        form: Form::Keys(b'='),
        comments: &["#", ";"],
        quotes: &[TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE],
        ..HASHED
    },
    Language {
        names: "html xml svg xhtml htm vue svelte astro xsd xsl plist rss",
        form: Form::Markup,
        comments: &[],
        block: Some(("<!--", "-->")),
        ..BASE
    },
    Language { names: "diff patch", form: Form::Diff, comments: &[], block: None, ..BASE },
    Language {
        names: "python py python3 py3 pyi pycon starlark bzl bazel",
        quotes: &[TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE],
        keywords: "and as assert async await break case class continue def del elif else except finally for from \
            global if import in is lambda match nonlocal not or pass raise return self try while with yield",
        ..HASHED
    },
    Language {
        names: "rust rs",
        quotes: &[
            quote("r##\"", "\"##", QuoteKind::Raw),
            quote("r#\"", "\"#", QuoteKind::Raw),
            quote("r\"", "\"", QuoteKind::Raw),
            OVER_LINES,
            CHARACTER,
        ],
        keywords: "as async await break const continue crate dyn else enum extern fn for if impl in let loop match \
            mod move mut pub ref return self static struct super trait type union unsafe use where while \
            yield",
        ..BASE
    },
    Language {
        names: "js javascript ts typescript jsx tsx mjs cjs mts cts ecmascript",
        quotes: &[DOUBLE, SINGLE, BACKTICKS],
        keywords: "abstract as async await break case catch class const continue debugger declare default delete do \
            else enum export extends finally for from function get if implements import in instanceof \
            interface keyof let namespace new of private protected public readonly return satisfies set \
            static super switch this throw try type typeof var void while with yield",
        ..BASE
    },
    Language {
        names: "go golang",
        quotes: &[DOUBLE, CHARACTER, RAW_BACKTICKS],
        keywords: "break case chan const continue default defer else fallthrough for func go goto if import \
            interface map package range return select struct switch type var",
        ..BASE
    },
    Language {
        names: "c h cpp c++ cc cxx hpp objc objective-c cuda glsl hlsl ino",
        quotes: &[DOUBLE, CHARACTER],
        keywords: "auto bool break case catch char class const constexpr continue default delete do double else \
            enum explicit extern float for friend goto if inline int long namespace new noexcept operator \
            override private protected public register return short signed sizeof static struct switch \
            template this throw try typedef typename union unsigned using virtual void volatile while",
        ..BASE
    },
    Language {
        names: "java kotlin kt kts scala groovy gradle cs csharp c# dart swift",
        quotes: &[TRIPLE, DOUBLE, SINGLE],
        keywords: "abstract as async await bool boolean break byte case catch char class const continue data def \
            default do double else enum extends extension final finally float for foreach fun func get guard \
            if implements import in init int interface internal is let long namespace new object out \
            override package private protected protocol public readonly record return sealed set short \
            static string struct super switch this throw throws trait try typealias using val var void when \
            where while with yield",
        ..BASE
    },
    Language {
        names: "php",
        comments: &["//", "#"],
        keywords: "abstract array as break case catch class const continue declare default do echo else elseif \
            extends final finally fn for foreach function global if implements include instanceof interface \
            match namespace new print private protected public readonly require return static switch throw \
            trait try use var while yield",
        ..BASE
    },
    Language {
        names: "ruby rb elixir ex exs crystal",
        quotes: &[TRIPLE, DOUBLE, SINGLE],
        keywords: "alias and begin break case class cond def defmodule defp do else elsif end ensure fn for if \
            import in module next not or raise redo require rescue retry return self super then unless until \
            use when while with yield",
        ..HASHED
    },
    Language {
        names: "perl pl r julia jl nim gdscript",
        quotes: &[TRIPLE, DOUBLE, SINGLE],
        keywords: "and begin break do else elseif elsif end export extends for foreach func function if import in \
            last let library local macro module my next not or our package pass proc repeat return sub then \
            type unless use using var while",
        ..HASHED
    },
    Language {
        names: "lua luau haskell hs elm ada vhdl",
        comments: &["--"],
        block: None,
        quotes: &[DOUBLE, CHARACTER],
        keywords: "and begin break case class data deriving do else elseif end for function if import in instance \
            is let local module newtype not of or repeat return then type until where while",
        ..BASE
    },
    Language {
        names: "sql mysql postgresql postgres pgsql plsql sqlite tsql cql",
        comments: &["--"],
        quotes: &[quote("'", "'", QuoteKind::Raw), quote("\"", "\"", QuoteKind::Raw)],
        keywords: "add all alter and as asc begin between by case check column commit constraint create cross \
            database default delete desc distinct drop else end exists foreign from full function grant \
            group having if in index inner insert into is join key left like limit not offset on or order \
            outer over partition primary references replace returning right rollback select set table then \
            to trigger union unique update using values view when where with",
        ignores_case: true,
        ..BASE
    },
    Language { names: "css scss sass less stylus", form: Form::Keys(b':'), ..BASE },
    Language {
        names: "dockerfile docker containerfile",
        keywords: "add arg as cmd copy entrypoint env expose from healthcheck label onbuild run shell stopsignal \
            user volume workdir",
        ignores_case: true,
        ..HASHED
    },
    Language {
        names: "make makefile cmake just justfile nginx apache caddyfile systemd",
        form: Form::Shell,
        keywords: "define else elseif endef endforeach endfunction endif export foreach function if ifdef ifeq \
            ifndef ifneq include location override server set upstream",
        ..HASHED
    },
    Language {
        names: "hcl terraform tf nix puppet graphql gql proto protobuf prisma",
        comments: &["#", "//"],
        quotes: &[TRIPLE, OVER_LINES, quote("''", "''", QuoteKind::Raw), SINGLE],
        keywords: "data else enum extend fragment if implements import in inherit input interface let locals \
            message model module mutation on oneof option optional output package provider query rec \
            repeated required resource returns rpc scalar schema service subscription syntax then type union \
            variable with",
        ..BASE
    },
    Language {
        names: "zig odin v solidity sol verilog systemverilog wgsl",
        keywords: "address align always and assign begin break case comptime const continue contract defer else \
            emit end enum error event export extern external fn for function if import in inline input is \
            let mapping memory modifier module mut or orelse output package private proc pub public pure reg \
            require return returns struct switch test try uint256 union using var view while wire",
        ..BASE
    },
    Language {
        names: "clojure clj lisp scheme racket elisp emacs-lisp",
        comments: &[";"],
        block: None,
        quotes: &[OVER_LINES],
        keywords: "begin case cond def define defmacro defn defun defvar do fn if lambda let ns or quote recur \
            require setq unless when while",
        ..BASE
    },
    Language {
        names: "ocaml ml fsharp fs f# pascal delphi",
        comments: &["//"],
        block: Some(("(*", "*)")),
        quotes: &[TRIPLE, OVER_LINES, CHARACTER],
        keywords: "and as async begin class do else end exception for fun function if in let match member module \
            mutable of open procedure program rec sig struct then to try type uses val var when while with \
            yield",
        ..BASE
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_belongs_to_one_language() {
        let mut names: Vec<&str> = LANGUAGES.iter().flat_map(|language| language.names.split(' ')).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for language in &LANGUAGES {
            assert_eq!(language.keywords, language.keywords.to_lowercase());
            assert!(language.quotes.len() <= MOST_QUOTES);
            assert!(!language.keywords.contains("  ") && !language.names.contains("  "));
        }
    }
}

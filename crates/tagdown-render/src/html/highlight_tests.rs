//! Tests for coloured code.

use super::escape::escape_to;
use super::highlight::highlight;
use super::languages;

/// The text of each class, as `class:text`.
fn classes(language: &str, code: &str) -> String {
    let html = highlight(language, code);
    let spans = html.split("<span class=\"").skip(1).filter_map(|span| span.split_once("\">"));
    let spans =
        spans.map(|(class, rest)| format!("{class}:{}", rest.split("</span>").next().unwrap_or(rest)));
    spans.collect::<Vec<_>>().join(" ")
}

#[test]
fn code_has_its_classes() {
    for (language, code, expected) in [
        ("rust", "let x: u8 = f(1); // c", "k:let f:f n:1 c:// c"),
        ("rs", "fn f<'a>(c: &'a str) { 'x'; r#\"a\"b\"# }", "k:fn s:'x' s:r#&quot;a&quot;b&quot;#"),
        ("rust", "'\\u{1f600}' '\\''", "s:'\\u{1f600}' s:'\\''"),
        (
            "python",
            "def f(x):\n    '''a\n    b'''\n    return None",
            "k:def f:f s:'''a\n    b''' k:return n:None",
        ),
        ("js", "const a = `x\ny`; /* c\n */ new Map()", "k:const s:`x\ny` c:/* c\n */ k:new f:Map"),
        (
            "json",
            "{\"a\": \"b\", \"c\": [1.5, true]}",
            "v:&quot;a&quot; s:&quot;b&quot; v:&quot;c&quot; n:1.5 n:true",
        ),
        ("yaml", "a: 1\n- b-c: 'x' # d\n  url: http://e#f\n", "v:a n:1 v:b-c s:'x' c:# d v:url"),
        ("toml", "[a.b]\nc = \"d\" # e\n[[f]]\n", "t:[a.b] v:c s:&quot;d&quot; c:# e t:[[f]]"),
        (
            "sh",
            "ls -la | grep \"$X\" # c\nA=1 run --to b",
            "f:ls v:-la f:grep s:&quot;$X&quot; c:# c v:A f:run v:--to",
        ),
        ("bash", "if true; then echo a#b; fi", "k:if f:true k:then f:echo k:fi"),
        ("console", "$ ls -l\ntotal 3\n", "c:$ f:ls v:-l"),
        ("sql", "SELECT count(*) FROM t WHERE a = 'b' -- c", "k:SELECT f:count k:FROM k:WHERE s:'b' c:-- c"),
        (
            "html",
            "<a href=\"x\">b &amp; c</a><!-- d -->",
            "t:a v:href s:&quot;x&quot; n:&amp;amp; t:a c:&lt;!-- d --&gt;",
        ),
        ("diff", "@@ 1 @@\n-a\n+b\n c\n", "k:@@ 1 @@ d:-a s:+b"),
        ("css", "a { color: red; }\n", "v:color"),
        ("made-up", "let x = 1;", ""),
        ("", "let", ""),
    ] {
        assert_eq!(classes(language, code).replace("&#39;", "'"), expected, "{language}: {code}");
    }
}

#[test]
fn quotes_that_are_not_closed_are_searched_once() {
    let code = format!("x = \"{}", "\\\"".repeat(200_000));
    assert_eq!(classes("rust", &code), "");
    assert_eq!(classes("python", &code), "");
}

#[test]
fn every_character_stays() {
    let pieces = [
        "\"", "'", "`", "\\", "/*", "*/", "#", "é", "–", "<", "&", "$", "${", "a1", "-", "\n", " ", "'''",
        "r#\"", "[", ":", "=",
    ];
    let mut state = 7_u64;
    for language in &languages::LANGUAGES {
        for _ in 0..200 {
            let mut code = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                code.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            let mut plain = String::new();
            for part in
                highlight(language.names.split(' ').next().expect("a name"), &code).split("<span class=\"")
            {
                let text = if plain.is_empty() && !part.contains("\">") {
                    part
                } else {
                    part.split_once("\">").map_or(part, |(_, text)| text)
                };
                plain.push_str(&text.replace("</span>", ""));
            }
            let mut escaped = String::new();
            escape_to(&code, &mut escaped);
            assert_eq!(plain, escaped, "{}: {code:?}", language.names.split(' ').next().expect("a name"));
        }
    }
}

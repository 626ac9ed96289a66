//! Broken links in a folder on disk: which targets exist, which do not, and which nobody can know.

use std::fs;
use std::path::Path;

use tagdown::rules::check;
use tagdown_project::config::Configs;
use tagdown_project::files::{Input, find};

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let top = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = top.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    top
}

/// What `broken-link` says of a document in a folder.
fn messages(top: &Path, document: &str) -> Vec<String> {
    let input = Input { paths: vec![top.to_owned()], ..Input::default() };
    let found = find(&input, &mut Configs::none()).expect("found");
    let target = found.targets.iter().find(|target| target.path.ends_with(document)).expect("a document");
    let text = fs::read_to_string(&target.path).expect("read");
    let settings = target.settings().only(|rule| rule.name == "broken-link");
    check(&target.parse(&text), &settings).into_iter().map(|finding| finding.message).collect()
}

/// The files of a project, with a page `docs/page.md` that has one link.
fn said(link: &str, more: &[(&str, &str)]) -> Vec<String> {
    let page = format!("# Page\n\n## Limits\n\n{link}\n");
    let mut files = vec![
        (".git/HEAD", ""),
        (".gitignore", "api/\n*.pdf\n"),
        ("README.md", "# Project\n\n## Set up\n"),
        ("src/main.rs", ""),
        ("docs/guide.md", "# Guide\n\n## Retry policy\n\n<a id='old'></a>\n"),
        ("docs/a b.md", "# A\n"),
        ("docs/img/flow.png", ""),
        ("docs/deep/page-two.md", "# Two\n"),
        ("docs/page.md", page.as_str()),
    ];
    files.extend(more);
    let top = folder(&files);
    messages(top.path(), "docs/page.md")
}

#[test]
fn what_exists_is_fine() {
    for link in [
        "[a](guide.md) [b](./guide.md#retry-policy) [c](../README.md#set-up) [d](guide.md#old)",
        "[a](../docs/guide.md) [b](deep) [c](deep/) [d](.) [e](..) [f](../src/)",
        "![a](img/flow.png) <img src=\"img/flow.png?raw=true\"> <a href='guide.md'>b</a>",
        "[a](a%20b.md) [b](<a b.md>) [c](guide) [d](guide.html#anything) [e](deep/page-two#two)",
        "[a](../src/main.rs#L10-L12) [b](../src/main.rs:12) [c](guide.md?plain=1#L3)",
        "[a](/docs/guide.md#retry-policy) [b](guide.md#:~:text=policy)",
        "[a][g]\n\n[g]: guide.md\n[unused]: gone.md",
    ] {
        assert_eq!(said(link, &[]), Vec::<String>::new(), "{link}");
    }
}

#[test]
fn what_nobody_can_know_is_fine() {
    for link in [
        "[a](https://example.com/gone) [b](//example.com) [c](mailto:a@b.c) [d](/guide/gone)",
        "[a](../../issues) [b](../../../etc/passwd) [c](../.git/config)",
        "[a](api/index.md) [b](manual.pdf) [c](_build/page.md) [d](gone.html) [e](../dist/app.js)",
        "[a]({{ site }}/gone.md) [b](gone-${version}.md) [c](<YOUR-FILE>) [d](path/to/gone.md)",
        "[a](../rules#levels) [b](deep/gone) [c](gone/) [d](../../rules)",
        "[a](url) [b](link) [c](logging.Formatter) [d](v1.2)",
        "`[a](gone.md)` <!-- [a](gone.md) -->\n\n```md\n[a](gone.md)\n```",
    ] {
        assert_eq!(said(link, &[]), Vec::<String>::new(), "{link}");
    }
}

#[test]
fn what_is_missing_is_named_with_what_is_near() {
    for (link, message) in [
        ("[a](gone.md)", "there is no file `gone.md`"),
        ("[a](guid.md)", "there is no file `guid.md`; did you mean `guide.md`?"),
        ("[a](Guide.md)", "there is no file `Guide.md`; did you mean `guide.md`?"),
        ("[a](page-two.md)", "there is no file `page-two.md`; did you mean `deep/page-two.md`?"),
        ("[a](dep/page-two.md)", "there is no file `dep/page-two.md`"),
        ("![a](img/flow.svg)", "there is no image `img/flow.svg`; did you mean `img/flow.png`?"),
        ("<img src=\"imgs/flow.png\">", "there is no image `imgs/flow.png`"),
        ("[a](../LICENSE)", "there is no file or folder `../LICENSE`"),
        ("[a](guide.md#retry)", "`guide.md` has no anchor `#retry`"),
        (
            "[a](guide.md#retry_policy)",
            "`guide.md` has no anchor `#retry_policy`; did you mean `#retry-policy`?",
        ),
        ("[a](dep)", "there is no file or folder `dep`; did you mean `deep`?"),
        ("[a](#limit)", "this document has no anchor `#limit`; did you mean `#limits`?"),
        ("[a][g]\n\n[g]: guid.md", "there is no file `guid.md`; did you mean `guide.md`?"),
        ("[a guide][gide]\n\n[guide]: guide.md", "the reference `[gide]` is not defined"),
    ] {
        let said = said(link, &[]);
        assert_eq!(said.len(), 1, "{link}: {said:?}");
        assert!(said[0].starts_with(message), "{link}: {said:?}");
    }
}

#[test]
fn a_site_has_its_own_addresses() {
    let link = "[a](../gone/) [b](sub/gone) [c](#limits_1) ![d](/img/x.png) [e](x.md) [f](generated/x.md) [g guide][heading]";
    let said = |mark: &str, text: &str| said(link, &[(mark, text)]);
    let wanted = ["there is no file `x.md`", "the reference `[heading]` is not defined"];
    assert_eq!(said("mkdocs.yml", "site_name: x\n"), wanted);
    assert_eq!(said("mkdocs.yml", "plugins: [autorefs]\n"), wanted[..1]);
    assert_eq!(said("mkdocs.yml", "plugins: [gen-files]\n"), wanted[1..]);
    assert_eq!(said("docs/conf.py", ""), wanted);
    assert_eq!(said("website/docusaurus.config.ts", ""), wanted);
    assert!(said("notes.txt", "").len() > 2);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_project_are_not_followed() {
    let out = folder(&[("secret.md", "# Secret\n\n## Password\n")]);
    let page = "# Page\n\n[a](out.md#password) [b](out.md#gone) [c](folder/secret.md) [d](inside.md#page) [e](inside.md#x)\n";
    let top = folder(&[(".git/HEAD", ""), ("page.md", page)]);
    std::os::unix::fs::symlink(out.path().join("secret.md"), top.path().join("out.md")).expect("a link");
    std::os::unix::fs::symlink(out.path(), top.path().join("folder")).expect("a link");
    std::os::unix::fs::symlink("page.md", top.path().join("inside.md")).expect("a link");
    assert_eq!(messages(top.path(), "page.md"), ["`inside.md` has no anchor `#x`"]);
}

#[test]
fn without_a_repository_the_named_folder_counts() {
    let top = folder(&[
        ("docs/page.md", "# Page\n\n[a](../README.md) [b](../gone.md) [c](../../x.md)\n"),
        ("README.md", "# R\n"),
    ]);
    assert_eq!(messages(top.path(), "page.md"), ["there is no file `../gone.md`"]);
    assert_eq!(messages(&top.path().join("docs"), "page.md"), Vec::<String>::new());
}

#[test]
fn the_links_of_a_piece_belong_to_the_pages_that_include_it() {
    let top = folder(&[
        (".git/HEAD", ""),
        ("docs/_includes/menu.md", "# Menu\n\n- [a](#limits) [b](gone.md)\n"),
        ("docs/hint.md", "See [the limits](#limits) and [more](more.md).\n"),
        ("docs/page.md", "# Page\n\n- [a](#limits)\n"),
    ]);
    assert_eq!(messages(top.path(), "menu.md"), Vec::<String>::new());
    assert_eq!(messages(top.path(), "hint.md"), Vec::<String>::new());
    assert_eq!(messages(top.path(), "page.md").len(), 1);
}

#[test]
fn cited_blocks_are_compared_with_their_hash() {
    let limits = |body: &str| format!("# Limits\n\n## Rates\n\n{body}");
    let said_of = |link: &str, body: &str| said(link, &[("docs/limits.md", &limits(body))]);
    let spec = "**[SPEC]**\n- Reads: 100 per minute\n";
    let hash = {
        let text = limits(spec);
        let document = tagdown::parse(&text);
        document.wording_hash(&document.blocks[0])
    };
    let cited = format!("[a](limits.md#rates/spec-1 \"hash:{hash}\")");
    for body in [spec, "**[SPEC]**\n* Reads: 100\n  per minute\n"] {
        assert_eq!(said_of(&cited, body), [""; 0], "{body}");
    }
    for (link, body, message) in [
        (
            &*cited,
            "**[SPEC]**\n- Reads: 200 per minute\n",
            "the cited block `rates/spec-1` of `limits.md` changed since it was cited",
        ),
        (
            &*cited,
            "**[NOTE]**\n- Reads: 100 per minute\n",
            "the cited block `rates/spec-1` of `limits.md` is now `rates/note-1`",
        ),
        (
            &*cited,
            "**[SPEC]**\n- New.\n\n**[SPEC]**\n- Reads: 100 per minute\n",
            "the cited block `rates/spec-1` of `limits.md` is now `rates/spec-2`",
        ),
        (
            "[a](limits.md#rates/spec-1)",
            "**[?]**\n- Reads: 100 per minute\n",
            "`limits.md` has no block `rates/spec-1`; its kind changed: `rates/?-1`",
        ),
        ("[a](limits.md#rates/spec-1)", "Gone.\n", "`limits.md` has no anchor `#rates/spec-1`"),
        (
            "[a](limits.md#rates/spec-1 \"hash:\")",
            spec,
            "the citation of `rates/spec-1` of `limits.md` has no hash",
        ),
    ] {
        assert_eq!(said_of(link, body), [message], "{link} {body}");
    }
}

"""Defines the renderers: how each builds a site from rendered pages, and how to find callouts on its pages."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Callable

from .callouts import alert, book_alert, by_class, kinds

ROOT = Path(__file__).resolve().parent.parent.parent
HOME = ROOT / "target" / "renderers"
BIN = HOME / "venv" / "bin"
RECIPES = ROOT / "testdata" / "render" / "recipes"
TAGDOWN = Path(os.environ.get("TAGDOWN", ROOT / "target" / "debug" / "tagdown")).resolve()


@dataclass
class Site:
    """The HTML by page name, the renderer's warnings, and the files by page name below the folder of the site."""
    pages: dict
    warnings: list
    files: dict = field(default_factory=dict)
    root: Path | None = None


class Pages(dict):
    """Texts by page name, and other files by path."""
    assets: dict = {}

    def with_index(self, text="# Index\n"):
        pages = Pages({"index": text, **self})
        pages.assets = self.assets
        return pages


class Failed(Exception):
    """A failed command, with its output."""


def run(command, folder, ok=(0,), env=None, text=None):
    """Runs a command. Returns stdout and stderr, or only stdout if `text` is given as input."""
    done = subprocess.run([str(word) for word in command], cwd=folder, env={**os.environ, "CI": "1", "NO_COLOR": "1", **(env or {})}, text=True,
                          input=text, stdin=subprocess.DEVNULL if text is None else None, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=900)
    if ok is not None and done.returncode not in ok:
        raise Failed(f"{Path(str(command[0])).name}: status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-5000:]}")
    return done.stdout if text is not None else done.stdout + done.stderr


def recipe(name, folder):
    shutil.copytree(RECIPES / name, folder, dirs_exist_ok=True)


def write(folder, pages):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.md").write_text(text, newline="")
    for name, data in getattr(pages, "assets", {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def gather(folder, pages, pattern="{}.html", warnings=()):
    """Reads the pages that exist."""
    own = {name: folder / ("{}.html" if re.search(r"(^|/)index$", name) else pattern).format(name) for name in pages}
    def there(path):
        """The file of a page. Some renderers write names in lower case, and some take a README for the index of its folder."""
        name = str(path.relative_to(folder))
        names = (name, name.lower(), re.sub(r"README(/index)?\.html$", "index.html", name))
        return next((folder / each for each in names if (folder / each).exists()), None)

    files = {name: there(path) for name, path in own.items() if there(path)}
    return Site({name: path.read_text(errors="replace") for name, path in files.items()}, list(warnings), files, folder)


def mkdocs(folder, pages, is_strict, recipe_name="material"):
    recipe(recipe_name, folder)
    write(folder / "docs", pages.with_index())
    run([BIN / "mkdocs", "build", "--quiet", *(["--strict"] if is_strict else [])], folder, env={"NO_MKDOCS_2_WARNING": "1"})
    return gather(folder / "site", pages, "{}/index.html")


def zensical(folder, pages, is_strict):
    recipe("material", folder)
    write(folder / "docs", pages.with_index())
    run([BIN / "zensical", "build", "-f", "mkdocs.yml"], folder)
    return gather(folder / "site", pages, "{}/index.html")


def poor_mkdocs(folder, pages, is_strict):
    """A common minimal setup: only original Markdown lists, no checkboxes, no GitHub anchors."""
    write(folder / "docs", pages.with_index())
    (folder / "mkdocs.yml").write_text("site_name: Poor\ntheme: {name: material}\nmarkdown_extensions: "
                                       "[admonition, pymdownx.details, pymdownx.superfences, tables]\n")
    run([BIN / "mkdocs", "build", "--quiet"], folder, env={"NO_MKDOCS_2_WARNING": "1"})
    return gather(folder / "site", pages, "{}/index.html")


def python_markdown(folder, pages, is_strict, extensions=("pymdownx.superfences", "sane_lists", "md_in_html", "pymdownx.tilde")):
    """Python-Markdown with the extensions that most sites use."""
    write(folder, pages)
    script = ("import sys, markdown, pathlib\n"
              "for name in sys.argv[2:]:\n"
              "    text = pathlib.Path(name + '.md').read_text()\n"
              "    html = markdown.markdown(text, extensions=['tables', 'footnotes', 'toc', *sys.argv[1].split(',')])\n"
              "    pathlib.Path(name + '.html').write_text('<body>' + html)\n")
    run([BIN / "python", "-c", script, ",".join(extensions), *pages], folder)
    return gather(folder, pages)


def poor_python_markdown(folder, pages, is_strict):
    """Python-Markdown with minimal extensions: no fences in list items, no list that starts at 3."""
    return python_markdown(folder, pages, is_strict, ("fenced_code",))


def vitepress(folder, pages, is_strict, recipe_name="vitepress"):
    recipe(recipe_name, folder)
    write(folder, pages.with_index())
    (folder / "node_modules").symlink_to(HOME / "vitepress" / "node_modules")
    if not is_strict:
        config = next((folder / ".vitepress").glob("config.*"))
        config.write_text(config.read_text().replace("'localhostLinks'", "true", 1))
    run([folder / "node_modules" / ".bin" / "vitepress", "build", "."], folder)
    return gather(folder / ".vitepress" / "dist", pages)


def docusaurus(folder, pages, is_strict, recipe_name="docusaurus"):
    recipe(recipe_name, folder)
    write(folder / "docs", pages.with_index())
    (folder / "node_modules").symlink_to(HOME / "docusaurus" / "node_modules")
    (folder / "package.json").write_text('{"name": "site", "private": true}\n')
    if not is_strict:
        config = next(folder.glob("docusaurus.config.*"))
        config.write_text(config.read_text().replace("  title:", "  onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore',\n  title:", 1))
    run([folder / "node_modules" / ".bin" / "docusaurus", "build", "--no-minify"], folder, env={"NO_UPDATE_NOTIFIER": "1", "DOCUSAURUS_NO_PERSISTENT_CACHE": "true"})
    styles = "".join(path.read_text() for path in sorted((folder / "build").rglob("*.css")))
    rules = re.findall(r"admonitionHeading[^{}]*\{[^}]*?text-transform:\s*([a-z]+)", styles)
    warnings = [] if rules and rules[-1] == "none" else ["titles are shown in capitals"]
    return gather(folder / "build", pages, "{}/index.html", warnings)


def add_plugin(modules, name):
    """Copies a plugin, and the module that it needs, next to the renderer."""
    for part, source in (("core", ROOT / "target" / "wasm" / "package"), (name, ROOT / "plugins" / name)):
        if not source.is_dir():
            raise Failed(f"{source} is missing; run scripts/wasm --build")
        shutil.rmtree(modules / "@tagdown" / part, ignore_errors=True)
        shutil.copytree(source, modules / "@tagdown" / part)


def vitepress_plugin(folder, pages, is_strict):
    """Builds from the source; a plugin renders it."""
    add_plugin(HOME / "vitepress" / "node_modules", "vitepress")
    return vitepress(folder, pages, is_strict, "vitepress-plugin")


def docusaurus_plugin(folder, pages, is_strict):
    """Builds from the source; a preprocessor renders it."""
    add_plugin(HOME / "docusaurus" / "node_modules", "docusaurus")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(RECIPES / "docusaurus" / "custom.css", folder)
    return docusaurus(folder, pages, is_strict, "docusaurus-plugin")


def starlight(folder, pages, is_strict):
    recipe("starlight", folder)
    write(folder / "src" / "content" / "docs", pages.with_index("---\ntitle: Index\n---\n"))
    (folder / "node_modules").symlink_to(HOME / "starlight" / "node_modules")
    (folder / "package.json").write_text('{"name": "site", "private": true, "type": "module"}\n')
    run([folder / "node_modules" / ".bin" / "astro", "build"], folder, env={"ASTRO_TELEMETRY_DISABLED": "1"})
    return gather(folder / "dist", pages, "{}/index.html")


def book(folder, pages, config):
    write(folder / "src", pages)
    (folder / "book.toml").write_text(config)
    (folder / "src" / "SUMMARY.md").write_text("# Summary\n\n" + "".join(f"- [{name}]({name}.md)\n" for name in pages))
    said = run([HOME / "mdbook" / "bin" / "mdbook", "build"], folder, env={"PATH": f"{TAGDOWN.parent}:{os.environ['PATH']}"})
    return gather(folder / "book", pages, warnings=[line.strip() for line in said.splitlines() if re.match(r" *(WARN|ERROR)", line) and "is defined but not referenced" not in line])


def mdbook(folder, pages, is_strict):
    config = (RECIPES / "mdbook" / "book.toml").read_text()
    return book(folder, pages, re.sub(r"(?m)^#.*\n|^\[preprocessor\.tagdown[\w-]*\]\n(.+\n)*", "", config))


def mdbook_source(folder, pages, is_strict):
    """Builds from the source; the preprocessor renders it."""
    return book(folder, pages, (RECIPES / "mdbook" / "book.toml").read_text())


def sphinx(folder, pages, is_strict):
    recipe("sphinx", folder)
    tree = "# Index\n\n```{toctree}\n" + "".join(f"docs/{name}\n" for name in pages) + "```\n"
    write(folder, {"index": tree})
    write(folder / "docs", pages)
    said = run([BIN / "python", "-m", "sphinx", "-q", "-E", "--no-color", "-b", "html", ".", "out"], folder)
    ignored = () if is_strict else ("myst.xref_missing", "image file not readable", "myst.header", "toc.no_title", "ref.footnote")
    warnings = [line.replace(f"{folder}/", "") for line in said.splitlines()
                if "WARNING" in line and not any(word in line for word in ignored)]
    site = gather(folder / "out" / "docs", pages, warnings=warnings)
    site.root = folder / "out"
    # Sphinx turns a heading in a directive into a rubric, with the anchor in a span if it is not a name for docutils.
    rubric = re.compile(r'<p class="rubric" id="([^"]+)">(?:<span id="([^"]+)"></span>)?(.*?)</p>', re.S)
    site.pages = {name: rubric.sub(lambda found: f'<h3 id="{found[2] or found[1]}">{found[3]}</h3>', page) for name, page in site.pages.items()}
    return site


def pandoc_binary():
    return next((HOME / "venv" / "lib").glob("python3*/site-packages/pypandoc/files/pandoc"))


def pandoc(folder, pages, is_strict):
    recipe("pandoc", folder)
    write(folder, pages)
    for name in pages:
        run([pandoc_binary(), "--defaults", "html.yaml", "-o", f"{name}.html", f"{name}.md"], folder)
    return gather(folder, pages)


def bare_pandoc(folder, pages, is_strict):
    write(folder, pages)
    for name in pages:
        run([pandoc_binary(), "-f", "markdown", "-t", "html", "-o", f"{name}.html", f"{name}.md"], folder)
    return gather(folder, pages)


def hugo(folder, pages, is_strict):
    recipe("hugo", folder)
    named = Pages({re.sub(r"(^|/)index$", r"\1_index", name): text for name, text in pages.items()})
    named.assets = pages.assets
    write(folder / "content", named)
    for layout in ("single", "list"):
        (folder / "layouts" / "_default" / f"{layout}.html").write_text("<html><body><main>{{ .Content }}</main></body></html>\n")
    run([BIN / "hugo", "--logLevel", "error", "--buildDrafts", "--buildFuture", "--disableKinds", "taxonomy,term,RSS,sitemap"], folder)
    site = gather(folder / "public", pages, "{}/index.html")
    # Hugo's link hook adds the page path to links within the page.
    site.pages = {name: page.replace(f'href="/{name}/#', 'href="#').replace(f'href="/{name}#', 'href="#') for name, page in site.pages.items()}
    return site


def github(folder, pages, is_strict):
    """Uses GitHub's parser. Alerts are found on the page by GitHub's rule."""
    write(folder, pages)
    script = ("import sys, cmarkgfm, pathlib\n"
              "from cmarkgfm.cmark import Options\n"
              "for name in sys.argv[1:]:\n"
              "    text = pathlib.Path(name + '.md').read_text()\n"
              "    html = cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES)\n"
              "    pathlib.Path(name + '.html').write_text('<body>' + html)\n")
    run([BIN / "python", "-c", script, *pages], folder)
    return gather(folder, pages)


MATERIAL = by_class("admonition", kinds("abstract", "note", "bug", "question"), ".admonition-title")
ALERTS = kinds("important", "note", "caution", "warning")
SPHINX = by_class("admonition", kinds("important", "note", "danger", "caution"), ".admonition-title")


@dataclass
class Renderer:
    """A renderer: its dialect, how to build a site and how to read the pages."""
    dialect: str | None
    build: Callable
    callout: Callable = lambda tag: None
    main: str | None = None
    footnotes: str | None = None
    drop: tuple = ()
    tags_stay: bool = False
    is_typographer: bool = False
    needs: str = "venv"
    is_slow: bool = False
    # Whether this setup cannot show everything: differences are reported but are not failures.
    is_poor: bool = False
    # Whether a plugin renders the source, for which scripts/wasm must run first.
    is_plugin: bool = False
    # Whether files other than images that pages link to must be in a folder of their own.
    hides_files: bool = False
    # Whether blanks at the end of a line of code are lost.
    trims_code: bool = False
    # Whether a footnote may refer to another.
    nests_notes: bool = True
    # Whether links within a page lead to other anchors than in the source.
    renames_anchors: bool = False
    # Whether headings have anchors.
    has_anchors: bool = True
    # Whether every heading keeps its level.
    has_levels: bool = True

    @property
    def has_links(self):
        """Whether it builds a site whose links can be followed."""
        return self.has_anchors and not self.tags_stay and not self.is_poor


BOOK_DROP = (".checkbox-img", ".img-wrapper", ".buttons", ".boring", "hr:has(+ .footnote-definition)", "a[href^='#fr-']")
PYTHON_NOTES = {"footnotes": "div.footnote li", "drop": ("a.headerlink", "a.footnote-backref", ".filename", ".linenos")}
RENDERERS = {
    "material": Renderer("material", mkdocs, MATERIAL, "article", **PYTHON_NOTES),
    "zensical": Renderer("material", zensical, MATERIAL, "article", **PYTHON_NOTES),
    "vitepress": Renderer("vitepress", vitepress, by_class("custom-block", kinds("info", "tip", "danger", "warning"), ".custom-block-title"),
                          ".vp-doc", "section.footnotes li", (".header-anchor", ".lang", "a.footnote-backref", ".copy"), needs="vitepress", hides_files=True),
    "mdbook": Renderer("mdbook", mdbook, book_alert, "main", ".footnote-definition > li, div.footnote-definition",
                       BOOK_DROP, needs="mdbook"),
    "mdbook-source": Renderer(None, mdbook_source, book_alert, "main", ".footnote-definition > li, div.footnote-definition",
                              BOOK_DROP, needs="mdbook"),
    "sphinx": Renderer("myst", sphinx, SPHINX, "div.body", "aside.footnote", ("a.headerlink", "aside.footnote > span"),
                       has_levels=False, renames_anchors=True),
    "pandoc": Renderer("pandoc", pandoc, by_class("callout-*", kinds("callout-important", "callout-note", "callout-caution", "callout-warning"),
                                                  ".callout-title"), None, "section.footnotes li", ("a.footnote-back",), nests_notes=False),
    "hugo": Renderer("hugo", hugo, by_class("callout", ALERTS, ".callout-title"), "main", "div.footnotes li", ("a.footnote-backref",)),
    "github": Renderer("github", github, alert(ALERTS, False), None, "section.footnotes li", ("a.footnote-backref",), has_anchors=False),
    "gitlab": Renderer("gitlab", github, alert(ALERTS, True), None, "section.footnotes li", ("a.footnote-backref",), has_anchors=False),
    "obsidian": Renderer("obsidian", github, alert(kinds("abstract", "note", "bug", "question"), True), None, "section.footnotes li",
                         ("a.footnote-backref",), has_anchors=False),
    "portable-python": Renderer("portable", python_markdown, tags_stay=True, **PYTHON_NOTES),
    "poor-python": Renderer("portable", poor_python_markdown, tags_stay=True, **PYTHON_NOTES, is_poor=True),
    "portable-pandoc": Renderer("portable", bare_pandoc, tags_stay=True, footnotes="section.footnotes li", drop=("a.footnote-back",),
                                is_typographer=True),
    "portable-github": Renderer("portable", github, tags_stay=True, footnotes="section.footnotes li", drop=("a.footnote-backref",),
                                has_anchors=False),
    "poor-mkdocs": Renderer("material", poor_mkdocs, MATERIAL, "article", **PYTHON_NOTES, is_poor=True),
    "docusaurus": Renderer("docusaurus", docusaurus,
                           by_class("theme-admonition", {f"theme-admonition-{name}": kind for name, kind in
                                                         kinds("info", "note", "danger", "warning").items()},
                                    "[class^=admonitionHeading]"),
                           ".theme-doc-markdown", "section.footnotes li",
                           ("a.hash-link", "a.data-footnote-backref", "[class^=codeBlockTitle]", "#footnote-label"),
                           needs="docusaurus", is_slow=True),
    "starlight": Renderer("starlight", starlight,
                          by_class("starlight-aside", {f"starlight-aside--{name}": kind for name, kind in
                                                       kinds("note", "tip", "danger", "caution").items()}, ".starlight-aside__title"),
                          "main", "section.footnotes li", ("a.sl-anchor-link", "a.data-footnote-backref", "#footnote-label", ".copy", ".pagination-links"),
                          needs="starlight", is_slow=True, hides_files=True, trims_code=True),
}
# The same pages, built from the source by a plugin.
for _name, _build in (("vitepress", vitepress_plugin), ("docusaurus", docusaurus_plugin)):
    RENDERERS[f"{_name}-plugin"] = replace(RENDERERS[_name], dialect=None, build=_build, is_slow=True, is_plugin=True)

"""Pages that real site generators build with the extensions: the same as from a copy that was rendered before."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import markdown
import pytest
import tagdown
from conftest import EXAMPLES, ROOT

PAGES = [*sorted(EXAMPLES.glob("*.md")), ROOT / "testdata/render/demanding.md", ROOT / "docs/agents.md"]
RECIPES = ROOT / "testdata" / "render" / "recipes"


def words(html: str) -> str:
    """The words of a page."""
    html = re.sub(r"(?s)<(script|style|nav|header|footer).*?</\1>", " ", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def main_part(html: str) -> str:
    """The part of a page that comes from its document."""
    found = re.search(r"(?s)<(article|main)[ >].*?</\1>|<div[^>]* role=\"main\".*?<div class=\"sphinxsidebar", html)
    assert found, html[:500]
    return found[0]


def test_python_markdown_alone() -> None:
    for page in PAGES:
        text = page.read_text()
        extensions = ["admonition", "fenced_code", "tables", "md_in_html"]
        built = markdown.markdown(text, extensions=["tagdown", *extensions])
        assert built == markdown.markdown(tagdown.render(text, "material"), extensions=extensions), page
        kinds = [block.kind for block in tagdown.parse(text) if block.tagged]
        assert built.count('class="admonition ') >= len(kinds) > 0, page
    plain = "# Plain\n\nA page with `[SPEC]` in code only.\n"
    assert markdown.markdown(plain, extensions=["tagdown"]) == markdown.markdown(plain)
    facts = markdown.markdown(PAGES[0].read_text(), extensions=["tagdown"], extension_configs={"tagdown": {"kinds": ["SPEC"], "manifest": "drop"}})
    assert "AI READING INSTRUCTION" not in facts and 'class="admonition note"' not in facts


def build(folder: Path, render: str | None, command: list[str], configuration: dict[str, str]) -> dict[str, str]:
    """Builds a site; with `render`, from copies in this dialect. Returns its pages by name."""
    source = folder / "docs"
    source.mkdir(parents=True)
    for name, text in configuration.items():
        (folder / name).write_text(text)
    for page in PAGES:
        text = page.read_text()
        (source / page.name).write_text(tagdown.render(text, render) if render else text)
    (source / "index.md").write_text("# Start\n\nPlain text.\n")
    done = subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return {str(path.relative_to(folder / "site")): path.read_text() for path in sorted((folder / "site").rglob("*.html"))}


def compare(ours: dict[str, str], copies: dict[str, str], callout: str) -> None:
    """Both sites have the same pages."""
    assert ours.keys() == copies.keys() and len(ours) > len(PAGES)
    seen = 0
    for name, html in ours.items():
        if any(page.stem in name for page in PAGES):
            assert words(main_part(html)) == words(main_part(copies[name])), name
            assert main_part(html).count(callout) == main_part(copies[name]).count(callout) > 0, name
            seen += 1
    assert seen == len(PAGES)


def test_mkdocs_material(tmp_path: Path) -> None:
    recipe = (RECIPES / "material" / "mkdocs.yml").read_text()
    with_ours = recipe.replace("markdown_extensions:\n", "markdown_extensions:\n  - tagdown\n")
    command = ["mkdocs", "build", "--quiet", "--site-dir", "site"]
    ours = build(tmp_path / "ours", None, command, {"mkdocs.yml": with_ours})
    copies = build(tmp_path / "copies", "material", command, {"mkdocs.yml": recipe})
    compare(ours, copies, 'class="admonition ')


def test_zensical(tmp_path: Path) -> None:
    recipe = (RECIPES / "material" / "mkdocs.yml").read_text()
    with_ours = recipe.replace("markdown_extensions:\n", "markdown_extensions:\n  - tagdown\n")
    command = ["zensical", "build", "-f", "mkdocs.yml"]
    ours = build(tmp_path / "ours", None, command, {"mkdocs.yml": with_ours})
    copies = build(tmp_path / "copies", "material", command, {"mkdocs.yml": recipe})
    compare(ours, copies, 'class="admonition ')


def test_sphinx_with_myst(tmp_path: Path) -> None:
    recipe = next(path for path in (RECIPES / "sphinx").rglob("conf.py")).read_text()
    recipe += "\nhtml_theme = 'basic'\nsuppress_warnings = ['*']\n"
    with_ours = recipe + "\nextensions = [*extensions, 'tagdown.sphinx']\n"
    command = ["sphinx", "-q", "-b", "html", "-c", ".", "docs", "site"]
    ours = build(tmp_path / "ours", None, command, {"conf.py": with_ours})
    copies = build(tmp_path / "copies", "myst", command, {"conf.py": recipe})
    compare(ours, copies, 'class="admonition')

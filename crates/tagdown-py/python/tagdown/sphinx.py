"""Sphinx with MyST: blocks become admonitions while a page is built. Needs `tagdown[sphinx]`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from ._tagdown import VERSION, parse, render

__all__ = ["setup"]

ENDINGS = {".md", ".markdown", ".mdx"}


def rewrite(app: Sphinx, name: str, source: list[str]) -> None:
    """Rewrites the blocks of a tagged page. Other pages stay as they are."""
    if Path(app.env.doc2path(name)).suffix.lower() not in ENDINGS or not parse(source[0]).tagged:
        return
    kinds = app.config.tagdown_kinds or None
    source[0] = render(source[0], "myst", kinds=kinds, manifest=app.config.tagdown_manifest, raw=app.config.tagdown_raw)


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the extension."""
    app.add_config_value("tagdown_kinds", [], "env", [list])
    app.add_config_value("tagdown_manifest", "keep", "env", [str])
    app.add_config_value("tagdown_raw", False, "env", [bool])
    # Before other extensions look at the text.
    app.connect("source-read", rewrite, priority=100)
    return {"version": VERSION, "parallel_read_safe": True, "parallel_write_safe": True}

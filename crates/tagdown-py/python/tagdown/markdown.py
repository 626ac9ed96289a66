"""Python-Markdown, and with it MkDocs, Material, Zensical and Backstage: blocks become admonitions while a page is built.
Needs `tagdown[markdown]`, and `pymdownx.details` for `manifest: fold`."""

from __future__ import annotations

from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from ._tagdown import parse, render

__all__ = ["TagdownExtension", "makeExtension"]


class Blocks(Preprocessor):
    """Rewrites the blocks of a tagged page. Other pages stay as they are."""

    def __init__(self, md: Markdown, options: dict[str, Any]) -> None:
        super().__init__(md)
        self.options = options

    def run(self, lines: list[str]) -> list[str]:
        """The lines of a page with admonitions."""
        text = "\n".join(lines)
        if not parse(text).tagged:
            return lines
        kinds = self.options["kinds"] or None
        manifest = self.options["manifest"]
        return render(text, "material", kinds=kinds, manifest=manifest, raw=self.options["raw"]).split("\n")


class TagdownExtension(Extension):
    """The extension, named `tagdown` in a configuration."""

    def __init__(self, **options: Any) -> None:
        self.config = {
            "manifest": ["keep", "keep, fold or drop"],
            "kinds": [[], "the kinds to show; all if empty"],
            "raw": [False, "leave the syntax of the renderer in the text unescaped"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Registers the extension, and the one for admonitions."""
        md.registerExtensions(["admonition"], {})
        # Before white space is normalized and before code fences are looked for.
        md.preprocessors.register(Blocks(md, self.getConfigs()), "tagdown", 40)


def makeExtension(**options: Any) -> TagdownExtension:  # noqa: N802
    """The extension, for a configuration that names the module."""
    return TagdownExtension(**options)

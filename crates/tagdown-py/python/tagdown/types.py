"""The types of arguments, for annotations."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, Union

if TYPE_CHECKING:
    from typing import TypeAlias

    from ._tagdown import Document

__all__ = ["Config", "Encoding", "Kind", "Kinds", "Names", "Source", "StrPath"]

StrPath: TypeAlias = Union[str, "os.PathLike[str]"]
"""A path."""

Source: TypeAlias = Union[str, "os.PathLike[str]", "Document"]
"""A document: a `str` is its text, a path object is its file."""

Config: TypeAlias = Union[str, "os.PathLike[str]", Literal[False], None]
"""A configuration file; `False` for none; `None` for the nearest above a file, and none for a text."""

Kind: TypeAlias = Literal["SPEC", "NOTE", "BUG", "?"]
"""The kind of a block."""

Names: TypeAlias = Union[str, Iterable[str]]
"""One name, or several."""

Kinds: TypeAlias = Union[str, Iterable[str]]
"""Names of kinds, or `"all"`."""

Encoding: TypeAlias = Literal["o200k_base", "cl100k_base", "bytes"]
"""How tokens are counted."""

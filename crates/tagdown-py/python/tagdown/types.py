"""The types of arguments and of objects in JSON, for annotations."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing import TypeAlias

    from ._tagdown import Document

__all__ = [
    "BlockJson",
    "Config",
    "EditJson",
    "Encoding",
    "FindingJson",
    "FixJson",
    "Kind",
    "Kinds",
    "Names",
    "PlaceJson",
    "RelatedJson",
    "Source",
    "StrPath",
]

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


class _BlockAlways(TypedDict):
    version: int
    path: str
    document: str | None
    document_version: str | None
    address: str
    kind: Kind
    title: str | None
    section: list[str]
    lines: list[int]
    bytes: list[int]
    tokens: int
    hash: str
    tagged: bool
    well_formed: bool
    fields: dict[str, str]
    text: str


class BlockJson(_BlockAlways, total=False):
    """A block, as `tagdown read --format jsonl` prints it. More keys may follow."""

    tag: str
    score: float
    passages: list[list[int]]
    also: list[str]
    hidden: int
    unclear: bool
    placeholder: bool
    unreviewed: dict[str, str | None]
    references: list[str]
    unverified_references: list[str]


class PlaceJson(TypedDict):
    """A place: line and column from 1, byte from 0."""

    line: int
    column: int
    byte: int


class EditJson(TypedDict):
    """A change of the text, in bytes."""

    start: int
    end: int
    text: str


class FixJson(TypedDict):
    """Edits that fix a finding."""

    title: str
    safety: Literal["safe", "unsafe"]
    edits: list[EditJson]


class RelatedJson(TypedDict):
    """Another place of a finding."""

    message: str
    start: PlaceJson
    end: PlaceJson


class _FindingAlways(TypedDict):
    path: str
    rule: str
    severity: Literal["error", "warning", "info"]
    message: str
    address: str
    start: PlaceJson
    end: PlaceJson
    fix: FixJson | None


class FindingJson(_FindingAlways, total=False):
    """A finding, as `tagdown check --format jsonl` prints it. More keys may follow."""

    related: list[RelatedJson]

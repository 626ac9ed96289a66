"""What frameworks store beside the text of a block: flat values, as vector stores want them."""

from __future__ import annotations

from ._tagdown import Block

Value = str | int | bool

POSITIONS = ["start", "end", "bytes_start", "bytes_end", "line_start", "line_end"]
"""Keys that change when something above the block changes."""

HIDDEN = [*POSITIONS, "hash", "tokens", "tagged"]
"""Keys that say nothing to a model."""


def metadata(block: Block, *, positions: bool = True) -> dict[str, Value]:
    """The metadata of a block. A value that is missing has no key."""
    start, end = block.span
    values: dict[str, Value | None] = {
        "source": block.path,
        "address": block.address,
        "kind": block.kind,
        "tag": block.tag,
        "title": block.title,
        "section": " > ".join(block.section),
        "document_title": block.document_title,
        "document_version": block.document_version,
        "start": start,
        "end": end,
        "bytes_start": block.bytes[0],
        "bytes_end": block.bytes[1],
        "line_start": block.lines[0],
        "line_end": block.lines[1],
        "tokens": block.tokens,
        "hash": block.hash,
        "tagged": block.tagged,
    }
    hidden = [] if positions else POSITIONS
    return {key: value for key, value in values.items() if value is not None and key not in hidden}

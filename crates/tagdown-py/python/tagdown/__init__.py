"""Reads, checks, fixes, converts and renders tagged Markdown documentation."""

from ._tagdown import (
    VERSION,
    Block,
    Blocks,
    Conversion,
    Document,
    Finding,
    Fix,
    Reading,
    TagdownError,
    blocks,
    check,
    convert,
    diff,
    fix,
    fmt,
    parse,
    read,
    render,
)

__version__ = VERSION

__all__ = [
    "Block",
    "Blocks",
    "Conversion",
    "Document",
    "Finding",
    "Fix",
    "Reading",
    "TagdownError",
    "__version__",
    "blocks",
    "check",
    "convert",
    "diff",
    "fix",
    "fmt",
    "parse",
    "read",
    "render",
]

"""Apache Spark: functions for `DataFrame.mapInArrow` over a table of documents with the columns `path` and `text`. Needs
`tagdown[spark]`. Each document that fails is one row with the reason in `error`; no document ends a task."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pyarrow as pa

from . import _tagdown
from .types import Encoding, Kinds

__all__ = ["CHECK", "CONVERT", "READ", "check", "convert", "read"]

READ = (
    "path string, address string, kind string, tag string, title string, section array<string>, text string, "
    "line_start long, line_end long, byte_start long, byte_end long, char_start long, char_end long, tokens long, "
    "hash string, tagged boolean, document_title string, document_version string, findings long, change string, error string"
)
"""The schema of `read`."""

CHECK = (
    "path string, rule string, severity string, message string, address string, line_start long, column_start long, "
    "line_end long, column_end long, byte_start long, byte_end long, fix string, error string"
)
"""The schema of `check`. A document without findings has no row."""

CONVERT = "path string, text string, refused string, doubts long, error string"
"""The schema of `convert`."""

LIMIT = 16_000_000
BATCH_BYTES = 8_000_000
BATCH_DOCUMENTS = 1000
Batches = Iterable[pa.RecordBatch]
Function = Callable[[Batches], Iterator[pa.RecordBatch]]


class Group(NamedTuple):
    """Documents that are worked on together, and those that have no text, each with the reason."""

    documents: list[tuple[str, str]]
    failed: list[tuple[str | None, str]]


def text(column: str, value: pa.Scalar) -> str:
    """A value of a column as text. Spark does not check that a string is UTF-8."""
    try:
        found = value.as_py()
        if isinstance(found, bytes):
            found = found.decode()
    except UnicodeDecodeError as problem:
        raise ValueError(f"`{column}` is not UTF-8: {problem.reason} at offset {problem.start}") from None
    if found is None:
        raise ValueError(f"`{column}` is missing")
    if not isinstance(found, str):
        raise ValueError(f"`{column}` is not text")
    return found


def groups(batches: Batches, limit: int) -> Iterator[Group]:
    """The documents in groups by size, because documents of a table vary a thousandfold."""
    group, size = Group([], []), 0
    for batch in batches:
        for name, value in zip(batch.column("path"), batch.column("text"), strict=True):
            path = None
            try:
                path = text("path", name)
                found = text("text", value)
                length = len(found.encode())
                if length > limit:
                    raise ValueError(f"has {length} bytes, over the limit of {limit} bytes")
                group.documents.append((path, found))
                size += length
            except ValueError as problem:
                group.failed.append((path, str(problem)))
            if size >= BATCH_BYTES or len(group.documents) + len(group.failed) >= BATCH_DOCUMENTS:
                yield group
                group, size = Group([], []), 0
    if group.documents or group.failed:
        yield group


def read(
    *, kinds: Kinds | None = None, encoding: Encoding = "o200k_base", findings: bool = False, limit: int = LIMIT
) -> Function:
    """The blocks of documents, as `mapInArrow(read(), READ)`."""
    kinds = kinds if kinds is None or isinstance(kinds, str) else list(kinds)

    def run(batches: Batches) -> Iterator[pa.RecordBatch]:
        for group in groups(batches, limit):
            found = _tagdown.blocks(
                group.documents,
                kinds=kinds,
                encoding=encoding,
                findings=findings,
                errors="skip",
                max_file_size=limit,
                threads=1,
            )
            yield from pa.RecordBatchReader.from_stream(found)
            yield from failed(group, READ)

    return run


def check(*, limit: int = LIMIT) -> Function:
    """The findings of tagged documents, as `mapInArrow(check(), CHECK)`."""

    def one(path: str, text: str) -> Iterator[dict[str, Any]]:
        document = _tagdown.parse(text, path=path)
        if not document.tagged:
            return
        for finding in _tagdown.check(document):
            yield {
                "path": path,
                "rule": finding.rule,
                "severity": finding.severity,
                "message": finding.message,
                "address": finding.address,
                "line_start": finding.line,
                "column_start": finding.column,
                "line_end": finding.end_line,
                "column_end": finding.end_column,
                "byte_start": finding.bytes[0],
                "byte_end": finding.bytes[1],
                "fix": finding.fix and json.dumps(finding.to_dict()["fix"], ensure_ascii=False),
            }

    return each(one, CHECK, limit)


def convert(*, limit: int = LIMIT, **options: Any) -> Function:
    """The tagged versions of untagged documents, as `mapInArrow(convert(), CONVERT)`. Options are those of `tagdown.convert`."""

    def one(path: str, text: str) -> Iterator[dict[str, Any]]:
        made = _tagdown.convert(text, path=path, **options)
        yield {"path": path, "text": made.text, "refused": made.refused, "doubts": made.doubts}

    return each(one, CONVERT, limit)


def each(one: Callable[[str, str], Iterator[dict[str, Any]]], schema: str, limit: int) -> Function:
    """A function that makes rows of each document."""

    def run(batches: Batches) -> Iterator[pa.RecordBatch]:
        for group in groups(batches, limit):
            rows: list[dict[str, Any]] = []
            for path, text in group.documents:
                try:
                    rows.extend(one(path, text))
                except Exception as problem:
                    rows.append({"path": path, "error": str(problem)})
            if rows:
                yield pa.RecordBatch.from_pylist(rows, schema=arrow(schema))
            yield from failed(group, schema)

    return run


def failed(group: Group, schema: str) -> Iterator[pa.RecordBatch]:
    """A row for each document without a text."""
    rows = [{"path": path, "error": reason} for path, reason in group.failed]
    if rows:
        yield pa.RecordBatch.from_pylist(rows, schema=arrow(schema))


TYPES = {"string": pa.string(), "long": pa.int64(), "boolean": pa.bool_(), "array<string>": pa.list_(pa.string())}


def arrow(schema: str) -> pa.Schema:
    """A schema of Spark as one of Arrow."""
    return pa.schema([(name, TYPES[kind]) for name, kind in (column.split(" ") for column in schema.split(", "))])

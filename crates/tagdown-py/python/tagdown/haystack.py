"""Haystack: a converter. Needs `tagdown[haystack]`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from haystack import Document, component, logging
from haystack.components.converters.utils import get_bytestream_from_source, normalize_metadata
from haystack.dataclasses import ByteStream

from ._metadata import metadata
from ._tagdown import blocks

__all__ = ["TagdownConverter"]

logger = logging.getLogger(__name__)


@component
class TagdownConverter:
    """Converts Markdown files to one document per block. By default, no text but headings is left out."""

    def __init__(self, kinds: str | list[str] = "all") -> None:
        self.kinds = kinds

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        """Converts the sources. One that cannot be read is skipped with a warning, as in other converters."""
        found = []
        own = normalize_metadata(meta=meta, sources_count=len(sources))
        for source, more in zip(sources, own, strict=True):
            try:
                stream = get_bytestream_from_source(source)
                text = stream.data.decode("utf-8")
            except Exception as problem:
                logger.warning("Could not read {source}. Skipping it. Error: {error}", source=source, error=problem)
                continue
            path = str(stream.meta.get("file_path") or stream.meta.get("file_name") or "")
            for block in blocks([(path, text)], kinds=self.kinds):
                values = {**stream.meta, **more, **metadata(block)}
                found.append(Document(id=block.address, content=block.text, meta=values))
        return {"documents": found}

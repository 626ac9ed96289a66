"""Haystack: a converter, and an updater that passes on what changed. Needs `tagdown[haystack]`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict, logging
from haystack.components.converters.utils import get_bytestream_from_source, normalize_metadata
from haystack.dataclasses import ByteStream
from haystack.document_stores.types import DocumentStore

from ._metadata import metadata
from ._tagdown import blocks

__all__ = ["TagdownConverter", "TagdownUpdater"]

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


@component
class TagdownUpdater:
    """Passes on the documents that are new or changed since the store got them, so that only these are embedded and written. It
    deletes from the store what the same sources do not contain any more. It goes between the converter and the embedder;
    the writer needs the policy `OVERWRITE`."""

    def __init__(self, document_store: DocumentStore) -> None:
        self.document_store = document_store

    def to_dict(self) -> dict[str, Any]:
        """The component as a dictionary."""
        return default_to_dict(self, document_store=self.document_store)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TagdownUpdater:
        """The component of a dictionary."""
        return default_from_dict(cls, data)

    @component.output_types(documents=list[Document], unchanged=list[Document], deleted=list[str])
    def run(self, documents: list[Document]) -> dict[str, Any]:
        """Compares the documents of the converter with the store, by id and hash."""
        sources = sorted({document.meta["source"] for document in documents})
        filters = {"field": "meta.source", "operator": "in", "value": sources}
        stored = self.document_store.filter_documents(filters) if sources else []
        known = {document.id: document.meta.get("hash") for document in stored}
        deleted = sorted(known.keys() - {document.id for document in documents})
        if deleted:
            self.document_store.delete_documents(deleted)
        changed: list[Document] = []
        unchanged: list[Document] = []
        for document in documents:
            (unchanged if known.get(document.id) == document.meta["hash"] else changed).append(document)
        return {"documents": changed, "unchanged": unchanged, "deleted": deleted}

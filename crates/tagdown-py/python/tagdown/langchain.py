"""LangChain: a loader, a splitter and a retriever. Needs `tagdown[langchain]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_text_splitters import TextSplitter

from ._metadata import metadata
from ._tagdown import Block, blocks, read
from .types import Config, Encoding, Kinds, StrPath

__all__ = ["TagdownLoader", "TagdownRetriever", "TagdownSplitter", "key"]


def document(block: Block) -> Document:
    """A block as a document. Its id is the address, so an index replaces it."""
    values: dict[str, Any] = dict(metadata(block))
    if block.score is not None:
        values["score"] = block.score
    return Document(id=block.address, page_content=block.text, metadata=values)


def key(part: Document) -> str:
    """What identifies a version of a block, as the `key_encoder` of `index`: a block that only moved is not embedded again."""
    return f"{part.metadata['address']}@{part.metadata['hash']}"


class TagdownLoader(BaseLoader):
    """Loads the blocks of files and folders, one document per block."""

    def __init__(
        self,
        paths: StrPath | Iterable[StrPath],
        *,
        kinds: Kinds | None = None,
        encoding: Encoding = "o200k_base",
        errors: Literal["raise", "skip"] = "raise",
        config: Config = None,
    ) -> None:
        self.paths = paths if isinstance(paths, str) or hasattr(paths, "__fspath__") else list(paths)
        self.options: dict[str, Any] = {"kinds": kinds, "encoding": encoding, "errors": errors, "config": config}

    def lazy_load(self) -> Iterator[Document]:
        """The documents, in the order of the files."""
        return map(document, blocks(self.paths, **self.options))


class TagdownSplitter(TextSplitter):
    """Splits documents into their blocks. By default, no text but headings is left out; `kind` says what a part is."""

    def __init__(self, *, kinds: Kinds = "all", encoding: Encoding = "o200k_base") -> None:
        super().__init__()
        self.options: dict[str, Any] = {"kinds": kinds, "encoding": encoding}

    def split_text(self, text: str) -> list[str]:
        """The texts of the blocks."""
        return [block.text for block in blocks([("", text)], **self.options)]

    def create_documents(self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None) -> list[Document]:
        """One document per block. The path of a text is `source` in its metadata."""
        given = metadatas or [{} for _ in texts]
        found = []
        for text, own in zip(texts, given, strict=True):
            for block in blocks([(str(own.get("source", "")), text)], **self.options):
                part = document(block)
                part.metadata = {**own, **part.metadata}
                found.append(part)
        return found


class TagdownRetriever(BaseRetriever):
    """Finds the blocks that match a query, the best first. Needs no index."""

    paths: str | Path | list[str | Path]
    """Files and folders."""
    kinds: str | list[str] | None = None
    """The kinds to find."""
    k: int = 4
    """How many blocks to return."""

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        if not any(character.isalnum() for character in query):
            return []
        return [document(block) for block in read(self.paths, kinds=self.kinds, query=query).blocks[: self.k]]

"""LlamaIndex: a reader, and a node parser with relations. Needs `tagdown[llama-index]`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from llama_index.core.node_parser import NodeParser
from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import BaseNode, Document, MetadataMode, NodeRelationship, TextNode

from ._metadata import HIDDEN, metadata
from ._tagdown import Block, blocks
from .types import Config, Encoding, Kinds, StrPath

__all__ = ["TagdownNodeParser", "TagdownReader"]


def values(block: Block, *, positions: bool = False) -> dict[str, Any]:
    """What a document or node of a block has. Its id is the address, so an index replaces it."""
    return {
        "id_": block.address,
        "text": block.text,
        "metadata": metadata(block, positions=positions),
        "excluded_embed_metadata_keys": [*HIDDEN, "address", "source"],
        "excluded_llm_metadata_keys": HIDDEN,
    }


class TagdownReader(BaseReader):
    """Reads the blocks of files and folders, one document per block. LlamaIndex compares the metadata, too: with `positions`,
    a block below a change counts as changed."""

    def __init__(
        self,
        *,
        kinds: Kinds | None = None,
        encoding: Encoding = "o200k_base",
        config: Config = None,
        positions: bool = False,
    ) -> None:
        self.positions = positions
        self.options: dict[str, Any] = {"kinds": kinds, "encoding": encoding, "config": config}

    def lazy_load_data(self, paths: StrPath | Iterable[StrPath], **load_kwargs: Any) -> Iterable[Document]:
        """The documents, in the order of the files. `extra_info` is added to the metadata of each."""
        extra = load_kwargs.get("extra_info") or {}
        for block in blocks(paths, **self.options):
            found = values(block, positions=self.positions)
            found["metadata"] = {**extra, **found["metadata"]}
            yield Document(**found)


class TagdownNodeParser(NodeParser):
    """Splits documents into their blocks. By default, no text but headings is left out; `kind` says what a node is."""

    kinds: str | list[str] = "all"

    def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        found: list[BaseNode] = []
        for node in nodes:
            path = str(node.metadata.get("file_path") or node.node_id)
            for block in blocks([(path, node.get_content(metadata_mode=MetadataMode.NONE))], kinds=self.kinds):
                start, end = block.span
                made = TextNode(**values(block), start_char_idx=start, end_char_idx=end)
                made.relationships[NodeRelationship.SOURCE] = node.as_related_node_info()
                found.append(made)
        return found

    def _postprocess_parsed_nodes(self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]) -> list[BaseNode]:
        # The base class searches for the text, and finds another place if a document has it twice.
        places = [(node.start_char_idx, node.end_char_idx) for node in nodes if isinstance(node, TextNode)]
        nodes = super()._postprocess_parsed_nodes(nodes, parent_doc_map)
        for node, (start, end) in zip(nodes, places, strict=True):
            if isinstance(node, TextNode):
                node.start_char_idx, node.end_char_idx = start, end
        return nodes

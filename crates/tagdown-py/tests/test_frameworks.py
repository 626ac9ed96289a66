"""Loaders of other frameworks, with the real packages: text equals the span, ids are unique and stable, no kind is mixed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tagdown
from haystack import Document as HaystackDocument
from haystack import Pipeline, component
from haystack.components.writers import DocumentWriter
from haystack.dataclasses import ByteStream
from haystack.document_stores.in_memory import InMemoryDocumentStore
from haystack.document_stores.types import DuplicatePolicy
from langchain_core.documents import Document
from langchain_core.indexing import InMemoryRecordManager, index
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_core.embeddings import DeterministicFakeEmbedding
from llama_index.core import MockEmbedding
from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
from llama_index.core.schema import Document as LlamaDocument
from llama_index.core.schema import NodeRelationship
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.core.vector_stores import SimpleVectorStore
from tagdown.haystack import TagdownConverter, TagdownUpdater
from tagdown.langchain import TagdownLoader, TagdownRetriever, TagdownSplitter, key
from tagdown.llama_index import TagdownNodeParser, TagdownReader

from conftest import EXAMPLES


def loaded(way: str, paths: list[Path]) -> list[tuple[str, str, dict[str, Any]]]:
    """The id, text and metadata of each part, as a framework gets them."""
    texts = {path: path.read_bytes().decode() for path in paths}
    if way == "langchain":
        return [(part.id or "", part.page_content, part.metadata) for part in TagdownLoader(paths, kinds="all").lazy_load()]
    if way == "langchain splitter":
        whole = [Document(page_content=text, metadata={"source": str(path)}) for path, text in texts.items()]
        return [(part.id or "", part.page_content, part.metadata) for part in TagdownSplitter().split_documents(whole)]
    if way == "llama-index":
        return [(part.doc_id, part.text, part.metadata) for part in TagdownReader(kinds="all", positions=True).load_data(paths)]
    if way == "llama-index parser":
        pages = [LlamaDocument(text=text, id_=str(path), metadata={"file_path": str(path)}) for path, text in texts.items()]
        nodes = TagdownNodeParser().get_nodes_from_documents(pages)
        for node in nodes:
            source = texts[Path(node.metadata["source"])]
            assert source[node.start_char_idx : node.end_char_idx] == node.get_content()  # type: ignore[attr-defined]
        places = [{"start": node.start_char_idx, "end": node.end_char_idx} for node in nodes]  # type: ignore[attr-defined]
        return [(node.node_id, node.get_content(), {**node.metadata, **place}) for node, place in zip(nodes, places)]
    found = TagdownConverter().run(sources=list(paths))["documents"]
    return [(part.id, part.content or "", part.meta) for part in found]


WAYS = ["langchain", "langchain splitter", "llama-index", "llama-index parser", "haystack"]


def test_parts_are_blocks(documents: Path) -> None:
    paths = sorted(documents.glob("*.md"))
    assert len(paths) > 300
    expected = [(block.address, block.text) for block in tagdown.blocks(paths, kinds="all")]
    for way in WAYS:
        parts = loaded(way, paths)
        assert [(name, text) for name, text, _ in parts] == expected, way
        assert len({name for name, _, _ in parts}) == len(parts), way
        for name, text, values in parts:
            source = Path(values["source"]).read_bytes().decode()
            assert source[values["start"] : values["end"]] == text, (way, name)
            assert values["kind"] in ("SPEC", "NOTE", "BUG", "?")
            assert f"/{values['kind'].lower() if values['tagged'] else 'untagged'}-" in name, (way, name)
            assert all(isinstance(value, (str, int, bool)) for value in values.values()), (way, values)


def test_an_edit_elsewhere_keeps_ids(documents: Path, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_bytes((documents / "made-001.md").read_bytes())
    for way in WAYS:
        before = {name: values["hash"] for name, _, values in loaded(way, [path])}
        text = path.read_bytes().decode()
        path.write_bytes(text.replace("## Section 0", "Inserted text.\n\n## Section 0", 1).encode())
        after = {name: values["hash"] for name, _, values in loaded(way, [path])}
        path.write_bytes(text.encode())
        assert {name: after.get(name) for name in before} == before, way


def copied(folder: Path, documents: Path) -> tuple[list[Path], dict[str, str]]:
    """Copies of the made-up documents, and the hash of each block."""
    paths = []
    for path in sorted(documents.glob("made-*.md")):
        copy = folder / path.name
        copy.write_bytes(path.read_bytes())
        paths.append(copy)
    return paths, {block.address: block.hash for block in tagdown.blocks(paths, kinds="all")}


def edit(paths: list[Path], before: dict[str, str]) -> set[str]:
    """Ten edits. Returns the addresses of the blocks that they change."""
    for path in paths[:10]:
        text = path.read_bytes().decode()
        end = tagdown.parse(path)[2].span[1]
        path.write_bytes((text[:end] + " More." + text[end:]).encode())
    now = {block.address: block.hash for block in tagdown.blocks(paths, kinds="all")}
    changed = {address for address, value in now.items() if before.get(address) != value}
    assert len(changed) == 10 and now.keys() == before.keys()
    return changed


def test_langchain_indexes_what_changed(documents: Path, tmp_path: Path) -> None:
    paths, before = copied(tmp_path, documents)
    embedded: list[str] = []

    class Counting(DeterministicFakeEmbedding):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            embedded.extend(texts)
            return super().embed_documents(texts)

    store = InMemoryVectorStore(Counting(size=8))
    records = InMemoryRecordManager(namespace="tagdown")
    records.create_schema()

    def update() -> tuple[int, int, int]:
        embedded.clear()
        done = index(TagdownLoader(paths, kinds="all"), records, store, cleanup="full", key_encoder=key)
        return done["num_added"], done["num_deleted"], done["num_skipped"]

    assert update() == (len(before), 0, 0)
    assert update() == (0, 0, len(before)) and embedded == []
    changed = edit(paths, before)
    assert update() == (10, 10, len(before) - 10)
    assert sorted(embedded) == sorted(block.text for block in tagdown.blocks(paths, kinds="all") if block.address in changed)


def test_llama_index_embeds_what_changed(documents: Path, tmp_path: Path) -> None:
    paths, before = copied(tmp_path, documents)
    embedded: list[str] = []

    class Counting(MockEmbedding):
        def __call__(self, nodes: Any, **options: Any) -> Any:
            embedded.extend(node.metadata["address"] for node in nodes)
            return super().__call__(nodes, **options)

    pipeline = IngestionPipeline(
        transformations=[Counting(embed_dim=4)],
        docstore=SimpleDocumentStore(),
        vector_store=SimpleVectorStore(),
        docstore_strategy=DocstoreStrategy.UPSERTS_AND_DELETE,
    )

    def run() -> set[str]:
        embedded.clear()
        pipeline.run(documents=TagdownReader(kinds="all").load_data(paths))
        return set(embedded)

    assert run() == before.keys()
    assert run() == set()
    changed = edit(paths, before)
    assert run() == changed
    paths[0].unlink()
    paths.pop(0)
    assert run() == set() and len(pipeline.docstore.docs) == len(list(tagdown.blocks(paths, kinds="all")))  # type: ignore[union-attr]


def test_nodes_know_their_neighbours(documents: Path) -> None:
    path = documents / "made-003.md"
    nodes = TagdownNodeParser().get_nodes_from_documents([LlamaDocument(text=path.read_bytes().decode(), id_="page", metadata={"file_path": str(path)})])
    assert len(nodes) > 2
    for before, after in zip(nodes, nodes[1:]):
        assert before.relationships[NodeRelationship.NEXT].node_id == after.node_id  # type: ignore[union-attr]
        assert after.relationships[NodeRelationship.PREVIOUS].node_id == before.node_id  # type: ignore[union-attr]
        assert after.relationships[NodeRelationship.SOURCE].node_id == "page"  # type: ignore[union-attr]
    assert "hash" not in nodes[0].get_content(metadata_mode="embed")  # type: ignore[call-arg]


def test_haystack_replaces_by_id(documents: Path, tmp_path: Path) -> None:
    paths, before = copied(tmp_path, documents)
    store = InMemoryDocumentStore()
    pipeline = Pipeline()
    pipeline.add_component("convert", TagdownConverter())
    pipeline.add_component("write", DocumentWriter(store, policy=DuplicatePolicy.OVERWRITE))
    pipeline.connect("convert", "write")
    pipeline.run({"convert": {"sources": paths}})
    assert store.count_documents() == len(before)
    changed = edit(paths, before)
    pipeline.run({"convert": {"sources": paths}})
    found = {part.id: part.meta["hash"] for part in store.filter_documents()}
    assert found.keys() == before.keys() and {name for name in found if found[name] != before[name]} == changed
    streams = [ByteStream(data=b"**[SPEC]**\n- a\n", meta={"file_path": "s.md"}), ByteStream(data=b"\xff")]
    assert [part.id for part in TagdownConverter().run(sources=streams)["documents"]] == ["s.md#/spec-1"]
    copy = Pipeline.loads(pipeline.dumps(), allowed_modules=["tagdown.haystack"])
    assert copy.get_component("convert").kinds == "all"


@component
class Embedder:
    """Counts what it embeds."""

    def __init__(self) -> None:
        self.embedded: list[str] = []

    @component.output_types(documents=list[HaystackDocument])
    def run(self, documents: list[HaystackDocument]) -> dict[str, list[HaystackDocument]]:
        self.embedded.extend(part.id for part in documents)
        return {"documents": documents}


def test_haystack_embeds_what_changed(documents: Path, tmp_path: Path) -> None:
    paths, before = copied(tmp_path, documents)
    store, embedder = InMemoryDocumentStore(), Embedder()
    pipeline = Pipeline()
    pipeline.add_component("convert", TagdownConverter())
    pipeline.add_component("update", TagdownUpdater(store))
    pipeline.add_component("embed", embedder)
    pipeline.add_component("write", DocumentWriter(store, policy=DuplicatePolicy.OVERWRITE))
    for first, second in (("convert", "update"), ("update.documents", "embed"), ("embed", "write")):
        pipeline.connect(first, second)

    def run() -> tuple[set[str], list[str]]:
        embedder.embedded.clear()
        done = pipeline.run({"convert": {"sources": paths}})
        return set(embedder.embedded), done["update"]["deleted"]

    assert run() == (before.keys(), [])
    assert run() == (set(), [])
    assert run_after_edits(run, paths, before) == (10, 0)
    first = tagdown.parse(paths[0])
    paths[0].write_bytes(first.text.split("## Section 4")[0].encode())
    gone = {block.address for block in first} - {block.address for block in tagdown.parse(paths[0])}
    embedded, deleted = run()
    assert gone == set(deleted) and len(gone) > 1 and len(embedded) <= 1
    assert store.count_documents() == len(list(tagdown.blocks(paths, kinds="all")))
    copy = Pipeline.loads(pipeline.dumps(), allowed_modules=["tagdown.haystack", __name__])
    assert type(copy.get_component("update").document_store) is InMemoryDocumentStore


def run_after_edits(run: Any, paths: list[Path], before: dict[str, str]) -> tuple[int, int]:
    """Runs after ten edits. Returns how many blocks were embedded and deleted."""
    changed = edit(paths, before)
    embedded, deleted = run()
    assert embedded == changed
    return len(embedded), len(deleted)


def test_the_retriever_ranks_as_read_does() -> None:
    found = TagdownRetriever(paths=str(EXAMPLES), k=3).invoke("rate limit")
    expected = tagdown.read(EXAMPLES, query="rate limit").blocks[:3]
    assert [part.id for part in found] == [block.address for block in expected]
    assert TagdownRetriever(paths=str(EXAMPLES)).invoke("?!") == []

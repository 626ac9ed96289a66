"""The official Python client: connects to the server in every way, and calls every tool, resource and prompt.
Arguments: the program, the folder of the documents, and the URL of a server over HTTP."""

import asyncio
import sys

from mcp import Client, ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

CALLS = {
    "search": ({"query": "rate limit", "budget": 600}, "["),
    "read": ({"path": "http-api.md", "section": "Rate limits"}, "[rate-limits/spec-1]"),
    "outline": ({"path": "http-api.md", "depth": 1}, "## Rate limits"),
    "bugs": ({"path": "runbook.md", "max_tokens": 900}, "Fix:"),
    "check": ({"text": "# T\n\n**[SPEC] x**\nfoo\n"}, "missing-version"),
}
URI = "tagdown://{}/http-api.md#webhooks/bug-1"


async def try_all(client, folder, text_of):
    tools = (await client.list_tools()).tools
    assert sorted(tool.name for tool in tools) == sorted(CALLS), tools
    assert all(tool.annotations.read_only_hint for tool in tools), "a tool without its hint"
    for name, (arguments, wanted) in CALLS.items():
        result = await client.call_tool(name, arguments)
        assert not result.is_error and wanted in text_of(result), (name, result)
    wrong = await client.call_tool("read", {"pth": "x"})
    assert wrong.is_error and "did you mean `path`" in text_of(wrong), wrong
    assert len((await client.list_resources()).resources) >= 4
    assert len((await client.list_resource_templates()).resource_templates) == 1
    block = await client.read_resource(URI.format(folder))
    assert "[webhooks/bug-1]" in block.contents[0].text, block
    prompt = await client.get_prompt("answer_from_docs", {"question": "How long is a token valid?"})
    assert "How long is a token valid?" in prompt.messages[0].content.text, prompt


def text(result):
    return result.content[0].text


async def main(program, folder, url):
    server = StdioServerParameters(command=program, args=["mcp", folder])
    versions = set()
    for target in (server, url):
        async with Client(target) as client:
            versions.add(client.protocol_version)
            await try_all(client, folder, text)
    for streams in (stdio_client(server), streamable_http_client(url)):
        async with streams as (reading, writing, *_), ClientSession(reading, writing) as session:
            started = await session.initialize()
            versions.add(started.protocol_version)
            await try_all(session, folder, text)
    print(", ".join(sorted(str(version) for version in versions)))


asyncio.run(main(*sys.argv[1:]))

// The built module in Node: `scripts/wasm` runs it.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../../target/wasm/package/", import.meta.url);
const { load } = await import(new URL("tagdown.js", folder).href);
const tagdown = load(readFileSync(new URL("tagdown.wasm", folder)));
const HEAD = "# Depot 😀\n**Version 1.0.0**\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]`, skip `[NOTE]`.\n\n";
const TEXT = HEAD + "## Limits 😀\n\n**[SPEC]** Body 😀: 4 KB\n\n**[NOTE]**\nIt was 2 KB.\n";

test("blocks are slices of the text", () => {
  const blocks = tagdown.blocks(TEXT).blocks.filter((block) => block.isTagged);
  assert.deepEqual(blocks.map((block) => [block.kind, TEXT.slice(block.content.start, block.content.end)]),
    [["spec", "Body 😀: 4 KB"], ["note", "It was 2 KB."]]);
});

test("a fix is a list of edits", () => {
  const { fix } = tagdown.check(TEXT).findings.find((one) => one.rule === "inline-content");
  const fixed = fix.edits.reduceRight((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), TEXT);
  assert.equal(fixed, TEXT.replace("**[SPEC]** Body", "**[SPEC]**\nBody"));
});

test("a rendering, and an option that is wrong", () => {
  assert.match(tagdown.render(TEXT, { dialect: "docusaurus" }).text, /:::info\[Spec\]/);
  assert.throws(() => tagdown.render(TEXT, { dialect: "word" }), /not a dialect/);
  assert.match(tagdown.preview(TEXT).text, /> \[!tagdown-0-spec\] tagdown-0-\n> Body/);
  assert.equal(tagdown.title("# A title\n").anchor, "a-title");
});

test("a long text, a lone half of a character and many calls", () => {
  const long = HEAD + "## S\n\n**[SPEC]**\n- Fact 😀: 1\n".repeat(40_000);
  assert.equal(tagdown.blocks(long).blocks.filter((block) => block.isTagged).length, 40_000);
  assert.ok(tagdown.blocks(TEXT + "\ud83d").isTagged);
  for (let number = 0; number < 500; number++) tagdown.check(TEXT);
});

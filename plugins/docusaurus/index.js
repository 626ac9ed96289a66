// Renders tagged documents while Docusaurus builds them. The core library reads the tags; this file only passes texts on.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { relative, resolve, sep } from "node:path";
import { load } from "@tagdown/core";

const core = load(wasm());
const slashed = (path) => path.split(sep).join("/");

/**
 * A preprocessor: `markdown: { preprocessor: tagdown() }`. `docs` is the folder of the documents.
 * The other options are those of `render` in @tagdown/core, without `dialect`, `path` and `pages`.
 */
export default function tagdown({ docs = "docs", ...options } = {}) {
  const folder = resolve(docs);
  const pages = () => (existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((path) => /\.mdx?$/.test(path)) : []);
  return ({ filePath, fileContent }) => {
    // MDX has components of its own; only Markdown is rendered.
    if (!filePath.endsWith(".md")) return fileContent;
    const path = slashed(relative(folder, resolve(filePath)));
    return core.render(fileContent, { ...options, dialect: "docusaurus", path, pages: pages().map(slashed) }).text;
  };
}

/** The compiled library. */
function wasm() {
  try {
    return readFileSync(createRequire(import.meta.url).resolve("@tagdown/core/tagdown.wasm"));
  } catch (cause) {
    throw new Error("@tagdown/docusaurus: @tagdown/core has no tagdown.wasm; build it with `scripts/wasm --build`", { cause });
  }
}

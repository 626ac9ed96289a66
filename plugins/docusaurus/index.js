// Renders tagged documents while Docusaurus builds them. The core library reads the tags; this file only passes texts on.

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { relative, resolve, sep } from "node:path";
import { load } from "@tagdown/core";

const core = load(wasm());
const slashed = (path) => path.split(sep).join("/");

/**
 * A preprocessor: `markdown: { preprocessor: tagdown() }`. `docs` is the folder of the documents.
 * The other options are those of `render` in @tagdown/core, without `dialect`, `path`, `pages` and `titles`.
 */
export default function tagdown({ docs = "docs", ...options } = {}) {
  const folder = resolve(docs);
  const pages = () => (existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((path) => /\.mdx?$/.test(path)) : []);
  const titles = titlesOf(folder, () => pages().filter((path) => path.endsWith(".md")));
  return ({ filePath, fileContent }) => {
    // MDX has components of its own; only Markdown is rendered.
    if (!filePath.endsWith(".md")) return fileContent;
    const path = slashed(relative(folder, resolve(filePath)));
    return core.render(fileContent, { ...options, dialect: "docusaurus", path, pages: pages().map(slashed), titles: titles() }).text;
  };
}

/** For how long the titles of other pages are good, in milliseconds. Otherwise, every page would look at all others. */
const FRESH = 2000;

/** The anchors of the titles of the pages in a folder, by path. A file is read again when it has changed. */
function titlesOf(folder, pages) {
  const known = new Map();
  let made = {};
  let until = 0;
  return () => {
    if (Date.now() < until) return made;
    const titles = pages().flatMap((path) => {
      const file = resolve(folder, path);
      const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      if (time === undefined) return [];
      const old = known.get(path);
      const anchor = old?.time === time ? old.anchor : core.title(readFileSync(file, "utf8")).anchor;
      known.set(path, { time, anchor });
      return anchor ? [[slashed(path), anchor]] : [];
    });
    made = Object.fromEntries(titles);
    until = Date.now() + FRESH;
    return made;
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

// Renders tagged documents while VitePress builds them. The core library reads the tags; this file only passes texts on.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { load } from "@tagdown/core";

const core = load(wasm());

/**
 * A plugin for markdown-it: `markdown: { config: (md) => md.use(tagdown) }`.
 * Options are those of `render` in @tagdown/core, without `dialect`, `path` and `pages`.
 */
export default function tagdown(md, options = {}) {
  md.core.ruler.before("normalize", "tagdown", (state) => {
    if (state.inlineMode) return;
    const path = state.env?.relativePath ?? "";
    const pages = globalThis.VITEPRESS_CONFIG?.pages ?? [];
    state.src = core.render(state.src, { ...options, dialect: "vitepress", path, pages }).text;
  });
}

/** The compiled library. */
function wasm() {
  try {
    return readFileSync(createRequire(import.meta.url).resolve("@tagdown/core/tagdown.wasm"));
  } catch (cause) {
    throw new Error("@tagdown/vitepress: @tagdown/core has no tagdown.wasm; build it with `scripts/wasm --build`", { cause });
  }
}

import type { RenderOptions } from "@tagdown/core";

/** A plugin for the markdown-it of VitePress that renders tagged documents. */
export default function tagdown(md: unknown, options?: Omit<RenderOptions, "dialect" | "path" | "pages" | "titles">): void;

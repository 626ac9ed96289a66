import type { RenderOptions } from "@tagdown/core";

export interface Options extends Omit<RenderOptions, "dialect" | "path" | "pages" | "titles"> {
  /** The folder of the documents; `docs` unless set. */
  docs?: string;
}

/** A preprocessor for the Markdown of Docusaurus that renders tagged documents. */
export default function tagdown(options?: Options): (file: { filePath: string; fileContent: string }) => string;

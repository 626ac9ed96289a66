/** The kind of a block. Text without a tag counts as a note. */
export type Kind = "spec" | "note" | "bug" | "unverified";

/** A kind, or the name of its tag. */
export type KindName = Kind | "SPEC" | "NOTE" | "BUG" | "?";

export type Dialect =
  | "github" | "gitlab" | "material" | "docusaurus" | "vitepress" | "starlight" | "mdbook" | "myst" | "pandoc"
  | "obsidian" | "hugo" | "portable";

/** A place in the text: `text.slice(start, end)`. Lines are counted from 1. */
export interface Place {
  start: number;
  end: number;
  line: number;
  lastLine: number;
}

export interface Options {
  /** The tags that the project declares, with the kind that each reads as. */
  tags?: Record<string, KindName>;
}

export interface RenderOptions extends Options {
  dialect: Dialect;
  /** What happens to the reading instruction; `keep` unless set. */
  manifest?: "keep" | "fold" | "drop";
  /** The kinds that are shown; all unless set. */
  kinds?: Kind[];
  /** Whether the renderer's own syntax in the text stays unescaped. */
  raw?: boolean;
  /** The path of the document, for links to folders. */
  path?: string;
  /** The paths of all documents of the site, for links to folders. */
  pages?: string[];
  /** The anchors of the titles of other documents, by path; see `title`. For links to titles, which Docusaurus and Starlight give no anchor. */
  titles?: Record<string, string>;
}

export interface Rendered {
  text: string;
  /** How many blocks of each kind `kinds` left out. */
  leftOut: Partial<Record<Kind, number>>;
}

export interface Block {
  kind: Kind;
  /** Such as `limits/spec-1`. */
  address: string;
  /** Changes when the title or the content changes. */
  hash: string;
  title?: string;
  /** The tag as the project names it, if it is its own. */
  name?: string;
  isTagged: boolean;
  /** From the tag to the end of the text. */
  place: Place;
  content: Place;
  /** The values of a BUG, by the name of the field. */
  fields?: Record<string, Place>;
}

export interface Document {
  isTagged: boolean;
  title: string | null;
  version: string | null;
  blocks: Block[];
}

export interface Finding {
  rule: string;
  severity: "error" | "warning" | "info";
  message: string;
  address: string;
  place: Place;
  fix?: {
    title: string;
    safety: "safe" | "unsafe";
    /** In order, without overlaps. */
    edits: { start: number; end: number; text: string }[];
  };
}

export interface Preview {
  text: string;
  /** A tagged block is a quote that opens with `[!`, this mark, the kind and `] `. The document has the mark nowhere. */
  mark: string;
  /** For each line of the text, the line of the source, both from 0. */
  lines: number[];
}

export interface Tagdown {
  /** The document with one callout per tagged block. */
  render(text: string, options: RenderOptions): Rendered;
  blocks(text: string, options?: Options): Document;
  /** What `tagdown check` finds without a configuration and without other files. */
  check(text: string, options?: Options): { findings: Finding[] };
  /** A rendering for a live preview. */
  preview(text: string, options?: Options): Preview;
  /** The anchor that the title of the document has on GitHub. */
  title(text: string, options?: Options): { anchor: string | null };
}

/** Makes the functions from the bytes of `tagdown.wasm`, or from a compiled module. They throw an `Error` if an option is wrong. */
export function load(bytes: BufferSource | WebAssembly.Module): Tagdown;

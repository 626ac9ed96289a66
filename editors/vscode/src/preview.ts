// The built-in preview: blocks as callouts. The core library rewrites the source before Markdown is parsed, because a tag
// may be glued to a list; what is left here is to style the quotes that it marked, and to restore the line numbers.

import type MarkdownIt from "markdown-it";
import type { StateCore, Token } from "markdown-it";
import type { KindName } from "tagdown-wasm";
import * as vscode from "vscode";
import { core } from "./core";

const LABELS: Record<string, string> = { spec: "SPEC", note: "NOTE", bug: "BUG", unverified: "UNVERIFIED" };

interface Rewritten {
  mark: string;
  lines: number[];
}

/** The tags that the project of each document declares. The server knows them; a preview cannot wait for it. */
const tags = new Map<string, Record<string, KindName>>();

/** Remembers the tags of a document's project, and shows its preview again if they are others than before. */
export function rememberTags(uri: vscode.Uri, declared: Record<string, KindName> = {}) {
  const before = JSON.stringify(tags.get(uri.toString()) ?? {});
  tags.set(uri.toString(), declared);
  if (before !== JSON.stringify(declared)) void vscode.commands.executeCommand("markdown.preview.refresh");
}

/** The tags of the open document with this text. VS Code does not say which document it parses. */
function tagsOf(text: string): Record<string, KindName> | undefined {
  const found = vscode.workspace.textDocuments.find((one) => tags.has(one.uri.toString()) && one.getText() === text);
  return found && tags.get(found.uri.toString());
}

export function extendMarkdownIt(md: MarkdownIt): MarkdownIt {
  // By state, because one parser renders many documents.
  const rewritten = new WeakMap<StateCore, Rewritten>();
  md.core.ruler.before("normalize", "tagdown_source", (state) => {
    if (state.inlineMode) return;
    try {
      const { text, mark, lines } = core().preview(state.src, { tags: tagsOf(state.src) });
      if (text === state.src) return;
      state.src = text;
      rewritten.set(state, { mark, lines });
    } catch (problem) {
      // A preview without callouts is better than none.
      console.error("tagdown:", problem);
    }
  });
  md.core.ruler.after("block", "tagdown_blocks", (state) => {
    const made = rewritten.get(state);
    if (!made) return;
    for (const token of state.tokens) {
      if (token.map) token.map = [line(made, token.map[0]), line(made, token.map[1] - 1) + 1];
    }
    for (let index = state.tokens.length - 1; index >= 0; index--) callout(state, made.mark, index);
  });
  return md;
}

function line({ lines }: Rewritten, at: number): number {
  return lines[Math.max(0, Math.min(at, lines.length - 1))] ?? at;
}

/** Turns a quote that opens with the mark into a callout. */
function callout(state: StateCore, mark: string, index: number) {
  const [quote, paragraph, inline] = state.tokens.slice(index, index + 3) as [Token, Token?, Token?];
  const opening = `[!${mark}`;
  if (quote.type !== "blockquote_open" || inline?.type !== "inline" || !inline.content.startsWith(opening)) return;
  const end = inline.content.indexOf("]");
  const kind = inline.content.slice(opening.length, end);
  const lines = inline.content.slice(end + 1).split("\n");
  const own = (lines.shift() ?? "").trim();
  const title = own.startsWith(mark) ? own.slice(mark.length).replace(/^: */, "") : own;
  quote.attrJoin("class", `tagdown-block tagdown-${kind}`);
  quote.attrSet("role", "note");
  const token = (type: string, tag: string, nesting: -1 | 0 | 1) => {
    const made = new state.Token(type, tag, nesting);
    made.block = true;
    made.level = quote.level + 1;
    return made;
  };
  const open = token("paragraph_open", "p", 1);
  open.attrJoin("class", "tagdown-title");
  open.map = quote.map && [quote.map[0], quote.map[0] + 1];
  const words = token("inline", "", 0);
  words.content = `**${LABELS[kind] ?? kind}** ${title}`.trimEnd();
  words.children = [];
  words.level++;
  const close = token("paragraph_close", "p", -1);
  inline.content = lines.join("\n");
  // A callout whose text starts with a list has no paragraph besides its title.
  const isEmpty = inline.content.trim() === "" && paragraph?.type === "paragraph_open";
  state.tokens.splice(index + 1, isEmpty ? 3 : 0, open, words, close);
}

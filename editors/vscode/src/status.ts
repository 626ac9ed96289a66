// The status bar: how many tokens of the document a model reads. The AI view opens with a click.

import * as vscode from "vscode";
import { current } from "./documents";
import { rememberTags } from "./preview";
import type { Server } from "./server";

/** How long the text must rest before the tokens are counted, in milliseconds. */
const REST = 300;

export function registerStatus(context: vscode.ExtensionContext, server: Server) {
  const item = vscode.window.createStatusBarItem("tagdown.status", vscode.StatusBarAlignment.Right, 101);
  item.name = "tagdown";
  let waiting: NodeJS.Timeout | undefined;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void show(item, server), REST);
  };
  context.subscriptions.push(
    item,
    { dispose: () => clearTimeout(waiting) },
    vscode.window.onDidChangeActiveTextEditor(later),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === current()?.document) later();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("tagdown.statusBar")) later();
    }),
    server.onDidChange(later),
  );
  later();
}

async function show(item: vscode.StatusBarItem, server: Server) {
  const document = current()?.document;
  if (!document || !server.isRunning) return item.hide();
  const status = await server.command("tagdown.status", { uri: document.uri.toString() }).catch(() => undefined);
  if (status) rememberTags(document.uri, status.tags);
  if (current()?.document !== document) return;
  void vscode.commands.executeCommand("setContext", "tagdown.isTagged", status?.tagged === true);
  if (!status || !vscode.workspace.getConfiguration("tagdown").get("statusBar")) return item.hide();
  const number = (count: number) => count.toLocaleString("en-US");
  if (status.tagged) {
    const { shown, document: all } = status.tokens;
    item.text = `$(eye) ${number(shown)} of ${number(all)} tokens`;
    const count = (found: number, one: string) => `${number(found)} ${one}${found === 1 ? "" : "s"}`;
    item.tooltip = `An AI model reads ${number(shown)} of ${number(all)} tokens (${status.tokens.encoding}). ` +
      `${count(status.findings, "finding")}, ${count(status.open, "open claim")}. Click to see what it reads.`;
    item.command = "tagdown.aiView";
  } else {
    item.text = "$(tag) No tags";
    item.tooltip = "This page has no tags, so a model cannot tell facts from context. Click to see it converted.";
    item.command = "tagdown.convert";
  }
  item.show();
}

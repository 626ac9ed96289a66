// The conversion of a page: a diff first, then the change, if the user applies it.

import * as vscode from "vscode";
import { named } from "./documents";
import type { Server } from "./server";

const SCHEME = "tagdown-converted";

/** A conversion that is shown. */
interface Shown {
  source: vscode.Uri;
  version: number;
  text: string;
  edit: unknown;
}

/** Lines of the page that may have the wrong tag. */
interface Doubt {
  lines: [number, number];
  kind: string;
}

/** How many lines a message names. */
const FEW = 5;

function toReview(doubts: Doubt[]): string {
  if (doubts.length === 0) return "";
  const lines = doubts.slice(0, FEW).map(({ lines }) => lines[0]);
  const more = doubts.length > FEW ? ` and ${doubts.length - FEW} more` : "";
  return ` Check the tag of line ${lines.join(", ")}${more} of the page.`;
}

export function registerConversion(context: vscode.ExtensionContext, server: Server) {
  const shown = new Map<string, Shown>();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const pointer = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor("editorWarning.foreground"), fontStyle: "italic" },
    overviewRulerColor: new vscode.ThemeColor("editorWarning.foreground"),
  });
  const key = (source: vscode.Uri) => source.with({ scheme: SCHEME, query: source.scheme });

  server.conversations.set("tagdown.convert", async (argument, run) => {
    const document = named(argument.uri);
    if (!document) return void vscode.window.showInformationMessage("Open the page to convert first.");
    const version = document.version;
    const made = await run({ uri: document.uri.toString(), apply: false });
    if (made.text === document.getText()) {
      return void vscode.window.showInformationMessage("The page stays as it is: nothing in it needs a tag.");
    }
    const view = key(document.uri);
    shown.set(view.toString(), { source: document.uri, version, text: made.text, edit: made.edit });
    changed.fire(view);
    const name = document.uri.path.split("/").pop();
    await vscode.commands.executeCommand("vscode.diff", document.uri, view, `${name}: conversion`, { preview: true });
    point(document, made.doubts);
    const said = `The right side is the converted page.${toReview(made.doubts)} Nothing has changed yet.`;
    const choice = await vscode.window.showInformationMessage(said, "Apply", "Discard");
    if (choice === "Apply") await apply(view);
    if (choice === "Discard") await close(view);
  });

  /** Marks the lines in the page whose tag a person should look at. */
  function point(document: vscode.TextDocument, doubts: Doubt[]) {
    const marks = doubts.map(({ lines, kind }) => ({
      range: document.lineAt(lines[0] - 1).range,
      renderOptions: { after: { contentText: `  ${kind}?` } },
    }));
    const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
    for (const editor of editors) editor.setDecorations(pointer, marks);
  }

  async function apply(view: vscode.Uri | undefined) {
    const one = view && shown.get(view.toString());
    if (!one) return;
    const document = await vscode.workspace.openTextDocument(one.source);
    if (document.version !== one.version) {
      return void vscode.window.showWarningMessage("The page has changed since. Convert it again.");
    }
    if (!(await server.apply(one.edit))) {
      return void vscode.window.showWarningMessage("The page cannot be changed.");
    }
    await close(view);
    await vscode.window.showTextDocument(document);
  }

  async function close(view: vscode.Uri | undefined) {
    if (!view) return;
    shown.delete(view.toString());
    for (const editor of vscode.window.visibleTextEditors) editor.setDecorations(pointer, []);
    const isIt = (tab: vscode.Tab) =>
      tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === view.toString();
    await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isIt)));
  }

  /** The conversion in the active tab, when a button of the tab was pressed. */
  function active(): vscode.Uri | undefined {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME ? input.modified : undefined;
  }

  context.subscriptions.push(
    changed,
    pointer,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => shown.get(uri.toString())?.text ?? "",
    }),
    vscode.commands.registerCommand("tagdown.convert.apply", () => apply(active())),
    vscode.commands.registerCommand("tagdown.convert.discard", () => close(active())),
  );
}

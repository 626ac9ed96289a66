// Which documents are ours.

import * as vscode from "vscode";

/** The languages that VS Code reads as Markdown. */
export const LANGUAGES = ["markdown", "prompt", "instructions", "chatagent", "skill"];

export const SCHEMES = ["file", "untitled"];

export function isDocument(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return document !== undefined && LANGUAGES.includes(document.languageId) && SCHEMES.includes(document.uri.scheme);
}

/** The document that a person works on: the active one, or the only one that is visible beside a preview. */
export function current(): vscode.TextEditor | undefined {
  const active = vscode.window.activeTextEditor;
  if (active) return isDocument(active.document) ? active : undefined;
  const visible = vscode.window.visibleTextEditors.filter((editor) => isDocument(editor.document));
  return visible.length === 1 ? visible[0] : undefined;
}

let last: vscode.TextDocument | undefined;

/** Remembers the last document that a person worked on, for commands of the walkthrough, which hides it. */
export function rememberDocuments(): vscode.Disposable {
  const remember = () => {
    last = current()?.document ?? last;
  };
  remember();
  return vscode.window.onDidChangeActiveTextEditor(remember);
}

/** The document that a command is about: the one that it names, the current one, or the last one. */
export function named(uri: unknown): vscode.TextDocument | undefined {
  if (typeof uri !== "string") {
    const isHidden = vscode.window.activeTextEditor === undefined && last?.isClosed === false;
    return current()?.document ?? (isHidden ? last : undefined);
  }
  const wanted = vscode.Uri.parse(uri).toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === wanted);
}

// Findings that do not flicker: one that is gone disappears at once, one that is new waits until the text has rested.

import * as vscode from "vscode";
import { type DiagnosticProviderMiddleware, type LanguageClient, vsdiag } from "vscode-languageclient/node";

/** How long the text must rest, in milliseconds: in general, and if the finding is in the line of the cursor. */
const REST = 80;
const REST_HERE = 250;

export class Calm implements vscode.Disposable {
  private readonly changes = new Map<string, number>();
  private readonly shown = new Map<string, Set<string>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly subscriptions: vscode.Disposable[];
  client: LanguageClient | undefined;

  constructor() {
    this.subscriptions = [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.changes.set(document.uri.toString(), Date.now());
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri.toString())),
    ];
  }

  readonly middleware: DiagnosticProviderMiddleware = {
    provideDiagnostics: async (document, previous, token, next) => {
      const uri = "uri" in document ? document.uri : document;
      const report = await next(document, previous, token);
      if (report?.kind !== vsdiag.DocumentDiagnosticReportKind.full) return report;
      return { ...report, ...this.settled(uri, report.items) };
    },
  };

  /** The findings to show at this moment. Those that must wait are asked for again. */
  private settled(uri: vscode.Uri, items: vscode.Diagnostic[]): { items: vscode.Diagnostic[]; resultId?: undefined } {
    const key = uri.toString();
    const rested = Date.now() - (this.changes.get(key) ?? 0);
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === key);
    const known = this.shown.get(key) ?? new Set();
    const wait = (item: vscode.Diagnostic) =>
      item.range.start.line === editor?.selection.active.line ? REST_HERE : REST;
    const now = items.filter((item) => known.has(name(item)) || rested >= wait(item));
    this.shown.set(key, new Set(now.map(name)));
    if (now.length === items.length) return { items };
    const longest = Math.max(...items.filter((item) => !now.includes(item)).map(wait));
    clearTimeout(this.timers.get(key));
    this.timers.set(key, setTimeout(() => this.ask(uri), longest - rested + 5));
    // Without the number of the report, the server answers in full the next time.
    return { items: now, resultId: undefined };
  }

  private ask(uri: vscode.Uri) {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    const feature = this.client?.getFeature("textDocument/diagnostic");
    if (document) feature?.getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
  }

  private forget(key: string) {
    clearTimeout(this.timers.get(key));
    for (const map of [this.timers, this.changes, this.shown]) map.delete(key);
  }

  dispose() {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const one of this.subscriptions) one.dispose();
  }
}

/** What makes two findings the same while the text around them moves. */
function name({ code, message }: vscode.Diagnostic): string {
  return `${typeof code === "object" ? code.value : code}\n${message}`;
}

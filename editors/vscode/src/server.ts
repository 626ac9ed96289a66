// The language server: which program it is, how it is started, and what it answers.

import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import {
  type ExecuteCommandSignature,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  State,
  TransportKind,
} from "vscode-languageclient/node";
import { Calm } from "./calm";
import { LANGUAGES, SCHEMES } from "./documents";

/** A command of the server that asks the user, or shows something. `run` calls the server. */
export type Conversation = (argument: Argument, run: (argument: Argument) => Promise<Answer>) => Promise<unknown>;

export type Argument = Record<string, unknown>;

// Answers are JSON, described in docs/editors.md.
export type Answer = any;

export class Server {
  /** What the commands of the server do here, by their names. */
  readonly conversations = new Map<string, Conversation>();
  private readonly changed = new vscode.EventEmitter<boolean>();
  /** Whether the server runs, each time that changes. */
  readonly onDidChange = this.changed.event;
  private readonly calm = new Calm();
  private readonly log: vscode.LogOutputChannel;
  private client: LanguageClient | undefined;
  private starting: Promise<void> | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {
    this.log = vscode.window.createOutputChannel("tagdown", { log: true });
    context.subscriptions.push(this.log, this.changed, this.calm);
    context.subscriptions.push(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("tagdown.path")) void this.restart();
      }),
    );
  }

  get isRunning(): boolean {
    return this.client?.state === State.Running;
  }

  start(): Promise<void> {
    this.starting ??= this.startNow().finally(() => {
      this.starting = undefined;
    });
    return this.starting;
  }

  async stop() {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) await client.stop();
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  showLog() {
    this.log.show();
  }

  /** Calls a command of the server. The promise is undefined if the server cannot be started. */
  async command(name: string, argument: Argument): Promise<Answer> {
    return this.request("workspace/executeCommand", { command: name, arguments: [argument] });
  }

  async request(method: string, params: unknown): Promise<Answer> {
    if (!this.isRunning) await this.start();
    return this.client?.sendRequest(method, params);
  }

  /** Makes an edit of the server, if the document still has the version that it was made for. */
  async apply(edit: unknown): Promise<boolean> {
    const made = await this.client?.protocol2CodeConverter.asWorkspaceEdit(edit as never);
    return made !== undefined && vscode.workspace.applyEdit(made);
  }

  private async startNow() {
    if (this.client) return;
    const command = this.program();
    if (!command) return;
    this.log.info(`starting ${command} lsp`);
    const run = { command, args: ["lsp"], transport: TransportKind.stdio };
    const client = new LanguageClient("tagdown", "tagdown", { run, debug: run }, this.options());
    this.client = client;
    this.calm.client = client;
    client.onDidChangeState(({ newState }) => {
      void vscode.commands.executeCommand("setContext", "tagdown.isRunning", newState === State.Running);
      this.changed.fire(newState === State.Running);
    });
    try {
      await client.start();
    } catch (problem) {
      this.client = undefined;
      await this.complain(`tagdown cannot be started: ${problem instanceof Error ? problem.message : problem}`);
    }
  }

  /** The program inside the extension, or the one that the user of this machine chose. A folder cannot choose one. */
  private program(): string | undefined {
    const chosen = vscode.workspace.getConfiguration("tagdown").inspect<string>("path")?.globalValue?.trim();
    if (chosen && vscode.workspace.isTrusted) {
      if (existsSync(chosen)) return chosen;
      void this.complain(`tagdown.path does not exist: ${chosen}`);
      return undefined;
    }
    const bundled = join(this.context.extensionPath, "bin", process.platform === "win32" ? "tagdown.exe" : "tagdown");
    if (existsSync(bundled)) return bundled;
    void this.complain("This package of the extension has no program for this system; set tagdown.path.");
    return undefined;
  }

  private async complain(problem: string) {
    this.log.error(problem);
    const chosen = await vscode.window.showErrorMessage(problem, "Open Settings", "Show Logs");
    if (chosen === "Show Logs") this.showLog();
    if (chosen === "Open Settings") {
      await vscode.commands.executeCommand("workbench.action.openSettings", "tagdown.path");
    }
  }

  private options(): LanguageClientOptions {
    const documents = SCHEMES.flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language })));
    const settings = vscode.workspace.getConfiguration("tagdown");
    return {
      documentSelector: [...documents, { scheme: "file", pattern: "**/{tagdown,.tagdown}.toml" }],
      initializationOptions: { ...settings, prompts: true },
      synchronize: { configurationSection: "tagdown" },
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // Text of a document in a hover never runs a command.
      markdown: { isTrusted: false, supportHtml: false },
      middleware: {
        executeCommand: (command, given, next) => this.converse(command, given, next),
        ...this.calm.middleware,
      },
    };
  }

  /** The client registers the commands of the server; here they become conversations with the user. */
  private async converse(command: string, given: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
    const argument = (given[0] ?? {}) as Argument;
    const run = async (argument: Argument): Promise<Answer> => next(command, [argument]);
    try {
      return await (this.conversations.get(command) ?? ((argument, run) => run(argument)))(argument, run);
    } catch (problem) {
      void vscode.window.showWarningMessage(`tagdown: ${problem instanceof Error ? problem.message : problem}`);
      return undefined;
    }
  }
}

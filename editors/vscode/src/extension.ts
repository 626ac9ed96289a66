// What VS Code starts and stops. Each file beside this one owns one thing that a person sees.

import * as vscode from "vscode";
import { registerClaims } from "./claims";
import { registerCommands } from "./commands";
import { registerConversion } from "./conversion";
import { rememberDocuments } from "./documents";
import { extendMarkdownIt } from "./preview";
import { Server } from "./server";
import { registerStatus } from "./status";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext) {
  server = new Server(context);
  context.subscriptions.push(rememberDocuments());
  registerConversion(context, server);
  registerCommands(context, server);
  registerClaims(context, server);
  registerStatus(context, server);
  // The preview needs no server, so it does not wait for one.
  void server.start();
  return { extendMarkdownIt };
}

export async function deactivate() {
  await server?.stop();
}

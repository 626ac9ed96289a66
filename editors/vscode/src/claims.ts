// The tree of open claims: unverified blocks of all documents, oldest first, by document.

import * as vscode from "vscode";
import type { Server } from "./server";

interface Claim {
  uri: string;
  address: string;
  hash: string;
  lines: [number, number];
  text: string;
  days: number | null;
  since: string | null;
  author: string | null;
  source: string;
}

type Node = { uri: vscode.Uri; claims: Claim[] } | Claim;

const isClaim = (node: Node): node is Claim => "address" in node;

export function registerClaims(context: vscode.ExtensionContext, server: Server) {
  const tree = new Claims(server);
  const view = vscode.window.createTreeView("tagdown.openClaims", { treeDataProvider: tree, showCollapseAll: true });
  tree.onCount = (count) => {
    view.badge = count > 0 ? { value: count, tooltip: `${count} unverified` } : undefined;
    view.description = count > 0 ? String(count) : undefined;
  };
  context.subscriptions.push(
    view,
    view.onDidChangeVisibility(() => tree.refresh()),
    vscode.workspace.onDidSaveTextDocument(() => tree.refresh()),
    server.onDidChange(() => tree.refresh()),
    vscode.commands.registerCommand("tagdown.openClaims.refresh", () => tree.refresh()),
    vscode.commands.registerCommand("tagdown.openClaims.confirm", async (claim: Claim) => {
      await open(claim);
      await vscode.commands.executeCommand("tagdown.promote", { uri: claim.uri, address: claim.address, hash: claim.hash });
    }),
    vscode.commands.registerCommand("tagdown.openClaims.open", open),
  );
}

async function open(claim: Claim) {
  const line = claim.lines[0] - 1;
  const selection = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(claim.uri), { selection });
}

class Claims implements vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  onCount: (count: number) => void = () => {};

  constructor(private readonly server: Server) {}

  refresh() {
    this.changed.fire();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return isClaim(node) ? [] : node.claims;
    if (!this.server.isRunning) return [];
    const open: Claim[] = (await this.server.request("tagdown/openClaims", {}))?.open ?? [];
    this.onCount(open.length);
    const files = new Map<string, Claim[]>();
    for (const claim of open) files.set(claim.uri, [...(files.get(claim.uri) ?? []), claim]);
    return [...files].map(([uri, claims]) => ({ uri: vscode.Uri.parse(uri), claims }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (!isClaim(node)) {
      const item = new vscode.TreeItem(node.uri, vscode.TreeItemCollapsibleState.Expanded);
      item.iconPath = vscode.ThemeIcon.File;
      item.description = String(node.claims.length);
      return item;
    }
    const item = new vscode.TreeItem(node.text || node.address);
    item.description = age(node);
    const by = node.author ? ` by ${node.author}` : "";
    item.tooltip = `${node.text}\n\n${node.address}, line ${node.lines[0]}${node.since ? `, since ${node.since}${by}` : ""}`;
    item.iconPath = new vscode.ThemeIcon("question");
    item.contextValue = "claim";
    item.command = { command: "tagdown.openClaims.open", title: "Open", arguments: [node] };
    return item;
  }
}

function age({ days, source }: Claim): string {
  if (source === "uncommitted") return "not committed";
  if (days === null) return "";
  return days === 0 ? "today" : `${days} ${days === 1 ? "day" : "days"}`;
}

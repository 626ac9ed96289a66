// The commands that change or show the open document.

import * as vscode from "vscode";
import { core } from "./core";
import { current, named } from "./documents";
import type { Answer, Argument, Server } from "./server";

const NO_DOCUMENT = "Open a Markdown document first.";

export function registerCommands(context: vscode.ExtensionContext, server: Server) {
  server.conversations.set("tagdown.aiView", (argument, run) => showView(argument, run));
  server.conversations.set("tagdown.promote", (argument, run) => confirm(argument, run));
  server.conversations.set("tagdown.allow", (argument, run) => allow(argument, run));
  const register = (name: string, run: () => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  register("tagdown.fixAll", fixAll);
  register("tagdown.foldNotes", () => foldNotes("editor.fold"));
  register("tagdown.unfoldNotes", () => foldNotes("editor.unfold"));
  register("tagdown.restart", () => server.restart());
  register("tagdown.showLogs", () => server.showLog());
}

type Run = (argument: Argument) => Promise<Answer>;

async function showView(argument: Argument, run: Run) {
  const document = named(argument.uri);
  if (!document) return void vscode.window.showInformationMessage(NO_DOCUMENT);
  const made = await run({ uri: document.uri.toString() });
  const view = await vscode.workspace.openTextDocument(vscode.Uri.parse(made.uri));
  await vscode.window.showTextDocument(view, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

/** Confirms a claim: the one that the argument names, the one at the cursor, or one that the user picks. */
async function confirm(given: Argument, run: Run) {
  const document = named(given.uri);
  if (!document) return void vscode.window.showInformationMessage(NO_DOCUMENT);
  let chosen = given.address ? again(document, given) : await pickClaim(document);
  if (!chosen) return;
  const argument: Argument = { to: "spec", ...given };
  for (;;) {
    // While the user looks for evidence, the text may change around the claim.
    const claim = again(document, chosen);
    if (!claim || (claim.hash !== chosen.hash && !(await stillHolds(claim)))) return;
    chosen = claim;
    Object.assign(argument, { uri: document.uri.toString(), version: document.version, address: claim.address });
    let answer: Answer;
    try {
      answer = await run(argument);
    } catch (problem) {
      // The evidence is kept while the user changes the words of the claim.
      const why = problem instanceof Error ? problem.message : problem;
      const said = `Not confirmed: ${why}. Change the text, then try again; your answers are kept.`;
      if ((await vscode.window.showWarningMessage(said, "Try Again")) !== "Try Again") return;
      continue;
    }
    if (!answer?.needs) {
      const said = ["Confirmed.", ...(answer?.remarks ?? [])].join(" ");
      return void vscode.window.setStatusBarMessage(`$(verified) ${said}`, 5000);
    }
    if (!(await supply(argument, answer.needs, `Confirm: ${claim.text}`))) return;
  }
}

/** Whether the answers that the user gave also hold for a claim whose words have changed since. */
async function stillHolds(claim: Claim): Promise<boolean> {
  const question = "The claim has changed. Does your evidence hold for what it says now?";
  return (await vscode.window.showWarningMessage(question, { modal: true, detail: claim.text }, "Confirm")) === "Confirm";
}

/** An unverified block. */
interface Claim {
  address: string;
  hash: string;
  text: string;
  line: number;
  lastLine: number;
}

function claims(document: vscode.TextDocument): Claim[] {
  const text = document.getText();
  const blocks = core().blocks(text).blocks.filter((block) => block.isTagged && block.kind === "unverified");
  return blocks.map(({ address, hash, place, content }) => {
    const first = text.slice(content.start, content.end).split(/\r?\n/)[0] ?? "";
    return { address, hash, text: first || address, line: place.line, lastLine: place.lastLine };
  });
}

/** A claim where it is by now: the one with the same text, otherwise with the same address. */
function again(document: vscode.TextDocument, { hash, address }: { hash?: unknown; address?: unknown }): Claim | undefined {
  const found = claims(document);
  const claim = found.find((one) => one.hash === hash) ?? found.find((one) => one.address === address);
  if (!claim) void vscode.window.showInformationMessage("The claim is not in the document any more.");
  return claim;
}

/** The claim at the cursor, the only one, or the one that the user picks. */
async function pickClaim(document: vscode.TextDocument): Promise<Claim | undefined> {
  const found = claims(document);
  if (found.length === 0) {
    void vscode.window.showInformationMessage("This document has no unverified claim: no block with the tag [?].");
    return undefined;
  }
  const editor = current();
  const line = editor?.document === document ? editor.selection.active.line + 1 : 0;
  const here = found.find((claim) => claim.line <= line && line <= claim.lastLine);
  if (here || found.length === 1) return here ?? found[0];
  const items = found.map((claim) => ({ label: claim.text, description: `line ${claim.line}`, claim }));
  return (await vscode.window.showQuickPick(items, { title: "Which claim do you confirm?" }))?.claim;
}

/** Asks for what a confirmation needs. Returns whether the user answered. */
async function supply(argument: Argument, needs: Answer, title: string): Promise<boolean> {
  const questions: [string, string, string][] = [];
  if (needs.evidence) {
    questions.push(["evidence", "How do you know it? The answer is written below the fact.", "For example: load test 481 of 2026-11-02"]);
  }
  if (needs.by) questions.push(["by", "Who confirms it?", "Your name, because git has none"]);
  for (const field of needs.fields ?? []) {
    questions.push([field.toLowerCase().replace(/ /g, "-"), `${field} of the bug?`, field]);
  }
  for (const [index, [key, prompt, placeHolder]] of questions.entries()) {
    const value = await vscode.window.showInputBox({
      title: questions.length > 1 ? `${title} (${index + 1} of ${questions.length})` : title,
      prompt,
      placeHolder,
      // The evidence may have to be looked up elsewhere.
      ignoreFocusOut: true,
      // Nothing is wrong before the user has typed something.
      validateInput: (text) => (text === "" || text.trim() ? undefined : "It must have a word."),
    });
    if (!value?.trim()) return false;
    argument[key] = value.trim();
  }
  if (needs.removes?.length) {
    const lines = needs.removes.map((one: Answer) => `Line ${one.line}: ${one.text}`).join("\n");
    const choice = await vscode.window.showWarningMessage(
      "A confirmed fact has no doubts. Remove these words from it?",
      { modal: true, detail: lines },
      "Remove",
      "Keep",
    );
    if (!choice) return false;
    argument.doubts = choice.toLowerCase();
  }
  return questions.length > 0 || Boolean(needs.removes?.length);
}

/** Allows a rule, with a reason. */
async function allow(argument: Argument, run: Run) {
  const answer = await run(argument);
  if (!answer?.needs) return;
  const reason = await vscode.window.showInputBox({
    title: `Allow ${argument.rule} here`,
    prompt: "Why is it right here? The reason is written into a comment.",
    ignoreFocusOut: true,
  });
  if (reason?.trim()) await run({ ...argument, reason: reason.trim() });
}

async function fixAll() {
  const document = named(undefined);
  if (!document) return void vscode.window.showInformationMessage(NO_DOCUMENT);
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    whole,
    "source.fixAll.tagdown",
    1,
  );
  const edit = actions.find((action) => action.edit)?.edit;
  if (!edit) return void vscode.window.showInformationMessage("There is no safe fix to apply.");
  await vscode.workspace.applyEdit(edit);
}

/** Folds or unfolds the lines of all notes. */
async function foldNotes(command: "editor.fold" | "editor.unfold") {
  const document = named(undefined);
  if (!document) return void vscode.window.showInformationMessage(NO_DOCUMENT);
  const notes = core().blocks(document.getText()).blocks;
  const tagged = notes.filter((block) => block.isTagged && block.kind === "note");
  const selectionLines = tagged.map((block) => block.place.line - 1);
  if (selectionLines.length === 0) {
    return void vscode.window.showInformationMessage("This document has no block with the tag [NOTE].");
  }
  await vscode.window.showTextDocument(document, { viewColumn: current()?.viewColumn });
  await vscode.commands.executeCommand(command, { selectionLines, levels: 1 });
}

// Works with the extension as a person does, in VS Code in a browser. `scripts/vscode` runs it.

import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [chromiumPath, port, project, home] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(join(home, "npm/node_modules/playwright-core/index.mjs")).href);

const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
page.setDefaultTimeout(45_000);

/** Keeps a picture of the window. */
const picture = (name) => page.screenshot({ path: join(home, "screenshots", `${name}.png`) });
const saved = (name) => readFileSync(join(project, name), "utf8");
const rest = (milliseconds) => page.waitForTimeout(milliseconds);

/** The text in a part of the window, on one line. */
const shown = async (part) => (await part.innerText()).replace(/\s+/g, " ");

async function until(what, ready, seconds = 45) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    const found = await ready();
    if (found) return found;
    await rest(200);
  }
  throw new Error(`not within ${seconds} s: ${what}`);
}

/** Types into the box that a key opens. It closes if the focus moves at that moment, as after a change of tabs. */
async function quick(key, text) {
  await until(`the box of ${key}`, async () => {
    await page.keyboard.press(key);
    const filled = page.locator(".quick-input-widget input[type=text]").fill(text, { timeout: 3000 });
    return filled.then(() => true, () => false);
  });
}

/** Runs a command by its words. The list has only what is possible at the moment when it opens, so it is opened again until it has them. */
async function run(command) {
  // Not with Enter: the best match is not always the one with these words.
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: command }).first();
  await until(`the command ${command}`, async () => {
    await quick("F1", `>${command}`);
    if (await row.click({ timeout: 3000 }).then(() => true, () => false)) return true;
    await page.keyboard.press("Escape");
    return false;
  });
}

async function open(name) {
  await quick("Control+p", name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".tab.active", { hasText: name }).waitFor();
}

async function goTo(line) {
  await quick("Control+g", `:${line}`);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  await page.locator(".statusbar-item", { hasText: `Ln ${line},` }).first().waitFor();
}

async function save(name, ready) {
  return until(`${name} on the disk`, async () => {
    await page.keyboard.press("Control+s");
    await rest(300);
    return ready(saved(name));
  });
}

/** The frame in a webview that has the preview, in a theme. */
async function previewFrame(theme = "") {
  for (const frame of page.frames()) {
    if (await frame.locator(`body${theme} .markdown-body, body${theme}.markdown-body`).count().catch(() => 0)) return frame;
  }
  return undefined;
}

const THEMES = [["light", "Light Modern"], ["dark", "Dark Modern"], ["high-contrast", "Dark High Contrast"]];

async function choose(theme) {
  await run("Preferences: Color Theme");
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: theme }).first();
  await page.locator(".quick-input-widget input[type=text]").fill(theme);
  await row.click();
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

const STEPS = {
  async start() {
    await page.goto(`http://127.0.0.1:${port}/?folder=${project}`);
    await page.locator(".monaco-workbench .explorer-viewlet, .monaco-workbench .part.sidebar").first().waitFor();
    await rest(2000);
    await open("depot.md");
    await page.locator(".view-lines").first().waitFor();
  },

  async restricted() {
    await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
    await page.locator(".squiggly-error, .squiggly-warning, .squiggly-info").first().waitFor();
    await page.locator(".statusbar-item", { hasText: /\d of \d+ tokens/ }).first().waitFor();
    await picture("restricted");
    await run("Workspaces: Manage Workspace Trust");
    await page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).click();
    await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor({ state: "detached" });
    await page.locator(".monaco-modal-editor-block .codicon-close").last().click();
    await page.locator(".workspace-trust-editor").waitFor({ state: "hidden" });
  },

  async diagnostics() {
    await page.locator(".squiggly-error, .squiggly-warning, .squiggly-info").first().waitFor();
    await run("Problems: Focus on Problems View");
    await page.locator(".markers-panel .monaco-list-row", { hasText: "inline-content" }).first().waitFor();
    await picture("diagnostics");
  },

  async lenses() {
    // VS Code asks for lenses only while the text has the focus.
    await run("View: Focus Active Editor Group");
    await page.locator(".codelens-decoration", { hasText: "AI view" }).first().waitFor();
    await page.locator(".codelens-decoration", { hasText: "confirm" }).first().waitFor();
  },

  async status() {
    await page.locator(".statusbar-item", { hasText: /\d of \d+ tokens/ }).first().waitFor();
  },

  async fix() {
    await run("View: Focus Active Editor Group");
    await goTo(14);
    await page.keyboard.press("Control+.");
    const action = page.locator(".action-widget .monaco-list-row", { hasText: "Move the content to the next line" }).first();
    await action.waitFor();
    await picture("quick-fix");
    await action.click();
    await save("depot.md", (text) => text.includes("**[SPEC]**\nBody of an upload: 4 MB 😀"));
  },

  async calm() {
    // A finding that is typed appears when the text rests, and disappears with its cause.
    await goTo(15);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("**[NOTE]** x");
    await page.locator(".markers-panel .monaco-list-row", { hasText: "inline-content" }).first().waitFor();
    for (let left = "**[NOTE]** x".length + 1; left > 0; left--) await page.keyboard.press("Backspace");
    await page.locator(".markers-panel .monaco-list-row", { hasText: "inline-content" }).first().waitFor({ state: "detached" });
    await run("File: Revert File");
    await run("View: Hide Panel");
  },

  async outline() {
    await run("Explorer: Focus on Outline View");
    await page.locator(".outline-tree .monaco-list-row", { hasText: "[BUG] Upload stays" }).first().waitFor();
    await picture("outline");
  },

  async claims() {
    await run("Explorer: Focus on Open Claims View");
    await page.locator(".monaco-list-row", { hasText: "The gateway keeps an upload" }).first().waitFor();
    await picture("claims");
  },

  async folding() {
    await open("depot.md");
    await run("tagdown: Fold All NOTE Blocks");
    const lines = page.locator(".editor-instance .view-lines").first();
    await until("folded notes", async () => !(await shown(lines)).includes("first gateway"));
    await picture("folded");
    await run("tagdown: Unfold All NOTE Blocks");
    await until("unfolded notes", async () => (await shown(lines)).includes("first gateway"));
  },

  async promote() {
    await page.locator(".codelens-decoration a", { hasText: "confirm" }).first().click();
    const input = page.locator(".quick-input-widget input[type=text]");
    await input.waitFor();
    await picture("promote");
    await input.fill("settings of the gateway, 2026-11-02");
    await page.keyboard.press("Enter");
    const text = await save("depot.md", (text) => !text.includes("**[?]**") && text);
    assert.match(text, /\*\*\[SPEC\]\*\*\nThe gateway keeps an upload for 30 days\./);
    assert.match(text, /Ada.*settings of the gateway, 2026-11-02|settings of the gateway, 2026-11-02.*Ada/s);
    await picture("promoted");
  },

  async view() {
    await run("tagdown: Show What an AI Model Reads");
    const view = page.locator(".editor-group-container").nth(1);
    await until("the AI view", async () => (await shown(view)).includes("keeps an upload for 30 days"));
    assert.ok(!(await shown(view)).includes("customer"));
    await picture("ai-view");
    await goTo(15);
    await page.keyboard.press("End");
    await page.keyboard.type(" per file");
    await until("the AI view of the text as typed", async () => (await shown(view)).includes("per file"));
    await run("File: Revert File");
    await until("the text as saved", async () => !(await shown(view)).includes("per file"));
  },

  async preview() {
    await run("View: Close All Editors");
    await open("depot.md");
    await run("Markdown: Open Preview to the Side");
    const frame = await until("the preview", async () => previewFrame());
    await frame.locator(".tagdown-bug .tagdown-title", { hasText: "BUG Upload stays at 100 %" }).waitFor();
    assert.deepEqual(await frame.locator(".tagdown-title strong").allInnerTexts(), ["SPEC", "NOTE", "SPEC", "NOTE", "BUG", "NOTE"]);
    const line = await frame.locator(".tagdown-bug").first().getAttribute("data-line");
    const source = saved("depot.md").split("\n")[Number(line)];
    assert.equal(source, "**[BUG] Upload stays at 100 %**");
    for (const [name, theme] of THEMES) {
      await choose(theme);
      // The preview is loaded again.
      await until(`the preview in ${theme}`, async () => previewFrame(`.vscode-${name}`));
      await rest(500);
      await picture(`preview-${name}`);
    }
    await choose(THEMES[0][1]);
    // A tag that the project declares.
    await run("View: Close All Editors");
    await open("decision.md");
    await run("Markdown: Open Preview to the Side");
    await until("a callout for a declared tag", async () => (await previewFrame())?.locator(".tagdown-note").count());
  },

  async convert() {
    await run("View: Close All Editors");
    await open("plain.md");
    await page.locator(".statusbar-item", { hasText: "No tags" }).first().click();
    const apply = page.locator(".notifications-toasts .monaco-button", { hasText: "Apply" }).first();
    await apply.waitFor();
    await rest(700);
    await picture("conversion");
    assert.ok(!saved("plain.md").includes("**["));
    await apply.click();
    await page.locator(".tab", { hasText: "conversion" }).waitFor({ state: "detached" });
    await save("plain.md", (text) => text.includes("**[SPEC]**") && text.includes("AI READING INSTRUCTION"));
    await picture("converted");
  },

  async newcomer() {
    // An untagged page becomes clean and its claim a fact, by what the window offers.
    await run("View: Close All Editors");
    await open("cache.md");
    await page.locator(".statusbar-item", { hasText: "No tags" }).first().click();
    await page.locator(".notifications-toasts .monaco-button", { hasText: "Apply" }).first().click();
    await page.locator(".tab", { hasText: "conversion" }).waitFor({ state: "detached" });
    await until("tags", async () => (await shown(page.locator(".view-lines").first())).includes("[NOTE]"));
    // The focus moves to the page; what is typed before that would become text.
    await rest(1500);
    await goTo(7);
    await page.keyboard.press("Control+.");
    await page.locator(".action-widget .monaco-list-row", { hasText: "Make it unverified" }).first().waitFor();
    await picture("newcomer-actions");
    await page.locator(".action-widget .monaco-list-row", { hasText: "Make it unverified" }).first().click();
    await page.locator(".codelens-decoration a", { hasText: "confirm" }).first().click();
    const input = page.locator(".quick-input-widget input[type=text]");
    await input.waitFor();
    await input.fill("measured with run 12");
    await page.keyboard.press("Enter");
    await page.locator(".monaco-dialog-box").waitFor();
    await picture("newcomer-doubts");
    await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Remove" }).click();
    // The rest of the doubt is for the writer to remove; the evidence is kept.
    const again = page.locator(".notifications-toasts .monaco-button", { hasText: "Try Again" }).first();
    await again.waitFor();
    await rest(700);
    await picture("newcomer-refused");
    await goTo(8);
    await page.keyboard.press("End");
    for (let left = " Nobody has measured that yet.".length; left > 0; left--) await page.keyboard.press("Backspace");
    await again.click();
    await page.locator(".monaco-dialog-box", { hasText: "The claim has changed" }).waitFor();
    await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Confirm" }).click();
    const text = await save("cache.md", (text) => text.includes("measured with run 12") && text);
    assert.match(text, /It is flushed every hour\./);
    await picture("newcomer-confirmed");
  },

  async restart() {
    await run("tagdown: Restart Server");
    await rest(3000);
    await run("tagdown: Show What an AI Model Reads");
    const view = page.locator(".editor-group-container").nth(1);
    await until("the AI view", async () => (await shown(view)).includes("flushed every hour"));
  },

  async walkthrough() {
    await run("Welcome: Open Walkthrough...");
    await page.locator(".quick-input-widget input[type=text]").fill("tagdown");
    await page.keyboard.press("Enter");
    await page.getByText("Get started with tagdown").first().waitFor();
    await rest(1000);
    await picture("walkthrough");
    // The walkthrough hides the page that its buttons are about.
    await page.getByText("Fold the context away").first().click();
    await page.getByText("Fold all NOTE blocks").first().click();
    await page.locator(".tab.active", { hasText: "cache.md" }).first().waitFor();
  },
};

const only = process.env.STEPS?.split(",");
const steps = Object.entries(STEPS).filter(([name]) => !only || only.includes(name));
for (const [name, step] of steps) {
  const start = Date.now();
  try {
    await step();
    console.log(`${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
  } catch (problem) {
    await picture(`failed-${name}`);
    console.error(`${name}: ${problem.stack}`);
    await browser.close();
    process.exit(1);
  }
}
await browser.close();
console.log(`browser: ${steps.length} of ${Object.keys(STEPS).length} steps passed`);

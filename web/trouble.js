// The calm page for anything that goes wrong: what happened, a report to copy, and a way back.

import { SITE } from "./download.js";
import { say } from "./words.js";

const part = (id) => document.getElementById(id);
let playing = false;

/** From now on an error is one of the running game, not of loading it. */
export function gameIsRunning() {
  playing = true;
}

/** Show the page for an error. A later error adds nothing: the first one is the cause. */
export function trouble(error) {
  console.error(error);
  if (!part("trouble").hidden) return;
  const report = reportOf(error);
  part("trouble-title").textContent = say("trouble");
  part("trouble-text").textContent = say(playing ? "broken" : error?.kind ?? "unable");
  part("report-title").textContent = say("report");
  part("report").textContent = report;
  part("again").textContent = say(playing ? "back" : "again");
  part("again").onclick = () => location.reload();
  part("copy-report").textContent = say("copy");
  part("copy-report").onclick = () => copy(report);
  part("trouble").hidden = false;
  part("again").focus();
}

// Nothing in a report says who plays: tags of the record hold names, and a Python error may quote one.
function reportOf(error) {
  const game = current();
  const text = String(error?.stack?.includes(error?.message) ? error.stack : (error?.message ?? error));
  const lines = [`Kontor ${globalThis.KONTOR?.version ?? "(unknown version)"}`, navigator.userAgent, "", nameless(text, game.record)];
  if (game.scene) lines.push("", `scene ${game.scene}, decision ${game.decision ?? "none"}`);
  if (game.record) lines.push("", game.record.split("\n").filter((line) => !line.startsWith("tag ")).join("\n"));
  return lines.join("\n").replaceAll(SITE, ""); // where somebody plays is nobody's business
}

// What the game says of itself or, if it is dead, the game that was saved last.
function current() {
  const bridge = globalThis.kontor;
  try {
    return bridge?.state() ?? {};
  } catch {
    try {
      return { record: bridge.saved() };
    } catch {
      return {}; // the storage is blocked as well
    }
  }
}

function nameless(text, record = "") {
  for (const [, seat, name] of (record ?? "").matchAll(/^tag name\.(\d+) (.+)$/gm)) {
    if (/^\d+$/.test(name)) continue;
    const word = name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    text = text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "gu"), `player ${Number(seat) + 1}`);
  }
  return text;
}

async function copy(report) {
  try {
    await navigator.clipboard.writeText(report);
    part("copy-report").textContent = say("copied");
  } catch {
    // Without https there is no clipboard: show the report, marked, ready to be copied by hand.
    part("report").parentElement.open = true;
    getSelection().selectAllChildren(part("report"));
  }
}

addEventListener("error", (event) => {
  if (event.error) trouble(event.error);
});
addEventListener("unhandledrejection", (event) => trouble(event.reason));

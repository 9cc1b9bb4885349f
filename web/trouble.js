// The calm page for anything that goes wrong: what happened, a report to copy, and a way back.

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

function reportOf(error) {
  const lines = [`Kontor ${globalThis.KONTOR?.version ?? "(unknown version)"}`, navigator.userAgent, ""];
  lines.push(String(error?.stack?.includes(error?.message) ? error.stack : (error?.message ?? error)));
  try {
    const state = globalThis.kontor?.state();
    if (state) lines.push("", JSON.stringify(state, null, 1));
  } catch {
    lines.push("", "(the game cannot tell its state any more)");
  }
  return lines.join("\n");
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

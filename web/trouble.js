// Errors while loading and playing, shown on the fatal-error page (aground.js) with a report for developers.

import { SITE } from "./download.js";

const { aground } = globalThis;
let playing = false;

/** Treat errors from now on as those of the running game, not of loading it. */
export function gameIsRunning() {
  playing = true;
}

/** Show the fatal-error page. Later errors are ignored: the first is the cause. */
export function trouble(error) {
  console.error(error);
  aground.show(playing ? "broken" : (error?.kind ?? "unable"), reportOf(error));
}

// A report must not identify players: a record's tags contain names, and a Python error can quote one.
function reportOf(error) {
  const game = current();
  const text = String(error?.stack?.includes(error?.message) ? error.stack : (error?.message ?? error));
  const lines = [`Kontor ${globalThis.KONTOR?.version ?? "(unknown version)"}`, navigator.userAgent, "", nameless(text, game.record)];
  if (game.scene) lines.push("", `scene ${game.scene}, decision ${game.decision ?? "none"}`);
  if (game.record) lines.push("", game.record.split("\n").filter((line) => !line.startsWith("tag ")).join("\n"));
  return lines.join("\n").replaceAll(SITE, ""); // nor where they play
}

// Return the game's own report or, if the game has crashed, the record saved last.
function current() {
  const bridge = globalThis.kontor;
  try {
    return bridge?.state() ?? {};
  } catch {
    try {
      return { record: bridge.saved() };
    } catch {
      return {}; // storage is blocked as well
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

/** Return whether the site's own code failed, by the innermost frame: browser extensions also run scripts in the
 * page. */
function isOurs(error) {
  const stack = String(error?.stack ?? "").replace(error?.message, ""); // Chromium begins with the message
  const [frame = ""] = stack.match(/[\w-]+:\/\/\S+/g) ?? [];
  return frame.startsWith(SITE) || frame.startsWith("wasm:");
}

function judge(error) {
  if (isOurs(error)) trouble(error);
}

addEventListener("error", (event) => judge(event.error));
addEventListener("unhandledrejection", (event) => judge(event.reason));

// The loader: fetch everything at once, start Python, unpack the game, play.

import { arrive, begin } from "./attempts.js";
import { compiled, download } from "./download.js";
import { forget, prepare, recall } from "./memory.js";
import { recovered } from "./journal.js";
import { keepSite } from "./offline.js";
import { GAME, awaken, startPython } from "./python.js";
import { install } from "./table.js";
import { gameIsRunning, trouble } from "./trouble.js";
import { gunzip, unpack } from "./unpack.js";
import { arrived, land, step } from "./voyage.js";

const { runtime, page, game: gameFolder, files } = globalThis.KONTOR;
const made = new Map(); // how many bytes of each file have arrived
const WASM = `${runtime}/pyodide.asm.wasm`;
const WITHOUT_MEMORY = {
  stdlib: `${runtime}/stdlib.pack`,
  pygame: `${runtime}/pygame.pack`,
  game: `${gameFolder}/game.pack`,
  boot: `${page}/boot.py`,
};

/** Note how many bytes of a file have arrived, and show how many of all have. */
function counted(name) {
  made.set(name, 0);
  const sum = (counts) => counts.reduce((before, count) => before + count, 0);
  return (count) => {
    made.set(name, count);
    arrived(sum([...made.values()]), sum([...made.keys()].map((one) => files[one].size)));
  };
}

/** Call `then` when the game first waits for something after it has shown a picture. */
function onFirstPicture(bridge, then) {
  const { frame, input, show } = bridge;
  let shown = false;
  const watched = (wait) => (...given) => {
    if (shown) {
      Object.assign(bridge, { frame, input, show });
      then();
    }
    return wait(...given);
  };
  Object.assign(bridge, { frame: watched(frame), input: watched(input), show: (...given) => ((shown = true), show(...given)) });
}

/** Load and play; `remembered` is a promise of the memory from an earlier visit, or of undefined. */
async function load(remembered) {
  step("fetch");
  const wasm = compiled(WASM, counted(WASM), globalThis.early?.wasm);
  wasm.catch(() => {}); // handled where it is awaited
  const kept = await remembered;
  let [python, game] = await (kept ? awakened(wasm, kept) : started(wasm));
  globalThis.early = undefined; // as large as all of Python
  python.canvas.setCanvas2D(document.getElementById("canvas"));

  step("game");
  await recovered;
  unpack(python.FS, game, GAME, (name) => !kept || !isModule(name));
  install(python);
  onFirstPicture(globalThis.kontor, () => {
    arrive();
    gameIsRunning();
    land();
    performance.mark("ready");
    document.documentElement.dataset.ready = "";
    document.getElementById("canvas").focus();
    if (kept) unpack(python.FS, game, GAME, isModule); // imported already: a report shows their lines
    game = null;
    settle(Boolean(kept));
  });
  await python.globals.get("play")(GAME);
}

/** Python and the archive of the game, from a kept memory. */
async function awakened(wasm, kept) {
  await wasm;
  step("python");
  const { game } = kept;
  const python = await awaken(wasm, kept);
  kept.parts = kept.game = null; // as large as all of Python
  return [python, game];
}

/** The same from scratch. */
async function started(wasm) {
  const fetched = (key) => download(WITHOUT_MEMORY[key], counted(WITHOUT_MEMORY[key]));
  const [stdlib, pygame, game] = ["stdlib", "pygame", "game"].map((key) => fetched(key).then(gunzip));
  const boot = fetched("boot");
  const all = [wasm, stdlib, pygame];
  Promise.allSettled([game, boot]); // handled below
  Promise.all(all).then(() => step("python"), () => {});
  const starting = startPython({ wasm, stdlib, pygame });
  starting.catch(() => {}); // what did not arrive tells more than what that led to
  await Promise.all(all);
  const python = await starting;
  python.runPython(new TextDecoder().decode(await boot), { filename: "boot.py" });
  step("pygame");
  python.runPython("import pygame");
  return [python, await game];
}

const isModule = (name) => name.startsWith("game/");

/** What can wait until the game is up: cache the site and the interpreter's memory for the next visit. */
async function settle(hasMemory) {
  await keepSite();
  // The service worker serves only checked files: the memory must be made from those.
  const [width, height] = globalThis.kontor.size();
  if (!hasMemory && navigator.serviceWorker?.controller) await prepare(width, height, document.documentElement.dataset.theme);
  document.documentElement.dataset.settled = "";
}

/** The cached memory, unless the previous start failed: then it is deleted unread. */
async function shortcut(attempts) {
  const failed = await attempts;
  if (!failed) return recall(globalThis.early?.memory);
  console.warn(`starting without the kept memory: ${failed} in a row did not come to a picture`);
  await forget();
  // A second failure has another cause; a newer version may fix it at the next start.
  if (failed > 1) globalThis.aground.renew();
  return undefined;
}

const remembered = shortcut(begin());
load(remembered).catch(async (error) => {
  const running = "ready" in document.documentElement.dataset;
  if (error.kind) arrive(); // the network or the server, nothing cached
  if (running || error.kind || !(await remembered)) return trouble(error);
  console.warn("starting without the kept memory, which is of no use:", error);
  await forget();
  location.reload();
});

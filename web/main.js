// The loader: fetch everything at once, start Python, unpack the game, play.

import { arrive, begin } from "./attempts.js";
import { download } from "./download.js";
import { forget, prepare, recall } from "./memory.js";
import { recovered } from "./journal.js";
import { keepSite } from "./offline.js";
import { startPython } from "./python.js";
import { install } from "./table.js";
import { gameIsRunning, trouble } from "./trouble.js";
import { gunzip, unpack } from "./unpack.js";
import { arrived, land, step } from "./voyage.js";

const { runtime, page, game: gameFolder, files } = globalThis.KONTOR;
const FILES = {
  wasm: `${runtime}/pyodide.asm.wasm`,
  stdlib: `${runtime}/stdlib.pack`,
  pygame: `${runtime}/pygame.pack`,
  game: `${gameFolder}/game.pack`,
  boot: `${page}/boot.py`,
};
const GAME = "/home/pyodide/kontor";
const PACKAGES = "/lib/python3.14/site-packages";

/** Fetch several files in parallel; promises of their bytes by the same keys. */
function fetchAll(names) {
  const made = {};
  const all = Object.values(names).reduce((sum, name) => sum + files[name].size, 0);
  const tell = (name) => (count) => {
    made[name] = count;
    arrived(Object.values(made).reduce((sum, one) => sum + one, 0), all);
  };
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, download(name, tell(name))]));
}

/** Call `then` when the game first waits for input: its first picture is drawn. */
function onFirstPicture(bridge, then) {
  const { frame, input } = bridge;
  const restored = (wait) => (...given) => {
    Object.assign(bridge, { frame, input });
    then();
    return wait(...given);
  };
  Object.assign(bridge, { frame: restored(frame), input: restored(input) });
}

/** Load and play; `remembered` is a promise of the memory from an earlier visit, or of undefined. */
async function load(remembered) {
  step("fetch");
  const bytes = fetchAll(FILES);
  const [stdlib, pygame, game] = [bytes.stdlib, bytes.pygame, bytes.game].map((one) => one.then(gunzip));
  // A failure is handled where it is awaited below; until then it is not unhandled.
  Promise.allSettled([stdlib, pygame, game, bytes.boot]);
  const [memory] = await Promise.all([remembered, bytes.wasm, stdlib]);

  step("python");
  const python = await startPython({ wasm: bytes.wasm, stdlib }, memory && { _loadSnapshot: memory });
  python.canvas.setCanvas2D(document.getElementById("canvas"));
  python.runPython(new TextDecoder().decode(await bytes.boot), { filename: "boot.py" });

  step("pygame");
  unpack(python.FS, await pygame, PACKAGES);
  python.runPython("import pygame");

  step("game");
  await recovered;
  unpack(python.FS, await game, GAME);
  install(python);
  onFirstPicture(globalThis.kontor, () => {
    arrive();
    gameIsRunning();
    land();
    performance.mark("ready");
    document.documentElement.dataset.ready = "";
    document.getElementById("canvas").focus();
    settle(memory);
  });
  await python.globals.get("play")(GAME);
}

/** What can wait until the game is up: cache the site and the interpreter's memory for the next visit. */
async function settle(memory) {
  await keepSite();
  // The service worker serves only checked files: the memory must be made from those.
  if (!memory && navigator.serviceWorker?.controller) await prepare();
  document.documentElement.dataset.settled = "";
}

/** The cached memory, unless the previous start failed: then it is deleted unread. */
async function shortcut(failed) {
  if (!failed) return recall();
  console.warn(`starting without the kept memory: ${failed} in a row did not come to a picture`);
  await forget().catch(() => {});
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

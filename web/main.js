// The loader: fetch everything in parallel, start Python, unpack the game, run it.

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
const made = new Map(); // bytes received, by file
const WASM = `${runtime}/pyodide.asm.wasm`;
const WITHOUT_MEMORY = {
  stdlib: `${runtime}/stdlib.pack`,
  pygame: `${runtime}/pygame.pack`,
  game: `${gameFolder}/game.pack`,
  boot: `${page}/boot.py`,
};

/** Count received bytes of a file and show the total progress. */
function counted(name) {
  made.set(name, 0);
  const sum = (counts) => counts.reduce((before, count) => before + count, 0);
  return (count) => {
    made.set(name, count);
    arrived(sum([...made.values()]), sum([...made.keys()].map((one) => files[one].size)));
  };
}

/** Call `then` when the game first waits for input after it has shown a frame. */
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

/** Load and run; `remembered` is a promise of a memory snapshot from an earlier visit, or of undefined. */
async function load(remembered) {
  step("fetch");
  const wasm = compiled(WASM, counted(WASM), globalThis.early?.wasm);
  wasm.catch(() => {}); // handled where it is awaited
  const kept = await remembered;
  let [python, game] = await (kept ? awakened(wasm, kept) : started(wasm));
  globalThis.early = undefined; // it is as large as all of Python
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
    globalThis.kontor.begin();
    if (kept) unpack(python.FS, game, GAME, isModule); // already imported: tracebacks show their lines
    game = null;
    settle(Boolean(kept));
  });
  await python.globals.get("play")(GAME);
}

/** Start Python from a memory snapshot, which also contains the game's archive. */
async function awakened(wasm, kept) {
  await wasm;
  step("python");
  const { game } = kept;
  const python = await awaken(wasm, kept);
  kept.parts = kept.game = null; // they are as large as all of Python
  return [python, game];
}

/** Start Python from scratch. */
async function started(wasm) {
  const fetched = (key) => download(WITHOUT_MEMORY[key], counted(WITHOUT_MEMORY[key]));
  const [stdlib, pygame, game] = ["stdlib", "pygame", "game"].map((key) => fetched(key).then(gunzip));
  const boot = fetched("boot");
  const all = [wasm, stdlib, pygame];
  Promise.allSettled([game, boot]); // handled below
  Promise.all(all).then(() => step("python"), () => {});
  const starting = startPython({ wasm, stdlib, pygame });
  starting.catch(() => {}); // a file that did not arrive is the cause, not its consequences
  await Promise.all(all);
  const python = await starting;
  python.runPython(new TextDecoder().decode(await boot), { filename: "boot.py" });
  step("pygame");
  python.runPython("import pygame");
  return [python, await game];
}

const isModule = (name) => name.startsWith("game/") && /\.pyc?$/.test(name);

/** Do the work that can wait until the game runs: cache the site and a memory snapshot for the next visit. */
async function settle(hasMemory) {
  await keepSite();
  // The service worker serves only checked files: the snapshot must be made from those.
  const [width, height] = globalThis.kontor.size();
  const { dataset, lang } = document.documentElement;
  if (!hasMemory && navigator.serviceWorker?.controller) await prepare(width, height, dataset.theme, lang);
  dataset.settled = "";
}

/** Return the memory snapshot, unless the previous start failed: then it is deleted unread. */
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
  if (error.kind) arrive(); // caused by the network or the server, not by cached data
  if (running || error.kind || !(await remembered)) return trouble(error);
  console.warn("starting without the kept memory, which is of no use:", error);
  await forget();
  location.reload();
});

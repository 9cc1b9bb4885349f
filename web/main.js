// The loader: fetch everything at once, start Python, unpack the game, play.

import { download } from "./download.js";
import { startPython } from "./python.js";
import { install } from "./table.js";
import { gameIsRunning, trouble } from "./trouble.js";
import { gunzip, unpack } from "./unpack.js";
import { arrived, land, step } from "./voyage.js";

const { runtime, page, files } = globalThis.KONTOR;
const GAME = "/home/pyodide/kontor";
const PACKAGES = "/lib/python3.14/site-packages";

/** Fetch several files side by side; the promises of their bytes by the same keys. */
function fetchAll(names) {
  const made = {};
  const all = Object.values(names).reduce((sum, name) => sum + files[name].size, 0);
  const tell = (name) => (count) => {
    made[name] = count;
    arrived(Object.values(made).reduce((sum, one) => sum + one, 0), all);
  };
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, download(name, tell(name))]));
}

/** Call `then` when the game asks the bridge to wait for the first time: its first picture is drawn. */
function onFirstPicture(bridge, then) {
  const { frame, input } = bridge;
  const restored = (wait) => () => {
    Object.assign(bridge, { frame, input });
    then();
    return wait();
  };
  Object.assign(bridge, { frame: restored(frame), input: restored(input) });
}

async function load() {
  step("fetch");
  const bytes = fetchAll({
    wasm: `${runtime}/pyodide.asm.wasm`,
    stdlib: `${runtime}/stdlib.pack`,
    pygame: `${runtime}/pygame.pack`,
    game: `${page}/game.pack`,
    boot: `${page}/boot.py`,
  });
  await Promise.all(Object.values(bytes));

  step("python");
  const python = await startPython({ wasm: bytes.wasm, stdlib: gunzip(await bytes.stdlib) });
  python.runPython(new TextDecoder().decode(await bytes.boot), { filename: "boot.py" });

  step("pygame");
  unpack(python.FS, await gunzip(await bytes.pygame), PACKAGES);
  python.runPython("import pygame");

  step("game");
  unpack(python.FS, await gunzip(await bytes.game), GAME);
  install(python);
  onFirstPicture(globalThis.kontor, () => {
    performance.mark("ready");
    document.documentElement.dataset.ready = "";
    gameIsRunning();
    land();
    document.getElementById("canvas").focus();
  });
  await python.globals.get("play")(GAME);
}

load().catch(trouble);

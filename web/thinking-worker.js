// AI worker: answers requests with its own interpreter. It contains the rules and the computer players; everything
// about the game in progress is in the requests.

import "./files.js"; // the modules below read it when they load

const living = live();
const { compiled, download } = await import("./download.js");
const { recall } = await import("./memory.js");
const { GAME, awaken, startPython } = await import("./python.js");
const { gunzip, unpack } = await import("./unpack.js");

const { runtime, game } = globalThis.KONTOR;
const NEEDED = /^game\/(\w+\.pyc?$|engine\/|bots\/|games\/(?!\w+\/view\/))|^assets\/games\/.+\.txt$/; // of the game

/** Send a heartbeat, and hold a lock named after this worker until it ends; without https there are no locks. */
async function live() {
  if (navigator.locks) {
    await new Promise((held) => navigator.locks.request(self.name, () => new Promise(held)));
    postMessage(["locked"]);
  }
  alive();
}

/** Report progress: without news for too long the page considers this worker stuck. */
function alive() {
  postMessage(["alive"]);
}

/** Fetch the bytes of a file; each part received is a heartbeat. */
const fetched = (name) => download(name, alive);

/** Start Python, from the memory snapshot if that works. */
async function python() {
  const wasm = compiled(`${runtime}/pyodide.asm.wasm`, alive);
  wasm.catch(() => {}); // it is awaited below
  const kept = await recall();
  alive();
  if (kept) {
    try {
      return await awaken(wasm, kept);
    } catch (error) {
      console.warn("thinking without the kept memory, which is of no use:", error);
    }
  }
  return startPython({ wasm, stdlib: fetched(`${runtime}/stdlib.pack`).then(gunzip) });
}

async function start() {
  const packed = fetched(`${game}/game.pack`).then(gunzip);
  const [started] = await Promise.all([python(), packed, living]);
  alive();
  unpack(started.FS, await packed, GAME, (name) => NEEDED.test(name));
  started.runPython(`import sys; sys.path.insert(0, "${GAME}")`);
  const { answer } = started.pyimport("game.bots.worker");
  const tell = (line) => postMessage(["progress", line]);
  onmessage = ({ data }) => postMessage(["answer", answer(data, tell)]);
  postMessage(["ready"]);
}

start().catch((error) => postMessage(["failed", String(error)]));

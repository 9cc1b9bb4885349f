// Start Python once more, beside the running game, and keep its memory for the next visit.

import "./files.js"; // the modules below read it when they load

const { download } = await import("./download.js");
const { remember } = await import("./memory.js");
const { startPython } = await import("./python.js");
const { gunzip } = await import("./unpack.js");

const { runtime } = globalThis.KONTOR;
const wasm = download(`${runtime}/pyodide.asm.wasm`);
const stdlib = download(`${runtime}/stdlib.pack`).then(gunzip);
const python = await startPython({ wasm, stdlib }, { _makeSnapshot: true });
await remember(python.makeMemorySnapshot());
postMessage("done");

// Start Python a second time while the game runs, let it import everything, and store a memory snapshot for the next
// visit. The worker's name is the size, theme and language of the expected title, as JSON.

import "./files.js"; // the modules below read it when they load

const { compiled, download } = await import("./download.js");
const { remember } = await import("./memory.js");
const { GAME, memoryOf, startPython } = await import("./python.js");
const { gunzip, unpack } = await import("./unpack.js");

const { runtime, page, game } = globalThis.KONTOR;
const wasm = compiled(`${runtime}/pyodide.asm.wasm`);
const packs = [`${runtime}/stdlib.pack`, `${runtime}/pygame.pack`, `${game}/game.pack`];
const [stdlib, pygame, packed] = packs.map((name) => download(name).then(gunzip));
const boot = download(`${page}/boot.py`);
const python = await startPython({ wasm, stdlib, pygame }, { _makeSnapshot: true });
unpack(python.FS, await packed, GAME);
python.runPython(new TextDecoder().decode(await boot), { filename: "boot.py" });
python.globals.get("prepare")(GAME, ...JSON.parse(self.name));
await remember({ ...memoryOf(python), game: await packed });
postMessage("done");

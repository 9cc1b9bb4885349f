// Start Pyodide from files already fetched and checked, or from a memory snapshot of an earlier visit.

import { SITE, script } from "./download.js";
import { filesOf, unpack } from "./unpack.js";

const { runtime, lock } = globalThis.KONTOR;

/** Directory of the game in the interpreter's file system. */
export const GAME = "/home/pyodide/kontor";
const PACKAGES = "/lib/python3.14/site-packages";

const ENVIRONMENT = {
  HOME: "/home/pyodide",
  PYGAME_HIDE_SUPPORT_PROMPT: "1",
  // Without this, SDL takes the keys of the whole document, and the page's own fields get none.
  SDL_EMSCRIPTEN_KEYBOARD_ELEMENT: "#canvas",
};

/** Start the interpreter from scratch. All arguments are promises: `wasm` of its compiled code, the others of
 * bytes; `pygame` is optional. `options` are loadPyodide's. */
export function startPython({ wasm, stdlib, pygame }, options = {}) {
  if (!pygame) return start({ wasm, stdlib }, options);
  const compiled = pygame.then((tar) => Promise.all([...filesOf(tar)].filter(isLibrary).map(compile)));
  compiled.catch(() => {}); // awaited below if needed
  const place = async (module) => {
    unpack(module.FS, await pygame, PACKAGES);
    for (const library of await compiled) await placeLibrary(module, library);
  };
  return start({ wasm, stdlib, place }, options);
}

const isLibrary = ([name]) => name.endsWith(".so");
const compile = async ([name, bytes]) => ({ path: `${PACKAGES}/${name}`, code: await WebAssembly.compile(bytes) });

/** Start the interpreter from a memory snapshot, which contains all imported modules. */
export async function awaken(wasm, { facts, parts: [head, ...rest] }) {
  const pieces = rest.splice(0, facts.places.length);
  const compiled = Promise.all(rest.map((bytes) => WebAssembly.compile(bytes)));
  compiled.catch(() => {}); // awaited below if needed
  const place = async (module) => {
    for (const [index, code] of (await compiled).entries()) {
      await placeLibrary(module, { path: facts.libraries[index].path, code });
    }
    if (module.wasmTable.length !== facts.functions) throw new Error("the kept memory is of another browser");
  };
  const fill = (module) => {
    if (facts.size > module.HEAPU8.length) module.growMemory(facts.size);
    for (const [index, at] of facts.places.entries()) module.HEAPU8.set(pieces[index], at);
  };
  const python = await start({ wasm, stdlib: new Uint8Array(), place, fill }, { _loadSnapshot: head });
  const { newDSO, preloadedWasm } = python._module;
  for (const { handle, path } of facts.libraries) newDSO(path, handle, preloadedWasm[path]);
  return python;
}

/** Return the snapshot that `awaken` needs, of an interpreter started with the snapshot option. */
export function memoryOf(python) {
  const { FS, LDSO, wasmTable } = python._module;
  const snapshot = python.makeMemorySnapshot();
  const [, start] = new Uint32Array(snapshot.buffer, 0, 2);
  const heap = snapshot.subarray(start);
  const pieces = filledPieces(heap);
  const libraries = Object.entries(LDSO.loadedLibsByHandle)
    .map(([handle, { name }]) => ({ handle: Number(handle), path: name }))
    .filter(({ path }) => path.startsWith("/"));
  return {
    facts: { size: heap.length, functions: wasmTable.length, places: pieces.map((one) => one.byteOffset - start), libraries },
    parts: [snapshot.slice(0, start), ...pieces, ...libraries.map(({ path }) => FS.readFile(path))],
  };
}

/** Return the non-zero parts of a memory; half of it is unused stack and room to grow. */
function filledPieces(heap, block = 0x10000) {
  const pieces = [];
  let begin = null;
  for (let at = 0; at < heap.length; at += block) {
    const words = new Uint32Array(heap.buffer, heap.byteOffset + at, Math.min(block, heap.length - at) / 4);
    const filled = words.some((word) => word);
    if (filled) begin ??= at;
    if (begin !== null && (!filled || at + block >= heap.length)) {
      pieces.push(heap.subarray(begin, filled ? at + block : at));
      begin = null;
    }
  }
  return pieces;
}

// Load pygame's library before Python runs, both when a snapshot is made and when it is used. The memory is full of
// addresses of its functions and data, so it must always be at the same place, directly after the interpreter.
async function placeLibrary(module, { path, code }) {
  module.preloadedWasm[path] = await module.loadWebAssemblyModule(code, { loadAsync: true, nodelete: true }, path, {});
}

/** `place(module)` is awaited before anything runs; `fill(module)` fills the memory before Python starts from it. */
async function start({ wasm, stdlib, place, fill }, options) {
  const base = `${SITE}${runtime}/`;
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    script(`${runtime}/pyodide.mjs`),
    script(`${runtime}/pyodide.asm.mjs`),
  ]);
  let create = createPyodideModule;
  const failed = new Promise((_, reject) => {
    create = async (settings) => {
      settings.preRun.push((module) => {
        if (!place) return;
        module.addRunDependency("place");
        place(module).then(() => module.removeRunDependency("place"), reject);
      });
      const module = await createPyodideModule(settings);
      fill?.(module);
      return module;
    };
  });
  const release = lend(base, wasm, stdlib);
  try {
    const loading = loadPyodide({
      createPyodideModule: create,
      indexURL: base,
      packageBaseUrl: base,
      lockFileContents: { info: lock, packages: {} },
      env: ENVIRONMENT,
      stdin: () => null,
      enableRunUntilComplete: false,
      ...options,
    });
    return await Promise.race([loading, failed]);
  } finally {
    release();
  }
}

// Pyodide insists on fetching its two big files and on compiling one. While it starts, it is given ours.
function lend(base, wasm, stdlib) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = async (input, options) => {
    if (String(input) === `${base}pyodide.asm.wasm`) return wasm;
    if (String(input) === `${base}python_stdlib.zip`) return new Response(await stdlib);
    return fetch(input, options);
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const module = await source;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

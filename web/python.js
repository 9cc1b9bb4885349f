// Start Pyodide from files already fetched and checked, or from its memory as cached on an earlier visit.

import { SITE, script } from "./download.js";

const { runtime, lock } = globalThis.KONTOR;

const ENVIRONMENT = {
  HOME: "/home/pyodide",
  PYGAME_HIDE_SUPPORT_PROMPT: "1",
  // Without this, SDL takes the keys of the whole document, and the page's own fields get none.
  SDL_EMSCRIPTEN_KEYBOARD_ELEMENT: "#canvas",
};

/** Start the interpreter. `wasm` and `stdlib` are bytes or promises of bytes; `options` are loadPyodide's. */
export async function startPython({ wasm, stdlib }, options = {}) {
  const base = `${SITE}${runtime}/`;
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    script(`${runtime}/pyodide.mjs`),
    script(`${runtime}/pyodide.asm.mjs`),
  ]);
  const release = lend({
    [`${base}pyodide.asm.wasm`]: { bytes: wasm, type: "application/wasm" },
    [`${base}python_stdlib.zip`]: { bytes: stdlib, type: "application/zip" },
  });
  try {
    return await loadPyodide({
      createPyodideModule,
      indexURL: base,
      packageBaseUrl: base,
      lockFileContents: { info: lock, packages: {} },
      env: ENVIRONMENT,
      stdin: () => null,
      enableRunUntilComplete: false,
      ...options,
    });
  } finally {
    release();
  }
}

// Pyodide insists on fetching its two big files itself, so while it starts, fetch() returns the bytes we have.
function lend(files) {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, options) => {
    const file = files[String(input)];
    if (!file) return original(input, options);
    return new Response(await file.bytes, { headers: { "Content-Type": file.type } });
  };
  return () => {
    globalThis.fetch = original;
  };
}

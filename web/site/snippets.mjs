// snippets.mjs PYODIDE_FOLDER WHEEL: print, as JSON, every piece of JavaScript that Pyodide evaluates for the wheel.
// The folder's pyodide.asm.mjs has to call globalThis.record(code) before it evaluates code.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, wheel] = process.argv.slice(2);
const snippets = new Set();
globalThis.record = (code) => snippets.add(code);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const env = { HOME: "/home/pyodide", PYGAME_HIDE_SUPPORT_PROMPT: "1" };
const python = await loadPyodide({ indexURL: `${folder}/`, env });
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
python.runPython("import pygame");
console.log(JSON.stringify([...snippets]));
process.exit(0);

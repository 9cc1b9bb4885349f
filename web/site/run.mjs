// run.mjs PYODIDE_FOLDER SCRIPT [/GUEST=HOST]...: run a Python script in Pyodide with folders of this machine mounted,
// and print the value of its last expression.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, script, ...mounts] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const env = { HOME: "/home/pyodide", PYGAME_HIDE_SUPPORT_PROMPT: "1" };
const python = await loadPyodide({ indexURL: `${folder}/`, env });
for (const mount of mounts) {
  const [guest, host] = mount.split("=");
  python.FS.mkdirTree(guest);
  python.mountNodeFS(guest, host);
}
try {
  console.log(await python.runPythonAsync(readFileSync(script, "utf8"), { filename: script }));
  process.exit(0);
} catch (error) {
  console.error(String(error?.message ?? error));
  process.exit(1);
}

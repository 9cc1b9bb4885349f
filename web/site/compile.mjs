// compile.mjs PYODIDE_FOLDER FOLDER [OPTIMIZE]: byte-compile the Python files below FOLDER with Pyodide's own Python.
// The .pyc stands where the .py stood if OPTIMIZE is given, beside it in __pycache__ otherwise.
import { pathToFileURL } from "node:url";

const [pyodide, folder, optimize] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdirTree("/work");
python.mountNodeFS("/work", folder);
python.globals.set("optimize", optimize === undefined ? -1 : Number(optimize));
const done = python.runPython(`
import compileall, os, py_compile

alone = optimize >= 0
done = compileall.compile_dir(
    "/work", quiet=1, force=True, legacy=alone, optimize=optimize, stripdir="/work", prependdir="",
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
if alone:
    for folder, _, names in os.walk("/work"):
        for name in names:
            if name.endswith(".py"):
                os.unlink(os.path.join(folder, name))
done
`);
process.exit(done ? 0 : 1);

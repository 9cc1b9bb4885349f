"""pygame-ce as a WebAssembly wheel for Pyodide, from Debian's emscripten, Debian's sources and the sdist.

``python -m web.wheel`` prints the path of the finished wheel. The steps, in order: `toolchain` (a compiler),
`sources` (fetched, checked, patched by `patches`), `pyconfig` (Python headers), `native` (compile and link),
`pack` (the wheel) and `smoke.mjs` (it must work before anybody gets it). What is pinned stands in `pins`.
"""

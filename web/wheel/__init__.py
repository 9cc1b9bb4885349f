"""pygame-ce as a WebAssembly wheel for Pyodide, from Debian's emscripten, Debian's sources and the sdist.

``python -m web.wheel`` prints the path of the finished wheel. The steps, in order: `toolchain` (a compiler),
`sources` (fetched, checked, patched by `patches`), `pyconfig` (Python headers), `native` (compile and link),
`pack` (the wheel) and `smoke.mjs` (a smoke test of the result). Pinned versions are in `pins`.
"""

"""Downloads begun by the inlined script are used if correct, otherwise repeated."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

DOWNLOAD = Path(__file__).parents[2] / "web/download.js"
COMPILED = """
const code = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); // the smallest module there is
const digest = await crypto.subtle.digest("SHA-256", code);
const fetched = [], told = [];
globalThis.fetch = async (address) => {
  fetched.push(address.split("/").at(-1));
  return new Response(code, { headers: { "Content-Type": "application/wasm" } });
};
process.on("unhandledRejection", ({ message }) => console.log("unhandled", message));
const { compiled, written } = await import(process.argv[1]);
globalThis.KONTOR = { files: { "a.wasm": { size: code.length, hash: written(digest) } } };
const other = crypto.subtle.digest("SHA-256", new Uint8Array(1));
const failed = () => Promise.reject(new RangeError("out of memory"));
const early = {
  "as it should be": async () => ({ digest, code: WebAssembly.compile(code) }),
  "nothing kept": async () => undefined,
  "storage blocked": failed,
  "not compiled": async () => ({ digest, code: failed() }),
  "another file, not compiled": async () => ({ digest: await other, code: failed() }),
};
const made = await compiled("a.wasm", (count) => told.push(count), early[process.argv[2]]());
await new Promise(setImmediate);
console.log(made instanceof WebAssembly.Module, fetched.join(), told.join());
"""


@pytest.mark.parametrize(
    ("early", "fetched"),
    [
        ("as it should be", ""),
        ("nothing kept", "a.wasm"),
        ("storage blocked", "a.wasm"),
        ("not compiled", "a.wasm"),
        ("another file, not compiled", "a.wasm"),
    ],
)
def test_code_compiled_early_is_used_or_fetched_again(early: str, fetched: str) -> None:
    command = ["node", "--input-type=module", "-e", COMPILED, DOWNLOAD.as_uri(), early]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == f"true {fetched} 8\n"

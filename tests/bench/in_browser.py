"""The benchmarks of engine and bots in Chromium, run by Pyodide in a separate page after a native run, with
the ratio of both."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.conftest import ARGUMENTS, CHROMIUM, Host
from web.cache import ROOT
from web.pyodide import pyodide

MINUTES = 10
SCRIPTS = ("engine.py", "bots.py")
TOOLS = ("arena", "tune")
PAGE = """<!doctype html>
<meta charset="utf-8">
<title>benchmarks</title>
<pre></pre>
<script type="module">
  import { loadPyodide } from "./pyodide.mjs";
  const lines = [];
  const say = (line) => lines.push(line);
  const python = await loadPyodide({ stdout: say, stderr: say });
  const archive = await (await fetch("engine.zip")).arrayBuffer();
  python.unpackArchive(archive, "zip", { extractDir: "/engine" });
  for (const script of SCRIPTS) {
    try {
      python.runPython(`
import runpy, sys
sys.path.insert(0, "/engine")
sys.argv = ["${script}"]
runpy.run_path("/engine/tests/bench/${script}", run_name="__main__")
`);
    } catch (error) {
      if (!error.message.includes("SystemExit: 0")) say(String(error));
    }
  }
  document.querySelector("pre").textContent = lines.join("\\n");
  document.documentElement.dataset.done = "";
</script>
"""


def write_site(folder: Path) -> None:
    """Write a site with Pyodide, the engine, the players, their benchmarks, and a page that runs them."""
    shutil.copytree(pyodide(), folder)
    page = PAGE.replace("SCRIPTS", json.dumps(SCRIPTS))
    (folder / "index.html").write_text(page, encoding="utf-8")
    packed = folder / "packed"
    shutil.copytree(ROOT / "game/engine", packed / "game/engine")
    shutil.copytree(ROOT / "game/bots", packed / "game/bots", ignore=shutil.ignore_patterns(*TOOLS))
    shutil.copyfile(ROOT / "game/__init__.py", packed / "game/__init__.py")
    (packed / "tests/bench").mkdir(parents=True)
    for script in SCRIPTS:
        shutil.copyfile(ROOT / "tests/bench" / script, packed / "tests/bench" / script)
    shutil.make_archive(str(folder / "engine"), "zip", packed)


ROW = re.compile(r"  (\S.*?) +([\d.]+) (\S+) +normalised +([\d.]+)")
"""A figure in the benchmarks' output: name, value, unit, and normalised value."""


def side_by_side(native: str, browser: str) -> list[str]:
    """Return rows with the figures of both runs and the ratio browser / native, plain and normalised."""
    lines = []
    for ours, theirs in zip(native.splitlines(), browser.splitlines(), strict=True):
        here, there = ROW.fullmatch(ours), ROW.fullmatch(theirs)
        if here is None or there is None:
            lines.append(ours if ours == theirs else f"{ours}\n{theirs}")
            continue
        name, unit = here[1], here[3]
        faster = [float(there[place]) / float(here[place]) for place in (2, 4)]
        plain, normal = faster if unit.endswith("/s") else (1 / faster[0], 1 / faster[1])
        lines.append(
            f"  {name:23} {here[2]:>9} -> {there[2]:>9} {unit:9}  {plain:.2f}   normalised {normal:.2f}"
        )
    return lines


def natively() -> str:
    """Return the output of a native run."""
    runs = [[sys.executable, str(ROOT / "tests/bench" / script)] for script in SCRIPTS]
    return "".join(subprocess.run(run, capture_output=True, text=True, check=True).stdout for run in runs)


def main() -> None:
    """Print the benchmarks of a native run and of Chromium."""
    native = natively()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        site = Path(scratch, "site")
        write_site(site)
        host = Host(site)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        page = browser.new_page()
        page.goto(host.url)
        page.wait_for_selector("html[data-done]", state="attached", timeout=MINUTES * 60_000)
        text = page.locator("pre").text_content() or ""
        browser.close()
        host.stop()
    print("\n".join(side_by_side(native, text)))


if __name__ == "__main__":
    main()

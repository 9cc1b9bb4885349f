"""The game as the page loads it: packed by pygbag, then again for our loader."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from web.cache import ROOT, discard

from . import archive, icons

TITLE = "Kontor"
SOURCES = ("main.py", "game", "assets")
TOOLS = ("game/bots/arena", "game/bots/puzzles", "game/bots/tune")
"""Development tools; the page does not need them."""
PYGBAG = ROOT / "build/web"
ICONS = ROOT / "build/icons"


def run_pygbag() -> Path:
    """Pack the game and fill in the page template; return the archive (the page stands beside it)."""
    discard(PYGBAG)
    PYGBAG.mkdir(parents=True)
    discard(ICONS)
    icons.draw(ICONS)
    page = ["--title", TITLE, "--template", "web/page.html", "--icon", str(ICONS / icons.FAVICON)]
    command = [sys.executable, "-m", "pygbag", "--build", "--no_opt", *page, "."]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    packed = list(PYGBAG.glob("*.apk"))
    if done.returncode or len(packed) != 1 or not (PYGBAG / "index.html").exists():
        raise RuntimeError(f"pygbag could not pack the game:\n{(done.stdout + done.stderr)[-3000:]}")
    return packed[0]


def write_game(packed: Path, target: Path) -> None:
    """Repack the files of pygbag's archive for the loader."""
    with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(packed) as files:
        files.extractall(scratch)
        folder = Path(scratch, "assets")
        strangers = sorted({path.name for path in folder.iterdir()} - set(SOURCES))
        if strangers:
            raise RuntimeError(f"pygbag packed {strangers}, which is no part of the game: see pygbag.ini")
        for tool in TOOLS:
            discard(folder / tool)
        archive.write_pack(target, archive.tar(folder))

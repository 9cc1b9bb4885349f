"""The game as the page loads it: packed by pygbag, then compiled ahead."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from web.cache import ROOT, cache_dir, discard, keep, key_of

from . import archive, icons

TITLE = "Kontor"
SOURCES = ("main.py", "game", "assets")
PYGBAG = ROOT / "build/web"
ICONS = ROOT / "build/icons"


def run_pygbag() -> Path:
    """Pack the game and fill in the page template; return the archive (the page stands beside it)."""
    discard(PYGBAG)
    PYGBAG.mkdir(parents=True)
    icons.draw(ICONS)
    page = ["--title", TITLE, "--template", "web/page.html", "--icon", str(ICONS / icons.FAVICON)]
    command = [sys.executable, "-m", "pygbag", "--build", "--no_opt", *page, "."]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    packed = list(PYGBAG.glob("*.apk"))
    if done.returncode or len(packed) != 1 or not (PYGBAG / "index.html").exists():
        raise RuntimeError(f"pygbag could not pack the game:\n{(done.stdout + done.stderr)[-3000:]}")
    return packed[0]


def game(packed: Path) -> Path:
    """The game's files from pygbag's archive, with their compiled twins, as one zip archive."""

    def make(target: Path) -> None:
        with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(packed) as files:
            files.extractall(scratch)
            folder = Path(scratch, "assets")
            strangers = sorted({path.name for path in folder.iterdir()} - set(SOURCES))
            if strangers:
                raise RuntimeError(
                    f"pygbag packed what is no part of the game: {strangers}; list it in pygbag.ini"
                )
            archive.compile_python(folder)
            archive.pack(folder, target)

    with zipfile.ZipFile(packed) as files:
        content = [f"{entry.filename}:{entry.CRC:x}:{entry.file_size}" for entry in files.infolist()]
    return keep(cache_dir() / "game" / f"{key_of([archive.HERE], *sorted(content))}.zip", make)

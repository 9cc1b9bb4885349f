"""The desktop game as a folder that needs no Python, for the system this runs on (PyInstaller)."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAME = "Kontor"
README = ROOT / "web/release/README.txt"
"""For whoever unpacks the bundle, in all languages of the game."""
LEFT_OUT = ("game.command", "game.research", "game.rooms.service", "tools")
"""Packages that no player needs; they would bring their libraries along."""
FOREIGN = (
    "numpy",
    "rich",
    "openskill",
    "distributed",
    "dask",
    "pettingzoo",
    "gymnasium",
    "playwright",
    "pytest",
    "redis",
    "starlette",
    "uvicorn",
    "websockets.cli",  # nobody types here, and it would bring readline along
    "importlib_metadata",  # segno has it for Pythons older than any of ours
)


def system() -> str:
    """The system and processor the bundle is for ("linux-x86_64")."""
    return f"{platform.system().lower().replace('darwin', 'macos')}-{platform.machine().lower()}"


def bundle(folder: Path) -> Path:
    """Make the bundle below ``folder``; the folder that holds the program. Raises `RuntimeError`.

    Games and players are imported by name when they are first needed, so every module is named here.
    """
    shutil.rmtree(folder, ignore_errors=True)
    command = [
        *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=ERROR", "--onedir", "--windowed"),
        *("--name", NAME, "--icon", str(ROOT / "assets/icon.png")),
        *("--distpath", str(folder), "--workpath", str(folder / "work"), "--specpath", str(folder / "work")),
        *("--add-data", f"{ROOT / 'assets'}{os.pathsep}assets"),
        *("--add-data", f"{ROOT / 'LICENSE'}{os.pathsep}."),
        *(f"--hidden-import={module}" for module in _modules()),
        *(f"--exclude-module={module}" for module in (*LEFT_OUT, *FOREIGN)),
        *(f"--add-data={path}{os.pathsep}{path.parent.relative_to(ROOT)}" for path in _data()),
        str(ROOT / "main.py"),
    ]
    if (
        sys.platform != "win32"
    ):  # elsewhere the icon must be in the system's own form, which Pillow would make
        del command[command.index("--icon") : command.index("--icon") + 2]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"PyInstaller failed:\n{(done.stdout + done.stderr)[-3000:]}")
    bundled = folder / NAME
    shutil.copyfile(README, bundled / README.name)
    # pygame's own typeface: under the GPL, and nothing is written in it.
    (bundled / "_internal/pygame/freesansbold.ttf").unlink()
    return bundled


def program(bundled: Path) -> Path:
    """The program in a bundle."""
    return bundled / (f"{NAME}.exe" if sys.platform == "win32" else NAME)


def pack(bundled: Path, target: Path) -> Path:
    """The bundle as one file: zip on Windows, elsewhere tar.gz, which keeps what may be started."""
    kind = "zip" if sys.platform == "win32" else "gztar"
    return Path(shutil.make_archive(str(target), kind, bundled.parent, bundled.name))


def _modules() -> list[str]:
    """Every module of the game that players need."""
    names = (
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in (ROOT / "game").rglob("*.py")
    )
    return sorted(
        name
        for name in names
        if not name.startswith(LEFT_OUT) and not name.endswith((".research", "__main__"))
    )


def _data() -> list[Path]:
    """Files of data beside the modules (the players' weights)."""
    return sorted(path for path in (ROOT / "game").rglob("*.json"))

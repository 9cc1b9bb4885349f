"""The desktop game as a directory that needs no Python, for the current operating system (PyInstaller)."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from game.client.words.i18n import readable
from game.games import GAMES
from web.cache import ROOT
from web.site import texts

NAME = "Kontor"
README = "README.txt"
LEFT_OUT = ("game.research", "game.server", "tools")
"""Packages that no player needs; their dependencies would inflate the bundle."""
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
    "websockets.cli",  # a command line, which would pull in readline
    "importlib_metadata",  # segno needs it only for Python versions older than ours
)


def system() -> str:
    """Return the operating system and processor of the bundle, such as "linux-x86_64"."""
    return f"{platform.system().lower().replace('darwin', 'macos')}-{platform.machine().lower()}"


def bundle(folder: Path) -> Path:
    """Build the bundle below ``folder``. Return the directory with the program. Raises `RuntimeError`.

    Games and players are imported by name at run time, so every module is listed for PyInstaller.
    """
    shutil.rmtree(folder, ignore_errors=True)
    command = [
        *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=ERROR", "--onedir", "--windowed"),
        *("--name", NAME, "--icon", str(ROOT / "web/release/icon.png")),
        *("--distpath", str(folder), "--workpath", str(folder / "work"), "--specpath", str(folder / "work")),
        *("--add-data", f"{ROOT / 'assets'}{os.pathsep}assets"),
        *("--add-data", f"{ROOT / 'LICENSE'}{os.pathsep}."),
        *(f"--hidden-import={module}" for module in _modules()),
        *(f"--exclude-module={module}" for module in (*LEFT_OUT, *FOREIGN)),
        *(f"--add-data={path}{os.pathsep}{path.parent.relative_to(ROOT)}" for path in _data()),
        str(ROOT / "main.py"),
    ]
    if sys.platform != "win32":  # other icon formats would need Pillow
        del command[command.index("--icon") : command.index("--icon") + 2]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"PyInstaller failed:\n{(done.stdout + done.stderr)[-3000:]}")
    bundled = folder / NAME
    (bundled / README).write_text(readme(), encoding="utf-8")
    # pygame's default typeface is under the GPL and unused.
    (bundled / "_internal/pygame/freesansbold.ttf").unlink()
    return bundled


def readme() -> str:
    """Return the instructions for players who unpack the bundle: a section for each language of the game."""
    told = texts.languages()
    sections = (
        f"{language['name'].upper()}\n\n{(texts.FOLDER / f'readme.{tag}.txt').read_text(encoding='utf-8')}"
        for tag, language in told.items()
        if (texts.FOLDER / f"readme.{tag}.txt").exists()
    )
    names = " · ".join(language["name"] for language in told.values())
    games = " · ".join(
        texts.texts(ruleset, texts.FIRST).get("game.name", readable(ruleset)) for ruleset in GAMES
    )
    return "\n\n".join([f"{NAME.upper()}\n{games}\n\n{names}\n", *sections])


def program(bundled: Path) -> Path:
    """Return the path of the program in a bundle."""
    return bundled / (f"{NAME}.exe" if sys.platform == "win32" else NAME)


def pack(bundled: Path, target: Path) -> Path:
    """Pack the bundle as one file: a zip on Windows, elsewhere a tar.gz, which preserves executable
    permissions."""
    kind = "zip" if sys.platform == "win32" else "gztar"
    return Path(shutil.make_archive(str(target), kind, bundled.parent, bundled.name))


def _modules() -> list[str]:
    """Return the names of all game modules that players need."""
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
    """Return the data files next to the modules: the players' weights and the icon of the window."""
    return sorted(path for kind in ("*.json", "*.svg") for path in (ROOT / "game").rglob(kind))

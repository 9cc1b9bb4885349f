"""Compile a snapshot of the engine and the players, cached by content.

The build directory of a checkout retains mypy's cache: after a change only affected modules are translated.
Libraries are cached by their C code and shared by all checkouts. The snapshot is a directory with the Python
sources and the compiled modules, which Python prefers. A snapshot never changes, so a tournament continues
with the version it was started with.
"""

from __future__ import annotations

import fcntl
import io
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.native.constants import declared
from tools.native.modules import LIBRARIES, libraries

FOLDERS = ("game/command", "game/engine", "game/bots", "game/games", "game/match", "tools")
WEIGHTS = ("assets/games", "tools/baselines")
"""Directories with weights, which are text files."""
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")

Report = Callable[[str, int, int], None]
"""Progress callback: the current step, the parts done, and their total number."""


class NotCompiled(Exception):
    """A failed compilation, with the message of mypyc or the C compiler."""


def cache() -> Path:
    """Return the directory of cached modules, the one that `build.sh` uses."""
    given, xdg = os.environ.get("KONTOR_CACHE"), os.environ.get("XDG_CACHE_HOME")
    return Path(given or Path(xdg or Path.home() / ".cache") / "kontor") / "compiled"


def sources(root: Path) -> list[Path]:
    """Return all Python modules and data files of a snapshot, compiled or not, as paths below the root."""
    paths = [*(root / "game").glob("*.py")]
    for folder in FOLDERS:
        for kind in ("*.py", "*.json"):
            paths += (root / folder).rglob(kind)
    for folder in WEIGHTS:
        paths += (root / folder).rglob("*.txt")
    return sorted(path.relative_to(root) for path in paths if "view" not in path.with_suffix("").parts)


@dataclass(frozen=True)
class Wish:
    """Build options: names of `modules.LIBRARIES`, and the -O level of the C compiler."""

    libraries: tuple[str, ...] = tuple(LIBRARIES)
    optimisation: str = "1"


def compiled(root: Path, report: Report, wish: Wish = Wish()) -> Path:
    """Return the directory of this checkout's compiled snapshot, which is built if missing."""
    key = digest(*toolchain(wish), *(f"{path}\n{(root / path).read_text()}" for path in sources(root)))
    folder = cache() / key
    if folder.exists():
        return folder
    workshop = cache() / f"workshop-{digest(str(root), *wish.libraries)}"
    with alone(workshop):
        if not folder.exists():  # another process may have built it meanwhile
            copy_sources(root, workshop)
            assemble(workshop, built_all(workshop, translated(workshop, wish, report), report), folder)
    return folder


def environment(folder: Path, root: Path) -> dict[str, str]:
    """Return environment variables that make Python import the snapshot, and all else from the checkout."""
    # Safe path: the working directory, which would take precedence, is left out.
    paths = os.pathsep.join([str(folder), str(root)])
    return {**os.environ, "PYTHONPATH": paths, "PYTHONSAFEPATH": "1"}


def toolchain(wish: Wish) -> list[str]:
    """Return the inputs of a build other than the sources, such as compiler versions."""
    here = [path.read_text() for path in sorted(Path(__file__).parent.glob("*.py"))]
    return [sys.version, version("mypy"), *wish.libraries, wish.optimisation, *here]


def digest(*parts: str) -> str:
    """Return a short hash of some texts."""
    return sha256("\0".join(parts).encode()).hexdigest()[:20]


@contextmanager
def alone(workshop: Path) -> Iterator[None]:
    """Lock a build directory, so that one build runs at a time."""
    workshop.mkdir(parents=True, exist_ok=True)
    with (workshop / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def copy_sources(root: Path, workshop: Path) -> None:
    """Bring the build directory up to date; unchanged files keep their modification time."""
    wanted = sources(root)
    for path in set(sources(workshop)) - set(wanted) if (workshop / "game").exists() else ():
        (workshop / path).unlink()
    for path in [*wanted, Path("pyproject.toml")]:
        target, text = workshop / path, (root / path).read_text(encoding="utf-8")
        if path.suffix == ".py":
            text = declared(text)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")


def translated(workshop: Path, wish: Wish, report: Report) -> list[Any]:
    """Translate the modules to C. Returns setuptools extensions."""
    from mypyc.build import mypycify

    report("translating", 0, 1)
    groups: list[tuple[list[str], str | None]] = [
        (paths, name) for name, paths in libraries(workshop).items() if name in wish.libraries
    ]
    arguments = ["--config-file=pyproject.toml", *(path for paths, _ in groups for path in paths)]
    said = io.StringIO()
    try:
        with chdir(workshop), redirect_stdout(said), redirect_stderr(said):
            extensions: list[Any] = mypycify(
                arguments, separate=groups, opt_level=wish.optimisation, debug_level="0"
            )
    except SystemExit as stopped:
        raise NotCompiled(said.getvalue()) from stopped
    report("translating", 1, 1)
    return extensions


def built_all(workshop: Path, extensions: list[Any], report: Report) -> list[tuple[str, Path]]:
    """Compile all extensions, large ones first. Return their names and libraries."""
    order = sorted(extensions, key=lambda extension: -(workshop / extension.sources[0]).stat().st_size)
    done: list[tuple[str, Path]] = []
    report("compiling", 0, len(order))
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as crew, chdir(workshop):
        for one in crew.map(built, order):
            done.append(one)
            report("compiling", len(done), len(order))
    return done


def built(extension: Any) -> tuple[str, Path]:
    """Compile an extension unless its content is cached. Return its name and library."""
    flags = [*shlex.split(str(sysconfig.get_config_var("LDSHARED"))), "-fPIC", "-fwrapv", "-DNDEBUG"]
    flags += extension.extra_compile_args
    files = [Path(name).read_text() for name in (*extension.sources, *sorted(extension.depends))]
    library = cache() / "libraries" / f"{digest(sys.version, *flags, *files)}.so"
    if not library.exists():
        folders = [*extension.include_dirs, sysconfig.get_paths()["include"]]
        library.parent.mkdir(parents=True, exist_ok=True)
        new = library.with_suffix(f".{os.getpid()}.new")
        command = [*flags, *(f"-I{folder}" for folder in folders), *extension.sources, "-o", str(new)]
        made = subprocess.run(command, capture_output=True, text=True)
        if made.returncode:
            raise NotCompiled(made.stderr)
        new.rename(library)
    return extension.name, library


def assemble(workshop: Path, built: list[tuple[str, Path]], folder: Path) -> None:
    """Create the snapshot atomically, unless another checkout has just created an identical one."""
    with TemporaryDirectory(dir=folder.parent) as here:
        new = Path(here) / folder.name
        for path in sources(workshop):
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(workshop / path, new / path)
        for name, library in built:
            shutil.copy(library, new / f"{name.replace('.', '/')}{SUFFIX}")
        try:
            new.rename(folder)
        except OSError:
            if not folder.exists():
                raise

"""Builds are reproducible: equal sources give an equal site, for any user, directory and environment."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from web.cache import ROOT
from web.pyodide import VERSION, pyodide
from web.release.__main__ import zip_site
from web.site.archive import tar, write_pack, zip_plain
from web.site.assemble import plain_files
from web.wheel.__main__ import wheel

NOBODY = 65534
BUILD = """
import gzip, os, sys
from pathlib import Path
from web.site import archive, assemble, compress
from web.wheel import __main__ as wheel
os.umask(0o077)
# Slow, and they look at nothing but bytes: what zopfli made of these before is taken as it is.
packs = [path.read_bytes() for path in Path(sys.argv[1]).iterdir()]
made = {gzip.decompress(pack): pack for pack in packs}
archive.write_pack = lambda target, content: target.write_bytes(made.get(content, b"others"))
compress.compress = lambda folder, quality: None
wheel.smoke = lambda given: "tried when the site here was built"
assemble.build()
"""
SURROUNDINGS = {"LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "7"}


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """A working copy in a directory with spaces and umlauts, with a wheel and a cache that has only
    Pyodide."""
    with tempfile.TemporaryDirectory() as scratch:
        os.chmod(scratch, 0o755)
        copy = Path(scratch, "Käthes Büro (neu)")
        copy.mkdir()
        for name in ("main.py", "pygbag.ini", "pyproject.toml", "LICENSE"):
            shutil.copyfile(ROOT / name, copy / name)
        for name in ("game", "assets", "web"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(pyodide(), Path(scratch, "cache/pyodide", VERSION))
        shutil.copyfile(wheel(), Path(scratch, wheel().name))
        yield copy


def stranger(folder: Path) -> int | None:
    """Make an unprivileged user the owner of the directory. Returns its id, None if it cannot run Python."""
    if os.name != "posix" or os.geteuid() != 0:
        return None
    try:
        subprocess.run([sys.executable, "-c", "import pygbag"], user=NOBODY, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    return NOBODY


def contents(site: Path) -> dict[str, bytes]:
    return {str(path.relative_to(site)): path.read_bytes() for path in plain_files(site)}


def test_surroundings_do_not_change_a_byte(site: Path, elsewhere: Path) -> None:
    beside = elsewhere.parent
    given = {"KONTOR_CACHE": str(beside / "cache"), "KONTOR_PYGAME_WHEEL": str(beside / wheel().name)}
    where = {"PATH": os.environ["PATH"], "HOME": str(elsewhere), **SURROUNDINGS, **given}
    where["TMPDIR"] = tempfile.gettempdir()
    packs = beside / "packs"
    packs.mkdir()
    for pack in site.glob("*/*.pack"):
        shutil.copyfile(pack, packs / pack.name)
    user = stranger(beside)
    command = [sys.executable, "-c", BUILD, str(packs)]
    done = subprocess.run(command, cwd=elsewhere, env=where, user=user, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    here, there = contents(site), contents(elsewhere / "build/site")
    assert here.keys() == there.keys()
    assert [name for name in here if here[name] != there[name]] == []


PACKED = "40568500f8df387981768fa212891acbd4afe5cbc0511a91a019ecae357e5043"
"""Hash of the output of zopfli 0.4.3 for `given`, and of zlib in every CPython."""


@pytest.mark.skipif("ng" in zlib.ZLIB_RUNTIME_VERSION, reason="docs/hosting/static-site.md: zlib-ng differs")
def test_every_python_packs_the_same_bytes(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for number in range(3):
        text = " ".join(str(value * value % 997) for value in range(number, 3000))
        (given / f"{number}.txt").write_text(text, encoding="utf-8")
    (given / "0.txt").chmod(0o600)
    write_pack(tmp_path / "tar", tar(given))
    write_pack(tmp_path / "zip", zip_plain(given))
    zip_site(given, tmp_path / "site")
    made = [(tmp_path / name).read_bytes() for name in ("tar", "zip", "site")]
    assert hashlib.sha256(b"".join(made)).hexdigest() == PACKED

"""Every Python package is locked: the same versions everywhere, until ./build.sh lock updates them."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
LOCKED = dict(line.split("==") for line in LINES if not line.startswith("#"))


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_lock_says_versions_and_nothing_else() -> None:
    for name, locked in LOCKED.items():
        assert re.fullmatch(r"[A-Za-z0-9._-]+", name) and re.fullmatch(r"[0-9][\w.]*", locked), name


def test_every_package_named_in_pyproject_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    named = [*project["dependencies"], *(package for extra in extras for package in extra)]
    locked = {normal(name) for name in LOCKED}
    for package in named:
        assert normal(re.split(r"[=<>!~ ;\[]", package)[0]) in locked, f"{package}: run ./build.sh lock"


def test_what_is_installed_is_what_is_locked() -> None:
    for name, locked in LOCKED.items():
        try:
            assert version(name) == locked, name
        except PackageNotFoundError:
            continue  # needed only by another Python or another system

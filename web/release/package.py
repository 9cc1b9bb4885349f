"""The wheel of a release. It contains the built page, so ``kontor rooms`` needs no further files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from calendar import timegm
from pathlib import Path

from web.site.archive import EPOCH

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("game", "tools", "assets", "pyproject.toml", "setup.py", "README.md", "LICENSE")
NO_CODE = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
SOURCE_DATE_EPOCH = str(timegm(EPOCH))
"""The time of every file in the wheel, which setuptools reads from this variable of the environment."""


def build(folder: Path, site: Path | None = None) -> Path:
    """Build the wheel into a directory, with `site` inside if given. Return the wheel. Raises `RuntimeError`.

    The build copies the sources, because setuptools writes files among them. The same sources make the same
    bytes.
    """
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary)
        for name in SOURCES:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, copy / name, ignore=NO_CODE)
            else:
                shutil.copyfile(ROOT / name, copy / name)
        if site is not None:
            shutil.copytree(site, copy / "site")
        words = [
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "wheel", "--no-index"),
            *("--no-deps", "--no-build-isolation", "-w", str(folder), str(copy)),
        ]
        environment = os.environ | {"SOURCE_DATE_EPOCH": SOURCE_DATE_EPOCH}
        done = subprocess.run(words, capture_output=True, text=True, env=environment)
        if done.returncode:
            raise RuntimeError(f"pip wheel failed:\n{(done.stdout + done.stderr)[-3000:]}")
    (built,) = folder.glob("kontor-*.whl")
    return built

"""What build.sh is going to install is said before anything is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ("bash", "cat", "dirname", "grep", "mktemp", "python3", "rm", "sha256sum", "tail")
APT = "#!/bin/sh\necho apt-get was called\nexit 1\n"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A working copy without .venv on a machine with Python and little else; its apt-get installs nothing."""
    for name in ("build.sh", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, tool
        (programs / tool).symlink_to(found)
    (programs / "apt-get").write_text(APT)
    (programs / "apt-get").chmod(0o755)
    return tmp_path


def run(folder: Path, user: int) -> subprocess.CompletedProcess[str]:
    (folder / "bin/id").write_text(f"#!/bin/sh\necho {user}\n")
    (folder / "bin/id").chmod(0o755)
    where = {"PATH": str(folder / "bin"), "HOME": str(folder), "TMPDIR": str(folder)}
    command = ["./build.sh", "test"]
    return subprocess.run(command, cwd=folder, env=where, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
def test_root_is_told_of_all_that_will_be_installed(bare: Path) -> None:
    done = run(bare, user=0)
    lines = done.stdout.splitlines()
    assert lines[0].strip().startswith("system: apt-get will install")
    assert {"nodejs", "npm", "chromium", "firefox-esr"} <= set(lines[0].split())
    assert lines[1].strip().startswith("python: pip will install into .venv")
    assert done.returncode == 1 and "apt-get was called" in done.stderr, "only then is it tried"
    assert not (bare / ".venv").exists()


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
def test_anybody_else_is_told_what_to_install(bare: Path) -> None:
    done = run(bare, user=1000)
    assert done.returncode == 1 and "apt-get" not in done.stdout + done.stderr
    assert "please install:" in done.stderr and "nodejs npm chromium" in done.stderr

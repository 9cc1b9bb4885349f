"""Every Python package is locked to fixed files on every platform, until ./build.sh lock updates them."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from web import lock

TEXT = lock.LOCK.read_text(encoding="utf-8")
LINES = [line for line in TEXT.replace("\\\n", "").splitlines() if not line.startswith("#")]
LOCKED = {
    canonicalize_name(one.name): one for one in (Requirement(line.split(" --hash")[0]) for line in LINES)
}


def test_the_lock_says_versions_and_hashes_and_names_no_address() -> None:
    hashes = re.compile(r"( +--hash=sha256:[0-9a-f]{64})+")
    for line, requirement in zip(LINES, LOCKED.values(), strict=True):
        assert re.fullmatch(r"==[0-9][\w.]*", str(requirement.specifier)) and requirement.url is None, line
        assert hashes.fullmatch(line, line.index(" --hash")), line


def test_every_package_named_in_pyproject_is_locked_in_a_version_that_will_do() -> None:
    for named in map(Requirement, lock.named_packages()):
        locked = LOCKED.get(canonicalize_name(named.name))
        assert locked, f"{named}: run ./build.sh lock"
        assert str(locked.specifier).removeprefix("==") in named.specifier, f"{named}: run ./build.sh lock"


def test_what_is_installed_is_what_is_locked() -> None:
    for name, locked in LOCKED.items():
        try:
            assert version(name) in locked.specifier, name
        except PackageNotFoundError:
            assert locked.marker, f"{name} is needed on this system"


def test_what_another_system_needs_is_locked_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = lock.Package(
        "game", "1", "game-1-py3-none-any.whl", "a" * 64, ('paint>=1; os_name == "nt"', "tool[fast]")
    )
    tool = lock.Package("tool", "2", "tool-2-py3-none-any.whl", "b" * 64, ('speed; extra == "fast"',))
    speed = lock.Package("speed", "3", "speed-3-cp311-cp311-linux.whl", "c" * 64, ())
    paint = lock.Package("paint", "4", "paint-4-py3-none-any.whl", "d" * 64, ())

    def would_install(
        wanted: list[str], python: str, platforms: tuple[str, ...], *more: str
    ) -> list[lock.Package]:
        if more:  # one file for each Python on each platform
            digest = f"{python.replace('.', '')}{platforms[0].encode().hex()}"
            return [speed._replace(digest=f"{digest:0>64.64}")]
        return [game, tool, speed, *([paint] if "paint>=1" in wanted else [])]

    monkeypatch.setattr(lock, "would_install", would_install)
    monkeypatch.setattr(lock, "named_packages", lambda: ["game"])
    monkeypatch.setattr(lock, "LOCK", tmp_path / "lock")
    lock.main()
    lines = (tmp_path / "lock").read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    told = {line.split()[0]: line for line in lines if not line.startswith("#")}
    assert list(told) == ["game==1", "paint==4", "speed==3", "tool==2"]
    assert told["paint==4"].split(" ; ")[1].startswith('sys_platform == "win32" ')
    assert told["speed==3"].count("--hash=sha256:") == 1 + 5 * len(lock.PYTHONS)

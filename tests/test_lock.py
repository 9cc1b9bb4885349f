"""Every Python package is locked to fixed files on every platform, until ./build.sh lock updates them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, version
from itertools import product
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "requirements.lock").read_text(encoding="utf-8")
LINES = [line for line in TEXT.replace("\\\n", "").splitlines() if not line.startswith("#")]
LOCKED = {
    canonicalize_name(one.name): one for one in (Requirement(line.split(" --hash")[0]) for line in LINES)
}
SYSTEMS = (
    {"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux"},
    {"os_name": "posix", "sys_platform": "darwin", "platform_system": "Darwin"},
    {"os_name": "nt", "sys_platform": "win32", "platform_system": "Windows"},
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SOURCE_ONLY = re.search(r"^SOURCE_ONLY=(\S+)$", (ROOT / "build.sh").read_text(encoding="utf-8"), re.M)
PLATFORMS = 5
"""Linux and macOS on two processors each, Windows on one."""


def named_packages() -> list[Requirement]:
    """Everything pyproject.toml names, optional or not."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    return [
        Requirement(one) for one in (*project["dependencies"], *(one for extra in extras for one in extra))
    ]


def environments() -> Iterator[dict[str, str]]:
    """The facts that conditions ask for, for each system and Python."""
    for system, python in product(SYSTEMS, PYTHONS):
        yield system | {"python_version": python, "python_full_version": f"{python}.0"}


def needed(environment: dict[str, str]) -> Iterator[Requirement]:
    """Every requirement that holds in an environment, as far as the packages installed here tell."""
    waiting, seen = named_packages(), set()
    while waiting:
        requirement = waiting.pop()
        yield requirement
        if str(requirement) in seen:
            continue
        seen.add(str(requirement))
        try:
            needs = distribution(requirement.name).requires or ()
        except PackageNotFoundError:  # for another system
            continue
        extras = [{"extra": extra} for extra in requirement.extras or ("",)]
        for need in map(Requirement, needs):
            if not need.marker or any(need.marker.evaluate(environment | extra) for extra in extras):
                waiting.append(need)


def test_the_lock_says_versions_and_hashes_and_names_no_address() -> None:
    assert len(LOCKED) == len(LINES), "one version of each package, for all systems and Pythons"
    assert "://" not in TEXT
    hashes = re.compile(r"( +--hash=sha256:[0-9a-f]{64})+")
    for line, requirement in zip(LINES, LOCKED.values(), strict=True):
        assert re.fullmatch(r"==[0-9][\w.]*", str(requirement.specifier)) and requirement.url is None, line
        assert hashes.fullmatch(line, line.index(" --hash")), line


def test_every_command_that_installs_the_lock_builds_what_exists_as_source_only() -> None:
    files = [*ROOT.glob(".github/workflows/*.yml"), *ROOT.glob("docs/**/*.md"), ROOT / "CONTRIBUTING.md"]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    commands = [line for line in lines if "--require-hashes" in line and "-r requirements.lock" in line]
    assert SOURCE_ONLY and len(commands) >= 2
    assert all(f"--only-binary :all: --no-binary {SOURCE_ONLY[1]} " in command for command in commands)


def test_every_package_named_in_pyproject_is_locked_in_a_version_that_will_do() -> None:
    for named in named_packages():
        locked = LOCKED.get(canonicalize_name(named.name))
        assert locked, f"{named}: run ./build.sh lock"
        assert str(locked.specifier).removeprefix("==") in named.specifier, f"{named}: run ./build.sh lock"


def test_what_is_installed_is_what_is_locked() -> None:
    for name, locked in LOCKED.items():
        try:
            assert version(name) in locked.specifier, name
        except PackageNotFoundError:
            assert locked.marker, f"{name} is needed on this system"


def test_what_any_system_and_python_needs_is_locked_for_it() -> None:
    names: dict[str, set[str]] = {"nt": set(), "posix": set()}
    for environment in environments():
        for requirement in needed(environment):
            name = canonicalize_name(requirement.name)
            locked = LOCKED.get(name)
            assert locked, f"{requirement} on {environment}"
            assert not locked.marker or locked.marker.evaluate(environment), f"{requirement} on {environment}"
            assert str(locked.specifier).removeprefix("==") in requirement.specifier, requirement
            names[environment["os_name"]].add(name)
    assert {"colorama", "pefile"} <= names["nt"] - names["posix"]


def test_what_is_compiled_is_locked_for_every_platform() -> None:
    compiled = 0
    for name in LOCKED:
        try:
            told = distribution(name).read_text("WHEEL") or ""
        except PackageNotFoundError:
            continue
        if not re.search(r"(?m)^Tag: .*-none-any$", told):
            compiled += 1
            line = next(line for line in LINES if canonicalize_name(line.partition("==")[0]) == name)
            assert line.count("--hash=") >= PLATFORMS, name
    assert compiled > 10

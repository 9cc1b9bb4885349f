"""``python -m web.lock`` (./build.sh lock): write the newest version of every Python package, with hashes.

pip itself says what it would install, for each system and Python in turn, and the SHA-256 of the files. It
reads conditions such as ``sys_platform == "win32"`` as they are where it runs, on one system; what the others
need besides follows from what the packages say they need.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
HEADER = """\
# Every Python package that .venv holds, those named in pyproject.toml and what they need: version, and the
# SHA-256 of its files for Linux (glibc), macOS and Windows with Python {oldest} to {newest}.
# ./build.sh lock writes it anew.
"""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""The oldest first: every version locked has to run on it."""


class System(NamedTuple):
    """An operating system, with what conditions call it and what files for it are called."""

    facts: dict[str, str]
    machines: dict[str, tuple[str, ...]]
    """For each processor the platforms whose files run there, the best first."""


def _linux(processor: str) -> tuple[str, ...]:
    """Files for Debian 12 (glibc 2.36) and older, under their new and their old names."""
    return (
        *(f"manylinux_2_{minor}_{processor}" for minor in range(36, 4, -1)),
        *(f"{name}_{processor}" for name in ("manylinux2014", "manylinux2010", "manylinux1")),
    )


SYSTEMS = (
    System(
        {"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux"},
        {"x86_64": _linux("x86_64"), "aarch64": _linux("aarch64")},
    ),
    System(
        {"os_name": "posix", "sys_platform": "darwin", "platform_system": "Darwin"},
        {"x86_64": ("macosx_12_0_x86_64",), "arm64": ("macosx_12_0_arm64",)},
    ),
    System(
        {"os_name": "nt", "sys_platform": "win32", "platform_system": "Windows"},
        {"AMD64": ("win_amd64",)},
    ),
)


class Package(NamedTuple):
    """A file that pip would install."""

    name: str
    version: str
    file: str
    digest: str
    needs: tuple[str, ...]


def named_packages() -> list[str]:
    """Everything pyproject.toml names, optional or not."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    extras = project["optional-dependencies"].values()
    return [*project["dependencies"], *(package for extra in extras for package in extra)]


def would_install(
    wanted: Iterable[str], python: str, platforms: Iterable[str], *options: str
) -> list[Package]:
    """What pip would install for a Python and a platform. Only built files: source would be code to run."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"),
            *("--only-binary", ":all:", "--report", str(report), "--target", folder),
            *("--implementation", "cp", "--python-version", python),
            *(f"--platform={platform}" for platform in platforms),
            *(*options, *wanted),
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"error: pip, for Python {python} and {next(iter(platforms))}:\n{done.stderr[-2000:]}")
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return [_package(one["metadata"], one["download_info"]) for one in found]


def _package(metadata: dict[str, Any], download: dict[str, Any]) -> Package:
    return Package(
        metadata["name"],
        metadata["version"],
        download["url"].rpartition("/")[2],
        download["archive_info"]["hashes"]["sha256"],
        tuple(metadata.get("requires_dist", ())),
    )


def everything(named: list[str]) -> list[Package]:
    """What is needed anywhere, in versions that run on the oldest Python."""
    wanted = list(named)
    while True:
        found = would_install(wanted, PYTHONS[0], _linux("x86_64"))
        missing = {str(one) for _, facts in environments() for one in lacking(named, facts, found)}
        if not missing:
            return sorted(found, key=lambda package: canonicalize_name(package.name))
        wanted += sorted(missing)


def environments() -> Iterator[tuple[str, dict[str, str]]]:
    """The facts that conditions ask for, for each system, processor and Python, with the system's name."""
    for system in SYSTEMS:
        for machine in system.machines:
            for python in PYTHONS:
                version = {"python_version": python, "python_full_version": f"{python}.0"}
                yield system.facts["sys_platform"], system.facts | version | {"platform_machine": machine}


def walk(named: list[str], facts: dict[str, str], found: list[Package]) -> Iterator[tuple[Requirement, bool]]:
    """Every requirement that holds in an environment, and whether it is among the packages found."""
    packages = {canonicalize_name(package.name): package for package in found}
    environment = {**{name: str(value) for name, value in default_environment().items()}, **facts}
    waiting, seen = [Requirement(text) for text in named], set()
    while waiting:
        requirement = waiting.pop()
        package = packages.get(canonicalize_name(requirement.name))
        yield requirement, package is not None
        if package is None or str(requirement) in seen:
            continue
        seen.add(str(requirement))
        for need in map(Requirement, package.needs):
            chosen = [{"extra": extra} for extra in requirement.extras or ("",)]
            if not need.marker or any(need.marker.evaluate(environment | extra) for extra in chosen):
                waiting.append(need)


def lacking(named: list[str], facts: dict[str, str], found: list[Package]) -> Iterator[Requirement]:
    """What an environment needs that has not been found, without the condition that made it needed."""
    for requirement, there in walk(named, facts, found):
        if not there:
            requirement.marker = None
            yield requirement


def systems_of(named: list[str], found: list[Package]) -> dict[str, set[str]]:
    """The systems that need each package."""
    needed: dict[str, set[str]] = {}
    for system, facts in environments():
        for requirement, _ in walk(named, facts, found):
            needed.setdefault(canonicalize_name(requirement.name), set()).add(system)
    return needed


def digests(found: list[Package], needed: dict[str, set[str]]) -> dict[str, set[str]]:
    """The hashes of each package's files: plain Python is the same everywhere, the others are asked for."""
    known = {package.name: {package.digest} for package in found}
    special = [package for package in found if not package.file.endswith("-none-any.whl")]
    for system in SYSTEMS:
        here = [one for one in special if system.facts["sys_platform"] in needed[canonicalize_name(one.name)]]
        wanted = [f"{package.name}=={package.version}" for package in here]
        for machine, platforms in system.machines.items():
            for python in PYTHONS:
                print(f"  {system.facts['platform_system']} {machine}, Python {python}", flush=True)
                for package in would_install(wanted, python, platforms, "--no-deps"):
                    known[package.name].add(package.digest)
    return known


def line(package: Package, systems: set[str], hashes: set[str]) -> str:
    """A package as pip reads it."""
    everywhere = len(systems) == len(SYSTEMS)
    condition = (
        "" if everywhere else " ; " + " or ".join(f'sys_platform == "{one}"' for one in sorted(systems))
    )
    return " \\\n    ".join(
        [f"{package.name}=={package.version}{condition}", *(f"--hash=sha256:{one}" for one in sorted(hashes))]
    )


def main() -> None:
    """Write the lock anew."""
    named = named_packages()
    found = everything(named)
    needed = systems_of(named, found)
    hashes = digests(found, needed)
    lines = [line(one, needed[canonicalize_name(one.name)], hashes[one.name]) for one in found]
    header = HEADER.format(oldest=PYTHONS[0], newest=PYTHONS[-1])
    LOCK.write_text("\n".join([header + lines[0], *lines[1:], ""]), encoding="utf-8")


if __name__ == "__main__":
    main()

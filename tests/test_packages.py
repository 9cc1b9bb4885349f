"""Packages describe the game correctly: descriptions for package indexes and Linux desktops, manual pages,
notes."""

from __future__ import annotations

import gzip
import io
import re
import shutil
import subprocess
import tarfile
import tomllib
from configparser import ConfigParser
from pathlib import Path
from xml.etree import ElementTree as xml

import pygame
import pytest
import yaml

from game import VERSION, command
from game.client.words.i18n import LANGUAGES, catalogue
from game.command.ending import PACKAGE
from game.platform.desktop.platform import PROGRAM
from web.release import check, debian, flatpak, inside, linux, manual, notes, package
from web.release.__main__ import write_notes

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REPOSITORY = "https://github.com/some-owner/kontor"
VALIDATORS = {
    "*.desktop": ("desktop-file-validate",),
    "*.metainfo.xml": ("appstreamcli", "validate", "--no-net"),
    "*.1": ("mandoc", "-T", "lint", "-W", "warning"),
}


# ---- package index ------------------------------------------------------------------------------


def test_every_link_of_the_description_leads_out_of_the_package() -> None:
    described = package.described(README, REPOSITORY)
    targets = re.findall(r'\]\(([^)\s]+)\)|src="([^"]+)"', described)
    assert len(targets) > 10 and all("".join(target).startswith(("https://", "#")) for target in targets)
    assert f"{REPOSITORY}/raw/v{VERSION}/docs/pictures/hansa-teutonica.png" in described
    assert f"{REPOSITORY}/blob/v{VERSION}/LICENSE" in described


def test_without_a_known_repository_the_description_has_no_broken_link() -> None:
    kept = "[pipx](https://pipx.pypa.io) or [play](#play)."
    images = '![A](a.png)<img src="b.png" alt="B">'
    assert package.described(f"See [hosting](docs/hosting.md), {kept}{images}", "") == f"See hosting, {kept}"


def test_a_release_adds_urls_to_the_metadata_only_if_the_repository_is_known(tmp_path: Path) -> None:
    for repository in (REPOSITORY, ""):
        folder = tmp_path / (repository and "known")
        package.stage(folder, ("README.md", "pyproject.toml"), None, repository)
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        assert project.get("urls", {}).get("Issues") == (f"{REPOSITORY}/issues" if repository else None)
        assert project["name"] == PACKAGE and "kontor" in project["scripts"]
        assert (folder / project["readme"]).read_text("utf-8") == package.described(README, repository)
        assert (folder / "README.md").read_text("utf-8") == README, "the sources have the documents it links"


def test_the_source_distribution_has_every_file_of_the_project() -> None:
    names = {path.name for path in ROOT.iterdir() if path.suffix in (".md", ".cff", ".toml", ".sh", ".lock")}
    assert "SECURITY.md" in names and names <= {*package.SOURCES, *package.OTHERS, package.DESCRIPTION}


def test_a_source_distribution_has_the_same_bytes_whenever_and_whoever_makes_it(tmp_path: Path) -> None:
    made = []
    for time, names in ((1, "ab"), (2, "ba")):
        archive = tmp_path / f"{time}.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            for name in names:
                entry = tarfile.TarInfo(name)
                entry.size, entry.mtime, entry.uid, entry.uname = 1, time, time, f"user{time}"
                tar.addfile(entry, io.BytesIO(name.encode()))
        made.append(package.repack(archive, tmp_path / f"{time}.copy").read_bytes())
    assert made[0] == made[1]
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(made[0]))) as tar:
        assert {name: (tar.extractfile(name) or io.BytesIO()).read() for name in tar.getnames()} == {
            "a": b"a",
            "b": b"b",
        }


def test_the_citation_names_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == VERSION and str(cited.get("date-released", "")) == notes.current().date


# ---- Linux desktop ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("share")
    linux.write(folder, REPOSITORY)
    return folder


@pytest.mark.parametrize(
    ("repository", "name"),
    [
        (REPOSITORY, "io.github.some_owner.kontor"),
        ("https://codeberg.org/1st/kontor/", "page.codeberg._1st.kontor"),
        ("https://git.example.net:8443/games/kontor", "net.example.git.games.kontor"),
        ("", "org.example.kontor"),
    ],
)
def test_the_id_of_the_application_is_its_repository_reversed(repository: str, name: str) -> None:
    assert linux.application_id(repository) == name


def test_launcher_description_and_icons_have_one_name(share: Path) -> None:
    name = linux.application_id(REPOSITORY)
    entry = ConfigParser(interpolation=None)
    entry.read(share / f"applications/{name}.desktop", encoding="utf-8")
    described = xml.parse(share / f"metainfo/{name}.metainfo.xml").getroot()
    assert entry["Desktop Entry"]["Icon"] == described.findtext("id") == name
    assert described.findtext("launchable") == f"{name}.desktop"
    assert {entry["Desktop Entry"]["StartupWMClass"]} == set(PROGRAM.values())
    for size in linux.ICONS:
        icon = pygame.image.load(share / f"icons/hicolor/{size}x{size}/apps/{name}.png")
        assert icon.get_size() == (size, size) and icon.get_bounding_rect().width > size // 2


def test_the_description_has_every_text_in_every_language(share: Path) -> None:
    (path,) = share.glob("metainfo/*.xml")
    described = xml.parse(path).getroot()
    features = [key for key in catalogue("desktop", "en") if key.startswith(linux.FEATURES)]
    for language in LANGUAGES:
        texts = [each.text for each in described.iter("li") if each.get(linux.LANG, "en") == language]
        assert texts == [catalogue("desktop", language)[key] for key in features]


@pytest.mark.parametrize("pattern", VALIDATORS)
def test_the_validator_of_the_format_accepts_the_files(share: Path, pattern: str) -> None:
    program, *words = VALIDATORS[pattern]
    if not shutil.which(program):
        pytest.skip(f"no {program} here; ./build.sh release --check installs it on Debian")
    for path in share.rglob(pattern):
        done = subprocess.run([program, *words, str(path)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


# ---- manual pages -------------------------------------------------------------------------------


def test_every_command_has_a_manual_page_with_every_option() -> None:
    pages = manual.pages("2026-01-31")
    assert set(manual.PARSERS) == set(command.TOOLS)
    for name, parser in manual.PARSERS.items():
        page = pages[f"kontor-{name}.1"].replace("\\-", "-")
        for action in parser()._actions:
            assert all(f"\\fB{option}\\fR" in page for option in action.option_strings)
            assert action.help and action.help[1:20] in page
        assert f"kontor-{name}\\fR(1)" in pages["kontor.1"].replace("\\-", "-")
    assert "KONTOR_ROOMS_PER_HOUR" in pages["kontor-rooms.1"]
    assert f'"2026-01-31" "Kontor {VERSION}"' in pages["kontor.1"]


def test_text_of_a_manual_page_is_never_read_as_a_command() -> None:
    assert manual._escaped(".SH no") == "\\&.SH no" and manual._escaped("a\\b-c") == "a\\eb\\-c"


# ---- notes --------------------------------------------------------------------------------------


CHANGES = """# Changelog

## [Unreleased]

- Soon.

## [1.1.0] - 2027-02-28
### Games
- New.

## [1.0.0] – 2026-12-24
- First.

[1.1.0]: https://example.org/1.1.0
"""


def test_notes_are_the_section_of_the_version() -> None:
    assert notes.notes(CHANGES, "1.1.0") == ("2027-02-28", "### Games\n- New.\n")
    assert notes.notes(CHANGES, "1.0.0") == ("2026-12-24", "- First.\n")
    assert notes.notes(CHANGES, "2.0.0") == ("", "- Soon.\n")
    with pytest.raises(RuntimeError, match=r"no section \[2.0.0\]"):
        notes.notes("# Changelog\n", "2.0.0")
    assert notes.current().text.strip(), "the changelog has something to tell about this version"


def test_the_links_of_the_published_notes_lead_into_the_repository(tmp_path: Path) -> None:
    write_notes(tmp_path, REPOSITORY)
    targets = re.findall(r"\]\(([^)]+)\)", (tmp_path / "NOTES.md").read_text(encoding="utf-8"))
    assert targets and all(target.startswith(f"{REPOSITORY}/blob/v{VERSION}/") for target in targets)


def test_a_tag_of_another_version_is_refused() -> None:
    with pytest.raises(RuntimeError, match="does not name version"):
        notes.check_tag("v0.0.1")


# ---- Debian, Flatpak ----------------------------------------------------------------------------


def test_units_of_the_debian_package_start_programs_that_it_installs(tmp_path: Path) -> None:
    debian.add_server(tmp_path)
    for unit in debian.UNITS:
        text = (tmp_path / "usr/lib/systemd/system" / unit).read_text(encoding="utf-8")
        for program in re.findall(r"^ExecStart=(\S+)", text, re.M):
            assert (tmp_path / program.lstrip("/")).stat().st_mode & 0o111, program
        for settings in re.findall(r"--settings (\S+)", text):
            assert (tmp_path / settings.lstrip("/")).is_file()
    assert (tmp_path / "etc/kontor.conf").is_file()


@pytest.mark.parametrize("script", ["postinst", "prerm"])
def test_scripts_of_the_debian_package_are_valid(script: str) -> None:
    shell = shutil.which("sh")
    if not shell:
        pytest.skip("no sh here")
    done = subprocess.run([shell, "-n", str(debian.HERE / script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_libraries_of_the_room_server_are_found_with_all_that_they_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    server = [f'{one}; extra == "rooms"' for one in project["optional-dependencies"]["rooms"]]
    requirements = [*project["dependencies"], *server]
    game, both = (debian.needed(requirements, extra) for extra in ("", "rooms"))
    assert {"pygame-ce", "platformdirs", "segno", "websockets"} == set(game)
    assert set(game) | {"uvicorn", "starlette", "h11", "anyio"} < set(both)
    assert all(inside.licence_of(name) for name in both), "each has a known licence"


def test_unused_files_of_libraries_are_left_out() -> None:
    left_out = ("pygame/docs/index.html", "pygame/freesansbold.ttf", "pygame/base.pyi", "../../../bin/segno")
    assert all(debian.UNUSED.match(name) for name in left_out)
    assert not any(debian.UNUSED.match(name) for name in ("pygame/base.so", "segno/__init__.py"))


def test_the_flatpak_manifest_names_each_source_with_hash_and_processor() -> None:
    everywhere, one = list(flatpak.ARCHITECTURES), ["x86_64"]
    made = flatpak.manifest("org.example.kontor", {"a.whl": ("0" * 64, everywhere), "b.whl": ("1" * 64, one)})
    assert made["id"] == "org.example.kontor" and made["command"] == "kontor"
    ((module,),) = (made["modules"],)
    assert module["sources"] == [
        {"type": "file", "path": "a.whl", "sha256": "0" * 64},
        {"type": "file", "path": "b.whl", "sha256": "1" * 64, "only-arches": one},
    ]


def test_every_check_of_a_release_says_what_it_promises() -> None:
    assert all((one.__doc__ or "").strip().endswith(".") for one in check.CHECKS)

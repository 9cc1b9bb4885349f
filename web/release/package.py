"""The Python packages of a release: a source distribution, and the wheel built from it.

Both contain the built page, so ``kontor rooms`` needs no further files. The same sources make the same bytes.
"""

from __future__ import annotations

import gzip
import re
import shutil
import sys
import tarfile
import tempfile
from calendar import timegm
from pathlib import Path

from game import VERSION
from game.command.ending import PACKAGE
from web.cache import ROOT
from web.release import linux
from web.release.running import run
from web.site.archive import EPOCH

SOURCES = ("game", "tools", "assets", "pyproject.toml", "setup.py", "README.md", "LICENSE")
"""Everything the wheel is built from."""
OTHERS = (
    *("CHANGELOG.md", "CITATION.cff", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md"),
    *("build.sh", "main.py", "pygbag.ini", "requirements.lock", "deploy", "docs", "tests", "web"),
)
"""Files for developers and packagers, in the source distribution only."""
DESCRIPTION = "DESCRIPTION.md"
"""The README for readers outside the repository, in the metadata of both packages."""
NO_CODE = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
SOURCE_DATE_EPOCH = timegm(EPOCH)
"""The time of every file in a package."""
EPOCH_VARIABLE = {"SOURCE_DATE_EPOCH": str(SOURCE_DATE_EPOCH)}
"""The variable of the environment in which setuptools and dpkg-deb read that time."""
TAG = f"v{VERSION}"
NAME = PACKAGE.replace("-", "_")
"""The name of the package in names of files."""
LINK = re.compile(r'(!?)\[((?:[^\[\]]|!?\[[^\]]*\])*)\]\(([^)\s:]+)\)|<img src="([^":]+)"([^>]*)>')
"""A Markdown link or image, or an HTML image, with a relative target."""


def build(folder: Path, site: Path | None = None, repository: str = "") -> Path:
    """Build the wheel into a directory, with `site` inside if given. Return the wheel. Raises
    `RuntimeError`."""
    with tempfile.TemporaryDirectory() as temporary:
        stage(Path(temporary), SOURCES, site, repository)
        return wheel(folder, Path(temporary))


def build_both(folder: Path, site: Path, repository: str = "") -> tuple[Path, Path]:
    """Build the source distribution into a directory, and the wheel from it. Return both. Raises
    `RuntimeError`.

    repository: URL of the repository's web page, "" if unknown
    """
    with tempfile.TemporaryDirectory() as temporary:
        sources = Path(temporary, "sources")
        stage(sources, (*SOURCES, *OTHERS), site, repository)
        (sources / "MANIFEST.in").write_text("global-include *\n", encoding="utf-8")
        run([sys.executable, "-c", BUILD_SDIST, temporary], sources, variables=EPOCH_VARIABLE)
        (made,) = Path(temporary).glob("*.tar.gz")
        source = repack(made, folder / made.name)
    return source, wheel(folder, source)


BUILD_SDIST = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"


def stage(folder: Path, names: tuple[str, ...], site: Path | None, repository: str) -> None:
    """Copy sources into a directory, because setuptools writes files among them, and add what a release has:
    the built page, manual pages and other files for Linux desktops, and URLs in the metadata."""
    folder.mkdir(exist_ok=True)
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=NO_CODE)
        elif (ROOT / name).exists():
            shutil.copyfile(ROOT / name, folder / name)
    if site is not None:
        shutil.copytree(site, folder / "site")
    linux.write(folder / "share", repository)
    readme = (folder / "README.md").read_text(encoding="utf-8")
    (folder / DESCRIPTION).write_text(described(readme, repository), encoding="utf-8")
    project = folder / "pyproject.toml"
    text = project.read_text(encoding="utf-8").replace('readme = "README.md"', f'readme = "{DESCRIPTION}"')
    project.write_text(text.replace("[project.scripts]", f"{urls(repository)}[project.scripts]"), "utf-8")


def urls(repository: str) -> str:
    """Return the table of the project's URLs for pyproject.toml, "" without a repository."""
    if not repository:
        return ""
    named = {
        "Homepage": repository,
        "Source": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/{TAG}/CHANGELOG.md",
        "Documentation": f"{repository}/tree/{TAG}/docs",
    }
    return "[project.urls]\n" + "".join(f'{name} = "{url}"\n' for name, url in named.items()) + "\n"


def described(readme: str, repository: str) -> str:
    """Return a README for readers outside the repository. Its relative links lead into the repository; if
    that is unknown, they become plain text and images are left out."""

    def outside(found: re.Match[str]) -> str:
        image, text, target, picture, more = found.groups()
        if picture:
            return f'<img src="{repository}/raw/{TAG}/{picture}"{more}>' if repository else ""
        if target.startswith("#"):
            return found[0]
        if not repository:
            return "" if image else text
        kind = "raw" if image else "blob"
        return f"{image}[{text}]({repository}/{kind}/{TAG}/{target})"

    return LINK.sub(outside, readme)


def wheel(folder: Path, sources: Path) -> Path:
    """Build the wheel of a source directory or distribution. Return it. Raises `RuntimeError`."""
    words = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "wheel", "--no-index"]
    words += ["--no-deps", "--no-build-isolation", "-w", str(folder), str(sources)]
    run(words, folder, variables=EPOCH_VARIABLE)
    (built,) = folder.glob(f"{NAME}-*.whl")
    return built


def repack(archive: Path, target: Path) -> Path:
    """Write a reproducible copy of a tar.gz: sorted, without owners and times of the build. Return it."""
    with (
        tarfile.open(archive) as old,
        target.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=SOURCE_DATE_EPOCH) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime, member.pax_headers = SOURCE_DATE_EPOCH, {}
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    return target

"""The command line of a release: ``python -m web.release`` (./build.sh release) fills ``build/release``.

With ``desktop`` it makes only the desktop game for this operating system, with ``check`` it installs and
starts what is in ``build/release``.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
import zipfile
from pathlib import Path

from game import VERSION
from web.cache import ROOT
from web.npm import PackageError
from web.release import check, debian, desktop, flatpak, inside, licences, notes, package
from web.site import assemble
from web.site.archive import EPOCH, files_below
from web.wheel.__main__ import wheel
from web.wheel.toolchain import ToolchainError

TARGET = ROOT / "build/release"
REPOSITORY = "KONTOR_REPOSITORY"
"""Environment variable with the URL of the repository's web page. The sources name none."""
TAG = "KONTOR_TAG"
"""Environment variable with the tag that is to be released."""


def zip_site(site: Path, target: Path) -> None:
    """Write a directory as a zip. A site has index.html at the root, the form that static hosts and itch.io
    accept.

    The zip is reproducible. Precompressed files are left out, since few hosts use them.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in files_below(site):
            if path.suffix not in (".br", ".gz"):
                entry = zipfile.ZipInfo(name, EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes())


def write_sums(folder: Path) -> None:
    """Write SHA256SUMS of every other file, in the format of ``sha256sum --check``."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}"
        for name, path in files_below(folder)
        if name != "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_bill(folder: Path, kind: str, contents: Path, parts: list[inside.Part]) -> None:
    """Write the bill of materials of a directory, and report parts whose licence is unknown."""
    for part in parts:
        if not part.licence:
            print(f"  release: the licence of {part.name} is not known: see web/release", file=sys.stderr)
    bill = inside.bill(kind, VERSION, contents, parts)
    (folder / f"kontor-{VERSION}-{kind}.cdx.json").write_text(bill, encoding="utf-8")


def write_notes(folder: Path, repository: str) -> None:
    """Write the notes of this version for the page of the release."""
    text = package.described(notes.current().text, repository)
    (folder / "NOTES.md").write_text(text, encoding="utf-8")


def write_site(folder: Path) -> None:
    """Write the site as a zip, and the files for hosts."""
    print("  release: the site as a zip", flush=True)
    site = assemble.build()
    zip_site(site, folder / f"kontor-{VERSION}-site.zip")
    zip_site(ROOT / "deploy", folder / f"kontor-{VERSION}-deploy.zip")
    write_bill(folder, "site", site, of_site(site))


def write_packages(folder: Path, repository: str) -> None:
    """Write the Python packages with the page for rooms, and the packages that are made from the wheel."""
    print("  release: the Python packages, with the page for rooms", flush=True)
    site = assemble.build(ROOT / "build/site-rooms", "/")
    _, built = package.build_both(folder, site, repository)
    write_bill(folder, "wheel", site, of_site(site))
    if shutil.which("dpkg-deb"):
        print("  release: the Debian package (a minute)", flush=True)

        def listed(root: Path, parts: list[inside.Part]) -> None:
            page = of_site(root / debian.LIBRARY / "game/site")
            write_bill(folder, "debian", root, inside.merged([*parts, *page]))

        debian.build(folder, built, listed)
    else:
        print("  release: no Debian package, for there is no dpkg-deb", file=sys.stderr)
    print("  release: the Flatpak manifest with its sources", flush=True)
    manifest = flatpak.build(TARGET.parent, built, repository)
    zip_site(manifest.parent, folder / f"kontor-{VERSION}-flatpak.zip")


def write_desktop(folder: Path) -> None:
    """Write the desktop game for this operating system."""
    print("  release: the desktop game (a minute)", flush=True)
    bundle = desktop.bundle(TARGET.parent / "desktop")
    parts = inside.of_bundle(bundle, desktop.program(bundle))
    licences.write(bundle / "licences", parts)
    desktop.pack(bundle, folder / f"kontor-{VERSION}-{desktop.system()}")
    write_bill(folder, f"{desktop.system()}-desktop", bundle, parts)


def of_site(site: Path) -> list[inside.Part]:
    """Return the third-party parts of a built site."""
    return inside.of_site(site, wheel().with_name("BUILDINFO"), ROOT / "assets")


def release(*, everything: bool = True) -> Path:
    """Build all release files from scratch, or the desktop game alone. Return their directory,
    ``build/release``."""
    if tag := os.environ.get(TAG):
        notes.check_tag(tag)
    fresh = TARGET.with_name("release.part")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    if everything:
        repository = os.environ.get(REPOSITORY, "").rstrip("/")
        write_notes(fresh, repository)
        write_site(fresh)
        write_packages(fresh, repository)
    write_desktop(fresh)
    write_sums(fresh)
    shutil.rmtree(TARGET, ignore_errors=True)
    fresh.rename(TARGET)
    return TARGET


def main() -> int:
    """Run the command. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m web.release", description="Make the files of a release.")
    parser.add_argument("what", nargs="?", choices=("all", "desktop", "check"), default="all")
    what = parser.parse_args().what
    if what != "check":
        for name, path in files_below(release(everything=what == "all")):
            print(f"  {path.stat().st_size / 1e6:7.2f} MB  build/release/{name}")
        return 0
    if not TARGET.is_dir():
        release()
    return 0 if check.check(TARGET) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (RuntimeError, ToolchainError, PackageError) as error:
        sys.exit(f"error: {error}")

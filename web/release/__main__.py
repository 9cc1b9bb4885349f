"""The command line of a release: ``python -m web.release`` (./build.sh release) fills ``build/release``."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import zipfile
from pathlib import Path

from game import VERSION
from web.npm import PackageError
from web.release import desktop, inside, licences, package
from web.site import assemble
from web.site.archive import EPOCH, files_below
from web.wheel.__main__ import wheel
from web.wheel.toolchain import ToolchainError

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "build/release"


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


def release() -> Path:
    """Build all release files from scratch. Return their directory, ``build/release``."""
    site = assemble.build()
    fresh = TARGET.with_name("release.part")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    print("  release: the site as a zip", flush=True)
    zip_site(site, fresh / f"kontor-{VERSION}-site.zip")
    print("  release: the Python packages, with the page for rooms", flush=True)
    roomy = assemble.build(ROOT / "build/site-rooms", "/")
    package.build_both(fresh, roomy, os.environ.get("KONTOR_REPOSITORY", ""))
    zip_site(ROOT / "deploy", fresh / f"kontor-{VERSION}-deploy.zip")
    print("  release: the desktop game (a minute)", flush=True)
    bundle = desktop.bundle(TARGET.parent / "desktop")
    contents = {
        "site": (site, inside.of_site(site, wheel().with_name("BUILDINFO"), ROOT / "assets")),
        "wheel": (roomy, inside.of_site(roomy, wheel().with_name("BUILDINFO"), ROOT / "assets")),
        "desktop": (bundle, inside.of_bundle(bundle, desktop.program(bundle))),
    }
    licences.write(bundle / "licences", contents["desktop"][1])
    desktop.pack(bundle, fresh / f"kontor-{VERSION}-{desktop.system()}")
    for kind, (folder, parts) in contents.items():
        for part in parts:
            if not part.licence:
                print(f"  release: the licence of {part.name} is not known: see web/release", file=sys.stderr)
        bill = inside.bill(kind, VERSION, folder, parts)
        (fresh / f"kontor-{VERSION}-{kind}.cdx.json").write_text(bill, encoding="utf-8")
    write_sums(fresh)
    shutil.rmtree(TARGET, ignore_errors=True)
    fresh.rename(TARGET)
    return TARGET


if __name__ == "__main__":
    try:
        for name, path in files_below(release()):
            print(f"  {path.stat().st_size / 1e6:7.2f} MB  build/release/{name}")
    except (RuntimeError, ToolchainError, PackageError) as error:
        sys.exit(f"error: {error}")

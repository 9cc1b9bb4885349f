"""The modules and the bytecode of the page's Python."""

from __future__ import annotations

import gzip
import io
import os
import re
import tarfile
import warnings
import zipfile
from pathlib import Path

import pytest

from web.cache import ROOT, Progress
from web.site import carried, runtime
from web.wheel import patches, pins, pyconfig, sources
from web.wheel.__main__ import smoke, wheel
from web.wheel.toolchain import Toolchain, ToolchainError

LOCK = ROOT / "web/wheel.lock"
ALL = set(pins.DEBIAN_SOURCES)
IMPORTED_BY_THE_INTERPRETER = {
    "strptime": "_strptime",
    "idna": "encodings.idna",
    "punycode": "encodings.punycode",
    "utf-8-sig": "encodings.utf_8_sig",
}
"""Methods and encodings, and the modules that the interpreter imports for them."""


def test_the_list_of_modules_is_what_the_page_can_import() -> None:
    needed, listed = set(runtime.needed_modules(wheel())), set(runtime.listed_modules())
    hint = "write the list anew: .venv/bin/python -m web.site modules"
    assert needed - listed == set(), f"missing in web/modules.txt; {hint}"
    assert listed - needed == set(), f"stale in web/modules.txt; {hint}"


def test_the_page_calls_nothing_for_which_its_python_lacks_a_module() -> None:
    """The interpreter imports some modules by itself, which the search for needed modules does not see."""
    listed = set(runtime.listed_modules())
    missing = [name for name, module in IMPORTED_BY_THE_INTERPRETER.items() if module not in listed]
    call = re.compile(rf"""\.({"|".join(missing)})\(|["']({"|".join(missing)})["']""")
    for path in (ROOT / "game").rglob("*.py"):
        found = call.search(path.read_text(encoding="utf-8"))
        name = found and found.group()
        assert not name, f"{path.relative_to(ROOT)}: {name} needs a module that is missing"


def test_what_the_title_imports_is_compiled_by_the_python_that_runs_it(site: Path) -> None:
    """Any other version of Python would reject it, and the sources are not included."""
    with tarfile.open(next(site.glob("*/game.pack")), "r:gz") as packed:
        names = {name.rpartition(".")[::2] for name in packed.getnames()}
        files = [packed.extractfile(name) for name in packed.getnames() if name.endswith(".pyc")]
        kinds = {file.read()[:8] for file in files if file}
    stdlib = gzip.decompress(next(site.glob("*/stdlib.pack")).read_bytes())
    with zipfile.ZipFile(io.BytesIO(stdlib)) as library:
        kinds |= {library.read(name)[:8] for name in library.namelist()}
    assert len(kinds) == 1
    compiled = {name for name, kind in names if kind == "pyc"}
    assert compiled.isdisjoint(name for name, kind in names if kind == "py")
    for module in ("client/start", "client/app/app", "client/pages/title", "platform/browser"):
        assert f"game/{module}" in compiled, module
    assert not any(name.startswith(("game/bots/", "game/client/table/")) for name in compiled)


def test_the_page_carries_what_draws_qr_codes_with_its_licence_and_nothing_else_of_it(site: Path) -> None:
    with tarfile.open(next(site.glob("*/game.pack")), "r:gz") as packed:
        names = {name for name in packed.getnames() if name.startswith("segno")}
        licence = packed.extractfile("segno/LICENSE")
        assert licence and licence.read().decode() == carried.licence()
    assert "Lars Heuer" in carried.licence() and "Redistributions in binary form" in carried.licence()
    assert names == {f"segno/{name}" for name in ("LICENSE", "__init__.py", *carried.MODULES)}


def test_the_same_sources_give_the_same_wheel_to_the_byte() -> None:
    if "KONTOR_PYGAME_WHEEL" in os.environ:
        pytest.skip("a given wheel was made elsewhere")
    digest, *inputs = wheel().with_name("BUILDINFO").read_text().splitlines()
    locked, *locked_inputs = LOCK.read_text().splitlines()
    if inputs == locked_inputs:
        assert digest == locked
    else:
        changed = sorted(set(inputs) ^ set(locked_inputs))
        warnings.warn(f"Debian has other sources than those of {LOCK.name}: {changed}", stacklevel=1)


class Mirror(Toolchain):
    """A toolchain whose Debian mirror has only the given packages, and unpacks only names."""

    def __init__(self, work: Path, pool: set[str], index: set[str]) -> None:
        super().__init__(None)
        self.work, self.pool, self.index = work, pool, index

    def run(self, *args: str, folder: str = ".") -> str:
        match [Path(args[0]).name, *args[1:]]:
            case ["apt-helper", _, address, name, _]:
                package = name.partition("_")[0]
                if package not in self.pool:
                    raise ToolchainError(f"404 {address}")
                (self.work / name).write_text("\nChecksums-Sha256:\n")
            case ["dpkg-source", *_, dsc]:
                (self.work / f"{dsc.partition('_')[0]}-1").mkdir()
            case ["apt-get", *_, "update", "-qq"]:
                pass
            case ["apt-get", *rest]:
                wanted = rest[rest.index("-y") + 1 :]
                if set(wanted) - self.index:
                    raise ToolchainError("E: Failed to fetch some archives.")
                for package in wanted:
                    (self.work / f"{package}-2").mkdir()
        return ""


@pytest.fixture
def any_mirror(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "mirror", lambda: "mirror://debian/")


@pytest.mark.usefixtures("any_mirror")
@pytest.mark.parametrize(("pool", "index"), [(ALL, set()), (ALL - {"freetype"}, ALL), (set(), ALL)])
def test_the_sources_are_had_while_debian_serves_the_pinned_or_the_present_one(
    tmp_path: Path, pool: set[str], index: set[str]
) -> None:
    sources.debian_sources(Mirror(tmp_path, pool, index), Progress("test"))
    assert {path.name for path in tmp_path.iterdir() if path.is_dir()} - {"apt"} == ALL


@pytest.mark.usefixtures("any_mirror")
def test_sources_that_are_nowhere_are_named_with_both_reasons(tmp_path: Path) -> None:
    with pytest.raises(ToolchainError, match=r"(?s)Failed to fetch.*404 .*/freetype_2") as refused:
        sources.debian_sources(Mirror(tmp_path, ALL - {"freetype"}, set()), Progress("test"))
    assert "libsdl2" not in str(refused.value)


def test_the_files_of_a_source_are_those_of_its_own_list() -> None:
    dsc = "Files:\n m 1 a\nChecksums-Sha256:\n s1 1 a.tar.xz\n s2 1 a.tar.xz.asc\nOther:\n s3 1 b\n"
    assert sources.files_of(dsc) == [("a.tar.xz", "s1"), ("a.tar.xz.asc", "s2")]


def test_a_wheel_that_does_not_work_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "pygame_ce-2.5.8-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    with zipfile.ZipFile(broken, "w") as archive:
        archive.writestr("pygame/__init__.py", "raise ImportError('no surface, no sound')")
    with pytest.raises(ToolchainError, match="no surface, no sound"):
        smoke(broken)


def test_a_given_wheel_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KONTOR_PYGAME_WHEEL", "/nowhere/pygame.whl")
    with pytest.raises(ToolchainError, match=r"KONTOR_PYGAME_WHEEL=/nowhere/pygame\.whl"):
        wheel()


def test_a_patch_that_does_not_fit_is_named(tmp_path: Path) -> None:
    for patch in patches.PATCHES:
        path = tmp_path / patch.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("int moved;\n")
    with pytest.raises(ValueError, match=r"base\.c.*occurs 0 times"):
        patches.apply(tmp_path)


def test_pyconfig_takes_its_values_from_pyodide() -> None:
    header = "#define SIZEOF_LONG 8\n/* #undef HAVE_DECL_X */\n#define HAVE_FORK 1\n#define Py_PYCONFIG_H\n"
    text = pyconfig.render(header, {"SIZEOF_LONG": 4, "HAVE_DECL_X": 0, "HAVE_FORK": 0})
    assert "#define SIZEOF_LONG 4" in text
    assert "#define HAVE_DECL_X 0" in text, "it is compared by value"
    assert "HAVE_FORK" not in text

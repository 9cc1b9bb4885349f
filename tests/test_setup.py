"""build.sh lists everything that it will install before it installs anything."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ("bash", "cat", "dirname", "grep", "mktemp", "python3", "rm", "sha256sum", "tail")
APT = "#!/bin/sh\necho apt-get was called\nexit 1\n"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A working copy without .venv on a machine with little more than Python; its apt-get installs
    nothing."""
    texts = [str(path.relative_to(ROOT)) for path in ROOT.glob("assets/i18n/build.*.txt")]
    for name in ("build.sh", "web/build-words.sh", "pyproject.toml", "requirements.lock", *texts):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    programs = tmp_path / "bin"
    programs.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, tool
        (programs / tool).symlink_to(found)
    (programs / "apt-get").write_text(APT)
    (programs / "apt-get").chmod(0o755)
    return tmp_path


def run(
    folder: Path, user: int, language: str = "", words: str = "test", **more: str
) -> subprocess.CompletedProcess[str]:
    (folder / "bin/id").write_text(f"#!/bin/sh\necho {user}\n")
    (folder / "bin/id").chmod(0o755)
    where = {"PATH": str(folder / "bin"), "HOME": str(folder), "TMPDIR": str(folder), "LANG": language}
    command, where = ["./build.sh", *words.split()], where | more
    return subprocess.run(command, cwd=folder, env=where, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
def test_root_is_told_of_all_that_will_be_installed(bare: Path) -> None:
    done = run(bare, user=0)
    lines = done.stdout.splitlines()
    assert lines[0].strip().startswith("system: apt-get will install")
    assert {"nodejs", "npm", "chromium", "firefox-esr"} <= set(lines[0].split())
    assert lines[1].strip().startswith("python: pip will install into .venv")
    assert done.returncode == 1 and "apt-get was called" in done.stderr, "only then is it tried"
    assert not (bare / ".venv").exists()


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
def test_anybody_else_is_told_what_to_install(bare: Path) -> None:
    done = run(bare, user=1000)
    assert done.returncode == 1 and "apt-get" not in done.stdout + done.stderr
    assert "please install these" in done.stderr and {"nodejs", "npm", "chromium"} <= set(done.stderr.split())


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
@pytest.mark.parametrize(
    ("tests", "needed"),
    [
        ("tests/engine -k displace", set()),
        ("-x tests/client/test_about.py::test_one", set()),
        ("tests/engine tests/test_release.py", {"nodejs"}),
        ("tests/engine tests/web/test_page.py", {"nodejs", "chromium"}),
        ("-k displace", {"nodejs", "chromium"}),
        ("tests/", {"nodejs", "chromium"}),
    ],
)
def test_only_what_the_named_tests_need_is_asked_for(bare: Path, tests: str, needed: set[str]) -> None:
    done = run(bare, 1000, words=f"test {tests}", KONTOR_PYTHON="nowhere")
    asked = set(done.stderr.split())
    assert done.returncode == 1 and "python3" in asked and asked & {"nodejs", "chromium"} == needed


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de_CH.UTF-8", "Fehler: bitte installiere "),
        ("it_IT.UTF-8", "errore: installa "),
        ("pt_BR.UTF-8", "erro: instale "),
        ("fr_FR.UTF-8", "error: please install "),
    ],
)
def test_they_are_told_in_the_language_of_their_system(bare: Path, language: str, said: str) -> None:
    done = run(bare, user=1000, language=language)
    assert done.stderr.startswith(said) and "chromium" in done.stderr.split()


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
@pytest.mark.parametrize(
    ("words", "odd"),
    [
        ("build foo", "foo"),
        ("serve 8000 foo", "foo"),
        ("fuzz 1 foo", "foo"),
        ("release foo", "foo"),
        ("lock foo", "foo"),
        ("clean foo", "foo"),
        ("clean --all foo", "foo"),
        ("foo", "foo"),
    ],
)
def test_a_word_it_does_not_know_is_refused_before_anything_is_done(bare: Path, words: str, odd: str) -> None:
    (bare / "build").mkdir()
    done = run(bare, user=0, words=words)
    assert done.returncode == 2 and f": {odd}\n" in done.stderr and "usage: ./build.sh" in done.stderr
    assert (bare / "build").is_dir() and "apt-get" not in done.stdout, "nothing is removed or installed"


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de_CH.UTF-8", "Fehler: ./build.sh build: unbekanntes Argument: foo"),
        ("it_IT.UTF-8", "errore: ./build.sh build: argomento non riconosciuto: foo"),
        ("pt_BR.UTF-8", "erro: ./build.sh build: argumento não reconhecido: foo"),
    ],
)
def test_an_unknown_word_is_refused_in_the_language_of_the_system(
    bare: Path, language: str, said: str
) -> None:
    assert run(bare, user=0, language=language, words="build foo").stderr.startswith(said)


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
def test_a_python_built_without_its_optimisations_is_passed_over_unless_it_is_named(bare: Path) -> None:
    """The fake interpreters log every use after they have reported their build options."""
    (bare / "bin/python3").unlink()
    for folder, answer in (("bin", 1), ("quick", 0)):
        (bare / folder).mkdir(exist_ok=True)
        (bare / folder / "python3").write_text(
            f'#!/bin/sh\n[ "$1" != - ] || exit {answer}\n'
            f'echo {folder} >>"{bare}/log"\nexec "{sys.executable}" "$@"\n'
        )
        (bare / folder / "python3").chmod(0o755)
    path = f"{bare / 'bin'}:{bare / 'quick'}"
    run(bare, 1000, PATH=path)
    assert set((bare / "log").read_text().split()) == {"quick"}
    (bare / "log").unlink()
    run(bare, 1000, PATH=path, KONTOR_PYTHON=str(bare / "bin/python3"))
    assert set((bare / "log").read_text().split()) == {"bin"}


@pytest.fixture
def python(bare: Path) -> Path:
    """The bare copy on a machine whose Python can make a .venv; downloads are blocked."""
    (bare / "bin/python3").unlink()
    (bare / "bin/python3").symlink_to(Path(sys.base_prefix) / "bin/python3")
    (bare / "bin/id").write_text("#!/bin/sh\necho 1000\n")
    (bare / "bin/id").chmod(0o755)
    return bare


def fuzz(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the shortest command that needs a .venv."""
    where = {"PATH": str(folder / "bin"), "HOME": str(folder), "TMPDIR": str(folder)}
    where |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder)}
    command = ["./build.sh", "fuzz", "1"]
    return subprocess.run(command, cwd=folder, env=where, capture_output=True, text=True, timeout=300)


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
def test_other_packages_are_installed_while_pip_is_busy(python: Path) -> None:
    """The fake apt-get waits for the .venv; pip finds no packages."""
    waits = f"until [ -e .venv/pyvenv.cfg ]; do {shutil.which('sleep')} 0.05; done"
    (python / "bin/apt-get").write_text(f'#!/bin/sh\n[ "$3" = update ] && exit\n{waits}\n: >installed\n')
    done = run(python, user=0, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(python))
    assert done.returncode == 1 and "pip could not install" in done.stderr
    assert (python / "installed").exists()


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
@pytest.mark.parametrize("broken", ["half a pip", "its Python is gone"])
def test_a_venv_that_does_not_work_is_made_anew(python: Path, broken: str) -> None:
    venv = python / ".venv/bin"
    venv.mkdir(parents=True)
    if broken == "half a pip":  # as an interrupted run leaves it: importable, but without function
        (venv / "python").write_text('#!/bin/sh\n[ "$1 $2" != "-m pip" ]\n')
        (venv / "python").chmod(0o755)
    else:
        (venv / "python").symlink_to(python / "gone")
    sums = subprocess.run(
        ["sha256sum", "pyproject.toml", "requirements.lock"], cwd=python, capture_output=True, text=True
    ).stdout
    (python / ".venv/made-for").write_text("" if broken == "half a pip" else sums)
    done = fuzz(python)
    assert "pip could not install" in done.stderr, "the packages are looked for, and none may be found here"
    works = subprocess.run([venv / "python", "-m", "pip", "--version"], capture_output=True)
    assert works.returncode == 0, "the new one has its pip"


@pytest.mark.skipif(os.name != "posix", reason="build.sh is for bash")
def test_a_package_that_is_not_the_one_locked_is_refused(python: Path) -> None:
    wheel = python / "anchor-1-py3-none-any.whl"
    info = {"METADATA": "Metadata-Version: 2.1\nName: anchor\nVersion: 1\n", "RECORD": ""}
    info["WHEEL"] = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(wheel, "w") as files:
        for name, text in info.items():
            files.writestr(f"anchor-1.dist-info/{name}", text)
    made = [sys.executable, "-m", "venv", "--without-pip", str(python / ".venv")]
    subprocess.run(made, check=True)  # with this environment's pip: unpacking another takes ten times as long
    (packages,) = (python / ".venv").glob("lib/python*/site-packages")
    (packages / "pip.pth").write_text(sysconfig.get_path("purelib"))
    honest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    lock = python / "requirements.lock"
    lock.write_text("anchor==1\n")
    assert "Hashes are required" in fuzz(python).stderr
    lock.write_text(f"anchor==1 --hash=sha256:{'0' * 64}\n")
    assert "DO NOT MATCH THE HASHES" in fuzz(python).stderr
    lock.write_text(f"anchor==1 --hash=sha256:{honest}\n")
    assert "pip could not install" not in fuzz(python).stderr
    assert (packages / "anchor-1.dist-info").is_dir(), "the one that is locked is installed"

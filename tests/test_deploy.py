"""The files for hosts (`deploy`): containers without privileges, valid settings and units, working backups.

docs/decisions/packages-and-containers.md names the linters of the container files, which are run by hand.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from game.server.settings import parser, settings

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", "")
STAGES = {
    found[1]: found[2]
    for found in re.finditer(r"^FROM \S+ AS (\w+)\n(.*?)(?=^FROM|\Z)", CONTAINERFILE, re.M | re.S)
}
VARIABLES = {name for action in parser()._actions for name in [f"KONTOR_{action.dest.upper()}"]}


def instructions(stage: str, name: str) -> list[str]:
    """Return the arguments of all instructions of that name in a stage of the Containerfile."""
    return re.findall(rf"^{name} (.*)$", STAGES[stage], re.MULTILINE)


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_a_container_has_no_root_no_writable_files_and_a_health_check(name: str) -> None:
    service = COMPOSE["services"][name]
    stage = service["build"]["target"]
    assert service["read_only"] is True and service["cap_drop"] == ["ALL"]
    assert (
        service["security_opt"] == ["no-new-privileges:true"]
        and service["mem_limit"]
        and service["pids_limit"]
    )
    (user,) = instructions(stage, "USER")
    assert user not in ("root", "0") and len(instructions(stage, "HEALTHCHECK")) == 1
    written = {*service["tmpfs"], *(volume.partition(":")[2] for volume in service.get("volumes", ()))}
    assert set(instructions(stage, "VOLUME")) <= written, "everything that is written has a place"
    assert all(each["condition"] == "service_healthy" for each in service.get("depends_on", {}).values())
    public = [port.partition(":")[2] for port in service.get("ports", ())]
    assert set(public) <= set(instructions(stage, "EXPOSE")[0].split()) and (not public or name == "caddy")


def test_containers_are_built_from_files_that_a_release_has_and_settings_that_exist() -> None:
    copied = [source for stage in STAGES for source in instructions(stage, "COPY") if "--from" not in source]
    assert {source.split()[0] for source in copied} == {"*.whl", "Caddyfile"}
    assert (DEPLOY / "Caddyfile").is_file()
    used = (
        set(re.findall(r"\bKONTOR_\w+(?==)", CONTAINERFILE))
        | COMPOSE["services"]["kontor"]["environment"].keys()
    )
    assert used - {"KONTOR_DATA"} <= VARIABLES
    (subnet,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    assert COMPOSE["services"]["kontor"]["environment"]["KONTOR_TRUSTED_PROXIES"] == subnet["subnet"]
    assert COMPOSE["networks"]["back"]["internal"] and COMPOSE["services"]["redis"]["networks"] == ["back"]


def test_the_settings_file_for_a_server_behind_a_proxy_is_valid() -> None:
    found = settings(["--settings", str(DEPLOY / "kontor.conf")])
    assert (found.host, found.trusted_proxies, found.quiet) == ("127.0.0.1", "127.0.0.1", True)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    units = [path for path in sorted(DEPLOY.iterdir()) if path.suffix in (".service", ".timer")]
    assert len(units) == 3
    for unit in units:  # the programs are not installed here
        text = re.sub(r"^ExecStart=\S+", f"ExecStart={sys.executable}", unit.read_text("utf-8"), flags=re.M)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    words = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.name) for unit in units)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr


@pytest.mark.skipif(not shutil.which("sqlite3"), reason="no sqlite3 here")
def test_a_backup_of_a_running_server_has_its_newest_entry_and_old_ones_go(tmp_path: Path) -> None:
    store, backups = tmp_path / "rooms.sqlite", tmp_path / "backups"
    backups.mkdir()
    for name in ("rooms-2020-01-01-000000.sqlite", "rooms-2020-01-02-000000.sqlite.part", "others.sqlite"):
        (backups / name).touch()
        os.utime(backups / name, (0, 0))
    with closing(sqlite3.connect(store, isolation_level=None)) as running:
        running.execute("PRAGMA journal_mode = WAL")
        running.execute("CREATE TABLE entries (line TEXT)")
        running.execute("INSERT INTO entries VALUES ('newest')")
        where = {"KONTOR_STORE": str(store), "KONTOR_BACKUPS": str(backups)}
        words = ["sh", str(DEPLOY / "kontor-backup")]
        done = subprocess.run(words, env=os.environ | where, capture_output=True, text=True, check=True)
    copy = Path(done.stdout.strip())
    with closing(sqlite3.connect(copy)) as restored:
        assert restored.execute("SELECT line FROM entries").fetchall() == [("newest",)]
    assert copy.stat().st_mode & 0o777 == 0o600, "names are for the host only"
    assert {path.name for path in backups.iterdir()} == {copy.name, "others.sqlite"}
    store.write_bytes(b"damaged" * 1000)
    done = subprocess.run(words, env=os.environ | where, capture_output=True, text=True)
    assert done.returncode and copy.exists() and len(list(backups.glob("rooms-*.sqlite"))) == 1

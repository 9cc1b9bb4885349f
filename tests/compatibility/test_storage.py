"""Games, settings, results, backups and rooms that 429bc39a stored on a device are found again.

A page puts its path before these keys; `tests/web/test_storage_scope.py` has keys of versions that did not.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compatibility import reading
from tests.compatibility.corpus import Row, data, differences, extends, plain, records, rows

STORED = rows("storage.jsonl.xz")


def expected(row: Row, *given: str) -> Row:
    """Return the answers in a row, without what they are answers to."""
    return {field: value for field, value in row.items() if field not in given}


def volume(text: str, sound: object) -> str:
    """Return the volume, in per cent, for sound in stored settings: off unless it was chosen."""
    return "50" if chosen(text, sound) and sound == "on" else "0"


def chosen(text: str, sound: object) -> bool:
    """Return True if stored settings contain this choice of sound. Since then, sound is off by default."""
    return f'"sound":"{sound}"' in text.replace(" ", "")


def check_stored(kept: object) -> None:
    """Compare all that a device's storage means, part by part."""
    found = plain(reading.stored_read(kept))
    stored = data("storage.json")
    # Since then, games in progress are listed before finished ones.
    stored["order"].sort(key=lambda game: bool(stored["games"][game].get("over")))
    settings = stored["settings"]["settings"]
    settings["sound"] = volume(STORED["settings"]["text"], settings["sound"])
    for part, value in stored.items():
        if part == "rooms":  # since then, devices store more about each room
            assert all(map(extends, found[part], value)) and len(found[part]) == len(value)
        elif isinstance(value, dict):
            assert extends(found[part], value), (part, differences(value, found[part]))
        else:
            assert found[part] == value, part


def test_the_storage_of_a_page_means_the_same() -> None:
    kept = reading.Texts({key: row["text"] for key, row in STORED.items()})
    check_stored(kept)
    assert kept["unrelated"] == STORED["unrelated"]["text"], "keys of other versions stay"


def test_the_directory_of_the_desktop_means_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda file: None)
    for file, key in data("files.json").items():
        (tmp_path / file).write_text(STORED[key]["text"], encoding="utf-8", newline="")
    monkeypatch.setenv("KONTOR_DATA", str(tmp_path))
    kept = reading.desktop()
    try:
        check_stored(kept)
    finally:
        kept.close()


def test_stored_settings_have_the_same_effect() -> None:
    """Every key with every value, retired and senseless ones, and what new games are set up with."""
    for name, row in rows("settings.jsonl.xz").items():
        now = plain(reading.settings_read(row["text"]))
        assert now["progress"] == row["progress"], name
        row["settings"]["sound"] = volume(row["text"], row["settings"]["sound"])
        assert extends(now, expected(row, "text", "progress")), differences(expected(row, "text"), now)


def test_saving_a_setting_keeps_what_other_versions_stored() -> None:
    for name, row in rows("settings_saved.jsonl").items():
        now = reading.settings_saved(row["text"], row["name"], row["value"])
        if row["name"] != "sound" and not chosen(row["text"], row["stored"]["sound"]):
            row["stored"]["sound"] = "0"
        assert not differences(row["stored"], now), name


def test_the_level_offered_first_is_the_one_chosen_last_or_earned() -> None:
    for name, row in rows("levels.jsonl").items():
        assert reading.level_offered(row["kept"]) == row["level"], name


def test_a_results_file_has_the_same_games_ratings_and_sums() -> None:
    """Lines that are not understood stay."""
    for name, row in rows("results.jsonl").items():
        assert not differences(expected(row, "text"), reading.results_read(row["text"])), name


def test_a_backup_is_taken_in_whole_and_once() -> None:
    results = rows("results.jsonl")
    for name, row in rows("backups.jsonl").items():
        text = row.get("text") or "".join(
            results[part]["text"] if part in results else stored_record(part) for part in row["parts"]
        )
        assert not differences(expected(row, "text", "parts"), reading.backup_read(text)), name


def stored_record(name: str) -> str:
    """Return the text of a record of the corpus."""
    return str(rows("records.jsonl.xz")[name].get("text") or records()[name])

"""Stands in for pygame's build backend while pip downloads the source archive.

pip asks every source archive for its metadata, even when only the file is wanted. The real backend would
answer by configuring a native build of pygame; the archive's own PKG-INFO says the same.
"""

from pathlib import Path
from typing import Any


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    metadata = Path("PKG-INFO").read_text(encoding="utf-8")
    headers = dict(line.split(": ", 1) for line in metadata.partition("\n\n")[0].splitlines() if ": " in line)
    info = Path(metadata_directory, f"{headers['Name'].replace('-', '_')}-{headers['Version']}.dist-info")
    info.mkdir()
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    return info.name

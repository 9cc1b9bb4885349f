"""Replacement of pygame's build backend while pip downloads the source archive.

pip requests metadata even if only the file is needed. The real backend would configure a native build of
pygame to provide it; the archive's PKG-INFO contains the metadata already.
"""

from pathlib import Path
from typing import Any


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    """Write the metadata from PKG-INFO. Return the name of its directory, as PEP 517 specifies."""
    metadata = Path("PKG-INFO").read_text(encoding="utf-8")
    headers = dict(line.split(": ", 1) for line in metadata.partition("\n\n")[0].splitlines() if ": " in line)
    info = Path(metadata_directory, f"{headers['Name'].replace('-', '_')}-{headers['Version']}.dist-info")
    info.mkdir()
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    return info.name

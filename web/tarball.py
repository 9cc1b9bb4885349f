"""Unpack a downloaded tar archive."""

from __future__ import annotations

import tarfile
from pathlib import Path


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive with a single top-level directory, without that directory's name."""
    with tarfile.open(archive) as tar:
        # Debian 12's Python 3.11.2 has no filters yet; these archives have been checked by their hash.
        tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, _path: member)
        members = tar.getmembers()
        top = members[0].name.split("/")[0] + "/"
        for member in members:
            member.name = member.name.removeprefix(top)
        tar.extractall(folder, members)

"""A plugin of mypy, with which its cache is valid only for files of equal content.

mypy alone takes a file for unchanged if its size and the second of its last change are equal. That is not
enough for a cache shared by several checkouts.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from mypy.plugin import Plugin, ReportConfigContext

ROOT = Path.cwd()


class ByContent(Plugin):
    """The plugin: it adds the hash of each file below the working directory to the key of its results."""

    def report_config_data(self, ctx: ReportConfigContext) -> str | None:
        path = ROOT / ctx.path
        if not path.is_file() or not path.is_relative_to(ROOT) or "site-packages" in path.parts:
            return None
        return hashlib.sha256(path.read_bytes()).hexdigest()


def plugin(version: str) -> type[ByContent]:
    """Return the plugin for any version of mypy."""
    return ByContent

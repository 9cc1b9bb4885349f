"""Pyodide, the Python interpreter of the web app."""

from __future__ import annotations

from pathlib import Path

from web.npm import package

VERSION = "314.0.7"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"


def pyodide() -> Path:
    """Return the directory of Pyodide's npm package, fetched on first use. Raises `PackageError`."""
    return package("pyodide", VERSION, SHA256)

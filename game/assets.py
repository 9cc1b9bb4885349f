"""Where typefaces, texts, drawings and lessons are."""

from __future__ import annotations

from pathlib import Path

_PLACES = [folder / "assets" for folder in Path(__file__).resolve().parents[:2]]
ASSETS = next((place for place in _PLACES if place.is_dir()), _PLACES[-1])
"""Inside the package where it is installed (setup.py), else beside it."""

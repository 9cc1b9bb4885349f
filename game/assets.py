"""The directory of typefaces, texts, drawings and lessons."""

from __future__ import annotations

from pathlib import Path

_PLACES = [folder / "assets" for folder in Path(__file__).resolve().parents[:2]]
ASSETS = next((place for place in _PLACES if place.is_dir()), _PLACES[-1])
"""Inside an installed package (setup.py), otherwise next to it."""

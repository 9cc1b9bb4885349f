"""What is new and what matters in a first game of *Hansa*."""

from __future__ import annotations

from collections.abc import Mapping

from game.match.guide.sight import Notice

NOTICES: Mapping[str, Notice] = {}

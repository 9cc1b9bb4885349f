"""Reports of the client's state as text, for tests and bug reports."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pygame

from game import VERSION
from game.engine.record import write
from game.match import Match

_ROOT = Path(__file__).resolve().parents[3]


def state_report(scene: str, notice: str, match: Match | None, *, prepared: bool) -> str:
    """Return scene, record, pending decision, outcome and preparation state as JSON."""
    told: dict[str, Any] = {"scene": scene, "notice": notice, "prepared": prepared}
    if match is not None:
        state = match.state
        decision, outcome = state.decision, state.outcome
        told |= {
            "record": match.text(),
            "actor": state.actor,
            "waits": type(match.waits()).__name__.lower().removeprefix("awaiting"),
            "decision": decision.id if decision else None,
            "actions": len(match.record.actions),
            "outcome": {"totals": outcome.totals, "ranks": outcome.ranks, "reason": outcome.reason}
            if outcome
            else None,
        }
    return json.dumps(told)


def versions() -> str:
    """Return the versions of Kontor, Python and pygame, and the platform."""
    python, ours = sys.version.split()[0], pygame.version.ver
    return f"Kontor {VERSION}, Python {python}, pygame-ce {ours}, {sys.platform}"


def fault_report(details: str, match: Match | None) -> str:
    """Return a bug report with versions, traceback and game.

    Names of players and directories are left out, and so is information that only one seat may know.
    """
    lines = [versions(), "", without_names(details, match)]
    if match is not None:
        lines += [line for line in write(match.public()).splitlines() if not line.startswith("tag ")]
    return "\n".join(lines) + "\n"


def without_names(details: str, match: Match | None) -> str:
    """Remove the names of players and of this machine's directories from a traceback."""
    for folder, word in ((_ROOT, "kontor"), (Path(sys.prefix), "python"), (Path.home(), "~")):
        if folder.parent != folder:  # the prefix of Pyodide is the root
            details = details.replace(str(folder), word)
    for seat, player in enumerate(match.players if match else ()):
        if not player.name.isdigit():
            details = re.sub(rf"(?<!\w){re.escape(player.name)}(?!\w)", f"player {seat + 1}", details)
    return details

"""The state of the client in words a test or a person's report can use."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game import VERSION

if TYPE_CHECKING:
    from game.client.app import App
    from game.client.session import Session

_ROOT = Path(__file__).resolve().parents[2]


def current_session(app: App) -> Session | None:
    """The game on the table, if there is one."""
    for scene in reversed(app.scenes):
        session: Session | None = getattr(scene, "session", None)
        if session is not None:
            return session
    return None


def describe(app: App) -> str:
    """Scene, record, what is asked and how it ended, as JSON."""
    session = current_session(app)
    told: dict[str, Any] = {"scene": app.scenes[-1].name if app.scenes else "", "notice": app.notice}
    if session is not None:
        state = session.state
        decision, outcome = state.decision, state.outcome
        told |= {
            "record": session.text(),
            "actor": state.actor,
            "decision": decision.id if decision else None,
            "actions": len(session.record.actions),
            "outcome": {"totals": outcome.totals, "ranks": outcome.ranks, "reason": outcome.reason}
            if outcome
            else None,
        }
    return json.dumps(told)


def fault_report(details: str, session: Session | None) -> str:
    """What helps to find a fault: versions, the fault, the game. Nothing in it says who plays, or where."""
    python, ours = sys.version.split()[0], pygame.version.ver
    lines = [f"Kontor {VERSION}, Python {python}, pygame-ce {ours}, {sys.platform}", ""]
    lines.append(without_names(details, session))
    if session is not None:
        lines += [line for line in session.text().splitlines() if not line.startswith("tag ")]
    return "\n".join(lines) + "\n"


def without_names(details: str, session: Session | None) -> str:
    """A traceback without the names of players and of this machine's folders."""
    for folder, word in ((_ROOT, "kontor"), (Path(sys.prefix), "python"), (Path.home(), "~")):
        if folder.parent != folder:  # Pyodide's prefix is the root
            details = details.replace(str(folder), word)
    for seat, player in enumerate(session.players if session else ()):
        if not player.name.isdigit():
            details = re.sub(rf"(?<!\w){re.escape(player.name)}(?!\w)", f"player {seat + 1}", details)
    return details

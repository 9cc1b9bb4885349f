"""The state of the client in words a test or a person's report can use."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pygame

if TYPE_CHECKING:
    from game.client.app import App
    from game.client.session import Session


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


def fault_report(app: App, details: str) -> str:
    """What helps to find a fault: versions, the fault, the game. Names of players are left out."""
    lines = [
        f"Kontor, Python {sys.version.split()[0]}, pygame-ce {pygame.version.ver}, {sys.platform}",
        "",
        details,
    ]
    session = current_session(app)
    if session is not None:
        kept = [line for line in session.text().splitlines() if not line.startswith("tag ")]
        lines += ["", *kept]
    return "\n".join(lines)

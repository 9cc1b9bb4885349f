"""Storage of a room's state on a device, so that a returning client receives new entries only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.match.match import Match
from game.rooms.clock import RoomClock, SeatTime, rules_in
from game.rooms.commitment import hashed
from game.rooms.entries import compact
from game.rooms.protocol import FIRST_VERSION
from game.rooms.replica import RoomReplica
from game.rooms.state import ConsentRequest, Member, RoomState, SeatAssignment
from game.untrusted import loads

FORMAT = 1
"""Version of the stored form."""
_STORED = {"game_seq": "acts"}
"""Stored names of fields that differ from their current names."""
_ADDED: Mapping[str, Any] = {
    **{"locked": False, "invite": "", "former": [], "seen": []},
    **{"version": FIRST_VERSION, "clock": None},
}
"""Values of fields that older versions did not store."""


def written(replica: RoomReplica) -> str:
    """Return the stored form of all that the device knows of the room, without the actions of the game.

    The game must have started.
    """
    assert replica.match is not None, "before that there is nothing to save time with"
    return compact(
        {
            **{"v": FORMAT, "me": replica.me, "game": _digest(replica.match)},
            **{"last": replica.last, "state": _state_out(replica.state)},
        }
    )


def resume(replica: RoomReplica, text: str, match: Match) -> bool:
    """Restore a new `RoomReplica` from the text that `written` returned and from the saved game.

    Returns False, without effect, if the text is invalid, if it does not belong to the same moment as the
    game, or if the game is over: then the verification of its seed must be received again.
    """
    try:
        data = loads(text)
        state = _state_in(data["state"], len(match.moves))
        fits = (
            data["v"] == FORMAT and data["game"] == _digest(match) and len(state.chairs) == len(match.players)
        )
        me = state.members[data["me"]].number
    except (ValueError, LookupError, TypeError):
        return False
    if not fits or match.state.outcome is not None:
        return False
    replica.me, replica.state, replica.match = me, state, match
    replica.remember(str(data.get("last", "")))
    replica.reseat()
    return True


def stored_place(text: str) -> tuple[int, str]:
    """Return the number and the fingerprint of the last entry that a text of `written` includes; 0 and "" if
    it is invalid."""
    try:
        data = loads(text)
        return (data["state"]["n"], str(data["last"])) if data["v"] == FORMAT else (0, "")
    except (ValueError, LookupError, TypeError):
        return 0, ""


def _digest(match: Match) -> str:
    return hashed("\n".join(move.action.text for move in match.moves))


def _state_out(state: RoomState) -> dict[str, Any]:
    asked = state.asked
    return {
        **{_STORED.get(name, name): value for name, value in vars(state).items()},
        "members": [[*vars(one).values()] for one in state.members.values()],
        "chairs": [list(chair) for chair in state.chairs],
        "asked": asked and [sorted(one) if isinstance(one, frozenset) else one for one in asked],
        "clock": state.clock and _clock_out(state.clock),
    }


def _clock_out(clock: RoomClock) -> dict[str, Any]:
    seats = [vars(one) for one in clock.seats]
    stand_ins = [[seat, *one] for seat, one in clock.stand_ins.items()]
    return {**vars(clock), "rules": clock.rules.data(), "seats": seats, "stand_ins": stand_ins}


def _clock_in(data: Mapping[str, Any]) -> RoomClock:
    seats = [SeatTime(**one) for one in data["seats"]]
    stand_ins = {seat: (who, turn) for seat, who, turn in data["stand_ins"]}
    return RoomClock(**{**data, "rules": rules_in(data["rules"]), "seats": seats, "stand_ins": stand_ins})


def _state_in(data: Mapping[str, Any], moves: int) -> RoomState:
    """Return a stored state. Fields that an older version did not store have their usual values."""
    state = RoomState()
    data = {"moves": moves, **_ADDED, **data}
    for name, usual in vars(state).items():
        if name not in ("members", "chairs", "asked", "clock"):
            value = data[_STORED.get(name, name)]
            if type(value) is not type(usual):
                raise TypeError(name)
            setattr(state, name, value)
    state.members = {row[0]: Member(*row) for row in data["members"]}
    state.chairs = [SeatAssignment(*chair) for chair in data["chairs"]]
    state.former = [(moves, who) for moves, who in state.former]
    if state.started and not state.seen:
        state.seen = [[] if chair.who is None else [chair.who] for chair in state.chairs]
    if data["asked"] is not None:
        n, by, to, yes, *more = data["asked"]
        state.asked = ConsentRequest(n, by, to, frozenset(yes), *more)
    state.clock = None if data["clock"] is None else _clock_in(data["clock"])
    return state

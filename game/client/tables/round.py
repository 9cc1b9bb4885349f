"""A round of the rooms of this device: enter each for a moment, store what is new there, and leave."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress

from game.client.app.scene import Host, RoomInput
from game.client.rooms.client import LASTING, called, summary
from game.client.storage import rooms as keeping
from game.client.storage.rooms import Kept
from game.client.storage.save_store import SaveConflict
from game.engine.core import ParseError
from game.match import Match
from game.match.loading import Loading
from game.match.players import player_name
from game.platform import Connected, Disconnected, Heard, StorageError
from game.rooms.replica import RoomReplica
from game.rooms.replica_storage import resume, stored_place, written
from game.untrusted import loads

ANSWER_TIMEOUT = 5.0
"""Timeout in seconds for an answer. After it, the server counts as unreachable."""
PAUSE = 0.5
"""Pause between two rooms in seconds. The server admits twice as many messages."""
SLICE = 0.006
"""Time per frame to load a stored game, in seconds."""


class RoomRound:
    """The listener of the connections to one room after another. Each sees the device only for a moment.

    answers: by room "" if it has answered, otherwise the code of a refusal, or "unreachable"
    """

    away = False

    def __init__(self, app: Host, asked: Iterable[Kept], told: Callable[[], None]) -> None:
        """Prepare a round.

        asked: the rooms, all of the server in use
        told: called after each room whose entry has changed
        """
        self._app, self._told = app, told
        self._left = deque(asked)
        self.answers: dict[str, str] = {}
        self._kept: Kept | None = None
        """The room that is being asked."""
        self._replica: RoomReplica
        self._loading: Loading[Match] | None = None
        self._heard = ""
        """The answer, until the stored game has been loaded."""
        self._whole = False
        """True if all entries of the room have been requested."""
        self._until = 0.0
        """End of the pause or of the wait for an answer."""

    @property
    def over(self) -> bool:
        """True if every room has been asked."""
        return self._kept is None and not self._left

    # ---- events -----------------------------------------------------------------------------

    def update(self, now: float) -> float | None:
        """Continue the round. Return the seconds until the next call, or None at its end."""
        if self.over:
            return None
        if self._kept is not None and self._loading is not None:
            self._load(self._kept, self._loading)
            return 0.0
        left = self._until - now
        if left > 0:
            return left
        if self._kept is not None:
            self._unreachable()
        else:
            self._ask(self._left.popleft(), now)
        return self.update(now)

    def receive(self, happened: RoomInput) -> None:
        """Handle an event of the connection."""
        match happened:
            case Connected() if self._kept is not None:
                self._app.platform.send(self._replica.enter())
            case Heard(text) if self._kept is not None:
                self._hear(self._kept, text)
            case Disconnected() if self._kept is not None:
                self._unreachable()

    def close(self) -> None:
        """End the round, also because another listener needs the connection."""
        self._left.clear()
        if self._kept is not None:
            self._kept = None
            self._app.platform.disconnect()
        if self._app.connection is self:
            self._app.connection = None

    # ---- a room -----------------------------------------------------------------------------

    def _ask(self, kept: Kept, now: float) -> None:
        """Connect to a room. The stored game is loaded only if the answer contains something new."""
        self._kept, self._until, self._whole = kept, now + ANSWER_TIMEOUT, False
        self._replica = self._fresh(kept)
        with suppress(StorageError):
            if self._app.saves.exists(kept.room):
                self._replica.state.n, last = stored_place(keeping.known(self._app.platform, kept.room))
                self._replica.remember(last)
        self._app.platform.connect(self._app.platform.rooms())

    def _fresh(self, kept: Kept) -> RoomReplica:
        return RoomReplica(kept.room, kept.key, player_name(self._app.settings.name), "round", called)

    def _hear(self, kept: Kept, text: str) -> None:
        """Handle a message: the answer of the room, a refusal, or something that does not matter here."""
        try:
            data = loads(text)
            kind, why, entries = data["is"], str(data.get("why", "")), data.get("entries")
        except (ValueError, LookupError, TypeError, AttributeError):
            return
        if kind in ("refused", "bye"):
            self._done(why) if why in LASTING else self._unreachable()
        elif kind == "room" and data.get("room") == kept.room and self._loading is None:
            self._app.platform.send(self._replica.here(False))  # the others need not think that we stay
            if not self._replica.state.n:
                self._apply(kept, text)
            elif entries or data.get("since") != self._replica.state.n:
                self._heard = text
                self._loading = self._app.saves.opening(kept.room)
            else:
                self._store(kept.room, new=False)
                self._done("")

    def _load(self, kept: Kept, loading: Loading[Match]) -> None:
        """Continue to load the stored game, to which the answer is added."""
        until = time.perf_counter() + SLICE
        try:
            while time.perf_counter() < until:
                next(loading)
        except StopIteration as done:
            self._loading, self._replica = None, self._fresh(kept)
            with suppress(StorageError):
                if resume(self._replica, keeping.known(self._app.platform, kept.room), done.value):
                    self._apply(kept, self._heard)
                    return
            self._ask_for_all(kept)
        except (ValueError, StorageError):
            self._ask_for_all(kept)

    def _ask_for_all(self, kept: Kept) -> None:
        """Enter once more without what is stored, which does not fit the answer."""
        if self._whole:
            self._done("broken")
            return
        self._loading, self._replica, self._whole = None, self._fresh(kept), True
        self._until = time.monotonic() + ANSWER_TIMEOUT
        self._app.platform.send(self._replica.enter())

    def _apply(self, kept: Kept, text: str) -> None:
        """Apply the answer and store the room as it is now."""
        replica = self._replica
        replica.receive(text)
        if replica.outbox() or not replica.state.n:
            self._ask_for_all(kept)
            return
        self._store(kept.room, new=True)
        self._done("")

    def _store(self, room: str, *, new: bool) -> None:
        """Store the answer of a room if it is new, and let the badge of the installed app count the room if
        it waits for the player. A room that the person has forgotten meanwhile stays forgotten."""
        platform, replica = self._app.platform, self._replica
        try:
            kept = keeping.find(platform, room)
            if kept is None:
                return
            if new:
                if replica.match is not None:
                    self._save(replica.match)
                    keeping.know(platform, room, written(replica))
                kept = keeping.keep(platform, summary(kept, replica))
                self._told()
            platform.set_waiting(kept.link, kept.waits)
        except SaveConflict:  # another window follows the room as well
            pass
        except StorageError as error:
            self._app.complain(error)

    def _save(self, match: Match) -> None:
        with suppress(ParseError):
            tags = self._app.saves.taken_up(match.id)
            match.record.tags |= {name: tags[name] for name in ("title", "date") if name in tags}
        self._app.saves.save(match, played=False)

    def _done(self, answer: str) -> None:
        """End the visit to a room."""
        assert self._kept is not None
        self.answers[self._kept.room] = answer
        self._kept = self._loading = None
        self._until = time.monotonic() + PAUSE
        self._app.platform.disconnect()
        if self.over:
            self.close()
        self._app.refresh()

    def _unreachable(self) -> None:
        """End the round: the other rooms have the same server."""
        assert self._kept is not None
        self.answers |= {kept.room: "unreachable" for kept in (self._kept, *self._left)}
        self._left.clear()
        self._done("unreachable")

"""The game of a room at a table: decisions are sent to the room server, and all actions arrive from it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

import pygame

from game.client.app import routes
from game.client.app.gestures import Gesture, Key, Press
from game.client.app.scene import Host
from game.client.draw.cards import InfoCard
from game.client.draw.widgets import Button, ButtonSpec, Widget
from game.client.rooms.client import RoomClient, phrase_words
from game.client.rooms.clock.times import WARNINGS, brief, draw_time, lasting, time_told
from game.client.rooms.overlays import Bubble, Request, badge, lay_bubbles
from game.client.stage.stage import Stage
from game.client.storage import rooms as keeping
from game.client.storage.results import note_end
from game.client.storage.save_store import SaveConflict
from game.client.table.computers import pause
from game.client.table.desks import arms_of
from game.client.table.table import TableScene
from game.client.table.table_mode import LocalGame
from game.client.touch.plan_preview import PreviewStep, draw_plan, steps_of
from game.client.views.desk import HEADER, PAD
from game.client.views.desk import WIDE as DESK_WIDE
from game.client.words.i18n import computers, rooms, t
from game.client.words.sentence import Sentence
from game.engine.core import Action, ParseError
from game.match import AwaitingRemote, Computer, Match, RemoteController
from game.platform import StorageError
from game.rooms import updates
from game.rooms.clock import MARK
from game.rooms.replica_storage import written
from game.rooms.updates import Update

NARROW = 8.0
"""Width of a tab in units below which the time is on its upper edge, because there is no room inside."""


class RoomGame(LocalGame):
    """A game in which an action is played once the room server has accepted it. Until then the piece waits at
    its target."""

    def __init__(self, app: Host, match: Match, client: RoomClient) -> None:
        super().__init__(app, match)
        self.client, self.replica = client, client.replica
        self._sent: tuple[int, tuple[PreviewStep, ...]] | None = None
        """The decision or its undo that was sent: the length of the log at that time and the steps of the
        action."""
        self._shown_until = 0.0
        """Time until which the last action stays on show."""
        self._as_kept = not client.entered
        """True until the server has sent what has happened since this device last visited the room."""
        self._shown_times: list[str] = []
        self._left: list[float] = []
        """The times of the last call of `_tick`."""
        self._absent = False
        """True if this person can ask the table whether a computer should continue."""
        client.base, client.shown, client.follower = "table", match, self.hear
        client.holds = self._shows_something

    # ---- what arrives -----------------------------------------------------------------------

    def hear(self, found: Sequence[Update]) -> None:
        """Apply news from the room: the table follows the match, and phrases are added to its log."""
        if self.replica.match is not self.match:
            return  # the game has restarted and another table is about to open
        for one in found:
            if isinstance(one, updates.Refusal) and one.doing in ("play", "back"):
                self._sent = None
            elif isinstance(one, updates.Said) and len(found) == 1:
                words = f"{self._name(one.by)}: {phrase_words(one.phrase)}"
                self._told(words, one.by)
            elif isinstance(one, updates.Answered):
                words = rooms("answered.yes" if one.yes else "answered.no", name=self._name(one.by))
                self._told(words, one.by)
            elif isinstance(one, updates.Withdrew):
                self._told(rooms("withdrawn", name=self._name(one.by)), one.by)
            elif isinstance(one, updates.RanOut) and len(found) <= 2:
                words = rooms("clock.out", name=self.client.label(one.seat))
                self.table.narrator.sentences.append(Sentence(words, one.seat))
            elif isinstance(one, updates.Seated) and (words := self.client.handed(one)):
                self.table.narrator.sentences.append(Sentence(words, one.seat))
            elif isinstance(one, updates.Requested) and one.request.by != self.replica.me:
                self.app.platform.announce(self._asks())
        if self._sent is not None and self._sent[0] != len(self.match.log):
            self._sent = None  # the same number of moves can be different moves
        returned = self._as_kept and self.client.entered
        self._as_kept = not self.client.entered
        nothing_new = self._cursor.read == len(self.match.log)
        self.table.follow(time.monotonic())
        if returned and nothing_new:
            self.app.platform.announce(self.table.prompt())
            self._show_plan()

    def _told(self, words: str, who: int) -> None:
        """Append a sentence to the log that is not about an action."""
        seats = self.replica.state.held(who)
        self.table.narrator.sentences.append(Sentence(words, seats[0] if seats else None))

    def _name(self, who: int) -> str:
        return self.replica.state.members[who].name

    def _shows_something(self) -> bool:
        """Return True while pieces are animated or the last action is still on show."""
        if self.app.scene.name != self.name:
            return False
        return self._stage.animator.busy or time.monotonic() < self._shown_until

    @property
    def _stage(self) -> Stage:
        return self.table.stage

    # ---- playing ----------------------------------------------------------------------------

    def play(self, action: Action) -> None:
        """Send the action. It is played when the server confirms it."""
        if self._sent is None:
            steps = steps_of(self.match.state, [action.text])
            self._sent = len(self.match.log), tuple(steps)
            self.client.send(self.replica.play(action))

    def awaited(self) -> str:
        if self._as_kept:
            return rooms("kept")
        if self.replica.state.paused:
            return self.client.paused()
        if self._sent is not None:
            return rooms("sent.later" if self.client.offline else "sent")
        return rooms("lost") if self.client.offline else ""

    def seated(self) -> int | None:
        """Return the person's own seat; with several, the one that decides."""
        own, actor = self.replica.mine, self.match.state.actor
        return actor if not own or actor in own else own[0]

    @property
    def undoes(self) -> bool:
        free = self._sent is None and self.client.stands
        return free and (self.replica.can_take_back is not None or self._may_ask)

    @property
    def _may_ask(self) -> bool:
        return self.replica.can_ask is not None and self.match.state.outcome is None

    def undo(self) -> None:
        """Take back the last decision, or request it from the others if they have acted since."""
        replica = self.replica
        if not self.undoes:
            return
        if replica.can_take_back is not None:
            self._sent = len(self.match.log), ()
            self.client.send(replica.back(self.table.choice.since))
        else:
            self.client.send(replica.ask())
            self.app.platform.announce(rooms("asked"))

    def tool(self, button: Button) -> Button | None:
        """Label the undo button as a request if the others have to agree."""
        if button.id == "undo" and button.act and self.replica.can_take_back is None:
            button.label = rooms("ask")
        return button

    # ---- saving -----------------------------------------------------------------------------

    def opened(self) -> None:
        """Replace the game stored on this device, except its title. The room knows who plays."""
        with suppress(StorageError, ParseError):
            if title := self.app.saves.taken_up(self.client.room).get("title"):
                self.match.record.tags["title"] = title
        self._save()
        self.client.keep()
        self.client.connect()

    def follow(self, match: Match, now: float) -> None:
        if self._cursor.new(match.log):
            self._save()
            if match.state.outcome is not None:
                self.results_shown = False
                with suppress(StorageError):
                    note_end(self.app.saves, match, self.app.settings.name)

    def answering(self) -> int | None:
        return self.client.answering

    def has_answers(self, seat: int) -> bool:
        return bool(self.replica.answers.get(seat))

    def answers_route(self, seat: int) -> routes.StandingAnswers:
        return self.client.answers_route(seat)

    def planning(self) -> int | None:
        return self.client.planning

    def _own(self, seat: int) -> bool:
        return seat in self.replica.mine

    def suggestions(self) -> list[ButtonSpec]:
        if self.planning() is None or self.replica.state.paused:
            return super().suggestions()
        label = computers("plan.change" if self.planned else "plan")
        return [ButtonSpec("plan", label, self.plan_turn, icon="plan"), *super().suggestions()]

    def followed(self, match: Match, now: float) -> None:
        """Keep an opponent's action on show for a while before the next one is applied."""
        last = match.moves[-1].seat if match.moves else None
        look = 0.0 if last is None or last in self.replica.mine else pause(self.app, match)
        self._shown_until = self._stage.animator.ends(now) + look
        self._offer()
        self._show_plan()

    def changed_elsewhere(self) -> None:
        """Ignore other windows: all windows in a room follow the server."""

    def _save(self) -> None:
        """Store the game and the client state. A conflict with another window is harmless, because both are
        true."""
        try:
            self.app.saves.save(self.match)
            keeping.know(self.app.platform, self.client.room, written(self.replica))
        except SaveConflict:
            pass
        except StorageError as error:
            self.app.complain(error)

    def left(self) -> None:
        self.client.left()

    # ---- end of the game, and the menu ------------------------------------------------------

    def due(self, now: float) -> float | None:
        due = None if self.replica.proven is None else super().due(now)
        if due is not None:
            return due
        found = [self.client.fades(now), self.client.consent.absent_in(now) or None]
        if any(one.runs for one in self.client.times(now)):
            found.append(1.0 - (now - self.client.time_heard) % 1.0)
        return min((one for one in found if one is not None), default=None)

    def _tick(self, now: float) -> bool:
        """Announce that little of the person's time is left. Return True if a shown time, or what can be
        asked of the table, has changed."""
        clock, found = self.replica.state.clock, self.client.times(now)
        shown = [brief(one.left) for one in found]
        absent = self.client.consent.absent_in(now) == 0
        for seat in self.replica.mine if clock is not None and len(found) == len(self._left) else ():
            for limit in WARNINGS[clock.rules.kind] if found[seat].runs and clock else ():
                if found[seat].left <= limit < self._left[seat]:
                    self.app.platform.announce(rooms("clock.soon", left=lasting(limit)))
        changed = shown != self._shown_times
        self._shown_times, self._left = shown, [one.left for one in found]
        if absent != self._absent:
            self._absent = absent
            self.app.refresh()
        return changed

    def results(self) -> None:
        ended, self.results_shown = not self.results_shown, True
        self.app.open(routes.RoomResults(self.client, ended))

    def leave(self) -> None:
        narrator = self.table.narrator
        lately, show = narrator.lately(self.match), self.table.show_logged
        self.app.open(routes.RoomMenu(self.client, narrator.sentences, lately, show))

    # ---- words ------------------------------------------------------------------------------

    def status(self, question: str) -> str:
        state = self.replica.state
        if self.client.closed:
            return self.client.trouble()
        if self._as_kept:
            return rooms("kept")
        if self.match.state.actor is None:
            return question
        if self.client.offline:
            return self.awaited()
        if state.paused:
            return self.client.paused()
        return self._watching(self._waiting(question))

    def _watching(self, words: str) -> str:
        """Put before a sentence that the person watches, or that a computer plays for them."""
        if self.replica.mine:
            return words
        why = "watching.you" if self.client.consent.lost_seat is None else "substituted"
        return " ".join([rooms(why), words])

    def _waiting(self, question: str) -> str:
        """Return the status of the player who decides next."""
        wait, state = self.match.waits(), self.replica.state
        if not isinstance(wait, AwaitingRemote):
            return question
        chair, name = state.chairs[wait.seat], self.match.players[wait.seat].name
        if chair.computer:
            return t("table.thinking", name=name)
        if chair.who is None:
            return rooms("turn.nobody", name=name)
        return rooms(f"turn.{self.client.presence(chair.who) or 'here'}", name=name)

    def prompt(self, question: str) -> str:
        return self._watching(question)

    def undone(self, place: int, actions: list[str]) -> str:
        """Return a sentence that names the player who took actions back."""
        who = self.replica.undone_by.get(place)
        if who is None:
            return ""
        return rooms("back.by", name=self._name(who), n=len(actions), actions=", ".join(actions))

    def instead(self) -> list[ButtonSpec]:
        """Offer to update if the room uses another version, to resume a paused game, to take one's seat back
        from a computer, or to ask whether one should continue for an absent player."""
        if updating := self.client.updating():
            return updating
        consent, state = self.client.consent, self.replica.state
        if state.paused and consent.may_pause:
            resume = partial(consent.pause, False)
            return [ButtonSpec("resume", consent.pause_label(), resume, "primary", icon="play")]
        if consent.lost_seat is not None and state.asked is None:
            label = rooms("come-back" if consent.returns_freely else "come-back.ask")
            return [ButtonSpec("come-back", label, consent.come_back, "primary", icon="play")]
        if consent.absent_in(time.monotonic()) == 0:
            return [ButtonSpec("absent", rooms("absent.ask"), consent.ask_for_computer, icon="seats")]
        return []

    def greeting(self) -> str:
        """Return an error message if there is an error, otherwise the text for new players. The status says
        whether the connection is lost or has ended."""
        apart = self.client.offline or self.client.closed
        return "" if apart else self.client.trouble() or self._time_up() or super().greeting()

    def _time_up(self) -> str:
        """Return that this person decides although their time is up; otherwise an empty text."""
        seat, rules = self.match.state.actor, self.replica.state.clock_rules
        if seat not in self.replica.mine or rules is None or rules.over != MARK:
            return ""
        times = self.client.times(time.monotonic())
        return rooms("clock.out.mark") if times and times[seat].left < 1 else ""

    def _asks(self) -> str:
        asked = self.replica.state.asked
        if asked is None:
            return ""
        name = self._name(asked.by)
        if asked.pause is not None:
            return rooms("asks.pause" if asked.pause else "asks.resume", name=name)
        if asked.seat is not None:
            absent = self.match.players[asked.seat].name
            return rooms(
                "asks.return" if asked.computer is None else "asks.computer", name=name, absent=absent
            )
        undone = Counter(move.seat for move in self.match.moves[asked.to :])
        whose = ", ".join(f"{self._player(seat)}:\u00a0{n}" for seat, n in undone.items())
        return rooms("asks", name=name, n=undone.total(), whose=whose)

    def _player(self, seat: int) -> str:
        return rooms("you") if seat in self.replica.mine else self.match.players[seat].name

    # ---- next to the board ------------------------------------------------------------------

    def tools(self) -> list[ButtonSpec]:
        say = ButtonSpec("say", rooms("say"), self._speak, icon="say", key="P")
        card = ButtonSpec("card", rooms("card"), self._show_card, icon="card")
        return [*super().tools(), card, say] if self._card else [*super().tools(), say]

    @property
    def _card(self) -> InfoCard | None:
        """The secret card of this member's seat, or None."""
        seats = self.replica.mine
        return self.table.view.secret(seats[0], self.match.state) if len(seats) == 1 else None

    def _show_card(self) -> None:
        if (card := self._card) is not None:
            self.app.open(routes.SecretCard(card.title, card.lines))

    def announced(self) -> None:
        """Show the planned turn and, at the start of the game, the secret card."""
        super().announced()
        if len(self.match.moves) == self.replica.state.moved:
            self._show_card()

    def _speak(self) -> None:
        self.app.open(routes.Phrases(self.client))

    def handle(self, gesture: Gesture) -> bool | None:
        if isinstance(gesture, Press):
            self.client.refused = ""
        if isinstance(gesture, Key) and gesture.name == "p":
            self._speak()
            return True
        return None

    def widgets(self) -> Iterator[Widget]:
        asked, me = self.replica.state.asked, self.replica.me
        if asked is not None:
            state = self.replica.state
            mine = me in asked.yes or me not in state.voters(asked) | {state.concerned(asked)}
            window, unit = self._stage.camera.window, self.app.metrics.unit
            words = rooms("asking") if mine else self._asks()
            metrics = self.app.metrics
            slip = Request(words, window, unit, metrics.finger, metrics.button)
            if not mine:
                yield from slip.answers(self._yes if me in state.voters(asked) else None, self._no)
            else:
                yield from slip.waiting(self._no if asked.by == me else None)
        told = [
            f"{self.match.players[seat].name}: {rooms(f'presence.{self.client.presence(chair.who)}')}"
            for seat, chair in enumerate(self.replica.state.chairs)
            if chair.who is not None and chair.who != me and self.client.presence(chair.who)
        ]
        clocks = self.client.times(time.monotonic())
        told += [
            f"{self.match.players[seat].name}: {time_told(one)}"
            for seat, one in enumerate(clocks)
            if self.replica.state.chairs[seat].who is not None
        ]
        for line in told:
            yield Widget("", line, pygame.FRect(0, 0, 0, 0))

    def _yes(self) -> None:
        self.client.send(self.replica.answer(True))

    def _no(self) -> None:
        self.client.send(self.replica.answer(False))

    def moves(self, now: float) -> bool:
        """Apply messages that have waited, and remove old phrases and refusals."""
        waits = self.client.read()
        ticks = self._tick(now)
        return self.client.fade(now) or waits or ticks

    def draw(self, target: pygame.Surface) -> None:
        """Draw the piece of the action that was sent."""
        stage, unit = self._stage, self.app.metrics.unit
        if self._sent is not None:
            draw_plan(target, self.table.view, self._sent[1], stage.camera.seen, stage.mark(unit))

    def draw_above(self, target: pygame.Surface) -> None:
        """Draw the members' presence and what they have said."""
        layout, unit = self._stage.layout, self.app.metrics.unit
        if layout is None or self.replica.match is not self.match:
            return  # nothing is known of the room, or only of another game in it
        for place in layout.desks:
            chair = self.replica.state.chairs[place.seat]
            presence = "" if chair.who is None else self.client.presence(chair.who)
            if not presence or chair.who == self.replica.me:
                continue
            spot = place.rect.right - unit * 0.2, place.rect.top + unit * 0.1
            if layout.tabs:
                arms = arms_of(layout.tabs[place.seat], unit)
                spot = arms.right + unit * 0.3, arms.centery
            badge(target, spot, unit, presence)
        self._draw_times(target, unit)
        for bubble in self.bubbles():
            bubble.draw(target, unit)

    def _draw_times(self, target: pygame.Surface, unit: float) -> None:
        """Draw the time left of each person on their player board or tab."""
        layout, clocks = self._stage.layout, self.client.times(time.monotonic())
        if layout is None or self.match.state.actor is None:
            return
        for place in layout.desks if clocks else ():
            if self.replica.state.chairs[place.seat].who is None:
                continue
            if layout.tabs:
                tab = layout.tabs[place.seat]
                narrow = tab.width < unit * NARROW
                middle, room = (tab.centerx, tab.top + unit * (0 if narrow else 0.2)), tab.width * 0.64
                size = unit * (0.8 if narrow else 1)
            else:
                part = place.rect.width / DESK_WIDE
                middle = place.rect.centerx, place.rect.top + (PAD + HEADER / 2) * part
                room, size = place.rect.width * 0.3, unit
            draw_time(target, middle, room, size, clocks[place.seat])

    def bubbles(self) -> list[Bubble]:
        """Return the bubbles of recent phrases, each near its speaker and without overlaps."""
        layout, camera, metrics = self._stage.layout, self._stage.camera, self.app.metrics
        if layout is None or not self.client.said:
            return []
        desks = layout.tabs or [place.rect for place in sorted(layout.desks, key=lambda one: one.seat)]
        held = [(one, self.replica.state.held(one.who)) for one in self.client.said]
        found = [
            Bubble(self._name(one.who), one.words, desks[seats[0]] if seats else None) for one, seats in held
        ]
        buttons = (one.rect for one in self.table.widgets if isinstance(one, Button) and one.act)
        lay_bubbles(found, pygame.FRect(metrics.rect), camera.window, [*buttons, *layout.tabs], metrics.unit)
        return found


def room_table(app: Host, client: RoomClient) -> TableScene:
    """Create the table of a room's game."""
    match = client.replica.match
    assert match is not None, "only once the game has begun"
    return TableScene(app, match, RoomGame(app, match, client))


class KeptGame(LocalGame):
    """The stored copy of a room's game, shown until the server answers."""

    hints = False

    def __init__(self, app: Host, match: Match, client: RoomClient) -> None:
        super().__init__(app, match)
        self.client = client
        client.base = "kept"

    def opened(self) -> None:
        """Connect to the room. Nothing is saved because no action is possible."""
        self.client.connect()

    def follow(self, match: Match, now: float) -> None:
        """Do nothing: no action is possible here."""

    def changed_elsewhere(self) -> None:
        """Do nothing: the server will send what has happened."""

    def left(self) -> None:
        self.client.left()

    @property
    def undoes(self) -> bool:
        return False

    def status(self, question: str) -> str:
        comes = self.client.connection is not None and not self.client.closed
        return rooms("kept" if comes else "kept.only")

    def greeting(self) -> str:
        return self.client.trouble()

    def instead(self) -> list[ButtonSpec]:
        return self.client.updating()

    def leave(self) -> None:
        self.app.pop()


def as_kept(app: Host, client: RoomClient) -> TableScene | None:
    """Create the table of the stored copy of a room's game; None if no game is stored.

    If the client state of the room is stored as well, this is the room's own table.
    """
    if not client.known:
        return None
    try:
        match = app.saves.open(client.room)
    except (ValueError, StorageError):
        return None
    if match.state.outcome is not None and not app.platform.rooms():
        return None
    if client.resume(match):
        return room_table(app, client)
    for seat, controller in enumerate(match.controllers):
        match.set_controller(
            seat, RemoteController(controller.tag() if isinstance(controller, Computer) else "")
        )
    return TableScene(app, match, KeptGame(app, match, client))

"""The page on which a player decides in advance what interrupts the turns of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec
from game.client.views import make_view
from game.client.words.i18n import Translator, computers, t
from game.engine.core import Wishes
from game.match import Match
from game.match.controllers import ROOM
from game.match.standing import COMPUTER, Answers, StandingAnswer, changed

ASK, PLACE = "ask", "place"
"""Choices other than a wish of the game or the computer."""


class AnswersPage(Page):
    """A page with the standing answers of a seat. They hold once the page is left, because a pending decision
    is answered by the complete choice."""

    name = "answers"
    column_units = 34.0
    covers = False

    def __init__(
        self, app: Host, match: Match, seat: int, answers: Answers, keep: Callable[[Answers], None]
    ) -> None:
        """`keep`: called with all answers if they have changed."""
        super().__init__(app)
        self.match: Match = match
        self.seat, self.answers, self._keep = seat, tuple(answers), keep
        self._known_before = self.answers
        self._view = make_view(match.ruleset, match.players, match.state.options)
        self._game = Translator(match.ruleset.id)

    def title(self) -> str:
        return computers("advance")

    def build(self, flow: Flow) -> None:
        flow.text(computers("advance.text", name=self.match.players[self.seat].name))
        aside = "mail" if self.match.by_mail else "private" if ROOM in self.match.record.tags else ""
        if aside:
            flow.text(computers(f"advance.{aside}"), colour=theme.ui.ink_soft, size=0.92)
        for decision, groups in self.match.state.wishes().items():
            flow.gap()
            self._decision(flow, decision, groups)

    def foot(self) -> list[ButtonSpec]:
        return [ButtonSpec("back", t("done"), self.cancel, "primary", icon="check")]

    # ---- one decision -------------------------------------------------------------------------

    def _decision(self, flow: Flow, decision: str, groups: Sequence[Wishes]) -> None:
        """Add the choices for a decision: who or what decides, where, and further wishes."""
        first, *others = groups
        places = _places(first)
        known = self._known(decision)
        values = [(ASK, computers("advance.ask"))]
        if places:
            values.append((PLACE, computers("advance.place")))
        values += [(wish, self._game(f"wish.{wish}")) for wish in first if wish not in places]
        values.append((COMPUTER, computers("advance.computer")))
        choose = partial(self._choose, decision, groups)
        flow.choice(decision, self._game(f"wish.{decision}"), values, _chosen(known, places), choose)
        for widget in flow.widgets:
            widget.opens |= widget.id == f"{decision}.{PLACE}"
        if known is None:
            return
        if place := next((wish for wish in known.wishes if wish in places), ""):
            flow.text(self._where(place))
            flow.gap(0.3)
            pick = partial(self._pick, decision, groups)
            spec = ButtonSpec(f"{decision}.pick", computers("advance.choose"), pick, icon="target")
            flow.buttons([spec])
            flow.gap(0.4)
            for group in others:
                self._wishes(flow, known, group)
        once = partial(self._once, known)
        flow.switch(f"{decision}.once", computers("advance.once"), once, on=known.once)

    def _wishes(self, flow: Flow, known: StandingAnswer, group: Wishes) -> None:
        """Add the choice among further wishes."""
        values = [(wish, self._game(f"wish.{wish}")) for wish in group]
        chosen = next((wish for wish in known.wishes if wish in group), "")
        label = self._game(f"wish.{known.decision}.{group[0]}")
        flow.choice(f"{known.decision}.{group[0]}", label, values, chosen, partial(self._wish, known, group))

    def _where(self, place: str) -> str:
        label = self._view.label(place, self.match.state)
        return self._game(f"wish.{place.partition('.')[0]}", place=label)

    def _known(self, decision: str) -> StandingAnswer | None:
        return next((one for one in self.answers if one.decision == decision), None)

    # ---- changes ------------------------------------------------------------------------------

    def left(self) -> None:
        if self.answers != self._known_before:
            self._keep(self.answers)

    def _choose(self, decision: str, groups: Sequence[Wishes], value: str) -> None:
        known = self._known(decision)
        once = known is not None and known.once
        if value == PLACE:
            if known is None or _chosen(known, _places(groups[0])) != PLACE:
                self._pick(decision, groups)
        elif value == ASK:
            self._change(decision, None)
        else:
            self._change(decision, StandingAnswer(decision, (value,), once))

    def _pick(self, decision: str, groups: Sequence[Wishes]) -> None:
        """Let the person tap a place on the board."""
        chosen = partial(self._picked, decision, groups)
        self.app.open(routes.PickPlace(self.match, _places(groups[0]), chosen))

    def _picked(self, decision: str, groups: Sequence[Wishes], place: str) -> None:
        known = self._known(decision)
        wishes = () if known is None else known.wishes
        rest = [next((one for one in wishes if one in group), group[0]) for group in groups[1:]]
        once = known is not None and known.once
        self._change(decision, StandingAnswer(decision, (place, *rest), once))
        self.app.platform.announce(self._where(place))

    def _wish(self, known: StandingAnswer, group: Wishes, value: str) -> None:
        wishes = (*(wish for wish in known.wishes if wish not in group), value)
        self._change(known.decision, known._replace(wishes=wishes))

    def _once(self, known: StandingAnswer, once: bool) -> None:
        self._change(known.decision, known._replace(once=once))

    def _change(self, decision: str, new: StandingAnswer | None) -> None:
        self.answers = changed(self.answers, decision, new)
        self.app.refresh()


def _places(group: Wishes) -> list[str]:
    """Return the wishes that are elements of the board."""
    return [wish for wish in group if "." in wish]


def _chosen(known: StandingAnswer | None, places: Sequence[str]) -> str:
    """Return the choice that an answer stands for."""
    if known is None or not known.wishes:
        return ASK
    first = known.wishes[0]
    return PLACE if first in places else first

"""The choice of a room's clock in the lobby."""

from __future__ import annotations

from collections.abc import Callable

from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.rooms.client import RoomClient
from game.client.rooms.clock.times import DAY, HOUR, MINUTE, city, lasting
from game.client.words.i18n import rooms, t
from game.rooms.clock import CONSEQUENCES, DAYS, LIVE, TURN, ClockRules, Rest

TURNS = {
    LIVE: (15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE),
    DAYS: (6 * HOUR, 12 * HOUR, DAY, 2 * DAY),
}
"""Seconds per turn to choose from, by kind of clock."""
BANKS = {
    LIVE: (2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 40 * MINUTE),
    DAYS: (DAY, 3 * DAY, 7 * DAY, 14 * DAY),
}
"""Seconds at the start to choose from."""
USUAL = {
    LIVE: ClockRules(LIVE, 30, 10 * MINUTE, TURN),
    DAYS: ClockRules(DAYS, DAY, 3 * DAY, TURN),
}


class ClockPage(Page):
    """The choice of a clock, for the owner in the lobby."""

    name = "room-clock"
    column_units = 36.0
    covers = False

    def __init__(self, app: Host, client: RoomClient) -> None:
        super().__init__(app)
        self.client = client

    def title(self) -> str:
        return rooms("clock")

    @property
    def rules(self) -> ClockRules | None:
        """The clock as the room has it."""
        return self.client.state.clock_rules

    def build(self, flow: Flow) -> None:
        rules = self.rules
        kinds = [(kind, rooms(f"clock.kind.{kind}")) for kind in ("none", LIVE, DAYS)]
        kind = "none" if rules is None else rules.kind
        flow.choice("clock", rooms("clock"), kinds, kind, self._kind, titled=True, abreast=3)
        if rules is None:
            flow.text(rooms("clock.kind.none.text"))
            return
        flow.text(rooms(f"clock.kind.{kind}.text"))
        flow.gap()
        self._times(flow, "bank", BANKS[kind], rules.bank, self._bank)
        self._times(flow, "turn", TURNS[kind], rules.turn, self._turn)
        overs = [(over, rooms(f"clock.over.{over}")) for over in CONSEQUENCES]
        flow.choice("over", rooms("clock.over"), overs, rules.over, self._over)
        if kind == DAYS:
            rest = rules.rest or self._no_rest
            about = rooms("clock.nights.text", zone=city(rest.zone))
            flow.switch("nights", rooms("clock.nights"), self._nights, about, on=rest.nights)
            about = rooms("clock.weekends.text")
            flow.switch("weekends", rooms("clock.weekends"), self._weekends, about, on=rest.weekends)

    @property
    def _no_rest(self) -> Rest:
        return Rest(self.app.platform.zone(), nights=False, weekends=False)

    def foot(self) -> list[ButtonSpec]:
        return [ButtonSpec("done", t("done"), self.cancel, "primary", icon="check")]

    @staticmethod
    def _times(
        flow: Flow, field: str, values: tuple[int, ...], chosen: int, choose: Callable[[str], None]
    ) -> None:
        specs = [(str(one), lasting(one)) for one in values]
        flow.choice(field, rooms(f"clock.{field}"), specs, str(chosen), choose, abreast=2)

    def _kind(self, kind: str) -> None:
        self._set(None if kind == "none" else USUAL[kind])

    def _bank(self, seconds: str) -> None:
        if self.rules is not None:
            self._set(self.rules._replace(bank=int(seconds)))

    def _turn(self, seconds: str) -> None:
        if self.rules is not None:
            self._set(self.rules._replace(turn=int(seconds)))

    def _over(self, over: str) -> None:
        if self.rules is not None:
            self._set(self.rules._replace(over=over))

    def _nights(self, on: bool) -> None:
        if self.rules is not None:
            self._rest((self.rules.rest or self._no_rest)._replace(nights=on))

    def _weekends(self, on: bool) -> None:
        if self.rules is not None:
            self._rest((self.rules.rest or self._no_rest)._replace(weekends=on))

    def _rest(self, rest: Rest) -> None:
        if self.rules is not None:
            self._set(self.rules._replace(rest=rest if rest.nights or rest.weekends else None))

    def _set(self, rules: ClockRules | None) -> None:
        self.client.send(self.client.replica.set_clock(rules))

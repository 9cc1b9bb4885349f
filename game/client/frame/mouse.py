"""Where the mouse rests: what comes to lie under it there is nothing it was moved onto."""

from __future__ import annotations

Point = tuple[float, float]


class Mouse:
    """The mouse's place, and the place where it rested when something was last touched or happened."""

    def __init__(self) -> None:
        self.place: Point | None = None
        """Where it is; None while nobody has moved it."""
        self.exact = False
        """Whether it was a mouse that was used last, and no finger."""
        self.rested: Point | None = None
        """None once it has moved onto something else since."""

    def rest(self) -> None:
        """Something was touched or happened: the mouse has yet to move onto something anew."""
        self.rested = self.place

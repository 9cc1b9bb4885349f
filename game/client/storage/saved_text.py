"""Texts about a saved game for the title and the list: what is played, and whose turn it is."""

from __future__ import annotations

from game.client.storage.save_store import Saved
from game.client.words.i18n import Translator, t


def played(game: Saved) -> str:
    """Return the name of the game, with its board if that is not the usual one."""
    words = Translator(game.ruleset)
    board = f"option.board.{game.board}"
    return f"{words('game.name')} · {words(board)}" if words.has(board) else words("game.name")


def turn(game: Saved, actor: int | None, own: str) -> str:
    """Return whose turn it is if a person decides next, otherwise "".

    own: the name in the settings
    """
    if game.over or actor not in game.people:
        return ""
    name = game.names[actor]
    if len(game.people) == 1 or (own == name and game.names.count(own) == 1):
        return t("games.turn")
    return t("share.next", name=name) if game.by_mail else t("games.turn.name", name=name)

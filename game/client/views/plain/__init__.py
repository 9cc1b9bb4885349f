"""The default view of a game: a map or a list, desks with numbers, readable ids."""

from game.client.views.plain.view import PlainView

__all__ = ["PlainView"]

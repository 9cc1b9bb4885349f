"""The view of Hansa."""

from game.client.views.hansa.view import HansaView

__all__ = ["HansaView"]

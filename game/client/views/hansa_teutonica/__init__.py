"""The view of Hansa Teutonica."""

from game.client.views.hansa_teutonica.view import HansaTeutonicaView

__all__ = ["HansaTeutonicaView"]

"""Routes and the scenes that they name."""

from __future__ import annotations

import inspect

import pytest

from game.client.app.routes import Route
from game.client.app.scene import Host

ROUTES = Route.__subclasses__()


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.__name__)
def test_the_fields_of_a_route_are_the_arguments_of_its_scene(route: type[Route]) -> None:
    """mypy checks the fields of a route where it is opened, but cannot see the scene behind its name."""
    maker = route.maker()
    app, *arguments = inspect.signature(maker).parameters.values()
    assert app.annotation == Host.__name__
    fields = dict(inspect.signature(route).parameters)
    for argument in arguments:
        field = fields.pop(argument.name, argument)
        assert argument.default in (inspect.Parameter.empty, field.default), argument.name
        assert kind(argument) == kind(field), argument.name
        assert field is not argument or argument.default is not inspect.Parameter.empty, argument.name
    assert not fields


def kind(parameter: inspect.Parameter) -> str:
    """Return a parameter's type. Scenes of rooms need a `RoomClient`, which routes know by its protocol."""
    return str(parameter.annotation).replace("routes.", "").replace("AnyRoomClient", "RoomClient")

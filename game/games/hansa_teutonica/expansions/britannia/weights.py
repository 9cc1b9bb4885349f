"""Weights for Britannia, as differences from those of the base boards. Training with five players found no
differences."""

BRITANNIA = {
    "actiones.1": 6.2,
    "actiones.2": 1.4,
    "actiones.3": 1.4,
    "actiones.3.early": 0.7,
    "actiones.4": -1.6,
    "marker.plus_3_actions": 2.5,
    "marker.plus_4_actions": 1.8,
    "marker.improve_ability": 1.0,
    "marker.extra_office": -0.7,
    "marker.remove_3": -0.4,
}

WEIGHTS: dict[str, dict[str, float]] = {
    "3-britannia_3": BRITANNIA,
    "4-britannia_4_5": BRITANNIA,
    "5-britannia_4_5": {},
}

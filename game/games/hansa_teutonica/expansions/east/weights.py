"""Weights for the East, trained with 3 to 5 players in turn (docs/lab/weights.md)."""

from __future__ import annotations

from collections.abc import Mapping

MORE = """
keys.1                            0.27
keys.2                           -0.46
keys.3                           -0.58
keys.4                            0.21
actiones.1                        10.2
actiones.2                       -1.81
actiones.3                        1.78
actiones.4                        1.49
actiones.5                        0.39
privilegium.1                     1.52
privilegium.2                     0.07
privilegium.3                        1
book.1                            0.73
book.2                           -0.41
book.3                           -0.15
bursa.1                           1.43
bursa.2                          -0.46
bursa.3                          -0.05
marker.extra_office               0.51
marker.swap_offices               0.44
marker.plus_3_actions              0.3
marker.plus_4_actions             2.25
marker.improve_ability            1.69
marker.remove_3                   0.39
supply.few                       -0.07
supply.some                      -0.05
supply.many                       0.04
supply.merchant                   0.29
stock.trader                     -0.01
stock.merchant                   -0.04
house                             0.12
missing.0                         0.02
missing.1                        -0.05
missing.2                         0.01
missing.3                        -0.01
blocked                           0.08
drive.out                         0.01
second                           -0.14
parked                            0.08
besieged                          0.09
merchant.near                     0.04
merchant.far                      0.07
office                            0.07
keys.later                       -0.05
network                           0.21
towns                              0.1
action                           -0.09
spread                           -1.95
compensation                     -0.05
far                              -0.13
keys.1.early                     -0.39
keys.3.early                      0.32
keys.4.early                      0.39
actiones.1.early                 -1.24
actiones.2.early                 -0.11
actiones.3.early                 -0.01
actiones.4.early                 -0.66
actiones.5.early                  0.19
privilegium.1.early              -0.48
privilegium.2.early               0.09
privilegium.3.early               0.04
book.1.early                     -0.05
book.2.early                      0.03
book.3.early                     -0.03
bursa.2.early                    -0.38
bursa.3.early                     0.04
missing.0.quick                  -0.35
missing.1.quick                   0.01
missing.2.quick                  -0.21
missing.3.quick                   0.01
way.late                          0.02
way.early                        -0.04
hopes                            -0.14
"""
"""Differences from the base boards' weights for the same number of players."""

OWN = """
clock.rounds                      0.21
clock.ends                        0.62
clock.nearest                     0.89
more.markers                      0.84
more.pieces                       1.12
sure                              0.38
ship.near                         0.71
ship.far                          0.29
control.wismar                    0.03
control.stralsund                    0
control.malmoe                   -0.16
control.visby                     0.04
control.koenigsberg              -0.04
control.belgard                   0.13
control.danzig                   -0.22
control.anklam                    0.29
control.waren                    -0.17
control.havelberg                 0.11
control.stettin                  -0.17
control.kulm                     -0.11
control.elbing                   -0.04
control.braunsberg               -0.08
control.allenstein               -0.01
control.thorn                    -0.02
control.frankfurt                -0.03
control.berlin_coelln            -0.16
control.brandenburg              -0.01
control.tangermuende              0.16
control.wittenberg                0.09
control.dresden                  -0.11
control.breslau                      0
control.krakau                    0.14
house.krakau-thorn                0.34
house.krakau-breslau              0.36
house.allenstein-braunsberg       0.24
house.braunsberg-danzig          -0.01
house.danzig-koenigsberg          0.05
house.danzig-belgard             -0.16
house.danzig-malmoe               0.09
house.wismar-luebeck             -0.05
house.wismar-stralsund           -0.06
house.waren-wismar                0.23
house.waren-havelberg            -0.06
house.havelberg-perleberg         0.04
house.brandenburg-tangermuende   -0.19
house.brandenburg-berlin_coelln   0.19
house.brandenburg-stettin         0.14
house.magdeburg-halle             0.16
house.halle-wittenberg            0.32
house.halle-dresden              -0.04
house.halle-brandenburg          -0.13
house.dresden-krakau              0.05
house.breslau-frankfurt          -0.21
house.frankfurt-stettin          -0.02
house.stettin-kulm                -0.1
house.stettin-anklam             -0.09
house.stettin-waren               0.04
house.thorn-allenstein           -0.08
house.kulm-elbing                 0.35
house.kulm-belgard                0.05
house.elbing-braunsberg          -0.13
house.belgard-anklam              0.04
house.malmoe-visby                0.06
house.stralsund-malmoe            0.13
effect.move-two                   1.31
effect.reuse-two                  1.64
"""
"""Weights for features that the base boards lack or that are specific to the East: the game-phase estimate,
ships, permanent markers, the towns and routes of the East."""


def _table(columns: str) -> Mapping[str, float]:
    rows = (line.split() for line in columns.split("\n") if line)
    return {name: float(weight) for name, weight in rows}


WEIGHTS = dict.fromkeys(("3-east", "4-east", "5-east"), _table(MORE + OWN))

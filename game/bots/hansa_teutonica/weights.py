"""What the brain judges by, in points, by kind of game. How the numbers were learnt: docs/lab/weights.md.

Rows end in `early` are worth most at the beginning: they count times the square of what is left of the game.

keys.1 ... bursa.3   a step on a track, with the whole game ahead
marker.*             an unused marker, with the whole game ahead
supply.*, stock.*    pieces: the first three, the next three and further traders of the supply; merchants
house, house.*       a piece in a house, and what it is worth more on this route
missing.*, blocked, drive.out, second, parked, besieged, merchant.*
                     how much of a claim's worth is promised, by pieces still missing (quick: with four
                     actions a turn and more), and what spoils it
office ... way.*     offices, networks, and the hope of the way from west to east
control.*            control of this town, with the whole game ahead, beyond its two points
last.marker          the marker that ends the game, to who wins by claiming it
action, spread, compensation, far, hopes
                     an action left, by how many points the end may differ, what it costs to give a rival
                     pieces, a promise out of the pawn's reach, the markers still to be had

What a table lacks, `beginnings` adds, and says what it means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.bots.hansa_teutonica import champion, eastern

KINDS = ("2-pawn", "2-neutral", "3", "4", "5")
"""Two players with the pawn, two with neutral traders, and three to five."""

_COLUMNS = """
clock.rounds                    1.1   0.42    0.9   0.92
clock.ends                     0.94   1.18   0.56   0.56
clock.nearest                  0.69   0.69   1.01   0.84
more.markers                   1.15   0.71   0.88   1.09
more.pieces                    1.64   1.01   0.96   1.51
last.marker                       0      0      6      6
sure                           0.16   0.27   0.49   0.37
keys.1                         4.18   2.47   3.34   2.49
keys.2                         1.01    2.4   1.11  -1.11
keys.3                         3.97   3.55    1.9   1.58
keys.4                         3.04   2.61   0.72  -0.37
actiones.1                    25.57  30.94  22.95  24.53
actiones.2                    13.56  20.14   5.14    3.7
actiones.3                    31.83  19.21   8.69  11.48
actiones.4                     8.51   2.63   4.84   1.87
actiones.5                     4.65   4.96    1.4  10.89
privilegium.1                  13.8   8.89  11.55   8.25
privilegium.2                 -0.11   1.39  -0.41   0.96
privilegium.3                  3.51   1.84    3.8   3.93
book.1                         3.07   3.56   5.09   2.82
book.2                         1.65   3.49   3.27   1.85
book.3                         1.06    1.3   0.27   0.71
bursa.1                        7.04  -0.23   3.56   2.42
bursa.2                        2.62   1.82    2.8   2.33
bursa.3                        0.55  -1.35   0.79   1.66
marker.extra_office            2.72   1.45   2.81   2.82
marker.swap_offices            1.17   0.37   1.97   1.53
marker.plus_3_actions          7.98   6.08   8.91   8.14
marker.plus_4_actions         10.41   9.82  10.53   8.65
marker.improve_ability        13.18  18.32   8.72   5.29
marker.remove_3                3.72   0.97   3.39   1.67
supply.few                     1.11   1.77   0.72   0.62
supply.some                    0.63    1.8   0.27    0.5
supply.many                   -0.03   0.03  -0.13  -0.03
supply.merchant                1.22   0.58   0.74   1.16
stock.trader                   0.13   0.33   -0.2   0.08
stock.merchant                 0.57   1.15  -0.02   0.33
house                          0.29   -0.5   0.68   0.59
missing.0                      0.84    1.1   0.63   0.65
missing.1                       0.6   1.15   0.43   0.41
missing.2                      0.42   1.27   0.25   0.24
missing.3                      0.34   0.12    0.1   0.21
blocked                        0.73    0.6    0.8   0.83
drive.out                       0.3   0.69   0.54   0.41
second                         0.66   0.55   0.58   0.51
parked                         0.19  -0.02   0.07   0.45
besieged                       0.34  -0.15   0.22   0.36
merchant.near                  0.45   0.46    0.7   0.46
merchant.far                  -0.06  -0.05  -0.27   0.16
office                         0.34    0.1   1.45   1.67
control.later                  0.25    0.7   0.41   0.76
keys.later                     0.01  -0.77   0.27  -0.05
network                        1.31   0.97    1.3   1.56
towns                          1.07   1.06   0.91   1.37
action                         1.24   4.34   0.69   1.09
spread                         3.99   7.91  21.02  13.34
compensation                   1.16   0.81   1.03   0.41
far                            0.52    1.1   0.93    0.7
keys.1.early                   0.54  -1.35   0.81   1.59
keys.2.early                  -0.45  -0.18  -0.04   0.28
keys.3.early                    1.1   3.59   1.29   0.18
keys.4.early                  -0.79   -0.9  -2.88   -1.8
actiones.1.early               -1.5  -5.06   -8.4 -10.58
actiones.2.early              -0.47  -1.45    0.7   1.67
actiones.3.early              -1.47   9.38  -1.33   -3.8
actiones.4.early               1.97   0.42   2.07  -1.47
actiones.5.early               3.07   5.84   1.56    2.4
privilegium.1.early            -0.9  -5.03  -1.73  -0.93
privilegium.2.early            0.12   0.46   0.63  -0.23
privilegium.3.early            1.24   0.46   2.52  -0.21
book.1.early                  -0.77   -1.5  -1.57  -1.42
book.2.early                  -0.05   1.85   0.14   1.47
book.3.early                  -1.05   0.37  -2.08  -1.05
bursa.1.early                 -1.51  -1.05  -1.62     -4
bursa.2.early                  0.17   0.43  -2.53  -0.88
bursa.3.early                 -0.56  -0.77   1.42   0.49
missing.0.quick                1.05   1.24   0.75    0.9
missing.1.quick                 0.7   0.91   0.52   0.72
missing.2.quick                0.45   0.67   0.42   0.65
missing.3.quick                0.28    0.1   0.15   0.27
way.late                       0.09  -0.09   0.06   0.04
way.early                      0.36   0.22   0.18   0.27
hopes                          2.02   1.25   1.54   2.55
control.groningen              1.76   0.32   0.85   0.16
control.emden                 -0.01  -0.57   2.96   1.37
control.stade                 -0.25  -0.35   -0.7  -0.37
control.hamburg               -0.31   0.02  -0.08  -0.36
control.luebeck                 0.4   0.49   0.51   0.49
control.kampen                -0.25   -1.2   0.59  -0.44
control.osnabrueck            -0.06  -1.16   0.85   1.22
control.bremen                -0.17  -0.25  -0.23   0.05
control.lueneburg              0.24   0.28  -0.02   0.52
control.perleberg             -0.56   0.09  -0.39   -0.2
control.arnheim                0.19  -0.22  -0.16  -0.37
control.muenster              -0.27  -0.46   -0.5  -0.54
control.minden                 0.33   0.66   0.03   0.64
control.hannover              -0.32  -0.29   -0.4  -0.59
control.brunswiek              0.44   0.28   0.75  -0.18
control.stendal               -0.63  -0.81  -0.07  -0.28
control.duisburg               0.19   1.04   0.26   0.35
control.dortmund              -1.12   -2.3  -0.43  -0.55
control.paderborn              0.05   3.06   1.06   0.36
control.hildesheim             0.35   1.13   0.66   0.67
control.goslar                -0.72  -0.38  -1.17  -0.19
control.magdeburg             -0.21   -0.1  -0.19  -1.02
control.coellen               -0.58  -0.74  -0.43  -0.39
control.warburg                0.05   0.21   0.31   0.95
control.goettingen             0.02  -0.05   0.05  -0.17
control.quedlinburg            0.52   1.76   0.28   0.68
control.halle                  -0.4  -0.65  -0.07   -0.5
house.groningen-emden          0.42   0.04  -0.06   0.37
house.emden-osnabrueck         0.07  -0.12  -0.07  -0.14
house.kampen-osnabrueck       -0.14   0.45   0.14  -0.02
house.kampen-arnheim           0.47   0.26  -0.02   0.23
house.arnheim-muenster        -0.19  -0.12   0.05  -0.55
house.arnheim-duisburg        -0.05  -0.09   0.04   0.05
house.duisburg-dortmund       -0.06   0.05  -0.25  -0.39
house.dortmund-paderborn       0.16   0.33  -0.16  -0.06
house.muenster-minden          0.21   0.32  -0.05  -0.08
house.osnabrueck-bremen           0  -0.24   0.03  -0.01
house.bremen-minden           -0.35  -0.03  -0.65   0.01
house.bremen-hannover          0.19   0.52  -0.03   0.42
house.bremen-hamburg           0.22   0.44   0.16   0.35
house.stade-hamburg            0.36  -0.09   -0.1  -0.08
house.hamburg-luebeck         -0.03  -0.03  -0.26  -0.06
house.hamburg-lueneburg       -0.02   0.16   0.02   0.27
house.hannover-lueneburg       0.24   0.24   0.27   0.26
house.lueneburg-perleberg     -0.43  -0.27  -0.25   -0.4
house.perleberg-stendal       -0.21  -0.29  -0.23  -0.52
house.minden-hannover         -0.12  -0.04  -0.05  -0.18
house.minden-brunswiek         0.01   -0.2  -0.18   0.11
house.brunswiek-stendal        0.06  -0.28   -0.2   0.09
house.minden-paderborn         0.11    0.2  -0.15  -0.23
house.paderborn-hildesheim      0.2   0.21  -0.25   0.26
house.paderborn-warburg        0.06   0.12  -0.26  -0.11
house.coellen-warburg         -0.08  -0.16  -0.26  -0.17
house.hildesheim-goslar       -0.06  -0.54  -0.19  -0.75
house.goslar-magdeburg        -0.21   0.01  -0.39  -0.09
house.stendal-magdeburg       -0.02  -0.06      0   -0.8
house.goslar-quedlinburg       0.01  -0.21  -0.09   0.36
house.goettingen-quedlinburg  -0.13   0.54   0.35   -0.2
house.quedlinburg-halle       -0.19  -0.94  -0.12  -0.35
house.emden-stade             -0.45    0.2  -0.03   0.27
house.warburg-goettingen      -0.22   0.06   0.02  -0.03
"""
"""One column for each kind but the last: five play by what was learnt with four and five."""


def tables(columns: str, kinds: Sequence[str] = KINDS) -> dict[str, Mapping[str, float]]:
    """The weights by kind of game, from one line for each weight: its name, then one number for each kind."""
    rows = [line.split() for line in columns.split("\n") if line]
    return {kind: {row[0]: float(row[at]) for row in rows} for at, kind in enumerate(kinds, 1)}


def on_boards() -> dict[str, Mapping[str, float]]:
    """By kind of game and board of an expansion, the champion's tables with what was learnt there."""
    found = dict[str, Mapping[str, float]]()
    for name, more in ON_BOARDS.items():
        table = CHAMPION[name.partition("-")[0]]
        learnt = {row: table.get(row, 0.0) + points for row, points in more.items()}
        found[name] = {**table, **learnt, "last.marker": LEARNT["4"]["last.marker"]}
    return found


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
EAST = tables(eastern.MORE + eastern.OWN, ("east",))["east"]
ON_BOARDS = {
    "3-britannia_3": BRITANNIA,
    "4-britannia_4_5": BRITANNIA,
    "5-britannia_4_5": {},
    "3-east": EAST,
    "4-east": EAST,
    "5-east": EAST,
}
"""What is worth more or less there than on the base boards was worth to the champion; with five nothing was
better in Britannia."""

CHAMPION = tables(champion.COLUMNS)
LEARNT = tables(_COLUMNS, KINDS[:-1])
TABLES = {**LEARNT, "5": LEARNT["4"], **on_boards()}

"""Evaluation weights in points, by kind of game. docs/lab/weights.md describes the training.

Rows that end in `early` are multiplied by the square of the remaining share of the game.

clock.tires          factor of the number of rounds in thresholds such as `clock.weary`
clock.weary          number of rounds after which even a player behind ends the game
clock.truce          round from which a player behind gives up the contest for more actions (`neutral`)
clock.hurry          value of the end of the game for the leader, in win probability, per round
keys.1 ... bursa.3   a step on a track, at the beginning of the game
marker.*             an unused marker, at the beginning of the game
supply.*, stock.*    pieces: the first three, the next three and further traders of the supply; merchants
house, house.*       a piece in a house, and its additional value on this route
missing.*, blocked, drive.out, second, parked, besieged, merchant.*
                     share of a claim's value by missing pieces (quick: with at least four actions per
                     turn), and its reductions
office ... way.*     offices, networks, and the potential of the way from west to east
control.*            control of this town, at the beginning of the game, beyond its two points
last.marker          the marker that ends the game, for a player who wins by claiming it
action, spread, compensation, far, hopes
                     a remaining action, the standard deviation of the result in points, the cost of giving
                     a rival pieces, a potential beyond the pawn, the markers still available

`beginnings` adds and explains the weights that a table lacks. Weights trained on the boards of an expansion
are in its module `weights`: `WEIGHTS`, by kind of game and board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.games.hansa_teutonica.bots import champion
from game.games.hansa_teutonica.expansions import found

KINDS = ("2-pawn", "2-neutral", "3", "4", "5")
"""Two players with the pawn, two with neutral traders, and three to five."""

_COLUMNS = """
clock.rounds                    1.1   0.55    0.9   0.92   0.79
clock.ends                     0.94    0.7   0.56   0.56  -0.18
clock.nearest                  0.69   0.77   1.01   0.84   0.92
clock.tires                       1    1.4      1      1      1
clock.weary                      40     34     40     40     40
clock.hurry                       0    0.2      0      0      0
clock.truce                      99      8     99     99     99
more.markers                   1.15   1.01   0.88   1.09   1.57
more.pieces                    1.64   1.09   0.96   1.51   1.24
last.marker                       0      0      6      0      0
sure                           0.16   0.21   0.49   0.37   0.11
keys.1                         4.18    2.8   3.34   2.49   3.42
keys.2                         1.01   1.86   1.11  -1.11   0.86
keys.3                         3.97   2.56    1.9   1.58    0.7
keys.4                         3.04   3.09   0.72  -0.37   3.99
actiones.1                    25.57  29.14  22.95  24.53  25.78
actiones.2                    13.56  14.19   5.14    3.7   3.12
actiones.3                    31.83     17   8.69  11.48  12.91
actiones.4                     8.51   5.27   4.84   1.87  10.17
actiones.5                     4.65   3.55    1.4  10.89   0.93
privilegium.1                  13.8   9.89  11.55   8.25  11.74
privilegium.2                 -0.11   0.88  -0.41   0.96  -0.05
privilegium.3                  3.51   2.99    3.8   3.93   5.12
book.1                         3.07   3.29   5.09   2.82   2.79
book.2                         1.65   2.98   3.27   1.85   2.03
book.3                         1.06   1.32   0.27   0.71   1.34
bursa.1                        7.04   2.72   3.56   2.42    8.2
bursa.2                        2.62   2.15    2.8   2.33   2.76
bursa.3                        0.55   -0.7   0.79   1.66   0.52
marker.extra_office            2.72   1.58   2.81   2.82   1.84
marker.swap_offices            1.17   0.77   1.97   1.53   1.51
marker.plus_3_actions          7.98   8.45   8.91   8.14  12.86
marker.plus_4_actions         10.41   8.54  10.53   8.65   6.18
marker.improve_ability        13.18  14.04   8.72   5.29   6.11
marker.remove_3                3.72   1.89   3.39   1.67    3.6
supply.few                     1.11   1.87   0.72   0.62   2.05
supply.some                    0.63   1.47   0.27    0.5   0.84
supply.many                   -0.03   0.01  -0.13  -0.03  -0.02
supply.merchant                1.22   0.97   0.74   1.16    1.7
stock.trader                   0.13   0.26   -0.2   0.08   0.13
stock.merchant                 0.57   1.02  -0.02   0.33   0.77
house                          0.29  -0.21   0.68   0.59   0.32
missing.0                      0.84      1   0.63   0.65   0.82
missing.1                       0.6   0.91   0.43   0.41   0.46
missing.2                      0.42   0.91   0.25   0.24   0.23
missing.3                      0.34   0.13    0.1   0.21   0.15
blocked                        0.73   0.62    0.8   0.83   0.64
drive.out                       0.3   0.65   0.54   0.41   0.57
second                         0.66   0.47   0.58   0.51   0.32
parked                         0.19   0.05   0.07   0.45   0.16
besieged                       0.34  -0.05   0.22   0.36   0.15
merchant.near                  0.45   0.38    0.7   0.46   0.24
merchant.far                  -0.06  -0.06  -0.27   0.16  -0.07
office                         0.34   0.19   1.45   1.67   0.36
control.later                  0.25   0.53   0.41   0.76    0.2
keys.later                     0.01   -0.5   0.27  -0.05   0.01
network                        1.31   1.32    1.3   1.56   1.97
towns                          1.07   1.29   0.91   1.37    1.7
action                         1.24   3.67   0.69   1.09   2.42
spread                        15.95   6.17  21.02  13.34   2.95
compensation                   1.16   0.82   1.03   0.41   0.85
far                            0.52      1   0.93    0.7   0.82
keys.1.early                   0.54  -0.75   0.81   1.59   0.38
keys.2.early                  -0.45  -0.41  -0.04   0.28  -0.86
keys.3.early                    1.1   2.47   1.29   0.18   0.39
keys.4.early                  -0.79  -0.92  -2.88   -1.8  -0.94
actiones.1.early               -1.5  -4.02   -8.4 -10.58  -2.08
actiones.2.early              -0.47   -1.2    0.7   1.67  -0.73
actiones.3.early              -1.47   5.74  -1.33   -3.8  -1.02
actiones.4.early               1.97   1.01   2.07  -1.47    2.1
actiones.5.early               3.07   5.36   1.56    2.4   4.46
privilegium.1.early            -0.9  -3.53  -1.73  -0.93  -0.75
privilegium.2.early            0.12   0.35   0.63  -0.23   0.14
privilegium.3.early            1.24   0.48   2.52  -0.21   0.52
book.1.early                  -0.77  -1.13  -1.57  -1.42  -0.44
book.2.early                  -0.05    1.2   0.14   1.47  -0.02
book.3.early                  -1.05  -0.11  -2.08  -1.05     -1
bursa.1.early                 -1.51  -0.91  -1.62     -4  -0.65
bursa.2.early                  0.17   0.31  -2.53  -0.88   0.09
bursa.3.early                 -0.56  -0.67   1.42   0.49   -0.5
missing.0.quick                1.05   1.05   0.75    0.9   0.69
missing.1.quick                 0.7   0.93   0.52   0.72   0.97
missing.2.quick                0.45   0.56   0.42   0.65   0.36
missing.3.quick                0.28   0.15   0.15   0.27   0.26
way.late                       0.09  -0.05   0.06   0.04   0.01
way.early                      0.36   0.32   0.18   0.27   0.49
hopes                          2.02   2.23   1.54   2.55   4.06
control.groningen              1.76   0.88   0.85   0.16   1.91
control.emden                 -0.01  -0.38   2.96   1.37  -0.01
control.stade                 -0.25  -0.31   -0.7  -0.37  -0.25
control.hamburg               -0.31  -0.08  -0.08  -0.36  -0.28
control.luebeck                 0.4   0.41   0.51   0.49   0.27
control.kampen                -0.25  -0.83   0.59  -0.44  -0.14
control.osnabrueck            -0.06  -0.79   0.85   1.22  -0.11
control.bremen                -0.17  -0.24  -0.23   0.05  -0.23
control.lueneburg              0.24   0.25  -0.02   0.52   0.18
control.perleberg             -0.56  -0.28  -0.39   -0.2  -0.97
control.arnheim                0.19  -0.08  -0.16  -0.37   0.19
control.muenster              -0.27  -0.38   -0.5  -0.54  -0.24
control.minden                 0.33   0.47   0.03   0.64   0.14
control.hannover              -0.32  -0.31   -0.4  -0.59  -0.36
control.brunswiek              0.44   0.36   0.75  -0.18   0.51
control.stendal               -0.63  -0.68  -0.07  -0.28  -0.44
control.duisburg               0.19   0.72   0.26   0.35   0.13
control.dortmund              -1.12  -2.03  -0.43  -0.55  -1.52
control.paderborn              0.05   2.01   1.06   0.36   0.05
control.hildesheim             0.35   0.81   0.66   0.67   0.22
control.goslar                -0.72  -0.56  -1.17  -0.19  -0.88
control.magdeburg             -0.21  -0.17  -0.19  -1.02  -0.31
control.coellen               -0.58  -0.64  -0.43  -0.39  -0.47
control.warburg                0.05   0.16   0.31   0.95   0.05
control.goettingen             0.02  -0.02   0.05  -0.17   0.02
control.quedlinburg            0.52   1.36   0.28   0.68   0.64
control.halle                  -0.4  -0.56  -0.07   -0.5  -0.38
house.groningen-emden          0.42   0.07  -0.06   0.37   0.12
house.emden-osnabrueck         0.07  -0.06  -0.07  -0.14   0.05
house.kampen-osnabrueck       -0.14   0.26   0.14  -0.02  -0.08
house.kampen-arnheim           0.47   0.26  -0.02   0.23   0.26
house.arnheim-muenster        -0.19  -0.15   0.05  -0.55   -0.2
house.arnheim-duisburg        -0.05  -0.09   0.04   0.05  -0.09
house.duisburg-dortmund       -0.06   0.01  -0.25  -0.39  -0.07
house.dortmund-paderborn       0.16   0.28  -0.16  -0.06    0.2
house.muenster-minden          0.21   0.35  -0.05  -0.08    0.4
house.osnabrueck-bremen           0  -0.15   0.03  -0.01   0.01
house.bremen-minden           -0.35  -0.08  -0.65   0.01  -0.18
house.bremen-hannover          0.19   0.44  -0.03   0.42    0.3
house.bremen-hamburg           0.22   0.36   0.16   0.35    0.2
house.stade-hamburg            0.36      0   -0.1  -0.08   0.18
house.hamburg-luebeck         -0.03  -0.03  -0.26  -0.06  -0.03
house.hamburg-lueneburg       -0.02    0.1   0.02   0.27  -0.03
house.hannover-lueneburg       0.24    0.2   0.27   0.26   0.11
house.lueneburg-perleberg     -0.43  -0.34  -0.25   -0.4  -0.49
house.perleberg-stendal       -0.21  -0.25  -0.23  -0.52  -0.17
house.minden-hannover         -0.12  -0.07  -0.05  -0.18  -0.14
house.minden-brunswiek         0.01  -0.13  -0.18   0.11   0.02
house.brunswiek-stendal        0.06  -0.15   -0.2   0.09   0.08
house.minden-paderborn         0.11   0.15  -0.15  -0.23   0.05
house.paderborn-hildesheim      0.2   0.18  -0.25   0.26   0.11
house.paderborn-warburg        0.06   0.08  -0.26  -0.11   0.01
house.coellen-warburg         -0.08  -0.15  -0.26  -0.17  -0.14
house.hildesheim-goslar       -0.06  -0.37  -0.19  -0.75  -0.06
house.goslar-magdeburg        -0.21  -0.05  -0.39  -0.09  -0.15
house.stendal-magdeburg       -0.02  -0.05      0   -0.8  -0.02
house.goslar-quedlinburg       0.01  -0.13  -0.09   0.36   0.02
house.goettingen-quedlinburg  -0.13   0.29   0.35   -0.2  -0.19
house.quedlinburg-halle       -0.19  -0.67  -0.12  -0.35  -0.15
house.emden-stade             -0.45  -0.09  -0.03   0.27  -0.62
house.warburg-goettingen      -0.22      0   0.02  -0.03  -0.11
"""
"""One column for each kind except the last, because games of five use the weights trained with four and five.
The final column is for players with neutral traders that do no playouts: they win by a race for markers, by
which players with playouts would lose (docs/lab/weights.md)."""


def tables(columns: str, kinds: Sequence[str] = KINDS) -> dict[str, Mapping[str, float]]:
    """Return the weights by kind of game from lines with a name and one number for each kind."""
    rows = [line.split() for line in columns.split("\n") if line]
    return {kind: {row[0]: float(row[at]) for row in rows} for at, kind in enumerate(kinds, 1)}


def on_boards() -> dict[str, Mapping[str, float]]:
    """Return by kind of game and expansion board the champion's tables with the weights trained there."""
    found = dict[str, Mapping[str, float]]()
    for name, more in ON_BOARDS.items():
        table = CHAMPION[name.partition("-")[0]]
        found[name] = {**table, **{row: table.get(row, 0.0) + points for row, points in more.items()}}
    return found


ON_BOARDS: dict[str, Mapping[str, float]] = {
    kind: weights for module in found("weights") for kind, weights in module.WEIGHTS.items()
}
"""Differences of an expansion's boards from the base boards, trained on the champion's weights."""

CHAMPION = tables(champion.COLUMNS)
LEARNT = tables(_COLUMNS, (*KINDS[:-1], "glance"))
FIVE = {**LEARNT["4"], "last.marker": 6.0}
TABLES = {**{kind: LEARNT[kind] for kind in KINDS[:-1]}, "5": FIVE, **on_boards()}
AT_A_GLANCE = {**TABLES, "2-neutral": LEARNT["glance"]}
"""Weights of players that do no playouts."""

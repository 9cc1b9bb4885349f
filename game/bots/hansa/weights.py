"""What each term of *Hansa* is worth in final points, by number of seats. How they were learnt: docs/bots.md.

Columns are the periods of `evaluation`. `spread` is by how many points the end may differ from what is
expected, at the beginning (early) and in the last round (done).
"""

from collections.abc import Mapping

_SEATS_2 = """
                         early     late     last     done
    constant            23.641  -13.154    0.411    0.242
    shared              -0.393    2.466    2.414    2.066
    alone                1.734    4.843    3.393    3.265
    single               0.698    0.151    0.393   -0.164
    built                0.350    0.018    0.444   -0.036
    reserve_low         -0.256   -0.795   -0.166    0.244
    margin              -0.416   -0.909   -0.077   -0.058
    lead.tonsberg        0.172    1.823   -0.376   -0.191
    lead.aalborg        -1.287    1.977    0.924   -0.618
    lead.lubeck          1.677    1.838   -1.843   -0.515
    lead.copenhagen      3.732    1.377    1.186   -0.055
    lead.stockholm      -0.868    3.215    1.119   -0.380
    lead.kalmar          2.141    0.899    1.502   -0.021
    lead.danzig          4.583    1.426   -0.373    0.129
    lead.reval           2.742    1.669    1.519    0.153
    lead.riga            3.492    1.942   -0.265   -0.334
    goods                1.740    1.061    0.940    0.833
    barrels              0.521    0.643    0.178    0.045
    ready                0.112    0.085    0.366    0.005
    colours              1.161    0.722   -0.257   -0.088
    triple              -2.248   -0.544   -0.594   -0.222
    excess               0.510   -0.763    0.531    0.000
    threat               0.078   -1.575   -0.348   -0.145
    broken               1.100   -1.686   -2.278   -0.299
    contest              0.442   -0.691    0.042   -0.421
    strike              -0.692    0.956   -0.429   -0.712
    now_ready           -0.336   -0.314   -0.498    0.000
    coins                1.051    1.687    2.450    0.217
    coins_squared        0.026    0.009   -0.255   -0.003
    now_coins            0.943    0.952    0.368    0.000
    now_coins_squared   -0.015    0.132    0.223    0.000
    now                 -1.084   -3.936   -4.920    0.000
    now_acted           -1.185    1.221    0.539    0.000
    near                 0.142   -0.257   -0.582    0.000
    near1                0.103    0.493   -0.068    0.000
    near2                0.136   -0.127   -0.362    0.000
    near3               -0.767   -0.618   -0.745    0.000
    free                 3.369    0.280    1.589    0.000
    match                0.531    0.049    1.211    0.000
    sale                 0.332   -0.003    1.128    0.000
    stock                1.209    1.037   -0.265   -0.701
    shelf_match          0.082   -0.033   -0.068   -0.026
    spread               8.000    0.000    0.000    2.000
"""
_SEATS_3 = """
                         early     late     last     done
    constant            28.009   -8.989    0.803    0.312
    shared              -0.853    2.935    2.035    1.880
    alone               -0.221    4.513    4.400    3.256
    single              -1.413    0.188   -0.852    0.738
    built                0.107    0.072   -0.066    0.071
    reserve_low          0.346   -0.571   -0.171    0.019
    margin               0.622    0.827    0.304    0.095
    lead.tonsberg        3.236    1.035   -0.665   -0.643
    lead.aalborg         3.381    0.797    0.688   -0.491
    lead.lubeck          2.547    1.635   -1.470   -0.737
    lead.copenhagen      4.233    0.923    0.243    0.105
    lead.stockholm       2.427    1.876    1.367    0.317
    lead.kalmar          3.193    1.204    0.816   -0.711
    lead.danzig          3.638    3.477   -0.033    0.552
    lead.reval           3.078    1.511    0.877   -0.060
    lead.riga            4.583   -0.203    1.199   -0.333
    goods                0.747    0.724    0.468    0.999
    barrels              0.614    0.680    0.006    0.036
    ready               -0.401    0.309    0.663   -0.017
    colours              2.022   -0.914   -0.011   -0.158
    triple               1.178   -2.706   -1.410   -1.417
    excess               0.724   -0.583    0.149    0.000
    threat               0.104   -2.273   -3.371   -0.397
    broken              -2.779   -1.347   -1.321    1.513
    contest             -1.174   -0.863    0.682    0.034
    strike               2.181    0.004   -0.532    0.252
    now_ready           -0.354   -0.413   -0.359    0.000
    coins                0.909    1.626    2.294   -0.141
    coins_squared        0.135   -0.059    0.116   -0.024
    now_coins            0.425    1.087    0.923    0.000
    now_coins_squared    0.062    0.022    0.123    0.000
    now                  1.604   -3.867   -2.656    0.000
    now_acted           -1.544    0.535    0.378    0.000
    near                -0.874    0.642    2.354    0.000
    near1                0.243    0.013    0.579    0.000
    near2               -0.135   -0.233   -0.509    0.000
    near3                0.424   -0.557   -0.396    0.000
    free                 0.708    0.579    0.664    0.000
    match                0.360    1.048    0.914    0.000
    sale                 0.454    1.345    1.100    0.000
    stock                0.780    0.736   -0.198   -0.271
    shelf_match          0.166   -0.180    0.076   -0.028
    spread               8.000    0.000    0.000    2.000
"""
_SEATS_4 = """
                         early     late     last     done
    constant            26.301   -7.269   -0.030    0.037
    shared               0.146    3.116    2.280    1.817
    alone                1.262    3.850    3.464    3.286
    single              -1.687    0.456   -0.632   -0.579
    built               -0.013   -0.137    0.068    0.017
    reserve_low          0.802   -0.889    0.269   -0.065
    margin               1.604    0.687    0.471   -0.301
    lead.tonsberg        2.788    1.590    1.902   -0.630
    lead.aalborg         4.072    0.059   -0.208    0.396
    lead.lubeck          3.823   -0.554    0.013   -0.081
    lead.copenhagen      5.034    0.877    0.713   -0.457
    lead.stockholm       2.388    0.060    0.788   -0.765
    lead.kalmar          4.251    0.200   -0.136    0.419
    lead.danzig          5.607    2.691   -0.123    0.497
    lead.reval           2.490    2.328    1.104   -0.309
    lead.riga            5.263    1.657    0.238    0.391
    goods                1.127    1.118    0.199    1.077
    barrels              0.610    0.347    0.340    0.026
    ready                0.150    0.298    0.890    0.043
    colours              1.421   -1.317    0.365    0.319
    triple              -2.109   -1.053   -0.790    0.895
    excess               0.272   -0.410   -0.048    0.000
    threat              -0.560   -3.912    0.122   -0.367
    broken              -0.456   -1.720   -1.875   -0.356
    contest             -0.208   -1.510   -1.152    0.069
    strike              -0.867    0.765   -0.026   -1.360
    now_ready           -0.736   -0.213   -0.592    0.000
    coins                1.015    1.038    1.135    0.278
    coins_squared        0.096    0.045    0.353    0.053
    now_coins            0.473    0.691    0.766    0.000
    now_coins_squared    0.097    0.060    0.102    0.000
    now                  0.585   -3.155   -4.289    0.000
    now_acted           -1.019    0.326    0.281    0.000
    near                -1.242    0.311   -0.154    0.000
    near1                0.173    0.078    0.195    0.000
    near2                0.359   -0.155   -0.089    0.000
    near3               -0.977    0.494    0.008    0.000
    free                 1.475   -0.003    0.285    0.000
    match               -0.400    2.173    1.304    0.000
    sale                 0.861    1.620    0.988    0.000
    stock                0.449    0.397   -0.041   -0.102
    shelf_match          0.023   -0.288   -0.006   -0.045
    spread               8.000    0.000    0.000    2.000
"""


def table(text: str) -> dict[str, float]:
    """The weights by name, such as `early.shared`."""
    head, *rows = (line.split() for line in text.strip().splitlines())
    return {
        f"{period}.{name}": float(value)
        for name, *values in rows
        for period, value in zip(head, values, strict=True)
    }


TABLES: Mapping[str, Mapping[str, float]] = {
    "2": table(_SEATS_2),
    "3": table(_SEATS_3),
    "4": table(_SEATS_4),
}

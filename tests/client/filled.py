"""Every text of the catalogues, with every kind of value for its placeholders.

`python -m tests.client.filled build/texts` writes them for proofreading: a file for each language.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from game.client.rooms.clock.times import lasting
from game.client.words.dates import when
from game.client.words.i18n import LANGUAGES, Translator, catalogue, use_language
from game.games import part
from game.games.hansa.rules.board import TOWN_IDS, WAREHOUSES
from game.games.hansa_teutonica.rules.board import LEVELS, PRIVILEGES, TRACKS
from game.games.hansa_teutonica.rules.editions import printed
from game.match import COLOURS
from game.match.learning import AGAINST

from .test_i18n import DOMAINS, fields

BACK = printed("back")
BRITANNIA_4_5 = printed("britannia_4_5")
EAST = printed("east")
FRONT = printed("front")

NAMES = ("Bert", "Anna", "Emma", "Ivo", "Otto", "Ulla", "Åsa")
OTHERS = (*NAMES[1:], NAMES[0])
NUMBERS = (2, 1, 0, 5)
HT = Translator("hansa-teutonica")
HANSA = Translator("hansa")
CORE = Translator("core")
COMPUTERS = Translator("computers")
FINISHED = Translator("finished")
GUIDE = Translator("guide")
ROOMS = Translator("rooms")

OPENINGS = [plan for game in ("hansa", "hansa-teutonica") for plan in part(game, "openings").PLANS]

SIDES = (FRONT, BACK, EAST, BRITANNIA_4_5)

Values = Sequence[object]


# ---- kinds of values, in the current language ---------------------------------------------------


def _each(translator: Translator, prefix: str, ids: Sequence[str]) -> list[str]:
    return [translator(f"{prefix}.{name}") for name in ids]


def _keys(translator: Translator, prefix: str) -> list[str]:
    """Return all texts whose key is the prefix and one more part."""
    known = catalogue(translator.domain, "en")
    return [translator(key, table="Coellen") for key in known if key.rpartition(".")[0] == prefix]


def lists(words: Sequence[str]) -> list[str]:
    """Return lists of one item, and of two, with each item first once."""
    return [words[0], *(f"{word}, {words[0]}" for word in words[1:])]


def choices(words: Sequence[str]) -> list[str]:
    """Return choices between one item and two."""
    return [words[0], HT("or", first=words[0], last=words[-1])]


def _rolled_out() -> list[str]:
    """Return the names of plans that are rolled out."""
    return [FINISHED("rollout.played"), FINISHED("rollout.better"), FINISHED("rollout.computer", number=2)]


def towns() -> list[str]:
    return list(dict.fromkeys(town.name for side in SIDES for town in side.towns))


def routes() -> list[str]:
    names = {town.id: town.name for side in SIDES for town in side.towns}
    return list(dict.fromkeys(f"{names[r.a]}–{names[r.b]}" for side in SIDES for r in side.routes))


def houses() -> list[str]:
    ships = [HT("ship", number=2, route=route) for route in routes()[:3]]
    return [*(HT("house", number=2, route=route) for route in routes()), *ships]


def offices() -> list[str]:
    rows = zip(towns(), pieces() * 99, privileges() * 99, strict=False)
    return [HT("office", number=1, town=t, piece=p, privilege=c) for t, p, c in rows]


def provinces() -> list[str]:
    return [HT("province", towns=f"{town}, {towns()[0]}") for town in towns()]


def pieces() -> list[str]:
    return _each(HT, "piece", ("trader", "merchant"))


def piles() -> list[str]:
    count = {kind: [HT(f"count.{kind}", n=n) for n in (1, 2)] for kind in ("trader", "merchant")}
    both = [HT("and", first=one, last=other) for one in count["trader"] for other in count["merchant"]]
    return [*count["trader"], *count["merchant"], *both]


def privileges() -> list[str]:
    return _each(HT, "privilege", PRIVILEGES)


def tracks() -> list[str]:
    return _each(HT, "track", TRACKS)


def the_tracks() -> list[str]:
    return _each(HT, "track.the", TRACKS)


def markers() -> list[str]:
    return _keys(HT, "marker")


def percentage_points() -> list[str]:
    return [FINISHED("percentage-points", n=n) for n in (7, 1)]


def durations() -> list[str]:
    return [lasting(seconds) for seconds in (0, 1, 75, 3600, 5400, 86400, 9 * 86400)]


def levels() -> list[str]:
    return [*privileges(), HT("all"), *(str(level) for level in LEVELS[1])]


def deeds() -> list[str]:
    return choices(_keys(HT, "deed"))


def owners() -> list[str]:
    own = [HT(f"owned.{kind}", name=name) for kind in ("trader", "merchant") for name in NAMES]
    return [*own, HT("owned.neutral"), HT("empty")]


def benefits() -> list[str]:
    named = [
        *_keys(HT, "benefit"),
        *(HT(key, town=town) for key in ("ahead.office", "ahead.extra") for town in towns()),
    ]
    return [*choices(named), *named]


def gainers() -> list[str]:
    return [
        NAMES[0],
        *(HT("and", first=name, last=NAMES[0]) for name in NAMES[1:]),
        HT("and", first="Bert", last="Emma"),
    ]


def questions() -> list[str]:
    return [HT("decision.pay", n=1, name=name) for name in NAMES]


def ports() -> list[str]:
    return _each(HANSA, "town", TOWN_IDS)


def wares() -> list[str]:
    return _keys(HANSA, "ware")


def goods() -> list[str]:
    amounts = [HANSA("count.barrel", n=n) for n in (1, 2, 3)]
    return [HANSA("good", ware=ware, barrels=barrels) for ware in wares() for barrels in amounts]


def coins() -> list[str]:
    return [HANSA("count.coin", n=n) for n in (3, 1, 0)]


def prices() -> list[str]:
    return [*(HANSA("price", name=name) for name in NAMES), HANSA("price.bank"), HANSA("price.free")]


def visits() -> list[str]:
    told = HANSA("town.goods", goods="; ".join(goods()[:2]), price=prices()[0])
    return [told, HANSA("town.markets", owners=HANSA("town.owner", name=NAMES[0], n=2))]


def actions() -> list[str]:
    built = [HANSA("action.build", n=n, town=town, good=goods()[0]) for town in ports() for n in (1, 2)]
    return [
        *built,
        *(HT("action.place", piece=piece, house=house) for piece in pieces() for house in houses()[:2]),
    ]


def reasons() -> list[str]:
    return ["", f" {HT('you.displace-plain', route=routes()[0], rival=NAMES[0])} "]


def bots_reasons() -> list[str]:
    return [HT("bot.displace-plain", route=routes()[0], rival=NAMES[0], name=name) for name in NAMES]


def changes() -> list[str]:
    return [CORE("ahead.change", name=name, total="+2", rows=f"{HT('score.towns')} +2") for name in NAMES]


def guided_deeds() -> list[str]:
    """Return the guide's names for the actions of a plan."""
    prefix = "hansa-teutonica.deed"
    known = (key for key in catalogue("guide", "en") if key.startswith(prefix))
    return [
        GUIDE(key, route=route, rival=NAMES[0], displaced=NAMES[0]) for key in known for route in routes()[:2]
    ]


def guided_reasons() -> list[str]:
    """Return the guide's reasons for a plan."""
    prefix = "hansa-teutonica.why"
    known = (key for key in catalogue("guide", "en") if key.startswith(prefix))
    return [GUIDE(key, town=towns()[0], n=7, marker=markers()[0]) for key in known]


def guided_plans() -> list[str]:
    return [GUIDE("plan", deed=deed, why=guided_reasons()[0]) for deed in guided_deeds()]


def periods() -> list[str]:
    hours, days = ROOMS("remind.hours", n=12), [ROOMS("remind.days", n=number) for number in (1, 2, 7)]
    return [hours, *days]


def offices_need() -> list[str]:
    """Return what offices require, and their owners."""
    known = (key for key in catalogue("hansa-teutonica", "en") if key.startswith("card.needs"))
    return [*(HT(key, privilege=privileges()[1]) for key in known), *owners()]


def named(name: str, translator: Translator) -> Callable[[], Values]:
    return lambda: _keys(translator, name)


def fixed(*values: object) -> Callable[[], Values]:
    return lambda: values


# ---- values of placeholders ---------------------------------------------------------------------

RULES: Sequence[tuple[str, str, Callable[[], Values]]] = (
    # placeholder, "domain key" as a pattern, values: the first matching row counts
    ("seconds", "command rooms.store.slow", fixed(5, 30)),
    ("absent", "rooms asks.computer", fixed("Anna", "Otto")),
    ("zone", "rooms clock.*", fixed("Europe/Berlin")),
    ("bank", "rooms clock.told", durations),
    ("turn", "rooms clock.told", durations),
    ("left", "rooms clock.*", durations),
    ("used", "rooms clock.used", durations),
    ("days", "rooms clock.brief", fixed(1, 12)),
    ("hours", "rooms clock.brief", fixed(0, 23)),
    ("whose", "rooms asks", fixed("Anna 1", "Anna 2 · Ben 1")),
    ("taken", "computers teaching.*", fixed(0, 1, 2)),
    ("open", "*", lambda: (CORE("games.paste"),)),
    ("tool", "computers advance.offer", lambda: (Translator("computers")("advance"),)),
    ("action", "computers plan.*", fixed("End turn", "Place a trader: house 1, Stade–Hamburg")),
    ("question", "computers plan.prompt", fixed("2 actions left.")),
    ("place", "hansa-teutonica wish.*", fixed("Arnheim", "Stade–Hamburg")),
    ("result", "computers threats.wins.*", fixed("27:25", "8:8")),
    ("points", "computers threats.counted", fixed("Anna 27, Åsa 25, Ben 17")),
    ("kept", "computers teaching.*", fixed(0, 1, 2)),
    ("n", "hansa-teutonica *-table", fixed(7, 8, 9, 11)),
    ("n", "hansa-teutonica reason.table-*", fixed(7, 8, 9, 11)),
    ("n", "hansa-teutonica [by]o*.*-actions", fixed(3, 4, 5)),
    ("n", "hansa-teutonica [by]o*.*-office", fixed(1, 2, 3, 4)),
    ("n", "hansa-teutonica about.track.full", fixed(4)),
    ("n", "hansa-teutonica event.points.east-west", fixed(7, 4, 2)),
    ("n", "hansa-teutonica about.neutral", fixed(2, 1, 18)),
    ("n", "hansa-teutonica [by]o*.income-more", fixed(5, 8)),
    ("n", "guide hansa-teutonica.plan.income-more", fixed(5, 8)),
    ("n", "hansa [by]o*.sell*", fixed(2, 3)),
    ("n", "hansa [by]o*.buy-set", fixed(2, 3)),
    ("n", "hansa event.restock.several", fixed(3, 5)),
    ("n", "hansa event.place", fixed(2)),
    ("n", "hansa decision.first-placement", fixed(2)),
    ("n", "guide *.table", fixed(7, 11)),
    ("n", "guide *.actions", fixed(3, 5)),
    ("n", "guide *.leader", fixed(17, 15)),
    ("n", "guide *.towns", fixed(8, 9)),
    ("n", "guide *.scattered", fixed(2, 3)),
    ("n", "guide *.taxes", fixed(3)),
    ("n", "guide *.now.first", fixed(3)),
    ("n", "guide *.now.bare", fixed(5)),
    ("n", "guide *.now.full", fixed(4)),
    ("n", "guide hansa.p*", fixed(2, 3)),
    ("whole", "finished decimal", fixed(0, 12)),
    ("tenth", "finished decimal", fixed(4)),
    ("cost", "finished mistakes.[scl]*", fixed(4)),
    ("cost", "finished mistake*", percentage_points),
    ("clue", "finished mistake.*", fixed("Look for an office.")),
    ("mean", "finished tally.play.text", fixed("1.4")),
    ("error", "finished tally.play.text", fixed("0.3")),
    ("sure", "finished analysis.sure", fixed("97%")),
    ("plan", "finished rollout.games", _rolled_out),
    ("better", "finished rollout.apart", _rolled_out),
    ("worse", "finished rollout.apart", _rolled_out),
    ("cost", "finished rollout.apart", percentage_points),
    ("error", "finished rollout.apart", fixed("3.1")),
    ("sure", "finished rollout.apart", fixed("97%")),
    ("place", "lessons counting.can.place", lambda: ["Hamburg–Lübeck"]),
    ("points", "lessons counting.result", fixed("Anna: 27, Ben: 25")),
    ("winners", "lessons counting.result", lambda: lists(NAMES)),
    ("low", "lessons puzzle*", fixed(1380)),
    ("high", "lessons puzzle*", fixed(1630)),
    ("sure", "lessons puzzle.judged", fixed("99%")),
    ("plan", "lessons puzzle.second", lambda: ["; ".join(actions()[:2])]),
    ("made", "page *", fixed("0.4", "6.1")),
    ("all", "page *", fixed("6.1")),
    ("value", "finished rating.unsure", fixed("0.4")),
    ("least", "finished rating.few", fixed(5)),
    ("phase", "finished phases*", lambda: _keys(FINISHED, "phase")),
    ("kind", "finished practice.of", lambda: [HT("kind.tempo"), HANSA("kind.ship"), FINISHED("kind.other")]),
    ("count", "finished practice.of", fixed(1, 12)),
    ("date", "finished practice.next", lambda: [when(f"2026-12-0{day}", "2026-11-28") for day in (1, 3)]),
    ("grade", "finished phases*", lambda: _keys(FINISHED, "grade")),
    ("worst", "finished phases*", lambda: _keys(FINISHED, "grade")),
    ("grade", "finished rating.*", lambda: _keys(FINISHED, "grade")),
    ("worst", "finished rating.*", lambda: _keys(FINISHED, "grade")),
    ("points", "guide *.good", fixed(2, 3, 4)),
    ("points", "guide *", fixed(4, 12)),
    ("keep", "guide *", fixed(3)),
    ("limit", "guide *", fixed(10)),
    ("deed", "guide plan", guided_deeds),
    ("why", "guide plan", guided_reasons),
    ("plan", "guide could*", guided_plans),
    ("opening", "guide opening*", lambda: _keys(GUIDE, "hansa-teutonica.opening")),
    ("place", "guide opening*", fixed(1, 2, 5)),
    ("share", "guide opening*", fixed("27–31%", "8–11%")),
    ("even", "* *opening*", fixed("25%", "33%")),
    *((f"won_{plan}", "lessons *.openings.*", fixed("27–31%", "8–11%")) for plan in OPENINGS),
    ("town", "guide hansa.*", ports),
    ("here", "guide hansa.*", ports),
    ("n", "guide hansa.more.way", fixed(2, 5)),
    ("n", "guide hansa.more.*", fixed(2, 1, 5)),
    ("track", "guide *", the_tracks),
    ("points", "hansa [by]o*.sell*", fixed(4, 12)),
    ("points", "hansa clue.sell.points", fixed(4, 12)),
    ("won", "hansa-teutonica *", fixed(27, 31)),
    ("lost", "hansa-teutonica *", fixed(25, 30)),
    ("own", "*", fixed(27, 21)),
    ("best", "*", fixed(25, 22)),
    ("has", "hansa-teutonica also.guard-few", fixed(2)),
    ("spare", "hansa also.bare", fixed(0, 1, 7)),
    ("n", "hansa-teutonica also.guard*", fixed(3)),
    ("keep", "hansa *", fixed(3)),
    ("n", "hansa-teutonica also.*actions", fixed(3, 4, 5)),
    ("n", "hansa-teutonica also.*table", fixed(7, 11)),
    ("n", "hansa-teutonica also.network", fixed(2, 5)),
    ("n", "hansa-teutonica also.full-track", fixed(4)),
    ("n", "hansa-teutonica also.link", fixed(7, 4, 2)),
    ("n", "hansa also.*", fixed(2, 5)),
    ("n", "*", fixed(*NUMBERS)),
    ("name", "hansa warehouse*", fixed(*WAREHOUSES)),
    ("name", "core share.file.done", fixed("kontor-hansa-12.txt")),
    ("url", "command rooms.notify.url", fixed("nothing://here")),
    ("name", "command *", fixed("arena")),
    ("name", "*", fixed(*NAMES)),
    ("rival", "*", fixed(*OTHERS)),
    ("rivals", "*", fixed(*OTHERS)),
    ("holder", "*", fixed(*OTHERS[1:])),
    ("displaced", "*", fixed(*OTHERS)),
    ("seller", "*", fixed(*OTHERS)),
    ("payee", "*", fixed(*OTHERS)),
    ("blue", "*", fixed(*NAMES)),
    ("green", "*", fixed(*OTHERS)),
    ("names", "* warning.claim", gainers),
    ("names", "* results.shared", lambda: lists(NAMES)[1:]),
    ("names", "*", lambda: lists(NAMES)),
    ("country", "*", lambda: _keys(HT, "country")),
    ("gateway", "hansa-teutonica *", fixed("London")),
    ("first", "*", fixed(7)),
    ("third", "*", fixed(2)),
    ("ships", "*", lambda: lists([HT("ship", number=2, route="Conway–Isle of Man")])),
    ("standings", "*", lambda: [HT("about.country.standing", name=NAMES[0], towns=2, offices=3, points=7)]),
    ("permits", "*", lambda: [HT("told.permit", town="Cardiff", country="Wales", name=NAMES[0])]),
    ("n", "hansa-teutonica about.office.coin", fixed(1, 2)),
    ("limit", "hansa-teutonica event.completed", fixed(10, 8)),
    ("limit", "hansa-teutonica about.completed", fixed(10, 8)),
    ("limit", "hansa-teutonica about.end.completed", fixed(10, 8)),
    ("other", "* ahead.*", fixed(*OTHERS)),
    ("other", "* handover.*", fixed(*OTHERS)),
    ("other", "hansa-teutonica removed*", fixed(*OTHERS)),
    ("other", "hansa lost*", fixed(*OTHERS)),
    ("routes", "hansa-teutonica removed*", lambda: lists(routes()[:3])),
    ("other", "* reason.*", pieces),
    ("one", "* action.*swap", fixed(1, 2)),
    ("one", "* about.above*", towns),
    ("other", "* about.above*", towns),
    ("houses", "*", fixed(3, 4)),
    ("other", "* action.*swap", fixed(2, 3)),
    ("first", "* and", fixed(*NAMES)),
    ("last", "* and", fixed(*OTHERS)),
    ("first", "* or", lambda: _keys(HT, "deed")),
    ("last", "* or", lambda: _keys(HT, "deed")),
    ("piece", "*", pieces),
    ("pieces", "*", piles),
    ("supply", "*", piles),
    ("stock", "*", piles),
    ("house", "*", houses),
    ("effect", "*", lambda: _keys(HT, "effect")),
    ("table", "*", fixed("Coellen", "Königsberg")),
    ("west", "*", fixed("Arnheim", "Lübeck")),
    ("east", "*", fixed("Stendal", "Danzig")),
    ("tracks", "* about.*", lambda: choices(tracks())),
    ("origin", "*", houses),
    ("office", "*", offices),
    ("route", "*", routes),
    ("routes", "*", lambda: lists(routes())),
    ("next", "hansa-teutonica *", routes),
    ("next", "hansa *", ports),
    ("town", "hansa *", ports),
    ("here", "hansa *", ports),
    ("towns", "* about.country.standing", fixed(*NUMBERS)),
    ("towns", "hansa *", lambda: lists(ports())),
    ("town", "*", towns),
    ("towns", "*", lambda: lists(towns())),
    ("province", "*", provinces),
    ("target", "* event.claim*", routes),
    ("target", "* event.marker-placed", routes),
    ("target", "* event.promo-laid", routes),
    ("target", "* event.*office*", towns),
    ("target", "* event.swap*", towns),
    ("target", "* event.table", fixed(7, 8, 9, 11)),
    ("target", "* event.pawn*", provinces),
    ("target", "* event.*", houses),
    ("source", "* event.points.*", towns),
    ("source", "* event.completed", towns),
    ("source", "* event.pawn.from", provinces),
    ("source", "* event.*", houses),
    ("track", "* event.improve", the_tracks),
    ("track", "* [by]o*.*", the_tracks),
    ("track", "* also.*", the_tracks),
    ("track", "*", tracks),
    ("tracks", "*", lambda: [", ".join(f"{track}: 2" for track in tracks())]),
    ("value", "* end.*", fixed(*NUMBERS)),
    ("value", "* about.end.*", fixed(*NUMBERS)),
    ("value", "finished *", fixed(0, 7, 100)),
    ("value", "*", levels),
    ("old", "*", levels),
    ("new", "*", levels),
    ("limit", "*", fixed(20)),
    ("own", "* ahead.route", fixed(2, 1)),
    ("own", "*", privileges),
    ("privilege", "*", privileges),
    ("marker", "*", markers),
    ("tile", "*", lambda: _keys(HT, "favour")),
    ("tiles", "*", lambda: ["; ".join(_keys(HT, "favour"))]),
    ("markets", "hansa *", fixed(*NUMBERS)),
    ("markers", "*", lambda: [", ".join(markers()), CORE("told.none")]),
    ("used", "*", lambda: [CORE("told.none"), markers()[0]]),
    ("steps", "* decision.*", lambda: [HT("count.step", n=n) for n in (2, 1)]),
    ("steps", "* about.*", lambda: [", ".join(levels())]),
    ("deeds", "hansa *", lambda: choices(_keys(HANSA, "deed"))),
    ("deeds", "*", deeds),
    ("benefits", "*", benefits),
    ("state", "hansa-teutonica card.office", offices_need),
    ("nth", "*", named("nth", HT)),
    ("state", "*", owners),
    ("what", "hansa-teutonica with", lambda: [*houses(), *offices()]),
    ("what", "hansa-teutonica *", lambda: [*tracks(), *houses()]),
    ("what", "hansa *", visits),
    ("row", "hansa card.row", lambda: _keys(HANSA, "score.card")),
    ("owners", "hansa *", lambda: [HANSA("town.owner", name=name, n=2) for name in NAMES]),
    ("owners", "*", lambda: [f"{name} 2, {HT('neutral.who')} 1" for name in NAMES]),
    ("spaces", "*", lambda: [f"7: {HT('empty')}, 8: {NAMES[0]}"]),
    ("price", "hansa-teutonica *", fixed(2, 3)),
    ("price", "hansa *", prices),
    ("prompt", "*", questions),
    ("offices", "*", fixed(*NUMBERS)),
    ("keys", "*", fixed(2, 1)),
    ("ware", "*", wares),
    ("wares", "*", lambda: lists(wares())),
    ("good", "*", goods),
    ("goods", "*", lambda: [goods()[0], "; ".join(goods()[:2])]),
    ("barrels", "*", lambda: [HANSA("count.barrel", n=n) for n in (1, 2, 3)]),
    ("coins", "*", coins),
    ("stacks", "*", fixed("8, 8, 8, 7, 7")),
    ("sold", "*", fixed(*NUMBERS)),
    ("points", "hansa-teutonica table", fixed(7, 8, 9, 11)),
    ("points", "* standing.row", fixed(*NUMBERS)),
    ("points", "*", fixed(*NUMBERS)),
    ("total", "* ahead.change", fixed("+2", "−1")),
    ("total", "*", fixed(12, 21)),
    ("number", "core share.code.long", fixed(700, 1165)),
    ("number", "*", fixed(2, 1, 5)),
    ("round", "*", fixed(2, 1)),
    ("rounds", "* chart.rounds", fixed("3, 6, 9")),
    ("rounds", "*", fixed(3)),
    ("rows", "*", lambda: [f"{row} +2" for row in _keys(HT, "score")]),
    ("changes", "*", changes),
    ("row", "*", lambda: [*_keys(HT, "score"), *_keys(HANSA, "score")]),
    ("line", "* results.tiebreak", named("score", HT)),
    ("line", "*", fixed(3)),
    ("action", "*", actions),
    ("actions", "*", lambda: ["; ".join(actions()[:2])]),
    ("chosen", "*", lambda: [*houses()[:2], *pieces()]),
    ("plan", "*", lambda: ["; ".join(actions()[:2])]),
    ("why", "lessons puzzle.second.why", lambda: [reasons()[1].strip()]),
    ("why", "lessons *", reasons),
    ("why", "core table.plan", bots_reasons),
    ("why", "computers hint.*", lambda: [reasons()[1].strip()]),
    ("then", "core table.again", lambda: [HT("ahead.left", n=n) for n in (1, 4)]),
    ("why", "*", fixed("MemoryError")),
    ("text", "core find.none", fixed("Göttingen 2")),
    ("back", "*", lambda: [CORE("table.back")]),
    ("colour", "*", lambda: _each(CORE, "colour", COLOURS)),
    ("title", "*", lambda: [Translator("lessons")("hansa-teutonica.goal.title"), "Hansa, Bert"]),
    ("code", "rooms *", fixed("not-entered")),
    ("most", "rooms *", fixed(16)),
    ("period", "rooms remind.after", periods),
    ("by", "rooms *", fixed(*OTHERS)),
    ("to", "rooms *", fixed(*OTHERS[1:])),
    ("game", "*", lambda: [HT("game.name"), HANSA("game.name")]),
    ("level", "*", lambda: [*_keys(COMPUTERS, "level"), *_keys(COMPUTERS, "said")]),
    ("speed", "*", lambda: [speed.lower() for speed in _keys(CORE, "settings.speed")][1:]),
    ("reason", "*", lambda: [f"{CORE('trouble.illegal')} ({CORE('trouble.line', line=3)}: income 3t)"]),
    ("kind", "*", lambda: [FINISHED("tally.kind", seats=3, against=FINISHED("tally.easy"))]),
    ("against", "*", lambda: _each(FINISHED, "tally", AGAINST)),
    ("rank", "finished tally.line", fixed(1, 3)),
    ("rank", "*", lambda: _keys(CORE, "rank")),
    ("date", "*", lambda: [CORE("date", year=2026, month=11, day=21)]),
    ("year", "*", fixed("2026")),
    ("month", "core date.*", lambda: [CORE(f"month.{number}") for number in range(1, 13)]),
    ("month", "*", fixed("11")),
    ("day", "core date.*", lambda: [CORE("date.first"), "21"]),
    ("day", "*", fixed("21")),
    ("time", "*", fixed("02:31")),
    ("chances", "*", lambda: [f"{name} 40%" for name in NAMES]),
    ("percent", "*", fixed("40%")),
    ("better", "*", fixed("60%")),
    ("played", "*", fixed("40%")),
    ("chance", "*", fixed("60%")),
    ("second", "*", fixed("40%")),
    ("answer_own", "lessons puzzle.points", fixed(31)),
    ("answer_best", "lessons puzzle.points", fixed(27)),
    ("second_own", "lessons puzzle.points", fixed(25)),
    ("second_best", "lessons puzzle.points", fixed(28)),
    ("least", "*", fixed(2)),
    ("most", "core share.code.long", fixed(640, 940)),
    ("most", "*", fixed(5, 200)),
    ("megabytes", "*", fixed(4)),
    ("turns", "*", fixed(300)),
    ("seats", "*", fixed(3)),
    ("seat", "rooms seen.*", fixed("Anna", "Otto")),
    ("themes", "*", lambda: [HT("theme.office"), f"{HT('theme.feeds')}, {HT('theme.end')}"]),
    ("step", "*", fixed(2)),
    ("steps", "*", fixed(8)),
    ("done", "*", fixed(3)),
    ("games", "*", fixed(12)),
    ("results", "*", fixed(7)),
    ("path", "command *", fixed("game.txt")),
    ("link", "command *", fixed("kontor.example")),
    ("page", "command *", fixed("http://kontor.example/")),
    ("page", "*", lambda: (CORE("games.title"),)),
    ("address", "command *", fixed("192.168.1.20:8000")),
    ("port", "command *", fixed(8000)),
    ("word", "command *", fixed("arean")),
    ("package", "command *", fixed("rich")),
    ("command", "command needs", fixed("/usr/bin/python3 -m pip install 'kontor-games[arena]'")),
    ("when", "*", lambda: [when(date, "2026-11-28") for date in ("2026-11-28 09:10", "2026-10-03")]),
)  # fmt: skip


def values(domain: str, key: str, field: str) -> Values:
    """Return the possible values of a text's placeholder, in the current language."""
    for name, pattern, make in RULES:
        if name == field and fnmatch(f"{domain} {key}", pattern):
            return make()
    raise LookupError(f"{domain} {key}: add to RULES what may stand in {{{field}}}")


def filled(domain: str, key: str) -> Iterator[str]:
    """Yield a text with every kind of value for each placeholder, the others with default values."""
    translate = Translator(domain)
    entry = catalogue(domain, Translator.language)[key]
    number = {"n"} if isinstance(entry, dict) else set()
    names = [*number, *sorted(fields(entry) - number)]
    kinds = {name: values(domain, key, name) for name in names}
    usual: dict[str, Any] = {name: kind[0] for name, kind in kinds.items()}
    # If the number is shown as points, one value serves both.
    same = ["points"] if isinstance(entry, dict) and "n" not in fields(entry) and "points" in kinds else []
    yield translate(key, **usual)
    for name, kind in kinds.items():
        for value in kind[1:] if name not in same else ():
            yield translate(key, **{**usual, name: value, **dict.fromkeys(same, value if name == "n" else 2)})


def everything() -> Iterator[tuple[str, str, str]]:
    """Yield every text in the current language with every kind of values, and its catalogue and key."""
    for domain in DOMAINS:
        for key in catalogue(domain, "en"):
            for text in filled(domain, key):
                yield domain, key, text


# ---- proofreading -------------------------------------------------------------------------------


def page() -> Iterator[str]:
    """Yield the texts in the current language, in the order of the catalogues; with placeholders in two
    versions."""
    for domain in DOMAINS:
        yield f"== {domain}"
        for key in catalogue(domain, "en"):
            texts = list(dict.fromkeys(filled(domain, key)))
            yield f"{key}: {texts[0]}"
            other = (
                texts[1 if isinstance(catalogue(domain, "en")[key], dict) else -1] if len(texts) > 1 else ""
            )
            yield from [f"    {other}"] if other else []


def write(folder: Path) -> None:
    """Write a file for each language."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        use_language(language)
        (folder / f"{language}.txt").write_text("\n".join(page()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "build/texts"))

"""Every rejection says what to do instead, in the imperative, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game import engine
from game.client.views import make_view
from game.client.words.i18n import LANGUAGES, catalogue, use_language
from game.engine.core import Action
from game.games import GAMES
from game.games.hansa.rules.actions import Sail
from game.games.hansa_teutonica.rules.actions import Income
from tests.client.conftest import new_match
from tests.needs import known, needs

from .filled import filled
from .test_i18n import texts
from .test_why_not import not_offered
from .test_words import positions

NEED_NONE = {
    "game-over": "nothing can be done any more",
    "not-now": "it repeats the question that is to be answered first",
    "other-game": "no touch leads to it, only the text of an action",
}
"""Rejections without an alternative, and why."""

TRADERS = 11
"""Number of a player's traders that are not on the player board."""
VERBS = {
    "en": "act|begin|build|buy|choose|claim|displace|end|fill|finish|give up|keep|move|open|place|sail|sell"
    "|set|take|touch|use|wait",
    "de": "beende|beginne|behalte|eröffne|errichte|fülle|führe|gib|handle|hebe|kaufe|nimm|nutze|schließe"
    "|segle|setze|tippe|verdränge|verkaufe|versetze|wähle|warte",
    "it": "agisci|apri|aprine|aspetta|cedi|comincia|compra|concludi|naviga|piazza|posa|posalo"
    "|prendine|prendi|riempi|riempili|riscuoti|riscuotili|rivendica|rivendicane|scaccia|scaccian[eo]|scegli"
    "|scegline|sposta|termina|tieni|tienilo|tocca|usa|vendi",
    "pt": "abra|coloque|comece|compre|construa|desaloje|encha-os|entregue|escolha|espere|fique|guarde-a|mova"
    "|navegue|negoceie|pouse|preencha|receba|receba-o|reivindique|termine|tome|toque|use|venda",
}
"""Imperatives that a rejection can address to a player."""


def way_on(language: str, text: str) -> bool:
    """Return whether a clause of a text tells its reader to do something."""
    begins = r"(?:^|[:;.,] |\b(?:first|prima|or|oder|o|ou|then|piuttosto|se puoi|primeiro|erst) )"
    verbs = known(language, VERBS, "VERBS of tests/client/test_refusals.py")
    return re.search(rf"{begins}(?:{verbs})\b", text, re.IGNORECASE) is not None


def refusals() -> Iterator[tuple[str, str]]:
    for game in engine.rulesets():
        yield from ((game, key) for key in catalogue(game, "en") if key.startswith("reason."))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_says_the_way_on(language: str) -> None:
    without = [
        f"{key}: {text}"
        for game, key in refusals()
        for text in texts(catalogue(game, language)[key])
        if key.split(".")[1] not in NEED_NONE and not way_on(language, text)
    ]
    assert not without, "\n".join(without)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_those_need_none_that_say_none(language: str) -> None:
    """The list of exceptions is minimal."""
    named = {key.split(".")[1]: texts(catalogue(game, language)[key]) for game, key in refusals()}
    assert NEED_NONE.keys() <= named.keys()
    assert not [reason for reason in NEED_NONE if any(way_on(language, text) for text in named[reason])]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_begins_as_sentences_do(language: str) -> None:
    """Except names, of bonus markers for example, which begin with a small letter within quotation marks."""
    use_language(language)
    said = [text for game, key in refusals() for text in filled(game, key)]
    assert said and not [text for text in said if not (text[0].isupper() or text[0].isdecimal())]


def named(code: str) -> Iterator[str]:
    """Yield the ids of the reasons that a module makes."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
            for part in ast.walk(node.args[0]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_reason_that_the_rules_name_has_its_sentence(game: str) -> None:
    """Reasons of the engine included, except the one for values that are not actions."""
    needs(game, "texts")
    own = Path("game/games", game.replace("-", "_"))
    rules = [
        *own.glob("rules/**/*.py"),
        *own.glob("expansions/**/rules.py"),
        *Path("game/engine").glob("*.py"),
    ]
    made = {one for path in rules for one in named(path.read_text(encoding="utf-8"))} - {"action-wanted"}
    assert len(made) > 20
    assert not {one for one in made if f"reason.{one}" not in catalogue(game, "en")}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_action_that_was_legal_once_is_refused_in_a_sentence(game: str) -> None:
    """As in a planned turn that no longer fits."""
    once, rng, told = dict[str, Action](), Random(3), set[str]()
    for match, state in positions(game, 3, 240):
        view = make_view(match.ruleset, match.players)
        legal = state.legal_actions()
        once.update((action.text, action) for action in legal)
        for action in rng.sample(list(once.values()), min(8, len(once))):
            reason = state.why_not(action)
            assert (reason is None) == (action in legal)
            if reason is not None:
                assert view.tell_action(action, state)
                told.add(view.refusal(reason, state))
    assert len(told) > 10
    assert not [text for text in told if not re.fullmatch(r"[A-Z0-9][^{}]*[.?]", text)]


def test_a_statement_is_not_a_way_on() -> None:
    assert not way_on("en", "{town} is not at an end of the claimed route.")
    assert not way_on("de", "Im Vorrat ist kein {piece}.")
    assert way_on("en", "{town} is not at an end of the claimed route: choose one of its two towns.")


@pytest.mark.parametrize(
    ("supply", "stock", "element", "said"),
    [
        (0, 6, "house.bremen-minden.1", "Take income"),
        (0, 0, "house.bremen-minden.1", "Supply and stock are empty. Move pieces"),
        (0, 0, "house.bremen-minden.2", "Supply and stock are empty."),
        (1, 6, "house.bremen-minden.2", "there is 1. Take income first."),
        (1, 0, "house.bremen-minden.2", "there is 1. Place, move or claim instead."),
        (3, 6, "supply.merchant", "use a trader instead"),
        (0, 6, "supply.merchant", "Take income"),
        (3, 6, "stock.trader", "take income first"),
        (3, 0, "stock.trader", "The stock is empty"),
    ],
)
def test_income_is_advised_only_where_there_is_any(supply: int, stock: int, element: str, said: str) -> None:
    """The traders that are neither in the supply nor in the stock are in offices."""
    use_language("en")
    elsewhere = ",".join(["0t"] * (TRADERS - supply - stock - 1))
    state = engine.ruleset("hansa-teutonica").parse_position(
        f"hansa-teutonica seats=3 supply={supply}t,5t,5t houses=bremen-minden:.,1t+bremen-hamburg:0m"
        f" offices=minden:0t extras=minden:{elsewhere}"
    )
    view = make_view(state.ruleset, new_match("hansa-teutonica", 3).players)
    assert said in view.why_not(element, state)


@pytest.mark.parametrize(
    ("element", "said"),
    [
        ("office.minden.1", "Minden: this office is yours already."),
        (
            "office.hannover.1",
            "Hannover: this office belongs to Ben, and nobody is displaced from an office.",
        ),
        ("town.minden", "Minden: you have control."),
        ("town.hannover", "Hannover: Ben has control. Open more offices"),
    ],
)
def test_what_is_ones_own_is_not_told_of_by_name(element: str, said: str) -> None:
    use_language("en")
    line = "hansa-teutonica seats=3 supply=3t,5t,5t offices=minden:0t+hannover:1t"
    state = engine.ruleset("hansa-teutonica").parse_position(line)
    view = make_view(state.ruleset, new_match("hansa-teutonica", 3).players)
    assert view.why_not(element, state).startswith(said)


@pytest.mark.parametrize(
    ("game", "seats", "advice", "deed"),
    [
        ("hansa-teutonica", 3, re.compile(r"[Tt]ake income"), Income),
        ("hansa", 3, re.compile(r"Sail (?:there|on|where)|sail to"), Sail),
    ],
)
def test_what_a_refusal_advises_can_be_done(
    game: str, seats: int, advice: re.Pattern[str], deed: type[Action]
) -> None:
    """Through a game, for every item without a legal action."""
    use_language("en")
    advised = 0
    for step, (match, state) in enumerate(positions(game, seats, 240)):
        if step % 4:
            continue
        view = make_view(match.ruleset, match.players)
        possible = any(isinstance(action, deed) for action in state.legal_actions())
        asked = not_offered(view, state)
        said = {words for words in (view.why_not(thing, state) for thing in asked) if advice.search(words)}
        advised += len(said)
        assert possible or not said, said
    assert advised

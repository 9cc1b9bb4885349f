"""All that the guide can say has a text, in every language and of at most two sentences."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from game import engine
from game.client.learn.guide.card import divided
from game.client.table.computers import reason_given
from game.client.words.i18n import LANGUAGES, catalogue
from game.engine.core import Reason
from game.games import optional_part, part
from game.games.hansa_teutonica.rules.board import TRACKS
from game.match.guide import GuideMessage
from tests.client.guided import opened, table_of
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("unseen")
GAMES = engine.rulesets()


ASKED_LATER = {
    "relocate",
    "decline",
    "put-marker",
    "put-neutral",
    "neutral-office",
    "pay",
    "remove",
    "pawn",
    "place-abroad",
}
ASKED_LATER |= {"put-marker-own", "put-marker-control", "put-marker-far", "put-marker-both", "put-marker-aim"}
ASKED_LATER |= {"pawn-first", "pawn-to", "pawn-near", "pawn-away"}
ASKED_LATER |= {"place-empty", "place-shared", "give-least", "keep-best", "carry"}
ASKED_LATER |= {"favour-pay", "favour-along", "relocate-stock"}
ASKED_LATER |= {"move-two", "reuse-two", "improve-privilege", "green-office"}
"""Reasons for decisions with which no turn begins."""
ELSEWHERE = {"claim-green", "fill-green", "build-green", "displace-green"}
ELSEWHERE |= {"exchange", "lay-tribute", "lay-block", "tribute-income"}
"""Reasons that only other boards and markers give: a guided game has neither."""
FACTS = {
    "hansa-teutonica": {"route": "minden-hannover", "town": "minden", "marker": "remove_3", "tile": "town_4"},
    "hansa": {"town": "riga", "colour": "red"},
}
IDLE = {"wait", "wait-idle", "claim-home", "fill-home", "build-home", "displace-plain", "displace-neutral"}
"""Reasons that teach nothing: the guide repeats the words of the hint."""
NUMBERS = {"n": 2, "points": 5, "rival": 1, "holder": 1}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_reason_for_a_plan_has_its_words(tmp_path: Path, game: str, language: str) -> None:
    needs(game, "guide")

    async def play() -> None:
        _, coach = table_of(opened(tmp_path, language=language), game)
        reasons = {
            key.removeprefix("bot.") for key in catalogue(game, "en") if re.fullmatch(r"bot\.[a-z-]+", key)
        }
        words, state = coach._guide_words, coach.match.state
        for reason in reasons - ASKED_LATER - ELSEWHERE:
            for track in TRACKS if reason.endswith(("track", "improve")) else [""]:
                facts = {**NUMBERS, **FACTS[game], **({"track": track} if track else {})}
                told = words.plan(Reason(reason, facts), {}, state)
                if reason in IDLE:
                    told = reason_given(coach.table.view, Reason(reason, facts), 0, state, yours=True)
                assert told and "{" not in told, reason

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
def test_all_that_can_be_told_has_its_text_and_no_text_is_forgotten(game: str) -> None:
    needs(game, "guide")
    told, texts = part(game, "guide"), catalogue("guide", "en")
    own = {key.removeprefix(f"{game}.") for key in texts if key.startswith(f"{game}.")}
    notes = {"hello", *told.NOTICES, *(f"now.{name}" for name in told.THEMES)}
    assert {
        key for key in own if not key.startswith(("plan.", "deed.", "why.", "more.", "opening."))
    } == notes
    plans = getattr(optional_part(game, "openings"), "PLANS", ())
    assert {key for key in own if key.startswith("opening.")} == {f"opening.{plan}" for plan in plans}
    code = "\n".join(path.read_text() for path in Path("game/client").glob("**/*.py"))
    asked = set(re.findall(r'\bguide\("([a-z.]+)"', code))
    asked |= {"could", "rather", "poor", "idle", "done", "goodbye", "start"}
    assert {key for key in texts if not key.startswith(tuple(f"{one}." for one in GAMES))} == asked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_note_can_be_said_in_every_language(tmp_path: Path, game: str, language: str) -> None:
    """With any facts: its placeholders are those of the facts."""
    needs(game, "guide")

    async def play() -> None:
        _, coach = table_of(opened(tmp_path, language=language), game)
        told = part(game, "guide")
        more = {
            "track": "bursa",
            "piece": "trader",
            "privilege": "pink",
            "own": "white",
            "keys": 2,
            "keep": 3,
        }
        for name in (*told.NOTICES, *(f"now.{name}" for name in told.THEMES), "hello", "goodbye"):
            for n in (1, 2):
                facts = {
                    **NUMBERS,
                    **FACTS[game],
                    **(more if game != "hansa" else {"keep": 3}),
                    "limit": 20,
                    "n": n,
                }
                told = coach._guide_words.note(GuideMessage(name, facts), coach.match.state)
                assert told.words and "{" not in told.words and told.words[-1] in ".!", name

    asyncio.run(play())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_more_than_two_sentences(language: str) -> None:
    """A suggestion has one sentence, and one more on what it takes."""
    for key, entry in catalogue("guide", language).items():
        for words in [entry] if isinstance(entry, str) else entry.values():
            most = 1 if ".more." in key or key in ("could", "rather", "poor", "idle") else 2
            most = 0 if any(f".{part}." in key for part in ("plan", "deed", "why")) else most
            assert len(re.findall(r"[.!?](?=\s|$)", words)) <= most, f"{language}: {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_ends_where_a_reader_would_pause(tmp_path: Path, language: str) -> None:
    """A text that is too long for the smallest card of a desktop window is divided at punctuation marks."""
    entries = catalogue("guide", language).values()
    texts = [words for entry in entries for words in ([entry] if isinstance(entry, str) else entry.values())]

    async def play() -> None:
        app = opened(tmp_path)
        _, coach = table_of(app, "hansa-teutonica")
        found = [divided(words, app.metrics, coach._column, coach._lines) for words in texts]
        assert [" ".join(pages) for pages in found] == texts
        assert any(len(pages) > 1 for pages in found)
        assert not [page for pages in found for page in pages[:-1] if page[-1] not in ".!?,;:"]

    asyncio.run(play())

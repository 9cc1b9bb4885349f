"""A game in a link: whole games are restored; anything else is rejected with a clear error."""

from __future__ import annotations

import random
import string
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from quopri import encodestring
from textwrap import wrap
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import engine
from game.client.storage import fragment
from game.client.storage.fragment import holds_link
from game.client.storage.link import Fault, LinkError, decode, encode, received
from game.engine.record import Record, write
from tests.client.conftest import new_match
from tests.engine.mutate import Mutator

GAMES = engine.rulesets()
ALPHABET = string.ascii_letters + string.digits + "-_.=#%&/:+ \n\u00e4"


def played(game: str, steps: int, seed: int = 3) -> Record:
    match, rng = new_match(game, 3, seed), random.Random(seed)
    for _ in range(steps):
        if match.state.actor is not None:
            match.play(rng.choice(match.state.legal_actions()))
    return match.record


def packed(text: bytes, level: int = 9) -> str:
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    return urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


def as_link(text: bytes) -> str:
    return f"game=a{packed(text)}.{zlib.crc32(text):08x}"


LINK = encode(played(GAMES[0], 60))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("steps", [0, 1, 250])
def test_a_game_comes_back_from_its_link_as_it_was(game: str, steps: int) -> None:
    record = played(game, steps)
    assert received(encode(record)).record == record


def test_a_link_of_a_long_game_fits_into_a_message() -> None:
    """Messengers and browsers accept 2000 characters everywhere, and most accept far more."""
    assert len(encode(played("hansa-teutonica", 400))) < 2000


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "#{}",
        "https://example.org/kontor/#{}",
        "Your turn!\nhttps://example.org/#{}\nBest, Anna",
        "<{}>",
    ],
)
def test_a_link_is_found_in_the_words_around_it(around: str) -> None:
    assert decode(around.format(LINK)) == decode(LINK)


def test_a_link_broken_into_lines_by_a_mail_program_is_whole_again() -> None:
    lines = "\r\n".join(LINK[at : at + 76] for at in range(0, len(LINK), 76))
    assert decode(lines) == decode(LINK)


@pytest.mark.parametrize(
    "changed",
    [
        lambda link: f"https://example.org/kontor/%23{link}",
        lambda link: f"https://example.org/kontor/%2523{link.replace('=', '%253D')}",
        lambda link: (
            f"https://safe.example.org/?url={quote(f'https://example.org/#{link}', safe='')}&data=05%7C"
        ),
        lambda link: link.replace("=", "%3D", 1),
        lambda link: f"<https://example.org/#{link}>.",
        lambda link: f"(https://example.org/#{link}), I hope.",
        lambda link: f"https://example.org/?a=1&amp;b=2#{link}&amp;utm=mail",
        lambda link: f"https://example.org/#{link.replace('=', '&#61;', 1)}",
        lambda link: encodestring(f"https://example.org/#{link}\n".encode()).decode(),
        lambda link: "\n".join(f"> {row}" for row in wrap(f"Your turn: https://example.org/#{link}", 70)),
        lambda link: "\u200b".join(wrap(f"https://example.org/#{link}", 40)),
        lambda link: f"https://example.org/#{link}".replace("--", "\u2014"),
        lambda link: f"https://example.org/?game=hansa&to=ben#{link}",
        lambda link: f"https://example.org/#{link}".replace("game=", "ga\nme="),
    ],
)
def test_a_link_that_mail_programs_have_changed_is_restored(changed: Callable[[str], str]) -> None:
    link = encode(played(GAMES[0], 60, seed=8))
    assert "--" in link, "a seed whose link has two hyphens, which typing aids make one dash"
    sent = changed(link)
    assert holds_link(sent) and decode(sent) == decode(link)


def test_the_text_of_a_record_is_understood_as_well() -> None:
    record = played(GAMES[0], 30)
    assert received("\n  " + write(record)).record == record


def test_a_link_tells_nothing_that_concerns_only_its_sender() -> None:
    record = played(GAMES[0], 5)
    record.tags |= {"title": "against the boss", "date": "2026-11-20 10:00", "over": "no"}
    tags = decode(encode(record)).tags
    assert not set(tags) & {"title", "date", "over"}
    assert tags["name.0"] == record.tags["name.0"]


@given(st.data())
def test_a_damaged_link_is_refused_and_nothing_else_happens(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(LINK) - 1))
    match data.draw(st.sampled_from(["cut", "change", "drop", "insert", "swap"])):
        case "cut":
            text = LINK[:at]
        case "change":
            text = LINK[:at] + data.draw(st.sampled_from(ALPHABET)) + LINK[at + 1 :]
        case "drop":
            text = LINK[:at] + LINK[at + 1 :]
        case "insert":
            text = LINK[:at] + data.draw(st.text(ALPHABET, min_size=1, max_size=9)) + LINK[at:]
        case _:
            text = LINK[at:] + LINK[:at]
    try:
        record = received(text).record
    except LinkError:
        return
    assert record == decode(LINK), "what is still read is the game that was sent"


@given(st.text(max_size=300))
def test_a_foreign_text_is_refused_and_nothing_else_happens(text: str) -> None:
    for each in (text, f"game={text}", f"game=a{text}", as_link(text.encode("utf-8", "replace"))):
        with pytest.raises(LinkError):
            received(each)


@given(st.binary(max_size=200))
def test_foreign_bytes_with_a_right_checksum_are_refused(content: bytes) -> None:
    with pytest.raises(LinkError) as refused:
        received(as_link(content))
    assert refused.value.fault is Fault.BROKEN


def test_a_link_that_unpacks_without_end_is_refused_at_a_fixed_size() -> None:
    bomb = as_link(b"x" * 40_000_000)
    assert len(bomb) < fragment.MAX_FRAGMENT
    with pytest.raises(LinkError) as refused:
        received(bomb)
    assert refused.value.fault is Fault.LONG


def test_a_link_that_is_too_long_is_refused_unread() -> None:
    for text in (f"game=a{'x' * fragment.MAX_FRAGMENT}.00000000", f"game=a{'x' * 5_000_000}"):
        with pytest.raises(LinkError) as refused:
            received(text)
        assert refused.value.fault is Fault.LONG


def test_a_game_too_long_for_a_link_gets_none() -> None:
    record = played(GAMES[0], 0)
    rng = random.Random(1)
    for number in range(90):
        record.tags[f"note.{number}"] = "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(480))
    with pytest.raises(LinkError) as refused:
        encode(record)
    assert refused.value.fault is Fault.LONG


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("kontor-record 1\n", "kontor-record 3\n"),
        ("\nversion ", "\nversion 9"),
        ("ruleset hansa", "ruleset hanover"),
    ],
)
def test_a_link_of_another_version_says_so(before: str, after: str) -> None:
    text = write(played(GAMES[0], 9)).replace(before, after, 1)
    for each in (text, as_link(text.encode())):
        with pytest.raises(LinkError) as refused:
            received(each)
        assert refused.value.fault is Fault.VERSION


def test_a_link_in_a_newer_format_says_so() -> None:
    with pytest.raises(LinkError) as refused:
        received(LINK.replace("game=a", "game=b"))
    assert refused.value.fault is Fault.VERSION


def test_a_game_with_an_illegal_action_is_refused_with_its_line() -> None:
    text = write(played(GAMES[0], 9))
    lines = text.splitlines()
    lines[-2:] = [lines[-6], lines[-6], "end 10"]
    with pytest.raises(LinkError, match="line"):
        received(as_link(("\n".join(lines) + "\n").encode()))


def followed(told: str) -> str:
    """Return a link to a game followed without its seed, with the line `told` before its last action."""
    rules = engine.ruleset("hansa")
    record = Record.beginning(rules, rules.new_game(2, seed=3).position(), 1, {})
    record.append(record.new_game().legal_actions()[0])
    head, last, end = write(record).rstrip().rsplit("\n", 2)
    return as_link("\n".join([head, told, last, end, ""]).encode())


@pytest.mark.parametrize(
    "told", ['{"restock":["good.red.2"]}', '{"restock":"good.red.2"}', '{"restock":[[]]}', "[]", "7"]
)
def test_a_link_that_tells_what_cannot_be_true_is_refused_with_its_line(told: str) -> None:
    assert received(followed("# nothing is told")).record.actions
    with pytest.raises(LinkError, match="line") as refused:
        received(followed(f"told {told}"))
    assert refused.value.fault is Fault.BROKEN and refused.value.trouble
    assert refused.value.trouble.kind in ("untrue", "unreadable") and refused.value.trouble.line


def test_whatever_can_be_wrong_with_a_record_is_a_link_error() -> None:
    """Records with changed positions, actions and `told` lines raise no other error."""
    for name in GAMES:
        mutator = Mutator(engine.ruleset(name), random.Random(4))
        texts, refused = [write(mutator.play(60)), write(mutator.followed())], 0
        for _ in range(150):
            try:
                received(mutator.record(mutator.pick(texts)))
            except LinkError:
                refused += 1
        assert 0 < refused < 150


SENT = (
    "game=abcjBDcJADETRu6twAyACSgHQiZMdhYhljGxD_eyNC6ev9x_O8jgEVo-mk8S7I1F6N6bJB5G7c_yEVep5FE1nKduU9sTxpFfSfp70B"
    "oq8uq3QcuaC2P7TrC8-BDa9yBc.c6716cd9"
)


def test_links_in_old_mail_stay_readable() -> None:
    """Made by the first version. Regenerate it only when the rules of Hansa get a new version."""
    record = received(SENT).record
    assert (record.ruleset.id, record.seats, record.seed) == ("hansa", 2, 5)
    assert (record.tags["name.1"], len(record.actions)) == ("Ben", 3)

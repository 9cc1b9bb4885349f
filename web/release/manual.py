"""Manual pages of the command ``kontor`` and its subcommands, generated from their argument parsers."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from game import VERSION
from game.client.words.i18n import Translator
from game.command import TOOLS
from game.server import settings
from tools import fuzz
from tools.arena import __main__ as arena
from tools.tune import __main__ as tune

PARSERS: dict[str, Callable[[], argparse.ArgumentParser]] = {
    "arena": arena.arguments,
    "fuzz": fuzz.arguments,
    "rooms": settings.parser,
    "tune": tune.arguments,
}
"""The parser of each subcommand in `TOOLS`."""
VARIABLES = {
    "KONTOR_DATA": "Directory of games, settings and rooms.",
    "KONTOR_GAMES": "Directories with further games, separated like those of PATH.",
    "KONTOR_PIXEL_RATIO": "Pixels per point, from 0.5 to 8, for screens on which text has the wrong size.",
}
FILES = {
    "~/.local/share/kontor": "Saved games, settings and results, on Linux and with XDG_DATA_HOME unset.",
}
STATUS = {
    "0": "Success.",
    "1": "The command failed; a message names the reason.",
    "2": "Invalid arguments.",
    "130": "Interrupted with Ctrl-C.",
}


class Argument(NamedTuple):
    """An argument or option of a command, in words.

    names   names of an option, such as "-h" and "--help"; none for an argument
    values  what follows the names; "" for nothing
    """

    names: Sequence[str]
    values: str
    text: str


def arguments(parser: argparse.ArgumentParser) -> Iterator[Argument]:
    """Yield the arguments and options of a command."""
    formatter = parser._get_formatter()
    for action in parser._actions:
        kind = "optional" if action.option_strings else "positional"
        default = getattr(formatter, f"_get_default_metavar_for_{kind}")(action)
        text = formatter._expand_help(action) if action.help else ""
        yield Argument(action.option_strings, formatter._format_args(action, default), text)


class Option(NamedTuple):
    """An entry of a list in a manual page: its term in roff, and its text."""

    term: str
    text: str


def pages(released: str) -> dict[str, str]:
    """Return all manual pages by file name. `released`: date of the release, such as "2026-01-31"."""
    found = {"kontor.1": _overview(released)}
    for name in TOOLS:
        found[f"kontor-{name}.1"] = _tool(name, PARSERS[name](), released)
    return found


def _overview(released: str) -> str:
    text = Translator("command")
    others = [Option(f"\\fBkontor\\-{name}\\fR(1)", f"{sentence(text(name))}") for name in TOOLS]
    options = [
        Option("\\fIFILE\\fR", "Open this game: a text file with a record or a link."),
        Option("\\fB\\-\\-room\\fR \\fILINK\\fR", "Go to the table with this link."),
        Option("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "Show an overview of the commands and exit."),
        Option("\\fB\\-\\-version\\fR", "Show the version and exit."),
    ]
    return _page(
        "kontor",
        "board games Hansa Teutonica and Hansa",
        [
            "\\fBkontor\\fR [\\fIFILE\\fR | \\fB\\-\\-room\\fR \\fILINK\\fR]",
            "\\fBkontor\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]",
        ],
        [_escaped(text("about"))],
        {
            "Options": options,
            "Commands": others,
            "Environment": _plain(VARIABLES),
            "Files": _plain(FILES),
            "Exit status": _plain(STATUS),
        },
        [f"kontor-{name}" for name in TOOLS],
        released,
    )


def _tool(name: str, parser: argparse.ArgumentParser, released: str) -> str:
    usage = re.sub(r"^usage: kontor \w+\s*", "", argparse.ArgumentParser.format_usage(parser))
    sections = {
        "Arguments": [_option(one) for one in arguments(parser) if not one.names],
        "Options": [_option(one) for one in arguments(parser) if one.names],
        "Exit status": _plain(STATUS),
    }
    if name == "rooms":
        sections["Environment"] = _variables(parser)
    texts = [sentence(parser.description or ""), sentence(parser.epilog or "")]
    return _page(
        f"kontor-{name}",
        Translator("command")(name),
        [f"\\fBkontor {name}\\fR {_escaped(' '.join(usage.split()))}"],
        [_escaped(text) for text in texts if text],
        {heading: entries for heading, entries in sections.items() if entries},
        ["kontor"],
        released,
    )


def _option(one: Argument) -> Option:
    """Return the entry of an option or argument."""
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in one.names)
    values = f"\\fI{_escaped(one.values)}\\fR" if one.values else ""
    return Option(f"{names} {values}".strip(), sentence(one.text))


def _variables(parser: argparse.ArgumentParser) -> list[Option]:
    """Return the environment variables of the room server, which all belong to an option."""
    long = [name for one in arguments(parser) for name in one.names[-1:]]
    return [
        Option(f"\\fB{settings.PREFIX}{name[2:].replace('-', '_').upper()}\\fR", f"The same as {name}.")
        for name in long
        if name not in ("--help", "--settings")
    ]


def _plain(entries: dict[str, str]) -> list[Option]:
    return [Option(f"\\fB{_escaped(term)}\\fR", text) for term, text in entries.items()]


def sentence(text: str) -> str:
    """Return a text as a sentence: with a capital letter and a full stop."""
    text = text.strip()
    return text and text[0].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def _escaped(text: str) -> str:
    """Return a text for roff. A line that begins with a dot or an apostrophe would be a command."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def _page(
    name: str,
    title: str,
    synopsis: list[str],
    texts: list[str],
    lists: dict[str, list[Option]],
    others: list[str],
    released: str,
) -> str:
    def lines() -> Iterator[str]:
        yield f'.TH "{_escaped(name).upper()}" "1" "{released}" "Kontor {VERSION}" "User commands"'
        yield ".SH NAME"
        yield f"{_escaped(name)} \\- {_escaped(title)}"
        yield ".SH SYNOPSIS"
        yield ".nh"
        yield "\n.br\n".join(synopsis)
        yield ".hy"
        yield ".SH DESCRIPTION"
        yield "\n.PP\n".join(texts)
        for heading, entries in lists.items():
            yield f".SH {heading.upper()}"
            for entry in entries:
                yield f".TP\n{entry.term}\n{_escaped(entry.text)}"
        yield ".SH SEE ALSO"
        yield ", ".join(f"\\fB{_escaped(other)}\\fR(1)" for other in others)

    return "\n".join(lines()) + "\n"

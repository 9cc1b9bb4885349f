"""`python -m web.manual.command_line`: write the page about the command line from the argument parsers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from game.client.words.i18n import Translator
from game.command import TOOLS
from web.cache import ROOT
from web.release.manual import FILES, PARSERS, STATUS, VARIABLES, arguments, sentence

PAGE = ROOT / "docs/reference/command-line.md"
WIDTH = 100
HEAD = """\
# Command line

For everyone who starts Kontor from a terminal, a script or a service: commands, options, variables and
exit codes. `python -m web.manual.command_line` writes this page from the argument parsers.

    kontor                    start the game in a window
    kontor FILE               open a game: a file with a record or a link
    kontor --room LINK        go to the table with this link
    kontor COMMAND --help     explain a command
    kontor --version          show the version

From the source tree, `./build.sh run` does the same as `kontor`. `./build.sh help` lists the commands for
developers.
"""


def page() -> str:
    """Return the page in Markdown."""
    words = Translator("command")
    parts = [
        HEAD,
        "## Commands\n\n" + table({f"[kontor {name}](#kontor-{name})": words(name) for name in TOOLS}),
    ]
    for name, value in (("Exit codes", STATUS), ("Variables", VARIABLES), ("Files", FILES)):
        parts.append(f"## {name}\n\n" + table({f"`{key}`": text for key, text in value.items()}))
    parts += [command(name, PARSERS[name]()) for name in TOOLS]
    return "\n".join(parts)


def command(name: str, parser: argparse.ArgumentParser) -> str:
    """Return the section of a command."""
    formatter = argparse.HelpFormatter(parser.prog, width=WIDTH)
    shown = [action for action in parser._actions if action.dest != "help"]
    formatter.add_usage(parser.usage, shown, parser._mutually_exclusive_groups, "")
    usage = "".join(f"    {line}\n" for line in formatter.format_help().splitlines())
    about = " ".join(sentence(text) for text in (parser.description, parser.epilog) if text)
    named = {" ".join([*one.names[-1:], one.values]).strip(): one.text for one in arguments(parser)}
    rows = {f"`{name}`": text for name, text in named.items() if name != "--help"}
    return f"## kontor {name}\n\n{about}\n\n{usage}\n{table(rows)}"


def table(rows: Mapping[str, str]) -> str:
    """Return a table of two columns."""
    cells = ([name, " ".join(text.split())] for name, text in rows.items())
    lines = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in cells]
    return "\n".join(["| | |", "|---|---|", *lines, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}", file=sys.stderr)

"""Print the texts of the client and the page in the system's language; test_fifth_language.py runs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from game.client.app import routes
from game.client.app.app import App
from game.client.words.i18n import t
from game.platform.desktop.platform import Desktop
from tests.match.games import new_match
from web.release import desktop
from web.site import assemble, game, texts


def client(folder: Path) -> dict[str, object]:
    """Show the settings, the title and a table in the system's language."""
    app = App(Desktop(folder, (1280, 720)))
    opened: dict[str, routes.Route] = {
        "title": routes.Title(),
        "settings": routes.Settings(),
        "table": routes.Table(new_match("hansa-teutonica", 3)),
    }
    told: dict[str, object] = {}
    for name, route in opened.items():
        app.home(route)
        app.step()
        told[name] = [element.label for element in app.elements()]
    app.platform.close()
    return told | {"plurals": [t("games.actions", n=n) for n in (1, 3, 5, 12, 22, 101)]}


def page(folder: Path) -> dict[str, object]:
    """Put a page together around a runtime and a game that only have the names of files."""
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "game.pack"):
        (folder / name).write_text("")
    runtime = folder / "runtime"
    runtime.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs"):
        (folder / name).replace(runtime / name)
    template = (assemble.WEB / "page.html").read_text(encoding="utf-8")
    parts = assemble.Parts(assemble.WEB, template, runtime, folder / "game.pack", (), ())
    assemble.write(folder / "site", parts)
    manifests = (folder / "site").glob("page-*/manifest.*.webmanifest")
    return {
        "index": (folder / "site/index.html").read_text(encoding="utf-8"),
        "manifests": {
            path.name.split(".")[1]: json.loads(path.read_text(encoding="utf-8")) for path in manifests
        },
        "left_out": sorted(path.name for pattern in game.OTHER_TEXTS for path in texts.FOLDER.glob(pattern)),
    }


if __name__ == "__main__":
    there = Path(sys.argv[1])
    print(json.dumps({"client": client(there), "page": page(there), "readme": desktop.readme()}))

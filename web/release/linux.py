"""Files by which a Linux desktop finds the game: launcher, description, icons, and manual pages.

Their texts are in the catalogues `assets/i18n/desktop.<language>.json`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as xml

import pygame

from game import VERSION
from game.platform.desktop.platform import ICON
from web.release import manual
from web.release.notes import current
from web.site import icons
from web.site.archive import EPOCH
from web.site.texts import FIRST, languages, texts

CATEGORIES = ("Game", "BoardGame")
FORGES = {"github.com": "io.github", "gitlab.com": "io.gitlab", "codeberg.org": "page.codeberg"}
"""Prefix of an application id for a project on a public forge."""
NOWHERE = "https://example.org/kontor"
"""Stands for the repository in the application id as long as it is unknown; the domain is reserved."""
ICONS = (16, 24, 32, 48, 64, 128, 256, 512)
SMALL = 32
"""Largest size in pixels for which the simplified drawing is used."""
UNRELEASED = "{:04}-{:02}-{:02}".format(*EPOCH)
"""Date in manual pages before the release, that of all files in packages."""
FEATURES = "feature."
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SEA = {"light": "#d3dfde", "dark": "#12252b"}


def application_id(repository: str) -> str:
    """Return the application's id, a reversed domain name, for the URL of its repository ("" if unknown)."""
    place = urlsplit(repository or NOWHERE)
    host = FORGES.get(place.netloc) or ".".join(reversed(place.netloc.partition(":")[0].split(".")))
    parts = [*host.split("."), *place.path.strip("/").split("/")]
    named = (re.sub(r"\W", "_", part) for part in parts if part)
    return ".".join(f"_{part}" if part[0].isdigit() else part for part in named)


def write(share: Path, repository: str = "") -> None:
    """Write all files below a directory that is to be installed as ``share``."""
    name, notes = application_id(repository), current()
    pages = {f"man/man1/{page}": text for page, text in manual.pages(notes.date or UNRELEASED).items()}
    for path, text in {
        f"applications/{name}.desktop": launcher(name),
        f"metainfo/{name}.metainfo.xml": metainfo(name, repository, notes.date),
        **pages,
    }.items():
        (share / path).parent.mkdir(parents=True, exist_ok=True)
        (share / path).write_text(text, encoding="utf-8")
    draw_icons(share / "icons/hicolor", name)


def draw_icons(folder: Path, name: str) -> None:
    """Write the icon in all sizes, and as SVG, into a directory of the icon theme."""
    for size in ICONS:
        target = folder / f"{size}x{size}/apps/{name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        source = icons.GABLE if size <= SMALL else ICON
        pygame.image.save(pygame.image.load_sized_svg(source, (size, size)), target)
    (folder / "scalable/apps").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ICON, folder / f"scalable/apps/{name}.svg")


def in_languages(key: str) -> Iterator[tuple[str, str]]:
    """Yield a text with the tag of its language, English first."""
    for language in languages():
        yield language, str(texts("desktop", language)[key])


def launcher(name: str) -> str:
    """Return the desktop entry."""
    lines = ["[Desktop Entry]", "Type=Application", "Name=Kontor"]
    for entry, key in {"GenericName": "kind", "Comment": "summary", "Keywords": "keywords"}.items():
        for language, text in in_languages(key):
            lines.append(f"{entry}{'' if language == FIRST else f'[{language}]'}={text}")
    lines += ["Exec=kontor", f"Icon={name}", "Terminal=false", "StartupNotify=true", "StartupWMClass=kontor"]
    return "\n".join([*lines, f"Categories={';'.join(CATEGORIES)};"]) + "\n"


def metainfo(name: str, repository: str, date: str) -> str:
    """Return the AppStream description for software centres."""
    root = xml.Element("component", type="desktop-application")

    def add(tag: str, text: str = "", parent: xml.Element = root, **attributes: str) -> xml.Element:
        element = xml.SubElement(parent, tag, attributes)
        element.text = text or None
        return element

    def translated(tag: str, key: str, parent: xml.Element = root, domain: str = "desktop") -> None:
        for language in languages():
            text = str(texts(domain, language)[key])
            add(tag, text, parent).attrib.update({} if language == FIRST else {LANG: language})

    add("id", name)
    add("name", "Kontor")
    translated("summary", "summary")
    add("metadata_license", "CC0-1.0")
    add("project_license", "MIT AND OFL-1.1")
    add("name", "The Kontor developers", add("developer", id=name.rpartition(".")[0]))
    description = add("description")
    translated("p", "description", description, "page")
    features = add("ul", "", description)
    for key in texts("desktop", FIRST):
        if key.startswith(FEATURES):
            translated("li", key, features)
    add("launchable", f"{name}.desktop", type="desktop-id")
    provided = add("provides")
    add("binary", "kontor", provided)
    categories = add("categories")
    for category in CATEGORIES:
        add("category", category, categories)
    for kind, page in {"homepage": "", "bugtracker": "/issues", "vcs-browser": ""}.items():
        if repository:
            add("url", f"{repository}{page}", type=kind)
    if repository:
        shot = add("screenshot", "", add("screenshots"), type="default")
        translated("caption", "screenshot", shot)
        add("image", f"{repository}/raw/v{VERSION}/docs/pictures/hansa-teutonica.png", shot, type="source")
    branding = add("branding")
    for scheme, colour in SEA.items():
        add("color", colour, branding, type="primary", scheme_preference=scheme)
    supported = add("supports")
    for control in ("pointing", "keyboard", "touch"):
        add("control", control, supported)
    add("display_length", "360", add("requires"), compare="ge")
    rating = add("content_rating", type="oars-1.1")
    add("content_attribute", "mild", rating, id="social-chat")  # fixed phrases in rooms
    if date:
        add("release", "", add("releases"), version=VERSION, date=date)
    xml.indent(root)
    return xml.tostring(root, encoding="unicode", xml_declaration=False).join(
        ('<?xml version="1.0" encoding="UTF-8"?>\n', "\n")
    )

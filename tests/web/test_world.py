"""The page's metadata: its icons, its link preview, and the manifests of the installed app."""

from __future__ import annotations

import json
import os
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
import pytest

from game.client.draw.svg import raster
from game.client.words.i18n import LANGUAGES
from web.site import icons, preview
from web.site.assemble import plain_files, write

from .deploy import parts_of

SAFE = 0.4
"""Radius of a maskable icon's safe circle, relative to the width."""
FOR_STORES = 60_000
"""Maximum bytes of all images that the game never loads."""


class Head(HTMLParser):
    """Collects the `meta` and `link` elements of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.meta: list[tuple[str, str]] = []
        self.links: list[dict[str, str]] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "meta":
            name = found.get("property") or found.get("name") or ""
            self.meta.append(
                (f"{name} {found['media']}" if "media" in found else name, found.get("content", ""))
            )
        if tag == "link":
            self.links.append(found)

    def one(self, name: str) -> str:
        (content,) = (content for key, content in self.meta if key == name)
        return content


def manifests(site: Path) -> dict[str, Path]:
    return {path.name.split(".")[1]: path for path in site.glob("page-*/manifest.*.webmanifest")}


def size(path: Path) -> str:
    return "{}x{}".format(*pygame.image.load(path).get_size())


def elsewhere(site: Path, target: Path, address: str) -> Path:
    """Return the site built for another URL."""
    write(target, parts_of(site, address))
    return target


# ---- icons ------------------------------------------------------------------------------------------


def test_every_icon_and_picture_is_there_in_the_size_that_is_told(site: Path) -> None:
    told = json.loads(manifests(site)["en"].read_text(encoding="utf-8"))
    beside = manifests(site)["en"].parent
    for one in (
        *told["icons"],
        *told["screenshots"],
        *(icon for cut in told["shortcuts"] for icon in cut["icons"]),
    ):
        path = (beside / one["src"]).resolve()
        assert one["sizes"] == ("any" if path.suffix == ".svg" else size(path)), path
    assert {(one["purpose"], one["sizes"]) for one in told["icons"]} >= {
        ("any", "512x512"),
        ("maskable", "512x512"),
    }
    assert {one["form_factor"] for one in told["screenshots"]} == {"wide", "narrow"}
    links = [link for link in Head(site / "index.html").links if "icon" in link["rel"]]
    sizes = {link["rel"]: size(site / link["href"]) for link in links if not link["href"].endswith(".svg")}
    assert sizes == {"icon": "32x32", "apple-touch-icon": "180x180"}


@pytest.mark.parametrize("name", ["icon-maskable-512.png", "apple-touch-icon.png"])
def test_an_icon_that_is_cut_to_shape_fills_its_square_and_keeps_the_house_inside(
    site: Path, name: str
) -> None:
    picture = pygame.image.load(next(site.glob(f"icons-*/{name}")))
    wide = picture.get_width()
    whole = [picture.get_at((x, y)) for y in range(wide) for x in range(wide)]
    assert min(colour[3] for colour in whole) == 255
    empty = icons.full_bleed(house=False)
    ground = raster(empty, (0, 0, 512, 512), (wide, wide))
    cut = [
        (x, y)
        for y in range(wide)
        for x in range(wide)
        if (x + 0.5 - wide / 2) ** 2 + (y + 0.5 - wide / 2) ** 2 > (SAFE * wide) ** 2
    ]
    apart = max(
        abs(a - b) for at in cut for a, b in zip(picture.get_at(at)[:3], ground.get_at(at)[:3], strict=True)
    )
    assert apart <= 12, "what is cut away is sky and sea alone"
    inside = picture.get_at((wide // 2, wide // 2))[:3], ground.get_at((wide // 2, wide // 2))[:3]
    assert inside[0] != inside[1]


@pytest.mark.parametrize("pixels", [16, 32, 48])
def test_the_gable_is_sharp_at_the_sizes_of_a_tab(pixels: int) -> None:
    """Except for the arch of the door no edge crosses a pixel."""
    gable = pygame.image.load_sized_svg(icons.GABLE, (pixels, pixels))
    colours = [tuple(gable.get_at((x, y))) for y in range(pixels) for x in range(pixels)]
    seen = [colour if colour[3] else (0, 0, 0, 0) for colour in colours]
    pure = {colour for colour in set(seen) if seen.count(colour) >= pixels * pixels / 64}
    assert len(pure) == 4, "wall, window, door, and what is behind the house"
    assert sum(colour not in pure for colour in seen) <= pixels * pixels / 40


# ---- links ------------------------------------------------------------------------------------------


def test_a_link_to_the_page_has_a_card_with_a_picture_of_a_board(site: Path) -> None:
    head = Head(site / "index.html")
    card = site / head.one("og:image")
    assert size(card) == f"{head.one('og:image:width')}x{head.one('og:image:height')}" == "1200x630"
    assert head.one("twitter:card") == "summary_large_image"
    told = json.loads(manifests(site)["en"].read_text(encoding="utf-8"))
    assert head.one("og:description") == head.one("description") == told["description"]
    spoken = [head.one("og:locale"), *(content for key, content in head.meta if key == "og:locale:alternate")]
    assert [locale.partition("_")[0] for locale in spoken] == [
        "en",
        *(language for language in LANGUAGES if language != "en"),
    ]


def test_the_cards_picture_is_absolute_where_the_address_is_known(site: Path, tmp_path: Path) -> None:
    here = "https://kontor.example/play&win/"
    head = Head(elsewhere(site, tmp_path / "site", here) / "index.html")
    plain = Head(site / "index.html")
    assert "og:url" not in dict(plain.meta) and head.one("og:url") == here
    assert head.one("og:image") == here + plain.one("og:image")


@pytest.mark.parametrize(
    "wrong", ["kontor.example", "https://kontor.example/play", "/play/", "https:///", "https://a.example/?x/"]
)
def test_an_address_that_is_no_folder_of_a_host_is_refused(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KONTOR_ADDRESS", wrong)
    with pytest.raises(RuntimeError, match="KONTOR_ADDRESS"):
        preview.address()


def test_no_visitor_loads_the_pictures_for_stores_and_they_are_small(site: Path) -> None:
    text = next(site.glob("page-*/files.js")).read_text(encoding="utf-8")
    (folder,) = site.glob("pictures-*")
    pictures = plain_files(folder)
    assert len(pictures) == 3 and "pictures-" not in text, "what is listed there is kept for offline use"
    assert sum(path.stat().st_size for path in pictures) <= FOR_STORES


def test_the_colour_around_the_page_suits_light_and_dark(site: Path) -> None:
    head = Head(site / "index.html")
    light, dark = (
        bytes.fromhex(head.one(f"theme-color (prefers-color-scheme: {scheme})")[1:])
        for scheme in ("light", "dark")
    )
    assert min(light) > 128 > max(dark)


# ---- installed app ------------------------------------------------------------------------------------


def test_in_every_language_the_same_app_is_installed(site: Path) -> None:
    """Without an `id` the start URL identifies an app."""
    found = {
        language: json.loads(path.read_text(encoding="utf-8")) for language, path in manifests(site).items()
    }
    assert set(found) == set(LANGUAGES) and all(told["lang"] == language for language, told in found.items())
    texts = [
        (told.pop("lang"), told.pop("description"), *(one.pop("name") for one in told["shortcuts"]),
         {one.pop("label") for one in told["screenshots"]}.pop())
        for told in found.values()
    ]  # fmt: skip
    assert all(len(set(said)) == len(LANGUAGES) for said in zip(*texts, strict=True)), texts
    assert all(told == found["en"] and "id" not in told for told in found.values())


@pytest.mark.parametrize("here", ["https://kontor.example/", "https://games.example/hanse/kontor/"])
def test_with_its_address_known_it_is_still_the_app_that_people_have(
    site: Path, tmp_path: Path, here: str
) -> None:
    """An `id` is relative to the host's root, and defaults to the start URL."""
    built = elsewhere(site, tmp_path / "site", here)
    for path in manifests(built).values():
        told = json.loads(path.read_text(encoding="utf-8"))
        start = urljoin(here + str(path.relative_to(built)), told["start_url"])
        host = "{0.scheme}://{0.netloc}".format(urlsplit(start))
        assert urljoin(host, told["id"]) == start == here


def test_what_the_system_hands_over_stays_in_the_app(site: Path) -> None:
    """Shortcuts, shared texts and files: every URL is within the scope."""
    path = manifests(site)["en"]
    told = json.loads(path.read_text(encoding="utf-8"))
    here = "https://kontor.example/play/"
    base = here + str(path.relative_to(site))
    given = [*(one["url"] for one in told["shortcuts"]), told["share_target"]["action"]]
    given += [one["action"] for one in told["file_handlers"]]
    led = [urljoin(base, one) for one in given]
    assert urljoin(base, told["scope"]) == here and all(one.startswith(here) for one in led)
    assert led[3] == f"{here}share" and {".txt"} == set(told["file_handlers"][0]["accept"]["text/plain"])

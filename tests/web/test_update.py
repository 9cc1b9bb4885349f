"""A new version of the site behind caches that hold an old one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.site.assemble import Parts, write
from web.site.serve import Handler

from .conftest import START, Host, Visit, linked
from .deploy import CHANGES, deploy, parts_of
from .test_offline import settle

Open = Callable[..., Visit]
ASKED_AGAIN = ("index.html", "service-worker.js")


class ForEver(Handler):
    """A server that lets browsers revalidate the page and the service worker only, as
    docs/hosting/static-site.md recommends."""

    @property
    def caching(self) -> str:  # type: ignore[override]
        name = self.path.rpartition("/")[2]
        return "no-cache" if name in ("", *ASKED_AGAIN) else "public, max-age=31536000, immutable"


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    host = Host(linked(site, tmp_path / "site"), ForEver)
    yield host
    host.stop()


def contents(site: Path) -> dict[str, bytes]:
    return {str(path.relative_to(site)): path.read_bytes() for path in site.rglob("*") if path.is_file()}


@pytest.mark.parametrize("change", CHANGES)
def test_no_name_ever_holds_two_contents(change: str, site: Path, tmp_path: Path) -> None:
    parts = parts_of(site)
    write(tmp_path / "before", parts)
    write(tmp_path / "after", CHANGES[change](parts, tmp_path / "changed"))
    before, after = contents(tmp_path / "before"), contents(tmp_path / "after")
    assert before != after
    mixed = {name for name in before.keys() & after.keys() if before[name] != after[name]}
    assert mixed == set(ASKED_AGAIN), "or no browser would find that there is another version"
    assert not {name for name in before.keys() & after.keys() if name.startswith("page-")}


def test_what_did_not_change_keeps_its_name(site: Path, tmp_path: Path) -> None:
    parts = parts_of(site)
    write(tmp_path / "before", parts)
    write(tmp_path / "after", CHANGES["script"](parts, tmp_path / "changed"))
    kept = contents(tmp_path / "before").keys() & contents(tmp_path / "after").keys()
    kinds = {name.partition("-")[0] for name in kept if "/" in name}
    assert kinds == {"runtime", "game", "icons", "pictures"}


def successive(parts: Parts, scratch: Path, kinds: Iterable[str] = CHANGES) -> Iterator[tuple[str, Parts]]:
    """Yield one version after another, each with one more change."""
    for name in kinds:
        parts = CHANGES[name](parts, scratch / name)
        yield name, parts


@pytest.mark.passing
def test_every_kind_of_update_arrives_through_a_cache_that_never_asks_again(
    visit: Open, host: Host, site: Path, tmp_path: Path
) -> None:
    one = visit()
    seen = {one.open().evaluate("KONTOR.version")}
    for number, (name, parts) in enumerate(successive(parts_of(site), tmp_path), 2):
        deploy(host, parts)
        host.asked.clear()
        seen.add(one.open().evaluate("KONTOR.version"))
        assert len(seen) == number, f"the old version opened after the {name} had changed"
        fetched = [path for path in host.asked if path.endswith("/stdlib.pack")]
        assert bool(fetched) == (name == "runtime"), "only what changed is fetched"


@pytest.mark.settled
def test_one_update_after_another_is_offered_by_a_service_worker_behind_such_a_cache(
    visit: Open, host: Host, site: Path, tmp_path: Path
) -> None:
    """For a browser all kinds are alike: the service worker has changed, and the page has another
    directory."""
    one = visit()
    settle(one.open())
    seen = {one.page.evaluate("KONTOR.version")}
    for number, (name, parts) in enumerate(successive(parts_of(site), tmp_path, ("page", "game")), 2):
        deploy(host, parts)
        one.open()
        expect(one.page.locator("#notice")).to_be_visible(timeout=START)
        with one.page.expect_navigation():
            one.page.click("#notice-yes")
        one.ready()
        seen.add(one.page.evaluate("KONTOR.version"))
        assert len(seen) == number, f"the old version opened after the {name} had changed"
    settle(one.page)
    memories = [cache for cache in one.page.evaluate("caches.keys()") if ":memory:" in cache]
    assert memories == [f"kontor:/:memory:{one.page.evaluate('KONTOR.page')}"], "each has its own memory"

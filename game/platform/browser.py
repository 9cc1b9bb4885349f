"""Browser platform: Pyodide, and the bridge object `globalThis.kontor` that web/table.js creates."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import js  # type: ignore[import-not-found]
import pygame
from pyodide.ffi import JsException, create_proxy, to_js  # type: ignore[import-not-found]

from game.platform.base import (
    SOUND_RATE,
    Changed,
    Connected,
    Disconnected,
    Edited,
    Element,
    Focus,
    Heard,
    Input,
    Insets,
    Opened,
    Pick,
    Platform,
    StorageError,
    Window,
    changes,
    kept_keys,
    retold,
)
from game.platform.page_worker import PageWorker
from game.platform.thinking import Thoughts


class Browser(Platform):
    """The platform in a browser: the canvas, events and storage of the web app, through the bridge."""

    can_choose_file = True
    can_update = True
    has_host = True

    def __init__(self) -> None:
        self._bridge: Any = js.kontor
        self.can_share = bool(self._bridge.canShare())
        self.can_vibrate = bool(self._bridge.canVibrate())
        self._published: tuple[Element, ...] = ()
        self._report: Any = None
        self._sounds: set[str] = set()
        self._thoughts = Thoughts(PageWorker(self._bridge), self.frame, self.wake)

    # ---- window and frames ------------------------------------------------------------------

    def open(self, title: str) -> pygame.Surface:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(title)
        return self.resize()

    def window(self) -> Window:
        width, height, ratio, *covered = self._bridge.size()
        return Window(int(width), int(height), float(ratio), Insets(*map(int, covered)))

    def resize(self) -> pygame.Surface:
        window = self.window()
        return pygame.display.set_mode((window.width, window.height))

    def show(self, surface: pygame.Surface, parts: Sequence[pygame.Rect]) -> None:
        for part in parts:
            self._bridge.show(surface._pixels_address, *surface.get_size(), *part)

    async def frame(self) -> None:
        await self._bridge.frame()

    async def input(self, timeout: float | None = None, *, idle: bool = False) -> None:
        await self._bridge.input(timeout, idle)

    def wake(self) -> None:
        self._bridge.wake()

    def events(self) -> list[Input]:
        events: list[Input] = list(pygame.event.get())
        for kind, *rest in json.loads(self._bridge.take()):
            match kind:
                case "pick":
                    events.append(Pick(*rest))
                case "key":
                    events += _key_event(*rest)
                case "focus":
                    events.append(Focus(*rest))
                case "edit":
                    events.append(Edited(*rest))
                case "opened":
                    events.append(Opened(*rest))
                case "changed":
                    events.append(Changed(*rest))
                case "connected":
                    events.append(Connected())
                case "heard":
                    events.append(Heard(*rest))
                case "disconnected":
                    events.append(Disconnected(*rest))
        return events

    # ---- storage ----------------------------------------------------------------------------

    def read(self, key: str) -> str | None:
        text = self._keep("read", key)
        return None if text is None else str(text)

    def write(self, key: str, text: str) -> None:
        self._keep("write", key, text)

    def replace(self, key: str, old: str | None, new: str) -> bool:
        return bool(self._keep("replace", key, old, new))

    def delete(self, key: str) -> None:
        self._keep("remove", key)

    def keys(self, prefix: str) -> list[str]:
        return kept_keys(json.loads(self._keep("keys")), prefix)

    def _keep(self, method: str, *arguments: str | None) -> Any:
        try:
            return getattr(self._bridge, method)(*arguments)
        except JsException as error:
            reason = "full" if "quota" in str(error).lower() else "blocked"
            raise StorageError(reason, str(error)) from error

    # ---- environment ------------------------------------------------------------------------

    def languages(self) -> list[str]:
        return [str(self._bridge.language())]

    def reduced_motion(self) -> bool:
        return bool(self._bridge.reducedMotion())

    def colour_scheme(self) -> str:
        return str(self._bridge.colourScheme())

    def today(self) -> str:
        return str(self._bridge.today())

    def zone(self) -> str:
        return str(self._bridge.zone())

    def random_seed(self) -> int:
        return int(self._bridge.randomSeed())

    async def copy(self, text: str) -> bool:
        return bool(await self._bridge.copy(text))

    async def share(self, title: str, url: str) -> bool:
        return bool(await self._bridge.share(title, url))

    def save_file(self, name: str, text: str) -> str:
        self._bridge.download(name, text)
        return name

    def choose_file(self) -> None:
        self._bridge.openFile()

    def address(self) -> str:
        return str(self._bridge.address())

    def link(self) -> str:
        return str(self._bridge.link())

    def forget_link(self) -> None:
        self._bridge.forgetLink()

    def hold_link(self, fragment: str) -> None:
        self._bridge.holdLink(fragment)

    def update(self) -> None:
        self._bridge.update()

    async def host_text(self, name: str) -> str:
        return str(await self._bridge.hostText(name))

    def set_deep(self, deep: bool) -> None:
        self._bridge.setDeep(deep)

    # ---- rooms ------------------------------------------------------------------------------

    def rooms(self) -> str:
        return str(self._bridge.rooms())

    async def post(self, url: str, text: str) -> tuple[int, str]:
        status, answer = await self._bridge.rooming("post", url, text)
        return int(status), str(answer)

    def connect(self, url: str) -> None:
        self._bridge.rooming("connect", url)

    def send(self, text: str) -> None:
        self._bridge.rooming("send", text)

    def disconnect(self) -> None:
        self._bridge.rooming("disconnect")

    def hidden(self) -> bool:
        return bool(self._bridge.hidden())

    def set_title(self, text: str) -> None:
        self._bridge.setTitle(text)

    def vibrate(self) -> None:
        self._bridge.vibrate()

    def notifying(self) -> str:
        return str(self._bridge.notifying())

    async def ask_to_notify(self) -> str:
        return str(await self._bridge.askToNotify())

    def notify(self, title: str, text: str, link: str) -> None:
        self._bridge.rooming("notify", title, text, link)

    def forget_note(self, link: str) -> None:
        self._bridge.rooming("forgetNote", link)

    async def subscribe(self, key: str) -> str:
        return str(await self._bridge.rooming("subscribe", key) or "")

    async def unsubscribe(self) -> str:
        return str(await self._bridge.rooming("unsubscribe") or "")

    def set_waiting(self, link: str, waits: bool) -> None:
        self._bridge.rooming("setWaiting", link, waits)

    # ---- page, sound and text fields --------------------------------------------------------

    def unsaved(self, is_unsaved: bool) -> None:
        self._bridge.unsaved(is_unsaved)

    def prepare_sound(self) -> None:
        self._bridge.prepareSound()

    def play(self, name: str, samples: bytes, *, unseen: bool = False) -> None:
        if name not in self._sounds:
            self._sounds.add(name)
            self._bridge.learn(name, to_js(samples), SOUND_RATE)
        self._bridge.play(name, unseen)

    def focus(self, element: str) -> None:
        self._bridge.focus(element)

    def edit(self, element: str) -> None:
        self._bridge.edit(element)

    # ---- screen readers and tests -----------------------------------------------------------

    def announce(self, sentence: str) -> None:
        self._bridge.announce(sentence)

    def publish(self, elements: Sequence[Element]) -> None:
        before, self._published = self._published, tuple(elements)
        changed = changes(before, self._published)
        if changed and len(changed) < len(elements):
            told = [(place, one._asdict()) for place, one in changed]
            self._bridge.publishChanged(json.dumps(told))
        elif changed:
            every = retold(before, self._published)
            known = [one if isinstance(one, int) else one._asdict() for one in every]
            self._bridge.publish(json.dumps(known))

    def set_report(self, report: Callable[[], str]) -> None:
        if self._report is not None:
            self._report.destroy()
        self._report = create_proxy(report)
        self._bridge.setReport(self._report)

    def set_theme(self, theme: str) -> None:
        self._bridge.setTheme(theme)

    def set_language(self, language: str) -> None:
        self._bridge.setLanguage(language)


def _key_event(name: str, down: bool) -> list[Input]:
    """Return the SDL event of a key pressed or released in the accessibility list; nothing for a key unknown
    to pygame."""
    try:
        key = pygame.key.key_code(name)
    except ValueError:
        return []
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    return [pygame.event.Event(kind, key=key, mod=0, unicode="")]

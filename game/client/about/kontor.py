"""The pages about Kontor itself: version, licences, privacy, accessibility, and the host of the page."""

from __future__ import annotations

import json
from functools import partial

from game.assets import ASSETS
from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.report import fault_report, versions
from game.client.app.scene import Host
from game.client.draw.widgets import ButtonSpec
from game.client.words.i18n import t
from game.notices import IMPRINT, LICENCES, parts


class KontorPage(Page):
    """A page about Kontor, with a report of a problem to copy."""

    name = "kontor"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._copied = ""

    def title(self) -> str:
        return t("kontor.title")

    def build(self, flow: Flow) -> None:
        flow.text(versions())
        flow.gap(0.5)
        specs = [ButtonSpec("report", t("kontor.report"), self._report, icon="copy")]
        if self.app.platform.has_host:
            specs.append(ButtonSpec("host", t("kontor.host"), self.to(routes.Imprint()), icon="book"))
        flow.buttons(specs)
        flow.gap(0.3)
        flow.text(self._copied or t("kontor.report.text"))
        for part in ("privacy", "accessible", "licences"):
            flow.heading(t(f"kontor.{part}"))
            flow.text(t(f"kontor.{part}.text"))
        flow.gap(0.3)
        for name, licence in json.loads((ASSETS / "licences.json").read_text(encoding="utf-8")).items():
            flow.text(f"{name}: {licence}")
        flow.gap(0.5)
        flow.buttons([ButtonSpec("licences", t("kontor.full"), self.to(routes.Licences()), icon="book")])
        flow.gap()

    def _report(self) -> None:
        self.app.spawn(self._copy())

    async def _copy(self) -> None:
        window = self.app.platform.window()
        device = f"Window {window.width}x{window.height}, pixel ratio {window.ratio:g}, language {t.language}"
        done = await self.app.platform.copy(fault_report(device, self.app.current_match()))
        self._copied = t("kontor.report.copied") if done else t("copy.failed")
        self.app.platform.announce(self._copied)
        self.app.refresh()


class HostPage(Page):
    """The imprint and privacy text of the page's host."""

    name = "host"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._text = HostText(app, IMPRINT)

    def title(self) -> str:
        return t("kontor.host")

    def build(self, flow: Flow) -> None:
        if text := self._text.shown(flow, "kontor.host.none"):
            paragraphs(flow, text)
        flow.gap()


class LicencesPage(Page):
    """The licences of everything in Kontor: a button for each part, which unfolds its text."""

    name = "licences"

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self._text = HostText(app, LICENCES)
        self._open = ""

    def title(self) -> str:
        return t("kontor.licences")

    def build(self, flow: Flow) -> None:
        for number, (name, licence) in enumerate(
            parts(self._text.shown(flow, "kontor.licences.none")).items()
        ):
            here = name == self._open
            tone = "chosen" if here else "paper"
            flow.buttons([ButtonSpec(f"part.{number}", name, partial(self._unfold, name), tone, chosen=here)])
            flow.gap(0.2)
            if here:
                paragraphs(flow, licence, 0.85)
        flow.gap()

    def _unfold(self, name: str) -> None:
        self._open = "" if name == self._open else name
        self.app.refresh()


class HostText:
    """A text of the host, which is loaded when a page opens."""

    def __init__(self, app: Host, file: str) -> None:
        self._app, self._file = app, file
        self._text: str | None = None
        app.spawn(self._load())

    async def _load(self) -> None:
        self._text = await self._app.platform.host_text(self._file)
        self._app.refresh()

    def shown(self, flow: Flow, missing: str) -> str:
        """Return the text. Without one, say why: it is being loaded, or the text with the key `missing`."""
        if not self._text:
            flow.text(t("kontor.loading" if self._text is None else missing))
        return self._text or ""


def paragraphs(flow: Flow, text: str, size: float = 1.0) -> None:
    """Add the paragraphs of a text, which empty lines separate."""
    for paragraph in text.split("\n\n"):
        flow.text(" ".join(paragraph.split()), size=size)
        flow.gap(0.4)

"""Nothing is cut: every text of every screen has room, in every language and at every size of text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.draw import paint
from game.client.frame.app import App
from game.client.frame.page import Page
from game.client.pages.title import Title
from game.client.words.i18n import LANGUAGES

from .gallery import gallery


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "text"), [((320, 568), "largest"), ((844, 390), "large")], ids=str)
def test_no_text_of_a_page_is_cut(
    open_app: Callable[..., App],
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    text: str,
    language: str,
) -> None:
    cut = set[str]()
    fit = paint.fit

    def noting(words: str, role: str, pixels: int, width: int) -> str:
        shown = fit(words, role, pixels, width)
        cut.update({words} - {shown})
        return shown

    monkeypatch.setattr(paint, "fit", noting)
    app = open_app(size)
    app.settings.text, app.settings.language = text, language
    app.keep_settings()
    for scene in gallery(app, "hansa-teutonica"):
        if isinstance(scene, Page | Title):
            assert not cut, (scene.name, cut)
        cut.clear()

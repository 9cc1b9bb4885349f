"""A page hidden while it waits for an animation frame still reacts, although browsers send it none."""

from __future__ import annotations

import pytest

from .conftest import Visit
from .game_page import OFFERED, scene, settled

HIDE_IN = """(wait) => {
    const { [wait]: plain, show } = kontor;
    const { requestAnimationFrame } = globalThis;
    const hide = (hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        document.dispatchEvent(new Event("visibilitychange"));
    };
    let shown = false;
    kontor.show = (...given) => {
        shown = true;
        show(...given);
    };
    kontor[wait] = (...given) => {
        if (!shown) return plain(...given); // of the computer players, who wait for frames as well
        Object.assign(kontor, { [wait]: plain, show });
        globalThis.requestAnimationFrame = () => 0;
        const waiting = plain(...given);
        kontor.wake(); // so that input, too, ends with the next frame
        hide(true);
        return waiting;
    };
    globalThis.showAgain = () => {
        Object.assign(globalThis, { requestAnimationFrame });
        hide(false);
        delete document.hidden;
    };
    document.querySelector("#mirror [data-id=new]").click();
}"""


@pytest.mark.parametrize("wait", ["frame", "input"])
def test_a_page_hidden_while_it_waits_for_a_frame_still_does_what_it_is_told(guest: Visit, wait: str) -> None:
    page = guest.page
    page.evaluate(HIDE_IN, wait)
    assert page.evaluate(OFFERED, "game.hansa")
    page.evaluate("document.querySelector('#mirror [data-id=back]').click()")
    assert page.evaluate(OFFERED, "new")
    page.evaluate("showAgain()")
    settled(page)
    assert scene(page) == "title"

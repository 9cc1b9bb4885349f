"""The running client: the stack of scenes, the focus, and the main loop, which draws only what has
changed."""

from __future__ import annotations

import asyncio
import contextlib
import time
import traceback
from collections.abc import Coroutine
from math import inf
from typing import Any

import pygame

from game.client.app import routes
from game.client.app.accessibility import elements
from game.client.app.gestures import Gesture, Gestures, Hold, Hover, Key, LastTap, Mouse, Press, Tap, Text
from game.client.app.keyboard import Keyboard
from game.client.app.scene import IconNames, Listener, Scene
from game.client.draw import theme
from game.client.draw.canvas import Canvas, Screen
from game.client.draw.widgets import Look, TextField, Widget
from game.client.storage.save_store import SaveStore
from game.client.storage.settings import Settings
from game.client.words import i18n
from game.client.words.i18n import t
from game.match import Match
from game.platform import (
    Changed,
    Connected,
    Disconnected,
    Edited,
    Element,
    Focus,
    Heard,
    Input,
    Opened,
    Pick,
    Platform,
    StorageError,
)

HANDLING = 0.0025
"""Time in seconds of input handling after which drawing is postponed to the next frame."""
TELLING = 0.006
"""Time in seconds of drawing after which the accessibility list is updated in the next frame."""
SPARE_TIME = 0.003
"""Time in seconds up to which a frame can do background work."""
DRAWING = 0.012
"""Time in seconds reserved for drawing in a frame with changes."""
PAINTING = 0.007
"""Time in seconds of a frame after which no further strip of a large change is painted (canvas.py)."""
PREPARING = 0.009
"""Time in seconds of a frame up to which a scene prepares what later frames draw."""
PATIENCE = 0.25
"""Maximum time in seconds for which the previous scene stays while the first frame of a new one is
prepared."""
MOST_PREPARING = 2
"""Number of frames between two that are drawn, while only details of a scene are missing."""
MAX_UNTOLD_FRAMES = 3
"""Maximum number of frames until the accessibility list is updated, however long drawing takes."""

DISTANT = 20.0
"""Time in seconds to the next update of a scene above which the app counts as idle, such as the time until a
player has been absent for long."""


class App:
    """The owner of the platform, the settings, the saved games and the scenes. It knows no particular game or
    scene."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.saves = SaveStore(platform)
        self.scenes: list[Scene] = []
        self.notice = ""
        """Error message, shown by the scenes that have room for it."""
        self._title = ""
        self.alert = ""
        """Title of the window while a person is awaited at a table, whatever scene is on top."""
        self.prepared = False
        """True once the next scenes have been prepared (`start.py`)."""
        self.connection: Listener | None = None
        """Connection to a room, if there is one."""
        self.reopened: tuple[str, int] | None = None
        """The game that was reopened after an error, and its number of actions (pages/failure.py)."""
        fault: StorageError | None = None
        try:
            self.settings = self.saves.settings()
        except StorageError as error:
            self.settings, fault = Settings(), error
        self.surface = platform.open("Kontor")
        self._gestures, self._last_tap = Gestures(1, 1, 1), LastTap()
        self.focus = ""
        self.show_focus = False
        self._keyboard = Keyboard(self)
        self.hover = ""
        self.mouse = Mouse()
        self.watch_speed = ""
        self.names = IconNames(self)
        self.editing = ""
        self._moving = False
        self._wanted: float | None = None
        """Seconds until the scene requests the next update; None: at the next event."""
        self._idle = False
        """True if the next update only moves scenery, is distant, or retries a connection to a server that
        does not answer. It changes no wait: tests wait until the app is idle."""
        self._dirty = True
        self._visible = True
        """True if the window is large enough to show anything."""
        self._begun = 0.0
        """Start of this frame, by `time.perf_counter`."""
        self._late = False
        """True if the previous frame postponed drawing to this one."""
        self._screen, self._exposed = Screen(), True
        """The state of the screen, and whether parts of it may have been lost."""
        self._entered = True
        """True if the top scene has changed since the last frame drawn."""
        self._entered_at = 0.0
        """Time of that change, by `time.perf_counter`."""
        self._preparing = 0
        """Number of frames since the last one drawn in which the scene prepared later ones."""
        self._untold = 0
        """Number of frames for which the platform's accessibility list has been out of date."""
        self._tasks: set[asyncio.Future[None]] = set()
        """Tasks in progress. Frames continue while one of `_busy` runs."""
        self._busy: set[asyncio.Future[None]] = set()
        self._measure()
        self.apply_settings()
        platform.set_report(self.report)
        if fault:
            self.complain(fault)

    # ---- scenes -----------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """The scene at the top of the stack."""
        return self.scenes[-1]

    def push(self, scene: Scene) -> None:
        """Show the scene of a route on top of the others."""
        if self.scenes:
            self.scene.left_at = self.focus
        self.scenes.append(scene)
        self._enter()

    def pop(self) -> None:
        """Return to the scene below, with the focus where it was. Removing the last scene ends the app on the
        desktop."""
        self.scenes.pop().left()
        if self.scenes:
            self._enter()
            self.lead(self.scene.left_at)

    def open(self, route: routes.Route) -> None:
        """Show a scene on top of the others."""
        self.push(self._created(route))

    def replace(self, route: routes.Route) -> None:
        """Show the scene of a route in place of the top one."""
        made = self._created(route)
        if self.scenes:
            self.scenes.pop().left()
            self.focus = self.scene.left_at if self.scenes else ""
        self.push(made)

    def home(self, route: routes.Route) -> None:
        """Show the scene of a route in place of all others."""
        while self.scenes:
            self.scenes.pop().left()
        self.open(route)

    def _created(self, route: routes.Route) -> Scene:
        scene: Scene = route.maker()(self, **vars(route))
        return scene

    def bring(self, text: str, *, too_long: bool = False) -> None:
        """Show the game in a text from outside, or an error page.

        too_long: the text exceeded the maximum length and was not read
        """
        if self.scene.from_outside:
            self.pop()
        self.open(routes.Outside(text, too_long=too_long))

    def bring_link(self) -> None:
        """Open the game, room or button that the URL requests."""
        if self.platform.link():
            from game.client.app.links import follow_link  # imported late: most starts have no link

            if button := follow_link(self):
                self._pick(button)

    def current_match(self) -> Match | None:
        """Return the game on the table, or None."""
        shown = (scene.match for scene in reversed(self.scenes))
        return next((match for match in shown if match is not None and match.id), None)

    def _enter(self) -> None:
        self.focus = self.hover = self.editing = ""
        self.names.forget()
        self._entered, self._entered_at, self._preparing = True, time.perf_counter(), 0
        self._keyboard.enter()
        self.mouse.rest()
        if words := self.scene.introduction():
            self.platform.announce(words)
        self.platform.set_deep(len(self.scenes) > 1)
        self.scene.entered()
        self.refresh()

    def refresh(self) -> None:
        """Have the visible scenes laid out and drawn again after a change."""
        self._dirty = True
        for scene in self._shown():
            scene.outdated = True
        self.name_window()

    # ---- settings and notices ---------------------------------------------------------------

    def apply_settings(self) -> None:
        """Apply theme, language and keyboard shortcuts."""
        chosen = self.settings.theme
        theme.use(self.platform.colour_scheme() if chosen == "system" else chosen)
        self.platform.set_theme(theme.ui.name)
        spoken = i18n.use_language(self.settings.language, *self.platform.languages())
        self.platform.set_language(spoken)
        i18n.Translator.letters = self.settings.keys == "on"

    def keep_settings(self) -> None:
        """Save the settings and apply them."""
        self.apply_settings()
        self._measure()
        try:
            self.saves.keep_settings(self.settings)
        except StorageError as error:
            self.complain(error)

    def take_settings(self) -> None:
        """Take over the settings that another window has changed."""
        with contextlib.suppress(StorageError):  # the next attempt to save reports the error
            if self.saves.take_settings(self.settings):
                self.apply_settings()
                self._measure()
                self.refresh()

    @property
    def pace(self) -> float:
        """Factor for durations of animations; 0: no animations."""
        return self.settings.pace(self.platform.reduced_motion(), self.watch_speed)

    def complain(self, error: StorageError) -> None:
        """Show and announce that something could not be saved."""
        self.notice = t(f"storage.{error.reason}")
        self.platform.announce(self.notice)
        self._dirty = True

    def kept(self) -> None:
        """Clear the notice: what could not be saved before is saved now."""
        if self.notice:
            self.notice = ""
            self._dirty = True
        self.platform.unsaved(not self.saves.all_kept)

    def report(self) -> str:
        """Return the state for tests and reports, as JSON."""
        from game.client.app.report import state_report  # imported late: the title does not need it

        scene = self.scenes[-1].name if self.scenes else ""
        return state_report(scene, self.notice, self.current_match(), prepared=self.prepared)

    def spawn(self, work: Coroutine[Any, Any, None], *, wakes: bool = False) -> asyncio.Future[None]:
        """Start a background task, such as a clipboard access. Exceptions in it are shown like any other.

        wakes: the platform's wait for input ends when the task is done (as with AI workers), so that no
        polling is needed
        """
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        if not wakes:
            self._busy.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        self._busy.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self._fail(error)

    # ---- the loop ---------------------------------------------------------------------------

    async def run(self) -> None:
        """Run until the last scene is removed or the window is closed."""
        while self.scenes:
            try:
                self.step()
            except Exception as error:
                self._fail(error)
            if not self.scenes:
                break
            if self._moving or self._busy or self._dirty or self._untold:
                await self.platform.frame()
            else:
                await self.platform.input(self._wanted, idle=self._idle)

    def step(self) -> None:
        """Process one frame: handle input, advance animations, redraw what has changed.

        A new scene is drawn in the next frame, and so is a frame in which input handling took too long.
        """
        before, self._begun = self.scene, time.perf_counter()
        for happened in self.platform.events():
            self.handle(happened)
            if not self.scenes:
                return
        now = time.monotonic()
        for gesture in self._gestures.held(now):
            self._gesture(gesture)
        later = self.connection.update(now) if self.connection else None
        self.scene.update_layout()
        self._wanted = self._soonest(self.scene.update(now), self._gestures.holding(now))
        unreachable = self._wanted is None and self.connection is not None and self.connection.away
        distant = self._wanted is not None and self._wanted > DISTANT
        self._idle = unreachable or distant or self.scene.still
        self._wanted = self._soonest(self._wanted, later)
        was_moving, self._moving = self._moving, self._wanted == 0
        if self.scene is not before:
            return
        if self._moving or was_moving or self._dirty:
            slow = time.perf_counter() - self._begun > HANDLING
            self._late = slow and not self._late and not self._exposed  # a lost screen is redrawn now
            if self._late:
                self._dirty = True
            elif self._untold >= MAX_UNTOLD_FRAMES and not (self._dirty or self._moving):
                self._moving = True
                self._tell()
            elif self._prepares():
                self._moving = True
            else:
                self._draw()
        elif self._untold:
            self._tell()

    def _prepares(self) -> bool:
        """Let the scene prepare later frames instead of drawing this one: before its first frame, and most of
        the time while nothing changes but details that are still missing. Return True if it did."""
        if not (self.scene.drawn or self._exposed):
            may = time.perf_counter() - self._entered_at < PATIENCE
        else:
            changes = self._dirty or self._exposed or self._moving or not self._screen.finished
            may = not changes and self._preparing < MOST_PREPARING
        prepared = may and self.scene.prepare(self._begun + PREPARING)
        self._preparing = self._preparing + 1 if prepared else 0
        return prepared

    @property
    def at_leisure(self) -> bool:
        """True if this frame has time for background work."""
        spent = time.perf_counter() - self._begun
        return spent + (DRAWING if self._dirty else 0) <= SPARE_TIME

    @staticmethod
    def _soonest(*waits: float | None) -> float | None:
        """Return the shortest of several waits, or None."""
        return min((wait for wait in waits if wait is not None), default=None)

    def _fail(self, error: Exception) -> None:
        """Show the error page after an unexpected exception."""
        if self.scene.name == "failure":
            raise error
        self.open(routes.Failure("".join(traceback.format_exception(error))))

    # ---- input ------------------------------------------------------------------------------

    def handle(self, happened: Input) -> None:
        """Handle one input."""
        match happened:
            case Changed(what="size"):
                self._exposed = True
                self._measure()
                self.refresh()
                self._keyboard.reveal_edited()
            case Pick(element):
                self._pick(element)
            case Focus(element):
                self._keyboard.focus_on(element)
            case Edited() if self.scene.slide(happened):
                self.refresh()
            case Edited(element, text, done, entered):
                self._keyboard.edited(element, text, done=done)
                if entered:
                    self._keyboard.entered(element)
            case Opened(text=text, too_long=too_long):
                self.bring(text, too_long=too_long)
            case Changed(what="link"):
                self.bring_link()
            case Changed(what="storage"):
                self.take_settings()
                self.scene.outside(happened)
                self.refresh()
            case Changed(what="back"):
                self._gesture(Key("escape", shift=False, control=False))
                self.platform.set_deep(len(self.scenes) > 1)
            case Changed(what="scheme"):
                self.apply_settings()
                self.refresh()
            case Changed() | Connected() | Heard() | Disconnected():
                if self.connection:
                    self.connection.receive(happened)
                self.scene.outside(happened)
                self.refresh()
            case _:
                self._event(happened)

    def _event(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            while self.scenes:
                self.scenes.pop().left()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._dirty = self._exposed = True
        elif event.type == pygame.WINDOWFOCUSGAINED:
            self.take_settings()
        else:
            for gesture in self._gestures.read(event, time.monotonic()):
                self._gesture(gesture)
                if not self.scenes:
                    return

    def _gesture(self, gesture: Gesture) -> None:
        self.scene.update_layout()
        if self.scene.slide(gesture):
            self.refresh()
            return
        match gesture:
            case Hover(x, y):
                over, before = self.scene.at(x, y, False), (self.hover, self.names.pointed)
                self.hover = over.id if over else ""
                self.names.point(x, y)
                if self.scene.handle(gesture) or (self.hover, self.names.pointed) != before:
                    self._dirty = True
                self.mouse.place, self.mouse.exact = (x, y), True
                return
            case Press(x, y):
                self.mouse.place = (x, y)
                self.mouse.rest()
                self.names.forget()
                self.show_focus = False
                self._dirty = True
            case Hold(x, y, touch) if self.names.point(x, y):
                self.mouse.exact = not touch
                self._tell_name()
                return
            case Tap() if self._preparing and not self.scene.drawn:
                return  # it was meant for the previous scene, which the window still shows
            case Tap(x, y, touch):
                self.mouse.exact = not touch
                widget = self.scene.at(x, y, touch)
                place, repeats = (self.scene, widget.id) if widget else None, True
                if widget is not None:
                    repeats = self.scene.repeats(widget)
                now, spot = time.monotonic(), self._slack
                if self._last_tap.follows(place, (x, y), now, spot, repeats=repeats):
                    return
                if widget is None:
                    self.editing = ""
                else:
                    self.activate(widget)
                    return
            case Key():
                self.mouse.rest()
                self.names.forget()
                if self._keyboard.press(gesture):
                    self.refresh()
                    return
                if gesture.is_character and self.settings.keys == "off":
                    return
            case Text(text) if self.editing:
                self._keyboard.type(text)
                return
        if self.scene.handle(gesture) or (isinstance(gesture, Key) and self._keyboard.begin(gesture)):
            self.refresh()

    def _tell_name(self) -> None:
        """Announce the name of the icon that a long press points at, and draw it."""
        if (button := self.names.shown) is not None:
            self.platform.announce(self.names.words(button))
        self._dirty = True

    def _pick(self, element: str) -> None:
        widget = self.widget(element)
        if widget is not None:
            self.activate(widget)

    def activate(self, widget: Widget) -> None:
        """Activate a widget."""
        if widget.act is None:
            return
        self.editing = ""
        self.focus = widget.id
        if isinstance(widget, TextField):
            self.editing = widget.id
            self.platform.edit(widget.id)
        widget.act()
        if self.scenes:
            self.refresh()
            self._keyboard.reveal_edited()

    def lead(self, element: str) -> None:
        """Move the keyboard focus to a widget, if the keyboard is in use, without announcing it."""
        if self._keyboard.lead(element):
            self._dirty = True

    def edit(self, element: str) -> None:
        """Open a text field for typing, as if a person had activated it."""
        self._pick(element)

    def point_out(self, element: str) -> None:
        """Move the focus to a widget, with its ring, and bring it into view, without announcing it."""
        self._keyboard.point_out(element)

    # ---- drawing ----------------------------------------------------------------------------

    def _measure(self) -> None:
        window = self.platform.window()
        if self.surface.get_size() != (window.width, window.height):
            self.surface = self.platform.resize()
        size, insets = (window.width, window.height), window.insets
        room = theme.enlarged(size, window.ratio, insets)
        self._visible = room == size
        self.metrics = theme.metrics(*room, window.ratio, Settings.TEXT[self.settings.text], insets)
        self._slack = self.metrics.finger * 0.22
        self._gestures.measure(window.width, window.height, self._slack)

    def _shown(self) -> list[Scene]:
        """Return the visible scenes, the lowest first."""
        first = max((i for i, scene in enumerate(self.scenes) if scene.covers), default=0)
        return self.scenes[first:]

    def _draw(self) -> None:
        """Draw the scenes and update the platform's accessibility list. The update moves to the next frame if
        something is animated or drawing took too long."""
        begun = time.perf_counter()
        laid_out, still, self._dirty = self._dirty, not self._moving, False
        canvas, shown = Canvas(self.surface.get_size()), self._shown() if self._visible else []
        if not shown:
            canvas.fill(theme.ui.ground_low)
        for scene in shown:
            scene.update_layout()
            scene.drawn = True
            scene.draw(canvas)
            for widget in scene.widgets:
                if widget.drawn and widget.in_part:
                    canvas.set_clip(widget.clip)
                    widget.draw(canvas, self._look(widget, on_top=scene is self.scene))
            canvas.set_clip(None)
            scene.draw_above(canvas)
        if shown:
            self.names.draw(canvas)
        whole, self._entered = self._entered or any(scene.whole for scene in shown), False
        until = inf if whole else self._begun + PAINTING
        parts = self._screen.show(self.surface, canvas.marks, everything=self._exposed, until=until)
        self._exposed = False
        if parts:
            self.platform.show(self.surface, parts)
        self._last_tap.show(time.monotonic())
        if not self._screen.finished or any(scene.unfinished for scene in shown):
            self._moving, still = True, False
        quick = time.perf_counter() - begun <= TELLING
        if (quick and (still or self._untold)) or self._untold >= MAX_UNTOLD_FRAMES:
            self._tell()
        elif still or laid_out or self._untold:
            self._untold += 1

    def _tell(self) -> None:
        """Update the platform's accessibility list. Like the list, drop the focus if its widget is gone, so
        that Enter does not activate a widget that returns later, such as the button that ends a turn."""
        self._untold = 0
        self.platform.publish(self.elements())
        if self.widget(self.focus) is None:
            self.focus = ""

    def name_window(self) -> None:
        """Set the title of the window or browser tab: an alert, or else the subject of the top scene."""
        subject = self.scene.window_title() if self.scenes else ""
        title = self.alert or " · ".join(filter(None, [subject, "Kontor"]))
        if title != self._title:
            self._title = title
            self.platform.set_title(title)

    def elements(self) -> list[Element]:
        """Return the accessibility list of the top scene."""
        return elements(self.scene)

    def _look(self, widget: Widget, *, on_top: bool) -> Look:
        """Return how a widget is drawn now. Only the top scene's widgets respond to mouse and keyboard."""
        live = on_top and widget.act is not None
        return Look(
            self.metrics.unit,
            hover=live and widget.id == self.hover,
            focus=live and self.show_focus and widget.id == self.focus,
            editing=live and widget.id == self.editing,
        )

    def widget(self, element: str) -> Widget | None:
        """Return the interactive widget with this id in the top scene, or None."""
        return next((w for w in self.scene.widgets if w.act and w.id == element), None)

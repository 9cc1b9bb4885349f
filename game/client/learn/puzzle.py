"""Puzzles: play the best plan from a recorded position, then read the answer explained."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from game.client.app import routes
from game.client.app.flow import Flow
from game.client.app.page import Page
from game.client.app.scene import Host
from game.client.draw import theme
from game.client.draw.widgets import ButtonSpec, ChoiceCard
from game.client.learn.courses import own_name, progress_of, puzzles, save_progress, themes
from game.client.learn.problem import ProblemCoach
from game.client.learn.training.reviews import note_attempt
from game.client.learn.training.skill import rate_attempt, told_rating
from game.client.table.table import TableScene
from game.client.views.thumbnail import BoardPicture, Thumbnail, Thumbnails
from game.client.words.i18n import Translator, computers, lessons, t
from game.client.words.numbers import percent
from game.engine import Reason
from game.levels import HARD
from game.match import COLOURS, Computer, Match, Person, PlayerInfo
from game.match.analysis import END_TURN
from game.match.progress import DONE
from game.match.puzzle import LEVELS, OPEN, SOLVED, Attempt, Puzzle

PART, WIDEST, PICTURE = 0.36, 9.0, 0.71
"""Width of a section's image as a fraction of the column and at most in units, and its height relative to
its width."""
NOT_SHOWN, SHOWN, OVER = "", "shown", "over"
"""State of the opponents' replies to a wrong try."""
TWO = (1, 2)
"""Steps for two players."""


class PuzzleKey(NamedTuple):
    """The cache key of a puzzle's image."""

    puzzle: str
    room: tuple[int, int]
    """Size of the image in pixels."""
    theme: str
    language: str


class PuzzlesPage(Page):
    """A page of a game's puzzles and their state, by difficulty or by theme, or only those of one theme."""

    name = "puzzles"

    def __init__(self, app: Host, ruleset_id: str, theme: str = "") -> None:
        super().__init__(app)
        self.ruleset_id, self.theme = ruleset_id, theme
        self.order = "step"
        self._boards = Thumbnails(self._board)

    def title(self) -> str:
        return theme_name(self.ruleset_id, self.theme) if self.theme else lessons("puzzles")

    def update(self, now: float) -> float | None:
        """Draw the boards, a part per frame."""
        return self._boards.update(self.widgets)

    def build(self, flow: Flow) -> None:
        if self.theme:
            flow.text(Translator(self.ruleset_id)(f"theme.{self.theme}.text"))
        else:
            flow.text(lessons("puzzles.intro", game=Translator(self.ruleset_id)("game.name")))
            if rating := told_rating(self.app, self.ruleset_id):
                flow.text(rating, "bold")
            flow.gap(0.4)
            orders = [(each, lessons(f"puzzles.by.{each}")) for each in ("step", "theme")]
            flow.choice("by", lessons("puzzles.by"), orders, self.order, self._sort, abreast=2)
        if self.order == "theme":
            self._themes(flow)
        else:
            self._steps(flow)

    def _steps(self, flow: Flow) -> None:
        """Add a heading for each difficulty and a button for each of its puzzles."""
        numbered = [
            (number, puzzle)
            for number, puzzle in enumerate(puzzles(self.ruleset_id), 1)
            if not self.theme or self.theme in puzzle.themes
        ]
        widest = f"{len(puzzles(self.ruleset_id))}"
        for step in dict.fromkeys(puzzle.step for _, puzzle in numbered):
            of_step = [(number, puzzle) for number, puzzle in numbered if puzzle.step == step]
            flow.heading(lessons(f"puzzles.step.{step}"))
            self._picture(flow, step, [puzzle for _, puzzle in of_step])
            for level in range(1, LEVELS + 1):
                specs = [self._spec(*each) for each in of_step if each[1].level == level]
                if specs:
                    flow.gap(0.4)
                    flow.text(lessons(f"puzzle.level.{level}"), "bold")
                    flow.gap(0.25)
                    flow.buttons(specs, grid=True, widest=widest)

    def _picture(self, flow: Flow, step: int, of_step: Sequence[Puzzle]) -> None:
        """Add the board of the first unsolved puzzle and, next to it, the description of a difficulty."""
        left, right = flow.columns(self.app.metrics, min(PART, WIDEST * flow.unit / flow.column.width), 1.0)
        room = left.place(left.column.width * PICTURE)
        unsolved = (puzzle for puzzle in of_step if progress_of(self.app, puzzle.id) != DONE)
        puzzle = next(unsolved, of_step[0])
        key = PuzzleKey(puzzle.id, (round(room.width), round(room.height)), theme.ui.name, t.language)
        left.add(BoardPicture("", "", room, boards=self._boards, key=key))
        right.text(self._about(step, of_step), colour=theme.ui.ink_soft)
        flow.join(left, right)

    def _themes(self, flow: Flow) -> None:
        """Add a card for each theme that has puzzles."""
        flow.text(lessons("puzzles.by.theme.text"), colour=theme.ui.ink_soft)
        flow.gap(0.4)
        cards = []
        for name in themes(self.ruleset_id):
            of_theme = [puzzle for puzzle in puzzles(self.ruleset_id) if name in puzzle.themes]
            if of_theme:
                title, act = theme_name(self.ruleset_id, name), self.to(routes.Puzzles(self.ruleset_id, name))
                text, aside = Translator(self.ruleset_id)(f"theme.{name}.text"), self._solved(of_theme)
                card = ChoiceCard(f"theme.{name}", title, flow.place(0), act, text=text, aside=aside)
                cards.append(card)
        flow.cards(cards)

    def _sort(self, order: str) -> None:
        self.order, self.scroll = order, 0.0

    def _solved(self, found: Sequence[Puzzle]) -> str:
        done = sum(progress_of(self.app, puzzle.id) == DONE for puzzle in found)
        return lessons("puzzles.solved", done=done, total=len(found))

    def _board(self, key: PuzzleKey) -> Thumbnail:
        """Start the image of a puzzle's position."""
        state = next(puzzle for puzzle in puzzles(self.ruleset_id) if puzzle.id == key.puzzle).state()
        players = [PlayerInfo("", colour) for colour in COLOURS[: state.seats]]
        return Thumbnail(iter([state]), players, key.room)

    def _about(self, step: int, of_step: Sequence[Puzzle]) -> str:
        """Describe the positions of a difficulty, with the number of solved puzzles."""
        key = f"{self.ruleset_id}.puzzles.two"
        rules = lessons(key) if step in TWO and lessons.has(key) else ""
        told = [lessons(f"puzzles.step.{step}.text"), rules, f"{self._solved(of_step)}."]
        return " ".join(filter(None, told))

    def _spec(self, number: int, puzzle: Puzzle) -> ButtonSpec:
        done = progress_of(self.app, puzzle.id) == DONE
        level = lessons(f"puzzle.level.{puzzle.level}")
        state = f"{level}, {lessons('puzzle.done')}" if done else level
        label = f"{lessons('puzzle', number=number)} ({state})"
        act = self.to(routes.PuzzleTable(puzzle, theme=self.theme))
        return ButtonSpec(puzzle.id, label, act, icon="check" if done else "", caption=f"{number}")


def theme_name(ruleset_id: str, name: str) -> str:
    """Return the localised name of a theme."""
    return Translator(ruleset_id)(f"theme.{name}")


def puzzle_table(app: Host, puzzle: Puzzle, *, shown: bool = False, theme: str = "") -> TableScene:
    """Create the table for a puzzle.

    shown: play and explain the answer
    theme: continue with puzzles of this theme only
    """
    coach = PuzzleCoach(app, puzzle, shown=shown, theme=theme)
    return TableScene(app, coach.match, coach)


class PuzzleCoach(ProblemCoach):
    """The coach of one puzzle. Any legal action can be tried until the turn is over."""

    name = "puzzle"
    texts = lessons

    def __init__(self, app: Host, puzzle: Puzzle, *, shown: bool = False, theme: str = "") -> None:
        self.puzzle, self.theme = puzzle, theme
        self.attempt = Attempt(puzzle)
        self.explained, self.tried = shown, False
        self.replies = NOT_SHOWN
        self._rating = told_rating(app, puzzle.ruleset_id, puzzle) if shown else ""
        state = puzzle.solution()[-1] if shown else puzzle.state()
        seat = puzzle.state().actor or 0
        names = [computers(f"merchant.{one + 1}") for one in range(state.seats)]
        if state.actor is not None:
            names[seat] = own_name(app, seat)
        players = [PlayerInfo(name, colour) for name, colour in zip(names, COLOURS, strict=False)]
        result = SOLVED if shown else OPEN
        super().__init__(app, state, seat, players, [Person() for _ in players], result)

    # ---- the coach ----------------------------------------------------------------------------

    def headline(self) -> str:
        """Return the number of the puzzle. The theme is added only if the player chose it: otherwise it would
        be a clue."""
        number = puzzles(self.puzzle.ruleset_id).index(self.puzzle) + 1
        told = lessons("puzzle", number=number)
        return f"{told} · {theme_name(self.puzzle.ruleset_id, self.theme)}" if self.theme else told

    def words(self) -> str:
        if self.explained:
            return self._explanation()
        if self.result == SOLVED:
            return self._praise()
        if self.replies == OVER:
            return " ".join(filter(None, [lessons("puzzle.replied"), self._tried()]))
        return lessons("puzzle.missed") if self.result else self._task()

    def longest(self) -> Iterable[str]:
        yield self._task()
        yield self._explanation()
        yield self._praise()

    def _task(self) -> str:
        word = "choice" if self.puzzle.single else "task"
        return lessons(f"puzzle.{word}", colour=t(f"colour.{self.match.players[self.seat].colour}"))

    def _praise(self) -> str:
        """Return why the solution is right, with a note after the last puzzle of a difficulty, a theme or the
        game."""
        said = [lessons("puzzle.solved"), self._why(), *self._contrast(), self._about(), self._rating]
        if self.theme and not self._unsolved():
            name = theme_name(self.puzzle.ruleset_id, self.theme)
            said.append(lessons("puzzles.risen", step=name))
        elif not self._unsolved():
            said.append(lessons("puzzles.end"))
        elif not self.theme and not any(puzzle.step == self.puzzle.step for puzzle in self._unsolved()):
            said.append(lessons("puzzles.risen", step=lessons(f"puzzles.step.{self.puzzle.step}")))
        return " ".join(filter(None, said))

    def _why(self) -> str:
        """Return the reason that the computer players give, or ""."""
        return self._in_words(self.puzzle.reason)

    def _in_words(self, reason: Reason | None) -> str:
        """Return a reason from where the answer and the second-best plan part, or ""."""
        if reason is None:
            return ""
        puzzle = self.puzzle
        return self.table.view.why(reason, self.seat, puzzle.solution()[puzzle.alike], yours=True)

    def _contrast(self) -> list[str]:
        """Return sentences on what sets the answer apart from the second-best plan: that plan from where they
        part, the results of both, and how certain they are."""
        puzzle = self.puzzle
        chances = {"chance": percent(puzzle.chance), "second": percent(puzzle.second_chance)}
        if puzzle.medium is None or puzzle.hard is None:
            return [lessons("puzzle.chances", **chances)]
        facts = dict[str, object]()
        for name, row in zip(("answer", "second"), puzzle.points, strict=False):
            best = max(points for seat, points in enumerate(row) if seat != self.seat)
            facts |= {f"{name}_own": round(row[self.seat]), f"{name}_best": round(best)}
        games = puzzle.medium.games + puzzle.hard.games
        idle = puzzle.second[puzzle.alike :] == (END_TURN,)  # "nothing better to do", although there is
        second_why = "" if idle else self._in_words(puzzle.second_reason)
        return [
            lessons("puzzle.second", plan="; ".join(self._second())),
            lessons("puzzle.second.why", why=second_why) if second_why not in ("", self._why()) else "",
            lessons("puzzle.judged", n=games, sure=percent(min(0.99, puzzle.sure)), **chances),
            lessons("puzzle.points", **facts) if facts else "",
            lessons("puzzle.accepted", n=len(puzzle.accepted)) if puzzle.accepted else "",
        ]

    def _second(self) -> list[str]:
        """Return the actions of the second-best plan from where it parts from the answer, without those with
        which both end."""
        puzzle, told = self.puzzle, list[str]()
        answer, second = puzzle.answer[puzzle.alike :], puzzle.second[puzzle.alike :]
        both = zip(reversed(answer), reversed(second), strict=False)
        ending = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
        until = max(puzzle.alike + 1, len(puzzle.second) - ending)
        steps = list(zip(puzzle.solution(puzzle.second), puzzle.second, strict=False))
        for state, text in steps[puzzle.alike : until]:
            if text != END_TURN or not told:
                told.append(self.table.view.tell_action(state.parse_action(text), state))
        return told

    def _tried(self) -> str:
        """Return how often the plan that was tried won, if that was measured."""
        puzzle = self.puzzle
        if puzzle.medium is None or not self.tried:
            return ""
        return lessons("puzzle.tried", chance=percent(puzzle.chance), second=percent(puzzle.second_chance))

    def _about(self) -> str:
        """Return the themes of the puzzle, for a time when they are no longer clues."""
        puzzle = self.puzzle
        names = [theme_name(puzzle.ruleset_id, name) for name in puzzle.themes]
        return lessons("puzzle.themes", n=len(names), themes=", ".join(names)) if names else ""

    def _unsolved(self) -> list[Puzzle]:
        """Return the other unsolved puzzles of the theme, those after this one first."""
        found = puzzles(self.puzzle.ruleset_id)
        place = found.index(self.puzzle)
        others = (*found[place + 1 :], *found[:place])
        return [
            puzzle
            for puzzle in others
            if progress_of(self.app, puzzle.id) != DONE and (not self.theme or self.theme in puzzle.themes)
        ]

    def _explanation(self) -> str:
        """Return the answer in words, its reason, and the value of the second-best plan."""
        puzzle, told = self.puzzle, []
        for state, text in zip(puzzle.solution(), puzzle.answer, strict=False):
            told.append(self.table.view.tell_action(state.parse_action(text), state))
        plan = lessons("puzzle.answer", plan="; ".join(told))
        return " ".join(filter(None, [plan, self._why(), *self._contrast(), self._about(), self._rating]))

    def coach_buttons(self) -> Sequence[ButtonSpec | None]:
        again, answer = self.attempt_buttons()
        if not self.answered:
            reply = ButtonSpec("coach.replies", lessons("puzzle.replies"), self._show_replies, icon="replay")
            return [reply if self.result and self.replies == NOT_SHOWN else None, again, answer]
        label = lessons("puzzle.next" if self._unsolved() else "puzzles.all")
        return [again, ButtonSpec("coach.after", label, self._after, "primary")]

    # ---- solving ------------------------------------------------------------------------------

    def evaluate(self, match: Match) -> None:
        if self.replies:
            self._follow_replies(match)
            return
        self.result = self.attempt.evaluate(match.state, len(match.moves))
        if self.result:
            self._note(solved=self.result == SOLVED)
        if self.result == SOLVED:
            save_progress(self.app, self.puzzle.id, DONE)

    def _note(self, *, solved: bool) -> None:
        """Store the next repetition and, after the first attempt, the ratings."""
        note_attempt(self.app, self.puzzle.id, solved=solved)
        rate_attempt(self.app, self.puzzle, solved=solved)
        self._rating = told_rating(self.app, self.puzzle.ruleset_id, self.puzzle)

    def _show_replies(self) -> None:
        """Let strong computers play on after a wrong try, up to the player's next turn."""
        self.replies = SHOWN
        self.tried = self.match.state.position() == self.puzzle.solution(self.puzzle.second)[-1].position()
        for seat in range(len(self.match.players)):
            self.match.set_controller(seat, Computer(HARD, seat + 1))
        self.match.paused = False
        self._follow_replies(self.match)
        self.announce()

    def _follow_replies(self, match: Match) -> None:
        """Stop the replies at the player's next turn or at the end of the game."""
        state, begun = match.state, self.puzzle.state().turn_number
        if state.actor is None or (state.turn_seat == self.seat and state.turn_number > begun):
            match.paused, self.replies = True, OVER

    def again(self) -> None:
        self._begin(self.puzzle)

    def show_answer(self) -> None:
        self._note(solved=False)
        self.app.replace(routes.PuzzleTable(self.puzzle, shown=True, theme=self.theme))

    def _begin(self, puzzle: Puzzle) -> None:
        self.app.replace(routes.PuzzleTable(puzzle, theme=self.theme))

    def _after(self) -> None:
        """Open the next unsolved puzzle, or return to the list if all are solved."""
        left = self._unsolved()
        if left:
            self._begin(left[0])
        else:
            self.app.pop()

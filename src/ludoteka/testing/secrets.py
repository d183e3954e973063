"""Secrets: a seat sees, hears and may do nothing that depends on what it must not know.

What a seat knows by right is said by the game itself: for every ply, which seat acted, the text of the
action if `Game.heard` lets the seat hear it, and who acts next.  Short histories are gathered by what each
seat knows by right, and again by what it observes.  Within such a group all must look the same.
"""

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from ludoteka.core.game import Game, Options, Told
from ludoteka.core.match import drawn
from ludoteka.core.rules import CHANCE, NOBODY

HISTORIES = 1500  # looked at, the shortest first
WIDTH = 24  # actions followed from one position
Known = tuple[Hashable, ...]


class History(NamedTuple):
    """How a position was reached, and what each seat knows of that by right."""

    state: Any
    texts: tuple[str, ...]
    known: dict[int, Known]
    log: tuple[Told, ...] = ()  # what everybody has heard, where that is the same


class View(NamedTuple):
    """All that reaches one seat after a history."""

    observation: Any
    legal_actions: list[int]  # none for a seat that does not act
    scene: Any


def secrets(game: Game, options: Options) -> Iterator[str]:
    """Complain about anything that lets a seat tell apart what it must not; where all see the State, about nothing."""
    if game.rules.Observation is game.rules.State:
        return
    groups: dict[Hashable, tuple[History, View]] = {}
    for history in histories(game, options):
        if not game.common_knowledge:
            yield from hearing(game, options, history)
        mover = game.rules.current_seat(history.state)
        if mover == NOBODY:
            continue  # the secrets come out
        for seat in watchers(game, options):
            view = _view(game, history, seat)
            for key in ((seat, history.known[seat]), (seat, repr(view.observation))):
                other, other_view = groups.setdefault(key, (history, view))
                for name in View._fields:
                    if getattr(view, name) != getattr(other_view, name):
                        yield (
                            f"seat {seat} must not tell {' '.join(history.texts)} from {' '.join(other.texts)}, "
                            f"but its {name.replace('_', ' ')} does"
                        )


def watchers(game: Game, options: Options) -> list[int]:
    """Return who looks on: every seat, and spectators."""
    return [*(seat.number for seat in game.seats(options)), NOBODY]


def histories(game: Game, options: Options) -> Iterator[History]:
    """Yield the shortest histories, breadth first."""
    seats = watchers(game, options)
    letters = {seat.number: seat.letter for seat in game.seats(options)}
    waiting = deque([History(game.begin(options), (), dict.fromkeys(seats, ()))])
    for _ in range(HISTORIES):
        if not waiting:
            return
        history = waiting.popleft()
        yield history
        for action in _some(game.legal(history.state)):
            waiting.append(_after(game, history, action, letters))


def _some(actions: list[int]) -> list[int]:
    return actions[:: len(actions) // WIDTH + 1]


def _after(game: Game, history: History, action: int, letters: dict[int, str]) -> History:
    rules, before = game.rules, history.state
    mover = rules.current_seat(before)
    text = game.texts.action_text(_seen(game, history, mover), action)
    after = before.copy()
    rules.apply(after, action)
    known, log = {}, history.log
    said = game.answers(before, action, after) if game.answers else ()
    if game.common_knowledge:
        log = (*log, Told(letters.get(mover, "chance"), _heard(game, before, action, NOBODY, text), tuple(said)))  # type: ignore[arg-type]  # all hear alike
    for seat, so_far in history.known.items():
        answers = said.get(seat, ()) if isinstance(said, Mapping) else said
        heard = _heard(game, before, action, seat, text)
        known[seat] = (*so_far, (mover, heard, rules.current_seat(after), tuple(answers)))
    return History(after, (*history.texts, text), known, log)


def _heard(game: Game, state: Any, action: int, seat: int, text: str) -> str | None:
    """Return what a seat hears of an action."""
    heard = game.heard(state, action, seat)
    return heard if isinstance(heard, str) else text if heard else None


def _seen(game: Game, history: History, seat: int) -> Any:
    """Return what a seat sees, and what it has heard where that is common knowledge."""
    observation = game.rules.observe(history.state, seat)
    return game.hearing(observation, history.log) if game.hearing else observation


def _view(game: Game, history: History, seat: int) -> View:
    seen, legal = _seen(game, history, seat), list[int]()
    if seat == game.rules.current_seat(history.state):
        legal = game.attempts.offers(seen) if game.attempts else game.legal(history.state)
    ways = {game.texts.path(seen, action): action for action in legal}
    return View(seen, legal, drawn(game, seen, ways))


def hearing(game: Game, options: Options, history: History) -> Iterator[str]:
    """Complain about an action that is heard by the wrong ones.

    A mover hears himself, spectators hear what every seat hears, and what a seat hears tells it
    no more than its observation does: what is heard apart must then look apart.
    """
    rules, state = game.rules, history.state
    mover, where = rules.current_seat(state), f"after {' '.join(history.texts) or 'no action'}"
    looks: dict[Hashable, tuple[str, Any]] = {}
    for action in _some(game.legal(state)):
        text = game.texts.action_text(rules.observe(state, mover), action)
        hears = {seat: _heard(game, state, action, seat, text) for seat in watchers(game, options)}
        if mover != CHANCE and not hears[mover]:
            yield f"{where} seat {mover} does not hear its own {text}"
        if hears[NOBODY] and not all(hears.values()):
            yield f"{where} spectators hear {text}, and not every seat does"
        after = state.copy()
        rules.apply(after, action)
        for seat in hears if not rules.is_terminal(after) else ():
            heard = hears[seat] or "nothing"
            other, other_after = looks.setdefault((seat, repr(rules.observe(after, seat))), (heard, after))
            if heard != other and after != other_after:
                yield f"{where} seat {seat} hears {other} or {heard}, but sees no difference"

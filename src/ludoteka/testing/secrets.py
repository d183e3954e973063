"""Secrets: a seat sees, hears and may do nothing that depends on what it must not know.

What a seat knows by right is said by the game itself: for every ply, which seat acted, the text of the
action if `Game.heard` lets the seat hear it, and who acts next.  Short histories are gathered by what each
seat knows by right, and again by what it observes.  Within such a group all must look the same.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

from ludoteka.core.game import Game, Options
from ludoteka.core.game import Told as Said
from ludoteka.core.rules import CHANCE, NOBODY

HISTORIES = 1500  # looked at, the shortest first
WIDTH = 24  # actions followed from one position
Told = Callable[[Any, int, Any, int], Hashable]  # state before, action, state after, seat -> the answer it hears
Known = tuple[Hashable, ...]


def nothing_told(before: Any, action: int, after: Any, seat: int) -> Hashable:
    """Tell that actions are not answered: a seat hears their texts and whose turn it is, no more."""
    return None


class History(NamedTuple):
    """How a position was reached, and what each seat knows of that by right."""

    state: Any
    texts: tuple[str, ...]
    known: dict[int, Known]
    log: tuple[Said, ...] = ()  # in a moderated game what everybody has heard


class View(NamedTuple):
    """All that reaches one seat after a history."""

    observation: Any
    legal_actions: list[int]  # none for a seat that does not act
    scene: Any


def secrets(game: Game, options: Options, told: Told = nothing_told) -> Iterator[str]:
    """Complain about anything that lets a seat tell apart what it must not; where all see the State, about nothing."""
    if game.rules.Observation is game.rules.State:
        return
    groups: dict[Hashable, tuple[History, View]] = {}
    for history in histories(game, options, told):
        if game.moderator is None:  # what a moderator says is heard by all
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


def histories(game: Game, options: Options, told: Told) -> Iterator[History]:
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
            waiting.append(_after(game, history, action, told, letters))


def _some(actions: list[int]) -> list[int]:
    return actions[:: len(actions) // WIDTH + 1]


def _after(game: Game, history: History, action: int, told: Told, letters: dict[int, str]) -> History:
    rules, before = game.rules, history.state
    mover = rules.current_seat(before)
    text = game.notation.action_text(_seen(game, history, mover), action)
    after = before.copy()
    rules.apply(after, action)
    known, log = {}, history.log
    if game.moderator:
        letter = letters.get(mover, "chance")
        log = (*log, Said(letter, game.moderator.public(text), tuple(game.moderator.answers(after))))
    for seat, so_far in history.known.items():
        heard = log[-1:] or (text if _hears(game, before, action, seat) else None)
        known[seat] = (*so_far, (mover, heard, rules.current_seat(after), told(before, action, after, seat)))
    return History(after, (*history.texts, text), known, log)


def _hears(game: Game, state: Any, action: int, seat: int) -> bool:
    """Tell whether a seat hears an action.  Throws are heard by all."""
    mover = game.rules.current_seat(state)
    return mover == CHANCE or game.heard(game.rules.observe(state, mover), action, seat)


def _seen(game: Game, history: History, seat: int) -> Any:
    """Return what a seat sees: where there is a moderator, also what he has said."""
    observation = game.rules.observe(history.state, seat)
    return game.moderator.hearing(observation, history.log) if game.moderator else observation


def _view(game: Game, history: History, seat: int) -> View:
    seen, legal = _seen(game, history, seat), []
    if seat == game.rules.current_seat(history.state):
        legal = game.moderator.offers(seen) if game.moderator else game.legal(history.state)
    return View(seen, legal, game.scene(seen, legal))


def hearing(game: Game, options: Options, history: History) -> Iterator[str]:
    """Complain about an action that is heard by the wrong ones.

    A mover hears himself, spectators hear what every seat hears, and what a seat hears tells it
    no more than its observation does: what is heard apart must then look apart.
    """
    rules, state = game.rules, history.state
    mover, where = rules.current_seat(state), f"after {' '.join(history.texts) or 'no action'}"
    looks: dict[Hashable, tuple[str, Any]] = {}
    for action in _some(game.legal(state)):
        text = game.notation.action_text(rules.observe(state, mover), action)
        hears = {seat: _hears(game, state, action, seat) for seat in watchers(game, options)}
        if mover != CHANCE and not hears[mover]:
            yield f"{where} seat {mover} does not hear its own {text}"
        if hears[NOBODY] and not all(hears.values()):
            yield f"{where} spectators hear {text}, and not every seat does"
        after = state.copy()
        rules.apply(after, action)
        for seat in hears if not rules.is_terminal(after) else ():
            heard = text if hears[seat] else "nothing"
            other, other_after = looks.setdefault((seat, repr(rules.observe(after, seat))), (heard, after))
            if heard != other and after != other_after:
                yield f"{where} seat {seat} hears {other} or {heard}, but sees no difference"

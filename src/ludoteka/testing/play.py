"""Checks of a position: its legal actions, turn and result, and that only `apply` changes a state."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from ludoteka.core.dice import DiceThrow, FairDice
from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.search.control import MOST, POINT
from ludoteka.search.expectimax import OPPONENTS
from ludoteka.search.searches import are_opponents

THROWS = 8  # tried before every throw
MANY = 100_000  # the size of the buffer beyond MAX_ACTIONS
UNTOUCHED = -1  # marks slots of the buffer that were not written
LEAST_SCORE = -(1 << 31)


def legal_action_lists(match: Match) -> Iterator[str]:
    """Complain about legal actions: out of range, listed twice, too many, missing before the end, or left after it."""
    rules = match.game.rules
    room = rules.MAX_ACTIONS + min(rules.NUM_ACTIONS, MANY)  # larger than needed, to notice too many actions
    actions = [UNTOUCHED] * room
    count = rules.legal_actions(match.state, actions)
    legal = actions[:count]
    if count > rules.MAX_ACTIONS or actions[rules.MAX_ACTIONS] != UNTOUCHED:
        yield f"{count} legal actions are more than MAX_ACTIONS, {rules.MAX_ACTIONS}"
    if len(set(legal)) < count:
        yield "a legal action is listed twice"
    for action in legal:
        if not 0 <= action < rules.NUM_ACTIONS:
            yield f"the legal action {action} is not one of 0 … {rules.NUM_ACTIONS - 1}"
    if (count == 0) != rules.is_terminal(match.state):
        yield f"there are {count} legal actions and is_terminal is {rules.is_terminal(match.state)}"


def turns(match: Match) -> Iterator[str]:
    """Complain if the seat to act does not exist, or if there is none before the end or one after it."""
    seat = match.game.rules.current_seat(match.state)
    if (seat == NOBODY) != match.game.rules.is_terminal(match.state):
        yield f"the seat to act is {seat} and is_terminal is {match.game.rules.is_terminal(match.state)}"
    if seat not in (CHANCE, NOBODY, *_seats(match)):
        yield f"the seat to act is {seat}, which is not a seat"


def results(match: Match) -> Iterator[str]:
    """Complain about a result before the end, wrong scores, or a result that is neither a draw nor a win of one seat."""
    values = [match.game.rules.returns(match.state, seat) for seat in _seats(match)]
    if not match.game.rules.is_terminal(match.state):
        if any(values):
            yield f"the game goes on and the returns are {values}"
    elif match.game.scores:
        yield from _scores(match.game, values)
    elif len(values) > 1 and sorted(values) not in ([0] * len(values), [-1] * (len(values) - 1) + [1]):
        yield f"the returns {values} are neither a draw nor the win of one seat over the others"


def _scores(game: Game, values: list[int]) -> Iterator[str]:
    """Complain about scores that don't fit 32 bits, or that the search for the game can't handle."""
    for value in values:
        if type(value) is not int or not LEAST_SCORE <= value <= -LEAST_SCORE - 1:
            yield f"the score {value!r} is not a 32-bit integer"
        elif game.evaluation and abs(value) * POINT > MOST:
            yield f"the score {value} is more than {MOST // POINT}, and the computer's search can't tell such scores apart"
    if game.evaluation and not game.throw and are_opponents(game) and sum(values):
        yield f"the scores {values} do not sum to zero, but those after a resignation do"


def evaluations(match: Match) -> Iterator[str]:
    """Complain about evaluations for two seats that are not opposite."""
    game, seats = match.game, _seats(match)
    if len(seats) == OPPONENTS and not game.rules.is_terminal(match.state):
        for evaluation in game.evaluations:
            values = [evaluation.evaluate(match.state, seat) for seat in seats]
            if sum(values):
                yield f"the evaluations {values} for two seats are not opposite"


def one_mutator(match: Match) -> Iterator[str]:
    """Complain about functions other than `apply` that change a state or an observation."""
    rules, texts, state, seen = match.game.rules, match.game.texts, match.state, match.seen()
    legal = match.legal()
    asked: dict[str, Callable[[], Any]] = {
        "legal_actions": lambda: rules.legal_actions(state, [0] * rules.MAX_ACTIONS),
        "current_seat": lambda: rules.current_seat(state),
        "is_terminal": lambda: rules.is_terminal(state),
        "returns": lambda: [rules.returns(state, seat) for seat in _seats(match)],
        "observe": lambda: [rules.observe(state, seat) for seat in (*_seats(match), CHANCE, NOBODY)],
        "position_text": lambda: texts.position_text(state),
        "path": lambda: [texts.path(seen, action) for action in legal],
        "scene": lambda: match.game.scene(seen, [] if match.seat == CHANCE else match.offers()),
    }
    state_before, seen_before = state.copy(), deepcopy(seen)
    for name, ask in asked.items():
        ask()
        if state != state_before or seen != seen_before:
            yield f"{name} changes what it is given"
            state.assign(state_before)
            seen = match.seen()


def observations(match: Match) -> Iterator[str]:
    """Complain about observations that share lists with the state, or differ from it although nothing is secret."""
    rules, state = match.game.rules, match.state
    for seat in (*_seats(match), NOBODY):
        seen = rules.observe(state, seat)
        if type(seen) is not rules.Observation:
            yield f"observe returns a {type(seen).__name__}, not an Observation"
        mine = {id(value) for value in vars(state).values() if isinstance(value, list)}
        if seen is state or any(id(value) in mine for value in vars(seen).values()):
            yield f"what seat {seat} observes shares its lists with the state"
        if rules.Observation is rules.State and seen != state:
            yield f"Observation is State, but what seat {seat} observes differs from the state"


def worlds(match: Match) -> Iterator[str]:
    """Complain about worlds, imagined before the end, with illegal actions, or that end in what a seat doesn't see."""
    game, random = match.game, Random(1)  # noqa: S311 - these numbers are not secret
    if game.sample_world is None or match.seat == NOBODY:
        return
    for seat in _seats(match):
        begin, actions = game.sample_world(seat, match.seen(seat), match.log(seat), random.randrange)
        state = begin.copy()
        for action in actions:
            if action not in game.legal(state):
                yield f"a world that seat {seat} imagines has the illegal action {action}"
                return
            game.rules.apply(state, action)
        if game.rules.observe(state, seat) != game.rules.observe(match.state, seat):
            yield f"seat {seat} imagines a world that ends in what it doesn't see"


def outcomes(match: Match) -> Iterator[str]:
    """Complain about an action that has two outcomes, or changes the original of a copied state."""
    rules, before = match.game.rules, match.state.copy()
    for action in match.legal():
        once, again = match.state.copy(), match.state.copy()
        rules.apply(once, action)
        rules.apply(again, action)
        if match.state != before:
            yield f"action {action}, applied to a copy, changes the original state"
        if once != again:
            yield f"action {action} has two outcomes"


def carriers(match: Match) -> Iterator[str]:
    """Complain about a record that changes when it is packed and unpacked, or turned into plain data and back."""
    for record in (match.state, match.game.rules.observe(match.state, match.seat)):
        if type(record).unpack(record.pack()) != record:
            yield f"{record} changes when it is packed and unpacked"
        if type(record).of(record.values()) != record:
            yield f"{record} changes when it is turned into plain data and back"


def throws(match: Match) -> Iterator[str]:
    """Complain about a missing throw, a throw that is not a legal action, or dice that do not match it."""
    if match.seat != CHANCE:
        return
    if match.game.throw is None:
        yield "it is chance's turn, but the game has no throw"
        return
    seats, legal = _seats(match), match.legal()
    dice = FairDice(match.position_text.encode())
    for _ in range(THROWS):
        before = len(dice.draws)
        action = match.game.throw(match.state, dice.throw)
        if action not in legal:
            yield f"the throw {action} is not legal"
        elif match.game.die:
            yield from _faces(match, action, dice.draws[before:])
    drawn_for = {draw.seat for draw in dice.draws}
    if not drawn_for <= set(seats):
        yield f"dice are thrown for the seats {sorted(drawn_for)}, but the seats are {sorted(seats)}"


def _faces(match: Match, action: int, draws: list[DiceThrow]) -> Iterator[str]:
    """Complain about a throw whose text differs from the faces of its dice."""
    text = match.text_of(action)
    told = sorted(int(sign) for sign in text if sign.isdecimal())
    if told != sorted(draw.face for draw in draws) or {draw.faces for draw in draws} != {match.game.die}:
        yield f"the text {text} of a throw does not match the dice {[tuple(draw) for draw in draws]}"


def _seats(match: Match) -> list[int]:
    return match.game.seat_numbers(match.options)

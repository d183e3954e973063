"""Checks that interpreted and compiled rules agree, field by field."""

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy

from ludoteka.core.game import Game, Options
from ludoteka.core.rules import CHANCE, endgame, weight
from ludoteka.core.twins import CompilationFailed, compiled_twin, short_compiler_errors
from ludoteka.testing.walks import Choose


class Leg(NamedTuple):
    """One of the two ways to run a game."""

    rules: Any
    evaluations: Sequence[Any]
    encoding: Any  # or None, also if seats see less than the state
    state: Any
    actions: Any  # a buffer for legal actions


def lockstep(game: Game, options: Options, choose: Choose, plies: int) -> Iterator[str]:
    """Play one random game both ways; complain about the first ply after which they differ."""
    try:
        with short_compiler_errors():
            yield from _differences(game, options, choose, plies)
    except CompilationFailed as fault:
        yield str(fault)


def _differences(game: Game, options: Options, choose: Choose, plies: int) -> Iterator[str]:
    plain, fast = _legs(game, options)
    seats = game.seat_numbers(options)
    played: list[int] = []
    for _ in range(plies + 1):
        answers, compiled_answers = _answers(plain, seats), _answers(fast, seats)
        for name, answer in answers.items():
            if answer != compiled_answers[name]:
                compiled_answer = compiled_answers[name]
                yield f"after the actions {played}, {name} is {answer} when interpreted but {compiled_answer} when compiled"
        if answers != compiled_answers or not answers["legal_actions"]:
            return
        played.append(answers["legal_actions"][choose(len(answers["legal_actions"]))])
        for leg in (plain, fast):
            leg.rules.apply(leg.state, played[-1])


def _legs(game: Game, options: Options) -> tuple[Leg, Leg]:
    rules: Any = game.rules
    state, room = game.begin(options), rules.MAX_ACTIONS
    encoding = None if game.has_secrets or game.deduce else game.encoding
    return (
        Leg(rules, game.evaluations, encoding, state, [0] * room),
        Leg(
            compiled_twin(rules),
            [compiled_twin(one, rules) for one in game.evaluations],
            encoding and compiled_twin(encoding, rules),
            state.pack(),
            numpy.zeros(room, numpy.int64),
        ),
    )


def _answers(leg: Leg, seats: list[int]) -> dict[str, Any]:
    rules, _, _, state, actions = leg
    count = rules.legal_actions(state, actions)
    is_over = rules.is_terminal(state)
    plain = state if isinstance(state, rules.State) else rules.State.unpack(state)
    weigh = getattr(rules, "weight", weight)
    return {
        **vars(plain),
        **dict(zip(plain.shapes, plain.values(), strict=True)),  # with all lists in full length
        "legal_actions": list(actions[:count]),
        "current_seat": rules.current_seat(state),
        "is_terminal": is_over,
        "returns": [rules.returns(state, seat) for seat in seats],
        "evaluate": [one.evaluate(state, seat) for one in leg.evaluations for seat in seats] if not is_over else None,
        "endgame": [getattr(one, "endgame", endgame)(state, seat) for one in leg.evaluations for seat in seats]
        if not is_over
        else None,
        "encode": [_tensor(leg.encoding, state, seat) for seat in seats] if leg.encoding else None,
        "weight": [weigh(state, action) for action in actions[:count]] if rules.current_seat(state) == CHANCE else None,
    }


def _tensor(encoding: Any, state: Any, seat: int) -> list[int]:
    tensor = numpy.zeros(prod(encoding.SHAPE), numpy.int32)
    encoding.encode(state, seat, tensor)
    return list(map(int, tensor))

"""Count action sequences (perft)."""

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from ludoteka.core.match import Match


@click.command("perft")
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 30))
@click.option("--position", help="The position text to count from.")
@click.option("--divide", is_flag=True, help="Count separately after each first action.")
def command(game: str, depth: int, position: str | None, divide: bool) -> Iterator[str]:
    """Count the action sequences of exactly DEPTH plies in GAME."""
    from ludoteka.core.twins import require_compiler

    require_compiler()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python would wait until the compiled function returns
    if divide:
        yield from (f"{text} {number}" for text, number in divide_sequences(game, depth, position))
    else:
        yield str(count_sequences(game, depth, position))


def count_sequences(game: str, depth: int, position: str | None = None) -> int:
    """Count the sequences of exactly `depth` actions.

    A throw counts as an action; a match that ends earlier contributes none.

    Raises:
        Refused: "no-such-game", "bad-position", "not-compiled".
    """
    return _count(_match(game, position), depth)


def divide_sequences(game: str, depth: int, position: str | None = None) -> Iterator[tuple[str, int]]:
    """Yield each first action with the number of sequences that start with it.  Raises the same as `count_sequences`."""
    for text in _match(game, position).legal_texts() if depth else []:
        match = _match(game, position)
        match.play(text)
        yield text, _count(match, depth - 1)


def _match(game: str, position: str | None) -> "Match":
    from ludoteka.core.match import Match
    from ludoteka.games import games

    if game not in games():
        raise Refused("no-such-game", Message("There is no such game here."))
    return Match(games()[game], {}, position)


def _count(match: "Match", depth: int) -> int:
    if depth == 0:
        return 1
    import numpy as np  # a refusal needs none of these modules

    from ludoteka.core import twins
    from ludoteka.search import playout

    rules: Any = match.game.rules
    states = rules.State.packed_array(depth)
    states[0] = match.state.pack()
    buffers, counts = np.zeros((depth, rules.MAX_ACTIONS), np.int32), np.zeros(depth, np.int64)
    try:
        with twins.short_compiler_errors():
            return int(twins.compiled_twin(playout, rules).perft(states, buffers, counts, depth))
    except twins.CompilationFailed as fault:
        raise Refused("not-compiled", Message("The rules cannot be compiled: {reason}", reason=str(fault))) from None

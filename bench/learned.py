"""The strength of a network that `ludoteka train` wrote: games against the evaluation made by hand, with the same throws and sides swapped.

python bench/learned.py scripta FOLDER/network.json --pairs 300      both choose the best end of their turn; nothing is searched further

The throws are others than those of any training.  With --free, the evaluation made by hand may always
pass (the option must_move), and only the network plays by the options that it was trained with.
"""

import argparse
import json
import time
from hashlib import sha256
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import numpy

from ludoteka.core.game import Game
from ludoteka.core.network.weights import ONE
from ludoteka.core.rules import CHANCE
from ludoteka.games import games
from ludoteka.learning.self_play import Weights
from ludoteka.learning.trainer import create_workspace, training_of, twin_of, words

MOST = 2000  # turns of a game; a longer one counts as a draw


def weights_in(file: Path) -> Weights:
    """Return the weights of a file, as the self-play reads them."""
    whole = json.loads(file.read_text("utf-8"))["weights"]
    scales = {"units": ONE, "direct": ONE * ONE, "outputs": ONE}
    return Weights(**{name: numpy.array(whole[name], numpy.float32) / scale for name, scale in scales.items()})


def duel(game: Game, weights: Weights, options: dict[str, Any], seat: int, pair: int, is_free: bool) -> tuple[int, Any]:
    """Play a game; return the result of the network, which has a seat, and the seconds of both players."""
    twin, workspace, seconds = twin_of(game), create_workspace(game, words("duel", pair)), [0.0, 0.0]
    workspace.states[0] = game.begin(game.check_options(options)).pack()
    state = workspace.states[0]
    for turn in range(2 * MOST):
        player = int(twin.current_seat(state))
        if twin.is_terminal(state):
            break
        if player == CHANCE:
            number = sha256(
                f"{pair}/{game.thrower(game.rules.State.unpack(state)) if game.thrower else 0}/{turn}".encode()
            )
            workspace.generator[:] = numpy.frombuffer(number.digest()[:16], "<u4")
            twin.apply(state, twin.random_action(state, workspace.actions[0], workspace.generator))
            continue
        if is_free:
            state.must_move = int(player == seat)
        started = time.perf_counter()
        twin.play_turn(weights, workspace, player, player == seat, turn)
        seconds[player != seat] += time.perf_counter() - started
    return int(twin.returns(state, seat)), seconds


def measure(game: Game, weights: Weights, options: dict[str, Any], pairs: int, is_free: bool) -> str:
    """Return the results of these pairs of games in a line."""
    seats = [seat.number for seat in game.seats(game.check_options(options))]
    shares, results, seconds = [], [], numpy.zeros(2)
    for pair in range(pairs):
        both = [duel(game, weights, options, seat, pair, is_free) for seat in seats]
        results += [result for result, _ in both]
        shares.append((2 + sum(results[-2:])) / 4)
        seconds += numpy.sum([spent for _, spent in both], axis=0)
    named = ", ".join(f"{name} {value}" for name, value in options.items())
    counts = "/".join(str(results.count(result)) for result in (1, 0, -1))
    interval = 1.96 * stdev(shares) / pairs**0.5
    times = f"{seconds[0]:.1f} s and {seconds[1]:.1f} s"
    return f"{named}: {counts} won/drawn/lost, {mean(shares):.3f} ± {interval:.3f}, {times} of thought"


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[name for name, game in games().items() if game.training])
    parser.add_argument("file", type=Path)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--free", action="store_true")
    arguments = parser.parse_args()
    game, weights = games()[arguments.game], weights_in(arguments.file)
    known = training_of(game).options
    for options in [dict(one) for index, one in enumerate(known) if one not in known[:index]]:
        print(measure(game, weights, options, arguments.pairs, arguments.free), flush=True)


if __name__ == "__main__":
    main()

"""Learns a small Tavlei, a king alone among four attackers, as AlphaZero did, in JAX (docs/research/learning.md).

    python examples/learning/alphazero.py

A search whose positions a network judges plays against itself.  The network learns to foresee which moves the search
tries most, and who wins.  What is learned is written to alphazero.npz, and the same command goes on where it stopped.
"""

import argparse
import time
from pathlib import Path
from statistics import fmean, stdev

import checkpoint
import jax
import jax.numpy as jnp
import numpy as np
import optax

import network
from ludoteka.games import games
from ludoteka.players.policies import Policy
from ludoteka.research.position import usual_options

GAME = games()["tavlei"]
START = "4a4/9/9/9/a3k3a/9/9/9/4a4 a"
PLIES = 40  # after which a match is a draw
ATTACKERS = 0
CHOICES = len(GAME.encoding.choices(ATTACKERS))
CHOICE_OF = {action: choice for choice, action in enumerate(GAME.encoding.choices(ATTACKERS))}  # of both seats
HIDDEN = (128, 128)
STEPS = 0  # every number is 0 or 1
MATCHES = 64  # played at once
KEPT = 12_000  # positions to learn from, the latest ones
BATCH = 256  # positions from which it learns at once
BATCHES = 100  # after all matches are over
RATE = 1e-3  # of learning
BOLDNESS = 1.5  # how much the search trusts what the network foresees, against what it has found
NOISE, CLUSTERS = 0.25, 0.3  # the share of chance in what is foreseen at the start of a search; how uneven it is
VARIED = 8  # plies at the start, in which moves are drawn as often as the search tried them; then it plays the best

optimizer = optax.adam(RATE)


class Node:
    """A position in the tree of a search, with what was found for each legal action."""

    __slots__ = ("actions", "children", "choices", "foreseen", "plies", "result", "seat", "state", "sums", "visits")

    def __init__(self, state, plies):
        self.state, self.plies, self.seat = state, plies, GAME.rules.current_seat(state)
        is_over = GAME.rules.is_terminal(state) or plies >= PLIES
        self.result = float(GAME.rules.returns(state, ATTACKERS)) if is_over else None  # for the attackers
        self.actions = [] if is_over else GAME.legal(state)
        self.choices = np.array([CHOICE_OF[action] for action in self.actions], np.int32)
        self.children = [None] * len(self.actions)
        self.visits, self.sums = np.zeros((2, len(self.actions)))  # the sums are of results for the seat to act
        self.foreseen = None  # until the network has seen the position

    def child(self, index):
        """Return the position after an action."""
        if self.children[index] is None:
            after = self.state.copy()
            GAME.rules.apply(after, self.actions[index])
            self.children[index] = Node(after, self.plies + 1)
        return self.children[index]

    def most_promising(self):
        """Return the index of the action to try next: good so far, or foreseen and seldom tried."""
        means = self.sums / np.maximum(self.visits, 1)
        return int((means + BOLDNESS * self.foreseen * np.sqrt(1 + self.visits.sum()) / (1 + self.visits)).argmax())

    def observation(self):
        """Return what the seat to act sees."""
        tensor = np.zeros(GAME.encoding.SHAPE, np.int8)
        GAME.encoding.encode(self.state, self.seat, tensor.reshape(-1))
        return tensor


def first():
    """Return the position in which a match begins."""
    return Node(GAME.begin(usual_options(GAME), START), 0)


@jax.jit
def rate(layers, seen):
    """Return how a network rates choices, and the results that it expects for the seat to act."""
    return network.rate(layers, seen, GAME.encoding.HIGHEST, STEPS)


def judge(layers, nodes):
    """Let the network see positions that nobody has seen; return the results that it expects for the attackers."""
    seen = np.zeros((MATCHES, *GAME.encoding.SHAPE), np.int8)  # always as many, so that it is compiled once
    for row, node in enumerate(nodes):
        seen[row] = node.observation()
    ratings, values = (np.asarray(one) for one in rate(layers, seen))
    for row, node in enumerate(nodes):
        weights = np.exp(ratings[row, node.choices] - ratings[row, node.choices].max())
        node.foreseen = weights / weights.sum()
    return [
        float(value) if node.seat == ATTACKERS else -float(value) for node, value in zip(nodes, values, strict=False)
    ]


def search(layers, roots, simulations, chance=None):
    """Try actions from each of these positions, so many times; with `chance`, others than foreseen, too."""
    judge(layers, [root for root in roots if root.foreseen is None])
    for root in roots if chance else ():
        root.foreseen = (1 - NOISE) * root.foreseen + NOISE * chance.dirichlet([CLUSTERS] * len(root.actions))
    for _ in range(simulations):
        ways = []
        for root in roots:
            node, way = root, []
            while node.result is None and node.foreseen is not None:
                way.append((node, node.most_promising()))
                node = node.child(way[-1][1])
            ways.append((node, way))
        new = [node for node, _ in ways if node.result is None]
        values = dict(zip(map(id, new), judge(layers, new), strict=True)) if new else {}
        for leaf, way in ways:
            value = values[id(leaf)] if leaf.result is None else leaf.result
            for node, index in way:
                node.visits[index] += 1
                node.sums[index] += value if node.seat == ATTACKERS else -value


def pick(node, chance):
    """Return the index of the action to play: early in a match as often as it was tried, later the one tried most."""
    if node.plies < VARIED:
        return int(chance.choice(len(node.actions), p=node.visits / node.visits.sum()))
    return int(node.visits.argmax())


def play_against_itself(layers, simulations, chance):
    """Play matches; return what was seen, the shares of visits, and the results, and how long the matches were and ended."""
    nodes, told = [first() for _ in range(MATCHES)], [[] for _ in range(MATCHES)]
    while going := [row for row in range(MATCHES) if nodes[row].result is None]:
        search(layers, [nodes[row] for row in going], simulations, chance)
        for row in going:
            node = nodes[row]
            shares = np.zeros(CHOICES, np.float32)
            shares[node.choices] = node.visits / node.visits.sum()
            told[row].append((node.observation(), shares, node.seat))
            nodes[row] = node.child(pick(node, chance))
    parts = [
        (seen, shares, node.result if seat == ATTACKERS else -node.result)
        for node, match in zip(nodes, told, strict=True)
        for seen, shares, seat in match
    ]
    seen, shares, results = (np.array(part) for part in zip(*parts, strict=True))
    return (seen, shares, results.astype(np.float32)), [node.result for node in nodes]


def loss(layers, seen, shares, results):
    """Return how badly the network foresees the search, and the result."""
    ratings, values = network.rate(layers, seen, GAME.encoding.HIGHEST, STEPS)
    return optax.softmax_cross_entropy(ratings, shares).mean() + jnp.square(values - results).mean()


@jax.jit
def learn(layers, memory, seen, shares, results):
    """Learn from a batch; return the layers, the state of the optimizer, and the loss before."""
    value, slopes = jax.value_and_grad(loss)(layers, seen, shares, results)
    changes, memory = optimizer.update(slopes, memory)
    return optax.apply_updates(layers, changes), memory, value


def begin(seed):
    """Return the layers, the state of the optimizer, and the number of generations, of a network that knows nothing."""
    layers = network.create(jax.random.key(seed), int(np.prod(GAME.encoding.SHAPE)), HIDDEN, CHOICES, STEPS)
    return layers, optimizer.init(layers), jnp.int32(0)


def train(learner, generations, minutes, simulations, recipe, folder):
    """Learn until there were so many generations, or for so many minutes; write to a folder; return the learner and the losses."""
    started, kept, losses = time.monotonic(), None, []
    while learner[2] < generations and time.monotonic() - started < 60 * minutes:
        layers, memory, generation = learner
        chance = np.random.default_rng([recipe["seed"], int(generation)])
        new, results = play_against_itself(layers, simulations, chance)
        kept = [np.concatenate(pair)[-KEPT:] for pair in zip(kept, new, strict=True)] if kept else new
        values = []
        for _ in range(BATCHES):
            rows = chance.integers(len(kept[0]), size=BATCH)
            layers, memory, value = learn(layers, memory, *(part[rows] for part in kept))
            values.append(float(value))
        losses.append(fmean(values))
        learner = layers, memory, generation + 1
        won, lost = results.count(1), results.count(-1)
        print(
            f"{(time.monotonic() - started) / 60:5.1f} min, generation {int(learner[2]):3}: loss {losses[-1]:.3f}; attackers won "
            f"{won}, lost {lost}, drew {MATCHES - won - lost}; {len(new[0]) / MATCHES:.0f} plies a match",
            flush=True,
        )
        Policy.of(GAME, STEPS, layers, recipe | {"generations": int(learner[2])}).save(folder / "alphazero.npz")
        checkpoint.write(folder / "alphazero.training", learner, recipe)
    return learner, losses


def compete(layers, simulations, other, count, chance):
    """Return the points of a network in matches against another one that searches as much, or against chance (None)."""
    nodes = [first() for _ in range(count)]
    while going := [row for row in range(count) if nodes[row].result is None]:
        for is_other, player in enumerate((layers, other)):  # the other one attacks in every second match
            turns = {row: (nodes[row].seat != ATTACKERS) != (row % 2) for row in going if nodes[row].result is None}
            acting = [row for row, is_others in turns.items() if is_others == is_other]
            if player is not None and acting:
                for row in acting:  # what the other one has found is no help
                    nodes[row] = Node(nodes[row].state, nodes[row].plies)
                search(player, [nodes[row] for row in acting], simulations)
            for row in acting:
                node = nodes[row]
                nodes[row] = node.child(chance.integers(len(node.actions)) if player is None else pick(node, chance))
    return [(1 + (node.result if row % 2 == 0 else -node.result)) / 2 for row, node in enumerate(nodes)]


def main(arguments=None):
    """Train, and print how strong the search has become."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10, help="how long to learn (10)")
    parser.add_argument("--generations", type=int, default=1 << 30, help="stop after so many, counting earlier runs")
    parser.add_argument("--simulations", type=int, default=32, help="of a search for each move (32)")
    parser.add_argument("--seed", type=int, default=1, help="of all random numbers (1)")
    parser.add_argument("--folder", type=Path, default=Path(), help="where alphazero.npz is written (here)")
    given = parser.parse_args(arguments)
    recipe = {
        "by": "examples/learning/alphazero.py",
        "start": START,
        "seed": given.seed,
        "simulations": given.simulations,
    }
    given.folder.mkdir(parents=True, exist_ok=True)
    print(f"{MATCHES} matches at once, on {jax.devices()[0]}.", flush=True)
    learner = checkpoint.read(given.folder / "alphazero.training", begin(given.seed), recipe)
    learner, _ = train(learner, given.generations, given.minutes, given.simulations, recipe, given.folder)
    print("against                  games   points   95 %")
    for name, other in (("chance", None), ("the untrained search", begin(given.seed)[0])):
        points = compete(learner[0], given.simulations, other, MATCHES, np.random.default_rng(given.seed))
        spread = 1.96 * stdev(points) / len(points) ** 0.5
        print(f"{name:24} {len(points):5} {fmean(points):8.1%}   ±{spread:.1%}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("Interrupted. The same command goes on.") from None

"""The evaluation of XII Scripta knows how long men at home take to be borne off, compared with exact expectations."""

from functools import cache
from itertools import combinations, product

from boards.scripta import GAME

from ludoteka.games.scripta import rules

MEN = 3
CLEAR = 0.5  # turns: an evaluation must tell apart what differs by more
AGREED = 0.95


@cache
def reached(men, dice):
    """The numbers of men on each home point after every way to use some of the dice."""
    found = {men}
    for i, die in enumerate(dice):
        for point in range(6):
            if men[point] and point + die <= 6:
                after = list(men)
                after[point] -= 1
                if point + die < 6:
                    after[point + die] += 1
                found |= reached(tuple(after), dice[:i] + dice[i + 1 :])
    return found


@cache
def turns(men):
    """The expected number of turns until all are borne off, without enemies: 1 plus the mean of the best results."""
    if not any(men):
        return 0.0
    results = sorted(
        min((turns(after) for after in reached(men, dice) if after != men), default=float("inf"))
        for dice in product(range(1, 7), repeat=3)
    )
    total, best = 0.0, float("inf")
    for count, result in enumerate(results, 1):  # with a worse result, it is better to leave the men where they are
        if result >= best:
            break
        total += result
        best = (216 + total) / count
    return best


def worth(men):
    state = rules.start(GAME.check_options({"pieces": MEN}))
    state.waiting[0], state.off[0] = 0, MEN - sum(men)
    state.men[rules.HOME :] = men
    return GAME.evaluation.evaluate(state, 0)


def test_one_man_on_the_last_point_waits_for_a_one_in_three_dice():
    assert turns((0, 0, 0, 0, 0, 1)) == 216 / 91


def test_men_that_are_borne_off_sooner_score_higher():
    for count in range(1, MEN + 1):
        homes = [men for men in product(range(count + 1), repeat=6) if sum(men) == count]
        pairs = [pair for pair in combinations(homes, 2) if abs(turns(pair[0]) - turns(pair[1])) > CLEAR]
        agreed = [(worth(one) > worth(other)) == (turns(one) < turns(other)) for one, other in pairs]
        assert sum(agreed) >= AGREED * len(pairs)

"""The order in which alpha-beta searches the actions at a ply."""

from types import SimpleNamespace

import pytest

from ludoteka.search.alphabeta import cut_off, order_actions

ACTIONS = 5


def ply(**fields):
    """A workspace at a ply of a seat that can do every action; each seat has a history of its own."""
    frame = {"sign": 1, "depth": 3, "count": ACTIONS, "index": 1, "action": 0, "choice": -1, "killer": -1, "second": -1}
    return SimpleNamespace(
        frames=[SimpleNamespace(**frame | fields)],
        actions=[list(range(ACTIONS))],
        keys=[[0] * ACTIONS],
        history=[0] * 2 * ACTIONS,
    )


def ordered(workspace):
    order_actions(workspace, 0)
    return sorted(range(ACTIONS), key=lambda action: -workspace.keys[0][action])


@pytest.mark.parametrize("sign", [1, -1])
def test_the_stored_action_is_first_then_the_two_killers_and_then_those_that_cut_off_most(sign):
    workspace = ply(sign=sign, choice=4, killer=2, second=3)
    own, others = (0, ACTIONS) if sign > 0 else (ACTIONS, 0)
    workspace.history[own + 1], workspace.history[others] = 1, 100
    assert ordered(workspace) == [4, 2, 3, 1, 0]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("depth", "weight"), [(0, 0), (1, 1), (3, 9)])
def test_an_action_that_cuts_off_far_from_the_end_counts_more(sign, depth, weight):
    workspace = ply(sign=sign, depth=depth, action=2)
    cut_off(workspace, 0)
    assert workspace.frames[0].index == ACTIONS, "the other actions are skipped"
    assert workspace.history == [weight * (place == (2 if sign > 0 else ACTIONS + 2)) for place in range(2 * ACTIONS)]


def test_the_last_two_actions_that_cut_off_are_the_killers():
    workspace = ply()
    frame = workspace.frames[0]
    for frame.action in (1, 2, 2):
        cut_off(workspace, 0)
    assert (frame.killer, frame.second) == (2, 1)

"""Cash and account, worked out from what was said aloud."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.games.labyrinth import notation
from ludoteka.games.labyrinth.maze.generator import Shape, scenario
from ludoteka.games.labyrinth.notes.chart import Chart, chart
from ludoteka.games.labyrinth.play.state import AFTER
from ludoteka.testing import chooser

GAME = games()["labyrinth"]
MILLION = 1_000_000
PLIES = 200


def money(match):
    """The cash and the balance of everybody in the maze, by what was said aloud."""
    seen = match.seen(NOBODY)
    hands = chart(notation.present(seen), seen.log, Chart).hands
    turn = match.letter(match.seat) if match.state.stage == AFTER else None
    settled = {name: hand if name == turn else hand.settle() for name, hand in hands.items()}
    return {name: (hand.cash, hand.balance) for name, hand in settled.items()}


def amount(word, money, number):
    """Any amount that the rules allow."""
    cash, balance = money
    most = cash if word == "deposit" else (balance - 10 * MILLION) // 10_000
    return notation.amount_text(1 + number(most))


@given(seed=st.integers(0, 2**32), players=st.integers(1, 3))
@example(seed=3, players=1)
@settings(max_examples=30, deadline=None)
def test_everybody_can_work_out_cash_and_account_from_what_was_said(seed, players):
    number = chooser(seed)
    maze = scenario(Shape(1, 20, 40, 9, players), seed)
    match = Match(GAME, {"scenario": maze, "players": players, "rejoin": bool(seed % 2)})
    for _ in range(PLIES):
        if match.seat == NOBODY:
            return
        text = match.legal_texts()[number(len(match.legal_texts()))]
        if text in ("withdraw", "deposit"):
            text += f":{amount(text, money(match)[match.letter(match.seat)], number)}"
        match.play(text)
        state = match.state
        if match.seat in (CHANCE, NOBODY):
            continue
        for seat in range(players):
            if state.status[seat] == 1:
                truth = (state.cash[seat], state.yuan[seat] * MILLION + state.millionths[seat])
                assert money(match)[match.letter(seat)] == truth, match.actions

"""Cash and account, deduced from the log."""

import pytest
from boards.labyrinth import Play
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import folders, games
from ludoteka.games.labyrinth import notation
from ludoteka.games.labyrinth.chart import Chart, chart
from ludoteka.games.labyrinth.generator import Shape, scenario
from ludoteka.games.labyrinth.rules import AFTER
from ludoteka.surfaces.texts import texts_in
from ludoteka.testing import chooser

GAME = games()["labyrinth"]
MILLION = 1_000_000
PLIES = 200


def entries(match, seat, language="en"):
    """The panel that a seat sees."""
    reader = texts_in(language, folders())
    return {reader.say(entry.label): reader.say(entry.value) for entry in match.scene(seat).panel}


def test_everybody_sees_their_own_money_and_nobody_elses():
    play = Play("P B3, Q A1")
    play("west", "deposit:2.5", "end")
    mine, others, spectators = (entries(play.match, seat) for seat in (0, 1, NOBODY))
    assert {"Cash": "7.5 yuan", "Account": "12.6 yuan", "Can be withdrawn": "2.56 yuan"}.items() <= mine.items()
    assert others["Account"] == "10 yuan"
    assert spectators == {"P": "carries nothing", "Q": "carries nothing"}


def test_money_is_written_as_usual_in_each_language():
    play = Play("P B3, Q A1")
    play("west", "deposit:8", "end")
    assert entries(play.match, 0, "ru")["Наличные"] == "2 юаня"
    assert entries(play.match, 0, "ru")["Счёт"] == "18,1 юаня"
    assert entries(play.match, 0, "cs")["Hotovost"] == "2 jüany"
    assert entries(play.match, 1, "cs")["Hotovost"] == "10 jüanů"


def test_a_player_who_is_out_shows_no_money():
    play = Play("P B1, Q B3", items="a1 key, B1 cartridge 1")
    play("take:cartridge", "shoot:east")
    assert entries(play.match, 1) == {"P": "carries nothing", "Q": "out of the labyrinth"}


def offered(match, word):
    texts_ = [match.text_of(action) for action in match.offers()]
    return [text.partition(":")[2] for text in texts_ if text.startswith(word)]


def test_only_round_amounts_and_the_whole_sum_are_offered():
    play = Play("P B3, Q A1")
    play("west")
    assert offered(play.match, "withdraw") == []
    assert offered(play.match, "deposit") == ["0.01", "0.05", "0.1", "0.5", "1", "5", "10"]
    play("deposit:7.35", "end", "stay")
    assert offered(play.match, "withdraw") == ["0.01", "0.05", "0.1", "0.5", "1", "5", "7.43"]
    assert offered(play.match, "deposit") == ["0.01", "0.05", "0.1", "0.5", "1", "2.65"]
    for word in ("withdraw", "deposit"):
        for amount_ in offered(play.match, word):
            assert play.match.accepts(play.match.check(f"{word}:{amount_}"))


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("deposit 2,5", "deposit:2.5"),
        ("Deposit: 2.55", "deposit:2.55"),
        ("withdraw:0,15", "withdraw:0.15"),
        ("deposit", ""),
        ("deposit 2,555", ""),
        ("north", ""),
    ],
)
def test_amounts_may_be_typed_with_a_decimal_comma(typed, text):
    assert notation.interpret(Play("P B2").match.seen(), typed) == text


def money(match):
    """The cash and balance of every player in the maze, deduced from the log."""
    seen = match.seen(NOBODY)
    hands = chart(notation.present(seen), seen.log, Chart).hands
    turn = match.letter(match.seat) if match.state.stage == AFTER else None
    settled = {name: hand if name == turn else hand.settle() for name, hand in hands.items()}
    return {name: (hand.cash, hand.balance) for name, hand in settled.items()}


def amount(word, money, number):
    """A random amount that the rules allow."""
    cash, balance = money
    most = cash if word == "deposit" else (balance - 10 * MILLION) // 10_000
    return notation.amount_text(1 + number(most))


@given(seed=st.integers(0, 2**32), players=st.integers(1, 3))
@example(seed=3, players=1)
@settings(max_examples=30, deadline=None)
def test_everybody_can_deduce_cash_and_account_from_the_log(seed, players):
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

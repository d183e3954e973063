"""Results of games with scores, however a match ends, and how they are shown."""

from dataclasses import replace
from types import SimpleNamespace

import coins
import pytest
from houses.shown import NOW, Seen

from ludoteka.core.game import Scores, Seat
from ludoteka.core.message import Message
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.replay import replay
from ludoteka.referee.commands import Accept, Act, Offer, Resign
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.record_conversion import build_log, build_record
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.words import scores_text
from ludoteka.surfaces.texts import texts_in

ANNA, BORIS, CARLA = "anna", "boris", "carla"
TITLES = {letter: Message(title) for letter, title in (("n", "Norma"), ("s", "Silas"), ("e", "Edda"))}
SEATS = tuple(Seat(number, letter, title) for number, (letter, title) in enumerate(TITLES.items()))
FIRST = [str(number) for number in range(len(coins.ROW))]  # takes the first coin every time


def begun(game=coins.GAME, **people):
    seats = {letter: Occupant("person", 0, who) for letter, who in people.items()}
    return Referee(game, Setup("m1", game.name, 1, game.check_options({}), b"seed", seats, 0.0))


def for_oneself(seats, scores):
    """Return the game Coins for this number of players, each of whom scores what they take."""
    rules = SimpleNamespace(**vars(coins) | {"start": lambda options: coins.begun(list(coins.ROW), seats, 1)})
    return replace(coins.GAME, rules=rules, seats=lambda options: SEATS[:seats], scores=scores, evaluation=None)


def do(referee, holder, command):
    referee.accept(referee.decide(holder, command, NOW))


def play(referee, *texts, holder=ANNA):
    for text in texts:
        do(referee, holder, Act(f"c{referee.number}", referee.number, text))


def resign(referee, holder, seat=""):
    do(referee, holder, Resign("", referee.number, seat))


def status(referee, holder=ANNA, language="en"):
    text, values, *plural = Seen(referee).view(holder)["scene"]["status"]
    return texts_in(language).say(said([text, values, *plural]))


def said(plain):
    """Return a message from its plain data."""
    text, values, *_ = [plain, {}] if isinstance(plain, str) else plain
    return Message(text, **{name: value if isinstance(value, int) else said(value) for name, value in values.items()})


def test_a_finished_match_has_the_scores_that_the_rules_return():
    referee = begun(n=ANNA, s=ANNA)
    assert referee.result is None
    play(referee, *FIRST)

    assert referee.result == {"n": -4, "s": 4}
    assert status(referee) == "All coins are taken. Norma −4, Silas +4"
    assert build_record(referee).result == "-4,+4"
    view = Seen(referee).view(ANNA)
    assert (view["scores"], view["result"]) == (True, {"n": -4, "s": 4})


def test_scores_that_do_not_add_up_to_zero_are_shown_without_a_plus_sign():
    referee = begun(for_oneself(2, Scores(0, 7)), n=ANNA, s=ANNA)
    play(referee, *FIRST)

    assert referee.result == {"n": 11, "s": 15}
    assert status(referee) == "All coins are taken. Norma 11, Silas 15"
    assert build_record(referee).result == "+11,+15"


def test_resigning_gives_both_sides_the_scores_that_the_game_sets_for_it():
    referee = begun(for_oneself(2, Scores(-3, 7)), n=ANNA, s=BORIS)
    play(referee, "0")
    resign(referee, BORIS)

    assert referee.result == {"n": 7, "s": -3}
    assert status(referee) == "Silas resigned. Winner: Norma. Norma 7, Silas −3"
    assert build_record(referee).text().splitlines()[-1] == "1. 0 resign:s +7,-3"


def test_after_a_resignation_the_other_players_score_what_they_take():
    referee = begun(for_oneself(3, Scores(-3, 7)), n=ANNA, s=BORIS, e=CARLA)
    resign(referee, BORIS)
    while referee.result is None:
        if turn := referee.computer_turn():
            referee.accept(referee.decide_for_computer(turn.legal[0], 0.0))
        else:
            play(referee, referee.match.example(), holder=ANNA if referee.seat == 0 else CARLA)

    assert referee.result == {"n": 5, "s": -3, "e": 5}
    assert build_record(referee).result == "+5,-3,+5"
    assert replay(build_record(referee), referee.game).returns() == {"n": 5, "s": 16, "e": 5}


def test_when_all_players_resign_each_has_the_score_of_a_resignation():
    referee = begun(for_oneself(3, Scores(-3, 7)), n=ANNA, s=ANNA, e=ANNA)
    resign(referee, ANNA, "n")
    resign(referee, ANNA, "s")
    assert referee.result is None
    resign(referee, ANNA, "e")

    assert referee.result == {"n": -3, "s": -3, "e": -3}


def test_an_agreed_draw_scores_zero():
    referee = begun(n=ANNA, s=BORIS)
    play(referee, "0")
    play(referee, "1", holder=BORIS)
    do(referee, ANNA, Offer("", referee.number, "draw"))
    do(referee, BORIS, Accept("", referee.number, "draw"))

    assert referee.result == {"n": 0, "s": 0}
    assert status(referee) == "A draw by agreement. Norma 0, Silas 0"
    assert build_record(referee).result == "+0,+0"


def test_scores_are_shown_in_the_readers_language():
    referee = begun(n=ANNA, s=ANNA)
    resign(referee, ANNA)

    assert status(referee, language="cs") == "Vzdání partie: Norma. Vítěz: Silas. Norma: −20, Silas: +20"


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ({"n": 12}, "Norma 12"),
        ({"n": 0, "s": 0}, "Norma 0, Silas 0"),
        ({"n": 5, "s": -3, "e": -2}, "Norma +5, Silas −3, Edda −2"),
        ({"n": 5, "s": -3, "e": 0}, "Norma 5, Silas −3, Edda 0"),
        ({"n": 2**31 - 1, "s": -(2**31)}, "Norma 2147483647, Silas −2147483648"),
    ],
)
def test_scores_are_listed_by_seat_and_have_plus_signs_only_if_they_add_up_to_zero(result, sentence):
    assert texts_in("en").say(scores_text(result, TITLES)) == sentence


def test_a_record_with_scores_restores_the_same_match():
    referee = begun(n=ANNA, s=ANNA)
    play(referee, *FIRST[:3])
    resign(referee, ANNA, "s")
    record = MatchRecord.parse(build_record(referee).text())
    options, events = build_log(record, coins.GAME, 0.0)
    again = Referee(coins.GAME, referee.setup._replace(options=options), events)

    assert record.result == "+20,-20"
    assert again.result == referee.result == {"n": 20, "s": -20}


def test_a_game_without_scores_shows_no_scores():
    seats = {"a": Occupant("person", 0, ANNA), "d": Occupant("person", 0, ANNA)}
    game = games()["tavlei"]
    referee = Referee(game, Setup("m1", "tavlei", 1, game.check_options({}), b"seed", seats, 0.0))
    resign(referee, ANNA, "a")

    assert Seen(referee).view(ANNA)["scores"] is False
    assert referee.result == {"a": -1, "d": 1}
    assert status(referee) == "Attackers resigned. Winner: Defenders"

"""Records of matches in a house: what they contain, and what they may reveal."""

import hashlib

import pytest
from plugins.campaign import scaled

from ludoteka.core.dice import FairDice, commitment
from ludoteka.core.message import Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord, Ply
from ludoteka.records.replay import replay
from ludoteka.records.verification import recompute, verify
from ludoteka.referee.commands import Act, Back, RefereeContext, Resign
from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.referee.record_conversion import build_log, build_record, restore_referee
from ludoteka.referee.referee import Referee
from ludoteka.testing import variants

ME = "me"
SEED = b"a seed"
PERSON = Occupant("person", 0, ME)
MADE = 1_774_915_200.0  # 2026-03-31, in UTC


def begun(name="tavlei", options=None, log=()):
    game = games()[name]
    options = game.check_options(options or {})
    seats = {seat.letter: PERSON for seat in game.seats(options)}
    return Referee(game, Setup("m", name, game.rules_version, options, SEED, seats, MADE), log)


def committed(name, options=None):
    """A match for which the house has published the commitment."""
    return begun(name, options, [Event(1, "commit", "", commitment(SEED), at=MADE)])


def salt(referee, letter, text):
    referee.accept(Event(referee.number + 1, "salt", letter, text, at=MADE))


def act(referee, *texts):
    for text in texts:
        referee.accept(
            referee.decide(ME, Act("", referee.number, text), RefereeContext(MADE + 2.5 * (referee.number + 1)))
        )


def test_the_record_of_an_unfinished_match_has_no_seed():
    referee = begun()
    act(referee, "e2-f2", "f5-f8", "f2-f3")

    assert build_record(referee, {"a": "Žofie \N{GRINNING FACE}"}).text() == (
        '[Game "tavlei"]\n'
        '[RulesVersion "1"]\n'
        '[Option.repetition "draw"]\n'
        '[Player.a "Žofie \N{GRINNING FACE}"]\n'
        '[Date "2026.03.31"]\n'
        '[Result "*"]\n'
        f'[SeedCommitment "{hashlib.sha256(SEED).hexdigest()}"]\n'
        "\n"
        "1. e2-f2 {[%emt 0:00:02.5]} f5-f8 {[%emt 0:00:02.5]} 2. f2-f3 {[%emt 0:00:02.5]}\n"
        "*\n"
    )


def test_the_record_of_a_finished_match_has_the_seed():
    referee = begun()
    act(referee, "e2-f2")
    referee.accept(referee.decide(ME, Resign("", 1, "a"), RefereeContext(MADE)))
    record = build_record(referee)

    assert record.result == "0-1"
    assert record.plies == (Ply("e2-f2", number=1, spent=2500), Ply("a", resigns=True))
    assert bytes.fromhex(record.seed) == SEED
    assert MatchRecord.parse(record.text()) == record


def test_actions_taken_back_are_not_in_the_record():
    referee = begun()
    act(referee, "e2-f2", "f5-f8")
    referee.accept(referee.decide(ME, Back("", referee.number), RefereeContext(MADE)))
    act(referee, "f5-f7")

    assert [ply.text for ply in build_record(referee).plies] == ["e2-f2", "f5-f7"]


def test_a_record_names_the_computer_players():
    referee = begun()
    setup = referee.setup._replace(seats={"a": PERSON, "d": Occupant("computer", 3)})

    assert build_record(Referee(referee.game, setup)).players == {"d": "Computer 3"}


def test_secrets_are_in_the_record_only_after_the_end():
    referee = begun("cups")
    act(referee, "hide:2")
    with pytest.raises(Refused) as caught:
        build_record(referee)
    assert caught.value.code == "not-over"

    referee.accept(referee.decide_throw(MADE))
    while referee.seat != NOBODY:
        act(referee, referee.match.legal_texts()[0])
    assert build_record(referee).plies[0].text == "hide:2"


def play_on(referee, dice):
    """Continue the match by one automatic or random action."""
    event = referee.decide_automatically(MADE)
    if event is None:
        offers = [action for action in referee.match.offers() if referee.match.accepts(action)]
        event = referee.decide_for_computer(offers[dice.throw(0, len(offers)) - 1], MADE)
    referee.accept(event)


def give_up(referee):
    """Let all seats resign, or leave where the game allows it."""
    dice = FairDice(b"the end")
    for letter in referee.setup.seats:
        if referee.result is None:
            referee.accept(Event(referee.number + 1, "resign", letter, "", at=MADE))
    while referee.result is None:
        play_on(referee, dice)


def test_a_record_contains_the_salts_and_their_positions():
    referee, dice = committed("quagmire", {"seats": "bt"}), FairDice(b"actions")
    salt(referee, "t", "first")
    for _ in range(6):
        play_on(referee, dice)
    salt(referee, "b", "second-")
    for _ in range(6):
        play_on(referee, dice)
    give_up(referee)
    record = MatchRecord.parse(build_record(referee).text())

    assert (record.match, record.foreign) == ("m", 0)
    assert record.salts == (("t", "first", 0), ("b", "second-", 3))
    assert record.seed_commitment == commitment(SEED)
    assert verify(record, referee.game).first_wrong == 0


def test_throws_made_before_an_import_are_marked_in_the_record():
    """An imported match continues with a new seed."""
    elsewhere = [("chance", "r1"), ("b", "pass"), ("chance", "r2"), ("t", "pass")]
    log = [Event(number, "act", seat, text, at=MADE) for number, (seat, text) in enumerate(elsewhere, 1)]
    referee = begun("quagmire", {"seats": "bt"}, [*log, Event(5, "commit", "", commitment(SEED), at=MADE)])
    salt(referee, "b", "mine")
    for _ in range(8):
        play_on(referee, FairDice(b"actions"))
    give_up(referee)
    record = MatchRecord.parse(build_record(referee).text())
    verification = verify(record, referee.game)

    assert (record.match, record.foreign, record.salts) == ("m", 2, (("b", "mine", 2),))
    assert [throw.due == "" for throw in verification.throws] == [True, True, False, False, False, False]
    assert verification.first_wrong == 0


@pytest.mark.parametrize(
    ("kind", "text", "plies", "result", "how"),
    [
        ("resign", "", ("e2-f2", "a"), "0-1", "resign"),
        ("flag", "", ("e2-f2", "a"), "0-1", "flag"),
        ("claim", "me win", ("e2-f2", "a"), "0-1", "claim"),
        ("claim", "me draw", ("e2-f2",), "1/2-1/2", "claim"),
        ("draw", "", ("e2-f2",), "1/2-1/2", "draw"),
        ("abort", "", ("e2-f2",), "*", "abort"),
    ],
)
def test_a_record_says_how_the_match_ended(kind, text, plies, result, how):
    timeless = begun()
    referee = Referee(timeless.game, timeless.setup._replace(clock="5+3"))
    act(referee, "e2-f2")
    referee.accept(Event(2, kind, "a", text, at=MADE))
    record = MatchRecord.parse(build_record(referee).text())

    assert tuple(ply.text for ply in record.plies) == plies
    assert (record.result, record.tags["Termination"]) == (result, how)
    replay(record, referee.game)


def test_a_record_contains_the_time_control():
    referee = begun()
    timed = Referee(referee.game, referee.setup._replace(clock="5+3"))

    assert build_record(timed).tags == {"TimeControl": "5+3"}


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_a_match_of_any_game_is_restored_from_its_record(game):
    for options in variants(game):
        referee = begun(game.name, options)
        dice = FairDice(b"actions")
        while referee.seat != NOBODY and referee.number < scaled(150, 3):
            play_on(referee, dice)
        if game.rules.Observation is not game.rules.State:
            give_up(referee)
        record = MatchRecord.parse(build_record(referee).text())
        again = begun(game.name, *build_log(record, game, MADE))

        restored = restore_referee(record, game, again.setup)
        assert restored.events == again.events
        assert restored.match.position_text == again.match.position_text == referee.match.position_text
        assert build_record(restored) == record
        assert again.events == referee.events
        assert again.result == referee.result
        assert build_record(again) == record
        if record.seed:
            assert recompute(record, game).first_wrong == 0, "every throw follows from the seed"


def test_a_record_that_begins_from_a_position_is_converted_into_options_and_events():
    game = games()["tavlei"]
    record = MatchRecord.parse('[Game "tavlei"]\n[Position "9/9/9/9/a8/9/9/2k6/9 d"]\n\n1. c2-c1 *\n')
    options, events = build_log(record, game, MADE)
    assert (options, [event.text for event in events]) == (game.check_options({}), ["c2-c1"])

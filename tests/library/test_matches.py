"""Matches, views and records for programs that import ludoteka."""

from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludoteka
from ludoteka.records.verification import verify

GAMES = [name for name, game in ludoteka.games().items() if game.reveal or not game.has_secrets]
OPEN = [name for name in GAMES if not ludoteka.games()[name].has_secrets]
SECRET = [name for name in GAMES if name not in OPEN]


def play_at_random(match, plies, seed=1):
    chance = Random(seed)
    while plies and not match.is_over:
        if match.seat == "chance":
            match.throw()
        else:
            attempts = list(match.legal_actions)
            while True:  # in a game with secrets, an attempt may be refused
                try:
                    match.play(chance.choice(attempts))
                    break
                except ludoteka.Refused:
                    assert match.game.has_secrets
        plies -= 1
    return match


@pytest.mark.parametrize("name", OPEN)
def test_a_match_can_be_played_taken_back_recorded_and_read_again(name):
    match = play_at_random(ludoteka.Match(name, seed=5), 40)
    text = str(match.record())
    again = ludoteka.Match.from_record(ludoteka.read_record(text))
    assert (again.position, again.actions, again.seat) == (match.position, match.actions, match.seat)
    assert match.copy().position == match.position
    for action in reversed(match.actions):
        assert match.pop() == action
    assert match.position == ludoteka.Match(name, seed=5).position


@settings(max_examples=10)
@given(plies=st.integers(1, 20), seed=st.integers(0, 2**32))
@pytest.mark.parametrize("name", OPEN)
def test_taking_back_and_playing_again_leads_to_the_same_position(name, plies, seed):
    match = play_at_random(ludoteka.Match(name, seed=seed), plies, seed)
    position, seat = match.position, match.seat
    last = match.pop()
    assert match.throw() == last if match.seat == "chance" else match.play(last) is None
    assert (match.position, match.seat) == (position, seat)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_match(name):
    one, other = (play_at_random(ludoteka.Match(name, seed=9), 60) for _ in range(2))
    assert str(one.reveal()) == str(other.reveal())
    assert one.record(reveal=True) == other.record(reveal=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_and_every_view_show_themselves_as_text_and_as_a_picture(name):
    match = play_at_random(ludoteka.Match(name, seed=3), 6)
    for shown in (match, match.view("spectator"), match.reveal(), *map(match.view, match.seats)):
        assert len(str(shown).splitlines()) > 3
        picture = ElementTree.fromstring(shown._repr_svg_())  # noqa: S314 - our own
        assert picture.tag.endswith("svg")


def test_the_picture_and_the_text_mark_the_last_action():
    match = ludoteka.Match("tavlei")
    assert "[" not in str(match)
    match.play("e2-f2")
    assert "[a]" in str(match)
    assert 'class="mark to"' in match.svg()


def test_the_dice_of_a_finished_match_can_be_verified_from_its_record():
    match = play_at_random(ludoteka.Match("scripta", seed=11), 10_000)
    verification = verify(match.record(), match.game)
    assert match.is_over
    assert len(verification.throws) > 10


def test_a_throw_made_elsewhere_leaves_the_seed_out_of_the_record():
    match = ludoteka.Match("scripta", seed=11)
    match.play("r123")
    assert (match.record().seed, match.record().seed_commitment) == ("", "")


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_was_read_from_a_record_claims_no_seed_of_its_own(name):
    """What chance made of it, such as a maze, follows from the seed of somebody else."""
    text = str(ludoteka.Match(name, seed=1).record(reveal=True))
    again = ludoteka.Match.from_record(text)
    for match in (again, again.copy()):
        record = match.record(reveal=True)
        assert (record.seed, record.seed_commitment) == ("", "")


@pytest.mark.parametrize("name", SECRET)
def test_a_match_with_secrets_tells_only_what_a_seat_may_know(name):
    """Two mazes that a player can't tell apart give the same views, options and lists of actions."""
    one, other = (ludoteka.Match(name, seed=seed) for seed in (1, 2))
    for match in (one, other):
        while match.seat == "chance":
            match.throw()
    assert str(one.reveal()) != str(other.reveal())
    assert one.options == other.options
    assert str(one) == str(other)
    assert one.svg() == other.svg()
    assert one.legal_actions == other.legal_actions
    assert str(one.view("spectator")) == str(other.view("spectator"))


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("ask", [lambda m: m.position, lambda m: m.actions, lambda m: m.record()])
def test_secrets_are_refused_until_the_match_is_over(name, ask):
    match = ludoteka.Match(name, seed=1)
    with pytest.raises(ludoteka.Refused) as refused:
        ask(match)
    assert refused.value.code in ("secrets", "not-over")


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: ludoteka.Match("chess"), "no-such-game"),
        (lambda: ludoteka.Match("tavlei", colour="red"), "bad-option"),
        (lambda: ludoteka.Match("tavlei", position="nonsense"), "bad-position"),
        (lambda: ludoteka.Match("tavlei", seed=-1), "bad-seed"),
        (lambda: ludoteka.Match("tavlei").play("zz"), "bad-text"),
        (lambda: ludoteka.Match("tavlei").pop(), "nothing-to-take-back"),
        (lambda: ludoteka.Match("tavlei").throw(), "no-throw"),
        (lambda: ludoteka.Match("tavlei").view("x"), "no-such-seat"),
        (lambda: ludoteka.read_record("nonsense"), "bad-record"),
        (lambda: ludoteka.Computer(level=11).choose(ludoteka.Match("tavlei")), "bad-level"),
        (lambda: ludoteka.Computer().choose(ludoteka.Match("quagmire")), "no-turn"),
        (lambda: ludoteka.analyse(ludoteka.Match("labyrinth")), "no-analysis"),
        (lambda: ludoteka.analyse(ludoteka.Match("tavlei"), seconds=None), "no-limit"),
    ],
)
def test_what_can_not_be_done_is_refused_in_one_sentence(ask, code):
    with pytest.raises(ludoteka.Refused) as refused:
        ask()
    assert refused.value.code == code
    assert str(refused.value.message).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", GAMES)
def test_the_computer_chooses_a_legal_action_and_plays_nothing(name):
    match = play_at_random(ludoteka.Match(name, seed=2), 3)
    while match.seat == "chance":
        match.throw()
    before = str(match.reveal())
    action = ludoteka.Computer(level=1, seed=4).choose(match)
    assert action in match.legal_actions
    assert str(match.reveal()) == before


def test_the_analysis_sees_a_win_and_the_moves_to_it():
    match = ludoteka.Match("tavlei", position="9/9/9/9/9/9/9/a7k/9 d")
    best, *_ = ludoteka.analyse(match, lines=1, seconds=None, depth=2)
    assert best.outcome == 1
    match.play(best.actions[0])


def test_while_a_throw_is_due_the_analysis_has_a_line_for_each_throw():
    match = ludoteka.Match("quagmire", seats="bl")
    lines = ludoteka.analyse(match, seconds=None, depth=1)
    assert sorted(line.actions[0] for line in lines) == sorted(match.legal_actions)

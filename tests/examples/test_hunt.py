"""The hunt: its rules, clause by clause, and what a seat deduces from what it heard."""

from random import Random

import pytest

from ludoteka.core.game import Narration
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.surfaces.texts import Texts

GAME = games()["hunt"]
FUGITIVE, HUNTERS = 0, 1
WAYS = [GAME.rules.WAYS[way : way + 3] for way in range(0, len(GAME.rules.WAYS), 3)]
KINDS = ("walk", "tram", "boat")
ENGLISH = Texts("en")


def played(*actions, **options):
    match = Match(GAME, options)
    for action in actions:
        match.play(action)
    return match


def dawdled(*deeds, **options):
    """A match in which the fugitive performs these actions; one hunter walks between 5 and 9, the other between 24 and 25."""
    actions = []
    for number, deed in enumerate(deeds):
        actions += [deed, *(("walk-9", "walk-25") if number % 2 == 0 else ("walk-5", "walk-24"))]
    return played(*actions, **options)


def played_on(match, seed=0):
    """Play a match to its end, with the computer deciding for both sides."""
    chance = Random(seed)
    while match.seat != NOBODY:
        match.play(match.text_of(GAME.decide(match.seen(), chance.randrange, 1)))
    return match


def refusal(match, text):
    with pytest.raises(Refused) as refused:
        match.check(text)
    return refused.value.code, refused.value.places


def shown(match, seat):
    return {piece.symbol: piece.place for piece in match.scene(seat).pieces}


def possible(match, seat):
    """The places that a seat sees marked, because the fugitive can be there."""
    return {int(mark.place) for mark in match.scene(seat).marks if mark.kind == "possible"}


def said(match, seat):
    return [" ".join(map(ENGLISH.say, sentences)) for sentences in GAME.describe_log(match.log(seat), 0, Narration())]


def neighbours(places, kind):
    """The places that a means of travel reaches from any of these places, found without the code of the rules."""
    ways = [ends for number, *ends in WAYS if KINDS[number] == kind]
    return {end for ends in ways for place in places if place in ends for end in ends if end != place}


@pytest.mark.parametrize(("hunters", "places"), [(2, {"1": "5", "2": "24"}), (3, {"1": "5", "2": "24", "3": "12"})])
def test_clause_1_the_hunters_begin_on_places_that_everybody_knows(hunters, places):
    match = played(hunters=hunters)
    assert shown(match, FUGITIVE) == shown(match, HUNTERS) == shown(match, NOBODY) == places


def test_clause_1_two_places_are_joined_by_one_way_at_most():
    ends = [frozenset(ends) for _, *ends in WAYS]
    assert len(set(ends)) == len(ends), "otherwise a place alone would not determine the means of travel"
    assert set().union(*ends) == set(range(1, GAME.rules.PLACES + 1))


def test_clause_2_the_fugitive_hides_where_no_hunter_is():
    match = played()
    assert match.seat == FUGITIVE
    assert set(match.legal_texts()) == {str(place) for place in range(1, 28) if place not in (5, 24)}
    assert refusal(match, "5") == ("taken", ("5",))
    assert refusal(match, "walk") == ("hide-first", ())


def test_clause_3_the_fugitive_and_the_hunters_move_in_turn_along_the_ways():
    match = played("12")
    assert (match.seat, set(match.legal_texts())) == (HUNTERS, {"walk-4", "walk-9", "boat-14"})
    match.play("boat-14")
    assert (match.seat, set(match.legal_texts())) == (HUNTERS, {"walk-19", "walk-25"})
    match.play("walk-25")
    assert (match.seat, set(match.legal_texts())) == (FUGITIVE, {"walk-7", "walk-8", "walk-16"})


def test_clause_3_the_tram_and_the_boat_take_tickets():
    match = dawdled("19", "boat-10", "boat-1")
    assert refusal(match, "boat-10") == ("no-ticket", ())
    assert set(match.legal_texts()) == {"walk-2", "walk-6"}
    panel = match.scene(HUNTERS).panel
    assert [ENGLISH.say(entry.value) for entry in panel[1:]] == ["4 by tram, 0 by boat", "8 by tram, 4 by boat"]


def test_clause_3_all_hunters_share_their_tickets():
    match = played("12", "boat-14", "walk-19", "walk-7", "boat-23", "boat-10")
    assert ENGLISH.say(match.scene(FUGITIVE).panel[2].value) == "8 by tram, 1 by boat"


@pytest.mark.parametrize(
    ("text", "code", "places"),
    [
        ("walk-1", "no-way", ("12", "1")),
        ("tram-7", "no-way", ("12", "7")),
        ("12", "no-way", ("12", "12")),
        ("12-walk", "no-way", ("12", "12")),
        ("walk-99", "one-way", ()),
        ("walk-7-8", "one-way", ()),
        ("pass", "one-way", ()),
    ],
)
def test_clause_3_a_move_without_a_way_is_refused(text, code, places):
    match = dawdled("12")
    with pytest.raises(Refused) as refused:
        match.find(tuple(text.split("-")))
    assert (refused.value.code, refused.value.places) == (code, places)


def test_clause_4_nobody_moves_to_a_place_where_a_hunter_is():
    match = played("12", "walk-9", "walk-25", "walk-8", "walk-13", "walk-21")
    assert refusal(match, "walk-13") == ("taken", ("13",))
    assert set(match.legal_texts()) == {"walk-3", "walk-4", "walk-7", "walk-12"}


def test_clause_5_a_player_without_a_way_stays():
    match = played("16", "boat-14", hunters=3)
    match.state.hunters = [19, 24, 25]
    assert match.legal_texts() == ["pass"]
    match.play("pass")
    assert said(match, NOBODY)[-1] == "A hunter goes nowhere, having no way to go."
    assert shown(match, HUNTERS)["2"] == "24"


def test_clause_5_a_fugitive_without_a_way_stays_and_the_hunters_hear_it():
    match = played("1", "boat-14", "walk-25")
    match.state.place, match.state.hunters = 24, [19, 25, 0]
    assert match.legal_texts() == ["pass"]
    assert match.text_of(GAME.decide(match.seen(), Random(0).randrange, 1)) == "pass"
    match.play("pass")
    assert match.log(HUNTERS)[-1].text == "pass"
    assert shown(match, FUGITIVE)["F"] == "24"


def test_clause_6_a_hunter_who_reaches_the_fugitives_place_catches_them():
    match = played("4", "walk-4")
    assert match.returns() == {"f": -1, "h": 1}
    assert match.log(HUNTERS)[-1].answers == ("caught:4",)
    assert said(match, HUNTERS)[-1] == "A hunter goes on foot to 4. The fugitive is caught on 4."


def test_clause_7_the_fugitive_wins_by_lasting_all_rounds():
    match = dawdled("12", "walk-7", "walk-12", "walk-7", "walk-12", rounds=6)
    assert match.returns() is None
    match.play("walk-7")
    for action in ("walk-5", "walk-24"):
        assert match.returns() is None
        match.play(action)
    assert match.returns() == {"f": 1, "h": -1}
    assert match.log(HUNTERS)[-1].answers == ("escaped:7",)


def test_clause_8_hunters_and_spectators_hear_how_the_fugitive_goes_but_not_where():
    match = dawdled("10", "tram-16")
    assert [told.text for told in match.log(FUGITIVE)][::3] == ["10", "tram-16"]
    for seat in (HUNTERS, NOBODY):
        assert [told.text for told in match.log(seat)] == ["hides", "walk-9", "walk-25", "tram", "walk-5", "walk-24"]
        assert "F" not in shown(match, seat)
    assert said(match, HUNTERS)[::3] == ["The fugitive goes into hiding.", "The fugitive goes by tram."]
    assert said(match, FUGITIVE)[3] == "The fugitive goes by tram to 16."


@pytest.mark.parametrize(("rounds", "seen"), [(6, [3]), (9, [3, 6]), (12, [3, 6, 9])])
def test_clause_8_at_the_end_of_every_third_round_everybody_hears_where_the_fugitive_is(rounds, seen):
    match = dawdled("12", *("walk-7", "walk-12") * ((rounds - 1) // 2), *["walk-7"] * (1 - rounds % 2), rounds=rounds)
    told = {number // 3 + 1: entry.answers for number, entry in enumerate(match.log(HUNTERS)) if entry.answers}
    assert told == {one: ("seen:12" if one % 2 else "seen:7",) for one in seen} | {
        rounds: match.log(NOBODY)[-1].answers
    }


def test_at_first_the_fugitive_can_be_on_any_place_without_a_hunter():
    match = played("12")
    assert possible(match, HUNTERS) == set(range(1, 28)) - {5, 24}


def test_a_tram_ride_narrows_the_possible_places_and_an_announcement_leaves_one():
    match = played("10", "walk-9", "walk-25", "tram-16")
    assert possible(match, HUNTERS) == {2, 4, 10, 11, 13, 16, 20, 22}, (
        "the fugitive cannot have come from 9 to 3, because a hunter is on 9"
    )
    match = dawdled("10", "tram-16", "walk-21")
    assert possible(match, HUNTERS) == {21}
    match.play("walk-17")
    assert possible(match, HUNTERS) == {16, 17, 26}


@pytest.mark.parametrize("seed", range(12))
def test_every_place_where_the_fugitive_can_be_is_marked_for_every_seat(seed):
    """Compare the marks with an independent deduction from the log, in matches that the computer plays."""
    chance, match = Random(seed), Match(GAME, {"hunters": 2 + seed % 2})
    can_be, truth = set(range(1, 28)), 0
    while match.seat != NOBODY:
        mover, text = match.seat, match.text_of(GAME.decide(match.seen(), chance.randrange, 1))
        match.play(text)
        kind, _, place = text.rpartition("-")
        if mover == FUGITIVE:
            can_be, truth = (neighbours(can_be, kind) if kind else can_be), int(place) if place != "pass" else truth
        can_be -= {int(place) for place in shown(match, NOBODY).values()}
        for told in match.log(NOBODY)[-1].answers:
            can_be = {int(told.partition(":")[2])}
        if match.seat != NOBODY:
            assert possible(match, HUNTERS) == possible(match, FUGITIVE) == possible(match, NOBODY) == can_be >= {truth}


def test_when_the_match_is_over_everybody_sees_where_the_fugitive_is():
    for seed in range(4):
        match = played_on(Match(GAME), seed)
        assert shown(match, HUNTERS) == shown(match, NOBODY) == shown(match, FUGITIVE)
        assert "F" in shown(match, HUNTERS)
        assert possible(match, HUNTERS) == set()


def test_a_place_can_be_picked_without_picking_a_means_of_travel_first():
    match = played("12")
    scene = match.scene()
    ways = {("4",): "walk-4", ("9",): "walk-9", ("14",): "boat-14"}
    assert scene.paths == ways | {tuple(text.split("-")): text for text in ways.values()}
    assert [choice.name for choice in scene.choices] == ["walk", "boat"]
    assert [ENGLISH.say(scene.prompts[picks]) for picks in ((), ("walk",))] == ["Where to? Or first, how?", "Where to?"]


def test_the_hunter_to_move_is_marked():
    assert [mark.place for mark in played("12").scene(NOBODY).marks if mark.kind == "mover"] == ["5"]
    assert [mark.place for mark in played("12", "walk-4").scene(NOBODY).marks if mark.kind == "mover"] == ["24"]


def test_the_computer_decides_only_by_what_its_seat_has_heard():
    """Two matches with the same log for the hunters get the same decisions, wherever the fugitive is."""
    one, other = dawdled("12", "walk-7"), dawdled("10", "walk-15")
    for match in (one, other):
        match.play("walk-2" if match is one else "walk-19")
    assert one.log(HUNTERS) == other.log(HUNTERS)
    assert one.text_of(GAME.decide(one.seen(), Random(1).randrange, 1)) == other.text_of(
        GAME.decide(other.seen(), Random(1).randrange, 1)
    )


def test_hunters_played_by_the_computer_catch_the_fugitive_more_often_than_hunters_who_move_at_random():
    def caught(decide):
        wins = 0
        for seed in range(10):
            chance, match = Random(seed), Match(GAME)
            while match.seat != NOBODY:
                by_ear = match.seat == FUGITIVE or decide
                match.play(
                    match.text_of(
                        GAME.decide(match.seen(), chance.randrange, 1) if by_ear else chance.choice(match.legal())
                    )
                )
            wins += match.returns()["h"] == 1
        return wins

    assert caught(decide=True) > caught(decide=False)


def test_a_match_cannot_begin_from_a_given_position():
    with pytest.raises(Refused) as refused:
        Match(GAME, {}, played("12").position_text)
    assert refused.value.code == "bad-position"

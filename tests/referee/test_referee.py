"""The referee: accepted and refused commands."""

import pytest
from houses.shown import NOW, can_take_back

from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.referee.commands import Act, Back, Resign
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.referee import Referee

ANNA, BORIS = "anna", "boris"


def referee(attackers=ANNA, defenders=ANNA, events=(), **options):
    """Return a match of Tavlei; a number is the level of a computer, a name a person."""
    seats = {letter: occupant(who) for letter, who in (("a", attackers), ("d", defenders))}
    game = games()["tavlei"]
    return Referee(game, Setup("m1", "tavlei", 1, game.check_options(options), b"seed", seats, 0.0), events)


def occupant(who):
    return Occupant("computer", who) if isinstance(who, int) else Occupant("person", 0, who)


def do(match, holder, command):
    event = match.decide(holder, command, NOW)
    match.accept(event)
    return event


def act(match, holder, text):
    return do(match, holder, Act(f"c{match.number}", match.number, text))


def refused(match, holder, command):
    with pytest.raises(Refused) as caught:
        match.decide(holder, command, NOW)
    return caught.value.code


def test_an_accepted_action_is_numbered_and_names_its_seat():
    match = referee()

    event = act(match, ANNA, "d9-b9")

    assert (event.number, event.kind, event.seat, event.text) == (1, "act", "a", "d9-b9")
    assert match.number == 1
    assert match.match.seat == 1


def test_an_action_can_be_given_as_a_path_or_a_text():
    match = referee()

    assert act(match, ANNA, ("d9", "b9")).text == "d9-b9"


def test_deciding_changes_nothing():
    match = referee()

    match.decide(ANNA, Act("c", 0, "d9-b9"), NOW)

    assert match.number == 0
    assert match.match.position_text == referee().match.position_text


def test_a_command_with_a_stale_number_is_refused():
    match = referee()
    act(match, ANNA, "d9-b9")

    assert refused(match, ANNA, Act("c", 0, "e7-c7")) == "stale"


def test_an_action_out_of_turn_is_refused():
    match = referee(ANNA, BORIS)

    assert refused(match, BORIS, Act("c", 0, "e7-c7")) == "not-your-turn"


def test_a_spectator_cannot_send_commands():
    match = referee(ANNA, BORIS)

    for command in (Act("c", 0, "d9-b9"), Back("c", 0), Resign("c", 0)):
        assert refused(match, "carla", command) == "not-your-seat"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (("e9", "e6"), "path-blocked"),
        (("a1",), "no-such-piece"),
        (("e5",), "not-your-piece"),
        (("d9", "a9"), "only-king-stands-there"),
        (("e9",), "no-move"),
        (("nowhere",), "bad-text"),
        (("d9", "e8", "f7"), "bad-text"),
    ],
)
def test_an_illegal_path_is_refused_with_the_games_reason(path, code):
    assert refused(referee(), ANNA, Act("c", 0, path)) == code


def test_a_repeated_command_is_recognised_by_its_id():
    match = referee()
    do(match, ANNA, Act("once", 0, "d9-b9"))

    assert match.event_number_of(ANNA, "once") == 1
    assert match.event_number_of(ANNA, "twice") is None
    assert match.event_number_of(BORIS, "once") is None, "an id belongs to its sender"


def test_people_who_use_the_same_id_are_told_of_their_own_command():
    match = referee(defenders=BORIS)
    for number, (who, action) in enumerate([(ANNA, "d9-b9"), (BORIS, "e7-c7"), (ANNA, "b9-d9")]):
        do(match, who, Act("same" if number < 2 else "other", number, action))

    assert match.event_number_of(ANNA, "same") == 1
    assert match.event_number_of(BORIS, "same") == 2
    assert match.event_number_of("somebody else", "same") is None


def test_a_single_player_takes_back_their_last_action():
    match = referee()
    act(match, ANNA, "d9-b9")
    act(match, ANNA, "e7-c7")

    event = do(match, ANNA, Back("b", 2))

    assert (event.kind, event.text) == ("back", "1")
    assert match.match.actions == ["d9-b9"]
    assert match.number == 3


def test_a_take_back_against_a_computer_includes_the_last_action_of_the_computer():
    match = referee(ANNA, 3)
    act(match, ANNA, "d9-b9")
    match.accept(match.decide_for_computer(match.match.check("e7-c7"), 0.0))

    do(match, ANNA, Back("b", 2))

    assert match.match.actions == []


def test_nothing_can_be_taken_back_before_the_first_action():
    match = referee(3, ANNA)
    match.accept(match.decide_for_computer(match.match.check("d9-b9"), 0.0))

    assert refused(match, ANNA, Back("b", 1)) == "nothing-to-take-back"
    assert not can_take_back(match, ANNA)


def test_a_take_back_against_a_person_needs_consent():
    match = referee(ANNA, BORIS)
    act(match, ANNA, "d9-b9")

    assert refused(match, ANNA, Back("b", 1)) == "nothing-to-take-back"


def test_resigning_loses_the_match():
    match = referee(ANNA, BORIS)

    do(match, BORIS, Resign("r", 0))

    assert match.result == {"a": 1, "d": -1}
    assert refused(match, ANNA, Act("c", 1, "d9-b9")) == "game-over"
    assert refused(match, ANNA, Resign("c", 1)) == "game-over"
    assert match.computer_turn() is None


def test_on_a_shared_screen_the_seat_to_act_resigns_unless_another_seat_is_named():
    match = referee()
    act(match, ANNA, "d9-b9")

    assert match.decide(ANNA, Resign("r", 1), NOW).seat == "d"
    assert match.decide(ANNA, Resign("r", 1, "a"), NOW).seat == "a"


def test_a_player_can_resign_although_the_opponent_has_just_acted():
    match = referee(ANNA, BORIS)
    act(match, ANNA, "d9-b9")

    assert match.decide(BORIS, Resign("r", 0), NOW).seat == "d"


def test_on_a_shared_screen_a_resignation_that_names_its_seat_is_never_stale():
    match = referee()
    act(match, ANNA, "d9-b9")

    assert match.decide(ANNA, Resign("r", 0, "a"), NOW).seat == "a"
    assert refused(match, ANNA, Resign("r", 0)) == "stale"


def test_resigning_for_another_person_is_refused():
    assert refused(referee(ANNA, BORIS), ANNA, Resign("r", 0, "d")) == "not-your-seat"


def test_the_log_rebuilds_the_match():
    match = referee()
    for text in ("d9-b9", "e7-c7", "b9-b7"):
        act(match, ANNA, text)
    do(match, ANNA, Back("b", 3))
    do(match, ANNA, Resign("r", 4))

    again = referee(events=match.events)

    assert again.match.position_text == match.match.position_text
    assert again.result == match.result == {"a": -1, "d": 1}
    assert again.events == match.events
    assert again.event_number_of(ANNA, "b") == 4


def test_the_third_occurrence_of_a_position_is_a_draw():
    match = referee()
    for _ in range(2):
        for text in ("d9-c9", "e7-d7", "c9-d9", "d7-e7"):
            act(match, ANNA, text)

    assert match.result == {"a": 0, "d": 0}
    assert refused(match, ANNA, Act("c", 8, "d9-c9")) == "game-over"


def test_a_take_back_also_reverts_a_repetition():
    match = referee()
    for text in ("d9-c9", "e7-d7", "c9-d9", "d7-e7"):
        act(match, ANNA, text)

    do(match, ANNA, Back("b", 4))

    act(match, ANNA, "d7-e7")
    assert match.result is None, "this is the second occurrence of the position, not the third"
    for text in ("d9-c9", "e7-d7", "c9-d9", "d7-e7"):
        act(match, ANNA, text)
    assert match.result == {"a": 0, "d": 0}


def test_an_allowed_repetition_does_not_end_the_match():
    match = referee(repetition="off")
    for _ in range(3):
        for text in ("d9-c9", "e7-d7", "c9-d9", "d7-e7"):
            act(match, ANNA, text)

    assert match.result is None


def test_a_computer_receives_its_observation_and_legal_actions():
    match = referee(3, ANNA)

    turn = match.computer_turn()

    assert turn is not None
    assert (turn.game, turn.level, len(turn.legal)) == ("tavlei", 3, 72)
    assert turn.observation == match.match.state.values()
    assert match.computer_turn() == turn, "the answer is the same every time"

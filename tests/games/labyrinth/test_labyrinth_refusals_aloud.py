"""What only the moderator could have known is refused aloud, once a turn; everything else is refused in private."""

import pytest
from boards.labyrinth import GAME, house
from houses.shown import NOW, Onlooker, Seen

from ludoteka.core.game import Narration
from ludoteka.core.message import Refused, RefusedAloud
from ludoteka.games.labyrinth.rules import AFTER
from ludoteka.referee.commands import Act
from ludoteka.referee.events import Occupant
from ludoteka.referee.match_creation import create_setup
from ludoteka.referee.record_conversion import build_record
from ludoteka.referee.referee import Referee


def begin(starts="P A1, Q B3", **parts):
    """A match between Anna (P) and Boris (Q) in the house of the rules page, after Q's first turn and P's."""
    options = GAME.check_options({"players": ["P", "Q"], "scenario": house(starts, **parts)})
    seats = {"P": Occupant("person", 0, "anna"), "Q": Occupant("person", 0, "boris")}
    match = Referee(GAME, create_setup(GAME, options, seats, "m", host="anna"))
    act(match, "anna", "stay")
    return match


def act(match, holder, text):
    """Play an action as the rooms do: a refusal aloud is an event of its own."""
    try:
        match.accept(match.decide(holder, Act(f"c{match.number}", match.number, text), NOW))
    except RefusedAloud as refused:
        match.accept(match.decide_refusal(refused, 0.0))
        raise


def refused(match, holder, text):
    """Try an action; return the code of the refusal, and whether everybody heard it."""
    number = match.number
    with pytest.raises(Refused) as caught:
        act(match, holder, text)
    return caught.value.code, match.number > number


def offered(match):
    """The texts of the actions that the screen of the player to move offers."""
    return {match.match.text_of(action) for action in match.match.offers()}


def said(match):
    """What everybody has heard so far, in English."""
    return " ".join(
        str(sentence) for sentences in GAME.describe_log(match.match.log(0), 0, Narration()) for sentence in sentences
    )


def test_everybody_hears_that_what_a_player_reaches_for_is_not_there():
    match = begin()
    assert refused(match, "boris", "take:key") == ("not-here", True)
    assert said(match).endswith("Q wants to pick up: key. There is none here.")


def test_a_second_such_refusal_in_a_turn_is_private_and_the_next_turn_may_have_one_again():
    match = begin()
    assert refused(match, "boris", "take:key") == ("not-here", True)
    assert refused(match, "boris", "take:idol") == ("not-here", False)
    act(match, "boris", "stay")
    act(match, "anna", "stay")
    assert refused(match, "boris", "take:idol") == ("not-here", True)


@pytest.mark.parametrize(
    "text", ["shoot:east", "up", "end", "drop:vest", "buy:vest", "withdraw:1", "nonsense", "use:lantern"]
)
def test_what_the_player_could_have_known_is_refused_in_private(text):
    match = begin()
    assert refused(match, "boris", text)[1] is False


def test_that_a_vest_has_stopped_a_bullet_is_said_aloud_to_whoever_wants_to_put_it_down():
    match = begin("P A3, Q A2", items="B3 cartridge, B2 vest, a1 key")
    for holder, text in (("boris", "south"), ("anna", "south"), ("boris", "stay"), ("anna", "shoot:west")):
        act(match, holder, text)
        if match.match.state.stage == AFTER:
            act(match, holder, "end")
    assert said(match).endswith("P shoots west. A hit, but a vest stops the bullet.")
    act(match, "anna", "stay")
    assert "drop:vest" in offered(match)
    assert refused(match, "boris", "drop:vest") == ("not-carried", True)
    assert said(match).endswith("Q wants to put down: vest. There is none left to put down.")
    assert "drop:vest" not in offered(match)


def turn(match, holder, *texts):
    """Play a turn to its end."""
    for text in texts:
        act(match, holder, text)
    if match.match.state.stage == AFTER and match.match.letter(match.match.seat) == {"anna": "P", "boris": "Q"}[holder]:
        act(match, holder, "end")


def takes(match):
    return {text for text in offered(match) if text.startswith("take:")}


def test_what_was_refused_aloud_is_not_offered_again():
    """Boris puts a vest down; Anna, whom nobody knows to be there, takes it, and he reaches for it."""
    match = begin("P A2, Q A2", items="A2 vest, a1 key")
    act(match, "anna", "end")
    turn(match, "boris", "take:vest", "stay", "drop:vest")
    turn(match, "anna", "take:vest", "stay")
    assert takes(match) == {"take:vest"}
    assert refused(match, "boris", "take:vest") == ("not-here", True)
    assert takes(match) == set()


def test_only_what_was_heard_to_lie_on_the_cell_is_offered_but_everything_can_be_tried():
    match = begin("P A1, Q A2", items="A2 key, A2 vest")
    assert takes(match) == set(), "nobody has said that a vest lies there"
    act(match, "boris", "take:vest")
    act(match, "boris", "drop:vest")
    assert takes(match) == {"take:vest"}
    assert refused(match, "boris", "take:lantern") == ("not-here", True)
    turn(match, "boris", "east")
    turn(match, "anna", "stay")
    assert takes(match) == set(), "it lies elsewhere"


def test_what_somebody_who_may_be_there_puts_down_is_offered():
    match = begin("P A2, Q A3", items="A3 vest, a1 key")
    turn(match, "boris", "stay")
    act(match, "anna", "east")
    assert match.match.log_entries[-1].answers == ("passed", "met", "found:vest")
    turn(match, "anna", "drop:vest")
    assert takes(match) == {"take:vest"}
    turn(match, "boris", "west")
    turn(match, "anna", "take:vest", "stay", "drop:vest")
    assert takes(match) == set(), "Anna is not here"


def test_it_is_in_the_log_that_all_see_and_remains_there():
    match = begin()
    views = Seen(match)
    people = [Onlooker(views, holder) for holder in ("anna", "boris", "somebody")]
    refused(match, "boris", "take:key")
    for person in people:
        assert "moves" in person.look()
        assert "There is none here." in str(person.view["moves"]["list"][-1])
        assert len(person.view["moves"]["list"]) == 1
    again = Referee(GAME, match.setup, match.events)
    assert Seen(again).view("somebody")["moves"] == people[2].view["moves"]


def test_the_player_who_was_refused_may_go_on_without_looking_again():
    match = begin()
    number = match.number
    refused(match, "boris", "take:key")
    match.accept(match.decide("boris", Act("c", number, "west"), NOW))


def test_a_refusal_is_no_action_and_stands_in_no_record():
    match = begin()
    before = match.match.position_text, match.match.legal_texts()
    refused(match, "boris", "take:key")
    assert (match.match.position_text, match.match.legal_texts()) == before
    act(match, "boris", "leave")
    act(match, "anna", "leave")
    assert [ply.text for ply in build_record(match).plies] == ["stay", "leave", "leave"]


def test_a_second_unique_thing_in_a_shop_is_refused_in_private_because_everybody_knows_what_the_player_carries():
    shop = ({"kind": "shop", "at": "B2", "goods": {"key": 1}},)
    match = begin("P A1, Q B3", objects=shop, items="A2 idol, a1 key")
    for text in ("west", "north"):  # past the shop, to the idol
        act(match, "boris", text)
        if match.match.state.stage == AFTER:
            act(match, "boris", "end")
        act(match, "anna", "stay")
    act(match, "boris", "south")
    assert "buy:key" in offered(match)
    assert refused(match, "boris", "buy:key") == ("second-unique", False)


def test_a_person_who_has_seen_nothing_yet_receives_the_first_entry_and_the_refusal_told_with_it_at_once():
    options = GAME.check_options({"players": ["P", "Q"], "scenario": house("P A1, Q B3")})
    seats = {"P": Occupant("person", 0, "anna"), "Q": Occupant("person", 0, "boris")}
    match = Referee(GAME, create_setup(GAME, options, seats, "m", host="anna"))
    onlooker = Onlooker(Seen(match), "somebody")
    act(match, "anna", "stay")
    refused(match, "boris", "take:key")
    assert onlooker.look()["moves"]["from"] == 0
    assert len(onlooker.view["moves"]["list"]) == 1

"""Views: what each person sees."""

import json

import pytest
from houses.shown import NOW, Onlooker, Seen, can_take_back, decoded
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteka.core.match import Match
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.referee.commands import Act, Back, Resign
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.snapshots import Views
from ludoteka.server.protocol.messages import encode

ANNA, BORIS, CARLA = "anna", "boris", "carla"


def seated(game="tavlei", **people):
    one = games()[game]
    seats = {letter: Occupant("person", 0, who) for letter, who in people.items()}
    return Referee(one, Setup("m1", game, 1, one.check_options({}), b"seed", seats, 0.0))


def play(referee, holder, *texts):
    for text in texts:
        referee.accept(referee.decide(holder, Act(f"c{referee.number}", referee.number, text), NOW))


def marks(view):
    return {(mark["kind"], mark["place"]) for mark in view["scene"]["marks"]}


def test_only_the_player_to_move_receives_paths():
    views = Seen(seated(a=ANNA, d=BORIS))

    assert "d9-b9" in views.view(ANNA)["scene"]["paths"]
    assert views.view(BORIS)["scene"]["paths"] == []
    assert views.view(CARLA)["scene"]["paths"] == []


def test_a_view_marks_the_viewers_own_seats():
    views = Seen(seated(a=ANNA, d=BORIS))

    assert [seat["yours"] for seat in views.view(BORIS)["seats"]] == [False, True]
    assert views.view(CARLA)["seat"] is None


def test_a_view_contains_no_holder():
    views = Seen(seated(a=ANNA, d=BORIS))

    assert ANNA not in encode(views.view(BORIS)).decode()


def test_the_last_move_is_marked():
    referee = seated(a=ANNA, d=ANNA)
    play(referee, ANNA, "d9-b9")

    assert marks(Seen(referee).view(ANNA)) == {("from", "d9"), ("to", "b9")}


def test_a_capture_is_marked_and_the_other_pieces_keep_their_ids():
    referee = seated(a=ANNA, d=ANNA)
    views = Seen(referee)
    before = {piece["place"]: piece["id"] for piece in views.view(ANNA)["scene"]["pieces"]}
    play(referee, ANNA, "f9-f6", "e7-b7", "d9-d6")  # the attackers close on e6 from f6 and d6

    view = views.view(ANNA)
    after = {piece["place"]: piece["id"] for piece in view["scene"]["pieces"]}

    assert ("captured", "e6") in marks(view)
    assert after["a4"] == before["a4"]
    assert after["d6"] == before["d9"]


def test_after_a_take_back_the_previous_move_is_marked():
    referee = seated(a=ANNA, d=ANNA)
    views = Seen(referee)
    play(referee, ANNA, "d9-b9", "e7-c7")
    views.view(ANNA)
    referee.accept(referee.decide(ANNA, Back("b", 2), NOW))

    assert marks(views.view(ANNA)) == {("from", "d9"), ("to", "b9")}


def test_a_change_contains_only_the_parts_of_a_view_that_differ():
    referee = seated(a=ANNA, d=ANNA)
    onlooker = Onlooker(Views(referee), ANNA)
    play(referee, ANNA, "d9-b9")

    change = onlooker.look()

    assert change["moves"] == {"from": 0, "list": [["a", "d9-b9"]]}
    assert [piece["place"] for piece in change["scene"]["pieces"]["set"]] == ["b9"]
    assert set(change) == {"to_act", "seat", "scene", "moves", "can"}
    assert not {"places", "panel", "dice"} & set(change["scene"])


def test_what_a_player_hears_of_a_wall_changes_the_lines_of_the_map_and_not_its_places():
    referee = seated("labyrinth", P=ANNA, Q=BORIS, R=CARLA)
    while event := referee.decide_automatically(0.0):
        referee.accept(event)
    onlooker = Onlooker(Views(referee), BORIS)
    ways = [way for way in ("north", "south", "west", "east", "stay") if hits_wall(referee, way)]
    play(referee, ANNA, ways[0])

    scene = onlooker.look()["scene"]
    assert "wall" in {line["kind"] for line in scene["lines"]}
    assert not {"places", "bounds", "ornaments", "legend"} & set(scene)


def hits_wall(referee, way):
    """Tell whether the player to move would walk into a wall."""
    tried = Match(referee.game, referee.match.options)
    for text in (*referee.match.actions, way):
        tried.play(text)
    return "wall" in tried.log()[-1].answers


def test_a_change_brings_paths_to_the_player_to_move_takes_them_from_the_last_and_shows_them_to_nobody_else():
    referee = seated(a=ANNA, d=BORIS)
    views = Views(referee)
    onlookers = [Onlooker(views, holder) for holder in (ANNA, BORIS, CARLA)]
    play(referee, ANNA, "d9-b9")

    last, next_one, spectator = [onlooker.look()["scene"] for onlooker in onlookers]
    assert (last["paths"], last["prompts"]) == ([], [])
    assert "e7-c7" in next_one["paths"]
    assert not {"paths", "prompts", "previews"} & spectator.keys()


def test_a_view_names_choices_columns_and_rows_and_says_where_pieces_stand_that_share_a_place():
    cups = Seen(seated("cups", h=ANNA, s=BORIS)).view(ANNA)["scene"]
    assert cups["choices"] == [{"name": "hide", "label": "Hide the coin here"}]

    rim = Seen(seated(a=ANNA, d=BORIS)).view(ANNA)["scene"]
    assert ["".join(sorted(name for _, name in rim[side])) for side in ("columns", "rows")] == [
        "abcdefghi",
        "123456789",
    ]

    men = Seen(seated("scripta", y=ANNA, g=BORIS)).view(ANNA)["scene"]["pieces"]
    assert {tuple(man["stand"]) for man in men} == {(0, -0.14, 0.86), (0, 0, 0.86), (0, 0.14, 0.86)}


def test_a_prompt_that_several_picks_have_is_sent_once_with_all_of_them():
    prompts = Seen(seated("moksha", w=ANNA, b=BORIS)).view(ANNA)["scene"]["prompts"]

    assert prompts[0] == ["Pick the cube that acts", [[]]]
    stop = [paths for text, paths in prompts if text == "Stop here, turn the cube, or pick a cube that gets a level"]
    assert len(stop) == 1
    assert len(stop[0]) > 1
    assert {len(path) for path in stop[0]} == {2}


def test_a_change_without_an_event_is_empty():
    assert Onlooker(Views(seated(a=ANNA, d=BORIS)), CARLA).look() == {}


@given(st.lists(st.integers(0, 10**6), max_size=40), st.sampled_from(["tavlei", "cups", "quagmire", "labyrinth"]))
@settings(max_examples=25, deadline=None)
def test_applying_all_changes_gives_the_current_view(choices, name):
    """This holds for clients that receive every change or only some, with take backs and with curtains."""
    game = games()[name]
    letters = [seat.letter for seat in game.seats(game.check_options({}))]
    referee = seated(name, **dict.fromkeys(letters, ANNA))
    views = Views(referee)
    eager, lazy = Onlooker(views, ANNA), Onlooker(views, ANNA)
    for choice in choices:
        if not step(referee, choice):
            break
        eager.look()
        if eager.view["curtain"] and choice % 2 == 0:
            eager.lift()
        if choice % 3 == 0:
            lazy.look()
    lazy.look()

    for one in (eager, lazy):
        fresh = views.take_snapshot(ANNA, NOW, lifted=one.lifted)
        assert by_id(one.view) == by_id(decoded(views.build_view(fresh)))


def step(referee, choice):
    """Perform some legal step; tell whether there was one."""
    if choice % 7 == 0 and can_take_back(referee, ANNA):
        referee.accept(referee.decide(ANNA, Back("", referee.number), NOW))
    elif referee.seat == NOBODY:
        return False
    elif event := referee.decide_automatically(0.0):
        referee.accept(event)
    else:
        offers = [offer for offer in referee.match.offers() if referee.match.accepts(offer)]
        text = referee.game.texts.action_text(referee.match.seen(), offers[choice % len(offers)])
        play(referee, ANNA, text)
    return True


def by_id(view):
    """Return a view with its pieces by id, as their order has no meaning."""
    scene = view["scene"] | {"pieces": sorted(view["scene"]["pieces"], key=lambda piece: piece["id"])}
    return view | {"scene": scene}


def test_the_status_describes_the_end():
    referee = seated(a=ANNA, d=BORIS)
    referee.accept(referee.decide(ANNA, Resign("r", 0), NOW))

    view = Seen(referee).view(BORIS)

    assert view["scene"]["status"] == [
        "{seat} resigned. Winner: {winner}",
        {"seat": "Attackers", "winner": "Defenders"},
    ]
    assert view["result"] == {"a": -1, "d": 1}
    assert {name for name, may in view["can"].items() if may} == {"chat", "rematch"}


@given(st.lists(st.integers(0, 10**6), max_size=60))
@settings(max_examples=30, deadline=None)
def test_piece_ids_are_unique_and_stable(choices):
    referee = seated(a=ANNA, d=ANNA)
    views = Seen(referee)
    known = {}
    for choice in choices:
        legal = referee.match.legal_texts()
        if not legal:
            break
        play(referee, ANNA, legal[choice % len(legal)])
        pieces = views.view(ANNA)["scene"]["pieces"]
        ids = {piece["id"]: piece["place"] for piece in pieces}
        assert len(ids) == len(pieces)
        moved = [one for one, place in known.items() if ids.get(one, place) != place]
        assert len(moved) <= 1
        known = ids


def test_a_view_is_plain_json():
    assert json.loads(encode(Seen(seated(a=ANNA, d=BORIS)).view(ANNA)))["game"] == "tavlei"


@pytest.mark.parametrize("holder", [BORIS, CARLA])
def test_a_secret_of_one_seat_is_in_no_view_of_another_person(holder):
    """Matches that differ only in the secret look the same to everybody else until it is revealed."""
    shown = set()
    for place in ("hide:1", "hide:2", "hide:3", "hide:4"):
        referee = seated("cups", h=ANNA, s=BORIS)
        views = Seen(referee, run="known")
        views.view(holder)
        play(referee, ANNA, place)
        referee.accept(referee.decide_throw(0.0))
        shown.add(encode(views.view(holder)))

    assert len(shown) == 1


def test_a_hidden_move_is_revealed_at_the_end():
    """Until the end, everybody else receives the list of moves without the hidden move."""
    referee = seated("cups", h=ANNA, s=BORIS)
    views = Seen(referee)
    play(referee, ANNA, "hide:2")
    assert views.view(BORIS)["moves"]["list"][0] == ["h", None]
    assert views.view(ANNA)["moves"]["list"][0] == ["h", "hide:2"]
    while referee.result is None:
        if referee.computer_turn() or referee.match.letter(referee.seat) == "chance":
            referee.accept(referee.decide_throw(0.0))
        else:
            play(referee, BORIS, referee.match.legal_texts()[0])

    assert views.view(BORIS)["moves"]["list"][0] == ["h", "hide:2"]


def test_on_a_shared_screen_the_seekers_view_does_not_contain_the_hidden_move():
    referee = seated("cups", h=ANNA, s=ANNA)
    onlooker = Onlooker(Views(referee), ANNA)
    onlooker.lift()
    play(referee, ANNA, "hide:2")
    onlooker.look()
    referee.accept(referee.decide_throw(0.0))

    told = [onlooker.look(), onlooker.lift()]

    assert onlooker.view["seat"] == "s"
    assert "hide:2" not in encode(told).decode()
    assert marks(onlooker.view) == set()


def test_a_game_with_secrets_has_no_take_backs():
    """Every answer to an action reveals something, and nobody can be made to forget it."""
    referee = seated("cups", h=ANNA, s=ANNA)
    play(referee, ANNA, "hide:2")
    referee.accept(referee.decide_throw(0.0))
    play(referee, ANNA, referee.match.legal_texts()[0])

    assert not can_take_back(referee, ANNA)

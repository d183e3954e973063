"""The scene of a finished match: the whole maze, and the routes of all players."""

from boards.labyrinth import GAME, Play
from houses.shown import NOW, Seen

from ludoteka.games import folders
from ludoteka.referee.commands import Act
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.referee import Referee
from ludoteka.surfaces.texts import texts_in

ITEMS = "B3 key, a1 false-key 2"


def finished():
    play = Play("P B2, Q B1", items=ITEMS)
    play("east", "end", "north", "east")
    return play


def shown(scene):
    """A short description of a scene."""
    kinds = {place.name: place.kind for place in scene.places}
    return kinds, {(piece.kind, piece.place) for piece in scene.pieces}


def test_every_cell_is_shown_with_its_kind():
    kinds, pieces = shown(finished().match.reveal())
    assert kinds == {
        "0,0,0": "plain",
        "1,0,0": "ladder",
        "2,0,0": "plain",
        "0,1,0": "shop",
        "1,1,0": "bank",
        "2,1,0": "plain",
        "0,0,1": "plain",
        "1,0,1": "ladder",
    }
    assert pieces == {("key", "0,0,1"), ("player", "0,0,0")}, "a false key looks like a key"


def test_false_keys_are_named_in_the_open_maze():
    labels = [texts_in("en").say(piece.label) for piece in finished().match.reveal().pieces]
    assert "2 false keys" in labels


def test_the_route_of_each_player_is_drawn_as_a_line():
    scene = finished().match.reveal()
    ways = {line.kind: len(line.points) for line in scene.lines if line.kind.startswith("way")}
    assert ways == {"way0": 2, "way1": 2}


def test_walls_exits_hatches_and_one_way_walls_are_shown():
    kinds = {line.kind for line in finished().match.reveal().lines}
    assert kinds == {"wall", "exit", "hatch", "arrow", "way0", "way1"}


def test_the_position_after_any_number_of_actions_is_shown():
    play = finished()
    places = [
        {piece.label.values["name"]: piece.place for piece in play.match.reveal(length).pieces if piece.seat >= 0}
        for length in range(5)
    ]
    assert places[0] == {"P": "1,1,0", "Q": "0,1,0"}
    assert places[1] == places[2] == {"P": "2,1,0", "Q": "0,1,0"}
    assert places[3] == {"P": "2,1,0", "Q": "0,0,0"}
    assert places[4] == {"Q": "0,0,0"}, "the winner is out"


def test_no_line_is_drawn_where_a_player_was_carried():
    play = Play("P A1", objects=({"kind": "pit", "loop": ["B1", "B3"]},), items="a1 key")
    play("south", "west")
    ways = [line.points for line in play.match.reveal().lines if line.kind == "way0"]
    assert len(ways) == 1, "the line begins at the other end of the pit, and the way through the pit is not drawn"


def test_the_money_of_the_players_still_in_the_maze_is_shown_at_the_end():
    entries = [texts_in("ru", folders()).say(entry.value) for entry in finished().match.reveal().panel]
    assert entries == ["наличные: 10 юаней, счёт: 10,1 юаня"]


def test_everybody_sees_the_whole_maze_at_the_end_and_nobody_before():
    play = Play("P B2, Q B1", items=ITEMS)
    people = {"P": Occupant("person", 0, "anna", "Anna"), "Q": Occupant("person", 0, "boris", "Boris")}
    match = Referee(GAME, Setup("m", GAME.name, 1, play.match.options, b"seed", people, 0.0))
    turns = [("anna", "east"), ("anna", "end"), ("boris", "north"), ("anna", "east")]
    for holder, action in turns:
        assert all(":" in place["name"] for place in Seen(match).view("anna")["scene"]["places"])
        match.accept(match.decide(holder, Act(f"c{match.number}", match.number, action), NOW))
    for holder in ("anna", "boris", "nobody"):
        scene = Seen(match).view(holder)["scene"]
        assert len(scene["places"]) == 8
        assert {mark["kind"] for mark in scene["marks"]} <= {"from", "to"}, "no marks of the map that was shown before"

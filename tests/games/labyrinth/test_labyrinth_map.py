"""The map shows what the moderator said; without spinners, everything on it is true."""

import json

from boards.labyrinth import GAME, Play
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludoteka.core.game import LogEntry
from ludoteka.core.match import Match
from ludoteka.core.rules import NOBODY
from ludoteka.games.labyrinth import notation
from ludoteka.games.labyrinth.chart import EXIT, OPEN, STEPS, WALL, Chart, Spot, chart, followed
from ludoteka.games.labyrinth.generator import Shape, scenario
from ludoteka.testing import chooser

PIT_FLOOR = """
+--+--+--+
|A1 A2 A3|
+  +  +vv+
|B1 B2 B3#
+--+--+--+
"""


def drawn(match):
    seen = match.seen()
    return chart(notation.present(seen), seen.log, Chart)


def test_each_player_begins_on_a_sheet_of_their_own():
    play = Play("P A1, Q A2")
    map_ = drawn(play.match)
    assert map_.at == {"P": Spot("P", 0, 0, 0), "Q": Spot("Q", 0, 0, 0)}
    assert map_.sides == {}


class Heard:
    """Follows a log by keeping what was said, and counts the entries that were followed in all."""

    count = 0

    def __init__(self, texts=()):
        self.texts = texts

    def copy(self):
        return Heard(self.texts)

    def follow(self, entry):
        Heard.count += 1
        self.texts += (entry.text,)


def test_of_many_matches_at_once_each_new_entry_is_followed_once():
    ways, matches, length = ("north", "south", "west", "east"), range(100), 60
    logs = dict.fromkeys(matches, ())
    for _ in range(length):
        for match in matches:
            text = ways[match // 4 ** (len(logs[match]) % 4) % 4]  # every match has its own logs after four entries
            logs[match] += (LogEntry("P", text, ("wall",)),)
            assert followed(Heard, "heard", logs[match]).texts == tuple(entry.text for entry in logs[match])
    assert Heard.count <= len(matches) * (
        length + 10
    )  # the first few, which other matches have too, now and then again


def test_a_step_draws_the_passage_only_on_the_side_of_the_cell_that_was_left():
    play = Play("P A1")
    play("south", "end")
    map_ = drawn(play.match)
    assert map_.at["P"] == Spot("P", 0, 1, 0)
    assert map_.sides == {(Spot("P", 0, 0, 0), "south"): OPEN}
    assert map_.kinds[map_.at["P"]] == "shop"
    assert map_.prices[map_.at["P"]] == {"cartridge": 200, "vest": 600}


def test_a_wall_is_drawn_after_a_player_has_run_into_it():
    play = Play("P A1")
    play("east")
    assert drawn(play.match).sides == {(Spot("P", 0, 0, 0), "east"): WALL}


def test_a_lantern_draws_four_sides():
    play = Play("P B2", items="a1 key, B2 lantern")
    play("take:lantern", "use:lantern")
    sides = {word: side for (_, word), side in drawn(play.match).sides.items()}
    assert sides == {"north": OPEN, "south": WALL, "west": OPEN, "east": OPEN}


def test_the_way_out_is_drawn():
    play = Play("P B3", items="B3 key")
    play("take:key", "east")
    assert drawn(play.match).sides == {(Spot("P", 0, 0, 0), "east"): EXIT}


def test_a_pit_begins_a_new_sheet():
    play = Play(
        "P A1",
        floors=(PIT_FLOOR,),
        ladders=(),
        items="B1 key",
        objects=({"kind": "pit", "loop": ["A2", "B3"]},),
    )
    play("east")
    map_ = drawn(play.match)
    assert (map_.at["P"].sheet, play.at("P")) == ("P.2", "B3")
    assert map_.carried == {Spot("P", 1, 0, 0): Spot("P.2", 0, 0, 0)}
    assert list(map_.sheets) == ["P", "P.2"]


def test_a_killed_player_leaves_the_map():
    play = Play("P B1, Q B3", items="a1 key, B1 cartridge 1")
    play("take:cartridge", "shoot:east")
    assert list(drawn(play.match).at) == ["P"]


def test_everybody_draws_the_same_map():
    play = Play("P B1, Q B3, R A1")
    play("east", "end", "west", "end")
    one, other = (play.match.seen(seat) for seat in (0, 1))
    assert one.log == other.log
    pictures = [GAME.scene(seen, []) for seen in (one, other)]
    assert {place.kind for place in pictures[0].places} == {place.kind for place in pictures[1].places}


def played(seed, plies):
    """Yield a match and its map after every action, in a maze without spinners."""
    number = chooser(seed)
    maze = scenario(Shape(1 + number(3), 16 + number(30), 20, number(8), 2), seed)
    maze["objects"] = [one for one in maze["objects"] if one["kind"] != "spinner"]
    match = Match(GAME, {"scenario": maze, "players": 2})
    for _ in range(plies):
        if match.seat == NOBODY:
            return
        texts = [text for text in match.legal_texts() if text not in ("withdraw", "deposit")]
        steps = [text for text in texts if text in STEPS]
        match.play(chosen(texts, steps, number))
        yield match, drawn(match)


def chosen(texts, steps, number):
    wanted = steps if steps and number(3) else texts
    return wanted[number(len(wanted))]


@given(seed=st.integers(0, 2**32))
@example(seed=200)  # a player walks out
@settings(max_examples=25, deadline=None)
def test_without_spinners_every_sheet_agrees_with_the_maze(seed):
    corners = {}  # sheet -> the real cell that is its (0, 0, 0)
    for match, map_ in played(seed, 150):
        players = json.loads(match.position_text)["players"]
        for name, spot in map_.at.items():
            real = players[name]["at"]
            if players[name]["state"] == "out":  # the winner stays on the map where they went out
                continue
            corner = tuple(one - drawn_ for one, drawn_ in zip(real, spot[1:], strict=True))
            assert corners.setdefault(spot.sheet, corner) == corner, "a player is on the drawn cell"
        for spot, kind in map_.kinds.items():
            cell = [one + more for one, more in zip(corners[spot.sheet], spot[1:], strict=True)]
            assert cell in match.options["scenario"]["cells"]
            assert is_kind(match.options["scenario"], cell, kind)
        for (spot, word), side in map_.sides.items():
            cell = [one + more for one, more in zip(corners[spot.sheet], spot[1:], strict=True)]
            assert is_open(match.options["scenario"], cell, word) == (side == OPEN)


def is_kind(maze, cell, kind):
    """Whether a cell really is of the kind that the map shows."""
    if any(cell in ladder for ladder in maze["ladders"]):
        return kind in ("ladder", "start")
    for one in maze["objects"]:
        if cell in (one.get("loop") or one.get("course") or [one["at"]]):
            is_mouth = one["kind"] == "river" and cell == one["course"][-1]
            return kind == ("mouth" if is_mouth else one["kind"]) or (is_mouth and kind == "river")
    return kind in ("plain", "start")


def is_open(maze, cell, word):
    """Whether a player can really go that way without a key."""
    other = [one + more for one, more in zip(cell, STEPS[word], strict=True)]
    if word in ("up", "down"):
        return sorted([cell, other], key=lambda one: one[2]) in maze["ladders"]
    back = {"north": "south", "south": "north", "west": "east", "east": "west"}[word]
    shut = [[cell, word], [other, back]]
    return other in maze["cells"] and not any(one in maze["walls"] for one in shut) and shut[1] not in maze["one_way"]

"""Hints: a person who plays against computers can ask what a strong player would do, and learns no secret by it."""

import json
from contextlib import contextmanager

from boards.labyrinth import house as maze
from houses import HOT_SEAT, PERSON, make, seated
from houses.seeds import make_seeded

from ludoteka.core.paths import read_paths

COMPUTER = {"kind": "computer", "level": 1}
FREE = {"kind": "free"}
AGAINST_COMPUTER = {"a": PERSON, "d": COMPUTER}


def ask(player):
    """Ask for a hint and return it."""
    assert player.command("hint")["t"] == "done"
    return player.next("hint")["d"]


def refusal(player):
    return player.command("hint")["d"]["code"]


def own_seat(player, letter):
    return next(one for one in player.view["seats"] if one["letter"] == letter)


def test_a_hint_is_an_action_that_the_player_can_pick_and_is_counted_for_everybody_to_see(guest):
    match = make(guest, seats=AGAINST_COMPUTER)
    with seated(guest, match) as player:
        assert player.view["can"]["hint"]
        hint = ask(player)
        assert read_paths(player.view["scene"]["paths"])[tuple(hint["path"])] == hint["text"]
        assert (own_seat(player, "a")["hints"], own_seat(player, "d")["hints"]) == (1, 0)
        assert player.act(hint["path"])["t"] == "done"

    assert '[Hints.a "1"]' in guest.get(f"/match/{match}/record").text


def test_only_who_plays_against_nobody_but_computers_gets_a_hint(guest, house):
    with house.guest() as other:
        other.get("/")
        match = make(guest, seats=AGAINST_COMPUTER)
        with seated(guest, match) as player, seated(other, match) as watcher:
            assert (refusal(watcher), watcher.view["can"]["hint"]) == ("not-your-seat", False)
            player.command("resign")
            assert refusal(player) == "game-over"
        with seated(guest, make(guest, seats=HOT_SEAT)) as both:
            assert (refusal(both), both.view["can"]["hint"]) == ("no-hints", False)
        match = make(guest, seats={"a": PERSON, "d": FREE})
        with seated(guest, match) as player, seated(other, match) as opponent:
            assert refusal(player) == "not-begun"
            opponent.command("sit", {"seat": "d", "secret": player.view["invitation"]})
            player.until(lambda view: not view["waiting"])
            assert (refusal(player), player.view["can"]["hint"]) == ("no-hints", False)


def test_a_hint_is_refused_before_the_dice_are_thrown(guest):
    with seated(guest, make(guest, "scripta", {"y": PERSON, "g": COMPUTER})) as player:
        player.until(lambda view: view["thrower"] == "y")

        assert (refusal(player), player.view["can"]["hint"]) == ("not-your-turn", False)


def test_a_person_waits_for_one_hint_at_a_time_and_a_move_ends_the_search(guest):
    """Neither the hint nor its number hinders the move, which was sent before they were known."""
    with seated(guest, make(guest, seats=AGAINST_COMPUTER)) as player:
        number = player.number
        for name, kind, content in (("1", "hint", None), ("2", "hint", None), ("3", "act", "i4-i3")):
            player.send({"t": kind, "id": name, "n": number, "d": content})
        answers = [player.next("done", "refused") for _ in range(3)]
        assert [answer["t"] for answer in answers] == ["done", "refused", "done"]
        assert answers[1]["d"]["code"] == "hint-pending"
        player.until(lambda view: view["yours"])
        ask(player)

        assert sum('"t":"hint"' in frame for frame in player.frames) == 1


def labyrinth(starts="P A1, Q B3", **parts):
    return {"scenario": maze(starts, **parts), "players": ["P", "Q"]}


@contextmanager
def lost_in(house, guest, **options):
    """The first player of a labyrinth against a computer; in all such matches, the same is thrown."""
    match = make_seeded(house, guest, "labyrinth", {"P": PERSON, "Q": COMPUTER}, **options)
    with seated(guest, match) as player:
        yield player


def test_a_hint_depends_on_nothing_that_the_seat_has_not_heard(guest, house):
    """Mazes that the seat can't tell apart, with walls, things and players at other places, lead to the same hint."""
    variants = [{}, {"starts": "P A2, Q B3"}, {"starts": "P B1, Q A3"}, {"items": "a2 key"}, {"starts": "P A3, Q A1"}]
    told = set()
    for variant in variants:
        with lost_in(house, guest, **labyrinth(**variant)) as player:
            told.add(json.dumps(ask(player)))

    assert len(told) == 1


def test_no_hint_is_given_behind_a_lowered_curtain(guest):
    with seated(guest, make(guest, "cups", {"h": PERSON, "s": PERSON})) as player:
        assert (refusal(player), player.view["can"]["hint"]) == ("curtain-down", False)
        player.lift()
        assert refusal(player) == "no-hints"

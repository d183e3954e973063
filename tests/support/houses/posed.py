"""Matches in progress that are the same every time, so that pictures can be taken of them."""

from contextlib import contextmanager
from typing import NamedTuple

from houses.running import PERSON, seated
from houses.seeds import give_seed

FREE = {"kind": "free"}


class Pose(NamedTuple):
    """A match up to a moment."""

    name: str  # the id of the match, from which its throws follow
    game: str
    seats: str  # the letters of all seats; the first is the visitor's, a guest has the others
    actions: str  # action texts and "throw", separated by spaces
    options: dict = {}  # noqa: RUF012 - never changed
    clock: str = ""


@contextmanager
def posed(house, visitor, pose):
    """Play a match between a visitor and a guest, who stays; provide its address."""
    visitor.request.get("/")
    with house.guest() as host, house.guest() as guest:
        guest.get("/")
        assert guest.post("/api/guest", json={"name": "A friend"}).status_code == 200
        for cookie in visitor.context.cookies():
            host.cookies.set(cookie["name"], cookie["value"])
        mine, *others = pose.seats
        wish = {"game": pose.game, "options": pose.options, "clock": pose.clock}
        wish["seats"] = {mine: PERSON} | dict.fromkeys(others, FREE)
        made = host.post("/api/matches", json=wish)
        give_seed(house, made.json()["id"], pose.name)
        with seated(host, pose.name) as one, seated(guest, pose.name) as other:
            for letter in others:
                assert other.command("sit", {"seat": letter, "secret": one.view["invitation"]})["t"] == "done"
            for action in pose.actions.split():
                play(action, one, other)
            yield f"/match/{pose.name}"


def play(action, *players):
    """Let the player who may do it act or throw, as soon as everybody has seen what was done before."""
    while not (ready := [player for player in players if can(action, player.view)]):
        min(players, key=lambda player: player.number).next("view")
    answer = ready[0].command("throw") if action == "throw" else ready[0].act(action)
    assert answer["t"] == "done", (action, answer)
    for player in players:
        while player.number < answer["n"]:
            player.next("view")


def can(action, view):
    """Whether the player who has this view may act, or throw."""
    return view["can"]["throw"] if action == "throw" else bool(view["scene"]["paths"])

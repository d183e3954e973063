"""Matches in progress that are the same every time, so that pictures can be taken of them."""

from contextlib import contextmanager
from typing import NamedTuple

from houses.running import PERSON, seated
from houses.seeds import give_seed
from ludoteka.games.labyrinth.generator import SIZES, scenario

FREE = {"kind": "free"}


class Pose(NamedTuple):
    """A match up to a moment."""

    name: str  # the id of the match, from which its throws follow
    game: str
    seats: str  # the letters of all seats; the first is the visitor's, a guest has the others
    actions: str  # action texts and "throw", separated by spaces
    options: dict = {}  # noqa: RUF012 - never changed
    clock: str = ""


TAVLEI = Pose(  # the king has left the throne, and the attackers have just captured a guard
    "siege",
    "tavlei",
    "da",
    "e8-h8 e3-g3 e2-g2 e4-d4 g2-e2 e7-b7 f1-f3 e6-d6 h5-h3 d4-d2 i4-f4 g5-h5 a4-a3 e5-e4 f9-f6",
    clock="15+10",
)
MOKSHA = Pose(  # an Okta has just been pushed from the board
    "gifts",
    "moksha",
    "wb",
    "e1-e4 d8-d5 f1-g1=> d5-d2 d1-d2=< d3-g3=^ d2-c2 e8-d8=> e4-e7=< g8-g7=^ e7-e6=^ c8-d7=> g1-g6=< g7-g5>g4",
)
QUAGMIRE = Pose(  # a match of four, with pawns all over the bog and two in the quagmire
    "phone",
    "quagmire",
    "bltr",
    "throw s throw throw throw throw 0 throw throw throw throw 4 throw throw throw throw 8 throw throw throw throw 22 throw "
    "throw throw throw 23 throw throw throw s throw s throw throw throw 0 throw 0 throw throw throw s throw 10 throw throw "
    "throw 4 throw 28 throw throw throw 2 throw 13 throw throw throw 6 throw 32 throw s throw throw 12 throw 36 throw 0 "
    "throw s throw q throw 41 throw throw 0 throw 17 throw 45 throw f1.1 throw 10 throw 21 throw s throw throw 12 throw 34 "
    "throw h3 throw s throw s throw 37 throw 18 throw 0 throw 0 throw 43 throw 0 throw 10 throw 4 throw 48 throw f1.1 throw "
    "12 throw 7 throw s throw 21 throw 17 throw 22 throw h2 throw f1.2 throw f1.2 throw 25 throw 0 throw 14 throw 23 throw "
    "throw s throw 16 throw throw f3.1 throw 5 throw f1.3 throw throw throw 2 throw 6 throw throw throw 0 throw 9 throw "
    "throw s throw 10 throw 20 throw s throw throw 16 throw 24 throw 0 throw throw s throw 11 throw f1.1 throw throw 19 "
    "throw s throw q throw q throw 25 throw 34 throw f1.2 throw throw 4 throw 0 throw 6 throw throw 6 throw",
    {"seats": "bltr"},
)
SCRIPTA = Pose(  # yellow has thrown
    "scripta",
    "scripta",
    "yg",
    "throw in/6 in/6 6/11 throw in/5 5/6 6/11 throw in/6 in/3 in/2 throw in/1 11/16 1/6 throw in/3 in/6 2/6 throw in/1 "
    "16/18 18/22 throw in/1 6/8 1/7 throw in/2 22/25 2/7 throw in/1 in/5 6/7 throw in/4 4/8 in/4 throw in/4 3/8 3/5 throw "
    "in/4 in/6 in/3 throw in/6 1/7 6/11 throw in/2 25/28 in/4 throw 11/16 in/1 1/3 throw in/3 28/32 2/8 throw in/1 in/2 2/8 "
    "throw in/3 4/8 in/1 throw in/4 in/2 in/1 throw in/1 in/4 1/2 throw in/1 throw in/1 8/13 in/4 throw in/1 throw in/6 2/6 "
    "13/16 throw",
)
LABYRINTH = Pose(  # somebody with a vest, alone in a maze of two floors
    "lab",
    "labyrinth",
    "P",
    "east east south north east east south west east south buy:vest end south end east end west end north end east end "
    "north end north end west end west end north end east end north end east end south end east end north end",
    {"players": 1, "scenario": scenario(SIZES["medium"]._replace(players=2), 1)},
)


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
            if not others:
                other.close()  # nobody watches
            yield f"/match/{pose.name}"


def play(action, *players):
    """Let the player who may do it act or throw, as soon as everybody has seen what was done before."""
    while not (ready := [player for player in players if can(action, player.view)]):
        min(players, key=lambda player: player.number).next("view")
    actor = ready[0]
    while (answer := actor.command("throw") if action == "throw" else actor.act(action))["t"] != "done":
        assert answer["d"]["code"] == "stale", (action, answer)
        follow(actor, answer["n"])
    for player in players:
        follow(player, answer["n"])


def follow(player, number):
    """Wait until a player has seen the event of this number."""
    while player.number < number:
        player.next("view")


def can(action, view):
    """Whether the player who has this view may act, or throw."""
    return view["can"]["throw"] if action == "throw" else bool(view["scene"]["paths"])

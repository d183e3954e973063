"""The answers of the moderator as codes."""

from collections.abc import Callable

from ludoteka.games.labyrinth.notation import THINGS, amount_text, name_of
from ludoteka.games.labyrinth.play import state as said
from ludoteka.games.labyrinth.play.setup import OBJECT_NAMES, WAY_NAMES
from ludoteka.games.labyrinth.play.state import PURSE, State

BARE = {
    said.WALL: "wall",
    said.PASSED: "passed",
    said.GONE_OUT: "out",
    said.BY_PIT: "pit",
    said.BY_RIVER: "river",
    said.LADDER: "ladder",
    said.MOUTH: "mouth",
    said.MET: "met",
    said.CHOICE: "choice",
    said.MISSED: "missed",
    said.PROTECTED: "protected",
    said.CHOSEN: "chosen",
    said.NOTHING: "nothing-to-choose",
}
OF_THINGS = {
    said.FOUND: "found",
    said.LIES: "lies",
    said.TOOK: "took",
    said.DROPPED: "dropped",
    said.BOUGHT: "bought",
    said.SOLD: "sold",
}
OTHERS: dict[int, Callable[[State, int, int], str]] = {
    said.OBJECT: lambda state, what, number: OBJECT_NAMES[what],
    said.PRICE: lambda state, what, number: f"price:{THINGS[what]}:{amount_text(number)}",
    said.KILLED: lambda state, what, number: f"killed:{name_of(state, what)}",
    said.SKIPPED: lambda state, what, number: f"skipped:{name_of(state, what)}",
    said.WITHDREW: lambda state, what, number: f"withdrew:{amount_text(number)}",
    said.DEPOSITED: lambda state, what, number: f"deposited:{amount_text(number)}",
    said.PASSAGE: lambda state, what, number: f"{WAY_NAMES[what]}:{'passage' if number else 'wall'}",
    said.SOMEBODY: lambda state, what, number: f"{WAY_NAMES[what]}:{'somebody' if number else 'nobody'}",
}


def answers(state: State) -> list[str]:
    """Return the answers to the last action."""
    codes: list[str] = []
    for index in range(state.said):
        codes += _codes(state, state.said_code[index], state.said_what[index], state.said_number[index])
    return codes


def _codes(state: State, code: int, what: int, number: int) -> list[str]:
    """Return the codes of one part of the reply: several equal things give as many equal codes."""
    if code in BARE:
        return [BARE[code]]
    if code in OTHERS:
        return [OTHERS[code](state, what, number)]
    if what == PURSE:
        return [f"{OF_THINGS[code]}:{THINGS[what]}:{amount_text(number)}"]
    return [f"{OF_THINGS[code]}:{THINGS[what]}"] * max(number, 1)

"""The texts of Cups: positions, actions, and why an action is refused."""

import re

from ludoteka.core.game import Options
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE
from ludoteka.core.scene import Path
from ludoteka.games.cups.rules import CUPS, HIDE, HIDER, LIFT, NOWHERE, SEEKER, THROW, Observation, State

NAMES = tuple(f"cup{cup + 1}" for cup in range(CUPS))
POSITION = re.compile("- - -|[1-4] - -|[1-4] r[12] (-|[1-4]{1,2})")
CUP = {name: cup for cup, name in enumerate(NAMES)}
THROWS = ("r1", "r2")
HIDING = "hide"  # picked after a cup
ACTION = re.compile("(hide|lift):([1-4])|(r[12])")


def position_text(state: State) -> str:
    """Return the cup over the coin, the throw, and the lifted cups: "2 r2 14"."""
    coin = "-" if state.coin == NOWHERE else str(state.coin + 1)
    throw = f"r{state.lifts}" if state.lifts else "-"
    lifted = "".join(str(cup + 1) for cup in range(CUPS) if state.lifted[cup])
    return f"{coin} {throw} {lifted or '-'}"


def parse_position(text: str, options: Options) -> State:
    """Return the state of a position text.

    Raises:
        Refused: "bad-position".
    """
    if not POSITION.fullmatch(text):
        raise Refused("bad-position", Message("A position is the cup, the throw and the lifted cups, like 2 r2 14."))
    coin, throw, lifted = text.split()
    state = State()
    state.coin = NOWHERE if coin == "-" else int(coin) - 1
    state.lifts = 0 if throw == "-" else int(throw[1])
    state.lifted = [int(str(cup + 1) in lifted) for cup in range(CUPS)]
    if sum(state.lifted) > state.lifts or position_text(state) != text:
        raise Refused("bad-position", Message("These cups cannot have been lifted: {cups}.", cups=lifted))
    return state


def path(seen: Observation, action: int) -> Path:
    """Return the picks of an action: a cup to hide the coin under, a cup to lift, or a throw."""
    if action >= LIFT:
        return (NAMES[action - LIFT],)
    return (f"r{action - THROW + 1}",) if action >= THROW else (NAMES[action - HIDE], HIDING)


def text(seen: Observation, path: Path) -> str:
    """Return "hide:2", "r1" or "lift:3"."""
    if path[0] not in NAMES:
        return path[0]
    return f"{'hide' if path[1:] else 'lift'}:{NAMES.index(path[0]) + 1}"


def read(seen: Observation, text: str) -> Path:
    """Return the picks of a text.

    Raises:
        Refused: "bad-text".
    """
    match = ACTION.fullmatch(text)
    if not match:
        raise Refused("bad-text", Message("An action is hide:2 or lift:3, with the number of a cup."))
    if match[3]:
        return (text,)
    return (f"cup{match[2]}", HIDING) if match[1] == "hide" else (f"cup{match[2]}",)


def refusal(seen: Observation, path: Path) -> Refused:
    """Return the first reason that applies."""
    if path[0] in THROWS and seen.turn == SEEKER:
        return Refused("not-now", Message("The coin is hidden and the die is thrown: lift a cup."))
    if seen.turn == CHANCE:
        return Refused("not-now", Message("The die must be thrown first."))
    if seen.turn == HIDER and path[0] in (*NAMES, *THROWS):
        return Refused("not-now", Message("The coin must be hidden first."))
    cup = NAMES[CUP[path[0]]]
    if path[1:]:
        return Refused("not-now", Message("The coin is hidden and the die is thrown: lift a cup."), path[:1])
    return Refused("already-lifted", Message("{cup} is lifted already (clause 3).", cup=cup), (cup,))


def prompt(seen: Observation, path: Path) -> Message:
    """Return the prompt after these picks."""
    if not path:
        return Message("Pick a cup to lift") if seen.turn == SEEKER else Message("Pick a cup")
    return Message("Hide the coin under {cup}, or put it down", cup=path[0])

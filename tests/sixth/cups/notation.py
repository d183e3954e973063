"""The texts of Cups: positions, actions, and why an action is refused."""

import re

from ludoteka.core.game import Options
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.cups.rules import CUPS, HIDE, HIDER, LIFT, NOWHERE, SEEKER, THROW, Observation, State

NAMES = tuple(f"cup{cup + 1}" for cup in range(CUPS))
POSITION = re.compile("- - -|[1-4] - -|[1-4] r[12] (-|[1-4]{1,2})")
ACTION = re.compile("(hide:|lift:)([1-4])|(r)([12])")
FIRST = {"hide:": HIDE, "lift:": LIFT, "r": THROW}


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


def action_text(seen: Observation, action: int) -> str:
    """Return "hide:2", "r1" or "lift:3"."""
    if action >= LIFT:
        return f"lift:{action - LIFT + 1}"
    return f"r{action - THROW + 1}" if action >= THROW else f"hide:{action - HIDE + 1}"


def parse_action(seen: Observation, text: str) -> int:
    """Return the action of a text.

    Raises:
        Refused: "bad-text".
    """
    match = ACTION.fullmatch(text)
    if not match:
        raise Refused("bad-text", Message("An action is hide:2 or lift:3, with the number of a cup."))
    return FIRST[match[1] or match[3]] + int(match[2] or match[4]) - 1


def refusal(seen: Observation, action: int) -> Refused:
    """Return the first reason that applies."""
    if seen.turn == NOBODY:
        return Refused("game-over", Message("The match is over."))
    if seen.turn == CHANCE:
        return Refused("not-now", Message("The die must be thrown first."))
    if seen.turn == HIDER:
        return Refused("not-now", Message("The coin must be hidden first."))
    if action < LIFT:
        return Refused("not-now", Message("The coin is hidden and the die is thrown: lift a cup."))
    cup = NAMES[action - LIFT]
    return Refused("already-lifted", Message("{cup} is lifted already (clause 3).", cup=cup), (cup,))


def refused_path(seen: Observation, path: Path) -> Refused:
    """Return why no legal action begins with these picks."""
    if not path or path[0] not in NAMES:
        return Refused("bad-text", Message("Pick a cup first."))
    lift = LIFT + NAMES.index(path[0])
    if seen.turn in (CHANCE, NOBODY) or (seen.turn == SEEKER and seen.lifted[lift - LIFT]):
        return refusal(seen, lift)
    return Refused("bad-text", Message("Nothing of that kind follows on {cup}.", cup=path[0]), path[:1])

"""Expectimax: what an action is worth in a game with throws, for any number of seats.

Every seat does what is best for itself (max^n), and a throw is worth the mean of what may follow, each
throw counted as often as it falls (`weight`).  A depth counts throws: lines of one depth take as many
turns, however many decisions a turn takes, and a position is judged only where a throw is to come, so
that nobody is judged in the middle of his turn.  Throws are taken as independent and fair: what is left
in a shuffle bag is not known here.  In a game without throws, a depth counts plies.

Different orders of the same deeds lead to the same position many times; it is searched once, and remembered.

Written in the rules dialect; bind it to a game's rules and evaluation with `core.twins`.  There is no
recursion: compiled recursion does not survive the disk cache (docs/decisions/0004), so every ply has a
frame.  Source of max^n: C. Luckhardt and K. Irani, An algorithmic solution of n-person games, 1986.

A worth is in hundredths of a plain piece, from the view of one seat.
"""

from typing import Annotated, Any, NamedTuple

from ludoteka.core.record import Record
from ludoteka.core.rules import (
    CHANCE,
    apply,
    assign,
    current_seat,
    digest,
    evaluate,
    is_terminal,
    legal_actions,
    returns,
    weight,
)
from ludoteka.search.control import LIMIT, NODES, PLIED, STOP, worth_of

PLIES = 32  # room for this many; there a position is judged wherever it stands
SEATS = 8  # numbers of seats are smaller
MEMORIES = 1 << 16  # positions that can be remembered at a time
STEP = 100  # a win is worth more by so much for every turn that it comes sooner
WIN = 100_000  # so that no evaluation is worth as much; and some thousand ways of throwing fit a record
WON = WIN  # nothing but a forced win is worth so much
INFINITY = 2 * WIN


class Frame(Record):
    """What the search remembers of one ply."""

    seat: int  # to act; CHANCE at a throw
    depth: int  # how many throws are still to be come to, the one to stop at included; or how many plies
    ways: int  # at a throw, of throwing: those that have been searched
    weight: int  # of the action being searched
    index: int  # of the next one
    count: int  # of actions to be searched; 0 where the worths are known at once
    worths: Annotated[list[int], SEATS]  # to each seat: of the best action so far; at a throw, the sums over the ways


class Room(NamedTuple):
    """The caller's room for a search: PLIES + 1 of each, where nothing else is said."""

    states: Any  # states[0] is the one to be searched
    frames: Any
    actions: Any  # MAX_ACTIONS each
    seats: Any  # the numbers of those that are in the game
    keys: Any  # digests of what is searched at each ply
    known: Any  # digests of the positions that are remembered, MEMORIES
    worths: Any  # what they are worth to each seat, SEATS for each
    control: Any  # as `search.control` says


def worth(room: Any, action: int, depth: int) -> int:
    """Return what `action` in room.states[0] is worth to the seat that acts, as seen up to the throw number `depth`.

    With a depth of 0 it is judged at once.  With room.control[STOP] set it means nothing.
    """
    root, seat = room.frames[0], current_seat(room.states[0])
    root.depth = depth
    expect(root, seat)
    descend(room, 0, action)
    ply = 1
    while ply > 0:
        if room.control[STOP] != 0:
            return 0
        frame = room.frames[ply]
        if frame.index < frame.count:
            frame.index += 1
            descend(room, ply, room.actions[ply][frame.index - 1])
            ply += 1
        else:
            ply -= 1
            ascend(room, ply)
    return int(root.worths[seat])


def expect(frame: Any, seat: int) -> None:
    """Make a frame ready for a seat to act, or for a throw."""
    frame.seat = seat
    frame.index = frame.count = frame.ways = 0
    for i in range(SEATS):
        frame.worths[i] = 0 if seat == CHANCE else -INFINITY


def descend(room: Any, ply: int, action: int) -> None:
    """Play `action` and open the frame below; one that needs no search gets its worths and no actions."""
    frame, child, state = room.frames[ply], room.frames[ply + 1], room.states[ply + 1]
    assign(state, room.states[ply])
    child.depth = frame.depth - room.control[PLIED]
    if frame.seat == CHANCE:
        frame.weight = weight(state, action)
        child.depth -= 1
    apply(state, action)
    room.control[NODES] += 1
    if room.control[NODES] >= room.control[LIMIT]:
        room.control[STOP] = 1
    expect(child, current_seat(state))
    if is_terminal(state):
        for seat in room.seats:
            child.worths[seat] = worth_of(room.control, returns(state, seat), WIN + child.depth * STEP)
    elif child.depth <= (1 if child.seat == CHANCE else 0) or ply + 1 == PLIES:
        for seat in room.seats:
            child.worths[seat] = evaluate(state, seat)
    elif not recall(room, ply + 1):
        child.count = legal_actions(state, room.actions[ply + 1])


def recall(room: Any, ply: int) -> bool:
    """Take the worths of the position at a ply from memory, and tell whether it was there."""
    frame = room.frames[ply]
    key = room.keys[ply] = digest(room.states[ply], frame.depth)
    slot = key % MEMORIES
    if room.known[slot] != key:
        return False
    for seat in room.seats:
        frame.worths[seat] = room.worths[slot * SEATS + seat]
    return True


def ascend(room: Any, ply: int) -> None:
    """Take up what the frame below came to."""
    frame, child = room.frames[ply], room.frames[ply + 1]
    if child.count > 0:
        conclude(room, ply + 1)
    if frame.seat == CHANCE:
        frame.ways += frame.weight
        for seat in room.seats:
            frame.worths[seat] += frame.weight * child.worths[seat]
    elif child.worths[frame.seat] > frame.worths[frame.seat]:
        for seat in room.seats:
            frame.worths[seat] = child.worths[seat]


def conclude(room: Any, ply: int) -> None:
    """Find the mean of all throws at a ply, and remember what the position there is worth."""
    frame, slot = room.frames[ply], room.keys[ply] % MEMORIES
    room.known[slot] = room.keys[ply]
    for seat in room.seats:
        if frame.seat == CHANCE:
            frame.worths[seat] //= frame.ways
        room.worths[slot * SEATS + seat] = frame.worths[seat]

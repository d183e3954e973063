"""What an action of Moksha did to other cubes, in sentences."""

from collections.abc import Iterator

from ludoteka.core.game import Sentences
from ludoteka.core.message import Message
from ludoteka.games.moksha.cubes import DIRECTIONS, EMPTY, level_of, owns, seat_of
from ludoteka.games.moksha.notation import path_of, text
from ludoteka.games.moksha.places import NAMES
from ludoteka.games.moksha.rules import ENDINGS, GIVE, PASS, SIDE, STEPS, State, makes_progress
from ludoteka.games.moksha.scene import LABELS, TITLES


def remarks(before: State, action: int, after: State) -> Sentences:
    """Return sentences on a push, a gift or a pass, and none on a move that touches no other cube."""
    seat = TITLES[before.turn]
    if action == PASS:
        return (Message("{seat} passes: no cube can act.", seat=seat),)
    if not makes_progress(before, action):
        return ()
    told = Message("{seat}: {action}.", seat=seat, action=text(before, path_of(action)))
    return (told, *_push_remarks(before, action), *_gift_remarks(action, after))


def _push_remarks(before: State, action: int) -> Iterator[Message]:
    """Count the cubes that are pushed: those in front of the moving cube, and those that they meet."""
    step, count = STEPS[action // (ENDINGS * SIDE) % DIRECTIONS], 0
    front = _origin(action) + step
    for _ in range(_steps(action)):
        while owns(1 - before.turn, before.board[front]):
            front += step
            count += 1
        front += step
    if count:
        yield Message("{count} cube is pushed.", plural="{count} cubes are pushed.", count=count)


def _gift_remarks(action: int, after: State) -> Iterator[Message]:
    """Tell what giver and receiver have become."""
    ending = action % ENDINGS
    if ending < GIVE:
        return
    giver = _origin(action) + _steps(action) * STEPS[action // (ENDINGS * SIDE) % DIRECTIONS]
    receiver = giver + STEPS[2 * (ending - GIVE)]
    for place in (giver, receiver):
        cube, name = after.board[place], NAMES[place]
        if cube != EMPTY:
            yield Message("Now on {place}: {cube}.", place=name, cube=LABELS[seat_of(cube)][level_of(cube)])
        elif place == receiver:
            yield Message("The Okta on {place} leaves the board.", place=name)
        else:
            yield Message("The Mono on {place} opens Moksha.", place=name)


def _origin(action: int) -> int:
    return action // (ENDINGS * SIDE * DIRECTIONS)


def _steps(action: int) -> int:
    return action // ENDINGS % SIDE

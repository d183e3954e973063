"""Labyrinth: a hidden maze with a moderator (rules.en.md)."""

from pathlib import Path

from ludoteka.core.game import Attempts, Draw, Game, LateSeats
from ludoteka.core.message import Message
from ludoteka.games.labyrinth import encoding, notation, rules
from ludoteka.games.labyrinth.attempts import accepts, is_refused_aloud, offers, refusal_of
from ludoteka.games.labyrinth.computer import SKILLS, decide, describe_level
from ludoteka.games.labyrinth.open_maze import hindsight, reveal
from ludoteka.games.labyrinth.options import OPTIONS, admit, defer, generate, seats
from ludoteka.games.labyrinth.rules import JOIN, join_action, joining_seat, may_join, may_play, next_to_place
from ludoteka.games.labyrinth.scene import scene
from ludoteka.games.labyrinth.speech import describe_log
from ludoteka.games.labyrinth.tips import TIPS

NO_ACTION = -1


def visible_action(state: rules.State, action: int, seat: int) -> bool | str:
    """Return what everybody hears of an action: its whole text, or only the name of a player who enters."""
    return f"join:{notation.name_of(state, joining_seat(action))}" if action >= JOIN else True


def draw_join(state: rules.State, seat: int, draw: Draw) -> int:
    """Return the action that brings a player in on a random free cell, or NO_ACTION if there is none yet."""
    if not may_join(state, seat):
        return NO_ACTION
    actions = [join_action(seat, *place) for place in zip(state.x, state.y, state.floor, strict=True)]
    free = [action for action in actions if accepts(state, action)]
    return free[draw(seat, len(free)) - 1] if free else NO_ACTION


GAME = Game(
    name="labyrinth",
    title=Message("Labyrinth"),
    summary=Message(
        "A maze nobody can see. Listen to the moderator, draw your map, find the key, and get out before the others find you."
    ),
    seats=seats,
    rules=rules,
    notation=notation,
    scene=scene,
    folder=Path(__file__).parent,
    tips=TIPS,
    minutes=(15, 45),
    luck="some",
    options=OPTIONS,
    encoding=encoding,
    throw=lambda state, draw: draw_join(state, next_to_place(state), draw),  # clause 7
    visible_action=visible_action,
    answers=lambda before, action, after: notation.answers(after),
    describe_log=describe_log,
    reveal=reveal,
    hindsight=hindsight,
    interpret=notation.interpret,
    deduce=notation.deduce,
    common_knowledge=True,
    has_chat=False,
    decide=decide,
    decide_levels=len(SKILLS),
    describe_level=describe_level,
    generate=generate,
    attempts=Attempts(offers, notation.action, accepts, refusal_of, notation.list_entry, is_refused_aloud),
    late=LateSeats(draw_join, notation.is_join_path, defer, admit, plays=may_play),
)

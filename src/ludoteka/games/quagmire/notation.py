"""The texts of Quagmire: positions and actions.  Reasons for refusals are in refusals.py."""

from ludoteka.core.game import Options
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import bad_position
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.quagmire.places import NAMES, PASSING, TEXTS, name_of
from ludoteka.games.quagmire.refusals import pawns, refusal
from ludoteka.games.quagmire.rules import (
    CIRCLE,
    ENTRANCE,
    FACES,
    INNERMOST,
    LAP,
    LETTERS,
    PASS,
    PAWNS,
    PLACES,
    QUARTER,
    START,
    TUSSOCK,
    Observation,
    State,
    cell_of,
    start,
)

__all__ = ["parse_position", "path", "position_text", "read", "refusal", "text"]

ACTION_TEXTS = (*TEXTS, PASSING, *(f"r{face}" for face in range(1, FACES + 1)))
ACTIONS = {text: action for action, text in enumerate(ACTION_TEXTS)}
THROWN = "-123456"  # the die in a position text; "-" before the throw
LONGEST = 100  # characters of a position; four seats take at most 84


def position_text(state: State) -> str:
    """Return the pawns of each seat in the game, the seat to act and the die."""
    sides = [f"{LETTERS[seat]}:{_side(state, seat)}" for seat in range(len(LETTERS)) if state.playing[seat]]
    return f"{' '.join(sides)} {LETTERS[state.turn]} {THROWN[state.die]}"


def _side(state: State, seat: int) -> str:
    places = state.pawns[seat * PAWNS : (seat + 1) * PAWNS]
    return ",".join(TEXTS[place] for place in sorted(places, key=_written))


def _written(place: int) -> tuple[int, int]:
    """Return the sort key of a place in position texts: start, quagmire, circle, tussocks, home."""
    if place >= START:
        return 0, place
    if place >= TUSSOCK:
        return 2, place
    return (1, place) if place <= LAP else (3, place)


def parse_position(text: str, options: Options) -> State:
    """Return the state of a position text; the winner follows from it.

    Raises:
        Refused: "bad-position", with what is wrong and where.
    """
    state = start(options)
    words = text.split(" ") if len(text) <= LONGEST else []
    letters = options["seats"]
    if len(words) != len(letters) + 2 or words[-2] not in tuple(letters) or words[-1] not in tuple(THROWN):
        text = " ".join(f"{letter}:s,s,s,s" for letter in letters)
        raise bad_position(Message("A position is written like {position}.", position=f"{text} {letters[0]} -"))
    for letter, word in zip(letters, words, strict=False):
        _place(state, letter, word)
    state.turn, state.die = LETTERS.index(words[-2]), THROWN.index(words[-1])
    state.winner = _winner(state)
    if position_text(state) != text:
        raise bad_position(Message("Pawns are written in this order: start, quagmire, circle, tussocks, home."))
    return state


def _place(state: State, letter: str, word: str) -> None:
    """Put the pawns of a seat on their places."""
    seat, texts = LETTERS.index(letter), word[2:].split(",")
    if word[:2] != f"{letter}:" or len(texts) != PAWNS:
        raise bad_position(
            Message("The four pawns of {seat} are written like {pawns}.", seat=letter, pawns=f"{letter}:s,q,17,h4")
        )
    for text in texts:
        place = ACTIONS.get(text, PLACES)
        if place >= PLACES:
            raise bad_position(Message("There is no place {place}.", place=text[:20]))
        if place < START:
            _settle(state, seat, place)
    state.pawns[seat * PAWNS : (seat + 1) * PAWNS] = sorted(ACTIONS[text] for text in texts)


def _settle(state: State, seat: int, place: int) -> None:
    """Put a pawn on a cell that can hold only one."""
    cell = cell_of(seat, place)
    if place < CIRCLE and place % QUARTER == ENTRANCE:
        raise bad_position(Message("No pawn rests on {place}, the entrance of a fen (clause 7).", place=TEXTS[place]))
    if state.ground[cell] != NOBODY:
        text = Message(
            "{seat} has a pawn on {place}, but another pawn already stands on that cell.",
            seat=LETTERS[seat],
            place=TEXTS[place],
        )
        raise bad_position(text)
    state.ground[cell] = seat


def _winner(state: State) -> int:
    home = range(LAP + 1, INNERMOST + 1)
    winners = [
        seat
        for seat in range(len(LETTERS))
        if state.playing[seat] and all(place in home for place in state.pawns[seat * PAWNS : (seat + 1) * PAWNS])
    ]
    if len(winners) > 1:
        raise bad_position(Message("Only one seat can have all its pawns at home."))
    return winners[0] if winners else NOBODY


def path(seen: Observation, action: int) -> Path:
    """Return the name of the place that a pawn leaves, "pass", or a throw like "r4"."""
    return (name_of(seen.turn, action) if action < PASS else ACTION_TEXTS[action],)


def text(seen: Observation, path: Path) -> str:
    """Return the place that the pawn leaves, in its seat's numbers: "17", "f2.1", "h3", "s", "q"; or "pass", "r4"."""
    places = [place for place in pawns(seen, seen.turn) if NAMES[seen.turn][place] == path[0]]
    return TEXTS[places[0]] if places else path[0]


def read(seen: Observation, text: str) -> Path:
    """Return the path of a text, or the text itself if no pawn stands on its place, so that it can be refused.

    Raises:
        Refused: "bad-text".
    """
    if text not in ACTIONS:
        raise Refused(
            "bad-text",
            Message("A move is the place that the pawn leaves, like s, q, 17, f2.1 or h1; a throw is like r4."),
        )
    return path(seen, ACTIONS[text]) if ACTIONS[text] in pawns(seen, seen.turn) else (text,)

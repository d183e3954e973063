"""The texts of Quagmire: positions, actions, and why an action is refused."""

from ludoteka.core.game import Options
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import bad_position
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.quagmire import rules
from ludoteka.games.quagmire.scene import NAMES, PASSING, TEXTS, pawns
from ludoteka.games.quagmire.scene import PLACES as BOARD_PLACES

BOARD = {place.name for place in BOARD_PLACES}
THROWS = tuple(f"r{face}" for face in range(1, rules.FACES + 1))
ACTION_TEXTS = (*TEXTS, PASSING, *THROWS)
ACTIONS = {text: action for action, text in enumerate(ACTION_TEXTS)}
THROWN = "-123456"  # the die in a position text; "-" before the throw
LONGEST = 100  # characters of a position; four seats take at most 84


def position_text(state: rules.State) -> str:
    """Return the pawns of each seat in the game, the seat to act and the die."""
    sides = [f"{rules.LETTERS[seat]}:{_side(state, seat)}" for seat in range(len(rules.LETTERS)) if state.playing[seat]]
    return f"{' '.join(sides)} {rules.LETTERS[state.turn]} {THROWN[state.die]}"


def _side(state: rules.State, seat: int) -> str:
    return ",".join(TEXTS[place] for place in sorted(pawns(state, seat), key=_written))


def _written(place: int) -> tuple[int, int]:
    """Return the sort key of a place in position texts: start, quagmire, circle, tussocks, home."""
    if place >= rules.START:
        return 0, place
    if place >= rules.TUSSOCK:
        return 2, place
    return (1, place) if place <= rules.LAP else (3, place)


def parse_position(text: str, options: Options) -> rules.State:
    """Return the state of a position text; the winner follows from it.  Raises Refused: "bad-position"."""
    state = rules.start(options)
    words = text.split(" ") if len(text) <= LONGEST else []
    letters = options["seats"]
    if len(words) != len(letters) + 2 or words[-2] not in tuple(letters) or words[-1] not in tuple(THROWN):
        text = " ".join(f"{letter}:s,s,s,s" for letter in letters)
        raise bad_position(Message("A position is written like {position}.", position=f"{text} {letters[0]} -"))
    for letter, word in zip(letters, words, strict=False):
        _place(state, letter, word)
    state.turn, state.die = rules.LETTERS.index(words[-2]), THROWN.index(words[-1])
    state.winner = _winner(state)
    if position_text(state) != text:
        raise bad_position(Message("Pawns are written in this order: start, quagmire, circle, tussocks, home."))
    return state


def _place(state: rules.State, letter: str, word: str) -> None:
    seat, texts = rules.LETTERS.index(letter), word[2:].split(",")
    if word[:2] != f"{letter}:" or len(texts) != rules.PAWNS:
        raise bad_position(
            Message("The four pawns of {seat} are written like {pawns}.", seat=letter, pawns=f"{letter}:s,q,17,h4")
        )
    for text in texts:
        place = ACTIONS.get(text, rules.PLACES)
        if place >= rules.PLACES:
            raise bad_position(Message("There is no place {place}.", place=text[:20]))
        if place < rules.START:
            _settle(state, seat, place)
    state.pawns[seat * rules.PAWNS : (seat + 1) * rules.PAWNS] = sorted(ACTIONS[text] for text in texts)


def _settle(state: rules.State, seat: int, place: int) -> None:
    cell = rules.cell_of(seat, place)
    if place < rules.CIRCLE and place % rules.QUARTER == rules.ENTRANCE:
        raise bad_position(Message("No pawn rests on {place}, the entrance of a fen (clause 7).", place=TEXTS[place]))
    if state.ground[cell] != NOBODY:
        text = Message(
            "{seat} has a pawn on {place}, but another pawn already stands on that cell.",
            seat=rules.LETTERS[seat],
            place=TEXTS[place],
        )
        raise bad_position(text)
    state.ground[cell] = seat


def _winner(state: rules.State) -> int:
    home = range(rules.LAP + 1, rules.INNERMOST + 1)
    winners = [
        seat
        for seat in range(len(rules.LETTERS))
        if state.playing[seat] and all(place in home for place in pawns(state, seat))
    ]
    if len(winners) > 1:
        raise bad_position(Message("Only one seat can have all its pawns at home."))
    return winners[0] if winners else NOBODY


def path(seen: rules.Observation, action: int) -> Path:
    """Return the name of the place that a pawn leaves, "pass", or a throw like "r4"."""
    return (NAMES[seen.turn][action] if action < rules.PASS else ACTION_TEXTS[action],)


def text(seen: rules.Observation, path: Path) -> str:
    """Return the place that the pawn leaves, in its seat's numbers: "17", "f2.1", "h3", "s", "q"; or "pass", "r4"."""
    places = [place for place in pawns(seen, seen.turn) if NAMES[seen.turn][place] == path[0]]
    return TEXTS[places[0]] if places else path[0]


def read(seen: rules.Observation, text: str) -> Path:
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


# Why an action is refused: the first reason that applies, with its clause


def refusal(seen: rules.Observation, path: Path) -> Refused:
    """Return the first reason that applies; places are named as on the board or in the seat's numbers."""
    name = path[0] if len(path) == 1 else ""
    if name not in {*BOARD, *TEXTS, PASSING, *THROWS}:
        return Refused("bad-text", Message("Pick the place of the pawn that you want to move."))
    if name in THROWS and seen.die:
        return Refused(
            "not-your-turn",
            Message("The die is already thrown and shows {die}. Now move a pawn (clause 1).", die=seen.die),
        )
    if seen.die == 0:
        return Refused("roll-first", Message("The die must be thrown first (clause 1)."))
    if name == PASSING:
        return Refused("must-move", Message("You can't pass while a pawn can move (clause 1)."))
    places = [place for place in pawns(seen, seen.turn) if NAMES[seen.turn][place] == name]
    if places:
        place = places[0]
        return (
            _refuse_number(seen, place)
            if place >= rules.TUSSOCK and seen.die != rules.key(place)
            else _refuse_walk(seen, place)
        )
    if name in TEXTS:
        text = Message("None of your pawns is on {place} (clause 1).", place=name)
        return Refused("no-such-pawn", text, (NAMES[seen.turn][TEXTS.index(name)],))
    if any(
        NAMES[seat][place] == name for seat in range(rules.SEATS) if seen.playing[seat] for place in pawns(seen, seat)
    ):
        return Refused("no-such-pawn", Message("The pawn on {cell} is not yours.", cell=name), path)
    return Refused("no-such-pawn", Message("There is no pawn on {cell}.", cell=name), path)


def _refuse_number(seen: rules.Observation, place: int) -> Refused:
    names = (NAMES[seen.turn][place],)
    if place == rules.START:
        return Refused("needs-six", Message("A pawn leaves the start only with a six (clause 2)."), names)
    if place == rules.QUAGMIRE:
        return Refused("needs-six", Message("A pawn leaves the quagmire only with a six (clause 2)."), names)
    if rules.key(place) == rules.FACES:
        return Refused("needs-six", Message("A pawn leaves the third tussock only with a six (clause 7)."), names)
    if rules.key(place) == 1:
        return Refused("needs-one", Message("A pawn leaves the first tussock only with a one (clause 7)."), names)
    return Refused("needs-three", Message("A pawn leaves the second tussock only with a three (clause 7)."), names)


def _refuse_walk(seen: rules.Observation, place: int) -> Refused:
    outermost = rules.edge(seen, seen.turn)
    if outermost < place < rules.TUSSOCK:
        text = Message("The pawn on {place} is fixed and never moves again (clause 5).", place=TEXTS[place])
        return Refused("fixed-at-home", text, (NAMES[seen.turn][place],))
    blocked = rules.obstacle(seen, place, outermost) if place < rules.TUSSOCK else rules.NOWHERE
    if blocked != rules.NOWHERE:
        cell = NAMES[seen.turn][blocked]
        text = Message(
            "A pawn stands in the way on {place}, {cell} on the board (clause 3).", place=TEXTS[blocked], cell=cell
        )
        return Refused("path-blocked", text, (cell,))
    return _refuse_own_pawn(seen, place, rules.walk_end(seen, place, outermost))


def _refuse_own_pawn(seen: rules.Observation, place: int, end: int) -> Refused:
    rest = rules.landing(end)
    first = end if not rules.is_open(seen, end, place) else rest
    corner = rules.pushed_to(seen, first)
    names = {"place": TEXTS[corner], "cell": NAMES[seen.turn][corner]}
    if corner != first:
        text = Message("The push would reach your own pawn on {place}, {cell} on the board (clause 7).", **names)
    elif rest < rules.TUSSOCK and rest != end:
        text = Message("The cut leads to your own pawn on {place}, {cell} on the board (clause 6).", **names)
    else:
        text = Message("Your own pawn stands on {place}, {cell} on the board (clause 3).", **names)
    return Refused("own-pawn-there", text, (names["cell"],))

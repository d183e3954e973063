"""A game: one folder, gathered into one value."""

import pathlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import GameTexts, Notation
from ludoteka.core.rules import Rules
from ludoteka.core.scene import Path, Scene

Options = Mapping[str, Any]
Answers = Sequence[str] | Mapping[int, Sequence[str]]  # codes that all hear; or by seat, NOBODY for spectators
Draw = Callable[[int, int], int]  # the thrower's seat, faces -> the face thrown


class Seat(NamedTuple):
    """A place at the table."""

    number: int  # the number the rules know it by
    letter: str  # the name in position texts and records
    title: Message
    is_guest: bool = False  # free until somebody joins: whoever sets up a match need not say who sits there


class Option(NamedTuple):
    """A choice made when a match is made.

    The first of `choices` is the default: a record, a request or a command that does not name the option means it.
    """

    name: str
    title: Message
    choices: tuple[tuple[Any, Message], ...]  # value, what it is called
    check: Callable[[Any], Any] | None = None  # any other value -> the value kept; raises Refused
    is_secret: bool = False  # nobody is told its value before the end, nor offered it
    offered: Any = None  # the value of `choices` that new matches are offered first; None: the default

    @property
    def suggestion(self) -> Any:
        """The value that is selected when people set up a new match."""
        return self.choices[0][0] if self.offered is None else self.offered


REPETITION = Option(  # `core.match` counts positions where it says "draw"
    "repetition", Message("Third repetition"), (("draw", Message("is a draw")), ("off", Message("is allowed")))
)
QUIET_ACTIONS = 100  # in a row, of all seats together
QUIET = Option(  # `core.match` counts actions without progress where it says "draw"
    "quiet",
    Message("100 moves in a row without progress"),
    (("off", Message("are allowed")), ("draw", Message("are a draw"))),
    offered="draw",
)
DICE = Option(  # `core.dice` has both kinds
    "dice",
    Message("Dice"),
    (("fair", Message("fair")), ("bag", Message("from a bag: each face ten times in sixty"))),
)


class Diagram(NamedTuple):
    """A picture for the rules page: a position, what is played from it, and what a test holds it to."""

    position: str
    actions: tuple[str, ...] = ()  # the picture shows the last one about to be played
    captured: tuple[str, ...] = ()  # the places that the last one empties of pieces
    refused: Mapping[str, str] = MappingProxyType({})  # what cannot be played instead of the last one -> the code
    reach: str = ""  # a place: the picture shows where its piece can go
    winner: str = ""  # the letter of the seat that has won in the end; with scores, of the highest


class LogEntry(NamedTuple):
    """An action as one seat heard it."""

    seat: str  # the letter of the seat that acted, or "chance"
    text: str | None  # the text of the action, or what was heard instead; None where nothing was
    answers: tuple[str, ...] = ()  # what was said in answer to it


Log = Sequence[LogEntry]
Sentences = tuple[Message, ...]


class Narration(NamedTuple):
    """What everybody may know of a match, so that a game can choose its phrases and what it mentions."""

    voice: str = ""  # differs from match to match; "" for plain phrases
    options: Options = MappingProxyType({})  # those that are not secret


class Attempts(NamedTuple):
    """For a game in which a seat may try more than it can know to be legal, and the referee says what is refused."""

    offers: Callable[[Any], list[int]]  # what a seat sees -> what it may try, by that alone
    action: Callable[[Any, Path], int]  # what a seat sees, picks -> the action, listed or not; raises Refused
    accepts: Callable[[Any, int], bool]  # state, action -> may it be played; legal_actions need not list them all
    refusal: Callable[[Any, int], Refused]  # state, action -> why it may not
    list_entry: Callable[[str], str] = str  # the text of a legal action -> how a list of them names it


class LateSeats(NamedTuple):
    """For a game that seats may join after it has begun, and leave while the others play on."""

    join: Callable[[Any, int, Draw], int]  # state, seat, draw -> the action of chance that brings a seat in, or -1
    is_joining: Callable[[Path], bool]  # picks -> are they those of such an action, which no seat may play
    defer: Callable[[Options, Sequence[str]], Options]  # options, letters -> with these seats joining later
    admit: Callable[[Options, Sequence[str]], Options]  # options, action texts -> with the seats that these bring in
    leave_text: str = "leave"  # the action text with which a seat leaves
    plays: Callable[[Any, int], bool] | None = (
        None  # state, seat -> does it still play, or may it still come; None: every seat does
    )


class Scores(NamedTuple):
    """For a game whose returns are scores, any integers that fit 32 bits, and not win, draw and loss."""

    resigned: int  # the score of a seat that gives up
    others: int  # and of each of the others, where that ends the match


WIN_OR_LOSS = Scores(-1, 1)  # what giving up costs in every other game


def sentences_per_entry(sentences: Callable[[LogEntry], Sentences]) -> Callable[[Log, int, Narration], list[Sentences]]:
    """Return what `Game.says` asks for, made of a function that puts one entry of a log into sentences."""
    return lambda log, first, narration: [sentences(told) for told in log[first:]]


def hears_everything(state: Any, action: int, seat: int) -> bool:
    """Tell that every seat hears every action."""
    return True


@dataclass(frozen=True, eq=False)
class Game:
    """Everything the house knows of a game.

    Raises:
        ValueError: an evaluation or remarks in a game with secrets.
    """

    name: str
    title: Message
    summary: Message
    seats: Callable[[Options], tuple[Seat, ...]]
    rules: Rules
    notation: Notation  # paths and refusals; what else it may hold, `core.notation` says
    scene: Callable[[Any, Sequence[int]], Scene]  # what a seat sees, its actions -> the scene, but for the paths
    folder: pathlib.Path  # rules pages, looks, catalogues
    options: tuple[Option, ...] = ()
    rules_version: int = 1  # raised when an old record would replay differently; kept with every match
    evaluation: ModuleType | None = None  # what alpha-beta asks of a leaf
    throw: Callable[[Any, Draw], int] | None = None  # state, draw -> the action of chance that falls
    die: int = (
        0  # the faces of its dice, if the digits of a throw's text are what they show; 0: throws are none of dice
    )
    thrower: Callable[[Any], int] | None = None  # state at a throw -> the seat whose hand throws; None: nobody's
    hears: Callable[[Any, int, int], bool | str] = (
        hears_everything  # state before, action or throw, seat -> does it hear the text, or what does it hear instead
    )
    answers: Callable[[Any, int, Any], Answers] | None = None  # state before, action, state after -> what is said to it
    says: Callable[[Log, int, Narration], list[Sentences]] | None = (
        None  # what a seat heard, first, narration -> that in sentences, from there
    )
    reveal: Callable[[Iterable[Any]], Scene] | None = (
        None  # all states up to a moment of a match that is over -> the scene of that moment, with nothing hidden
    )
    remarks: Callable[[Any, int, Any], Sentences] | None = (
        None  # without secrets: state before, action, state after -> sentences, where its text does not say all it did
    )
    deduce: Callable[[Any, Log], Any] | None = None  # observation, what a seat heard -> what it sees
    common_knowledge: bool = False  # whether the secrets are the referee's alone: what one seat knows, all know
    has_chat: bool = True  # whether people may talk while they play
    decide: Callable[[Any, Callable[[int], int]], int] | None = (
        None  # what a seat sees, draw(n) below n -> the action of the game's own computer
    )
    generate: Callable[[Options, bytes], Options] | None = None  # options, seed -> with what chance makes at first
    attempts: Attempts | None = None
    late: LateSeats | None = None
    scores: Scores | None = None
    diagrams: Mapping[str, Diagram] = field(default_factory=dict)  # by name, for the rules pages
    interpret: Callable[[Any, str], str] | None = (
        None  # what a seat sees, typed -> the action text or house word meant, or ""
    )

    def __post_init__(self) -> None:
        if self.remarks and self.has_secrets:
            raise ValueError(f"{self.name} has secrets, and remarks are for everybody: give `says` in their place")
        if self.evaluation and self.has_secrets:
            raise ValueError(
                f"{self.name} has secrets and an evaluation, but no search of the house respects secrets: "
                "leave out the evaluation, or give `decide`"
            )

    @property
    def has_secrets(self) -> bool:
        """Whether the state holds what a seat must not know."""
        return self.rules.Observation is not self.rules.State

    @property
    def has_private_views(self) -> bool:
        """Whether one seat knows what another must not."""
        return self.has_secrets and not self.common_knowledge

    @property
    def keeps_log(self) -> bool:
        """Whether what each seat hears is kept, beside the actions themselves."""
        return bool(self.answers or self.says or self.deduce) or self.hears is not hears_everything

    @cached_property
    def texts(self) -> GameTexts:
        """What the notation says, and what is derived where it says nothing."""
        return GameTexts(self.notation, self.rules, lambda options: [one.number for one in self.seats(options)])

    def begin(self, options: Options, position: str | None = None) -> Any:
        """Return the first state under checked options, or the one of a position text."""
        return self.rules.start(options) if position is None else self.texts.parse_position(position, options)

    def legal(self, state: Any) -> list[int]:
        """Return the legal actions of an interpreted state."""
        actions = [0] * self.rules.MAX_ACTIONS
        return actions[: self.rules.legal_actions(state, actions)]

    def suggested_options(self) -> dict[str, Any]:
        """Return the options of a new match as set-up screens begin with them; secret ones are left out."""
        return {option.name: option.suggestion for option in self.options if not option.is_secret}

    def check_options(self, options: Any) -> dict[str, Any]:
        """Return the options with the usual ones filled in.

        Raises:
            Refused: "bad-option", for anything that is not a mapping of known names to values that they
                take; or what an option's own check says.
        """
        if not isinstance(options, Mapping):
            raise Refused("bad-option", Message("The options must be a mapping."))
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise Refused("bad-option", Message("There is no option {name}.", name=str(name)[:40]))
        return {name: _taken(one, options.get(name, one.choices[0][0])) for name, one in known.items()}


def _taken(option: Option, value: Any) -> Any:
    """Return the value that an option takes.  True is not taken for 1."""
    if any(type(value) is type(choice) and value == choice for choice, _ in option.choices):
        return value
    if option.check is None:
        raise Refused("bad-option", Message("The option {name} does not take that value.", name=option.name))
    return option.check(value)

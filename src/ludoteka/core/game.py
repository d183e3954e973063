"""A game: everything in one folder, collected in one value."""

import json
import pathlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import Any, Literal, NamedTuple

from ludoteka.core.board import Board
from ludoteka.core.fixed_paths import FixedPaths
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import GameTexts, Notation
from ludoteka.core.rules import Rules
from ludoteka.core.scene import Mark, Path, Scene
from ludoteka.core.tips import Tip

Options = Mapping[str, Any]
Answers = Sequence[str] | Mapping[int, Sequence[str]]  # codes for everybody; or by seat, NOBODY for spectators
Draw = Callable[[int, int], int]  # the thrower's seat, faces -> the face thrown
Luck = Literal["none", "some", "much"]  # how much it decides


class Seat(NamedTuple):
    """A place at the table."""

    number: int  # in the rules
    letter: str  # in position texts and records
    title: Message
    sits_opposite: bool = False  # sees the board turned by half a turn, unless the reader turns it back
    is_guest: bool = False  # free until somebody joins, so the host need not fill it


class Option(NamedTuple):
    """A choice made when a match is created.

    The first of `choices` is the default: it applies if a record, a request or a command does not name the option.
    """

    name: str
    title: Message
    choices: tuple[tuple[Any, Message], ...]  # value, title
    check: Callable[[Any], Any] | None = None  # another value -> the value to keep; raises Refused
    is_secret: bool = False  # public only after the end, and not shown in set-up screens
    offered: Any = None  # the value of `choices` that new matches are offered first; None: the default
    at_tables: Mapping[int, Any] = MappingProxyType({})  # people at a table of a tournament -> the value it then has
    # The value selected in tournaments and between computers, where matches must end; None: as for others
    in_tournaments: Any = None
    usual: int = 0  # of `choices`, so many from the first that set-up screens show side by side, before all others
    for_guests: bool = False  # set-up screens ask only if other people may join; otherwise it has its default

    @property
    def suggestion(self) -> Any:
        """The value that is selected when people set up a new match."""
        return self.choices[0][0] if self.offered is None else self.offered

    def accept(self, value: Any) -> Any:
        """Return the value to keep for this option; True does not count as 1.  Raises Refused: "bad-option", or as `check`."""
        if any(type(value) is type(choice) and value == choice for choice, _ in self.choices):
            return value
        if self.check is None:
            known = ", ".join(option_text(choice) for choice, _ in self.choices)
            text = Message(
                "The option {name} can't have this value. Its values are: {values}.", name=self.name, values=known
            )
            raise Refused("bad-option", text)
        return self.check(value)


def option_text(value: Any) -> str:
    """Return the value of an option as people read and type it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


REPETITION = Option(  # `core.match` counts positions where it says "draw"
    "repetition",
    Message("Third repetition (house rule)"),
    (("draw", Message("is a draw")), ("off", Message("is allowed"))),
)
QUIET_ACTIONS = 100  # in a row, of all seats together
QUIET = Option(  # `core.match` counts actions without progress where it says "draw"
    "quiet",
    Message("100 moves in a row without progress (house rule)"),
    (("off", Message("are allowed")), ("draw", Message("are a draw"))),
    in_tournaments="draw",
)
DICE = Option(  # `core.dice` has both kinds
    "dice",
    Message("Dice"),
    (("fair", Message("fair")), ("bag", Message("from a bag: each face ten times in sixty"))),
)


class Diagram(NamedTuple):
    """A picture for the rules page: a position, the actions played from it, and the expected outcome."""

    position: str
    actions: tuple[str, ...] = ()  # the picture shows the position before the last of them
    captured: tuple[str, ...] = ()  # the places from which the last action removes pieces
    refused: Mapping[str, str] = MappingProxyType({})  # an illegal alternative to the last action -> the refusal's code
    reach: str = ""  # a place; the picture shows where its piece can go
    winner: str = ""  # the letter of the seat that wins in the end, or has the highest score


class RefusedAttempt(NamedTuple):
    """An action that was refused aloud."""

    seat: str  # the letter of the seat that tried it
    text: str  # of the action
    code: str  # of the refusal


class LogEntry(NamedTuple):
    """An action as one seat heard it."""

    seat: str  # the letter of the seat that acted, or "chance"
    text: str | None  # of the action, or what was heard instead; None if nothing was
    answers: tuple[str, ...] = ()  # the codes that the seat heard in answer
    attempt: RefusedAttempt | None = None  # what somebody tried after it, if that was refused aloud


Log = Sequence[LogEntry]
Sentences = tuple[Message, ...]


class World(NamedTuple):
    """How a match may have come to what a seat knows."""

    begin: Any  # a state that everybody knew: at the start of the match, or of a round
    actions: Sequence[int]  # of all seats and of chance since then


class Hindsight(NamedTuple):
    """What can be said, after the end of a match, about the moment after one action."""

    places: Mapping[str, str]  # seat -> where it was, as a place of the revealed scene
    visited: Mapping[str, Sequence[str]]  # seat -> the places it had been to, the oldest first
    facts: Sentences = ()  # what the seat that acted could have known


class Narration(NamedTuple):
    """What everybody may know of a match, so that a game can choose its phrases and what it mentions."""

    voice: str = ""  # differs from match to match; "" for plain phrases
    options: Options = MappingProxyType({})  # those that are not secret
    is_whole: bool = False  # every action has a sentence, also one that goes without saying, as in a review


class Attempts(NamedTuple):
    """Functions of a game in which a seat tries actions without knowing whether they are legal."""

    offers: Callable[[Any], list[int]]  # what a seat sees -> the actions that it may try
    action: Callable[[Any, Path], int]  # what a seat sees, picks -> the action, listed or not; raises Refused
    accepts: Callable[[Any, int], bool]  # state, action -> whether it is legal; legal_actions need not list it
    refusal: Callable[[Any, int], Refused]  # state, action -> why it is not legal
    list_entry: Callable[[str], str] = str  # the text of a legal action -> its name in a list of actions
    # State, what the seat sees, an action that is refused -> whether everybody hears it
    is_refused_aloud: Callable[[Any, Any, int], bool] = lambda state, seen, action: False


class LateSeats(NamedTuple):
    """Functions of a game that seats may join after the start and leave while the others play on."""

    join: Callable[[Any, int, Draw], int]  # state, seat, draw -> the action of chance by which it joins, or -1
    is_joining: Callable[[Path], bool]  # picks -> whether they mean such an action, which no seat may play
    defer: Callable[[Options, Sequence[str]], Options]  # options, letters -> options with these seats joining later
    admit: Callable[[Options, Sequence[str]], Options]  # options, action texts -> options with the seats that joined
    leave_text: str = "leave"  # the text of the action by which a seat leaves
    # State, seat -> whether it still plays or may still join; None: every seat does
    plays: Callable[[Any, int], bool] | None = None


class ScoredGames(NamedTuple):
    """The games of a search against itself from which a network learns (docs/training.md)."""

    depth: int  # of the search, in plies
    noise: int  # the largest error when the search compares actions, in hundredths of a plain piece
    opening: int  # so many random actions at most begin a game
    rarity: int  # one in so many later actions is random
    plies: int  # after which a game is broken off


class Training(NamedTuple):
    """How `ludoteka train` makes a network for a game with two seats (docs/training.md)."""

    features: ModuleType  # FEATURES, GROUPS and the function `feature`, in the rules dialect
    opponent: ModuleType  # the evaluation made by hand, which the network is measured against
    options: tuple[Options, ...]  # of the matches it learns from, in turn; options left out have their defaults
    file: pathlib.Path  # for the weights
    is_guided: bool = False  # whether the network also learns from games against the opponent
    # The network learns to correct the opponent, from the scores of a search; None: it plays itself, and learns from the results
    scored: ScoredGames | None = None
    has_units: bool = True  # whether the network has hidden units; without any, it adds up a weight for each feature


class Scores(NamedTuple):
    """How resigning counts in a game whose returns are scores: any integers that fit 32 bits."""

    resigned: int  # the score of a seat that resigns
    others: int  # the score of every other seat, if the resignation ends the match


class Motifs(NamedTuple):
    """What an action does that puzzles are grouped by, as captures are."""

    titles: Mapping[str, Message]  # by key
    find: Callable[[Any, int, Any], Iterable[str]]  # state, action, state after -> the keys of what it does


WIN_OR_LOSS = Scores(-1, 1)  # in a game without scores


def sentences_per_entry(sentences: Callable[[LogEntry], Sentences]) -> Callable[[Log, int, Narration], list[Sentences]]:
    """Return a function for `Game.describe_log`, made from one that describes a single log entry."""
    return lambda log, first, narration: [sentences(entry) for entry in log[first:]]


def everything_is_visible(state: Any, action: int, seat: int) -> bool:
    """Say that every seat hears the text of every action."""
    return True


@dataclass(frozen=True, eq=False)
class Game:
    """Everything that the house knows about a game.

    Raises:
        ValueError: an evaluation, remarks, marks or a board in a game with secrets.
    """

    name: str
    title: Message
    summary: Message
    seats: Callable[[Options], tuple[Seat, ...]]
    rules: Rules
    notation: Notation  # paths and refusals; `core.notation` lists its optional functions
    # What a seat sees, its actions -> the scene without paths, and without pieces in a game with a board
    scene: Callable[[Any, Sequence[int]], Scene]
    folder: pathlib.Path  # with rules pages, looks and catalogues
    board: Board | None = None  # without secrets: the pieces, so that the house knows which places an action touched
    options: tuple[Option, ...] = ()
    minutes: tuple[int, int] | None = None  # that a match takes people, at least and at most; None: not known
    luck: Luck | None = None  # None: not known
    longest: Callable[[Options], int] | None = None  # the most actions and throws of a match; None: no bound is known
    is_for_beginners: bool = False  # whether somebody who knows none of the games had best start with this one
    rules_version: int = 1  # increased when an old record would replay differently; stored with every match
    evaluation: ModuleType | None = None  # evaluates positions for the searches
    # Evaluates them better with learned weights, for compiled searches that no depth limits (docs/decisions/0081)
    learned_evaluation: ModuleType | None = None
    noises: tuple[int, ...] | Callable[[Options], tuple[int, ...]] = ()  # the largest error in values at each level
    # Level -> its plies and positions, if unusual
    level_limits: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    training: Training | None = None  # None if there is nothing to train
    # What programs that learn see and choose: NAMES, SHAPE, HIGHEST, `choices`, `encode`; perhaps `named` and MACHINE_RULES.
    # See docs/adding-a-game.md
    encoding: ModuleType | None = None
    throw: Callable[[Any, Draw], int] | None = None  # state, draw -> the action of chance
    die: int = 0  # the number of faces, if the digits in a throw's text are the faces of dice; 0: they are not
    thrower: Callable[[Any], int] | None = None  # state at a throw -> the seat that throws by hand; None: the house
    # State before, action or throw, seat -> whether it hears the text; or what it hears instead
    visible_action: Callable[[Any, int, int], bool | str] = everything_is_visible
    answers: Callable[[Any, int, Any], Answers] | None = None  # state before, action, state after -> what it reveals
    # The log of a seat, an index, narration -> sentences for each entry from the index on
    describe_log: Callable[[Log, int, Narration], list[Sentences]] | None = None
    reveal: Callable[[Iterable[Any]], Scene] | None = None  # states up to a moment -> its scene with nothing hidden
    # All states of a finished match, everything that was said -> hindsight for each action
    hindsight: Callable[[Iterable[Any], Log], list[Hindsight]] | None = None
    remarks: Callable[[Any, int, Any], Sentences] | None = None  # without secrets: state, action, state after -> more
    # Without secrets: state, action, state after -> marks that tell more about the action than from where to where
    marks: Callable[[Any, int, Any], tuple[Mark, ...]] | None = None
    deduce: Callable[[Any, Log], Any] | None = None  # observation, log of a seat -> what it sees
    common_knowledge: bool = False  # whether only the referee has secrets, and all seats know the same
    # Whether people at one screen are first shown the board from the side of the player to move
    turns_board: bool = False
    has_chat: bool = True  # whether people may chat during the match
    # What a seat sees, draw(n) below n, level from 1 -> the action of the game's own computer player
    decide: Callable[[Any, Callable[[int], int], int], int] | None = None
    # Seat, what it sees, its log, draw(n) below n -> a world that the seat can't rule out, as likely as chance makes it
    sample_world: Callable[[int, Any, Log, Callable[[int], int]], World] | None = None
    level_ratings: tuple[int, ...] = ()  # of each level of the computer, by measured games; () if it has none
    decide_levels: int = 1  # how many levels `decide` has
    describe_level: Callable[[int], str] | None = None  # a level of `decide` -> what it does, in English, for the docs
    generate: Callable[[Options, bytes], Options] | None = None  # options, seed -> options with what chance creates
    attempts: Attempts | None = None
    late: LateSeats | None = None
    scores: Scores | None = None
    diagrams: Mapping[str, Diagram] = field(default_factory=dict)  # by name, for the rules pages
    motifs: Motifs | None = None  # of its puzzles
    tips: tuple[Tip, ...] = ()  # for somebody's first match, in the order of their importance
    # What a seat sees, what a person typed -> the action text or command of the house it means, or ""
    interpret: Callable[[Any, str], str] | None = None

    def __post_init__(self) -> None:
        if self.remarks and self.has_secrets:
            raise ValueError(
                f"{self.name} has secrets, and remarks are for everybody: give `describe_log` in their place"
            )
        if self.marks and self.has_secrets:
            raise ValueError(f"{self.name} has secrets, and marks are for everybody: put them into the scene")
        if self.board and (self.has_secrets or self.reveal):
            raise ValueError(f"{self.name} has secrets, and a board shows everything: put the pieces into the scene")
        if self.evaluation and self.has_secrets:
            raise ValueError(
                f"{self.name} has secrets and an evaluation, but the searches that use one don't handle secrets: "
                "leave out the evaluation, and define `decide` or `sample_world`"
            )

    @cached_property
    def evaluations(self) -> tuple[ModuleType, ...]:
        """The evaluations that the game has, the usual one first."""
        return tuple(one for one in (self.evaluation, self.learned_evaluation) if one is not None)

    @cached_property
    def secret_options(self) -> frozenset[str]:
        """The names of the options that only their chooser knows until the end."""
        return frozenset(option.name for option in self.options if option.is_secret)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether the state contains anything that a seat may not know."""
        return self.rules.Observation is not self.rules.State

    @cached_property
    def has_private_views(self) -> bool:
        """Whether one seat knows what another may not."""
        return self.has_secrets and not self.common_knowledge

    @cached_property
    def keeps_log(self) -> bool:
        """Whether a match keeps a log for each seat, in addition to the actions."""
        return (
            bool(self.answers or self.describe_log or self.deduce) or self.visible_action is not everything_is_visible
        )

    @cached_property
    def texts(self) -> GameTexts:
        """The functions of the notation, and those derived from them."""
        return GameTexts(self.notation, self.rules, self.seat_numbers)

    @cached_property
    def fixed_paths(self) -> FixedPaths | None:
        """The paths of all actions, if they depend on the action alone and every seat knows which are legal."""
        return None if self.attempts else self.texts.fixed_paths

    def seat_numbers(self, options: Options) -> list[int]:
        """Return the numbers of the seats with these options."""
        return [seat.number for seat in self.seats(options)]

    def public_options(self, options: Options) -> dict[str, Any]:
        """Return the options that everybody may know before the end."""
        return {name: value for name, value in options.items() if name not in self.secret_options}

    def chosen_secrets(self, options: Options) -> list[str]:
        """Return the names of the options that name a secret, which whoever created the match then knows."""
        return [
            option.name
            for option in self.options
            if option.is_secret and options.get(option.name) != option.choices[0][0]
        ]

    def complete_options(self, options: dict[str, Any], absent: Sequence[str], seed: bytes) -> dict[str, Any]:
        """Return the options with what chance creates from a seed, and with absent seats, by letter, that join later."""
        if self.late and absent:
            options = dict(self.late.defer(options, absent))
        return dict(self.generate(options, seed)) if self.generate else options

    def begin(self, options: Options, position: str | None = None) -> Any:
        """Return the first state for checked options, or the state of a position text."""
        return self.rules.start(options) if position is None else self.texts.parse_position(position, options)

    def with_pieces(self, scene: Scene, state: Any) -> Scene:
        """Return the scene of a state, whose pieces `scene` lacks in a game with a board."""
        return scene if self.board is None else scene._replace(pieces=self.board.draw(state))

    def legal(self, state: Any) -> list[int]:
        """Return the legal actions of an interpreted state."""
        actions = [0] * self.rules.MAX_ACTIONS
        return actions[: self.rules.legal_actions(state, actions)]

    def state_after(self, state: Any, actions: Iterable[int]) -> Any:
        """Return the state after these actions; the given state stays as it is."""
        after = state.copy()
        for action in actions:
            self.rules.apply(after, action)
        return after

    def suggested_options(self, *, between_computers: bool = False) -> dict[str, Any]:
        """Return the options of a new match as set-up screens begin with them; secret ones are left out."""
        return {
            option.name: option.in_tournaments
            if between_computers and option.in_tournaments is not None
            else option.suggestion
            for option in self.options
            if not option.is_secret
        }

    def check_options(self, options: Any) -> dict[str, Any]:
        """Return the options, with defaults for those that are missing.

        Raises:
            Refused: "bad-option", unless the options map known names to accepted values; or as an option's own check.
        """
        if not isinstance(options, Mapping):
            raise Refused("bad-option", Message("The options must be a mapping."))
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise Refused("bad-option", self._no_such_option(str(name)[:40]))
        return {name: one.accept(options.get(name, one.choices[0][0])) for name, one in known.items()}

    def _no_such_option(self, name: str) -> Message:
        if not self.options:
            return Message("There is no option {name}: this game has none.", name=name)
        known = ", ".join(option.name for option in self.options)
        return Message("There is no option {name}. The options are: {options}.", name=name, options=known)

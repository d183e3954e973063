"""The games as Python games of OpenSpiel: after `register()`, `pyspiel.load_game("ludoteka_tavlei")` (docs/research/openspiel.md)."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple, overload
from zlib import crc32

import numpy as np
import pyspiel

from ludoteka.core.game import DICE, WIN_OR_LOSS, Game, LogEntry
from ludoteka.core.message import Refused
from ludoteka.core.notation import fields_text
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import find_game, games
from ludoteka.research.choices import Choices
from ludoteka.research.compiled_position import AnyPosition, CompiledPosition, first_position
from ludoteka.research.observations import observe
from ludoteka.research.position import Position, usual_options

PREFIX = "ludoteka_"
LIMIT = "max_plies"  # the parameter that ends long matches
PLIES = 3000  # its default: random matches are shorter
STARTS = "generated"  # the parameter of games that generate their starts: how many there are, all equally likely
SOME = 16  # its default
PAIR = 2  # seats of a game in which one wins what the other loses
TERMINAL, CHANCE_PLAYER = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
BITS = 32  # of the checksum by which a tensor remembers one word


@overload
def register() -> list[str]: ...
@overload
def register(name: str, options: Mapping[str, Any] | None = None) -> str: ...
def register(name: str | None = None, options: Mapping[str, Any] | None = None) -> str | list[str]:
    """Register a game, or every game that OpenSpiel can play, for `pyspiel.load_game` in this process.

    The options of a game are its parameters: `ludoteka_scripta(pieces=3)`.  Those left out are as set-up screens suggest them.
    One more parameter, `max_plies`, is the number of actions and throws after which an unfinished match is a draw.  In
    a game that generates its starts, such as mazes, `generated` says from how many of them chance draws.

    Returns:
        What `pyspiel.load_game` takes: the name with the options; or the names of all games.

    Raises:
        Refused: "no-such-game"; "bad-option"; "no-encoding", if the game has too many actions to number them all.
    """
    if name is None:
        names = []
        for game in games().values():
            with suppress(Refused):
                names.append(_register(game))
        return names
    game, given = find_game(name), dict(options or {})
    text = _register(game)
    _checked(game, given)
    return f"{text}({','.join(f'{key}={value}' for key, value in given.items())})" if given else text


def _register(game: Game) -> str:
    choices = Choices(game)
    variants: dict[str, Variant] = {}

    class Registered(SpielGame):  # a class, because OpenSpiel never lets go of it
        def __init__(self, parameters: Mapping[str, Any]) -> None:
            key = repr(sorted(parameters.items()))
            if key not in variants:
                variants[key] = Variant(game, choices, parameters)
            super().__init__(variants[key])

    own = {LIMIT: PLIES, STARTS: SOME} if game.generate else {LIMIT: PLIES}
    pyspiel.register_game(_type_of(game, _counts_of_seats(game), _parameters(game) | own), Registered)
    return PREFIX + game.name


def _parameters(game: Game) -> dict[str, Any]:
    """Return the options that are parameters, with their usual values."""
    absent = {DICE.name, *(option.name for option in game.options if option.for_guests)}  # dice are fair, nobody joins
    usual = usual_options(game)
    return {key: value for key, value in usual.items() if isinstance(value, int | str) and key not in absent}


def _checked(game: Game, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options among the parameters, and those that were left out.  Raises Refused: "bad-option"."""
    return usual_options(game, {key: value for key, value in parameters.items() if key not in (LIMIT, STARTS)})


def _counts_of_seats(game: Game) -> list[int]:
    choices = [{one.name: value} for one in game.options if not one.is_secret for value, _ in one.choices]
    return [len(game.seats(_checked(game, choice))) for choice in [{}, *choices]]


def _type_of(game: Game, seats: list[int], parameters: Mapping[str, Any]) -> Any:
    """Describe a game to OpenSpiel, for all these numbers of seats."""
    kind, scores = pyspiel.GameType, game.scores or WIN_OR_LOSS
    is_zero_sum = max(seats) == PAIR and scores.resigned + scores.others == 0
    return kind(
        short_name=PREFIX + game.name,
        long_name=game.title.text,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC
        if game.throw or game.generate
        else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if game.has_secrets
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if is_zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=game.longest is not None,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=game.has_secrets,
        parameter_specification=dict(parameters),
    )


class Variant:
    """What all states of a game with certain options share."""

    def __init__(self, game: Game, choices: Choices, parameters: Mapping[str, Any]) -> None:
        self.game, self.choices, self.parameters = game, choices, dict(parameters)
        self.options = options = _checked(game, parameters)
        self.letters = {seat.number: seat.letter for seat in game.seats(options)}
        self.seats = list(self.letters)  # by player
        self.actions = {seat: choices.actions(seat) for seat in self.seats}
        self.limit = int(parameters.get(LIMIT, PLIES))
        if game.longest:
            self.limit = min(self.limit, game.longest(options))
        self.starts = int(parameters.get(STARTS, SOME)) if game.generate else 0
        self._generated: dict[int, Position] = {}
        self.begin = Moment(self, first_position(game, options), [])

    def start(self, number: int | None) -> AnyPosition:
        """Return the position before the first action, which nobody may change; `number`: of the generated start."""
        generate = self.game.generate
        if generate is None or number is None:
            return self.begin.position
        if number not in self._generated:
            self._generated[number] = Position(self.game, generate(self.options, str(number).encode()))
        return self._generated[number]


class Try(NamedTuple):
    """What a seat tried in vain."""

    after: int  # how many actions and throws
    seat: int
    choice: int
    word: str  # what the seat, and nobody else, hears


class Moment:
    """A position, which states share until one of them acts: a copy costs nothing.

    Where starts are generated, the one that chance draws is `start`.  Before that the position is an example, of which
    nobody has heard anything yet.
    """

    __slots__ = ("_choices", "_is_shared", "_seen", "played", "player", "position", "start", "tries", "variant")

    def __init__(
        self,
        variant: Variant,
        position: AnyPosition,
        played: list[int],
        start: int | None = None,
        tries: tuple[Try, ...] = (),
    ) -> None:
        self.variant, self.position, self.played = variant, position, played  # the actions and throws so far
        self.start, self.tries = start, tries
        self._is_shared = True
        self._note()

    def __deepcopy__(self, memo: Any) -> "Moment":
        self._is_shared = True
        return Moment(self.variant, self.position, self.played, self.start, self.tries)

    def __reduce__(self) -> Any:
        position = self.position if isinstance(self.position, CompiledPosition) else None
        name = PREFIX + self.variant.game.name
        return _restored, (name, self.variant.parameters, self.played, position, self.start, self.tries)

    @property
    def draws_start(self) -> bool:
        """Whether chance is about to draw one of the generated starts."""
        return self.variant.starts > 0 and self.start is None

    def _note(self) -> None:
        seat = self.position.seat
        self._choices: dict[int, int] | None = None
        self._seen: Any = None
        if self.draws_start:
            self.player = CHANCE_PLAYER
        elif seat == NOBODY or self._plies >= self.variant.limit:
            self.player = TERMINAL
        else:
            self.player = CHANCE_PLAYER if seat == CHANCE else self.variant.seats.index(seat)

    @property
    def _plies(self) -> int:
        return len(self.played) + len(self.tries) + (self.start is not None)

    def choices(self) -> list[int]:
        """Return the choices of the player to act, ascending."""
        return list(self._offered())

    def _offered(self) -> dict[int, int]:
        """Return the same, each with its action; not those that were refused since the last action."""
        if self._choices is None:
            position, seat = self.position, self.position.seat
            if isinstance(position, CompiledPosition):
                offered = dict(zip(position.choices.tolist(), position.offers(), strict=True))
            else:
                offered = self.variant.choices.offered(position.seen(seat), seat, position.offers())
            refused = {one.choice for one in self._refused()}
            self._choices = {choice: offered[choice] for choice in sorted(offered) if choice not in refused}
        return self._choices

    def _refused(self) -> list[Try]:
        """Return what was refused since the last action."""
        return [one for one in self.tries if one.after == len(self.played)]

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the places of the throws in their list, or of the generated starts, and their probabilities."""
        if self.draws_start:
            count = self.variant.starts
            return [(number, 1 / count) for number in range(count)]
        return [(place, probability) for place, (_, probability) in enumerate(self.position.throws())]

    def action(self, choice: int) -> int:
        """Return the action of the rules for a choice, or for the place of a throw in the list of throws."""
        position = self.position
        return position.offers()[choice] if position.seat == CHANCE else self._offered()[choice]

    def play(self, choice: int) -> None:
        """Play a choice, which may be refused; or a throw by its place in the list, or a generated start."""
        if self.draws_start:
            self.start, self.position, self._is_shared = choice, self.variant.start(choice), True
        else:
            action = self.action(choice)
            refusal = self.position.refusal(action)
            if refusal:
                self._note_try(choice, refusal)
            else:
                self._apply(action)
        self._note()

    def _note_try(self, choice: int, refusal: str) -> None:
        seat = self.position.seat
        word = f"{self.variant.letters[seat]}:{self.action_text(choice)} refused:{refusal}"
        self.tries += (Try(len(self.played), seat, choice, word),)

    def _apply(self, action: int) -> None:
        if self._is_shared:
            self.position, self.played, self._is_shared = self.position.copy(), self.played[:], False
        self.position.apply(action)
        self.played.append(action)

    def action_text(self, choice: int) -> str:
        """Return the text of a choice, of a throw by its place in the list, or of a generated start."""
        if self.draws_start:
            return f"{STARTS}:{choice}"
        if self._seen is None:
            self._seen = self.position.seen(max(self.position.seat, NOBODY))
        return self.variant.game.texts.action_text(self._seen, self.action(choice))

    def text(self) -> str:
        """Return the position as text, and what counts besides it."""
        if self.draws_start:
            return f"{STARTS}:?"
        position = self.position
        counters = [
            f"{name}={value}"
            for name, value, usual in (("repeats", position.repeats, 1), ("quiet", position.quiet, 0))
            if value != usual
        ]
        refused = [one.word for one in self._refused()]
        return " ".join([position.game.texts.position_text(position.state), *counters, *refused])

    def numbers(self, seat: int) -> Any:
        """Return what a seat sees now, as an array."""
        return observe(self.position, seat)

    def sight(self, seat: int) -> str:
        """Return what a seat sees now, as text, and what it has just tried in vain."""
        game = self.variant.game
        if not game.has_secrets:
            return self.text()
        refused = [one.word for one in self._refused() if one.seat == seat]
        return " ".join([_shorter(fields_text(game.rules.observe(self.position.state, seat))), *refused])

    def memory(self, seat: int) -> list[str]:
        """Return what a seat has heard so far, in order: a word for each action, throw and try of its own."""
        if self.variant.game.keeps_log and not isinstance(self.position, CompiledPosition):
            words = [_word(entry) for entry in self.position.heard[seat]]
        else:
            words = list(map(str, self.played))
        for one in reversed(self.tries):
            if one.seat == seat:
                words.insert(one.after, one.word)
        return words


def _shorter(text: str) -> str:
    """Return a text in which long rows of zeros are counted."""
    return re.sub(r"(?:,0){4,}", lambda zeros: f",0*{len(zeros[0]) // 2}", text)


def _word(entry: LogEntry) -> str:
    return " ".join((f"{entry.seat}:{'?' if entry.text is None else entry.text}", *entry.answers))


def _restored(
    name: str,
    parameters: dict[str, Any],
    played: list[int],
    position: AnyPosition | None,
    start: int | None,
    tries: tuple[Try, ...],
) -> Moment:
    """Return a moment that was pickled."""
    variant = pyspiel.load_game(name, parameters).variant
    if position is None:
        position = variant.start(start).copy()
        for action in played:
            position.apply(action)
    return Moment(variant, position, played, start, tries)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel publishes no types
    """A game with its options."""

    def __init__(self, variant: Variant) -> None:
        game, scores = variant.game, variant.game.scores or WIN_OR_LOSS
        about = _type_of(game, [len(variant.seats)], variant.parameters)
        numbers = pyspiel.GameInfo(
            num_distinct_actions=variant.choices.count,
            max_chance_outcomes=max(game.rules.MAX_ACTIONS if game.throw else 0, variant.starts),
            num_players=len(variant.seats),
            min_utility=float(min(scores)),
            max_utility=float(max(scores)),
            utility_sum=0.0 if about.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=variant.limit,
        )
        super().__init__(about, numbers, variant.parameters)
        self.variant = variant

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (PREFIX + self.variant.game.name, self.variant.parameters)

    def new_initial_state(self) -> "SpielState":
        """Return the state before the first action."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most throws of a match; the draw of a generated start is one."""
        return self.variant.limit if self.variant.game.throw else int(self.variant.starts > 0)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> "Observer | None":
        """Return an observer; None for observations that show the secrets of all seats."""
        if parameters:
            raise ValueError(f"these observations have no parameters: {parameters}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if self.variant.game.has_secrets and kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return Observer(self.variant, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel publishes no types
    """A position of a match."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = game.variant.begin.__deepcopy__(None)

    def current_player(self) -> int:
        """Return the number of the player to act, or what OpenSpiel calls chance and the end."""
        return self.moment.player

    def is_terminal(self) -> bool:
        """Tell whether the match is over, or has reached its limit."""
        return self.moment.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.choices()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the places of the throws in their list, or of the generated starts, and their probabilities."""
        return self.moment.outcomes()

    def _apply_action(self, choice: int) -> None:
        self.moment.play(choice)

    def _action_to_string(self, player: int, choice: int) -> str:
        return self.moment.action_text(choice)

    def returns(self) -> list[float]:
        """Return the result of each player; 0 until the end."""
        return [float(value) for value in self.moment.position.returns().values()]

    def __str__(self) -> str:
        return self.moment.text()


class Observer:
    """What players see: with perfect recall, all that they have heard too; without private information, as spectators.

    Attributes:
        tensor: one dimension, float32; None if only a part of what a player knows is asked for.
        dict: its parts by name: `observation` in its own shape; with perfect recall `heard`, a row of bits for each word.
    """

    def __init__(self, variant: Variant, kind: Any) -> None:
        self._table, self._recalls = variant, kind.perfect_recall
        self._has_public = kind.public_info
        self._has_private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._is_whole and (variant.game.longest or not self._recalls):
            self._make_tensor()

    @property
    def _is_whole(self) -> bool:
        return bool(self._has_public and self._has_private) or not self._table.game.has_secrets

    def _make_tensor(self) -> None:
        shape = self._table.begin.numbers(self._table.seats[0]).shape
        size, rows = int(np.prod(shape)), self._table.limit if self._recalls else 0
        self.tensor = np.zeros(size + rows * BITS, np.float32)
        self.dict["observation"] = self.tensor[:size].reshape(shape)
        if rows:
            self.dict["heard"] = self.tensor[size:].reshape(rows, BITS)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is None:
            return
        moment, seat = state.moment, self._table.seats[player]
        self.dict["observation"][:] = moment.numbers(seat)
        if self._recalls:
            sums = b"".join(crc32(word.encode()).to_bytes(BITS // 8) for word in moment.memory(seat))
            bits = np.unpackbits(np.frombuffer(sums, np.uint8)).reshape(-1, BITS)
            self.dict["heard"][: len(bits)] = bits
            self.dict["heard"][len(bits) :] = 0

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees as text."""
        moment, seat = state.moment, self._table.seats[player]
        if self._is_whole:
            return f"{self._table.letters[seat]}: {self._text(moment, seat)}"
        public = self._text(moment, NOBODY)
        if self._has_public:
            return public
        whole = self._text(moment, seat)
        return whole if self._has_private and whole != public else ""

    def _text(self, moment: Moment, seat: int) -> str:
        """Return what a seat sees; and what it has heard, which in an open game is all."""
        if not self._recalls:
            return moment.sight(seat)
        heard = " | ".join(moment.memory(seat))
        return f"{moment.sight(seat)} | {heard}" if self._table.game.has_secrets else heard

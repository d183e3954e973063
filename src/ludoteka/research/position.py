"""A match as programs that learn need it: light, copied in one step, and no seat sees more than it may.  The rules are interpreted."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Self

from ludoteka.core.game import QUIET_ACTIONS, Game, LogEntry, everything_is_visible
from ludoteka.core.match import REPETITIONS, entries_by_seat
from ludoteka.core.rules import CHANCE, NOBODY, makes_progress, weight

Below = Callable[[int], int]  # n -> a random number from 0 to n - 1


def usual_options(game: Game, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the options of a match, those left out as set-up screens suggest them, so that random matches end.

    Dice are fair: bags belong to the house.  Nobody joins a match after its start.

    Raises:
        Refused: "bad-option".
    """
    usual = {} if game.late else game.suggested_options()
    if "dice" in usual:
        usual["dice"] = "fair"
    return game.check_options(usual | dict(options or {}))


class Position:
    """The state of a match, what each seat has heard, and the draws of the house.

    Attributes:
        seat: the seat to act; CHANCE at a throw, NOBODY when the match is over.
        plies: the number of actions and throws so far.
        repeats: how often this position has occurred, this time included; 1 where the options don't count positions.
        quiet: the number of actions without progress in a row; 0 where the options don't count them.
    """

    def __init__(self, game: Game, options: Mapping[str, Any]) -> None:
        self.game, self.options = game, options
        self._letters = {seat.number: seat.letter for seat in game.seats(options)}
        self.seats = list(self._letters)
        self.state = game.begin(options)
        self.heard: dict[int, list[LogEntry]] = {seat: [] for seat in (*self.seats, NOBODY)}
        self._counts_positions = options.get("repetition") == "draw"
        self._counts_quiet = options.get("quiet") == "draw"
        self._seen_before: dict[int, int] = {}
        self.repeats, self.quiet, self.plies, self.seat = 1, 0, 0, NOBODY
        self._note()

    @classmethod
    def at(
        cls,
        game: Game,
        options: Mapping[str, Any],
        state: Any,
        heard: Mapping[int, Sequence[LogEntry]],
        plies: int,
    ) -> Self:
        """Return the position of a match that was played elsewhere: `heard` is the log of each seat and of spectators (NOBODY).

        What happened before does not count for draws by the house.
        """
        position = cls(game, options)
        position.state, position.plies = state.copy(), plies
        position.heard = {seat: list(heard[seat]) for seat in position.heard}
        position._seen_before = {}
        position._note()
        return position

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.state = self.state.copy()
        twin.heard = {seat: list(entries) for seat, entries in self.heard.items()}
        twin._seen_before = dict(self._seen_before)
        return twin

    @property
    def past(self) -> list[int]:
        """The digests of the positions whose next occurrence is a draw; empty if the options don't count repetitions."""
        return [mark for mark, count in self._seen_before.items() if count >= REPETITIONS - 1]

    def seen(self, seat: int) -> Any:
        """Return what a seat sees."""
        observation = self.game.rules.observe(self.state, seat)
        return self.game.deduce(observation, tuple(self.heard[seat])) if self.game.deduce else observation

    def offers(self) -> list[int]:
        """Return the actions that the seat to act may try, or the throws; none at the end.

        All are legal, unless the game has attempts.
        """
        attempts = self.game.attempts
        if self.seat == NOBODY:
            return []
        if attempts is None or self.seat == CHANCE:
            return self.game.legal(self.state)
        return attempts.offers(self.seen(self.seat))

    def refusal(self, action: int) -> str:
        """Return the code of the reason why an action that was offered is not legal; "" if it is legal."""
        attempts = self.game.attempts
        if attempts is None or attempts.accepts(self.state, action):
            return ""
        return attempts.refusal(self.state, action).code

    def throws(self) -> list[tuple[int, float]]:
        """Return the possible throws and their probabilities."""
        weights = self._weights()
        total = sum(weights.values())
        return [(action, each / total) for action, each in weights.items()]

    def _weights(self) -> dict[int, int]:
        weigh = getattr(self.game.rules, "weight", weight)
        return {action: weigh(self.state, action) for action in self.game.legal(self.state)}

    def settle(self, below: Below) -> None:
        """Throw until a seat must act or the match is over.  A throw takes one number: which of all equally likely ways."""
        while self.seat == CHANCE:
            weights = self._weights()
            number = below(sum(weights.values()))
            sums = accumulate(weights.values())
            self.apply(next(action for action, most in zip(weights, sums, strict=True) if number < most))

    def apply(self, action: int) -> None:
        """Play a legal action or a throw."""
        game = self.game
        if self._counts_quiet:
            progress = getattr(game.rules, "makes_progress", makes_progress)(self.state, action)
            self.quiet = 0 if progress else self.quiet + 1
        if game.keeps_log:
            self._apply_aloud(action)
        else:
            game.rules.apply(self.state, action)
        self.plies += 1
        self._note()

    def _apply_aloud(self, action: int) -> None:
        game, before, seat = self.game, self.state.copy(), self.seat
        text = game.texts.action_text(self.seen(seat if seat >= 0 else NOBODY), action)
        heard: dict[int, bool | str] = dict.fromkeys(self.heard, True)
        if game.visible_action is not everything_is_visible:
            heard = {one: game.visible_action(before, action, one) for one in self.heard}
        game.rules.apply(self.state, action)
        said = game.answers(before, action, self.state) if game.answers else ()
        for one, entry in entries_by_seat(self._letters.get(seat, "chance"), text, heard, said).items():
            self.heard[one].append(entry)

    def _note(self) -> None:
        """Find whose turn it is, and whether the match is drawn by the house."""
        if self._counts_positions:
            digest = self.state.digest(0)
            self.repeats = self._seen_before[digest] = self._seen_before.get(digest, 0) + 1
        self.seat = self.game.rules.current_seat(self.state)
        if self.seat != NOBODY and (self.repeats >= REPETITIONS or self.quiet >= QUIET_ACTIONS):
            self.seat = NOBODY

    def returns(self) -> dict[int, int]:
        """Return the result of each seat, by its number; 0 until the end."""
        return {seat: self.game.rules.returns(self.state, seat) for seat in self.seats}

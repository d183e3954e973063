"""A search bound to a game: what it is asked, what it answers, its memory, and what all families of searches have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from threading import Timer
from time import monotonic
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar, NamedTuple

from ludoteka.core import twins
from ludoteka.core.game import Game
from ludoteka.core.record import Record
from ludoteka.search.control import QUIET_PLIES, STOP, UNCOUNTED, UNLIMITED


class Root(NamedTuple):
    """The position from which a search starts."""

    state: Any
    legal: Sequence[int]  # the actions to compare
    seats: Sequence[int] = (0, 1)  # the numbers of the seats in the game
    past: Sequence[int] = ()  # the digests, with the salt 0, of the positions whose next occurrence is a draw
    quiet_left: int | None = None  # after this many more actions without progress the match is a draw; None: never
    seed: int = 0  # of the random choices of a search


class Limits(NamedTuple):
    """When to stop."""

    depth: int  # in plies or throws, depending on the search; searches by simulation have no such limit
    nodes: int  # positions searched, or simulations
    seconds: float | None = None  # None makes decisions reproducible
    # Whether an interpreted search may stop in time before it has looked for all wins and losses in one move
    is_prompt: bool = False


class Variation(NamedTuple):
    """The best continuation after one action, and its value."""

    actions: tuple[int, ...]  # begins with the action at the root; ends where the search saw no further, or at a throw
    value: int  # in hundredths of a plain piece, for the seat to act at the root; a forced win is beyond `Search.won`


class Analysis(NamedTuple):
    """The result of a search."""

    lines: tuple[Variation, ...]  # the best first
    depth: int  # of the last iteration that was completed, or the length of the best line
    nodes: int
    seconds: float


class Memory:
    """What searches of one game with the same options share, in turn: the transposition table of alpha-beta.

    What a search finds then depends on the searches before it.
    """

    def __init__(self) -> None:
        self.table: Any = None
        self.draws: Any = None  # the draws that the table knows: positions, and the number of quiet actions until one
        self.searches = 0  # that have used it


Offsets = Mapping[int, int]  # action -> what is added to its value when actions are compared
NO_OFFSETS: Offsets = MappingProxyType({})
Report = Callable[[Analysis], None]


class Allocator:
    """Allocates the parts of a workspace, as lists for interpreted searches."""

    def records(self, shape: type[Record], count: int, first: Record) -> Any:
        """Return `count` records; the first one is a copy of `first`."""
        return [first.copy(), *(shape() for _ in range(count - 1))]

    def put(self, records: Any, first: Record) -> None:
        """Make the first of the records equal to another."""
        records[0].assign(first)

    def zeros(self, count: int, width: int = 0) -> Any:
        """Return `count` zeros, or `count` rows of `width` zeros."""
        return [[0] * width for _ in range(count)] if width else [0] * count

    def array(self, numbers: list[int]) -> Any:
        """Return these numbers as a list or array."""
        return numbers


class ArrayAllocator(Allocator):
    """Allocates arrays, for compiled searches."""

    def records(self, shape: type[Record], count: int, first: Record) -> Any:
        array = shape.packed_array(count)
        self.put(array, first)
        return array

    def put(self, records: Any, first: Record) -> None:
        records[0] = first.pack()

    def zeros(self, count: int, width: int = 0) -> Any:
        import numpy  # noqa: PLC0415 - interpreted play must not load numpy

        return numpy.zeros((count, width) if width else count, numpy.int64)

    def array(self, numbers: list[int]) -> Any:
        import numpy  # noqa: PLC0415 - as above

        return numpy.array(numbers, numpy.int64)


REPEATED = -150  # the value of a draw by repetition, so that only a seat in a worse position plays it


class Search(ABC):
    """A search bound to a game.  Compiled and interpreted, it chooses the same actions.

    The first decision of a compiled search takes seconds, unless the game is in the compiler's disk cache.
    """

    module: ClassVar[ModuleType]  # the module to bind to the game
    first: ClassVar[int]  # the first depth
    deepest: ClassVar[int]
    won: ClassVar[int]  # only forced wins have values this high
    is_plied: ClassVar[bool] = False  # whether expectimax counts plies

    def __init__(self, game: Game, *, is_compiled: bool, is_learned: bool = False) -> None:
        """Bind the search to a game; `is_learned` says whether it judges by the learned evaluation of the game."""
        evaluation = game.learned_evaluation if is_learned else game.evaluation
        bind: Any = twins.compiled_twin if is_compiled else twins.bound_twin
        self.twin = bind(self.module, game.rules, *([evaluation] if evaluation else []))
        self.make = ArrayAllocator() if is_compiled else Allocator()
        self.is_compiled, self.game, self.rules = is_compiled, game, game.rules
        self.has_scores = game.scores is not None
        self._is_stopped = False
        self._interruptible: Any = None  # the control numbers of the analysis in progress, once it may be stopped

    def control(self) -> Any:
        """Return new control numbers without a limit."""
        return self.make.array(
            [0, 0, UNLIMITED, int(self.has_scores), int(self.is_plied), UNCOUNTED, UNCOUNTED, QUIET_PLIES, 0, 0]
        )

    def best(self, root: Root, limits: Limits, offsets: Offsets = NO_OFFSETS) -> int:
        """Return the best of the legal actions (see `analyse`)."""
        return self.best_line(root, limits, offsets).actions[0]

    def best_line(self, root: Root, limits: Limits, offsets: Offsets = NO_OFFSETS) -> Variation:
        """Return the best action with the best line after it, and its value (see `analyse`)."""
        if len(root.legal) == 1:
            limits = limits._replace(depth=self.first, nodes=1)
        return self.analyse(root, limits, offsets=offsets).lines[0]

    @abstractmethod
    def analyse(
        self,
        root: Root,
        limits: Limits,
        *,
        lines: int = 1,
        offsets: Offsets = NO_OFFSETS,
        report: Report | None = None,
        memory: Memory | None = None,
    ) -> Analysis:
        """Return the best actions with the best line after each, as many as `lines`.

        `offsets` are added to the values of actions when they are compared, to make the choice weaker or less predictable.
        `report` is called whenever the search has gone further, in the same thread.
        With a `memory`, the search uses what the searches before it have found; not all searches do.
        """

    def stop(self) -> None:
        """Make the analysis in progress return what it has; call it from another thread.

        What it does before any limit applies is still completed.
        """
        self._is_stopped = True
        if self._interruptible is not None:
            self._interruptible[STOP] = 1

    def _interrupt_at(self, control: Any, started: float, seconds: float | None) -> Timer | None:
        """Let `stop` end the analysis from now on, and a timer when it has taken this many seconds."""
        self._interruptible = control
        left = None if seconds is None else started + seconds - monotonic()
        if self._is_stopped or (left is not None and left <= 0):
            control[STOP] = 1
        if left is None or left <= 0:
            return None
        timer = Timer(left, control.__setitem__, (STOP, 1))
        timer.daemon = True
        timer.start()
        return timer

    def _end(self, timer: Timer | None) -> None:
        """End the analysis: nothing can stop it any more."""
        if timer:
            timer.cancel()
        self._interruptible = None

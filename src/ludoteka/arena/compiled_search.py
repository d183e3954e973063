"""The search of a game, compiled when it is first needed."""

from threading import Lock

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.core.twins import CompilationFailed, short_compiler_errors
from ludoteka.players.computer import warm_search
from ludoteka.search.search import Search
from ludoteka.search.searches import family_of


class CompiledSearch:
    """Makes the search of a game when it is first asked for, which takes seconds; interpreted if it can't be compiled.

    `kind` is the kind of search, by default the usual one.

    Raises:
        Refused: "secrets".
    """

    def __init__(self, game: Game, kind: type[Search] | None = None) -> None:
        if game.has_secrets:
            raise Refused("secrets", Message("This game has secrets, which the searches don't handle yet."))
        self.is_wanted = True  # whether to compile at all
        self.fault = ""  # why the search could not be compiled
        self._game, self._kind = game, kind or family_of(game)
        self._made: Search | None = None
        self._lock = Lock()

    @property
    def is_ready(self) -> bool:
        """Whether `make` returns at once."""
        return self._made is not None

    def want(self, *, is_compiled: bool | None = None, kind: type[Search] | None = None) -> None:
        """Choose between the compiled and the interpreted search, or another kind of search."""
        with self._lock:
            self.is_wanted = self.is_wanted if is_compiled is None else is_compiled
            self._kind, self._made = kind or self._kind, None

    def make(self) -> Search:
        """Return the search."""
        with self._lock:
            if self._made is None:
                self._made = self._compile() if self.is_wanted else self._kind(self._game, is_compiled=False)
            return self._made

    def _compile(self) -> Search:
        try:
            with short_compiler_errors():
                return warm_search(self._game, self._kind)
        except CompilationFailed as fault:
            self.fault = str(fault)
            return self._kind(self._game, is_compiled=False)

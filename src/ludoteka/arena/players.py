"""The players of an arena: levels, random players, plain searches, trained policies, and programs that speak UGI."""

import shlex
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from random import Random
from threading import Lock, Timer

from ludoteka.core.game import Game, Options
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.twins import CompilationFailed, short_compiler_errors
from ludoteka.players.computer import (
    choose_prepared_action,
    imagined_action,
    prepared_search,
    search_action,
    search_line,
    warm_search,
)
from ludoteka.players.levels import Level, highest_level, judges_by_network, search_level
from ludoteka.players.turn import Turn, build_turn
from ludoteka.search.control import UNLIMITED
from ludoteka.search.search import Limits, Search
from ludoteka.search.searches import families, family_of, has_search


class CompiledSearch:
    """Makes the search of a game when it is first asked for, which takes seconds; interpreted if it can't be compiled.

    `kind` is the kind of search, by default the usual one, which judges as at a level (see `judges_by_network`).

    Raises:
        Refused: "secrets".
    """

    def __init__(self, game: Game, kind: type[Search] | None = None, level: Level | None = None) -> None:
        if game.has_secrets:
            raise Refused("secrets", Message("This game has secrets, which the searches don't handle yet."))
        self.is_wanted = True  # whether to compile at all
        self.fault = ""  # why the search could not be compiled
        self._game, self._kind, self._level = game, kind or family_of(game), level
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
        with self._lock:
            if self._made is None:
                try:
                    with short_compiler_errors():
                        self._made = self._compiled() if self.is_wanted else None
                except CompilationFailed as fault:
                    self.fault = str(fault)
                self._made = self._made or self._kind(self._game, is_compiled=False)
            return self._made

    def _compiled(self) -> Search:
        is_learned = self._kind is family_of(self._game) and judges_by_network(self._game, self._level)
        return warm_search(self._game, self._kind, is_learned=is_learned)


LONGEST = 600.0  # seconds for one answer; compiling takes long the first time


class ExternalEngine:
    """A running engine.  One that ends, hangs or talks nonsense is stopped.  Raises Refused: "engine-failed"."""

    def __init__(self, command: str, options: Options) -> None:
        self._command = command
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user named the program
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise self.failure(getattr(error, "strerror", None) or str(error)) from error
        self._send("ugi")
        self._answer("ugiok")
        self._send(*(f"setoption name {name} value {value}" for name, value in options.items()), "isready")
        self._answer("readyok")

    def think(self, actions: Sequence[str], go: str) -> str:
        """Return the action text that the engine plays after these actions, if told to think with the words `go`."""
        self._send(f"position startpos{' moves ' if actions else ''}{' '.join(actions)}", f"go {go}")
        return self._answer("bestmove")

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def failure(self, reason: str) -> Refused:
        """Return the refusal that says what the engine did wrong."""
        text = Message("The engine {command} failed: {reason}", command=self._command, reason=reason)
        return Refused("engine-failed", text)

    def _send(self, *lines: str) -> None:
        assert self._process.stdin  # noqa: S101 - it was started with pipes
        with suppress(BrokenPipeError):  # what the engine said last is read afterwards
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()

    def _answer(self, word: str) -> str:
        """Return the second word of the next answer that begins with a word, or "" if it has none."""
        assert self._process.stdout  # noqa: S101 - it was started with pipes
        watchdog, complaint = Timer(LONGEST, self._process.kill), f"it ended without {word}"
        watchdog.daemon = True
        watchdog.start()
        try:
            for line in self._process.stdout:
                words = line.split()
                if words[:1] == [word]:
                    return " ".join(words[1:2])
                if words[:3] == ["info", "string", "error"]:
                    complaint = " ".join(words[3:])
        finally:
            watchdog.cancel()
        raise self.failure(complaint)


ArenaPlayer = Callable[[Match, int], int]  # chooses an action for the seat to act; the seed decides between equal ones
DEEP = 1000  # more than any search reaches: no limit
SEARCH_WORDS = {
    "search": ("seconds", "depth", "nodes", "noise"),
    "mcts": ("seconds", "nodes", "noise"),
    "worlds": ("seconds", "nodes"),
}


def check_player(name: str, game: Game) -> None:
    """Check that a player with a name such as "level:3" can play a game.

    Raises:
        Refused: "bad-player", "secrets", and for a policy as `policy_player`.
    """
    kind, _, rest = name.partition(":")
    is_level = kind == "level" and rest.isdecimal() and 1 <= int(rest) <= highest_level(game)
    is_search = search_settings(kind, rest) is not None
    is_known = kind != "worlds" or game.sample_world is not None
    is_engine = kind == "engine" and bool(rest.strip())
    is_policy = kind == "policy" and bool(rest)
    if not (name == "random" or is_level or (is_search and is_known) or is_engine or is_policy):
        kinds = ", ".join(_kinds(game))
        text = Message("There is no player {name} here. Choose from: {kinds}.", name=name, kinds=kinds)
        raise Refused("bad-player", text)
    if is_search and game.has_secrets and kind != "worlds":
        raise Refused("secrets", Message("This game has secrets, which the searches don't handle yet."))
    if is_engine and game.has_secrets:
        raise Refused("secrets", Message("This game has secrets, which an engine would hear."))
    if is_policy:
        policy_player(rest, game)


def _kinds(game: Game) -> Iterator[str]:
    """Yield what names of players in this game look like."""
    yield from ("random", "level:N", "policy:FILE")
    if not game.has_secrets:
        yield from ("search:LIMITS", "mcts:LIMITS", "engine:COMMAND")
    if game.sample_world is not None:
        yield "worlds:LIMITS"


def create_player(name: str, game: Game, options: Options, go: str) -> ArenaPlayer:
    """Return the player with a name that was checked.  Raises Refused: "engine-failed"."""
    kind, _, rest = name.partition(":")
    if kind == "policy":
        return policy_player(rest, game)
    if kind == "level":
        return level_player(game, int(rest))
    if settings := search_settings(kind, rest):
        if kind == "worlds":
            return lambda match, seed: imagined_action(_turn(match, 1, seed), game, settings)
        search = CompiledSearch(game, families(game)[kind] if kind == "mcts" else None, settings).make()
        return lambda match, seed: search_action(_turn(match, 1, seed), game, search, settings)
    if kind != "engine":
        return choose_at_random
    engine = ExternalEngine(rest, options)

    def ask_engine(match: Match, seed: int) -> int:
        text = engine.think(match.actions, go)
        try:
            return match.check(text)
        except Refused as refused:
            raise engine.failure(f"{text}: {refused.code}") from refused

    return ask_engine


Judge = Callable[[Match, int], tuple[int, int | None]]  # the action of a player, and its value for the seat to act


def create_judge(name: str, game: Game, options: Options, go: str) -> Judge:
    """Return the player with a name that was checked, who also says how good it thinks its action is.

    The value is in hundredths of a plain piece; None if no search with values chose the action.

    Raises:
        Refused: "engine-failed".
    """
    kind, _, rest = name.partition(":")
    if kind == "level" and has_search(game):
        level, settings = int(rest), None
        search = prepared_search(game, search_level(game, level, options))
    elif kind in ("search", "mcts") and (settings := search_settings(kind, rest)):
        family = families(game)[kind] if kind == "mcts" else None
        search, level = CompiledSearch(game, family, settings).make(), 1
    else:
        player = create_player(name, game, options, go)
        return lambda match, seed: (player(match, seed), None)

    def judge(match: Match, seed: int) -> tuple[int, int | None]:
        line = search_line(_turn(match, level, seed), game, search, settings)
        return line.actions[0], line.value

    return judge


def search_settings(kind: str, text: str) -> Level | None:
    """Return the settings of a search, such as "depth=3,noise=20" or "seconds=0.5"; None if the text is none of these."""
    known = SEARCH_WORDS.get(kind, ())
    values: dict[str, float] = {}
    for part in text.split(","):
        word, _, number = part.partition("=")
        try:
            values[word] = float(number)
        except ValueError:
            return None
    is_sensible = all(
        0 <= value < UNLIMITED and (word == "seconds" or value.is_integer()) for word, value in values.items()
    )
    if not is_sensible or set(values) - {*known} or not set(values) - {"noise"}:
        return None
    depth, nodes = int(values.get("depth", DEEP)), int(values.get("nodes", UNLIMITED))
    return Level(Limits(depth, nodes, values.get("seconds")), int(values.get("noise", 0)))


def choose_at_random(match: Match, seed: int) -> int:
    """Return any legal action."""
    return Random(seed).choice(match.acceptable())  # noqa: S311 - these numbers are not secret


def level_player(game: Game, level: int) -> ArenaPlayer:
    """Return the computer of the house at one of its levels; its search is compiled first."""
    if has_search(game):
        prepared_search(game, search_level(game, level))
    return lambda match, seed: choose_prepared_action(_turn(match, level, seed))


def policy_player(file: str, game: Game | None = None) -> ArenaPlayer:
    """Return the trained policy in a file.

    Raises:
        Refused: "no-numpy"; "bad-policy", "other-game", "other-encoding", as `players.policies.Policy.load`.
    """
    if find_spec("numpy") is None:
        raise Refused("no-numpy", Message("Trained policies need numpy. Install it with: pip install numpy"))
    from ludoteka.players.policies import Policy  # noqa: PLC0415 - the library does without numpy

    policy = Policy.load(file, game)
    return lambda match, seed: policy.action(match)


def _turn(match: Match, level: int, seed: int) -> Turn:
    return build_turn(match, match.acceptable(), level, seed)

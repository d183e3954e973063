"""The engine: it plays one game for other programs, which talk to it in the Universal Game Interface (docs/engine.md)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Event, Lock, Thread, Timer
from typing import Any, NamedTuple, TextIO

from ludoteka import __version__
from ludoteka.arena.players import CompiledSearch
from ludoteka.core.game import Game
from ludoteka.core.match import Match, replay_actions
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.players.computer import past_digests
from ludoteka.search.control import UNLIMITED
from ludoteka.search.search import Analysis, Limits, Root, Search
from ludoteka.search.searches import families
from ludoteka.surfaces.texts import texts_in

MOVES_LEFT = 30  # a match is planned as if this many more turns had to be paid from the clock
MOST_LINES = 500
WHILE_THINKING = ("isready", "stop", "ponderhit", "quit")
RESERVE = 0.05  # seconds of the clock that are never planned, for the way of the answer
LARGEST = 10**12  # of any number in a command
NO_MOVE = "bestmove (none)"
CLOCK = re.compile(r"p\d+(?:time|inc)")  # of a player
HELD = ("infinite", "ponder")  # words after which the answer waits for `stop` or `ponderhit`


class BadCommand(Exception):
    """A command that the engine can't obey: a code in kebab-case, and a sentence."""


class GoOrder(NamedTuple):
    """How long to think about a position, and whether to wait with the answer."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    is_held: bool = False  # until `stop` or `ponderhit`
    is_pondering: bool = False  # the seconds are counted from `ponderhit`

    def limits(self, deepest: int) -> Limits:
        """Return the limits of the search; `deepest` is the depth if the order names none."""
        depth = deepest if self.depth is None else self.depth
        return Limits(depth, self.nodes or UNLIMITED, None if self.is_held else self.seconds)


def parse_go(words: Sequence[str], player: int) -> GoOrder:
    """Return the order in the words after `go`; `player` is the number of the player to move, counted from 1.

    Raises:
        BadCommand: "bad-go", "bad-number".
    """
    numbers: dict[str, int] = {}
    rest = [word for word in words if word not in HELD]
    for name, text in zip(rest[::2], [*rest[1::2], ""], strict=False):
        if name not in ("movetime", "nodes", "depth") and not CLOCK.fullmatch(name):
            raise BadCommand("bad-go", f"I don't know {name} after go.")
        numbers[name] = parse_number(name, text)
    seconds = numbers["movetime"] / 1000 if "movetime" in numbers else _share(numbers, player)
    if len(rest) == len(words) and not numbers:
        raise BadCommand("bad-go", "Say how long to think: movetime, nodes, depth, a clock, infinite or ponder.")
    is_pondering = "ponder" in words
    return GoOrder(numbers.get("depth"), numbers.get("nodes"), seconds, len(rest) < len(words), is_pondering)


def parse_number(name: str, text: str) -> int:
    """Return the number after a word of a command.  Raises BadCommand: "bad-number"."""
    if text.isascii() and text.isdecimal() and len(text) < len(str(LARGEST)):
        return int(text)
    raise BadCommand("bad-number", f"After {name}, I need a whole number, not {text[:40]!r}.")


def _share(numbers: dict[str, int], player: int) -> float | None:
    """Return the seconds of the player's clock to spend on one turn; None if the order has no such clock."""
    if f"p{player}time" not in numbers:
        return None
    left, bonus = numbers[f"p{player}time"] / 1000, numbers.get(f"p{player}inc", 0) / 1000
    return max(0.0, min(left / MOVES_LEFT + bonus, left / 2 - RESERVE))


class Thought:
    """One search in a thread of its own.  It writes `info` lines, and `bestmove` at the end."""

    def __init__(
        self, source: CompiledSearch, match: Match, order: GoOrder, lines: int, write: Callable[[str], None]
    ) -> None:
        self._source, self._match, self._order, self._lines, self._write = source, match, order, lines, write
        self._search: Search | None = None
        self._is_stopped = False
        self.is_over = False  # whether `bestmove` is on its way
        self._may_answer = Event()
        self._timer: Timer | None = None
        self._thread = Thread(target=self._run, name="thought", daemon=True)
        if not order.is_held:
            self._may_answer.set()
        self._thread.start()

    def stop(self) -> None:
        """Answer as soon as possible."""
        self._is_stopped = True
        if self._search:
            self._search.stop()
        self._may_answer.set()

    def hit(self) -> None:
        """Go on as after an ordinary `go`: the move that this thought expected was played."""
        if self._order.is_pondering and self._order.seconds is not None and not self._timer:
            self._timer = Timer(self._order.seconds, self.stop)
            self._timer.daemon = True
            self._timer.start()
        self._may_answer.set()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        try:
            self._think()
        except Exception as error:
            self.is_over = True
            self._write(f"info string error search-failed: {error!r}")
            self._write(NO_MOVE)  # or the driver would wait for ever
            raise

    def _think(self) -> None:
        match, self._search = self._match, self._source.make()
        if self._source.fault:
            self._write(f"info string interpreted: {self._source.fault}")
        past, seats = past_digests(match.game, match.past, match.options), match.game.seat_numbers(match.options)
        root = Root(match.state, match.legal(), seats, past, match.quiet_actions_left)
        limits = self._order.limits(self._search.deepest)
        found = self._search.analyse(root, limits, lines=self._lines, report=self._report)
        self._may_answer.wait()
        if self._timer:
            self._timer.cancel()
        self._report(found)
        best = match.game.texts.line_texts(match.state, found.lines[0].actions[:2])
        self.is_over = True  # first, because the next command may follow at once
        self._write(f"bestmove {best[0]}" + (f" ponder {best[1]}" if best[1:] else ""))

    def _report(self, found: Analysis) -> None:
        """Write what a depth has found, a line for each variation; stop if the search could not hear yet that it should."""
        assert self._search  # noqa: S101 - it has found this
        game, state = self._match.game, self._match.state
        milliseconds, speed = round(found.seconds * 1000), round(found.nodes / max(found.seconds, 0.001))
        for rank, one in enumerate(found.lines, start=1):
            is_mate = abs(one.value) >= self._search.won and not game.throw
            score = f"mate {len(one.actions) if one.value > 0 else -len(one.actions)}" if is_mate else f"cp {one.value}"
            self._write(
                f"info depth {found.depth} multipv {rank} score {score} nodes {found.nodes} nps {speed} "
                f"time {milliseconds} pv {' '.join(game.texts.line_texts(state, one.actions))}"
            )
        if self._is_stopped:
            self._search.stop()


class Engine:
    """Reads commands and writes answers.  Bad input is answered with a sentence, and changes nothing.

    Raises:
        Refused: "secrets".
    """

    def __init__(self, game: Game, options: Mapping[str, Any], stream: TextIO) -> None:
        self._game, self._stream, self._lock = game, stream, Lock()
        self._match = Match(game, options)
        self._source = CompiledSearch(game)
        self._lines = 1
        self._thought: Thought | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": self._begin,
            "position": self._set_position,
            "query": self._respond,
            "go": self._go,
            "stop": lambda _: self._thought.stop() if self._thought else None,
            "ponderhit": lambda _: self._thought.hit() if self._thought else None,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Obey the commands of these lines until `quit`, and end a search that is still running."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                break
            if words:
                self._obey(words)
        if self._thought:
            self._thought.stop()
            if self._source.is_ready:
                self._thought.join()

    def _obey(self, words: list[str]) -> None:
        name, *rest = words
        if name not in self._commands:
            self._complain("unknown-command", f"I don't know the command {name[:40]!r}.", words)
        elif self._is_thinking and name not in WHILE_THINKING:
            self._complain("thinking", f"Say stop before {name}.", words)
        else:
            try:
                self._commands[name](rest)
            except BadCommand as error:
                code, sentence = error.args
                self._complain(code, sentence, words)
            except Refused as refused:
                self._complain(refused.code, texts_in("en").say(refused.message), words)

    def _complain(self, code: str, sentence: str, words: list[str]) -> None:
        """Report an error; a pending `go` still gets its answer."""
        self._write(f"info string error {code}: {sentence}")
        if words[0] == "go" and not self._is_thinking:
            self._write(NO_MOVE)

    @property
    def _is_thinking(self) -> bool:
        return self._thought is not None and not self._thought.is_over

    def _write(self, line: str) -> None:
        with self._lock:
            self._stream.write(f"{line}\n")
            self._stream.flush()

    def _introduce(self, words: list[str]) -> None:
        self._write(f"id name Ludoteka {__version__} {self._game.name}")
        self._write("id author the authors of Ludoteka")
        self._write(f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}")
        self._write("option name Ponder type check default false")
        self._write("option name Compiled type check default true")
        kinds = [*families(self._game)]
        self._write(f"option name Search type combo default {kinds[0]} {' '.join(f'var {kind}' for kind in kinds)}")
        for option in self._game.options:
            values = " ".join(f"var {value}" for value, _ in option.choices)
            self._write(f"option name {option.name} type combo default {self._match.options[option.name]} {values}")
        self._write("ugiok")

    def _get_ready(self, words: list[str]) -> None:
        """Answer when the search is compiled, and at once while it is thinking."""

        def compile_search() -> None:
            self._source.make()
            self._write("readyok")

        if self._source.is_ready or self._is_thinking:
            self._write("readyok")
        else:
            Thread(target=compile_search, name="compiler", daemon=True).start()

    def _set_option(self, words: list[str]) -> None:
        name, _, value = " ".join(words).removeprefix("name ").partition(" value ")
        if name == "MultiPV":
            self._lines = min(max(parse_number("MultiPV", value), 1), MOST_LINES)
        elif name in ("Ponder", "Compiled"):
            if value not in ("true", "false"):
                raise BadCommand("bad-option", f"{name} is true or false.")
            if name == "Compiled":
                self._source.want(is_compiled=value == "true")
        elif name == "Search":
            kinds = families(self._game)
            if value not in kinds:
                raise BadCommand("bad-option", f"Search is one of {', '.join(kinds)}.")
            self._source.want(kind=kinds[value])
        else:
            known = {
                (option.name, str(choice)): choice for option in self._game.options for choice, _ in option.choices
            }
            if (name, value) not in known:
                raise BadCommand("bad-option", f"There is no option {name[:40]!r} with the value {value[:40]!r}.")
            self._match = Match(self._game, {**self._match.options, name: known[name, value]})

    def _begin(self, words: list[str]) -> None:
        self._match = Match(self._game, self._match.options)

    def _set_position(self, words: list[str]) -> None:
        """Set the position; one that continues the last one is not replayed from the start."""
        begin, actions = _split_moves(words)
        old = self._match
        if begin == old.position and actions[: len(old.actions)] == old.actions:
            known = list(old.actions)
            try:
                for text in actions[len(known) :]:
                    old.play(text)
            except Refused:
                self._match = replay_actions(self._game, old.options, begin, known)
                raise
        else:
            self._match = replay_actions(self._game, old.options, begin, actions)

    def _respond(self, words: list[str]) -> None:
        match, numbers = self._match, self._players()
        answers: dict[str, Callable[[], str]] = {
            "gameover": lambda: str(match.seat == NOBODY).lower(),
            "p1turn": lambda: str(match.seat == next(iter(numbers))).lower(),
            "turn": lambda: {CHANCE: "chance", NOBODY: "none"}.get(match.seat) or f"p{numbers[match.seat]}",
            "result": lambda: _result(match),
            "returns": lambda: " ".join(map(str, (match.returns() or {}).values())) or "none",
            "fen": lambda: match.position_text,
            "moves": lambda: " ".join(match.legal_texts()) or "none",
        }
        if len(words) != 1 or words[0] not in answers:
            raise BadCommand("bad-query", f"I answer queries about {', '.join(answers)}.")
        self._write(f"response {answers[words[0]]()}")

    def _players(self) -> dict[int, int]:
        """Return the numbers of the players, counted from 1, by the numbers of their seats in the rules."""
        return {one.number: index for index, one in enumerate(self._game.seats(self._match.options), start=1)}

    def _go(self, words: list[str]) -> None:
        match = self._match
        if match.seat == NOBODY:
            raise BadCommand("game-over", "The game is over.")
        if match.seat == CHANCE:
            raise BadCommand("chance", "The dice are thrown now: add the throw to the moves.")
        order = parse_go(words, self._players()[match.seat])
        self._thought = Thought(self._source, match, order, self._lines, self._write)


def _split_moves(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the position text, None for the usual start, and the moves of a command `position`."""
    place = words.index("moves") if "moves" in words else len(words)
    head, actions = words[:place], list(words[place + 1 :])
    if head[:1] == ["fen"] and len(head) > 1:
        return " ".join(head[1:]), actions
    if list(head) != ["startpos"]:
        raise BadCommand("bad-position", "A position is startpos or fen POSITION, and then perhaps moves MOVE MOVE ...")
    return None, actions


def _result(match: Match) -> str:
    """Return `pNwin` if player N alone did best, `draw` if several did, `none` if the game isn't over."""
    returns = list((match.returns() or {}).values())
    if not returns:
        return "none"
    best = max(returns)
    alone = [number for number, value in enumerate(returns, start=1) if value == best]
    return f"p{alone[0]}win" if len(alone) == 1 and (len(returns) > 1 or best > 0) else "draw"

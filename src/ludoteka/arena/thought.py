"""What the engine does between `go` and `bestmove`."""

from collections.abc import Callable, Iterator
from threading import Event, Thread, Timer

from ludoteka.arena.compiled_search import CompiledSearch
from ludoteka.arena.go_order import GoOrder
from ludoteka.core.match import Match
from ludoteka.players.past import past_digests
from ludoteka.search.analysis import Analysis, Root
from ludoteka.search.search import Search

Write = Callable[[str], None]
NO_MOVE = "bestmove (none)"


class Thought:
    """One search in a thread of its own.  It writes `info` lines, and `bestmove` at the end."""

    def __init__(self, source: CompiledSearch, match: Match, order: GoOrder, lines: int, write: Write) -> None:
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
        """Wait for `bestmove`."""
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
        self._search = self._source.make()
        if self._source.fault:
            self._write(f"info string interpreted: {self._source.fault}")
        found = self._search.analyse(
            _root(self._match), self._order.limits(self._search.deepest), lines=self._lines, report=self._report
        )
        self._may_answer.wait()
        if self._timer:
            self._timer.cancel()
        self._write_all(found)
        best = self._match.game.texts.line_texts(self._match.state, found.lines[0].actions[:2])
        self.is_over = True  # first, because the next command may follow at once
        self._write(f"bestmove {best[0]}" + (f" ponder {best[1]}" if best[1:] else ""))

    def _report(self, found: Analysis) -> None:
        """Write what a depth has found; stop if that was asked before the search could hear it."""
        self._write_all(found)
        if self._is_stopped and self._search:
            self._search.stop()

    def _write_all(self, found: Analysis) -> None:
        assert self._search  # noqa: S101 - it has found this
        for line in info_lines(found, self._match, self._search.won):
            self._write(line)


def _root(match: Match) -> Root:
    """Return the position to search."""
    past = past_digests(match.game, match.past, match.options)
    seats = [one.number for one in match.game.seats(match.options)]
    return Root(match.state, match.legal(), seats, past, match.quiet_actions_left)


def info_lines(found: Analysis, match: Match, won: int) -> Iterator[str]:
    """Yield the `info` line of each variation."""
    milliseconds, speed = round(found.seconds * 1000), round(found.nodes / max(found.seconds, 0.001))
    for rank, one in enumerate(found.lines, start=1):
        pv = " ".join(match.game.texts.line_texts(match.state, one.actions))
        is_mate = abs(one.value) >= won and not match.game.throw
        score = f"mate {len(one.actions) if one.value > 0 else -len(one.actions)}" if is_mate else f"cp {one.value}"
        yield (
            f"info depth {found.depth} multipv {rank} score {score} nodes {found.nodes} nps {speed} "
            f"time {milliseconds} pv {pv}"
        )

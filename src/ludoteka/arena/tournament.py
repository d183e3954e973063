"""A tournament of computer players: its pairings, the processes that play, and the file that keeps the results."""

import json
from collections.abc import Collection, Generator, Iterator, Sequence
from concurrent.futures import Future, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ludoteka.arena.duels import Duel, PlayedGame, Terms, play_duel
from ludoteka.arena.players import check_player
from ludoteka.arena.ratings import Pairing
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.players.process_pool import process_pool


class Tournament(NamedTuple):
    """The players, each of whom is named once, and how they meet."""

    terms: Terms
    players: tuple[str, ...]
    pairs: int  # of games, in each pairing
    only_neighbours: bool = False  # whether only players beside each other in the list meet

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """The pairs of players who meet."""
        return list((pairwise if self.only_neighbours else _everybody)(self.players))

    def duels(self) -> list[tuple[tuple[str, str], int]]:
        """Return the pairs of games to play, each pairing's first one first."""
        return [(pairing, number) for number in range(self.pairs) for pairing in self.pairings]

    def results(self, duels: Collection[Duel]) -> list[Pairing]:
        """Return the scores of each pairing, in the order of the pairs."""
        ordered, index = sorted(duels, key=lambda one: one.number), self.players.index
        return [
            Pairing(index(first), index(second), [_mean(one) for one in ordered if one.players == (first, second)])
            for first, second in self.pairings
        ]


def _everybody(players: Sequence[str]) -> Iterator[tuple[str, str]]:
    return combinations(players, 2)


def _mean(duel: Duel) -> float:
    """Return the first player's mean score in a pair of games."""
    return sum(one.score for one in duel.games) / len(duel.games)


class ResultsFile:
    """A file with one pair of games per line, as JSON.  It may hold results of other tournaments too.

    Raises:
        Refused: "no-file", if it can't be read or written.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self, tournament: Tournament) -> list[Duel]:
        """Return the results that belong to a tournament; a line that was cut off is skipped."""
        wanted, terms, found = set(tournament.duels()), _plain(tournament.terms), {}
        for line in self._lines():
            with suppress(ValueError, KeyError, TypeError):
                entry = json.loads(line)
                duel = Duel(tuple(entry["players"]), entry["pair"], [], entry["seconds"])
                duel.games.extend(PlayedGame(**one) for one in entry["games"])
                if (duel.players, duel.number) in wanted and {name: entry[name] for name in terms} == terms:
                    found[duel.players, duel.number] = duel
        return list(found.values())

    def add(self, terms: Terms, duel: Duel) -> None:
        """Append a result."""
        if self._path is None:
            return
        games = [one._asdict() for one in duel.games]
        entry = {**_plain(terms), "players": duel.players, "pair": duel.number, "games": games, "seconds": duel.seconds}
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(entry, ensure_ascii=False)}\n")
        except OSError as error:
            raise self._refusal(error) from error

    def _lines(self) -> list[str]:
        """Return the lines so far; a last line without an end gets one."""
        if self._path is None or not self._path.exists():
            return []
        try:
            text = self._path.read_text("utf-8", errors="replace")
            if text and not text.endswith("\n"):
                with self._path.open("a", encoding="utf-8") as file:
                    file.write("\n")
        except OSError as error:
            raise self._refusal(error) from error
        return text.splitlines()

    def _refusal(self, error: OSError) -> Refused:
        reason = str(error.strerror)
        return Refused("no-file", Message("{name} cannot be used: {reason}.", name=str(self._path), reason=reason))


def _plain(terms: Terms) -> dict[str, Any]:
    """Return terms as they come back from JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(terms._asdict()))
    return plain


def check_players(game: Game, names: Sequence[str]) -> None:
    """Check that there are at least two different players, who can play this game.

    Raises:
        Refused: "bad-player", "secrets".
    """
    if len(names) < 2 or len(set(names)) < len(names):
        raise Refused("bad-player", Message("Name two or more players, each of them once."))
    for name in names:
        check_player(name, game)


def play_tournament(
    terms: Terms, duels: Sequence[tuple[tuple[str, str], int]], jobs: int
) -> Generator[Duel, None, None]:
    """Play pairs of games in several processes, and yield each result when it is there.

    Close the generator to play no more of them; those in progress are finished first.

    Raises:
        Refused: the reasons of `play_duel`; "player-died", if a process ended.
    """
    pool = process_pool(jobs)
    try:
        waiting: list[Future[Duel]] = [pool.submit(play_duel, terms, *duel) for duel in duels]
        for one in as_completed(waiting):
            yield one.result()
    except BrokenProcessPool as error:
        raise Refused("player-died", Message("A process in which players think has ended unexpectedly.")) from error
    finally:
        pool.shutdown(cancel_futures=True)

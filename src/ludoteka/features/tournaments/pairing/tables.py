"""Tournaments with more than two players at a table: table sizes, and the pairings of rounds and arenas."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from ludoteka.core.game import Game, Options
from ludoteka.features.tournaments.model import RoundPairing, TournamentProgress
from ludoteka.features.tournaments.pairing.arena import arena_points, arena_ranked, have_just_met
from ludoteka.features.tournaments.pairing.grouping import group
from ludoteka.features.tournaments.pairing.swiss import order_table
from ludoteka.server.matches import TWO

FEWEST = 3  # players at a table of an arena that does not wait for more
UNITS = 840  # the unit that makes every score at tables of up to eight an integer


def options_at(game: Game, options: Options, size: int) -> Options:
    """Return the options of a match for so many players; options that already fit stay unchanged."""
    if game.late is None and len(game.seats(options)) == size:
        return options
    return {**options, **{one.name: one.at_tables[size] for one in game.options if size in one.at_tables}}


def table_sizes(count: int, size: int) -> list[int]:
    """Return table sizes for so many players: as few tables as possible, as equal as possible."""
    return _divide(count, -(-count // size))


def _divide(count: int, tables: int) -> list[int]:
    """Return the sizes of so many tables, the largest first."""
    return [count // tables + (place < count % tables) for place in range(tables)] if tables else []


def pair_tables(progress: TournamentProgress, size: int) -> list[RoundPairing]:
    """Return the tables of the next round, best players first."""
    players = progress.ranked()
    met = Counter(frozenset(pair) for one in progress.pairings if one.scores for pair in combinations(one.players, 2))
    tables = group(
        table_sizes(len(players), size),
        [round(UNITS * progress.points(player)) for player in players],
        lambda one, other: met[frozenset((players[one], players[other]))],
    )
    return _pairings(progress, [[players[place] for place in table] for table in tables])


def pair_arena_tables(
    progress: TournamentProgress, waiting: Collection[str], size: int, computers: Collection[str], *, is_beginning: bool
) -> list[RoundPairing]:
    """Return tables of waiting players who are close in the standings, but not the same table again.

    People fill the tables, and computers the remaining seats.  While others play, or when the arena has only just begun and
    others may join, no much smaller tables are formed: leftover players wait.
    """
    people = arena_ranked(progress, [one for one in waiting if one not in computers])
    spare = arena_ranked(progress, [one for one in waiting if one in computers])
    may_wait = is_beginning or not progress.is_round_over
    sizes = _arena_sizes(len(people), len(spare), size, may_wait)
    seated = people[: sum(sizes)]
    points = [round(UNITS * arena_points(progress.results[player])) for player in seated]
    tables = group(
        _divide(len(seated), len(sizes)),
        points,
        lambda one, other: have_just_met(progress, seated[one], seated[other]),
    )
    full = []
    for table, room in zip(sorted(tables, key=len, reverse=True), sizes, strict=True):
        players = [seated[place] for place in table]
        if may_wait and _is_same_table(progress, players):
            continue
        free = room - len(players)
        full.append(players + spare[:free])
        spare = spare[free:]
    return _pairings(progress, full)


def _arena_sizes(people: int, spare: int, size: int, may_wait: bool) -> list[int]:
    """Return the sizes of the tables to form now."""
    rooms = -(-people // size) * size
    sizes = table_sizes(min(rooms, people + spare), size) if people else []
    least = max(FEWEST, size - 1) if may_wait else TWO
    if sizes and sizes[-1] < least:
        return [size] * (people // size)
    return sizes


def _is_same_table(progress: TournamentProgress, players: Sequence[str]) -> bool:
    """Tell whether all of these players have just met."""
    pairs = list(combinations(players, 2))
    return bool(pairs) and all(have_just_met(progress, one, other) for one, other in pairs)


def _pairings(progress: TournamentProgress, tables: list[list[str]]) -> list[RoundPairing]:
    return [RoundPairing(progress.last_round + 1, order_table(progress, table)) for table in tables]

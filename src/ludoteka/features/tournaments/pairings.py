"""Pairings of the next round, for each kind of tournament."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, groupby
from itertools import count as count_from
from typing import TYPE_CHECKING

from ludoteka.core.game import Game, Options
from ludoteka.features.tournaments.model import WIN, Entry, Result, RoundPairing, TournamentProgress, exact
from ludoteka.late_module import LateModule
from ludoteka.server.matches import TWO

if TYPE_CHECKING:
    import rustworkx
else:
    rustworkx = LateModule("rustworkx")


_HAD = 10**4  # the weight of a repeated seat, in units of the default order
_MOST_COST = 10**12  # more than all of them together


def surplus(progress: TournamentProgress, player: str) -> int:
    """Return how many times more a player had the first seat of two than the second."""
    return sum(1 - 2 * one.seat for one in progress.results[player] if len(one.opponents) == 1)


def order_sides(progress: TournamentProgress, one: str, other: str) -> tuple[str, str]:
    """Return two players in seat order.

    The first seat goes to the player who had it less often; if equal, to the one who did not have it last; then to the better
    seed in odd rounds and to the other one in even rounds.
    """
    by_seed = sorted((one, other), key=lambda player: progress.entries[player].seed)
    is_even = (progress.last_round + progress.entries[by_seed[0]].seed) % 2 == 0
    usual = by_seed[::-1] if is_even else by_seed  # if nothing else decides
    first, second = sorted(usual, key=lambda player: (surplus(progress, player), _last(progress, player)))
    return first, second


def _last(progress: TournamentProgress, player: str) -> bool:
    """Tell whether a player had the first seat in their last match."""
    played = [one.seat for one in progress.results[player] if not one.is_bye]
    return played[-1:] == [0]


def order_table(progress: TournamentProgress, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players at a table in seat order.

    Among all orders, it is one in which players have had their seats least often and, secondly, one that varies whether the
    best seeds begin.
    """
    if len(players) == 2:
        return order_sides(progress, *players)
    count = len(players)
    by_seed = sorted(players, key=lambda player: progress.entries[player].seed)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(2 * count))  # the players, then the seats
    for place, player in enumerate(by_seed):
        had = Counter(one.seat for one in progress.results[player] if not one.is_bye)
        for seat in range(count):
            turned = (seat - place - progress.last_round) % count
            graph.add_edge(place, count + seat, _MOST_COST - had[seat] ** 2 * _HAD - turned**2)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    places = {max(pair) - count: min(pair) for pair in found}
    return tuple(by_seed[places[seat]] for seat in range(count))


_POINTS, _SIDES = 10**12, 10**6  # the weights of rules 3 and 4 in units of rule 5
_MOST = 10**18  # more than all of them together


def pair_swiss(progress: TournamentProgress) -> list[RoundPairing]:
    """Return the pairings of the next round, best players first, and the bye; empty if no new pairs are possible."""
    players = progress.ranked()
    number = progress.last_round + 1
    bye = _find_bye(progress, players)
    playing = [one for one in players if one != bye]
    met = {(player, other) for player in playing for one in progress.results[player] for other in one.opponents}
    graph: rustworkx.PyGraph[str, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(playing)
    halves = _halves(progress, playing)
    for (i, one), (j, other) in combinations(enumerate(playing), 2):
        if (one, other) not in met:
            graph.add_edge(i, j, _MOST - _cost(progress, one, other) - abs(j - i - halves[one]) ** 2)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = sorted(tuple(sorted(pair)) for pair in found)
    paired = [RoundPairing(number, order_sides(progress, playing[i], playing[j])) for i, j in pairs]
    if not paired:
        return []
    idle = [one for place, one in enumerate(playing) if not any(place in pair for pair in pairs)]
    byes = [RoundPairing(number, (one,), (WIN,)) for one in (*idle, bye) if one]
    return paired + byes


def _find_bye(progress: TournamentProgress, players: list[str]) -> str:
    """Return the player with the bye if the number is odd: the lowest-ranked of those with the fewest byes; else ""."""
    if len(players) % 2 == 0:
        return ""
    return min(reversed(players), key=lambda player: sum(one.is_bye for one in progress.results[player]))


def _halves(progress: TournamentProgress, players: list[str]) -> dict[str, int]:
    """Return, for each player, half the number of players with equal points."""
    points = [progress.points(one) for one in players]
    return {player: points.count(mine) // 2 for player, mine in zip(players, points, strict=True)}


def _cost(progress: TournamentProgress, one: str, other: str) -> int:
    """Return the cost of a pair by rules 3 and 4."""
    difference = round(2 * abs(progress.points(one) - progress.points(other)))
    both = surplus(progress, one) + surplus(progress, other)  # large if both have had the same side too often
    return difference**2 * _POINTS + both**2 * _SIDES


REPEAT = 10**13  # the cost of a repeated meeting, in units of squared differences of points
EXACT = 12  # players, up to which the search is exhaustive
NEAR = 24  # the greatest distance in the standings of two exchanged players
REST = 7  # steps for which an exchanged player stays
STEPS = 6  # per player
PASSES = 4  # over all players, at the end

Tables = list[list[int]]
Costs = Sequence[Sequence[int]]


def group(sizes: Sequence[int], points: Sequence[int], meetings: Callable[[int, int], int]) -> Tables:
    """Return tables of these sizes, for players 0, 1, … in the order of the standings.

    `points` are integers, and `meetings` tells how often two players have met.
    """
    count = len(points)
    costs = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        cost = meetings(one, other) * REPEAT + (points[one] - points[other]) ** 2
        costs[one][other] = costs[other][one] = cost
    tables = _polish(_settle(_deal(sizes, points), costs), costs)
    if count <= EXACT:
        tables = _search(sizes, costs, tables)
    return sorted(sorted(table) for table in tables)


def grouping_cost(tables: Tables, costs: Costs) -> int:
    """Return the total cost of all pairs at all tables."""
    return sum(costs[one][other] for table in tables for one, other in combinations(table, 2))


def _deal(sizes: Sequence[int], points: Sequence[int]) -> Tables:
    """Return tables in the order of the standings; players with equal points are dealt out back and forth by seed."""
    tables: Tables = [[] for _ in sizes]
    for _, equals in groupby(range(len(points)), lambda place: points[place]):
        _deal_equals(list(equals), tables, sizes)
    return tables


def _deal_equals(equals: list[int], tables: Tables, sizes: Sequence[int]) -> None:
    """Seat players with equal points at the first tables with room for them."""
    free = [size - len(table) for table, size in zip(tables, sizes, strict=True)]
    rooms, needed = [0] * len(free), len(equals)
    for place, room in enumerate(free):
        rooms[place] = min(room, needed)
        needed -= rooms[place]
    order = [place for place, room in enumerate(rooms) if room]
    while equals:
        for place in order:
            if rooms[place] and equals:
                tables[place].append(equals.pop(0))
                rooms[place] -= 1
        order.reverse()


def _settle(tables: Tables, costs: Costs) -> Tables:
    """Return tables with fewer repeated meetings, if exchanges of two players find any."""
    best, best_cost, count = tables, grouping_cost(tables, costs), len(costs)
    tables, cost = [list(table) for table in tables], best_cost
    until = [0] * count  # the step at which each player may be exchanged again
    for step in range(1, STEPS * count):
        if cost < REPEAT:
            break
        who = _meeting_again(tables, costs, until, step)
        change = _best_exchange(tables, costs, *who, until, step) if who else None
        if who is None or change is None:
            continue
        (mine, one), (gain, other, theirs) = who, change
        mine[mine.index(one)], theirs[theirs.index(other)] = other, one
        cost += gain
        until[one] = until[other] = step + REST
        if cost < best_cost:
            best, best_cost = [list(table) for table in tables], cost
    return best


def _meeting_again(tables: Tables, costs: Costs, until: Sequence[int], step: int) -> tuple[list[int], int] | None:
    """Return the first player with a repeated meeting who may be exchanged now, after their table."""
    for table in tables:
        for one in table:
            if until[one] <= step and any(costs[one][other] >= REPEAT for other in table):
                return table, one
    return None


def _best_exchange(
    tables: Tables, costs: Costs, mine: list[int], one: int, until: Sequence[int], step: int
) -> tuple[int, int, list[int]] | None:
    """Return the cost change of a player's best exchange, the other player, and that one's table."""
    found = [
        (_gain(costs, mine, one, theirs, other), other, theirs)
        for theirs in tables
        if theirs is not mine
        for other in theirs
        if abs(other - one) <= NEAR and until[other] <= step
    ]
    return min(found, default=None)


def _gain(costs: Costs, mine: list[int], one: int, theirs: list[int], other: int) -> int:
    """Return the cost change if two players swap tables."""
    own, others = costs[one], costs[other]
    here = sum(others[player] - own[player] for player in mine if player != one)
    return here + sum(own[player] - others[player] for player in theirs if player != other)


def _polish(tables: Tables, costs: Costs) -> Tables:
    """Return the tables after all improving exchanges of two players."""
    count = len(costs)
    near = [(one, other) for one in range(count) for other in range(one + 1, min(count, one + NEAR + 1))]
    where = {player: table for table in tables for player in table}
    for _ in range(PASSES):
        is_better = False
        for one, other in near:
            mine, theirs = where[one], where[other]
            if mine is not theirs and _gain(costs, mine, one, theirs, other) < 0:
                mine[mine.index(one)], theirs[theirs.index(other)] = other, one
                where[one], where[other] = theirs, mine
                is_better = True
        if not is_better:
            break
    return tables


def _search(sizes: Sequence[int], costs: Costs, tables: Tables) -> Tables:
    """Return the optimal tables, or the given ones if none are better (depth-first branch and bound)."""
    best, best_cost = tables, grouping_cost(tables, costs)
    open_ones: list[tuple[int, Tables, tuple[int, ...], tuple[int, ...]]] = [
        (0, [], tuple(range(len(costs))), tuple(sizes))
    ]
    while open_ones:
        cost, done, left, rest = open_ones.pop()
        if cost >= best_cost:
            continue
        if not left:
            best, best_cost = done, cost
            continue
        for size in set(rest):
            smaller = list(rest)
            smaller.remove(size)
            for others in combinations(left[1:], size - 1):
                table = [left[0], *others]
                more = cost + grouping_cost([table], costs)
                if more < best_cost:
                    free = tuple(player for player in left if player not in table)
                    open_ones.append((more, [*done, table], free, tuple(smaller)))
    return best


REPLAYS = 2  # draws of the same two, after which the better seed advances


def bracket(count: int) -> list[int]:
    """Return the seeds in the order of the bracket, whose size is the next power of two; seeds above `count` are empty."""
    order = [1]
    while len(order) < count:
        size = 2 * len(order)
        order = [seed for one in order for seed in (one, size + 1 - one)]
    return order


def pair_knockout(progress: TournamentProgress) -> list[RoundPairing]:
    """Return the matches of the next round, which may be replays of drawn ones; empty when only one player is left."""
    for pairs in _bracket_rounds(progress):
        if waiting := [(one, other) for one, other, winner in pairs if winner is _OPEN]:
            number = progress.last_round + 1
            return [RoundPairing(number, _ordered(progress, one, other)) for one, other in waiting if one and other]
    return []


def placings(progress: TournamentProgress) -> dict[str, int]:
    """Return the number of bracket matches that each player has won, including walkovers."""
    won = dict.fromkeys(progress.entries, 0)
    for pairs in _bracket_rounds(progress):
        for _, _, winner in pairs:
            if winner is not None and winner is not _OPEN:
                won[winner.player] += 1
    return won


_OPEN = Entry("", 0)  # the undecided winner of a pair


def _bracket_rounds(progress: TournamentProgress) -> Iterator[list[tuple[Entry | None, Entry | None, Entry | None]]]:
    """Yield the rounds of the bracket, each with its pairs and their winners."""
    entries = list(progress.entries.values())
    line = [entries[seed - 1] if seed <= len(entries) else None for seed in bracket(len(entries))]
    while len(line) > 1:
        pairs = zip(line[::2], line[1::2], strict=True)
        decided = [(one, other, _winner(progress, one, other)) for one, other in pairs]
        yield decided
        line = [winner for _, _, winner in decided]


def _winner(progress: TournamentProgress, one: Entry | None, other: Entry | None) -> Entry | None:
    """Return the player who advances, None if neither is there, or `_OPEN` while undecided."""
    if one is _OPEN or other is _OPEN:
        return _OPEN
    if one is None or other is None:
        return one or other
    mine, theirs = _scores(progress, one, other), _scores(progress, other, one)
    if mine[-1:] != theirs[-1:]:
        return one if mine[-1] > theirs[-1] else other
    if len(mine) >= REPLAYS:
        return min(one, other, key=lambda entry: entry.seed)
    if one.is_in and other.is_in:
        return _OPEN
    return one if one.is_in else other if other.is_in else None


def _scores(progress: TournamentProgress, one: Entry, other: Entry) -> list[float]:
    """Return the scores of one player against the other; a match that was called off gives both none."""
    return [result.score for result in progress.results[one.player] if other.player in result.opponents]


def _ordered(progress: TournamentProgress, one: Entry, other: Entry) -> tuple[str, str]:
    """Return the two in seat order: the better seed first, in a replay second."""
    better, worse = sorted((one, other), key=lambda entry: entry.seed)
    is_replay = any(worse.player in result.opponents for result in progress.results[better.player])
    return (worse.player, better.player) if is_replay else (better.player, worse.player)


def berger_rounds(count: int) -> list[list[tuple[int, int]]]:
    """Return the rounds for players 0 … count − 1, as pairs in seat order; with an odd count, one has a bye.

    The pairs are those of the Berger tables in the FIDE handbook (C.05, annex 1): the last player stays and alternates
    sides, and the others rotate.  With an odd count, the player who would meet the missing last one is in no pair.
    """
    size = count + count % 2
    rounds = []
    for turn in range(size - 1):
        start = turn * (size // 2) % (size - 1)
        around = [(start + step) % (size - 1) for step in range(size - 1)]
        first, rest = around[0], around[1:]
        pairs = [(first, size - 1) if turn % 2 == 0 else (size - 1, first)]
        pairs += [(rest[step], rest[-1 - step]) for step in range(len(rest) // 2)]
        rounds.append([pair for pair in pairs if max(pair) < count])
    return rounds


def pair_round_robin(progress: TournamentProgress) -> list[RoundPairing]:
    """Return the pairings of the next round; empty after the last one.

    All players who were there at the start keep their number.  The opponent of a withdrawn player has a bye.
    """
    players = list(progress.entries)
    rounds = berger_rounds(len(players))
    for number in range(progress.last_round + 1, len(rounds) + 1):
        pairs = [[players[first], players[second]] for first, second in rounds[number - 1]]
        left = [[player for player in pair if progress.entries[player].is_in] for pair in pairs]
        if any(left):
            return [RoundPairing(number, tuple(pair), (WIN,) if len(pair) == 1 else None) for pair in left if pair]
    return []


STREAK = 2  # wins in a row, after which matches score double


def arena_points(results: Sequence[Result]) -> float:
    """Return the points for a player's results, oldest first."""
    points, wins = 0.0, 0
    for result in results:
        points += 2 * result.score * (2 if wins >= STREAK else 1)
        wins = wins + 1 if result.is_win else 0
    return exact(points)


def is_on_streak(results: Sequence[Result]) -> bool:
    """Tell whether the player's next match scores double."""
    return len(results) >= STREAK and all(result.is_win for result in results[-STREAK:])


def arena_ranked(progress: TournamentProgress, waiting: Collection[str]) -> list[str]:
    """Return the waiting players in the order of the standings."""
    points = {player: arena_points(progress.results[player]) for player in waiting}
    return sorted(waiting, key=lambda player: (-points[player], progress.entries[player].seed))


def pair_arena(
    progress: TournamentProgress, waiting: Collection[str], computers: Collection[str] = ()
) -> list[RoundPairing]:
    """Pair waiting players who are close in the standings, but not the same two twice in a row.

    Computers meet people only.  If only the same two wait, they meet again.  An odd player keeps waiting.
    """
    left = arena_ranked(progress, waiting)
    number = progress.last_round + 1
    paired = []
    while len(left) > 1:
        one = left.pop(0)
        able = [other for other in left if not (one in computers and other in computers)]
        new = [other for other in able if not have_just_met(progress, one, other)]
        others = new or (able if len(waiting) == 2 else [])
        if others:
            left.remove(others[0])
            paired.append(RoundPairing(number, order_sides(progress, one, others[0])))
    return paired


def have_just_met(progress: TournamentProgress, one: str, other: str) -> bool:
    """Tell whether the last match of either was against the other."""
    last = [(other, progress.results[one][-1:]), (one, progress.results[other][-1:])]
    return any(results and opponent in results[0].opponents for opponent, results in last)


FEWEST = 3  # players at a table of an arena that does not wait for more
UNITS = 840  # the unit that makes every score at tables of up to eight an integer


def options_at(game: Game, options: Options, size: int) -> Options:
    """Return the options of a match for so many players; options that already fit stay unchanged."""
    if game.late is None and len(game.seats(options)) == size:
        return options
    return {**options, **{option.name: option.at_tables[size] for option in game.options if size in option.at_tables}}


def table_sizes(count: int, size: int) -> list[int]:
    """Return table sizes for so many players: as few tables as possible, as equal as possible."""
    return _divide(count, -(-count // size))


def _divide(count: int, tables: int) -> list[int]:
    """Return the sizes of so many tables, the largest first."""
    return [count // tables + (place < count % tables) for place in range(tables)] if tables else []


def pair_tables(progress: TournamentProgress, size: int) -> list[RoundPairing]:
    """Return the tables of the next round, best players first."""
    players = progress.ranked()
    met = Counter(
        frozenset(pair) for pairing in progress.pairings if pairing.scores for pair in combinations(pairing.players, 2)
    )
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
    may_wait = is_beginning or any(pairing.scores is None for pairing in progress.pairings)
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
        pairs = list(combinations(players, 2))
        if may_wait and pairs and all(have_just_met(progress, *pair) for pair in pairs):
            continue
        free = room - len(players)
        full.append(players + spare[:free])
        spare = spare[free:]
    return _pairings(progress, full)


def _arena_sizes(people: int, spare: int, size: int, may_wait: bool) -> list[int]:
    rooms = -(-people // size) * size
    sizes = table_sizes(min(rooms, people + spare), size) if people else []
    least = max(FEWEST, size - 1) if may_wait else TWO
    if sizes and sizes[-1] < least:
        return [size] * (people // size)
    return sizes


def _pairings(progress: TournamentProgress, tables: list[list[str]]) -> list[RoundPairing]:
    return [RoundPairing(progress.last_round + 1, order_table(progress, table)) for table in tables]


def usual_rounds(count: int, size: int = TWO) -> int:
    """Return the default number of rounds of a Swiss tournament, in which only one player can win all matches."""
    return next(rounds for rounds in count_from(1) if size**rounds >= count)


def next_round(kind: str, progress: TournamentProgress, rounds: int, size: int = TWO) -> list[RoundPairing]:
    """Return the pairings of the next round, or none if the tournament is over; all matches so far must be over.

    `rounds` is the number of rounds of a Swiss tournament, and `size` its table size; other kinds end by themselves.
    """
    if len(progress.ranked()) < TWO:
        return []
    if kind == "knockout":
        return pair_knockout(progress)
    if kind == "round-robin":
        return pair_round_robin(progress)
    if progress.last_round >= rounds:
        return []
    return pair_swiss(progress) if size == TWO else pair_tables(progress, size)

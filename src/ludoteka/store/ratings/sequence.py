"""Rating matches in sequence: one match, all matches again, or the matches after an annulled one."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from sqlalchemy import Connection, bindparam, delete

from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game
from ludoteka.ratings.changes import RatedPlayer, computers_rating, ratings_after
from ludoteka.ratings.parties import party_ratings_after
from ludoteka.ratings.pools import PARTY, pool_of
from ludoteka.store import queries
from ludoteka.store.models import StoredMatch
from ludoteka.store.ratings import rows
from ludoteka.store.ratings.rows import Change, Find, Key, RatingState
from ludoteka.store.schema import rating_changes
from ludoteka.store.writing.statements import Write

AT_ONCE = 500  # matches that are read together
DELETE_CHANGE = delete(rating_changes).where(rating_changes.c.ordinal == bindparam("which"))

Games = Mapping[str, Game]


def rate_match(
    kept: StoredMatch, ordinal: int, at: float, games: Games, find: Find, new: dict[Key, RatingState]
) -> list[Change]:
    """Return the rating changes of a match, and put the new ratings into `new`; `find` returns earlier ratings."""
    if kept.status.result is None:
        return []
    pool = pool_of(TimeControl.parse(kept.clock), len(kept.seats))
    players = list(_players(kept, kept.status.result, pool, games, find))
    before = [one for _, _, one in players]
    after = party_ratings_after(before) if pool == PARTY else ratings_after(before[0], before[1], at)
    changes: list[Change] = []
    for (seat, key, player), rating in zip(players, after, strict=True):
        if key[0]:
            new[key] = RatingState(rating, find(key).number + 1, at)
            place = len(changes)
            changes.append(Change(ordinal, place, kept.id, seat, *key, at, player.rating.rating, *rating))
    return changes


def _players(
    kept: StoredMatch, result: dict[str, int], pool: str, games: Games, find: Find
) -> Iterator[tuple[str, Key, RatedPlayer]]:
    """Yield the seat, the key and the state before the match of each player."""
    best = max(result.values())
    is_draw = min(result.values()) == best
    for letter, one in kept.seats.items():
        of_two = 0.5 if is_draw else float(result[letter] == best)
        score = float(result[letter]) if pool == PARTY else of_two
        key = (one.holder, kept.game, pool)
        if one.kind == "person":
            state = find(key)
            yield letter, key, RatedPlayer(state.rating, state.at, score)
        else:
            yield letter, key, RatedPlayer(computers_rating(games[kept.game], one.level), 0.0, score)


def rate_again(connection: Connection, games: Games) -> tuple[list[Change], list[Change], dict[Key, RatingState]]:
    """Rate all rated matches again in the same order; return what they changed before and now, and the ratings."""
    kept = rows.changes_where(connection, rating_changes.c.ordinal > 0)
    states: dict[Key, RatingState] = {}
    new: list[Change] = []
    for changes, match in _with_matches(connection, kept):
        if changes[0].holder:
            find = _finder(states)
            new += rate_match(match, changes[0].ordinal, changes[0].at, games, find, states)
        else:
            new += changes  # it was annulled
    return kept, new, states


def annulment(connection: Connection, match: str, at: float, games: Games) -> list[Write]:
    """Return the writes that undo a match's effect on ratings; none if it had no effect.

    Later matches in the same pool are rated again if a player's rating before them has changed.
    """
    own = [one for one in rows.changes_where(connection, rating_changes.c.match == match) if one.holder]
    if not own:
        return []
    first, game, pool = own[0].ordinal, own[0].game, own[0].speed
    in_pool = (rating_changes.c.game == game) & (rating_changes.c.speed == pool)
    later = rows.changes_where(connection, in_pool & (rating_changes.c.ordinal > first))
    states = {one.key: rows.state_before(connection, one.key, first) for one in own}
    mark = Change(rows.next_ordinal(connection), 0, match, "", "", game, pool, at, 0.0, 0.0, 0.0, 0.0)
    writes: list[Write] = [(DELETE_CHANGE, {"which": first}), (rows.INSERT_CHANGE, mark._asdict())]
    for new in _rated_again(connection, later, states, games):
        writes.append((DELETE_CHANGE, {"which": new[0].ordinal}))
        writes += [(rows.INSERT_CHANGE, one._asdict()) for one in new]
    return writes + rows.replacement(states)


def _rated_again(
    connection: Connection, later: Sequence[Change], states: dict[Key, RatingState], games: Games
) -> Iterator[list[Change]]:
    """Yield the new rating changes of matches whose players' ratings, in `states`, have changed; update `states`."""
    for changes in _by_match(later):
        ordinal, at = changes[0].ordinal, changes[0].at
        if any(one.key in states for one in changes):  # never in the row of another annulment

            def find(key: Key, ordinal: int = ordinal) -> RatingState:
                return states[key] if key in states else rows.state_before(connection, key, ordinal)

            [match] = queries.stored_matches(connection, [changes[0].match])
            yield rate_match(match, ordinal, at, games, find, states)


def _finder(states: dict[Key, RatingState]) -> Find:
    return lambda key: states.get(key, RatingState())


def _with_matches(connection: Connection, kept: Sequence[Change]) -> Iterator[tuple[list[Change], StoredMatch]]:
    """Yield the rating changes of each match, with the match."""
    grouped = _by_match(kept)
    for start in range(0, len(grouped), AT_ONCE):
        part = grouped[start : start + AT_ONCE]
        known = {one.id: one for one in queries.stored_matches(connection, [changes[0].match for changes in part])}
        for changes in part:
            yield changes, known[changes[0].match]


def _by_match(kept: Sequence[Change]) -> list[list[Change]]:
    return [list(changes) for _, changes in groupby(kept, lambda one: one.ordinal)]

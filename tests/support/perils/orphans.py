"""What in the database of a house is half-done, or belongs to nothing any more.

It is looked for without the parts of the house that clear it away, so that it also tells what these overlook.
"""

from collections import Counter
from contextlib import contextmanager

from sqlalchemy import text

from ludoteka.features.ratings import store
from ludoteka.features.ratings.rating import SPOILING
from ludoteka.features.ratings.store import rate_again
from ludoteka.features.tournaments.store import TournamentStore  # noqa: F401 - its tables
from ludoteka.store.backends.dispatch import open_for_reading
from ludoteka.store.schema import metadata

DELETED = "(SELECT {of} FROM accounts WHERE deleted_at IS NOT NULL)"
OF_HOLDERS = {  # rows that name a person by their holder, and are deleted with the account
    **{f"{table}.{column}": "true" for table, column in (("chat", "holder"), ("waiting_notices", "holder"))},
    **{f"reports.{column}": "true" for column in ("reporter", "about")},
    "tournament_entries.holder": "is_in",
    "seats.holder": "(name <> '' OR standing <> 'former')",
    "acts.about": "(reason <> '' OR detail <> '')",
}
SPOILED = f"EXISTS (SELECT 1 FROM events e WHERE e.match = m.id AND e.kind IN ({', '.join(map(repr, SPOILING))}))"  # noqa: S608 - our own words, also below
CHANGES = "(SELECT count(*) FROM rating_changes c WHERE c.match = m.id AND c.holder <> '')"
PEOPLE = "(SELECT count(*) FROM seats s WHERE s.match = m.id AND s.kind = 'person')"
QUERIES = {  # by what is wrong: the rows of which it is true
    "a deleted account with a name or a password": "SELECT id FROM accounts WHERE deleted_at IS NOT NULL"
    " AND (name IS NOT NULL OR skeleton IS NOT NULL OR password <> '' OR role <> 'resident' OR invitation IS NOT NULL)",
    "an account without a name": "SELECT id FROM accounts"
    " WHERE deleted_at IS NULL AND (name IS NULL OR skeleton IS NULL)",
    "an account without a way in": "SELECT id FROM accounts a WHERE deleted_at IS NULL AND password = ''"
    " AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.account = a.id)"
    " AND NOT EXISTS (SELECT 1 FROM identities i WHERE i.account = a.id)",
    "a resident who is a guest, too": "SELECT a.id FROM accounts a JOIN guests g ON g.holder = a.holder",
    "a seat with another name than its resident": "SELECT s.match FROM seats s JOIN accounts a ON a.holder = s.holder"
    " WHERE a.deleted_at IS NULL AND s.kind = 'person' AND (s.name <> a.name OR s.standing = 'guest')",
    "a recovery code that was used and is still good": "SELECT r.account FROM recovery_codes r"
    " JOIN spent p ON p.digest = r.digest",
    "a match without seats": "SELECT id FROM matches m WHERE NOT EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id)",
    "a rated match that is over without an end": "SELECT id FROM matches"
    " WHERE rated AND (result IS NULL) <> (ended_at IS NULL)",
    "a match rated before it was over": "SELECT id FROM matches WHERE rated_at IS NOT NULL AND ended_at IS NULL",
    "a rated match that changed nothing": f"SELECT id FROM matches m WHERE rated AND rated_at IS NOT NULL"  # noqa: S608 - as above
    f" AND annulled_at IS NULL AND NOT {SPOILED} AND {CHANGES} <> {PEOPLE}",
    "a rating of a match that does not count": "SELECT c.match FROM rating_changes c JOIN matches m ON m.id = c.match"
    " WHERE c.holder <> '' AND ((m.annulled_at IS NULL AND m.rated_at IS NULL)"
    " OR (m.annulled_at IS NOT NULL AND m.rated_at IS NOT NULL))",
    "a match rated twice": "SELECT match FROM rating_changes GROUP BY match, holder HAVING count(*) > 1",
    "a rating without its changes": "SELECT r.holder FROM ratings r WHERE r.number <> (SELECT count(*)"
    " FROM rating_changes c WHERE c.holder = r.holder AND c.game = r.game AND c.speed = r.speed)",
    "an annulled match without an act": "SELECT id FROM matches m WHERE annulled_at IS NOT NULL AND"
    " (SELECT count(*) FROM acts a WHERE a.kind = 'annul' AND a.match = m.id AND a.at = m.annulled_at) <> 1",
    "an act that annulled nothing": "SELECT a.id FROM acts a WHERE kind = 'annul'"
    " AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.id = a.match AND m.annulled_at = a.at)",
    "an act that shut nobody out": "SELECT a.id FROM acts a WHERE kind = 'shut-out'"
    " AND NOT EXISTS (SELECT 1 FROM shut_outs s WHERE s.act = a.id AND s.holder = a.about)"
    " AND NOT EXISTS (SELECT 1 FROM acts later WHERE later.kind = 'let-in' AND later.detail = a.id)",
    "somebody shut out by an act of another kind": "SELECT s.act FROM shut_outs s JOIN acts a ON a.id = s.act"
    " WHERE a.kind <> 'shut-out'",
    "a match of a tournament without its pairing": "SELECT m.id FROM matches m WHERE tournament <> '' AND (SELECT"
    " count(*) FROM tournament_pairings p WHERE p.match = m.id AND p.tournament = m.tournament) <> 1",
    "a pairing without its match": "SELECT p.match FROM tournament_pairings p WHERE p.match <> ''"
    " AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.id = p.match AND m.tournament = p.tournament)",
    "a pairing before the start": "SELECT t.id FROM tournaments t JOIN tournament_pairings p ON p.tournament = t.id"
    " WHERE t.started_at IS NULL",
}


@contextmanager
def reading(place):
    """Provide a connection that only reads the database of a house, which may be open, closed or killed."""
    with open_for_reading(place) as engine, engine.connect() as connection:
        yield connection


def orphans(place):
    """Return what is half-done or belongs to nothing, in words: what is wrong, and where."""
    with reading(place) as connection:
        queries = QUERIES | dict(_references()) | dict(_holders())
        found = [
            f"{wrong}: {where}" for wrong, query in queries.items() for (where,) in connection.execute(text(query))
        ]
        return found + _miscounted(connection) + _misseated(connection)


def _references():
    """Yield the queries for rows whose account, match or whatever they refer to is not there, or was deleted."""
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            child, parent = f'c."{key.parent.name}"', key.column.table.name
            found = f"SELECT 1 FROM {parent} p WHERE p.{key.column.name} = {child}"  # noqa: S608 - names of ours, also below
            missing = f"SELECT {child} FROM {table.name} c WHERE {child} IS NOT NULL AND NOT EXISTS ({found})"  # noqa: S608 - names of ours
            yield f"{table.name}.{key.parent.name} that does not exist", missing
            if parent == "accounts":
                deleted = f"SELECT {child} FROM {table.name} c WHERE {child} IN {DELETED.format(of='id')}"  # noqa: S608 - as above
                yield f"{table.name}.{key.parent.name} that was deleted", deleted


def _holders():
    """Yield the queries for what is left of the holders of deleted accounts."""
    for column, condition in OF_HOLDERS.items():
        table, _, name = column.partition(".")
        left = f"SELECT {name} FROM {table} WHERE {name} IN {DELETED.format(of='holder')} AND {condition}"  # noqa: S608 - as above
        yield f"{column} that was deleted", left


def _miscounted(connection):
    """Return whose ratings are others than those that follow from their matches."""
    kept, new, states = rate_again(connection)
    wrong = [f"a change that does not follow: {match}" for match in {one.match for one in {*kept} ^ {*new}}]
    stored = {(row.holder, row.game, row.speed): row for row in connection.execute(text("SELECT * FROM ratings"))}
    for key in states.keys() | stored.keys():
        row, state = stored.get(key), states.get(key)
        if row is None or state is None or store.rating_row(key, state) != dict(row._mapping):
            wrong.append(f"a rating that does not follow: {key[0]}")
    return wrong


def _misseated(connection):
    """Return the pairings whose players are not those of the match, and who is paired twice in a round."""
    seated = "SELECT holder FROM seats WHERE match = :match AND kind = 'person' ORDER BY place"
    pairings = text('SELECT tournament, "round" AS number, match, players FROM tournament_pairings')
    wrong, rounds = [], Counter()
    for one in connection.execute(pairings.columns(players=metadata.tables["tournament_pairings"].c.players.type)):
        rounds.update((one.tournament, one.number, player) for player in one.players)
        people = [player for player in one.players if not player.startswith("computer ")]
        found = connection.execute(text(seated), {"match": one.match}).scalars().all()
        if one.match and found != people:
            wrong.append(f"a pairing of others than its match: {one.match}")
    return wrong + [
        f"somebody paired twice in a round: {player}" for (*_, player), times in rounds.items() if times > 1
    ]

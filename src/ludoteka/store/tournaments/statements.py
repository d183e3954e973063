"""The write statements of tournaments, in the order in which a batch executes them."""

from sqlalchemy import Executable, bindparam, insert, update

from ludoteka.store.tournaments.tables import tournament_entries, tournament_pairings, tournaments

_THIS = tournaments.c.id == bindparam("which")
_ENTRY = (tournament_entries.c.tournament == bindparam("which")) & (tournament_entries.c.holder == bindparam("who"))
INSERT_TOURNAMENT, INSERT_ENTRY = insert(tournaments), insert(tournament_entries)
INSERT_PAIRING = insert(tournament_pairings)
SET_STARTED = update(tournaments).where(_THIS, tournaments.c.started_at.is_(None)).values(started_at=bindparam("when"))
SET_ENDED = update(tournaments).where(_THIS, tournaments.c.ended_at.is_(None)).values(ended_at=bindparam("when"))
SET_IN = update(tournament_entries).where(_ENTRY).values(is_in=bindparam("now_in"), seen_at=bindparam("when"))
SET_SEEN = update(tournament_entries).where(_ENTRY).values(seen_at=bindparam("when"))
SET_SCORES = (
    update(tournament_pairings)
    .where(
        tournament_pairings.c.tournament == bindparam("which"),
        tournament_pairings.c.round == bindparam("in_round"),
        tournament_pairings.c.board == bindparam("at_board"),
    )
    .values(scores=bindparam("found"))
)

ORDER: tuple[Executable, ...] = (
    INSERT_TOURNAMENT,  # before the rows that refer to it
    SET_STARTED,
    SET_ENDED,
    INSERT_ENTRY,
    SET_IN,
    SET_SEEN,
    SET_SCORES,
    INSERT_PAIRING,
)

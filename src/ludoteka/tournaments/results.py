"""The results of a tournament as a table for other programs."""

import csv
import io

from ludoteka.tournaments.standings import TIE_BREAKS, StandingsLine
from ludoteka.tournaments.state import StoredEntry


def results_csv(kind: str, entries: dict[str, StoredEntry], lines: list[StandingsLine]) -> str:
    """Return the standings as comma-separated values, with a head line; no name begins like a formula of a spreadsheet."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(["rank", "name", "level", "points", *TIE_BREAKS[kind], "won", "drawn", "lost"])
    for one in lines:
        entry = entries[one.player]
        who = (entry.name or "", entry.level or "")
        table.writerow([one.rank, *who, one.points, *one.tie_breaks, one.won, one.drawn, one.lost])
    return written.getvalue()

"""The results of a tournament as a table for other programs."""

import csv
import io

from ludoteka.tournaments.standings import TIE_BREAKS, StandingsLine
from ludoteka.tournaments.state import StoredEntry

FORMULA_SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # including full-width forms


def results_csv(kind: str, entries: dict[str, StoredEntry], lines: list[StandingsLine]) -> str:
    """Return the standings as CSV with a header; names can't act as spreadsheet formulas."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(["rank", "name", "level", "points", *TIE_BREAKS[kind], "won", "drawn", "lost"])
    for one in lines:
        entry = entries[one.player]
        who = (_cell(entry.name or ""), entry.level or "")
        table.writerow([one.rank, *who, one.points, *one.tie_breaks, one.won, one.drawn, one.lost])
    return written.getvalue()


def _cell(name: str) -> str:
    """Return a name in a form that spreadsheet programs treat as text."""
    return f"'{name}" if name.lstrip().startswith(FORMULA_SIGNS) else name

"""The card of a folder with tables of matches: what it contains, in the form in which data sets are described (docs/research/data.md)."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from ludoteka.games import games
from ludoteka.research import tables

LICENCE = "cc0-1.0"
SIZES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M"))
LARGEST = "10M<n<100M"
HEADER = """\
---
pretty_name: {title}
license: {licence}
task_categories:
- reinforcement-learning
tags:
- board-games
- ludoteka
{games}
size_categories:
- {size}
configs:
- config_name: plies
  data_files: plies/*.parquet
  default: true
- config_name: matches
  data_files: matches/*.parquet
---

# {title}

{summary}

| | |
|---|---|
{facts}

There is one split, `train`. Split it by the number of the match, never by rows: the plies of a match have one result.

"Known to" says who knows a value when the seat acts. A program that learns to play a seat may look at the rows of that
seat, and there at what everybody and the seat to act know. It learns to choose `action`, `action_number` or `choice`; the
other columns may teach it. In a game without secrets, everybody knows every position and action.
"""


def card(folder: Path, plan: Mapping[str, Any] | None = None) -> str:
    """Return the card of a folder that has at least one part; `plan` says how its matches were played, if they were."""
    names = [f"{first:06}-{last:06}.parquet" for first, last in tables.parts(folder)]
    files = {kind: [folder / kind / name for name in names] for kind in tables.Tables._fields}
    counts = {kind: sum(pq.read_metadata(file).num_rows for file in some) for kind, some in files.items()}
    used = [plan["game"]] if plan else sorted({game for file in files["matches"] for game in _games(file)})
    text = HEADER.format(
        title=f"Matches of {', '.join(used)}",
        licence=LICENCE if plan else "other",
        games="\n".join(f"- {name}" for name in used),
        size=next((size for limit, size in SIZES if counts["plies"] < limit), LARGEST),
        summary=_summary(plan),
        facts="\n".join(f"| {name} | {value} |" for name, value in _facts(counts, plan)),
    )
    return text + "".join(_columns(kind, pq.read_schema(files[kind][0])) for kind in tables.Tables._fields)


def _games(file: Path) -> set[str]:
    return set(pq.read_table(file, columns=["game"])["game"].to_pylist())


def _summary(plan: Mapping[str, Any] | None) -> str:
    if plan is None:
        return "Matches from records of Ludoteka. Those who played them decide what may be done with them."
    return "Matches of computers against each other, played by Ludoteka."


def _facts(counts: Mapping[str, int], plan: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    facts = [(name, f"{count:,}") for name, count in counts.items()]
    if plan is None:
        return facts
    return [
        *facts,
        ("command", f"`{command_of(plan, counts['matches'])}`"),
        ("game", f"{plan['game']}, version {plan['rules_version']} of its rules"),
        ("options", f"`{json.dumps(plan['options'], ensure_ascii=False)}`"),
        ("players", ", ".join(f"`{name}`" for name in plan["players"])),
        ("Ludoteka", plan["version"]),
    ]


def command_of(plan: Mapping[str, Any], count: int) -> str:
    """Return the command that makes the first `count` matches of a plan."""
    game = games()[plan["game"]]
    usual = game.check_options(game.suggested_options(between_computers=True))
    options = {name: value for name, value in plan["options"].items() if value != usual[name]}
    words = [
        *("ludoteka", "selfplay", game.name, "--games", count),
        *(word for name in plan["players"] for word in ("--player", name)),
        *(word for name, value in options.items() for word in ("--option", f"{name}={json.dumps(value)}")),
        *(word for name in ("seed", "opening", "plies", "go", "part") for word in (f"--{name}", plan[name])),
        *(["--tensors"] if plan["tensors"] else []),
        *("--out", "DIR"),
    ]
    return shlex.join(map(str, words))


def _columns(kind: str, schema: Any) -> str:
    return f"\n## {kind.capitalize()}\n\n{columns_table(schema)}"


def columns_table(schema: Any) -> str:
    """Return a table, in Markdown, that describes the columns of a schema."""
    rows = [
        f"| `{one.name}` | {_words(one.type)} | {one.metadata[tables.KNOWN_TO].decode()} | {one.metadata[tables.DESCRIPTION].decode()} |"
        for one in schema
    ]
    return "\n".join(["| column | type | known to | |", "|---|---|---|---|", *rows]) + "\n"


def _words(kind: Any) -> str:
    """Return what a type is called; Arrow's own text differs before and after a file is written."""
    return f"list of {kind.value_type}" if hasattr(kind, "value_type") else str(kind)

"""Run experiments with the games."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteka.commands import reader, usage_error
from ludoteka.commands._game_command import GameCommand, game_option
from ludoteka.commands._options import LANGUAGE, default_option, require_extra
from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from ludoteka.research.llm.matches import Match, Report, Terms
    from ludoteka.research.llm.players import Model

BOTH = "both"
WIDTH = 100  # of the table in a file or pipe


@click.group("research")
def command() -> None:
    """Run experiments with the games (docs/research/language-models.md)."""


@command.command("llm", cls=GameCommand)
@click.argument("game")
@click.option(
    "--endpoint", default="", metavar="URL", help="An endpoint like OpenAI's; LUDOTEKA_LLM_KEY holds its key."
)
@click.option("--model", default="", metavar="NAME", help="The name of the model at the endpoint.")
@click.option("--command", "program", default="", metavar="COMMAND", help="A command that answers in lines of JSON.")
@default_option("--games", default=10, type=click.IntRange(1, 100_000), help="The number of matches at each seat.")
@default_option("--level", default=1, type=click.IntRange(1, 10), help="The level of the computer.")
@click.option("--seats", default=BOTH, help="The seats of the model, letters with commas; by default each in turn.")
@game_option(help="Set an option of the game; ludoteka research llm GAME --help lists them.")
@default_option("--seed", default=1, type=int, help="The seed of dice, mazes and computers.")
@click.option("--no-board", is_flag=True, help="Don't show the board: the model hears only what is said.")
@click.option("--no-actions", is_flag=True, help="Don't list what can be played.")
@click.option(
    "--history", type=click.IntRange(0), help="The number of earlier turns told with each question; by default all."
)
@default_option(
    "--tries", default=5, type=click.IntRange(1), help="After so many refusals in a row, the model forfeits."
)
@default_option("--plies", default=2000, type=click.IntRange(1), help="A longer match is cut, and counts as a draw.")
@default_option("--timeout", default=120.0, type=click.FloatRange(0.01), help="Seconds for one answer.")
@click.option(
    "--field", "fields", multiple=True, metavar="NAME=VALUE", help="Add a field to each request, such as a temperature."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Append a line of JSON for each match to this file, and don't repeat matches that are in it.",
)
@click.option("--dry-run", is_flag=True, help="Show what the model would be told first, and ask nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@LANGUAGE
def llm(
    game: str,
    endpoint: str,
    model: str,
    program: str,
    games: int,
    level: int,
    seats: str,
    options: tuple[str, ...],
    timeout: float,
    fields: tuple[str, ...],
    out: Path | None,
    dry_run: bool,
    as_json: bool,
    language: str | None,
    **basis: Any,
) -> Iterator[str]:
    """Set a language model against the computer in GAME, and count what it plays, tries and overlooks."""
    require_extra("ludoteka research")
    import msgspec

    from ludoteka.games import find_game
    from ludoteka.players.levels import highest_level
    from ludoteka.research.llm.matches import Match, Terms, first_prompt
    from ludoteka.research.llm.results import owning, read_reports, summarize
    from ludoteka.terminal.tables.setups import parse_options

    if not dry_run and (bool(endpoint) == bool(program) or bool(endpoint) != bool(model)):
        raise usage_error(Message("Name either an endpoint and its model, or a command."))
    chosen = find_game(game)
    if level > highest_level(chosen):
        raise Refused("bad-seats", Message("The computer has no such level in this game."))
    given = chosen.check_options(parse_options(chosen, options, is_alone=True) | _ending(chosen, options))
    letters = [one.letter for one in chosen.seats(given) if not one.is_guest]
    mine = letters if seats == BOTH else seats.split(",")
    if unknown := [seat for seat in mine if seat not in letters]:
        known = ", ".join(letters)
        raise Refused(
            "bad-seats", Message("There is no seat {seat}. The seats are: {seats}.", seat=unknown[0], seats=known)
        )
    texts = reader()
    terms = Terms(
        player=model or program,
        game=chosen.name,
        options=json.loads(json.dumps(given)),  # as it will be read again
        level=level,
        language=texts.language,
        with_board=not basis.pop("no_board"),
        with_actions=not basis.pop("no_actions"),
        **basis,
    )
    matches = [Match(number, seat) for number in range(games) for seat in mine]
    if dry_run:
        for said in first_prompt(terms, matches[0], texts):
            yield f"[{said['role']}]\n{said['content']}\n"
        return
    with owning(out):
        kept = read_reports(out, terms)
        summary = summarize(_play(terms, matches, _model(endpoint, model, program, timeout, fields), out, kept))
    yield from [json.dumps(msgspec.to_builtins(summary), ensure_ascii=False)] if as_json else _table(summary)


def _ending(game: Any, options: tuple[str, ...]) -> dict[str, Any]:
    """Return the options with which matches between computers end, unless they are given."""
    named = {one.partition("=")[0] for one in options}
    return {
        one.name: one.in_tournaments for one in game.options if one.in_tournaments is not None and one.name not in named
    }


def _model(endpoint: str, model: str, program: str, timeout: float, fields: tuple[str, ...]) -> "Model":
    from ludoteka.research.llm.players import Command, Endpoint

    if program:
        return Command(program, timeout)
    more = {}
    for field in fields:
        name, _, written = field.partition("=")
        try:
            more[name] = json.loads(written)
        except ValueError:
            more[name] = written
    return Endpoint(endpoint, model, timeout, more)


def _play(
    terms: "Terms", matches: "list[Match]", model: "Model", out: Path | None, reports: "list[Report]"
) -> "list[Report]":
    """Play the matches that have no report yet, with a progress bar if somebody sees it, and return all reports."""
    from rich.console import Console
    from rich.progress import track

    from ludoteka.research.llm.matches import play_match
    from ludoteka.research.llm.results import add_report

    wanted = [(match.number, match.seat) for match in matches]
    done = {(one.match.number, one.match.seat): one for one in reports}
    missing = [match for match, key in zip(matches, wanted, strict=True) if key not in done]
    console, is_seen = Console(stderr=True), sys.stderr.isatty()
    try:
        for match in track(missing, "", console=console, transient=True, disable=not is_seen):
            report = play_match(terms, match, model, reader())
            add_report(out, report)
            done[match.number, match.seat] = report
    finally:
        model.close()
    return [done[key] for key in wanted]


def _table(summary: Any) -> Iterator[str]:
    from rich.console import Console
    from rich.table import Table

    from ludoteka.research.llm.results import summary_rows

    table, say = Table(show_header=False, box=None), reader().say
    for label, value in summary_rows(summary):
        table.add_row(say(label), value)
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDTH)
    with console.capture() as printed:
        console.print(table)
    yield printed.get().rstrip()

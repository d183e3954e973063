"""Set players against each other."""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteka.commands import reader
from ludoteka.commands._game_command import GameCommand, game_option
from ludoteka.commands._options import default_option
from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from ludoteka.arena.tournament import Duel, ResultsFile, Tournament

WIDTH = 160  # of the tables in a file or pipe
Sprt = tuple[float, float] | None


@click.command("arena", cls=GameCommand)
@click.argument("game")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@game_option(help="Set an option of the game; ludoteka arena GAME --help lists them.")
@default_option(
    "--pairs",
    default=20,
    type=click.IntRange(1, 100_000),
    help="The number of pairs of games that any two players play.",
)
@click.option("--neighbours", is_flag=True, help="Only players beside each other in the list meet.")
@default_option("--seed", default=1, type=int, help="The seed of openings, dice and choices.")
@click.option(
    "--opening", type=click.IntRange(0), help="The number of random plies at the start; by default 4, or 0 with dice."
)
@click.option("--plies", type=click.IntRange(1), help="A longer game counts as a draw; by default 10000 plies.")
@default_option("--go", default="movetime 1000", help="How long engines think: what follows `go` in UGI.")
@click.option(
    "--jobs", type=click.IntRange(1, 1000), help="The number of processes that play; by default one per core."
)
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as one of two differences in Elo is accepted.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Append the results to this file, and don't repeat games that are in it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def command(
    game: str,
    players: tuple[str, ...],
    options: tuple[str, ...],
    pairs: int,
    neighbours: bool,
    jobs: int | None,
    sprt: str | None,
    out: Path | None,
    as_json: bool,
    **basis: Any,
) -> None:
    """Set players against each other in GAME and rate them (docs/arena.md).

    A PLAYER is random, level:N, search:LIMITS, mcts:LIMITS, worlds:LIMITS, policy:FILE or engine:COMMAND.
    LIMITS are `seconds=N`, `nodes=N`, or for `search` also `depth=N`.  Games with secrets have no `search`, `mcts` and
    `engine`; only games that define `sample_world` have `worlds`.
    Games come in pairs with sides swapped and the same dice.
    """
    from ludoteka.core.twins import require_compiler

    require_compiler()
    import msgspec
    from rich.console import Console

    from ludoteka.arena.summaries import summarize, summary_parts
    from ludoteka.arena.tournament import ResultsFile, Tournament, check_players, create_terms
    from ludoteka.games import find_game
    from ludoteka.terminal.tables.setups import parse_options

    chosen = find_game(game)
    terms = create_terms(chosen, parse_options(chosen, options, between_computers=True), **basis)
    check_players(chosen, players)
    tournament, limits = Tournament(terms, players, pairs, neighbours), _parse_sprt(sprt, players)
    duels = _play(tournament, ResultsFile(out), jobs or os.cpu_count() or 1, limits)
    summary = summarize(tournament, duels, chosen.scores is not None, limits)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(summary), ensure_ascii=False))
        return
    width = None if sys.stdout.isatty() else WIDTH
    console = Console(highlight=False, markup=False, width=width)
    for part in summary_parts(summary, reader()):
        console.print(part)


def _parse_sprt(text: str | None, players: tuple[str, ...]) -> Sprt:
    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        elo0 = elo1 = 0.0
    if len(players) != 2 or not -1000 <= elo0 < elo1 <= 1000:
        raise Refused(
            "bad-sprt", Message("--sprt takes two numbers, the smaller first, such as 0,20; and two players.")
        )
    return elo0, elo1


def _play(tournament: "Tournament", file: "ResultsFile", jobs: int, sprt: Sprt) -> "list[Duel]":
    """Play what the file lacks, with a progress bar if somebody sees it, and return all results."""
    from contextlib import closing

    from rich.console import Console
    from rich.progress import track

    from ludoteka.arena.summaries import sprt_summary
    from ludoteka.arena.tournament import play_tournament

    duels = file.read(tournament)
    done = {(one.players, one.number) for one in duels}
    missing = [one for one in tournament.duels() if one not in done]
    if not missing or (sprt and sprt_summary(tournament, duels, sprt).decision):
        return duels
    console, is_seen = Console(stderr=True), sys.stderr.isatty()
    with closing(play_tournament(tournament.terms, missing, min(jobs, 2 * len(missing)))) as results:
        for duel in track(results, "", len(missing), console=console, transient=True, disable=not is_seen):
            file.add(tournament.terms, duel)
            duels.append(duel)
            if sprt and sprt_summary(tournament, duels, sprt).decision:
                break
    return duels

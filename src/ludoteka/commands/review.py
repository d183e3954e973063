"""Review a recorded match."""

import json
import sys
from functools import partial
from pathlib import Path

import click

from ludoteka.commands import reader
from ludoteka.commands._options import LANGUAGE, PATH


@click.command("review")
@click.argument("record", type=PATH)
@click.option("--json", "as_json", is_flag=True, help="Print the review as JSON.")
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), help="The time for each search, in games without dice."
)
@click.option("--depth", type=click.IntRange(1), help="The depth of each search.")
@click.option("--nodes", type=click.IntRange(1), help="The number of positions of each search, in games without dice.")
@LANGUAGE
def command(
    record: Path, as_json: bool, seconds: float | None, depth: int | None, nodes: int | None, language: str | None
) -> None:
    """Review the match record RECORD: who stood better, what each move gave away, and where the match turned.

    In games with dice, luck and skill are told apart.
    """
    from rich.console import Console
    from rich.progress import track

    from ludoteka.games import find_game
    from ludoteka.players.computer import prepared_search, ready_search
    from ludoteka.review.history import history_of
    from ludoteka.review.judges import SECONDS, judge_of, usual_limits
    from ludoteka.review.reports import compose_review
    from ludoteka.terminal.tools.records import read_record
    from ludoteka.terminal.tools.review_report import report_parts

    match_record = read_record(record)
    history = history_of(match_record, find_game(match_record.game))
    seconds = SECONDS if seconds is depth is nodes is None else seconds
    limits = usual_limits(history, depth, nodes, seconds)
    # Without a limit of time the result is the same with either search, so a review of throws begins at once.
    find_search = partial(ready_search if history.game.throw else prepared_search, history.game)
    judge, console, is_seen = judge_of(history, find_search, limits), Console(stderr=True), sys.stderr.isatty()
    moments = track(history.moments, "", console=console, transient=True, disable=not is_seen)
    review = compose_review(judge, [judge.judge(moment) for moment in moments])
    if as_json:
        click.echo(json.dumps(review.plain(), ensure_ascii=False))
    else:
        console = Console(highlight=False, markup=False)
        for part in report_parts(review, reader()):
            console.print(part)

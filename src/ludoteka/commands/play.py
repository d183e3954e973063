"""Play in the terminal."""

from pathlib import Path

import click

from ludoteka.commands import reader, speaks


@click.command("play")
@click.argument("game", required=False)
@click.option(
    "--level", type=click.IntRange(1, 8), help="Of the computer; 3 if not said, or less in a game that has less."
)
@click.option("--hot-seat", is_flag=True, help="Play all seats at this screen.")
@click.option("--seat", default="", help="The seat to take, by its letter, or random; the first if not said.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--turned", is_flag=True, help="Draw the board as it is seen from the other side.")
@click.option("--record", type=click.Path(path_type=Path), help="Play on from where this record of a match ends.")
@click.option("--language", default="", help="en, ru or cs; the environment's if not said.")
@speaks
def command(
    game: str | None,
    level: int | None,
    hot_seat: bool,
    seat: str,
    options: tuple[str, ...],
    turned: bool,
    record: Path | None,
    language: str,
) -> None:
    """Play GAME, or on from a record, in this terminal."""
    from ludoteka.terminal.play import Sitting
    from ludoteka.terminal.records import begun_from
    from ludoteka.terminal.wishes import setup_of

    if bool(game) == bool(record) or (record and options):
        raise click.UsageError("Name a game, or a record, which says the game and its options.")
    opponent = 0 if hot_seat else level
    setup, log = begun_from(record, seat, opponent) if record else (setup_of(game or "", options, seat, opponent), [])
    Sitting(setup, reader(language), turned, log).run()

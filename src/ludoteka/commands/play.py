"""Play in the terminal: here, or on a house elsewhere."""

from pathlib import Path
from typing import Any

import click

from ludoteka.commands import data_folder, reader, speaks


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
@click.option("--server", default="", metavar="URL", help="Play in the house at this address.")
@click.option("--join", default="", metavar="LINK", help="Join the match of this link, in the house that it leads to.")
@click.option("--open", "is_open", is_flag=True, help="In a house: leave the other seats to whoever has the link.")
@click.option("--public", "is_public", is_flag=True, help="In a house: let everybody see the match in the lobby.")
@click.option("--clock", default="", metavar="TIME", help="In a house: 5+3 minutes and seconds a move, 5d3, 3/day.")
@click.option("--name", default="", help="In a house: how others see you called.")
@speaks
def command(server: str, join: str, **wishes: Any) -> None:
    """Play GAME, or on from a record, in this terminal."""
    from ludoteka.terminal.plain.screen import Screen

    screen = Screen(reader(wishes.pop("language")), wishes.pop("turned"))
    if server or join:
        _play_elsewhere(server, join, screen, **wishes)
    else:
        _play_here(screen, **wishes)


def _play_here(screen: Any, **wishes: Any) -> None:
    from ludoteka.terminal.plain.session import LineSession
    from ludoteka.terminal.tables.local import LocalTable
    from ludoteka.terminal.tables.setups import setup_of
    from ludoteka.terminal.tools.records import load

    game, record, options, seat = (wishes[name] for name in ("game", "record", "options", "seat"))
    if bool(game) == bool(record) or (record and options):
        raise click.UsageError("Name a game, or a record, which says the game and its options.")
    if any(wishes[name] for name in ("is_open", "is_public", "clock", "name")):
        raise click.UsageError("--open, --public, --clock and --name are for a house: name it with --server.")
    opponent = 0 if wishes["hot_seat"] else wishes["level"]
    setup, log = load(record, seat, opponent) if record else (setup_of(game, options, seat, opponent), [])
    LineSession(LocalTable(setup, screen, log), screen).run()


def _play_elsewhere(server: str, join: str, screen: Any, **wishes: Any) -> None:
    from ludoteka.terminal.plain.session import LineSession
    from ludoteka.terminal.tables.guest import GuestClient
    from ludoteka.terminal.tables.joining import MatchOrder, create_match, greet, join_match, parse_link

    there, game = parse_link(join or server), wishes["game"]
    if bool(game) == bool(there.match) or (join and not there.match) or wishes["record"]:
        raise click.UsageError("With --server name a game to be played there; or give the link of a match.")
    guest = GuestClient(there.server, data_folder() / "guests")
    greet(guest, screen, wishes["name"])
    if game:
        level = 0 if wishes["hot_seat"] else wishes["level"]
        wish = MatchOrder(
            game, wishes["options"], wishes["seat"], level, wishes["clock"], wishes["is_open"], wishes["is_public"]
        )
        there = there._replace(match=create_match(guest, wish))
    LineSession(join_match(guest, there, wishes["seat"], screen), screen).run()

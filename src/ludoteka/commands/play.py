"""Play in the terminal, on this machine or in a house elsewhere."""

from pathlib import Path
from typing import Any

import click

from ludoteka.commands import data_folder, guard, reader, usage_error
from ludoteka.commands._game_help import GameCommand
from ludoteka.core.message import Message


@click.command("play", cls=GameCommand)
@click.argument("game", required=False)
@click.option(
    "--level",
    type=click.IntRange(1, 8),
    help="The level of the computer; by default 3, or the game's highest if lower.",
)
@click.option("--hot-seat", is_flag=True, help="Play all seats at this screen.")
@click.option("--seat", default="", metavar="LETTER", help="The seat to take, or random; by default the first.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the game; ludoteka play GAME --help lists them.",
)
@click.option("--turned", is_flag=True, help="Draw the board from the other side.")
@click.option("--record", type=click.Path(path_type=Path), help="Continue from the end of this match record.")
@click.option("--language", type=click.Choice(["en", "ru", "cs"]), help="The language; by default the environment's.")
@click.option("--server", default="", metavar="URL", help="Play in the house at this address.")
@click.option("--join", default="", metavar="LINK", help="Join the match that this link leads to.")
@click.option("--open", "is_open", is_flag=True, help="In a house: leave the other seats to anyone with the link.")
@click.option("--public", "is_public", is_flag=True, help="In a house: list the match in the lobby.")
@click.option(
    "--clock",
    default="",
    metavar="TIME",
    help="In a house: a time control, such as 5+3 (minutes and seconds per move), 5d3 or 3/day.",
)
@click.option("--name", default="", help="In a house: your name, as the others see it.")
@guard
def command(server: str, join: str, **wishes: Any) -> None:
    """Play GAME in this terminal, or continue a match from its record."""
    from ludoteka.terminal.plain.screen import Screen

    wishes.pop("language")  # `set_language` has read it from the command line
    screen = Screen(reader(), wishes.pop("turned"))
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
        raise usage_error(Message("Name either a game, or a record that names the game and its options."))
    if any(wishes[name] for name in ("is_open", "is_public", "clock", "name")):
        raise usage_error(Message("--open, --public, --clock and --name need a house: give its address with --server."))
    opponent = 0 if wishes["hot_seat"] else wishes["level"]
    setup, log = load(record, seat, opponent) if record else (setup_of(game, options, seat, opponent), [])
    LineSession(LocalTable(setup, screen, log), screen).run()


def _play_elsewhere(server: str, join: str, screen: Any, **wishes: Any) -> None:
    from ludoteka.terminal.plain.session import LineSession
    from ludoteka.terminal.tables.guest import GuestClient
    from ludoteka.terminal.tables.joining import MatchOrder, create_match, greet, join_match, parse_link

    there, game = parse_link(join or server), wishes["game"]
    if bool(game) == bool(there.match) or (join and not there.match) or wishes["record"]:
        raise usage_error(Message("Name a game to play in that house, or give the link of a match instead."))
    guest = GuestClient(there.server, data_folder() / "guests")
    greet(guest, screen, wishes["name"])
    if game:
        level = 0 if wishes["hot_seat"] else wishes["level"]
        wish = MatchOrder(
            game, wishes["options"], wishes["seat"], level, wishes["clock"], wishes["is_open"], wishes["is_public"]
        )
        there = there._replace(match=create_match(guest, wish))
    LineSession(join_match(guest, there, wishes["seat"], screen), screen).run()

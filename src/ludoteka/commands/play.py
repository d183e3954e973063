"""Play in the terminal, on this machine or in a house on the network."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ludoteka.commands import data_folder, reader, usage_error
from ludoteka.commands._game_command import GameCommand, game_option
from ludoteka.commands._options import LANGUAGE, PATH
from ludoteka.core.message import Message, Refused


@click.command("play", cls=GameCommand)
@click.argument("game", required=False)
@click.option(
    "--level",
    type=click.IntRange(1, 10),
    help="The level of the computer; by default 3, or the game's highest if lower.",
)
@click.option("--hot-seat", is_flag=True, help="Play all seats at this screen.")
@click.option("--seat", default="", metavar="LETTER", help="The seat to take, or random; by default the first.")
@game_option(help="Set an option of the game; ludoteka play GAME --help lists them.")
@click.option("--turned", is_flag=True, help="Draw the board from the other side.")
@click.option("--record", type=PATH, help="Continue from the end of this match record.")
@LANGUAGE
@click.option("--server", default="", metavar="URL", help="Play on the server at this address.")
@click.option("--join", default="", metavar="LINK", help="Join the match that this link leads to.")
@click.option("--open", "is_open", is_flag=True, help="On a server: leave the other seats to anyone with the link.")
@click.option("--public", "is_public", is_flag=True, help="On a server: list the match in the lobby.")
@click.option(
    "--clock",
    default="",
    metavar="TIME",
    help="On a server: a time control, such as 5+3 (five minutes, and three more seconds after each turn), "
    "5d3 or 3/day.",
)
@click.option("--name", default="", help="Your name, as the others see it.")
@click.option("--plain", is_flag=True, help="Print lines instead of filling the screen, for screen readers and pipes.")
def command(server: str, join: str, **wishes: Any) -> None:
    """Play GAME in this terminal, or continue a match from its record.  Without a game, a menu lets you choose."""
    wishes.pop("language")  # `set_language` has read it from the command line
    about_match = {name: wish for name, wish in wishes.items() if name not in ("turned", "plain", "name")}
    if not any((server, join, *about_match.values())) and (sys.stdin.isatty() or wishes["plain"]):
        run_menu(wishes["turned"], wishes["plain"], wishes["name"])
        return
    client = _client(reader(), wishes.pop("turned"), wishes.pop("plain"))
    client.run(_remote_table(server, join, client, **wishes) if server or join else _local_table(client, **wishes))


def run_menu(is_turned: bool, is_plain: bool, name: str, open_house: Callable[[], None] | None = None) -> None:
    """Let matches be chosen from the menu and played, one after the other, until the person leaves."""
    from ludoteka.terminal.menu import Menu

    menu = Menu(reader(), _menu_face(is_plain), open_house)
    while wish := menu.choose():
        try:
            client = _client(menu.texts, is_turned, is_plain)
            client.run(_open_table(client, wish.record, wish.game, wish.options, "", wish.level, name))
        except Refused as refused:
            click.echo(menu.texts.say(refused.message))


def _menu_face(is_plain: bool) -> Any:
    if is_plain or not _has_screen():
        from ludoteka.terminal.menu import MenuLines

        return MenuLines()
    from ludoteka.terminal.full.menu_screen import MenuScreen

    return MenuScreen()


def _has_screen() -> bool:
    is_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return is_terminal and os.environ.get("TERM", "dumb") != "dumb"


def _client(texts: Any, is_turned: bool, is_plain: bool) -> Any:
    if is_plain or not _has_screen():
        from ludoteka.terminal.plain.session import LineSession

        return LineSession(texts, is_turned)
    from ludoteka.terminal.full.client import FullClient

    return FullClient(texts, is_turned)


def _local_table(client: Any, **wishes: Any) -> Any:
    game, record, options, seat, name = (wishes[key] for key in ("game", "record", "options", "seat", "name"))
    if bool(game) == bool(record) or (record and options):
        raise usage_error(Message("Name either a game, or a record that names the game and its options."))
    if any(wishes[key] for key in ("is_open", "is_public", "clock")):
        raise usage_error(Message("--open, --public and --clock need a server: give its address with --server."))
    opponent = 0 if wishes["hot_seat"] else wishes["level"]
    return _open_table(client, record, game, options, seat, opponent, name)


def _open_table(
    client: Any, record: Path | None, game: str, options: tuple[str, ...], seat: str, level: int | None, name: str
) -> Any:
    """Return a table here with a new match, or with the continuation of a record."""
    from ludoteka.terminal.tables.local import LocalTable
    from ludoteka.terminal.tables.setups import setup_of
    from ludoteka.terminal.tools.records import load

    setup, log = load(record, seat, level) if record else (setup_of(game, options, seat, level, name), [])
    return LocalTable(setup, client, log)


def _remote_table(server: str, join: str, client: Any, **wishes: Any) -> Any:
    from ludoteka.terminal.tables.remote import (
        GuestClient,
        create_match,
        greet,
        join_match,
        parse_link,
        parse_match_link,
    )

    there, game = parse_match_link(join) if join else parse_link(server), wishes["game"]
    if bool(game) == bool(there.match) or wishes["record"]:
        raise usage_error(Message("Give either a game to play on that server or the link of a match, and no record."))
    guest = GuestClient(there.server, data_folder() / "guests")
    greet(guest, client, wishes["name"])
    if game:
        level = 0 if wishes["hot_seat"] else wishes["level"]
        terms = {key: wishes[key] for key in ("clock", "is_open", "is_public")}
        there = there._replace(match=create_match(guest, game, wishes["options"], wishes["seat"], level, **terms))
    return join_match(guest, there, wishes["seat"], client)

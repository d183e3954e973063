"""Let an assistant play a match as one seat, through the Model Context Protocol."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from ludoteka.commands import data_folder, reader, say, usage_error
from ludoteka.commands._game_command import GameCommand, game_option
from ludoteka.commands._options import LANGUAGE, default_option, house_option, require_extra
from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from ludoteka.research.conversation.house import HouseTable
    from ludoteka.research.conversation.local import LocalTable
    from ludoteka.research.conversation.table import Table

PATIENCE = 45
PORT = 8765
SEED_BYTES = 32
LOOPBACK = ("127.0.0.1", "localhost", "::1")  # where the SDK checks that no page of another site calls


@click.command("mcp", cls=GameCommand)
@click.option("--game", default="", help="The game; without it, the assistant chooses one.")
@click.option("--seat", default="", help="The letter of the seat; by default the first, in a house the first free one.")
@click.option("--level", default=0, type=click.IntRange(0, 10), help="The level of the computer at the other seats.")
@game_option(help="Set an option of the game; ludoteka mcp --game GAME --help lists them.")
@click.option("--house", "link", default="", metavar="URL", help="The link of a match in a house, to play there.")
@house_option("--token", default="", help="A token of the bot's account in that house; best as LUDOTEKA_TOKEN.")
@default_option("--patience", default=PATIENCE, type=click.FloatRange(0), help="Seconds that a call waits for others.")
@click.option("--http", "over_http", is_flag=True, help="Serve over HTTP at /mcp instead of standard input and output.")
@default_option("--host", default="127.0.0.1", help="The address to listen on with --http.")
@default_option("--port", default=PORT, type=click.IntRange(0, 65535), help="The port to listen on with --http.")
@LANGUAGE
def command(
    game: str,
    seat: str,
    level: int,
    options: tuple[str, ...],
    link: str,
    token: str,
    patience: float,
    over_http: bool,
    host: str,
    port: int,
    language: str | None,
) -> None:
    """Let an assistant or agent play a match as one seat, through MCP (docs/research/language-models.md).

    It sees and hears what its seat may know.  Without --house, it plays against the computer in this process.
    """
    require_extra("MCP")
    from ludoteka.research.mcp.server import Playing, create_server

    if link and (game or level or options):
        raise usage_error(Message("The match of a house has its game, level and options already."))
    table: Table | None = None
    if link:
        begin, table = _house(link, seat, token)
    else:
        begin = _local(game, seat, level, options)
        if game:
            table = begin("", "", 0)
            table.wait(patience)
    server = create_server(Playing(begin, reader(), table, patience))
    if not over_http:
        server.run("stdio")
        return
    import uvicorn

    from ludoteka.house.run import open_listener

    with open_listener(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        say(Message("Listening at {address}", address=f"http://{shown}:{listener.getsockname()[1]}/mcp"))
        if host not in LOOPBACK:
            say(
                Message("Whoever reaches this address plays this seat: put a proxy with a password before it."),
                err=True,
            )
        config = uvicorn.Config(server.streamable_http_app(host=host), log_level="warning", timeout_graceful_shutdown=1)
        uvicorn.Server(config).run(sockets=[listener])


def _local(name: str, seat: str, level: int, options: tuple[str, ...]) -> "Callable[[str, str, int], Table]":
    """Return what starts matches against the computer: first with these wishes, then with the same or other ones."""
    from ludoteka.games import find_game
    from ludoteka.players.levels import highest_level, usual_level
    from ludoteka.research.conversation.local import LocalTable, seated_setup
    from ludoteka.terminal.tables.setups import parse_options

    last: LocalTable | None = None

    def begin(other: str, wish: str, strength: int) -> "LocalTable":
        nonlocal last
        if not (other or name or last):
            raise Refused("no-game", Message("Name the game of the new match."))
        game = find_game(other) if other else last.game if last else find_game(name)
        chosen = parse_options(game, options if game.name == name else (), is_alone=True)
        letters = [one.letter for one in game.seats(game.check_options(chosen)) if not one.is_guest]
        if last and last.game is game:
            usual = letters[(letters.index(last.seat) + 1) % len(letters)] if last.seat in letters else letters[0]
        else:
            usual = seat if game.name == name and seat else letters[0]
        strength = strength or level or usual_level(game)
        if not 1 <= strength <= highest_level(game):
            raise Refused("bad-seats", Message("The computer has no such level in this game."))
        setup = seated_setup(game, chosen, wish or usual, strength, secrets.token_bytes(SEED_BYTES))
        last = LocalTable(setup, reader())
        return last

    return begin


def _house(link: str, seat: str, token: str) -> "tuple[Callable[[str, str, int], Table], Table]":
    """Return what starts rematches in a house, and the table of the match to which a link leads."""
    from ludoteka.client.client import Client
    from ludoteka.research.conversation.house import HouseTable
    from ludoteka.terminal.tables.remote import GuestClient, parse_match_link

    there = parse_match_link(link)
    client = Client(there.server, token) if token else GuestClient(there.server, data_folder() / "guests")
    client.me()  # a guest gets a cookie
    table = HouseTable(client, there.match, reader(), seat, there.invitation)

    def begin(other: str, wish: str, strength: int) -> "HouseTable":
        nonlocal table
        if other or wish or strength:
            raise Refused("rematch-only", Message("In a house, only a rematch can be started from here."))
        table = HouseTable(client, table.rematch(), reader())
        return table

    return begin, table

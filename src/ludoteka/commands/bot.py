"""Let a program play in a house."""

import click

from ludoteka.commands import say, usage_error
from ludoteka.commands._options import default_option, house_option
from ludoteka.core.message import Message

AT_ONCE = 4


@click.command("bot")
@click.option("--server", required=True, metavar="URL", help="The address of the server.")
@house_option(
    "--token",
    required=True,
    help="A token of the bot's account; better as LUDOTEKA_TOKEN, as others on this machine see command lines.",
)
@click.option("--engine", default="", metavar="COMMAND", help="A program that speaks UGI (docs/engine.md).")
@click.option("--game", default="", help="The game that the engine plays.")
@default_option("--think", default=1000, type=click.IntRange(1), help="Milliseconds of the engine for an action.")
@click.option(
    "--player",
    default="",
    metavar="PLAYER",
    help="FILE.py:CLASS, a Python class that chooses actions; or policy:FILE, a trained policy (docs/research/learning.md).",
)
@click.option("--tournament", default="", metavar="ID", help="Take part in this tournament, too.")
@default_option("--at-once", default=AT_ONCE, type=click.IntRange(1, 100), help="Matches played at a time.")
def command(
    server: str, token: str, engine: str, game: str, think: int, player: str, tournament: str, at_once: int
) -> None:
    """Play on a server with the account of a bot (docs/api.md): answer challenges, and play until interrupted."""
    from ludoteka.client.bots import BotRunner
    from ludoteka.client.client import Client
    from ludoteka.commands._bot_players import EngineBot, load_bot

    if bool(engine) == bool(player) or bool(engine) != bool(game):
        raise usage_error(Message("Name either an engine and its game, or a player."))
    bot = EngineBot(engine, game, think) if engine else load_bot(player)
    with Client(server, token) as client:
        runner = BotRunner(client, bot, say, at_once)
        say(Message("{name} is ready to play at {address}.", name=runner.check(), address=client.address))
        if tournament:
            runner.enter(tournament)
        runner.run()

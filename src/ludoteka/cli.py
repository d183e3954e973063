"""The command `ludoteka`.

Exit codes: 0 done; 1 refused, with a sentence that says why; 2 the command was not understood; 130 interrupted.
"""

import locale
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from ludoteka import __version__

PORT = 8642
MOMENT = 1.5  # seconds
HEALTH_SECONDS = 3.0  # how long another house on our port has to say that it is one; it may just be opening
INTERRUPTED = 128 + signal.SIGINT  # as shells count it
Command = Callable[..., Any]


def speaks(command: Command) -> Command:
    """Let a command end with a refusal, one sentence in the reader's language, or without a word at an interrupt."""

    @wraps(command)
    def guarded(*args: Any, **values: Any) -> Any:
        from ludoteka.core.message import Refused

        try:
            return command(*args, **values)
        except Refused as refused:
            click.echo(reader().say(refused.message), err=True)
            sys.exit(1)
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)

    return guarded


def reader(language: str = "") -> Any:
    """Return the texts in a language, or in that of the environment."""
    from ludoteka.games import folders
    from ludoteka.surfaces.texts import best, texts

    wished = os.environ.get("LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES")
    wished = wished or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return texts(best(wished.replace(":", ","), language), folders())


def data_folder() -> Path:
    """Return where matches are kept unless another folder is named."""
    from platformdirs import user_data_path

    return user_data_path("ludoteka")


def listening(command: Command) -> Command:
    """Add the options of the commands that open a house."""
    command = click.option("--data", type=click.Path(path_type=Path), help="The folder where matches are kept.")(
        command
    )
    command = click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any.")(
        command
    )
    return click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: the whole network.")(command)


class Commands(click.Group):
    """The commands of the house, and those that games add to them."""

    def list_commands(self, context: click.Context) -> list[str]:
        from ludoteka.games import commands

        return sorted([*super().list_commands(context), *commands()])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        from ludoteka.games import commands

        return super().get_command(context, name) or _spoken(commands().get(name))


def _spoken(command: click.Command | None) -> click.Command | None:
    """Return a command of a game, with all that are in it speaking the reader's language."""
    for one in [command, *getattr(command, "commands", {}).values()]:
        if one and one.callback and not hasattr(one.callback, "__wrapped__"):
            one.callback = speaks(_telling(one.callback))
    return command


def _telling(command: Command) -> Command:
    """Let a command's sentences be printed that it returns."""

    @wraps(command)
    def telling(*args: Any, **values: Any) -> None:
        for line in command(*args, **values) or ():
            click.echo(reader().say(line) if hasattr(line, "text") else line)

    return telling


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="ludoteka")
@listening
@click.option("--browser/--no-browser", default=True, help="Open the start page.")
@click.pass_context
@speaks
def main(context: click.Context, host: str, port: int, data: Path | None, browser: bool) -> None:
    """A house of board games.  Without a command: open the house, and a browser."""
    if context.invoked_subcommand is None:
        _open(host, port, data, browser)
    elif any(context.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in context.params):
        raise click.UsageError(f"Options stand behind the command: ludoteka {context.invoked_subcommand} ...")


@main.command()
@listening
@click.option("--moment", default=MOMENT, show_default=True, type=click.FloatRange(0, 60), help="Seconds to look on.")
@speaks
def serve(host: str, port: int, data: Path | None, moment: float) -> None:
    """Open the house, and no browser.

    For a moment people see what was thrown, or that there is no move, before the match goes on by itself.
    """
    _open(host, port, data, browser=False, moment=moment)


def _open(host: str, port: int, data: Path | None, browser: bool, moment: float = MOMENT) -> None:
    from ludoteka.core.message import Refused
    from ludoteka.server.run import run

    try:
        with suppress(KeyboardInterrupt):  # that is how a house is closed
            run(host, port, data or data_folder(), lambda address: _tell(address, browser), moment)
    except Refused as refused:
        address = f"http://{host}:{port}/"
        if refused.code != "port-taken" or data or not browser or not _is_house(address):
            raise
        _tell(address, browser)  # it is open already: the second start shows the first


def _tell(address: str, browser: bool) -> None:
    from ludoteka.core.message import Message

    click.echo(reader().say(Message("Ludoteka is open at {address}", address=address)))
    if browser and _has_screen():
        import webbrowser
        from threading import Thread

        Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # some take their time to start


def _has_screen() -> bool:
    """Tell whether a browser would have a window; one in this terminal would get between the house and its keys."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _is_house(address: str) -> bool:
    from http.client import HTTPException
    from urllib.request import urlopen

    try:
        with urlopen(f"{address}api/health", timeout=HEALTH_SECONDS) as answer:  # noqa: S310 - our own http address
            return b'"house":"ludoteka"' in answer.read(1000)
    except (OSError, HTTPException):
        return False


@main.command()
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
def play(
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


@main.command()
@click.option("--record", type=click.Path(path_type=Path), help="Say where this record of a match ends.")
@speaks
def replay(record: Path | None) -> None:
    """Replay matches: JSON Lines in, JSON Lines out (docs/terminal.md)."""
    from ludoteka.terminal.records import told
    from ludoteka.terminal.replay import answer_stream

    if record:
        position, words = told(record)
        click.echo(position)
        for one in words:
            click.echo(reader().say(one))
        return
    answer_stream(sys.stdin.buffer, sys.stdout.buffer)


@main.command()
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 30))
@click.option("--position", help="The position text to count from.")
@click.option("--divide", is_flag=True, help="Count behind each first action.")
@speaks
def perft(game: str, depth: int, position: str | None, divide: bool) -> None:
    """Count the action sequences of exactly DEPTH plies of GAME."""
    from ludoteka.terminal.perft import counted, divided

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python would wait for the end of the compiled count
    if divide:
        for text, count in divided(game, depth, position):
            click.echo(f"{text} {count}")
    else:
        click.echo(counted(game, depth, position))


@main.command()
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1, 100))
@click.option("--write", type=click.Path(path_type=Path, dir_okay=False), help="Write the table here too.")
@speaks
def bench(rounds: int, write: Path | None) -> None:
    """Measure speed beside OpenSpiel (from a checkout, after `make bench` installed it)."""
    from ludoteka.core.message import Message, Refused

    program = Path(__file__).parents[2] / "bench" / "report.py"
    if not program.is_file():
        raise Refused("no-bench", Message("The measurements are part of the source, not of the installed program."))
    command = [sys.executable, str(program), f"--rounds={rounds}", *([f"--write={write}"] if write else [])]
    sys.exit(subprocess.run(command, check=False).returncode)  # noqa: S603 - our own program

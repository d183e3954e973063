"""Write a small game to begin with."""

import keyword
import os
import re
import shlex
from pathlib import Path

import click

from ludoteka.commands import reader, speaks

TEMPLATES = Path(__file__).parent
SUFFIX = ".txt"  # these are not code of the house
NAME = re.compile("[a-z][a-z0-9_]*")


@click.command("new-game")
@click.argument("name")
@click.option("--into", default=".", type=click.Path(path_type=Path), help="The folder of games; else this one.")
@speaks
def command(name: str, into: Path) -> None:
    """Write a small game called NAME, to be played and changed, and a test beside it."""
    _insist(name, into)
    (into / name).mkdir(parents=True)
    for template in sorted(TEMPLATES.glob(f"*{SUFFIX}")):
        file = template.name.removesuffix(SUFFIX).replace("_NAME_", name)
        text = template.read_text("utf-8").replace("_NAME_", name).replace("_TITLE_", title_of(name))
        (into / file if file.startswith("test_") else into / name / file).write_text(text, "utf-8")
    _tell(name, into)


def title_of(name: str) -> str:
    """Return what a game of this name is called, until its author knows better."""
    return name.replace("_", " ").strip().capitalize()


def _insist(name: str, into: Path) -> None:
    """Refuse a name that no game can have, or that is taken."""
    from ludoteka.core.message import Message, Refused
    from ludoteka.games import games

    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        text = Message("{name} can be no name of a game: small letters, digits and _, a letter first.", name=name)
        raise Refused("bad-name", text)
    if name in games():
        raise Refused("bad-name", Message("There is a game called {name} already.", name=name))
    for path in (into / name, into / f"test_{name}.py"):
        if path.exists():
            raise Refused("bad-name", Message("{path} is there already.", path=str(path)))


def _tell(name: str, into: Path) -> None:
    """Say what can be done next."""
    from ludoteka.core.message import Message

    folder, games = shlex.quote(os.path.join(into, name)), shlex.quote(str(into))  # noqa: PTH118 - a Path drops the ./
    say = reader().say
    click.echo(say(Message("{folder} holds a whole game: play it, then make it yours.", folder=folder)))
    for what, line in (
        (Message("See whether it keeps the contract, after every change:"), f"ludoteka check {folder}"),
        (Message("Play it in the terminal:"), f"LUDOTEKA_GAMES={games} ludoteka play {name}"),
        (Message("Open the house with it:"), f"LUDOTEKA_GAMES={games} ludoteka"),
    ):
        click.echo(f"{say(what)}\n    {line}")

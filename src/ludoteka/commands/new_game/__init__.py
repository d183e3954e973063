"""Create a small game to start from."""

import keyword
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from ludoteka.commands._options import PATH
from ludoteka.core.message import Message, Refused

TEMPLATES = Path(__file__).parent
SUFFIX = ".txt"  # keeps linters away from the templates
NAME = re.compile("[a-z][a-z0-9_]*")


@click.command("new-game")
@click.argument("name")
@click.option("--into", default=".", type=PATH, help="The folder to create it in; by default the current one.")
def command(name: str, into: Path) -> Iterator[str | Message]:
    """Create a small game called NAME to start from, and a test for it."""
    _check_name(name, into)
    try:
        (into / name).mkdir(parents=True)
    except OSError as error:
        refusal = Message("{name} cannot be created: {reason}.", name=str(into / name), reason=str(error.strerror))
        raise Refused("no-folder", refusal) from error
    title = name.replace("_", " ").strip().capitalize()  # which the author will replace
    for template in sorted(TEMPLATES.glob(f"*{SUFFIX}")):
        file = template.name.removesuffix(SUFFIX).replace("_NAME_", name)
        text = template.read_text("utf-8").replace("_NAME_", name).replace("_TITLE_", title)
        (into / file if file.startswith("test_") else into / name / file).write_text(text, "utf-8")
    folder, games = shlex.quote(os.path.join(into, name)), shlex.quote(str(into))  # noqa: PTH118 - a Path drops the ./
    yield Message("{folder} contains a complete game: play it, then change it.", folder=folder)
    yield Message("After every change, check that it fulfils the contract:")
    yield f"    ludoteka check {folder}"
    yield Message("Play it in the terminal:")
    yield f"    LUDOTEKA_GAMES={games} ludoteka play {name}"
    yield Message("Open a house that includes it:")
    yield f"    LUDOTEKA_GAMES={games} ludoteka"


def _check_name(name: str, into: Path) -> None:
    from ludoteka.games import games

    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        text = Message(
            "{name} is not a valid name: use lowercase letters, digits and _, starting with a letter.", name=name
        )
        raise Refused("bad-name", text)
    if name in games():
        raise Refused("bad-name", Message("There is already a game called {name}.", name=name))
    for path in (into / name, into / f"test_{name}.py"):
        if path.exists():
            raise Refused("bad-name", Message("{path} already exists.", path=str(path)))

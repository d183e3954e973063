"""`--help` of commands that take the name of a game, with the seats and options of that game."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from ludoteka.commands import Command, reader
from ludoteka.core.message import Message

if TYPE_CHECKING:
    from ludoteka.core.game import Option

ARGUMENTS = "ludoteka.arguments"  # the key under which a context keeps the command line


class GameCommand(click.Command):
    """A command whose help also describes the game that is named on the command line."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        context.meta[ARGUMENTS] = list(args)
        return super().parse_args(context, args)

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        from ludoteka.games import games

        super().format_options(context, formatter)
        for game in (games()[name] for name in context.meta.get(ARGUMENTS, ()) if name in games()):
            say = reader().say
            seats = [(f"--seat {seat.letter}", say(seat.title)) for seat in game.seats(game.suggested_options())]
            with formatter.section(say(Message("Seats ({game})", game=game.title))):
                formatter.write_dl(seats)
            if game.options:
                with formatter.section(say(Message("Game options ({game})", game=game.title))):
                    formatter.write_dl([row for option in game.options for row in _option_rows(option)])


def game_option(help: str) -> Callable[[Command], Command]:  # noqa: A002 - click calls it so
    """Return the option of click that takes options of a game: --option NAME=VALUE, several times."""
    return click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=help)


def _option_rows(option: "Option") -> Iterator[tuple[str, str]]:
    """Yield the title of an option, then each of its values with its meaning."""
    from ludoteka.core.game import option_text

    say = reader().say
    default = say(Message("default: {default}", default=option_text(option.suggestion)))
    yield f"--option {option.name}=...", f"{say(option.title)}  [{default}]"
    yield from ((f"  {option_text(value)}", say(label)) for value, label in option.choices)
    if option.check:
        yield "  ...", say(Message("another value as JSON, or @FILE for a JSON file"))

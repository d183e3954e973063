"""The command `ludoteka`.

Exit codes: 0 done; 1 refused, with a sentence that says why; 2 usage error; 130 interrupted.
"""

import sys
from collections.abc import Sequence
from typing import Any, cast

import click
from click.core import ParameterSource

from ludoteka import __version__
from ludoteka.commands import command_names, guard, guard_command, load_command, usage_error
from ludoteka.commands._options import add_server_options
from ludoteka.commands._translation import set_language, translate_command
from ludoteka.commands.play import run_menu
from ludoteka.commands.serve import is_terminal_only, open_house
from ludoteka.core.message import Message


class Commands(click.Group):
    """The commands of the house and of its games, in the reader's language."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        set_language(sys.argv[1:] if args is None else args)
        return click.Group.main(cast("Commands", translate_command(self)), args, *rest, **extra)

    def list_commands(self, context: click.Context) -> list[str]:
        from ludoteka.games import commands

        return sorted([*command_names(), *commands()])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        from ludoteka.games import commands

        command = load_command(name) if name in command_names() else commands().get(name)
        return command and guard_command(translate_command(command))


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(__version__, prog_name="ludoteka", message="%(prog)s %(version)s")
@add_server_options
@click.option("--browser/--no-browser", default=True, help="Open the start page in a browser.")
@click.pass_context
@guard
def main(context: click.Context, browser: bool, **settings: Any) -> None:
    """A house of board games.  Without a command, open the house and a browser, or a menu in a terminal without a browser."""
    is_plain_call = all(
        context.get_parameter_source(name) is not ParameterSource.COMMANDLINE for name in context.params
    )
    if context.invoked_subcommand is None and is_plain_call and is_terminal_only():
        run_menu(is_turned=False, is_plain=False, name="", open_house=lambda: open_house(settings, browser))
    elif context.invoked_subcommand is None:
        open_house(settings, browser)
    elif not is_plain_call:
        raise usage_error(
            Message("Put options after the command: ludoteka {command} ...", command=context.invoked_subcommand)
        )

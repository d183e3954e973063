"""Look after the accounts of a house."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ludoteka.commands import add_store_options, guard, reader
from ludoteka.core.message import Message

MOST_INVITATIONS = 100


@click.group("account")
def command() -> None:
    """Look after the accounts of a house, which may be open.

    An open house notices changes within a minute.
    """


def _subcommand(name: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a function a subcommand with the options of the store, and prints its messages."""

    def decorate(function: Callable[..., Any]) -> click.Command:
        def run(data: Path | None, database: str, **values: Any) -> None:
            from ludoteka.commands.account.work import in_house

            for line in in_house(data, database, name, **values):
                click.echo(reader().say(line) if isinstance(line, Message) else line)

        run.__doc__, run.__name__ = function.__doc__, function.__name__
        run.__click_params__ = getattr(function, "__click_params__", [])  # type: ignore[attr-defined]  # as click does
        return command.command(name)(add_store_options(guard(run)))

    return decorate


@_subcommand("list")
def list_accounts() -> None:
    """List the accounts, newest first, with their roles."""


@_subcommand("show")
@click.argument("name")
def show() -> None:
    """Show what is known of an account."""


@_subcommand("create")
@click.argument("name")
def create() -> None:
    """Make an account and print recovery codes, with one of which its owner sets a password."""


@_subcommand("rename")
@click.argument("name")
@click.argument("new")
def rename() -> None:
    """Change the name of an account."""


@_subcommand("role")
@click.argument("name")
@click.argument("role", type=click.Choice(["resident", "moderator", "owner"]))
def role() -> None:
    """Change the role of an account."""


@_subcommand("close")
@click.argument("name")
def close() -> None:
    """Close an account and end its sessions; nobody can sign in until it is opened."""


@_subcommand("open")
@click.argument("name")
def open_again() -> None:
    """Open an account that was closed."""


@_subcommand("reset")
@click.argument("name")
def reset() -> None:
    """End all sessions of an account and print new recovery codes, for somebody who has lost every way to sign in."""


@_subcommand("delete")
@click.argument("name")
def delete() -> None:
    """Delete an account; its matches stay."""


@_subcommand("invite")
@click.option("--number", default=1, show_default=True, type=click.IntRange(1, MOST_INVITATIONS))
def invite() -> None:
    """Print invitations to register, each of which works once."""

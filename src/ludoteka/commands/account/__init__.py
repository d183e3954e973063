"""Look after the accounts of a house."""

from pathlib import Path
from typing import Any

import click

from ludoteka.commands import add_store_options, guard, reader
from ludoteka.core.message import Message
from ludoteka.features.accounts.roles import ROLES

MOST_INVITATIONS = 100


@click.group("account")
def command() -> None:
    """Look after the accounts of a house, which may be open.

    An open house notices changes within a minute.
    """


def _run(what: str, data: Path | None, database: str, **values: Any) -> None:
    """Do what a subcommand does, and print its answer."""
    from ludoteka.commands.account.work import in_house

    for line in in_house(data, database, what, **values):
        click.echo(reader().say(line) if isinstance(line, Message) else line)


@command.command("list")
@add_store_options
@guard
def _list_accounts(**values: Any) -> None:
    """List the accounts, newest first, with their roles."""
    _run("list", **values)


@command.command("show")
@click.argument("name")
@add_store_options
@guard
def _show(**values: Any) -> None:
    """Show what is known about an account."""
    _run("show", **values)


@command.command("create")
@click.argument("name")
@add_store_options
@guard
def _create(**values: Any) -> None:
    """Make an account and print recovery codes, with one of which its owner sets a password."""
    _run("create", **values)


@command.command("rename")
@click.argument("name")
@click.argument("new")
@add_store_options
@guard
def _rename(**values: Any) -> None:
    """Change the name of an account."""
    _run("rename", **values)


@command.command("role")
@click.argument("name")
@click.argument("role", type=click.Choice(ROLES))
@add_store_options
@guard
def _role(**values: Any) -> None:
    """Change the role of an account."""
    _run("role", **values)


@command.command("close")
@click.argument("name")
@add_store_options
@guard
def _close(**values: Any) -> None:
    """Close an account and end its sessions; nobody can sign in until it is opened."""
    _run("close", **values)


@command.command("open")
@click.argument("name")
@add_store_options
@guard
def _open_again(**values: Any) -> None:
    """Open an account that was closed."""
    _run("open", **values)


@command.command("reset")
@click.argument("name")
@add_store_options
@guard
def _reset(**values: Any) -> None:
    """End all sessions of an account and print new recovery codes, for somebody who has lost every way to sign in."""
    _run("reset", **values)


@command.command("delete")
@click.argument("name")
@add_store_options
@guard
def _delete(**values: Any) -> None:
    """Delete an account; its matches stay."""
    _run("delete", **values)


@command.command("invite")
@click.option("--number", default=1, show_default=True, type=click.IntRange(1, MOST_INVITATIONS), help="How many.")
@add_store_options
@guard
def _invite(**values: Any) -> None:
    """Print invitations to register, each of which works once."""
    _run("invite", **values)

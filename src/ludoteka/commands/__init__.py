"""The commands of `ludoteka`, one module each, found by listing this folder; `command` in each is the click command.

Commands import what they need when they are called, so that the others start faster.
"""

import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

import click

from ludoteka.commands._help.translation import environment_language
from ludoteka.opening import PORT

if TYPE_CHECKING:
    from ludoteka.core.message import Message
    from ludoteka.features.sign_in.configuration import IdentityProvider
    from ludoteka.surfaces.texts import Texts

INTERRUPTED = 130  # the exit code, as in shells
Command = Callable[..., Any]


def command_names() -> list[str]:
    """Return the names of the commands in this folder; "new-game" is the module `new_game`."""
    return [module.name.replace("_", "-") for module in iter_modules(__path__) if not module.name.startswith("_")]


def load_command(name: str) -> click.Command:
    """Return a command of this folder."""
    command: click.Command = import_module(f"{__name__}.{name.replace('-', '_')}").command
    return command


def guard(command: Command) -> Command:
    """Decorate a command so that a refusal ends it with one sentence, and an interrupt without any."""

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


def needs_compiler(command: Command) -> Command:
    """Decorate a command so that it is refused where the games can't be compiled."""

    @wraps(command)
    def compiling(*args: Any, **values: Any) -> Any:
        from ludoteka.core.twins import require_compiler

        require_compiler()
        return command(*args, **values)

    return compiling


def reader() -> "Texts":
    """Return the texts in the reader's language."""
    from ludoteka.games import folders
    from ludoteka.surfaces.texts import best_language, texts_in

    return texts_in(best_language(environment_language()), folders())


def usage_error(message: "Message") -> click.UsageError:
    """Return a usage error in the reader's language."""
    return click.UsageError(reader().say(message))


def data_folder() -> Path:
    """Return the default folder for matches."""
    from platformdirs import user_data_path

    return user_data_path("ludoteka")


def add_store_options(command: Command) -> Command:
    """Decorate a command with the options that say where matches are stored: `data` and `database`."""
    command = click.option(
        "--data",
        type=click.Path(path_type=Path),
        envvar="LUDOTEKA_DATA",
        help="The folder where matches are stored.",
    )(command)
    return click.option(
        "--database",
        default="",
        envvar="LUDOTEKA_DATABASE",
        metavar="URL",
        help="A PostgreSQL database, postgresql://..., instead of a file in the --data folder.",
    )(command)


def add_provider_option(command: Command) -> Command:
    """Decorate a command with the option that names the identity providers of a house."""
    return click.option(
        "--identity-providers",
        type=click.Path(path_type=Path),
        envvar="LUDOTEKA_IDENTITY_PROVIDERS",
        metavar="FILE",
        help="A file that lists identity providers (OpenID Connect) through which people can sign in.",
    )(command)


def read_providers(file: Path | None) -> "tuple[IdentityProvider, ...]":
    """Return the identity providers that a file lists; none without a file.

    Raises:
        Refused: "bad-providers", "no-extra".
    """
    if file is None:
        return ()
    from ludoteka.commands._help.extras import require_extra
    from ludoteka.features.sign_in.configuration import read_identity_providers

    require_extra("OpenID Connect")
    return read_identity_providers(file)


def database_of(data: Path | None, database: str) -> str | Path:
    """Return where these options say that matches are stored: the URL of a database, or a file.

    Raises:
        Refused: "no-extra".
    """
    from ludoteka.commands._help.extras import require_extra

    if "://" in database:
        require_extra("PostgreSQL")
    return database or (data or data_folder()) / "ludoteka.sqlite"


def add_server_options(command: Command) -> Command:
    """Decorate a command with the options of a server: host, port, broker, and where matches are stored."""
    command = add_store_options(command)
    command = click.option(
        "--broker",
        default="",
        envvar="LUDOTEKA_BROKER",
        metavar="URL",
        help="A Redis server, redis://..., through which several servers form one house.",
    )(command)
    command = click.option(
        "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 for any free one."
    )(command)
    return click.option(
        "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all networks."
    )(command)

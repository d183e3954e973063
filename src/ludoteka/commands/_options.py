"""The options that several commands have, and what they mean."""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from ludoteka.commands import Command, data_folder
from ludoteka.core.message import Message, Refused
from ludoteka.opening import PORT

if TYPE_CHECKING:
    from ludoteka.server.mail.mail_settings import MailSettings
    from ludoteka.server.settings import IdentityProvider

EXTRAS = {  # what they are for -> the extra, as pyproject.toml calls it, and its packages
    "PostgreSQL": ("servers", ("psycopg",)),
    "Redis": ("servers", ("redis", "saq")),
    "OpenID Connect": ("sign-in", ("authlib", "joserfc")),
}
PROVIDERS = click.option(
    "--identity-providers",
    type=click.Path(path_type=Path),
    envvar="LUDOTEKA_IDENTITY_PROVIDERS",
    metavar="FILE",
    help="A file that lists identity providers (OpenID Connect) through which people can sign in.",
)
LANGUAGE = click.option(
    "--language", type=click.Choice(["en", "ru", "cs"]), help="The language; by default the environment's."
)


def require_extra(purpose: str) -> None:
    """Check that the packages for a purpose are installed.  Raises Refused: "no-extra"."""
    extra, packages = EXTRAS[purpose]
    if not all(map(find_spec, packages)):
        text = Message(
            "{purpose} needs packages that are not installed: run make extras in the folder of the sources, "
            "or elsewhere pip install 'ludoteka[{extra}]'.",
            purpose=purpose,
            extra=extra,
        )
        raise Refused("no-extra", text)


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


def database_of(data: Path | None, database: str) -> str | Path:
    """Return where these options say that matches are stored: the URL of a database, or a file.

    Raises:
        Refused: "no-extra".
    """
    if "://" in database:
        require_extra("PostgreSQL")
    return database or (data or data_folder()) / "ludoteka.sqlite"


def add_server_options(command: Command) -> Command:
    """Decorate a command with the options of a server: host, port, broker, and where matches are stored."""
    command = click.option(
        "--broker",
        default="",
        envvar="LUDOTEKA_BROKER",
        metavar="URL",
        help="A Redis server, redis://..., through which several servers form one house.",
    )(add_store_options(command))
    command = click.option(
        "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 for any free one."
    )(command)
    return click.option(
        "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all networks."
    )(command)


def read_providers(file: Path | None) -> "tuple[IdentityProvider, ...]":
    """Return the identity providers that a file lists; none without a file.

    Raises:
        Refused: "bad-providers", "no-extra".
    """
    if file is None:
        return ()
    from ludoteka.features.sign_in.configuration import read_identity_providers

    require_extra("OpenID Connect")
    return read_identity_providers(file)


def add_mail_options(command: Command) -> Command:
    """Decorate a command with the options of the mail server and of the address for links in e-mails."""
    command = click.option(
        "--mail-password-file",
        type=click.Path(path_type=Path),
        envvar="LUDOTEKA_MAIL_PASSWORD_FILE",
        metavar="PATH",
        help="A file with the password for the mail server, unless it is in LUDOTEKA_MAIL_PASSWORD.",
    )(command)
    command = click.option(
        "--mail-from",
        default="",
        envvar="LUDOTEKA_MAIL_FROM",
        metavar="ADDRESS",
        help="The address from which e-mail comes.",
    )(command)
    command = click.option(
        "--mail",
        default="",
        envvar="LUDOTEKA_MAIL",
        metavar="URL",
        help="The mail server, smtp://USER@HOST:PORT or smtps://USER@HOST; without it, no e-mail is sent.",
    )(command)
    return click.option(
        "--public-address",
        default="",
        envvar="LUDOTEKA_PUBLIC_ADDRESS",
        metavar="URL",
        help="The address of the house for links in e-mail, https://games.example.org/.",
    )(command)


def read_mail_options(values: dict[str, Any]) -> "tuple[str, MailSettings | None]":
    """Take the e-mail options out of `values`; return the public address and the settings.  Raises Refused: "bad-mail"."""
    from ludoteka.server.mail.mail_settings import read_mail_settings

    url, sender, file = values.pop("mail"), values.pop("mail_from"), values.pop("mail_password_file")
    address = _read_address(values.pop("public_address"))
    if not url:
        return address, None
    if not address:
        text = Message(
            "Set --public-address to the address at which people reach the house: the links in e-mail need it."
        )
        raise Refused("bad-mail", text)
    try:
        password = file.read_text("utf-8").rstrip("\r\n") if file else os.environ.get("LUDOTEKA_MAIL_PASSWORD", "")
    except (OSError, ValueError) as error:
        text = Message("The file {file} with the password for the mail server can't be read.", file=str(file))
        raise Refused("bad-mail", text) from error
    return address, read_mail_settings(url, sender, password)


def _read_address(typed: str) -> str:
    """Return the public address with a "/" at its end, or ""."""
    if not typed:
        return ""
    try:
        parts = urlsplit(typed)
        is_plain = parts.port != 0 and not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    except ValueError:
        is_plain = False
    if not is_plain or parts.scheme not in ("http", "https") or not parts.hostname or not typed.isascii():
        text = Message("The public address of the house looks like https://games.example.org/.")
        raise Refused("bad-address", text)
    return f"{parts.scheme}://{parts.netloc}/"

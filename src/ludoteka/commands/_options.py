"""The options that several commands have, and what they mean."""

import os
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import click

from ludoteka.commands import Command, data_folder
from ludoteka.core.message import Message, Refused
from ludoteka.opening import PORT
from ludoteka.surfaces.texts import LANGUAGES

if TYPE_CHECKING:
    from ludoteka.server.mail.mail_settings import MailSettings
    from ludoteka.server.settings import IdentityProvider
    from ludoteka.store import Store

Result = TypeVar("Result")
PATH = click.Path(path_type=Path)
EXTRAS = {  # what they are for -> the extra, as pyproject.toml calls it, and its packages
    "PostgreSQL": ("servers", ("psycopg",)),
    "Redis": ("servers", ("redis", "saq")),
    "OpenID Connect": ("sign-in", ("authlib", "joserfc")),
    "ludoteka selfplay": ("research", ("numpy", "pyarrow")),
    "MCP": ("research", ("mcp",)),
    "ludoteka research": ("research", ("tenacity",)),
}


def default_option(*names: str, **settings: Any) -> Callable[[Command], Command]:
    """Return an option of click whose default is shown in the help."""
    return click.option(*names, show_default=True, **settings)


def house_option(flag: str, *names: str, **settings: Any) -> Callable[[Command], Command]:
    """Return an option of click that the environment can set too: "--mail-from" is LUDOTEKA_MAIL_FROM."""
    variable = f"LUDOTEKA_{flag.removeprefix('--').replace('-', '_').upper()}"
    return click.option(flag, *names, envvar=variable, **settings)


PROVIDERS = house_option(
    "--identity-providers",
    type=PATH,
    metavar="FILE",
    help="A file that lists identity providers (OpenID Connect) through which people can sign in.",
)
LANGUAGE = click.option(
    "--language", type=click.Choice([*LANGUAGES]), help="The language; by default the environment's."
)


def require_extra(purpose: str) -> None:
    """Check that the packages for a purpose are installed.  Raises Refused: "no-extra"."""
    extra, packages = EXTRAS[purpose]
    if not all(map(find_spec, packages)):
        text = Message(
            "{purpose} needs packages that are not installed: run make {target} in the folder of the sources, "
            "or elsewhere pip install 'ludoteka[{extra}]'.",
            purpose=purpose,
            target="research" if extra == "research" else "extras",
            extra=extra,
        )
        raise Refused("no-extra", text)


def add_store_options(command: Command) -> Command:
    """Decorate a command with the options that say where matches are stored: `data` and `database`."""
    data = house_option("--data", type=PATH, help="The folder where matches are stored.")
    database = house_option(
        "--database",
        default="",
        metavar="URL",
        help="A PostgreSQL database, postgresql://..., instead of a file in the --data folder.",
    )
    return database(data(command))


def database_of(data: Path | None, database: str) -> str | Path:
    """Return where these options say that matches are stored: the URL of a database, or a file.

    Raises:
        Refused: "bad-database", "no-extra".
    """
    if not database:
        return (data or data_folder()) / "ludoteka.sqlite"
    from ludoteka.store.backends.postgres import parse_url

    parse_url(database)
    require_extra("PostgreSQL")
    return database


def use_store(place: str | Path, work: Callable[["Store"], Awaitable[Result]]) -> Result:
    """Return what `work` returns for the store of a house, which may be open.  Raises Refused: as `open_beside`."""
    import asyncio

    from ludoteka.store import Store
    from ludoteka.store.backends.dispatch import open_beside

    async def run() -> Result:
        store = Store(open_beside(place))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def add_server_options(command: Command) -> Command:
    """Decorate a command with the options of a server: host, port, broker, and where matches are stored."""
    host = default_option("--host", default="127.0.0.1", help="The address to listen on; 0.0.0.0 for all networks.")
    port = default_option("--port", default=PORT, type=click.IntRange(0, 65535), help="The port; 0 for any free one.")
    broker = house_option(
        "--broker",
        default="",
        metavar="URL",
        help="A Redis server, redis://..., through which several servers form one house.",
    )
    return host(port(broker(add_store_options(command))))


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
    address = house_option(
        "--public-address",
        default="",
        metavar="URL",
        help="The address of the house for links in e-mail, https://games.example.org/.",
    )
    mail = house_option(
        "--mail",
        default="",
        metavar="URL",
        help="The mail server, smtp://USER@HOST:PORT or smtps://USER@HOST; without it, no e-mail is sent.",
    )
    sender = house_option("--mail-from", default="", metavar="ADDRESS", help="The address from which e-mail comes.")
    password = house_option(
        "--mail-password-file",
        type=PATH,
        metavar="PATH",
        help="A file with the password for the mail server, unless it is in LUDOTEKA_MAIL_PASSWORD.",
    )
    return address(mail(sender(password(command))))


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

"""The options of commands for sending e-mails."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from ludoteka.commands import Command
    from ludoteka.server.mail.mail_settings import MailSettings


OPTIONS = (
    click.option(
        "--public-address",
        default="",
        envvar="LUDOTEKA_PUBLIC_ADDRESS",
        metavar="URL",
        help="The address of the house for links in e-mail, https://games.example.org/.",
    ),
    click.option(
        "--mail",
        default="",
        envvar="LUDOTEKA_MAIL",
        metavar="URL",
        help="The mail server, smtp://USER@HOST:PORT or smtps://USER@HOST; without it, no e-mail is sent.",
    ),
    click.option(
        "--mail-from",
        default="",
        envvar="LUDOTEKA_MAIL_FROM",
        metavar="ADDRESS",
        help="The address from which e-mail comes.",
    ),
    click.option(
        "--mail-password-file",
        type=click.Path(path_type=Path),
        envvar="LUDOTEKA_MAIL_PASSWORD_FILE",
        metavar="PATH",
        help="A file with the password for the mail server, unless it is in LUDOTEKA_MAIL_PASSWORD.",
    ),
)


def add_mail_options(command: "Command") -> "Command":
    """Decorate a command with the options of the mail server and of the address for links in e-mails."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


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
    return address, read_mail_settings(url, sender, _password(file))


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


def _password(file: Path | None) -> str:
    """Return the password for the mail server; "" for none."""
    import os

    if file is None:
        return os.environ.get("LUDOTEKA_MAIL_PASSWORD", "")
    try:
        return file.read_text("utf-8").rstrip("\r\n")
    except (OSError, ValueError) as error:
        text = Message("The file {file} with the password for the mail server can't be read.", file=str(file))
        raise Refused("bad-mail", text) from error

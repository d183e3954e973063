"""Open a house."""

import gc
import os
import sys
from contextlib import suppress
from typing import Any

import click

from ludoteka.commands import add_provider_option, add_server_options, database_of, guard, read_providers, reader
from ludoteka.commands._help.extras import require_extra
from ludoteka.commands._help.mail_options import add_mail_options, read_mail_options
from ludoteka.core.message import Message, Refused

OBJECTS = 200_000  # after which garbage is looked for; about thirty megabytes
HEALTH_TIMEOUT = 3.0  # seconds for another house on our port to answer; it may still be starting


@click.command("serve")
@add_server_options
@click.option(
    "--moment",
    default=1.5,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="Seconds for which a throw, or a forced pass, is shown before the match goes on.",
)
@click.option(
    "--grace",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0, 3600),
    help="Seconds of absence after which the others may claim the win; fifteen times as long without a clock.",
)
@click.option(
    "--metrics",
    type=click.Choice(["local", "all", "none"]),
    default="local",
    show_default=True,
    help="Who may read /metrics.",
)
@click.option(
    "--log", type=click.Choice(["plain", "json"]), default="plain", show_default=True, help="The format of the log."
)
@click.option(
    "--sockets",
    default=300,
    show_default=True,
    type=click.IntRange(0),
    help="Connections allowed from one address; 0 for no limits on addresses.",
)
@click.option(
    "--proxies",
    default="127.0.0.1",
    show_default=True,
    envvar="LUDOTEKA_PROXIES",
    help="Addresses of proxies whose forwarded headers are trusted.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    envvar="LUDOTEKA_NAME",
    metavar="NAME",
    help="A domain name by which people reach the house; * for any. Can be given several times.",
)
@click.option(
    "--registration",
    type=click.Choice(["open", "invitation", "providers", "closed"]),
    default="open",
    show_default=True,
    help="Who may make an account.",
)
@add_provider_option
@click.option(
    "--keep",
    default=365.0,
    show_default=True,
    type=click.FloatRange(0),
    help="Days without a move after which an unfinished match is deleted; 0 for never.",
)
@add_mail_options
@click.option(
    "--contact",
    default="",
    envvar="LUDOTEKA_CONTACT",
    metavar="URL",
    help="The contact for push services: mailto:ADDRESS or an https: address.",
)
@click.option(
    "--push-service",
    "push_services",
    multiple=True,
    envvar="LUDOTEKA_PUSH_SERVICE",
    metavar="HOST",
    help="A push service to which notifications may be sent, besides those of the usual browsers. "
    "Can be given several times.",
)
@guard
def command(**settings: Any) -> None:
    """Open the house without a browser."""
    public_address, mail = read_mail_options(settings)
    open_house(settings | {"public_address": public_address, "mail": mail}, browser=False)


def open_house(settings: dict[str, Any], browser: bool) -> None:
    """Run a house until it is interrupted, or show the one that is already open on this port."""
    gc.set_threshold(OBJECTS)  # nearly all that a house creates until it listens stays
    from ludoteka.server.run import run
    from ludoteka.server.settings import Settings

    if settings["broker"]:
        require_extra("Redis")
    data, database = settings.pop("data"), settings.pop("database")
    providers = read_providers(settings.pop("identity_providers", None))
    try:
        with suppress(KeyboardInterrupt):  # the usual way to close a house
            run(
                Settings(keeps=database_of(data, database), providers=providers, **settings),
                lambda address, code: _announce(address, browser, code),
            )
    except Refused as refused:
        address = f"http://{settings['host']}:{settings['port']}/"
        if refused.code != "port-taken" or data or not browser or not _is_house(address):
            raise
        _announce(address, browser, "")


def _announce(address: str, browser: bool, owner_code: str) -> None:
    """Print the address of the house, and how it gets an owner; if wanted, open it in a browser."""
    click.echo(reader().say(Message("Ludoteka is open at {address}", address=address)))
    if owner_code and not browser:
        link = f"{address}settings#{owner_code}"
        click.echo(
            reader().say(
                Message("Nobody owns this house yet. To become its owner, open {link} on this machine.", link=link)
            )
        )
    if browser and _has_display():
        import webbrowser
        from threading import Thread

        Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # some browsers block until they are up


def _has_display() -> bool:
    """Tell whether a browser would open in a window; a text browser would take over this terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def is_terminal_only() -> bool:
    """Tell whether somebody sits at a terminal where no browser would open."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not _has_display()


def _is_house(address: str) -> bool:
    from http.client import HTTPException
    from urllib.request import urlopen

    try:
        with urlopen(f"{address}api/health", timeout=HEALTH_TIMEOUT) as answer:  # noqa: S310 - our own http address
            return b'"house":"ludoteka"' in answer.read(1000)
    except (OSError, HTTPException):
        return False

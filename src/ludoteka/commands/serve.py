"""Open a house."""

import gc
import sys
from contextlib import suppress
from typing import Any

import click

from ludoteka.commands import say
from ludoteka.commands._options import (
    PROVIDERS,
    add_mail_options,
    add_server_options,
    database_of,
    default_option,
    house_option,
    read_mail_options,
    read_providers,
    require_extra,
)
from ludoteka.core.message import Message, Refused
from ludoteka.opening import BROWSER_TIMEOUT, has_display, is_house, show_in_browser

OBJECTS = 200_000  # after which garbage is looked for; about thirty megabytes


@click.command("serve")
@add_server_options
@default_option(
    "--moment",
    default=1.5,
    type=click.FloatRange(0, 60),
    help="Seconds for which a throw, or a forced pass, is shown before the match goes on.",
)
@default_option(
    "--grace",
    default=60.0,
    type=click.FloatRange(0, 3600),
    help="Seconds of absence after which the others may claim the win; fifteen times as long without a clock.",
)
@default_option(
    "--metrics", type=click.Choice(["local", "all", "none"]), default="local", help="Who may read /metrics."
)
@default_option("--log", type=click.Choice(["plain", "json"]), default="plain", help="The format of the log.")
@default_option(
    "--sockets",
    default=300,
    type=click.IntRange(0),
    help="Connections allowed from one address; 0 for no limits on addresses.",
)
@default_option(
    "--loop",
    type=click.Choice(["auto", "asyncio", "uvloop"]),
    default="auto",
    help="The event loop; auto is uvloop where it is installed.",
)
@house_option(
    "--proxies",
    default="127.0.0.1",
    show_default=True,
    help="Addresses of proxies whose forwarded headers are trusted.",
)
@house_option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A domain name by which people reach the house; * for any. Can be given several times.",
)
@default_option(
    "--registration",
    type=click.Choice(["open", "invitation", "providers", "closed"]),
    default="open",
    help="Who may make an account.",
)
@PROVIDERS
@default_option(
    "--keep",
    default=365.0,
    type=click.FloatRange(0),
    help="Days without a move after which an unfinished match is deleted; 0 for never.",
)
@add_mail_options
@house_option(
    "--contact", default="", metavar="URL", help="The contact for push services: mailto:ADDRESS or an https: address."
)
@house_option(
    "--push-service",
    "push_services",
    multiple=True,
    metavar="HOST",
    help="A push service to which notifications may be sent, besides those of the usual browsers. "
    "Can be given several times.",
)
def command(**settings: Any) -> None:
    """Open the house without a browser."""
    public_address, mail = read_mail_options(settings)
    open_house(settings | {"public_address": public_address, "mail": mail}, browser=False)


def open_house(settings: dict[str, Any], browser: bool) -> None:
    """Run a house until it is interrupted, or show the one that is already open on this port."""
    gc.set_threshold(OBJECTS)  # nearly all that a house creates until it listens stays
    from ludoteka.house.run import run
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
        if refused.code != "port-taken" or data or not browser or not is_house(address):
            raise
        _announce(address, False, "")
        show_in_browser(address).join(BROWSER_TIMEOUT)


def _announce(address: str, browser: bool, owner_code: str) -> None:
    """Print the address of the house, and how it gets an owner; if wanted, open it in a browser."""
    say(Message("Ludoteka is open at {address}", address=address))
    if owner_code and not browser:
        link = f"{address}settings#{owner_code}"
        say(Message("Nobody owns this house yet. To become its owner, open {link} on this machine.", link=link))
    if browser:
        show_in_browser(address)


def is_terminal_only() -> bool:
    """Tell whether somebody sits at a terminal where no browser would open."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not has_display()

"""Open the house."""

import os
import sys
from contextlib import suppress
from typing import Any

import click

from ludoteka.commands import database_of, listening, reader, speaks

HEALTH_SECONDS = 3.0  # how long another house on our port has to say that it is one; it may just be opening


@click.command("serve")
@listening
@click.option("--moment", default=1.5, show_default=True, type=click.FloatRange(0, 60), help="Seconds to look on.")
@click.option(
    "--grace",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0, 3600),
    help="Seconds before the win can be claimed from who has left; fifteen times that without a clock.",
)
@click.option(
    "--metrics",
    type=click.Choice(["local", "all", "none"]),
    default="local",
    show_default=True,
    help="Who may read /metrics.",
)
@click.option(
    "--log", type=click.Choice(["plain", "json"]), default="plain", show_default=True, help="How the log is written."
)
@click.option(
    "--sockets", default=300, show_default=True, type=click.IntRange(0), help="Connections of one address; 0: any."
)
@click.option(
    "--proxies",
    default="127.0.0.1",
    show_default=True,
    envvar="LUDOTEKA_PROXIES",
    help="The addresses of proxies that are believed who asks.",
)
@speaks
def command(**settings: Any) -> None:
    """Open the house, and no browser.

    For a moment people see what was thrown, or that there is no move, before the match goes on by itself.
    """
    opened(settings, browser=False)


def opened(settings: dict[str, Any], browser: bool) -> None:
    """Open a house, or show the one that is open already."""
    from ludoteka.core.message import Refused
    from ludoteka.server.run import run
    from ludoteka.server.settings import Settings

    data, database = settings.pop("data"), settings.pop("database")
    try:
        with suppress(KeyboardInterrupt):  # that is how a house is closed
            run(Settings(keeps=database_of(data, database), **settings), lambda address: _tell(address, browser))
    except Refused as refused:
        address = f"http://{settings['host']}:{settings['port']}/"
        if refused.code != "port-taken" or data or not browser or not _is_house(address):
            raise
        _tell(address, browser)  # it is open already: the second start shows the first


def _tell(address: str, browser: bool) -> None:
    from ludoteka.core.message import Message

    click.echo(reader().say(Message("Ludoteka is open at {address}", address=address)))
    if browser and _has_screen():
        import webbrowser
        from threading import Thread

        Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # some take their time to start


def _has_screen() -> bool:
    """Tell whether a browser would have a window; one in this terminal would get between the house and its keys."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _is_house(address: str) -> bool:
    from http.client import HTTPException
    from urllib.request import urlopen

    try:
        with urlopen(f"{address}api/health", timeout=HEALTH_SECONDS) as answer:  # noqa: S310 - our own http address
            return b'"house":"ludoteka"' in answer.read(1000)
    except (OSError, HTTPException):
        return False

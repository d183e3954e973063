"""The settings of a house."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ludoteka.server.mail.mail_settings import MailSettings
from ludoteka.server.operations.limits import SOCKETS_PER_ADDRESS


@dataclass(frozen=True)
class IdentityProvider:
    """A provider through which users can sign in."""

    id: str  # in addresses
    name: str  # for people
    issuer: str
    client_id: str
    client_secret: str = field(default="", repr=False)  # "" for a public client, which relies on PKCE alone
    allow_http: bool = False  # also on other machines than this one


class Settings(NamedTuple):
    """What the command line says about a house."""

    host: str
    port: int
    keeps: Path | str  # the SQLite file, or the URL of the database
    broker: str = ""  # the URL of the Redis that several servers share; "" for a single server
    moment: float = 1.5  # seconds for which people see a throw before the match goes on
    grace: float = 60.0  # seconds after which an absent player counts as gone
    metrics: str = "local"  # who can read them: "local", "all" or "none"
    log: str = "plain"  # or "json"
    sockets: int = SOCKETS_PER_ADDRESS  # connections that one address can have open; 0 for no limits on addresses
    loop: str = "auto"  # the event loop: "asyncio", "uvloop", or "auto" for uvloop where it is installed
    proxies: str = "127.0.0.1"  # the addresses of proxies whose forwarded headers are trusted
    names: tuple[str, ...] = ()  # by which it can be reached, besides local ones; "*" for any
    registration: str = "open"  # who can register: "open", "invitation", "providers" or "closed"
    providers: tuple[IdentityProvider, ...] = ()  # through which people can sign in
    keep: float = 365.0  # days without an event after which an unfinished match is deleted; 0 for never
    # Of the start page, for links in e-mails: "https://games.example.org/"; "" if none was given
    public_address: str = ""
    mail: MailSettings | None = None  # None for a house that sends no mails
    contact: str = ""  # the contact for push services: "mailto:house@example.org", or an https: address
    push_services: tuple[str, ...] = ()  # hosts or origins at which browsers can be reached, besides those known

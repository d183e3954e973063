"""Settings of the mail server that the operator has configured."""

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from ludoteka.core.message import Message, Refusal, Refused

BAD_ADDRESS, BAD_MAIL = Refusal("bad-address"), Refusal("bad-mail")

SCHEMES = {"smtps": 465, "smtp": 587, "smtp+plain": 25}  # and their usual ports
TLS, STARTTLS, IF_OFFERED, PLAIN = "tls", "starttls", "if-offered", "plain"
LONGEST = 254  # characters of an address (RFC 5321)
LONGEST_LOCAL = 64  # characters before the @
LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"({LOCAL})@((?:{LABEL}\.)+{LABEL})")


class MailSettings(NamedTuple):
    """How a house sends e-mails."""

    host: str
    port: int
    security: str  # TLS, STARTTLS, IF_OFFERED for a server on the same machine, or PLAIN
    sender: str  # the sender's address
    user: str = ""  # "" to send without signing in
    password: str = ""

    @property
    def server(self) -> str:
        """A readable form of the server's address, without secrets."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def read_mail_settings(url: str, sender: str, password: str) -> MailSettings:
    """Read the address of a mail server: smtp://USER@HOST:PORT, or with smtps or smtp+plain.  Raises Refused: "bad-mail"."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _bad_server(url) from None
    if parts.scheme not in SCHEMES or not host or parts.path.strip("/") or parts.query or parts.fragment:
        raise _bad_server(url)
    if parts.password is not None:
        text = Message(
            "Put the password of the mail server into LUDOTEKA_MAIL_PASSWORD or a file, not into its address."
        )
        raise BAD_MAIL(text)
    try:
        sender = clean_address(sender)
    except Refused:
        text = Message("Set --mail-from to the address that e-mail comes from, such as house@example.org.")
        raise BAD_MAIL(text) from None
    user = unquote(parts.username or "")
    if bool(user) != bool(password):
        raise BAD_MAIL(Message("To sign in, the mail server needs both a user in its address and a password."))
    return MailSettings(host, port or SCHEMES[parts.scheme], _security(parts.scheme, host), sender, user, password)


def clean_address(typed: str) -> str:
    """Return an address as it is stored: its domain in lower case, and in ASCII.  Raises Refused: "bad-address"."""
    local, _, domain = typed.strip().rpartition("@")
    try:
        address = f"{local}@{domain.encode('idna').decode('ascii').lower()}"
    except UnicodeError:
        address = ""
    if len(address) > LONGEST or len(local) > LONGEST_LOCAL or not ADDRESS.fullmatch(address):
        raise BAD_ADDRESS(Message("The server can't send e-mail to this address."))
    return address


def _security(scheme: str, host: str) -> str:
    if scheme != "smtp":
        return TLS if scheme == "smtps" else PLAIN
    return IF_OFFERED if is_loopback(host) else STARTTLS


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _bad_server(url: str) -> Refused:
    # Without its user, as the address may end up in a log
    shown = url.rpartition("@")[2]
    text = Message(
        "{url} is not the address of a mail server. It looks like smtp://user@mail.example.org:587.", url=shown
    )
    return BAD_MAIL(text)

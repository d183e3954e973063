"""The identity providers in the operator's configuration file (docs/operating/openid-connect.md)."""

import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from ludoteka.core.message import Message, Refusal
from ludoteka.core.visible_text import compose, has_unseen
from ludoteka.server.mail.mail_settings import is_loopback
from ludoteka.server.settings import IdentityProvider

BAD_PROVIDERS = Refusal("bad-providers")

ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?")
ISSUER = re.compile(r"https?://[!-~]+")
SECRET = re.compile(r"[!-~]+")  # printable ASCII
LONGEST_SECRET_FILE = 10_000  # bytes
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=255)]


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    """A provider in the file."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    issuer: Text
    client_id: Text
    client_secret_file: str = ""
    client_secret_variable: str = ""
    allow_http: bool = False


def read_identity_providers(file: Path) -> tuple[IdentityProvider, ...]:
    """Return the providers that a TOML file lists.  Raises Refused: "bad-providers", with the reason."""
    try:
        entries = msgspec.convert(tomllib.loads(file.read_text("utf-8")), dict[str, _Entry])
    except (OSError, ValueError) as error:  # also if it is not TOML or UTF-8, or has unknown fields
        reason = getattr(error, "strerror", None) or str(error)
        text = Message(
            "{file} can't be read as a list of identity providers ({reason}).", file=str(file), reason=reason
        )
        raise BAD_PROVIDERS(text) from error
    providers = tuple(_read_entry(name, entry, file.parent) for name, entry in entries.items())
    _check_differ(text for provider in providers for text in (provider.issuer, provider.name))
    return providers


def _read_entry(name: str, entry: _Entry, folder: Path) -> IdentityProvider:
    if not ID.fullmatch(name):
        text = Message(
            "Identity provider {provider}: its heading contains characters other than a-z, 0-9 and -,"
            " or is longer than 30 characters.",
            provider=name,
        )
        raise BAD_PROVIDERS(text)
    shown = compose(entry.name)
    if not shown or has_unseen(shown) or not SECRET.fullmatch(entry.client_id):
        text = Message(
            "Identity provider {provider}: the name or the client id contains characters that can't be shown.",
            provider=name,
        )
        raise BAD_PROVIDERS(text)
    _check_issuer(name, entry)
    return IdentityProvider(
        name, shown, entry.issuer, entry.client_id, _read_secret(name, entry, folder), entry.allow_http
    )


def _check_issuer(name: str, entry: _Entry) -> None:
    try:
        parts = urlsplit(entry.issuer if ISSUER.fullmatch(entry.issuer) else "")
        is_address = bool(parts.hostname and parts.port != 0) and not (parts.query or parts.fragment or parts.username)
    except ValueError:  # brackets without an IPv6 address, or a port that is not a number
        is_address = False
    if not is_address or not (may_be_asked(entry.issuer) or entry.allow_http):
        text = Message(
            "Identity provider {provider}: the issuer is not an address that begins with https://. For a provider on this machine, or with allow_http = true, it may begin with http://.",
            provider=name,
        )
        raise BAD_PROVIDERS(text)


def may_be_asked(address: str) -> bool:
    """Tell whether a connection to an address is secure: by HTTPS, or on this machine."""
    parts = urlsplit(address)
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))


def _read_secret(name: str, entry: _Entry, folder: Path) -> str:
    file, variable = entry.client_secret_file, entry.client_secret_variable
    if file and variable:
        text = Message(
            "Identity provider {provider}: only one of client_secret_file and client_secret_variable can be given.",
            provider=name,
        )
        raise BAD_PROVIDERS(text)
    if not file and not variable:
        return ""
    try:
        if variable:
            secret = os.environ.get(variable, "")
        else:
            with (folder / file).open("rb") as opened:
                secret = opened.read(LONGEST_SECRET_FILE).decode()
    except (OSError, ValueError):
        secret = ""
    if not SECRET.fullmatch(secret := secret.strip()):
        text = Message(
            "Identity provider {provider}: there is no client secret in {place}.",
            provider=name,
            place=variable or str(folder / file),
        )
        raise BAD_PROVIDERS(text)
    return secret


def _check_differ(texts: Iterable[str]) -> None:
    known = set()
    for text in texts:
        if text in known:
            raise BAD_PROVIDERS(Message("Two identity providers have the same name or issuer: {same}", same=text))
        known.add(text)

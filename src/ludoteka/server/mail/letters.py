"""E-mails to users: their content, and formatting as messages."""

import textwrap
from collections.abc import Sequence
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, make_msgid
from typing import NamedTuple
from urllib.parse import urlsplit

from ludoteka.core.message import Message
from ludoteka.core.visible_text import compose
from ludoteka.games import folders
from ludoteka.surfaces.texts import texts_in

WIDTH = 76  # characters of a line; links are not broken
CONFIRMATION, RECOVERY_MAIL, SECURITY, NOTICE = "confirmation", "recovery", "security", "notice"
LINKS = ("List-Unsubscribe",)  # headers that mail programs read only if they are not folded


class MailPolicy(EmailPolicy):
    """The format of e-mails that every mail server can relay, with links in headers never folded."""

    def fold(self, name: str, value: str) -> str:
        """Return a header as lines."""
        return f"{name}: {value}{self.linesep}" if name in LINKS else super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        """Return a header as lines."""
        return self.fold(name, value).encode() if name in LINKS else super().fold_binary(name, value)


POLICY = MailPolicy(linesep="\r\n", cte_type="7bit")


class HouseLink(NamedTuple):
    """A link to a page of the house, by its path without the first "/"."""

    path: str


class Letter(NamedTuple):
    """The content of an e-mail, as plain text."""

    subject: Message
    paragraphs: Sequence[Message | HouseLink]
    language: str
    unsubscribe: str | None = None  # the path for one-click unsubscription (RFC 8058), without the first "/"
    purpose: str = NOTICE  # its category in limits and metrics: CONFIRMATION, RECOVERY_MAIL, SECURITY or NOTICE


class Letterhead(NamedTuple):
    """What all e-mails of a house have in common."""

    house: str  # its name
    public_address: str  # of its start page, for links: "https://games.example.org/"
    sender: str  # the sender's address


def write_mail(letter: Letter, address: str, head: Letterhead) -> EmailMessage:
    """Return an e-mail to an address, in the recipient's language."""
    say = texts_in(letter.language, folders()).say
    house = _one_line(head.house)
    mail = EmailMessage(POLICY)
    mail["From"] = Address(house, addr_spec=head.sender)
    mail["To"] = Address(addr_spec=address)
    mail["Subject"] = _one_line(say(letter.subject))
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = make_msgid(domain=urlsplit(head.public_address).hostname)
    mail["Auto-Submitted"] = "auto-generated"
    paragraphs = [
        head.public_address + one.path if isinstance(one, HouseLink) else _one_line(say(one))
        for one in letter.paragraphs
    ]
    if letter.unsubscribe is not None:
        link = head.public_address + letter.unsubscribe
        mail["List-Unsubscribe"] = f"<{link}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        paragraphs += [_one_line(say(Message("To stop these e-mails, open this link:"))), link]
    mail.set_content("\n\n".join(map(_wrap, paragraphs)) + f"\n\n-- \n{house}\n{head.public_address}\n")
    mail["Content-Language"] = letter.language
    return mail


def _one_line(text: str) -> str:
    """Return a text without line breaks and control characters, which could start another header or paragraph."""
    return compose("".join(sign if sign.isprintable() else " " for sign in text))


def _wrap(paragraph: str) -> str:
    return textwrap.fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)

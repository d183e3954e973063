"""The mailer of a house, which queues e-mails and sends them in the background."""

import asyncio
import logging
import ssl
import textwrap
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, make_msgid
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from ludoteka.core.message import Message
from ludoteka.core.visible_text import compose
from ludoteka.games import folders
from ludoteka.late_module import LateModule
from ludoteka.server.mail.mail_settings import IF_OFFERED, STARTTLS, TLS, MailSettings
from ludoteka.server.operations.limits import RateWindow
from ludoteka.server.operations.metrics import MAILS
from ludoteka.surfaces.texts import texts_in

WRAPPER = textwrap.TextWrapper(76, break_long_words=False, break_on_hyphens=False)  # links are not broken
CONFIRMATION, RECOVERY_MAIL, SECURITY, NOTICE = "confirmation", "recovery", "security", "notice"
LINKS = ("List-Unsubscribe",)  # headers that mail programs read only if they are not folded


class MailPolicy(EmailPolicy):
    """The format of e-mails that every mail server can relay, with links in headers never folded."""

    def fold(self, name: str, value: str) -> str:
        return f"{name}: {value}{self.linesep}" if name in LINKS else super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
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
        head.public_address + paragraph.path if isinstance(paragraph, HouseLink) else _one_line(say(paragraph))
        for paragraph in letter.paragraphs
    ]
    if letter.unsubscribe is not None:
        link = head.public_address + letter.unsubscribe
        mail["List-Unsubscribe"] = f"<{link}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        paragraphs += [_one_line(say(Message("To stop these e-mails, open this link:"))), link]
    mail.set_content("\n\n".join(map(WRAPPER.fill, paragraphs)) + f"\n\n-- \n{house}\n{head.public_address}\n")
    mail["Content-Language"] = letter.language
    return mail


def _one_line(text: str) -> str:
    """Return a text without line breaks and control characters, which could start another header or paragraph."""
    return compose("".join(sign if sign.isprintable() else " " for sign in text))


if TYPE_CHECKING:
    import aiosmtplib
else:
    aiosmtplib = LateModule("aiosmtplib")

SECONDS = 30.0  # for each response of the mail server
PERMANENT = 500  # response codes from here on are permanent failures (RFC 5321)


class MailNotTaken(Exception):
    """The mail server has not accepted an e-mail; the reason contains no personal address."""

    def __init__(self, reason: str, *, is_final: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_final = is_final  # retrying is useless


class MailServer:
    """The mail server of a house."""

    def __init__(self, settings: MailSettings, public_address: str) -> None:
        self._settings = settings
        self._own_name = urlsplit(public_address).hostname or "localhost"
        self._context = ssl.create_default_context()

    async def hand_over(self, mail: EmailMessage, address: str) -> None:
        """Send an e-mail.  Raises MailNotTaken."""
        async with self._connection() as connection:
            await connection.sendmail(self._settings.sender, [address], mail.as_bytes(policy=POLICY))

    async def check(self) -> None:
        """Connect and sign in as for sending an e-mail.  Raises MailNotTaken."""
        async with self._connection() as connection:
            await connection.noop()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator["aiosmtplib.SMTP"]:
        """Connect and sign in.  Raises MailNotTaken, also for what fails on the connection."""
        settings = self._settings
        client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            username=settings.user or None,
            password=settings.password or None,
            local_hostname=self._own_name,  # otherwise looked up in the DNS, which would block everybody
            timeout=SECONDS,
            use_tls=settings.security == TLS,
            start_tls={STARTTLS: True, IF_OFFERED: None}.get(settings.security, False),
            tls_context=self._context,
        )
        try:
            async with client as connection:
                yield connection
        except (aiosmtplib.SMTPException, OSError) as error:
            raise _not_taken(error) from error


def _not_taken(error: "aiosmtplib.SMTPException | OSError") -> MailNotTaken:
    """Return what went wrong.  Responses may repeat an address, so only their codes are reported."""
    answers = error.recipients if isinstance(error, aiosmtplib.SMTPRecipientsRefused) else [error]
    codes = [answer.code for answer in answers if isinstance(answer, aiosmtplib.SMTPResponseException)]
    if codes:
        is_final = all(code >= PERMANENT for code in codes)
        return MailNotTaken(f"{type(answers[0]).__name__} {codes[0]}", is_final=is_final)
    text = "" if isinstance(error, aiosmtplib.SMTPTimeoutError) else f": {error}"
    return MailNotTaken(f"{type(error).__name__}{text}", is_final=False)


logger = logging.getLogger(__name__)
PAUSES = (1.0, 30.0, 300.0, 1200.0)  # seconds before each retry
HOUR = 3600.0  # seconds
MOST_AN_HOUR = {CONFIRMATION: 5, RECOVERY_MAIL: 10, SECURITY: 30, NOTICE: 20}  # e-mails to one address, by purpose
MOST_WAITING = 1000  # e-mails, including those that wait for a retry
MOST_NOTICES_WAITING = 700  # of these, so that other e-mails always have room
AT_ONCE = 4  # connections to the mail server
SECONDS_TO_CLOSE = 2.0  # for e-mails that are being sent when the house closes


class Mailer:
    """Sends e-mails.  Pending ones are lost when the house closes; a user who requested one can request it again."""

    def __init__(self, settings: MailSettings, public_address: str, house_name: Callable[[], str]) -> None:
        self.settings = settings
        self._public_address = public_address
        self._house_name = house_name
        self._server = MailServer(settings, public_address)
        self._limits = {purpose: RateWindow(most, HOUR) for purpose, most in MOST_AN_HOUR.items()}  # by address
        self._connections = asyncio.Semaphore(AT_ONCE)
        self._waiting: set[asyncio.Task[None]] = set()

    @property
    def has_room(self) -> bool:
        """Whether there is room for another notification; other e-mails have some more room."""
        return len(self._waiting) < MOST_NOTICES_WAITING

    async def send(self, address: str, letter: Letter) -> None:
        """Queue an e-mail; it is dropped if the address has received too many."""
        limit, now = self._limits[letter.purpose], time.monotonic()
        if len(self._waiting) >= MOST_WAITING:
            logger.error("a mail is not sent, as %d others are waiting", MOST_WAITING)
            MAILS.labels(letter.purpose, "dropped").inc()
            return
        if limit.wait(address.lower(), now) > 0:
            logger.warning("a mail is not sent, as its address has had too many (%s)", letter.purpose)
            MAILS.labels(letter.purpose, "limited").inc()
            return
        limit.count(address.lower(), now)
        head = Letterhead(self._house_name(), self._public_address, self.settings.sender)
        mail = write_mail(letter, address, head)
        task = asyncio.create_task(self._deliver(mail, address, letter.purpose))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def close(self) -> None:
        """Wait a moment for e-mails that are being sent, and drop the others."""
        if not self._waiting:
            return
        _, late = await asyncio.wait(self._waiting, timeout=SECONDS_TO_CLOSE)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        if late:
            logger.warning("%d mails were not sent, as the house has closed", len(late))

    async def _deliver(self, mail: EmailMessage, address: str, purpose: str) -> None:
        """Send an e-mail to the mail server; retry later after a temporary failure."""
        for pause in (*PAUSES, None):
            try:
                async with self._connections:
                    await self._server.hand_over(mail, address)
            except MailNotTaken as failure:
                if failure.is_final or pause is None:
                    logger.error("a mail could not be sent (%s): %s", purpose, failure.reason)  # noqa: TRY400 - a trace could contain its address
                    MAILS.labels(purpose, "refused" if failure.is_final else "given-up").inc()
                    return
                logger.warning("a mail is tried again in %d s (%s): %s", pause, purpose, failure.reason)
                MAILS.labels(purpose, "tried-again").inc()
                await asyncio.sleep(pause)
            except Exception:
                logger.exception("a mail could not be sent (%s)", purpose)
                MAILS.labels(purpose, "refused").inc()
                return
            else:
                MAILS.labels(purpose, "sent").inc()
                return

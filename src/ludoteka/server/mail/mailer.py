"""The mailer of a house, which queues e-mails and sends them in the background."""

import asyncio
import logging
import time
from collections.abc import Callable
from email.message import EmailMessage

from ludoteka.server.mail.letters import CONFIRMATION, NOTICE, RECOVERY_MAIL, SECURITY, Letter, Letterhead, write_mail
from ludoteka.server.mail.mail_server import MailNotTaken, MailServer
from ludoteka.server.mail.mail_settings import MailSettings
from ludoteka.server.operations.limits import RateWindow
from ludoteka.server.operations.metrics import MAILS

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
                    _count_failure(purpose, failure)
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


def _count_failure(purpose: str, failure: MailNotTaken) -> None:
    """Log and count a failed e-mail, without a traceback, which could contain its address."""
    logger.error("a mail could not be sent (%s): %s", purpose, failure.reason)
    MAILS.labels(purpose, "refused" if failure.is_final else "given-up").inc()

"""Connections to the mail server, to send an e-mail or check that the server is available."""

import ssl
from email.message import EmailMessage
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ludoteka.late_module import LateModule
from ludoteka.server.mail.letters import POLICY
from ludoteka.server.mail.mail_settings import IF_OFFERED, STARTTLS, TLS, MailSettings

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
        try:
            async with self._connection() as connection:
                content = mail.as_bytes(policy=POLICY)
                await connection.sendmail(self._settings.sender, [address], content)
        except (aiosmtplib.SMTPException, OSError) as error:
            raise _not_taken(error) from error

    async def check(self) -> None:
        """Connect and sign in as for sending an e-mail.  Raises MailNotTaken."""
        try:
            async with self._connection() as connection:
                await connection.noop()
        except (aiosmtplib.SMTPException, OSError) as error:
            raise _not_taken(error) from error

    def _connection(self) -> "aiosmtplib.SMTP":
        settings = self._settings
        return aiosmtplib.SMTP(
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


def _not_taken(error: "aiosmtplib.SMTPException | OSError") -> MailNotTaken:
    """Return what went wrong.  Responses may repeat an address, so only their codes are reported."""
    answers = error.recipients if isinstance(error, aiosmtplib.SMTPRecipientsRefused) else [error]
    codes = [one.code for one in answers if isinstance(one, aiosmtplib.SMTPResponseException)]
    if codes:
        is_final = all(code >= PERMANENT for code in codes)
        return MailNotTaken(f"{type(answers[0]).__name__} {codes[0]}", is_final=is_final)
    text = "" if isinstance(error, aiosmtplib.SMTPTimeoutError) else f": {error}"
    return MailNotTaken(f"{type(error).__name__}{text}", is_final=False)

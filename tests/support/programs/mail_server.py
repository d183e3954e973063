"""A real mail server in a thread of the tests, which keeps the mails that it takes, and certificates for it."""

import asyncio
import email.policy
import ipaddress
import queue
import re
import ssl
import threading
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes

from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

PATIENCE = 60  # seconds
USER, SECRET = "house", "open sesame"  # who may send


class MailHost:
    """A mail server: `next_mail` returns what arrives, and `answers` are its next answers to recipients."""

    def __init__(self, has_users):
        self.has_users = has_users  # who must sign in
        self.answers = queue.SimpleQueue()
        self._mails = queue.SimpleQueue()

    def next_mail(self):
        """Return the next mail, once it has arrived, parsed; `client` and `is_encrypted` say who sent it and how."""
        return self._mails.get(timeout=PATIENCE)

    def next_to(self, address):
        """Return the next mail, which must be to this address."""
        mail = self.next_mail()
        assert mail["To"] == address, mail
        return mail

    @property
    def is_empty(self):
        """Whether no mail waits to be read."""
        return self._mails.empty()

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 - the name in the library
        """Answer as a test wishes, or accept the recipient."""
        if self.has_users and not session.authenticated:
            return "530 5.7.0 Authentication required"
        if not self.answers.empty():
            return self.answers.get()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - the name in the library
        """Keep a mail."""
        mail = message_from_bytes(envelope.content, policy=email.policy.default)
        mail.client = session.host_name
        mail.is_encrypted = server.transport.get_extra_info("sslcontext") is not None
        assert [mail["To"]] == envelope.rcpt_tos
        self._mails.put(mail)
        return "250 OK"


def lines_of(mail):
    """Return the text of a mail."""
    return mail.get_content().replace("\r\n", "\n")


def words_of(mail):
    """Return the text of a mail in one line."""
    return " ".join(mail.get_content().split())


def link_in(mail):
    """Return the link in a mail that leads to the page for links."""
    [link] = re.findall(r"^http\S+/account/mail#\S+$", lines_of(mail), re.MULTILINE)
    return link


def token_in(mail):
    """Return the token of the link in a mail."""
    return link_in(mail).rpartition("=")[2]


@contextmanager
def mail_host(certificate=None, *, is_encrypted=False, has_users=False):
    """Run a mail server; with a certificate it offers STARTTLS, or is encrypted from the first byte on."""
    context = None
    if certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
    host = MailHost(has_users)
    users = {"authenticator": _check_user, "auth_require_tls": False} if has_users else {}

    def serve_client():
        return SMTP(host, hostname="mail.example.org", tls_context=None if is_encrypted else context, **users)

    async def listen():
        return await loop.create_server(serve_client, "127.0.0.1", 0, ssl=context if is_encrypted else None)

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)  # the loop of a browser may run in this one
    thread.start()
    server = asyncio.run_coroutine_threadsafe(listen(), loop).result(PATIENCE)
    host.port = server.sockets[0].getsockname()[1]
    try:
        yield host
    finally:
        asyncio.run_coroutine_threadsafe(_close(server), loop).result(PATIENCE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _check_user(server, session, envelope, mechanism, login):
    is_right = (login.login, login.password) == (USER.encode(), SECRET.encode())
    return AuthResult(success=is_right, handled=False)


async def _close(server):
    """Stop listening, and end the conversations that are open."""
    server.close()
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def make_certificate(file):
    """Write a key, and a certificate for 127.0.0.1 that it has signed itself; return the path."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail.example.org")])
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM
    secret = key.private_bytes(form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(secret + certificate.public_bytes(form))
    return file


def mail_options(host, public_address, url="smtp://127.0.0.1:{port}"):
    """Return the options of a house that sends mails through a server of the tests."""
    server = url.format(port=host.port)
    return ("--mail", server, "--mail-from", "house@games.example.org", "--public-address", public_address)

"""Sending e-mails through real mail servers: encryption, signing in, temporary and permanent failures, and headers."""

import gc
import json
from collections import Counter

import pytest
from houses import registering, until
from houses.inner import InnerHouse
from programs.commands import ludoteka, refused
from programs.mail_server import SECRET, mail_host, mail_options, make_certificate, words_of

from ludoteka.core.message import Message
from ludoteka.server.mail.mailer import POLICY, HouseLink, Letter, Letterhead, write_mail

ADDRESS = "https://games.example.org/"
WAYS = {  # the address of the mail server, and whether e-mails arrive encrypted
    "smtps": ("smtps://house@127.0.0.1:{port}", True),
    "starttls": ("smtp://house@127.0.0.1:{port}", True),
    "plain": ("smtp+plain://house@127.0.0.1:{port}", False),
}


@pytest.fixture
def trust(tmp_path, monkeypatch):
    """A function that makes a certificate that the house trusts; the house knows the password of the mail server."""
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    monkeypatch.setenv("LUDOTEKA_MAIL_PASSWORD_FILE", str(tmp_path / "secret"))

    def make(name):
        certificate = make_certificate(tmp_path / name)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        return certificate

    return make


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # the doctor ends before its connections are closed
@pytest.mark.parametrize("way", WAYS)
def test_mails_go_out_by_every_way_and_doctor_tries_it(tmp_path, trust, way):
    url, is_encrypted = WAYS[way]
    certificate = trust("certificate.pem")
    with mail_host(certificate if is_encrypted else None, is_encrypted=way == "smtps", has_users=True) as host:
        options = mail_options(host, ADDRESS, url)
        with InnerHouse(tmp_path, options=options) as house, registering(house) as register:
            client = register("Way")
            assert client.post("/api/account/mail", json={"address": "way@example.org"}).status_code == 200
            mail = host.next_to("way@example.org")
            assert mail.is_encrypted == is_encrypted
            assert mail.client == "games.example.org"
            doctor = ("doctor", "--data", tmp_path, "--json", *options)
            good = ludoteka(*doctor)
            (tmp_path / "secret").write_text("guessed")
            bad = ludoteka(*doctor)
            gc.collect()

    assert findings(good) == (0, f"The mail server 127.0.0.1:{host.port} can be used.")
    assert findings(bad) == (1, f"The mail server 127.0.0.1:{host.port} can't be used (SMTPAuthenticationError 535).")
    assert SECRET not in good.stdout + bad.stdout


def findings(done):
    [told] = [one["message"] for one in json.loads(done.stdout)["findings"] if one["name"] == "mail"]
    return done.returncode, told


def test_a_server_whose_certificate_is_not_trusted_gets_no_mail(tmp_path, trust):
    certificate = trust("certificate.pem")
    trust("other.pem")
    with mail_host(certificate, has_users=True) as host:
        options = mail_options(host, ADDRESS, WAYS["starttls"][0])
        doctor = ("doctor", "--data", tmp_path, "--json")
        done = ludoteka(*doctor, *options)
    gone = ludoteka(*doctor, *options)

    assert gone.returncode == 1
    assert "SMTPConnectError" in findings(gone)[1]
    assert done.returncode == 1
    assert "CERTIFICATE_VERIFY_FAILED" in findings(done)[1]


def test_a_mail_is_tried_again_after_a_fault_that_passes_and_not_after_one_that_stays(tmp_path):
    with mail_host() as host:
        options = ("--log", "json", *mail_options(host, ADDRESS))
        with InnerHouse(tmp_path, options=options) as house, registering(house) as register:
            client = register("Patient")
            before = metrics(client)
            for answer in ("451 4.7.1 <patient@example.org> come back", "550 5.1.1 <nobody@example.org> unknown"):
                host.answers.put(answer)

            client.post("/api/account/mail", json={"address": "patient@example.org"})
            count_of(client, before, "tried-again", 1)
            client.post("/api/account/mail", json={"address": "nobody@example.org"})
            count_of(client, before, "refused", 1)
            host.next_to("patient@example.org")
            client.post("/api/account/mail", json={"address": "last@example.org"})
            host.next_to("last@example.org")
            counted = count_of(client, before, "sent", 2)

    assert counted == {("confirmation", "sent"): 2, ("confirmation", "tried-again"): 1, ("confirmation", "refused"): 1}
    assert host.is_empty
    assert "SMTPRecipientRefused 451" in house.complaints
    assert "SMTPRecipientRefused 550" in house.complaints
    assert "example.org>" not in house.complaints
    assert "nobody@" not in house.complaints


def count_of(client, before, outcome, number):
    """Wait until so many e-mails have this outcome; return the outcomes of all."""
    return until(lambda: metrics(client) - before, lambda counted: counted["confirmation", outcome] == number)


def metrics(client):
    lines = [line for line in client.get("/metrics").text.splitlines() if line.startswith("ludoteka_mails_total")]
    return Counter({tuple(line.split('"')[3:0:-2]): float(line.split()[-1]) for line in lines})


def test_a_setting_that_can_not_work_is_refused_with_the_reason(tmp_path):
    for options, told in (
        (("--mail", "smtp://mail.example.org"), "Set --public-address"),
        (("--mail", "smtp://mail.example.org", "--public-address", ADDRESS), "Set --mail-from"),
        (
            ("--mail", "http://mail.example.org", "--public-address", ADDRESS, "--mail-from", "a@example.org"),
            "is not the address of a mail server",
        ),
        (
            ("--mail", "smtp://a:b@mail.example.org", "--public-address", ADDRESS, "--mail-from", "a@example.org"),
            "LUDOTEKA_MAIL_PASSWORD",
        ),
        (
            ("--mail", "smtp://a@mail.example.org", "--public-address", ADDRESS, "--mail-from", "a@example.org"),
            "both a user",
        ),
        (("--public-address", "games.example.org"), "looks like https://games.example.org/"),
        (
            ("--mail-password-file", "/nowhere/secret", "--mail", "smtp://a@example.org", "--public-address", ADDRESS),
            "can't be read",
        ),
    ):
        said = refused("serve", "--port", 0, "--data", tmp_path, *options)
        assert told in said
        assert ":b@" not in said


def test_no_name_and_no_text_adds_a_header_or_a_line():
    head = Letterhead('Evil\r\nBcc: all@example.org, "x"', ADDRESS, "house@example.org")
    name = "Anna\r\n\r\nhttps://evil.example/\u2028x\x00"
    letter = Letter(
        Message("To {name}", name=name), [Message("Hello {name}", name=name), HouseLink("a#b")], "cs", unsubscribe="u/1"
    )

    mail = write_mail(letter, "reader@example.org", head)

    assert set(mail.keys()) == {
        *("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version"),
        *("List-Unsubscribe", "List-Unsubscribe-Post", "Content-Type", "Content-Transfer-Encoding", "Content-Language"),
    }
    assert mail["From"].addresses[0].addr_spec == "house@example.org"
    assert "\n" not in mail["From"] + mail["Subject"]
    assert mail["List-Unsubscribe"] == f"<{ADDRESS}u/1>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "Hello Anna https://evil.example/ x" in words_of(mail)
    assert mail.get_content().split("\n\n")[1] == f"{ADDRESS}a#b"
    assert mail.as_bytes().isascii()


def test_the_link_that_ends_mails_is_whole_however_long_it_is():
    head = Letterhead("House", f"https://{'games.' * 12}example.org/", "house@example.org")
    mail = write_mail(Letter(Message("Hello"), (), "en", unsubscribe="notices/key"), "anna@example.org", head)

    assert f"List-Unsubscribe: <{head.public_address}notices/key>\r\n".encode() in mail.as_bytes(policy=POLICY)

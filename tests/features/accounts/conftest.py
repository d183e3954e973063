"""A house that sends e-mails to a real mail server."""

import pytest
from houses.inner import InnerHouse
from programs.mail_server import mail_host, mail_options
from programs.servers import free_port


@pytest.fixture(scope="module")
def post_office():
    """The mail server."""
    with mail_host() as host:
        yield host


@pytest.fixture(scope="module")
def mailing_house(tmp_path_factory, post_office):
    """The house; a module whose tests all need it makes it their `house`."""
    port = free_port()
    options = ("--sockets", "0", *mail_options(post_office, f"http://localhost:{port}"))
    with InnerHouse(tmp_path_factory.mktemp("house"), port=port, options=options) as running:
        yield running
    assert not running.complaints, running.complaints
    assert post_office.is_empty

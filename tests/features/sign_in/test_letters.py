"""Linking and unlinking a sign-in service is notified by e-mail."""

from houses.identified import account, post, through, went_on
from houses.inner import InnerHouse
from programs.identity_provider import list_provider
from programs.mail_server import mail_host, mail_options, token_in, words_of
from programs.servers import free_port

ADDRESS = "links@example.org"
PASSWORD = "seven green herons wade"  # noqa: S105 - of nobody


def test_linking_and_unlinking_a_sign_in_service_is_told_by_mail(tmp_path, provider):
    port = free_port()
    options, environment = list_provider(tmp_path, provider.issuer)
    with mail_host() as host:
        options = (*options, *mail_options(host, f"http://localhost:{port}"))
        with (
            InnerHouse(tmp_path, port=port, options=options, environment=environment) as house,
            house.guest() as owner,
        ):
            owner.get("/")
            assert post(owner, "register", name="Links", password=PASSWORD).status_code == 201
            assert post(owner, "mail", address=ADDRESS).json() == {}
            assert post(owner, "mail/confirm", token=token_in(host.next_to(ADDRESS))).status_code == 200

            went_on(through(owner, "link"))
            assert "A sign-in service was linked to your account." in words_of(host.next_to(ADDRESS))
            [identity] = account(owner)["identities"]
            for removed in ("providers/unlink", "passkeys/remove"):
                assert post(owner, removed, id="nothing").json() == {}, "and nothing is told of it"
            assert post(owner, "providers/unlink", id=identity["id"]).json() == {}
            assert "A sign-in service was unlinked from your account." in words_of(host.next_to(ADDRESS))

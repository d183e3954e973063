"""The file that lists identity providers: a fault is named before the house opens, and the doctor asks each provider."""

import json

import pytest
from houses.keeping import furnished, new_house
from programs.commands import done, ludoteka
from programs.commands import refused as refusal
from programs.identity_provider import SECRET, list_provider, small_provider

FAULTS = {
    "no address": ({"issuer": "id.example.org"}, "the issuer is not an address that begins with https://"),
    "a plain address elsewhere": ({"issuer": "http://id.example.org"}, "with allow_http = true"),
    "an address with a query": ({"issuer": "https://id.example.org/?a=b"}, "the issuer is not an address"),
    "no client": ({"client_id": None}, "client_id"),
    "no name": ({"name": ""}, "name"),
    "an invisible name": ({"name": "\u200b"}, "characters that can't be shown"),
    "a field that nobody knows": ({"client_secret": "plain"}, "client_secret"),
    "two secrets": ({"client_secret_file": "secret"}, "only one of"),
    "no secret in the variable": ({"client_secret_variable": "NOBODY_HAS_THIS"}, "no client secret in NOBODY_HAS_THIS"),
    "no file with the secret": (
        {"client_secret_variable": None, "client_secret_file": "nowhere"},
        "there is no client secret in",
    ),
}


@pytest.mark.parametrize(("change", "words"), FAULTS.values(), ids=FAULTS)
def test_a_house_does_not_open_with_a_fault_in_the_file_and_says_which(tmp_path, monkeypatch, change, words):
    monkeypatch.setenv("CLUB_SECRET", SECRET)
    options, _ = list_provider(tmp_path, **({"issuer": "https://id.example.org"} | change))
    said = refusal("serve", "--port", 0, "--data", tmp_path, *options)
    assert words in said
    assert SECRET not in said
    assert not (tmp_path / "ludoteka.sqlite").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("not toml", "can't be read as a list"),
        (
            "[Club]\nname = 'a'\nissuer = 'https://a.example'\nclient_id = 'b'",
            "its heading contains characters other than",
        ),
        (
            "".join(f"[{one}]\nname = 'a'\nissuer = 'https://{one}.example'\nclient_id = 'b'\n" for one in "ab"),
            "same name or issuer: a",
        ),
        (None, "can't be read as a list of identity providers (No such file or directory)."),
    ],
)
def test_a_file_that_is_no_list_of_providers_is_refused(tmp_path, text, words):
    file = tmp_path / "providers.toml"
    if text is not None:
        file.write_text(text)
    assert words in refusal("serve", "--port", 0, "--data", tmp_path, "--identity-providers", file)


def test_the_doctor_says_whether_each_provider_can_be_used(request, tmp_path):
    place, house = new_house(request, tmp_path, "sqlite")
    furnished(place)
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    with small_provider() as provider:
        secret = {"client_secret_variable": None, "client_secret_file": "secret"}
        options, _ = list_provider(tmp_path, provider.issuer, **secret)
        assert "provider club: its discovery document and its keys can be read" in done("doctor", *house, *options)
        provider.document = {"issuer": "https://elsewhere.example"}
        ended = ludoteka("doctor", "--json", "--quick", *house, *options)
        [fault] = [one for one in json.loads(ended.stdout)["findings"] if not one["is_well"]]
        assert (ended.returncode, fault["name"]) == (1, "identity-providers")
        assert "the discovery document names another issuer" in fault["message"]
        assert SECRET not in ended.stdout

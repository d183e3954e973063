"""Skeletons of names, passwords, recovery codes and challenges."""

import time
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.accounts import challenges, passwords
from ludoteka.accounts.names import clean_account_name
from ludoteka.accounts.passkeys import relying_party
from ludoteka.accounts.recovery import code_digest, recovery_codes
from ludoteka.accounts.skeletons import skeleton
from ludoteka.core.message import Refused

KEY = b"k" * 32


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("anna", "\u0430nn\u0430"),  # Cyrillic а
        ("Anna", "ÁNNA"),
        ("СССР", "CCCP"),
        ("Ρίτα", "Pita"),  # Greek
        ("Ivan", "I\u03bdan"),  # Greek ν, whose capital looks like N
        ("Ian", "lan"),
        ("Bob 10", "Bob-1O"),
        ("Arnold", "Amold"),
        ("Łukasz", "lukasz"),
        ("ａｎｎａ", "anna"),
        ("Straße", "STRASSE"),
        ("\u2113uka", "luka"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Hanna"), ("Иван", "Ивана"), ("Eva", "Ewa"), ("Petr", "Pavel")])
def test_names_that_look_different_have_two(one, other):
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=30))
def test_a_skeleton_is_its_own_skeleton(name):
    assert skeleton(skeleton(name)) == skeleton(name)


@given(st.text(alphabet="abcdefgžščабвгдαβγ ._-'", max_size=30))
def test_case_spaces_and_punctuation_do_not_count(name):
    plain = "".join(sign for sign in name if sign.isalnum())

    assert skeleton(name) == skeleton(name.upper()) == skeleton(plain)


@pytest.mark.parametrize(
    "name", ["Jo", "Žofie von Trapp", "O'Neill", "x_1", "Иван-Царевич", "Μάριος", "山田 太郎", "Dr. No"]
)
def test_names_in_all_scripts_are_accepted(name):
    assert clean_account_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name", ["", "x", "a" * 31, "a--b", "-a", "a/b", "🦆🦆", "Аnna", "<b>", "a..b", "ad\u200bam", "Host 7"]
)
def test_other_names_are_refused_with_the_reason(name):
    with pytest.raises(Refused) as refused:
        clean_account_name(name)

    assert refused.value.code in ("bad-name", "reserved-name", "no-links")


@pytest.mark.parametrize(
    "password",
    [
        "password123456",
        "1111111111",
        "anna karenina",
        "Anna Karenina 1",
        "\u0410nn\u0430 Kar\u0435nina 7777",
        "qwertyuiop",
        "a" * 200,
        "1234567890" * 20,
        "passwordpassword" * 5,
    ],
)
def test_passwords_that_are_easy_to_guess_are_refused(password):
    with pytest.raises(Refused) as refused:
        passwords.check_password(password, "Anna Karenina")

    assert refused.value.code == "weak-password"
    assert "easy to guess" in refused.value.message.text


@pytest.mark.parametrize("password", ["geese:fly", "geese fly " * 20 + "."])
def test_passwords_of_another_length_are_refused(password):
    with pytest.raises(Refused) as refused:
        passwords.check_password(password, "Anna Karenina")

    assert refused.value.code == "weak-password"
    assert "10 to 200 characters" in refused.value.message.text


@pytest.mark.parametrize(
    "password", ["geese::fly", "geese fly " * 20, "\u0410nn\u0430 Kar\u0435nina 77777", "monkey tree"]
)
def test_passwords_that_are_hard_to_guess_are_accepted(password):
    passwords.check_password(password, "Anna Karenina")


def test_signs_in_place_of_letters_do_not_make_a_password_take_long_to_judge():
    def cost(password):
        begun = time.process_time()
        with suppress(Refused):
            passwords.check_password(password, "Anna Karenina")
        return time.process_time() - begun

    cost("this loads the lists of words")
    signs = "".join(Random(1).choices("4@8({[<369!1|7105$+%2", k=64))
    short, long = (min(cost(one) for _ in range(3)) for one in (signs[:16], signs))
    assert long < 16 * short, "sixty times as long, if all of it is judged at once"


def test_a_password_is_recognised_however_a_keyboard_composes_it():
    kept = passwords.hash_password("čtyři žluté koně")

    assert passwords.is_password(kept, "c\u030ctyr\u030ci z\u030clute\u0301 kone\u030c")
    assert not passwords.is_password(kept, "ctyri zlute kone")
    assert not passwords.needs_rehash(kept)
    assert not passwords.is_password("", "nobody has this password")


def test_a_recovery_code_may_be_typed_in_any_way():
    codes = recovery_codes()

    assert len({code_digest(code) for code in codes}) == len(codes) == 10
    for code in codes:
        typed = code.upper().replace("-", " ").replace("0", "o").replace("1", "I")
        assert code_digest(typed) == code_digest(code)


@given(st.binary(max_size=60))
def test_a_guessed_challenge_is_not_valid(guess):
    assert not challenges.is_valid(KEY, guess, "anna", "sign-in", 1000.0)


def test_a_challenge_is_valid_for_five_minutes_for_one_browser_and_purpose():
    challenge = challenges.make_challenge(KEY, "anna", "sign-in", 1000.0)

    assert challenges.is_valid(KEY, challenge, "anna", "sign-in", 1299.0)
    for key, holder, purpose, now in (
        (b"x", "anna", "sign-in", 1000.0),
        (KEY, "boris", "sign-in", 1000.0),
        (KEY, "anna", "register", 1000.0),
        (KEY, "anna", "sign-in", 1302.0),
    ):
        assert not challenges.is_valid(key, challenge, holder, purpose, now)


@pytest.mark.parametrize(
    ("host", "scheme", "party"),
    [
        ("games.example.org", "https", ("games.example.org", "https://games.example.org")),
        ("games.example.org:8443", "https", ("games.example.org", "https://games.example.org:8443")),
        ("localhost:8642", "http", ("localhost", "http://localhost:8642")),
        ("games.example.org", "http", None),
        ("192.168.0.2:8642", "https", None),
        ("[::1]:8642", "http", None),
        ("", "https", None),
    ],
)
def test_passkeys_belong_to_a_domain_over_https_or_to_this_machine(host, scheme, party):
    assert relying_party(host, scheme) == party

"""The encryption of notifications."""

import base64
import os
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from programs.push_service import Browser, text

from ludoteka.features.notifications.push_encryption import RECORD_BYTES, encrypt, encrypt_record

SERVICE = SimpleNamespace(origin="https://push.example.org")


def content(encoded):
    return base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


def test_the_example_of_rfc_8291_is_encrypted_as_there():
    own_key = int.from_bytes(content("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = encrypt_record(
        b"When I grow up, I want to be a watermelon",
        content("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        content("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(own_key, ec.SECP256R1()),
        content("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize("length", [0, 1, 3993])
def test_a_browser_reads_what_was_encrypted_for_it_and_no_two_messages_are_alike(length):
    browser, payload = Browser(SERVICE, "anna"), os.urandom(length)
    one, other = (encrypt(payload, browser.point, browser.secret) for _ in range(2))
    assert browser.decrypt(one) == browser.decrypt(other) == payload
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]
    assert len(one) <= RECORD_BYTES

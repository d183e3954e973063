"""SHA-256 and HMAC of the web client, compared with published test vectors and with Python's."""

import hashlib
import hmac
import random

import pytest
from browsers.node import run

SHA_256 = [  # NIST, examples of FIPS 180-4 and SHA256ShortMsg
    (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ),
    (b"a" * 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
]
HMAC = [  # RFC 4231, test cases 1, 2, 3, 6 and 7
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        b"\xaa" * 131,
        (
            b"This is a test using a larger than block-size key and a larger than block-size data. "
            b"The key needs to be hashed before being used by the HMAC algorithm."
        ),
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
]


def sha256(messages):
    function = "({ sha256, fromHex, toHex }, all) => all.map((one) => toHex(sha256(fromHex(one))))"
    return run("dice/sha256.js", function, [message.hex() for message in messages])


def hmac_sha256(pairs):
    function = "({ hmac, fromHex, toHex }, all) => all.map(([key, one]) => toHex(hmac(fromHex(key), fromHex(one))))"
    return run("dice/sha256.js", function, [(key.hex(), message.hex()) for key, message in pairs])


def test_sha_256_matches_the_test_vectors_of_nist():
    assert sha256([message for message, _ in SHA_256]) == [digest for _, digest in SHA_256]


def test_hmac_matches_the_test_vectors_of_rfc_4231():
    assert hmac_sha256([(key, message) for key, message, _ in HMAC]) == [digest for *_, digest in HMAC]


@pytest.mark.parametrize("seed", range(2))
def test_sha_256_and_hmac_match_python_at_every_length(seed):
    chance = random.Random(seed)
    messages = [chance.randbytes(length) for length in range(200)]
    pairs = [(chance.randbytes(chance.randrange(100)), message) for message in messages]

    assert sha256(messages) == [hashlib.sha256(one).hexdigest() for one in messages]
    assert hmac_sha256(pairs) == [hmac.digest(key, one, "sha256").hex() for key, one in pairs]

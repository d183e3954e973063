"""The example in docs/dice.md verifies, and its digests are correct."""

import hmac
import re
from pathlib import Path

from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.verification import verify

PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text("utf-8")
RECORD = re.search(r"^```record\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[1]


def test_the_record_verifies_and_is_written_as_the_house_writes_it():
    record = MatchRecord.parse(RECORD)
    verification = verify(record, games()[record.game])

    assert record.text() == RECORD
    assert verification.first_wrong == 0
    assert [salt.draw for salt in verification.salts] == [0, 2]


def test_the_digests_beside_the_openssl_commands_are_correct():
    seed = bytes.fromhex(MatchRecord.parse(RECORD).seed)
    shown = re.findall(r"printf %s (\S+) \| openssl .*\n\s+([0-9a-f]{64})", PAGE)

    assert len(shown) == 2
    assert [digest for _, digest in shown] == [hmac.digest(seed, one.encode(), "sha256").hex() for one, _ in shown]

"""Texts with which people could attack those who read them: the house keeps them in one line, or refuses them with a code."""

import pytest
from browsers.stored_texts import MARKUP, SHAPES

from ludoteka.core.message import Refused
from ludoteka.core.visible_text import CONTROLS, has_pile, has_unseen
from ludoteka.server.people.names import clean_account_name, clean_name
from ludoteka.server.rooms.chat import clean_text, clean_words

CODES = {"bad-name", "no-links", "reserved-name", "bad-words", "bad-tournament", "bad-label"}
DOORS = (clean_name, clean_account_name, clean_words, clean_text)


def taken(door, text):
    """Return a text as it is kept, and "", or None and the code with which it is refused."""
    try:
        return door(text), ""
    except Refused as refused:
        return None, refused.code


@pytest.mark.parametrize("door", DOORS)
def test_a_name_or_words_are_kept_in_one_line_that_turns_nothing_or_are_refused_with_a_code(door):
    for text in MARKUP + SHAPES:
        kept, code = taken(door, text)
        if kept is None:
            assert code in CODES
        else:
            assert not any(is_so(kept) for is_so in (CONTROLS.search, has_unseen, has_pile))


def test_the_name_of_a_tournament_or_a_program_is_kept_or_refused_in_the_same_way(resident):
    host = resident("Kazimír")
    for text in SHAPES:
        tournament = {"name": text, "kind": "swiss", "game": "tavlei", "clock": "5+3"}
        program = {"label": text, "scopes": ["match:read"]}
        for path, wish in (("/api/tournaments", tournament), ("/api/account/tokens", program)):
            answer = host.post(path, json=wish)
            assert answer.is_success or answer.json()["code"] in CODES, answer.text
    kept = [one["name"] for one in host.get("/api/tournaments").json()]
    kept += [one["label"] for one in host.get("/api/account/tokens").json()]
    assert kept
    assert not any(CONTROLS.search(one) for one in kept)

"""The translations keep to the termbase (docs/terms.md)."""

import pytest

import catalogues
import terms


def test_translations_use_the_terms_of_the_termbase():
    assert list(terms.breaches()) == []


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_term_is_complete_and_does_not_ban_itself(language):
    for term in terms.terms(language):
        assert term.thing
        assert term.term
        assert not term.banned.search(term.term), term.term


@pytest.mark.parametrize(
    ("text", "is_banned"), [("Здесь лавка.", True), ("на лавке", True), ("Здесь магазин.", False), ("главка", False)]
)
def test_a_star_matches_any_ending_of_a_word(text, is_banned):
    (shop,) = (term for term in terms.terms("ru") if term.thing == "shop")

    assert shop.games == ("labyrinth",)
    assert bool(shop.banned.search(text)) is is_banned


@pytest.mark.parametrize(
    ("text", "is_fault"),
    [("0.5 юаня", True), ("0,5 юаня", False), ("127.0.0.1", False), ("deposit:2.5", False), ("f2.1", False)],
)
def test_a_decimal_point_is_found_but_the_points_of_addresses_and_actions_are_not(text, is_fault):
    assert bool(terms.FRACTION.search(text)) is is_fault


@pytest.mark.parametrize(
    ("text", "is_fault"), [("{count} moves", True), ("Moves: {count}", False), ("{count} of {limit}", False)]
)
def test_a_number_beside_a_noun_needs_a_plural(text, is_fault):
    assert bool(terms.COUNTED.search(text)) is is_fault

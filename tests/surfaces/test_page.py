"""A game's rules as an article."""

from dataclasses import replace

import pytest

from ludoteka.games import games
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import texts_in

TAVLEI = games()["tavlei"]


@pytest.fixture
def page(tmp_path):
    """Write a rules page in English and return it as a Czech reader gets it."""

    def written(markdown):
        (tmp_path / "rules.en.md").write_text(markdown, "utf-8")
        return rules_page(replace(TAVLEI, folder=tmp_path), texts_in("cs"))

    return written


def test_html_in_the_rules_is_escaped(page):
    article = page("<script>alert(1)</script>\n\nA <b>bold</b> word & [a link](javascript:alert(1))")
    assert "<script" not in article
    assert "<b>" not in article
    assert "href" not in article
    assert "&lt;b&gt;bold&lt;/b&gt; word &amp;" in article


def test_a_diagram_is_a_figure_with_its_caption(page):
    article = page("![The *start* & more](diagram:start)")
    assert article.startswith('<div class="diagrams"><figure><svg ')
    assert article.endswith("<figcaption>The <em>start</em> &amp; more</figcaption></figure></div>\n")


def test_the_title_of_a_diagram_lists_the_pieces_and_places(page):
    assert "<title>king: h8; attacker: e7, c4; defender: d4</title>" in page("![](diagram:pressed)")


def test_the_title_of_a_diagram_counts_men_on_one_place_and_uses_readable_names():
    scripta = games()["scripta"]
    page = rules_page(scripta, texts_in("cs", (scripta.folder,)))
    assert (
        "<title>žlutý kámen: kameny čekající na vstup (15); zelený kámen: kameny čekající na vstup (15)</title>" in page
    )
    assert "-waiting," not in page


def test_diagrams_on_neighbouring_lines_stand_in_one_row(page):
    assert page("![](diagram:start)\n![](diagram:pressed)\n\n![](diagram:start)").count('class="diagrams"') == 2


def test_an_ordinary_image_stays_an_image(page):
    assert '<img src="throne.svg" alt="A throne" />' in page("![A throne](throne.svg)")


def test_a_missing_diagram_is_an_error(page):
    with pytest.raises(KeyError, match="nowhere"):
        page("![](diagram:nowhere)")


def test_clauses_can_be_linked_to(page):
    article = page("1. One.\n2. Two.\n\nBetween.\n\n3. Three.\n\n- no clause")
    assert [f'<li id="clause-{number}">' in article for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert '<ol start="3">' in article


def test_lines_do_not_end_with_a_word_of_one_letter(page):
    assert "a\N{NO-BREAK SPACE}v\N{NO-BREAK SPACE}rohu\N{NO-BREAK SPACE}— trůn" in page("a v rohu — trůn")


def test_the_rules_page_of_a_game_without_a_rules_file_shows_its_summary(tmp_path):
    article = rules_page(replace(TAVLEI, folder=tmp_path), texts_in("en"))
    assert article.startswith("<h1>Tavlei</h1>\n<p>A siege on a board of nine by nine")


def test_the_rules_are_in_the_readers_language_if_it_is_available(tmp_path):
    (tmp_path / "rules.en.md").write_text("English", "utf-8")
    (tmp_path / "rules.ru.md").write_text("По-русски", "utf-8")
    game = replace(TAVLEI, folder=tmp_path)
    assert [rules_page(game, texts_in(language)) for language in ("en", "ru", "cs")] == [
        "<p>English</p>\n",
        "<p>По-русски</p>\n",
        "<p>English</p>\n",
    ]

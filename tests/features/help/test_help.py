"""The help for players: the same pages in every language, whose links, pictures and names of buttons are right."""

import re
from itertools import chain
from pathlib import Path

import polib
import pytest
from houses import RunningHouse

import ludoteka
from ludoteka.features.help.articles import PAGES, address, article, article_names
from ludoteka.features.help.calls import PICTURES
from ludoteka.surfaces.texts import LANGUAGES

PACKAGE = Path(ludoteka.__file__).parent
LINK = re.compile(r"\]\(([^)]+)\)|`(/[^`]*)`")
BUTTON = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
ADDRESS = re.compile(r'(?:href|src)="(/[^"]*)"')
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
HEAVIEST = 60_000  # bytes of a picture


def markdown(name, language="en"):
    return (PAGES / language / f"{name}.md").read_text("utf-8")


def links(name, language="en"):
    """Return what a page links to, and its pictures."""
    return sorted(filter(None, chain.from_iterable(LINK.findall(markdown(name, language)))))


def buttons(name, language="en"):
    """Return the names of buttons and fields on a page: everything in bold."""
    return {" ".join(found.split()) for found in BUTTON.findall(markdown(name, language))}


@pytest.fixture(scope="module")
def catalogues():
    """All texts of the house, its client and its games: their translations, by language."""
    found = {}
    for language in TRANSLATIONS:
        said = found.setdefault(language, {})
        for path in PACKAGE.rglob(f"locale/{language}.po"):
            for entry in polib.pofile(str(path)):
                said.setdefault(entry.msgid, set()).add(entry.msgstr)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_pages_that_the_first_one_lists(language):
    assert {path.stem for path in (PAGES / language).iterdir()} == set(article_names())


@pytest.mark.parametrize("name", article_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_begins_with_its_title_and_has_the_links_and_pictures_of_the_english_one(language, name):
    assert markdown(name, language).startswith(f"# {article(name, language).title}\n")
    assert links(name, language) == links(name)


@pytest.mark.parametrize("name", article_names())
def test_everything_in_bold_is_a_name_of_the_house_in_the_language_of_the_page(name, catalogues):
    for language, said in catalogues.items():
        assert buttons(name) <= said.keys()
        allowed = {text: said[text] for text in buttons(name)}
        assert buttons(name, language) <= set().union(*allowed.values())
        assert [text for text, forms in allowed.items() if not forms & buttons(name, language)] == []


def test_every_picture_is_used_and_small():
    used = {Path(link).name for name in article_names() for link in links(name) if link.startswith("../../pictures/")}
    assert used == {path.name for path in PICTURES.iterdir()}
    assert [path.name for path in PICTURES.iterdir() if path.stat().st_size > HEAVIEST] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_and_picture_leads_somewhere_in_a_house(guest, language):
    found = set()
    for name in article_names():
        answer = guest.get(address(name), headers={"accept-language": language})
        assert answer.status_code == 200
        found |= set(ADDRESS.findall(answer.text))
    assert {address(name) for name in article_names()} < found
    assert {to: status for to in found if (status := guest.get(to).status_code) != 200} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_answers_in_the_language_of_the_reader(guest, language):
    answer = guest.get("/help", headers={"accept-language": language})
    chosen = guest.get("/help/clocks", headers={"accept-language": "fr", "cookie": f"language={language}"})

    assert f'<html lang="{language}">' in answer.text
    assert f"<h1>{article('index', language).title}</h1>" in answer.text
    assert f"<title>{article('clocks', language).title} · Ludoteka</title>" in chosen.text


def test_a_page_links_to_the_page_before_and_the_page_after_it(guest):
    names = article_names()
    for before, name, after in zip(names, names[1:], names[2:], strict=False):
        text = guest.get(address(name)).text
        assert f'<a href="{address(before)}" rel="prev">' in text
        assert f'<a href="{address(after)}" rel="next">' in text
        assert text.count('aria-current="page"') == 1
    assert 'rel="prev"' not in guest.get(address(names[0])).text
    assert 'rel="next"' not in guest.get(address(names[-1])).text


def test_the_page_of_a_game_leads_to_a_match_the_rules_and_the_puzzles(guest):
    text = guest.get("/help/tavlei").text
    for to in ("/#tavlei", "/rules/tavlei", "/puzzles#tavlei"):
        assert f'href="{to}"' in text
    assert "/puzzles#" not in guest.get("/help/labyrinth").text


def test_an_unknown_page_and_an_unknown_picture_are_not_found(guest):
    answer = guest.get("/help/nothing", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "There is no such page here" in answer.text
    for picture in ("nothing.webp", "..%2Fcalls.py", "__init__.py"):
        assert guest.get(f"/help/pictures/{picture}").status_code == 404


def test_a_picture_that_caches_may_keep_sets_no_cookie(house):
    with house.guest() as visitor:
        assert "set-cookie" not in visitor.get("/help/pictures/invite.webp").headers


def test_a_game_without_a_page_of_its_own_leads_to_the_first_page(tmp_path):
    shelf = Path(__file__).parents[2] / "sixth"
    with RunningHouse(tmp_path / "house", environment={"LUDOTEKA_GAMES": str(shelf)}) as house, house.guest() as guest:
        games = [game["name"] for game in guest.get("/api/house").json()["games"]]
        others = [name for name in games if name not in article_names()]
        assert others
        for name in others:
            answer = guest.get(f"/help/{name}", follow_redirects=False)
            assert (answer.status_code, answer.headers["location"]) == (302, "/help")

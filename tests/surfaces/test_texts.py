"""Messages in the reader's language."""

import pytest

from ludoteka.core.message import Message
from ludoteka.games import folders
from ludoteka.surfaces.texts import LANGUAGES, best_language, texts_in

HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural={};\\n"

msgid "{{count}} move"
msgid_plural "{{count}} moves"
msgstr[0] "{}"
msgstr[1] "{}"
msgstr[2] "{}"

"""
RUSSIAN = (
    "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)",
    "{count} ход",
    "{count} хода",
    "{count} ходов",
)
CZECH = ("(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2)", "{count} tah", "{count} tahy", "{count} tahů")
MORE = """msgid "The piece on {cell} is a {piece}."
msgstr "Na {cell} stojí {piece}."

msgid "guest"
msgstr "host"

msgid "not yet"
msgstr ""
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A game's folder with two catalogues."""
    folder = tmp_path_factory.mktemp("game")
    (folder / "locale").mkdir()
    (folder / "locale" / "ru.po").write_text(HEADER.format(*RUSSIAN), "utf-8")
    (folder / "locale" / "cs.po").write_text(HEADER.format(*CZECH) + MORE, "utf-8")
    return folder


def moves(count):
    return Message("{count} move", plural="{count} moves", count=count)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 moves", "1 move", "2 moves", "5 moves", "11 moves", "21 moves", "22 moves"]),
        ("ru", ["0 ходов", "1 ход", "2 хода", "5 ходов", "11 ходов", "21 ход", "22 хода"]),
        ("cs", ["0 tahů", "1 tah", "2 tahy", "5 tahů", "11 tahů", "21 tahů", "22 tahů"]),
    ],
)
def test_a_plural_has_the_form_that_the_language_uses_for_the_number(folder, language, said):
    assert [texts_in(language, (folder,)).say(moves(count)) for count in (0, 1, 2, 5, 11, 21, 22)] == said


def test_a_message_inside_a_message_is_translated_too(folder):
    message = Message("The piece on {cell} is a {piece}.", cell="e4", piece=Message("guest"))
    assert texts_in("cs", (folder,)).say(message) == "Na e4 stojí host."


def test_untranslated_texts_are_shown_in_english(folder):
    reader = texts_in("cs", (folder,))
    assert reader.say(Message("Nobody has said this before.")) == "Nobody has said this before."
    assert reader.say(Message("not yet")) == "not yet"
    assert reader.say(Message("{count} guest", plural="{count} guests", count=2)) == "2 guests"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (Message("{cell} and {other}", cell="e4"), "e4 and {other}"),
        (Message("{count} move", plural="{count} moves"), "{count} move"),
        (Message("{cell.real} {0} {} { {cell!r}", cell="e4"), "{cell.real} {0} {} { {cell!r}"),
        (Message("{cell}", cell="{other}", other="never"), "{other}"),
        (Message(""), ""),
    ],
)
def test_a_message_with_missing_values_is_shown_as_far_as_possible(message, said):
    assert texts_in("en").say(message) == said
    assert texts_in("ru").say(message) in (said, said.replace("move", "moves"))


def test_a_catalogue_for_the_browser_contains_plain_texts_and_lists(folder):
    catalogue = texts_in("cs", (folder,)).catalogue()
    assert catalogue["guest"] == "host"
    assert catalogue["{count} move"] == list(CZECH[1:])
    assert not {"", "not yet"} & set(catalogue)


def test_catalogues_of_the_house_the_client_and_the_games_are_merged():
    catalogue = texts_in("ru", folders()).catalogue()
    assert catalogue["It is not your turn."] == "Сейчас не ваш ход."
    assert catalogue["Rematch"] == "Реванш"
    assert catalogue["Attackers to move"] == "Ход нападающих"


def test_english_needs_no_catalogue():
    assert texts_in("en", folders()).catalogue() == {}


def test_each_language_is_named_in_that_language():
    assert LANGUAGES == {"en": "English", "ru": "Русский", "cs": "Čeština"}


@pytest.mark.parametrize(
    ("accepted", "chosen", "language"),
    [
        ("", "", "en"),
        ("ru", "", "ru"),
        ("cs-CZ,cs;q=0.9,en;q=0.8", "", "cs"),
        ("de, ru;q=0.7, cs;q=0.9", "", "cs"),
        ("ru, cs", "", "ru"),
        ("RU-ru", "", "ru"),
        ("cs;q=0, ru;q=0.1", "", "ru"),
        ("de, *;q=0.5", "", "en"),
        ("cs ; q = 0.3 , ru ; q=0.2", "", "cs"),
        ("ru_RU.UTF-8", "", "ru"),
        ("ru;q=nonsense, ;;, =,,", "", "ru"),
        ("ru", "cs", "cs"),
        ("ru", "tlh", "ru"),
    ],
)
def test_the_best_language_is_the_chosen_one_or_else_the_most_preferred_one(accepted, chosen, language):
    assert best_language(accepted, chosen) == language


def test_a_value_cannot_control_a_terminal_begin_a_line_or_turn_what_follows_it():
    name = "\x1b]0;title\x07Anna\r\n\u2028> \x9b2J\u202eb\u2069 שלום 👩\u200d👧"
    said = texts_in("en").say(Message("{name} has left.", name=name))
    assert said == " ]0;title Anna   >  2J b  שלום 👩\u200d👧 has left."

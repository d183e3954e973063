"""Names of guests: which are accepted, how they are stored, and why others are refused."""

import pytest

from ludoteka.core.message import Message, Refused
from ludoteka.games import folders
from ludoteka.server.people.names import MAX_LENGTH, MAX_TYPED, clean_account_name, clean_name, look_alikes, skeleton
from ludoteka.surfaces.texts import LANGUAGES, client_texts, texts_in


def refusal(name, clean=clean_name):
    with pytest.raises(Refused) as caught:
        clean(name)
    return caught.value.code


@pytest.mark.parametrize(
    "name",
    ["", "Anna", "Žofie Černá", "Ольга Ёлкина", "محمد علي", "علی‌رضا", "हिन्दी क्षितिज", "दीप्‍ति", "שָׁלוֹם", "บุญเที่ยง", "Nguyễn Thị Ánh",
     "李小龍", "ᠮᠣᠩᠭᠣᠯ", "J. R. R. Tolkien", "O'Neill-Smith", "x" * MAX_LENGTH, "Ж" * MAX_LENGTH, "❤️ Anna", "👩‍🚀", "👍🏽", "🇨🇿", "3️⃣", "🫨",
     "<b>Bob</b>", "Computerist", "Guesthouse 3", "Adminka", "Hostina", "Ann/Marie", "No. 5", "¯\\_(ツ)_/¯"],
)  # fmt: skip
def test_names_in_all_scripts_and_emoji_are_stored_unchanged(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "stored"), [("  Anna \n the\tGreat ", "Anna the Great"), ("Zoe\u0308", "Zoë"), ("a\u00a0\u3000b", "a b")]
)
def test_spaces_are_collapsed_and_accents_composed(typed, stored):
    assert clean_name(typed) == stored


@pytest.mark.parametrize(
    "name", ["x" * (MAX_LENGTH + 1), "e\u0301" * (MAX_LENGTH + 1), "㌖" * 400, "x" + " " * MAX_TYPED], ids=len
)
def test_a_name_that_is_too_long_is_refused(name):
    assert refusal(name) == "bad-name"


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u115f", "\u2800", "\uffa0", "Anna\u200b", "Anna\ufe0f", "A\u200dnna", "Anna\u200c", "\u202eannA", "\u2066Anna",
     "\ufeffAnna", "An\u00adna", "Anna\U000e0100", "bell\x07", "\ue000", "\u0000", "\U000e0041", "a\u034fb", "\ufe0f"],
    ids=ascii,
)  # fmt: skip
def test_invisible_and_blank_characters_are_refused(name):
    assert refusal(name) == "bad-name"


@pytest.mark.parametrize(
    "name", ["Z" + "\u0301" * 40, "Za\u0335\u0336\u0337\u0338", "ก" + "\u0e47" * 5, "\u0301Anna"], ids=ascii
)
def test_accents_that_pile_up_are_refused(name):
    assert refusal(name) == "bad-name"


@pytest.mark.parametrize(
    "name", ["http://a", "tg://join", "www.example", "evil.com/x", "casino.com", "еvil.рф", "ｗｗｗ．a．cz", "a@b.cz"]
)
def test_addresses_and_links_are_refused(name):
    assert refusal(name) == "no-links"


@pytest.mark.parametrize(
    "name",
    ["Computer 3", "computer", "C o m p u t e r", "СОМРUТЕR 3", "Ｃｏｍｐｕｔｅｒ ３", "Cömputer-3", "Guest #1234", "Moderator", "[admin]",
     "Adm1n", "M0derator", "C0mputer 3", "Lud0teka", "4dm1n1strator", "0wner", "5upp0r7", "7 System", "Ｍ０derator 12",
     "Owner", "Support", "staff", "Владелец", "поддержка", "Администрация", "Vlastník", "Podpora", "Majitel 2",
     "Компьютер, 5", "Гость 7", "ведущий", "Počítač 8", "Pocitac 8", "Host 1000", "Vypravěč", "Ludoteka"],
)  # fmt: skip
def test_names_that_look_like_those_of_the_house_are_refused(name):
    assert refusal(name) == "reserved-name"


@pytest.mark.parametrize("name", ["", "x", "x" * 31, "x" * (MAX_LENGTH + 1), "x" * (MAX_TYPED + 1)], ids=len)
def test_whoever_gives_an_account_too_short_or_long_a_name_is_told_one_pair_of_numbers(name):
    with pytest.raises(Refused) as caught:
        clean_account_name(name)
    assert texts_in("en").say(caught.value.message) == "Choose a name of 2 to 30 characters."


@pytest.mark.parametrize("name", ["a__b", "_a", "a_", "a- b", "a. .b", "a" + 28 * "_", "a" + 28 * "_" + "!"])
def test_between_the_words_of_the_name_of_an_account_there_is_one_sign(name):
    assert refusal(name, clean_account_name) == "bad-name"


@pytest.mark.parametrize(
    "name", ["Anna 3", "Agent 007", "4ever", "Systematic", "Owners Club", "J. R. R. Tolkien", "b_b"]
)
def test_other_names_with_digits_and_signs_are_free(name):
    assert clean_account_name(name) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_that_the_house_gives_is_reserved_in_every_language(language):
    texts = texts_in(language, folders())
    browser = client_texts(language)
    values = {"level": 3, "number": 1234}

    for text in ("computer {level}", "the computer, level {level}", "Guest {number}"):
        assert refusal(texts.say(Message(text, **values))) == "reserved-name"
    for text in ("Computer {level}", "Guest {number}", "The computer"):
        assert refusal(browser.say(Message(text, **values))) == "reserved-name"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Case", "\u0421\u0430\u0455\u0435"),  # Cyrillic, as the next ones
        ("Sasha", "\u0405\u0430\u0455\u04bb\u0430"),
        ("HOP", "\u041d\u041e\u0420"),
        ("Kate", "\u039a\u03b1\u03c4\u03b5"),  # Greek, as the next ones
        ("Anna", "\u0391\u039d\u039d\u0391"),
        ("TOY", "\u03a4\u039f\u03a5"),
    ],
)
def test_a_name_written_wholly_in_another_script_looks_like_what_it_looks_like(name, other):
    assert skeleton(name) in look_alikes(other)


@pytest.mark.parametrize("name", ["\u041d\u041e\u0405\u0422", "\u0455\u0443\u0455\u0442\u0435\u043c"])  # HOST, system
def test_words_of_the_house_are_reserved_in_letters_of_another_script(name):
    assert refusal(name, clean_account_name) == "reserved-name"

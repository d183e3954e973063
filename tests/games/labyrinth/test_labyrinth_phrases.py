"""The phrases of the moderator: several for each answer, chosen by the public voice of the match."""

import pytest
from boards.labyrinth import GAME, Play

from ludoteka.core.game import Narration
from ludoteka.games import folders
from ludoteka.games.labyrinth.attempts import offered_texts
from ludoteka.games.labyrinth.speech import BARE, ITEMS, LISTS, NAMED, USES, pick
from ludoteka.surfaces.texts import LANGUAGES, texts_in

VOICES = [f"voice {number}" for number in range(60)]


def said(play, voice="", language="en"):
    """Everything that the moderator has said in a match, entry by entry."""
    reader = texts_in(language, folders())
    entries = GAME.describe_log(play.match.log(0), 0, Narration(voice))
    return [" ".join(map(reader.say, sentences)) for sentences in entries]


def walk():
    play = Play("P A1, Q B3", items="a1 key, A2 cartridge 3, A2 vest")
    play("east", "west", "end", "south", "end", "north", "end", "stay")
    return play


def test_that_a_turn_ends_is_said_only_where_nothing_is_left_out():
    log = walk().match.log(0)
    live, whole = (GAME.describe_log(log, 0, Narration(is_whole=is_whole)) for is_whole in (False, True))
    ends = [index for index, entry in enumerate(log) if entry.text == "end"]
    assert [live[index] for index in ends] == [()] * len(ends)
    assert {texts_in("en", folders()).say(whole[index][0]) for index in ends} == {
        "P ends the turn.",
        "Q ends the turn.",
    }
    assert all(whole)


def test_every_answer_but_that_a_step_succeeded_has_several_phrases():
    varied = BARE | NAMED | LISTS
    assert {word: len(phrases) for word, phrases in varied.items() if len(phrases) < 2} == {"passed": 1}


def test_each_of_three_phrases_is_picked_for_some_voice():
    assert {pick((0, 1, 2), voice, 7, "wall") for voice in VOICES} == {0, 1, 2}


def test_a_match_gets_the_same_phrases_each_time():
    assert said(walk(), "one") == said(walk(), "one")


def test_most_voices_give_a_match_phrases_of_its_own():
    assert len({tuple(said(walk(), voice)) for voice in VOICES}) > len(VOICES) // 2


def test_entries_of_one_match_get_different_phrases():
    play = Play("P A1")
    play(*["east"] * 20)
    assert set(said(play, "one")) == {
        "P goes east. A wall.",
        "P goes east. There is a wall there.",
        "P goes east. A wall stands in the way.",
    }


def test_without_a_voice_the_plain_phrases_are_used():
    assert said(walk())[0] == "P goes east. A wall."


def test_a_phrase_does_not_depend_on_what_only_the_moderator_knows():
    """Different labyrinths with the same answers get the same phrases."""
    here, there = Play("P A1"), Play("P A1", items="a1 key, B3 idol, A3 purse 5")
    for play in (here, there):
        play("east", "east")
    assert said(here, "one") == said(there, "one")


def test_entries_get_the_same_phrases_one_by_one_as_all_at_once():
    log = walk().match.log(0)
    whole = GAME.describe_log(log, 0, Narration("one"))
    assert [GAME.describe_log(log[: index + 1], index, Narration("one"))[0] for index in range(len(log))] == whole


class TailOnly(list):
    """A log of which only the last entry may be read."""

    def __getitem__(self, key):
        assert key == slice(len(self) - 1, None), "the entries before the last are not read"
        return super().__getitem__(key)

    def __iter__(self):
        raise AssertionError("the entries before the last are not read")


def test_a_step_of_a_long_match_is_told_without_reading_the_log_before_it():
    play = Play("P B1", items="a1 key", objects=())
    play("stay", "east")
    log = TailOnly(play.match.log(0))
    (spoken,) = GAME.describe_log(log, len(log) - 1, Narration())
    assert spoken[0].text


def test_the_end_of_a_turn_is_not_announced():
    play = Play("P B2, Q A1")
    play("stay", "end")
    assert said(play) == ["P stays put.", ""]


def test_a_skipped_turn_is_announced_even_after_a_silent_end():
    swamp = {"kind": "swamp", "at": "B2"}
    play = Play("P B1, Q B1", objects=(swamp,), items="a1 key, B1 cartridge")
    play("take:cartridge", "east", "end", "stay")
    assert said(play)[-1] == "Q stays put. P is stuck in the swamp and loses a turn."


def told_uses(**options):
    """The number of explained things in each entry."""
    play = Play("P B1", items="a1 key, B2 cartridge 3, B2 vest", objects=())
    play("stay", "east", "end")
    entries = GAME.describe_log(play.match.log(0), 0, Narration("", options))
    return [sum(sentence in USES.values() for sentence in sentences) for sentences in entries]


def test_a_kind_of_thing_is_explained_when_the_first_thing_of_that_kind_is_found():
    assert told_uses() == told_uses(uses="found") == [0, 2, 0]


def test_what_is_found_is_told_in_words_that_fit_one_thing():
    said = [str(phrase(ITEMS["key"])) for phrase in LISTS["found"]]
    assert said == ["Found: key.", "Picked up from the floor: key."]


def test_the_tip_about_finding_is_for_the_player_who_has_found_something():
    tip = next(tip for tip in GAME.tips if tip.key == "find")
    play = Play("P A2, Q B3", items="A3 key")
    play("east")
    assert tip.applies("P", offered_texts(play.match.seen()), ["Found: {things}."])
    play("end")
    assert not tip.applies("Q", offered_texts(play.match.seen()), ["Found: {things}."])


def test_things_are_explained_at_the_start_if_the_option_says_so():
    assert told_uses(uses="start") == [len(USES), 0, 0]


def test_things_and_amounts_are_written_as_usual_in_each_language():
    play = Play("P B3", items="a1 key, B2 cartridge 3, B2 purse 5, B2 vest", objects=({"kind": "bank", "at": "B2"},))
    play("west", "deposit:2.5", "end")
    assert said(play)[0].startswith(
        "P goes west. Passed. A bank is here. Found: 3 cartridges, purse with 5 yuan, vest. "
    )
    assert said(play)[1] == "P pays in 2.5 yuan."
    assert "Найдено: 3 патрона, кошелёк (5 юаней), жилет." in said(play, language="ru")[0]
    assert said(play, language="ru")[1] == "P вносит на счёт 2,5 юаня."
    assert "Nalezeno: 3 náboje, měšec (5 jüanů), vesta." in said(play, language="cs")[0]
    assert said(play, language="cs")[1] == "P vkládá na účet 2,5 jüanu."


@pytest.mark.parametrize(("language", "word"), [("en", "Passed."), ("ru", "Прошёл."), ("cs", "Prošel.")])
def test_of_a_step_that_succeeds_the_moderator_always_says_the_same_word(language, word):
    play = Play("P B3", items="a1 key")
    play("west", "end")
    for voice in VOICES:
        assert word in said(play, voice, language)[0]


def test_every_language_has_phrases_of_its_own():
    told = [{"\n".join(said(walk(), voice, language)) for voice in VOICES} for language in LANGUAGES]
    assert not told[0] & told[1]
    assert not told[0] & told[2]

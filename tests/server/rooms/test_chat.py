"""Chat: who can say what, how often, and what is stored."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from houses import PERSON, make, seated
from houses.stores import ANNA, BORIS, FILE, opened, setup
from msgspec import to_builtins

from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.referee.events import Occupant
from ludoteka.referee.referee import Referee
from ludoteka.server.rooms.chat import (
    FEW,
    FEW_SECONDS,
    MANY,
    MANY_SECONDS,
    MAX_LENGTH,
    MAX_TYPED,
    PHRASES,
    Chat,
    clean_words,
)
from ludoteka.server.rooms.subscribers import encode_entry

CARLA = "c" * 64
INVITED = setup()
PUBLIC = setup("p")._replace(visibility="public")
ALONE = setup("alone", a=ANNA, d=ANNA)
MODERATED = setup("l", P=ANNA, Q=BORIS)._replace(game="labyrinth", options={"players": ["P", "Q"]})


class Table:
    """A chat with a clock that the test advances."""

    def __init__(self, store):
        self.now = 1000.0
        self.chat = Chat(store, lambda: self.now, None, None)  # neither rooms nor other servers

    async def say(self, match, holder, text="", phrase=""):
        """The encoded chat line, or the code of the refusal."""
        game = games()[match.game]
        options = game.check_options(match.options)
        referee = Referee(game, match._replace(options=options, rules_version=game.rules_version), [])
        try:
            return to_builtins(encode_entry(await self.chat.add_line(referee, holder, text, phrase), holder))
        except Refused as refused:
            return refused.code


@asynccontextmanager
async def table(folder, *matches):
    async with opened(folder / FILE) as store:
        for match in matches:
            await store.create(match)
        yield Table(store)


def run(folder, scene, *matches):
    async def play():
        async with table(folder, *matches) as one:
            return await scene(one)

    return asyncio.run(play())


def test_people_who_invited_each_other_can_write_freely(tmp_path):
    async def scene(one):
        await one.say(INVITED, ANNA, "Dobrý den!")
        await one.say(INVITED, BORIS, phrase="hello")
        return to_builtins([encode_entry(entry, BORIS) for entry in await one.chat.recent_lines("m")])

    first, second = run(tmp_path, scene, INVITED)
    assert (first["n"], first["seat"], first["text"], first["yours"]) == (1, "a", "Dobrý den!", False)
    assert (second["n"], second["seat"], second["phrase"], second["yours"]) == (2, "d", "hello", True)
    assert ANNA not in str(first), "a holder is never sent"


@pytest.mark.parametrize(
    ("match", "holder", "code"),
    [
        (PUBLIC, ANNA, "only-phrases"),
        (INVITED, CARLA, "not-your-seat"),
        (ALONE, ANNA, "no-chat"),
        (MODERATED, ANNA, "no-chat"),
    ],
    ids=["strangers", "a spectator", "a single player", "a game with a moderator"],
)
def test_only_people_who_invited_each_other_can_write_freely(tmp_path, match, holder, code):
    assert run(tmp_path, lambda one: one.say(match, holder, "Hello"), match) == code


def test_strangers_can_use_only_the_preset_phrases(tmp_path):
    async def scene(one):
        return (await one.say(PUBLIC, ANNA, phrase="good-luck"), await one.say(PUBLIC, BORIS, phrase="you fool"))

    said, refused = run(tmp_path, scene, PUBLIC)
    assert said["phrase"] == "good-luck"
    assert refused == "bad-words"


def test_an_immediate_repetition_is_refused(tmp_path):
    async def scene(one):
        return [await one.say(INVITED, ANNA, text) for text in ("Well!", "well!", "Oh.", "Well!")]

    answers = run(tmp_path, scene, INVITED)
    assert answers[1] == "said-already"
    assert answers[3]["n"] == 3


async def talk(one, seconds):
    """Say something new at each of these times; return how many lines were stored."""
    kept = 0
    for number, second in enumerate(seconds):
        one.now = 1000.0 + second
        kept += await one.say(INVITED, ANNA, f"word {number} of {second}") != "too-often"
    return kept


def test_chat_lines_are_limited_in_a_short_and_a_long_window(tmp_path):
    async def scene(one):
        at_once = await talk(one, [0.0] * (FEW + 3))
        still = await talk(one, [FEW_SECONDS - 0.1])
        later = await talk(one, [FEW_SECONDS + number * FEW_SECONDS / FEW for number in range(MANY)])
        next_day = await talk(one, [MANY_SECONDS * 3])
        return at_once, still, later, next_day

    assert run(tmp_path, scene, INVITED) == (FEW, 0, MANY - FEW, 1)


def test_chat_limits_of_different_guests_are_independent(tmp_path):
    async def scene(one):
        await talk(one, [0.0] * FEW)
        return await one.say(INVITED, BORIS, "And I?")

    assert run(tmp_path, scene, INVITED)["text"] == "And I?"


def test_refused_lines_count_as_well_and_are_not_even_read_when_somebody_writes_too_fast(tmp_path):
    async def scene(one):
        return [await one.say(INVITED, ANNA, "㌖" * MAX_LENGTH + "www.example.com") for _ in range(FEW + 1)]

    assert run(tmp_path, scene, INVITED) == ["bad-words"] * FEW + ["too-often"]


@pytest.mark.parametrize(
    "text",
    ["", "   ", "two\nlines", "tab\there", "bell\x07", "\u202egnorw", "\u2066x", "zero\u200bwidth", "\ufeffx", "a\u2028b",
     "\u3164", "x\u00adx", "\ue000", "\U000e0041", "a\u200db", "x\ufe0f", "\u0301", "a \u0301", "Z\u0301\u0302\u0303\u0304algo", "x" * (MAX_LENGTH + 1), "x" + " " * MAX_TYPED, "\ud800"],
)  # fmt: skip
def test_empty_and_overlong_text_and_control_and_invisible_characters_are_refused(text):
    with pytest.raises(Refused) as caught:
        clean_words(text)

    assert caught.value.code == "bad-words"


@pytest.mark.parametrize(
    "text",
    ["http://a", "see HTTPS://x.example", "www.example", "WWW.Example.org", "evil.com", "go to evil.com now", "evil.com/x",
     "javascript:alert(1)", "mailto:a@b.cz", "write anna@example.org", "ftp://x", "еvil.рф", "ｅｖｉｌ．ｃｏｍ", "evil。com",
     "tg://join", "127.0.0.1", "example.museum/x"],
)  # fmt: skip
def test_links_are_refused(text):
    with pytest.raises(Refused) as caught:
        clean_words(text)

    assert caught.value.code == "no-links"


@pytest.mark.parametrize(
    "text",
    ["Good game!", "e2-f2?", "d9.b9 was better", "Hm...what now", "Hi.How are you?", "1:0 for you", "Žluťoučký kůň", "Ещё партию?",
     "3.14", "<b>not bold</b>", "👏❤️", "👨‍👩‍👧", "می‌خواهم", "क्‍ष", "שָּׁלוֹם", "x" * MAX_LENGTH, "No. Yes/no", "i.e. this"],
)  # fmt: skip
def test_ordinary_text_is_stored_unchanged(text):
    assert clean_words(text) == text


def test_spaces_are_collapsed_and_accents_composed():
    assert clean_words("  a  \u00a0 e\u0301 ") == "a é"


def test_every_phrase_has_a_short_id():
    assert all(len(name) <= 40 and PHRASES[name].text for name in PHRASES)


def test_a_chat_line_names_its_speaker(tmp_path):
    named = INVITED._replace(seats={"a": Occupant("person", 0, ANNA, "Anna"), "d": Occupant("person", 0, BORIS, "")})

    said = run(tmp_path, lambda one: one.say(named, ANNA, "Hello"), named)

    assert said["name"] == "Anna"


def test_a_chat_line_reaches_present_and_later_clients(house, guest):
    with house.guest() as other:
        other.get("/")
        match = make(guest, seats={"a": PERSON, "d": {"kind": "free"}})
        with seated(guest, match) as host, seated(other, match) as late:
            assert late.command("sit", {"seat": "d", "secret": host.view["invitation"]})["t"] == "done"
            assert host.command("chat", {"text": "Welcome!"})["t"] == "done"
            assert late.next("chat")["d"]["text"] == "Welcome!"
            assert late.command("chat", {"phrase": "thanks"})["t"] == "done"
        with house.guest() as third, seated(third, match) as watcher:
            entries = watcher.next("chat")["d"]

            assert [entry.get("text", entry.get("phrase")) for entry in entries] == ["Welcome!", "thanks"]
            assert watcher.command("chat", {"phrase": "hello"})["d"]["code"] == "not-your-seat"


def test_a_repeated_chat_command_adds_one_line(guest, house):
    with house.guest() as other:
        other.get("/")
        match = make(guest, seats={"a": PERSON, "d": {"kind": "free"}})
        with seated(guest, match) as host, seated(other, match) as late:
            assert late.command("sit", {"seat": "d", "secret": host.view["invitation"]})["t"] == "done"
            assert host.command("chat", {"phrase": "hello"}, name="once")["t"] == "done"
            assert host.command("chat", {"phrase": "hello"}, name="once")["t"] == "done"
            assert host.command("chat", {"phrase": "hello"})["d"]["code"] == "said-already"
        with seated(other, match) as again:
            assert len(again.next("chat")["d"]) == 1


def test_the_phrases_are_listed_with_the_games(guest):
    listed = {one["id"]: one["text"] for one in guest.get("/api/house").json()["phrases"]}

    assert listed == {name: text.plain() for name, text in PHRASES.items()}

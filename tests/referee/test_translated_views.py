"""Everything that a house says about a match, in views, reviews and refusals, has a translation into every language."""

import re
from random import Random

import msgspec
import pytest
from houses.shown import NOW, Seen, decoded
from plugins.campaign import scaled

from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.referee.commands import (
    Abort,
    Accept,
    Act,
    Back,
    Claim,
    Decline,
    Leave,
    Offer,
    RefereeContext,
    Resign,
    Salt,
    Sit,
    Throw,
)
from ludoteka.referee.events import Occupant
from ludoteka.referee.match_creation import create_setup, opening_events
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.snapshots import build_position
from ludoteka.server.http.game_list import describe_games
from ludoteka.server.protocol.messages import encode
from ludoteka.surfaces.texts import LANGUAGES, texts_in
from ludoteka.testing import variants
from ludoteka.testing.texts import BAD_TEXTS

_, *TRANSLATED = LANGUAGES
GAMES = {name: game for name, game in games().items() if (game.folder / "locale").is_dir()}
MESSAGES = {"status", "label", "title", "summary"}  # the keys whose values are messages
WORDS = re.compile("[^0-9/]*[A-Za-z]{2}[^0-9/]*")
ROUNDS = 30  # the most that are played in one match
PEOPLE = ("Анна", "Борис", "Карла", "Дана", "Ева", "Фома", "Гана", "Юна")  # every second person is an unnamed guest
GONE = RefereeContext(1.0, absent=PEOPLE)
LATE = RefereeContext(1e6)
OTHER_COMMANDS = (
    *((Throw,), (Back,), (Leave,), (Abort,), (Claim, "win"), (Salt, "a", "pepper"), (Resign, "x"), (Offer, "peace")),
    *((Offer, "back"), (Accept, "back"), (Decline, "back"), (Offer, "draw"), (Decline, "draw")),
)


def messages(content, key=""):
    """Yield the messages in what a house sends, and the values in panels."""
    if isinstance(content, dict):
        for name, value in content.items():
            if name == "paths":
                continue  # there are many, with nothing but action texts
            if name in MESSAGES or (name == "value" and "label" in content and is_said(value)):
                yield from [value] if value else []
            else:
                yield from [text for text, _ in value] if name == "prompts" else messages(value, name)
    elif isinstance(content, list):
        for one in content:  # the third part of a move in the list is its sentences
            yield from one[2:3][0] if key == "list" and len(one) > 2 else messages(one)


def is_said(value):
    """Tell whether a value is a message, and not a number, a place or an action text."""
    return isinstance(value, list) or bool(WORDS.fullmatch(str(value)))


def untranslated(message, texts, typed=()):
    """Yield the untranslated English texts in a message and its values; `typed` are action texts."""
    text, values, plural = (*message, "")[:3] if isinstance(message, list) else (message, {}, "")
    if not texts.get(text) or isinstance(texts[text], list) != bool(plural):
        yield text
    for value in values.values():
        if isinstance(value, list) or (is_said(value) and value not in typed):
            yield from untranslated(value, texts, typed)


class Transcript:
    """A match in which random things happen, and all messages that people receive."""

    def __init__(self, game, options, seed):
        self.chance = Random(seed)
        letters = [seat.letter for seat in game.seats(options)]
        people = PEOPLE[: self.chance.choice([1, len(letters)])] * len(letters)
        seats = {
            letter: Occupant("person", 0, who, who if index % 2 else "")
            for index, (letter, who) in enumerate(zip(letters, people, strict=False))
        }
        setup = create_setup(game, options, seats, "m1", host=PEOPLE[0], clock="5+3", at=0.0)
        setup = setup._replace(seed=self.chance.randbytes(32))
        self.referee = Referee(game, setup, opening_events(game, setup))
        self.views = Seen(self.referee)
        self.people = sorted(set(people))
        self.messages = []
        self.typed = set()  # the texts of actions, which are the same in every language

    def play(self):
        """Play until the match is over, or somebody ends it."""
        for _ in range(ROUNDS):
            self.look()
            if self.referee.seat == NOBODY:
                break
            self.act()
        self.end()
        self.look()
        self.review()

    def review(self):
        """Step through the match afterwards; this is refused while other people still play."""
        for number in {0, len(self.referee.moves) // 2, len(self.referee.moves), len(self.referee.moves) + 1}:
            try:
                self.messages += messages(decoded(build_position(self.referee, PEOPLE[0], number)))
            except Refused as refused:
                self.messages.append(refused.message.plain())

    def look(self):
        """See the match as a player, and as a spectator."""
        for holder in (self.chance.choice(self.people), ""):
            self.messages += messages(self.views.view(holder))

    def act(self):
        """Send a command other than an action, then let the match go on by an action or throw."""
        referee, match = self.referee, self.referee.match
        self.do(self.chance.choice(["", *self.people]), *self.chance.choice(OTHER_COMMANDS))
        if event := referee.decide_automatically(0.0):
            referee.accept(event)
        elif referee.free_seats:
            self.do(PEOPLE[0], Sit, referee.free_seats[0])
        elif referee.seat not in (CHANCE, NOBODY):
            actor = referee.occupants[match.letter(referee.seat)].holder
            self.act_wrongly(actor)
            self.typed.update(match.legal_texts())
            offers = [offer for offer in match.offers() if match.accepts(offer)]
            self.do(actor, Act, match.text_of(self.chance.choice(offers)))

    def act_wrongly(self, actor):
        """Try bad texts and places, which may be refused."""
        scene = self.referee.match.scene()
        names = [*(place.name for place in scene.places), *(choice.name for choice in scene.choices)]
        places = (tuple(self.chance.choices(names, k=size)) for size in (1, 2, 3))
        for what in (self.chance.choice(BAD_TEXTS), *places):
            self.decide(actor, Act, what)

    def decide(self, holder, kind, *what, context=NOW):
        """Return the event that a command makes; add the message of a refusal to those received."""
        try:
            return self.referee.decide(holder, kind("", self.referee.number, *what), context)
        except LookupError:
            return None  # this scene has no places with these names
        except Refused as refused:
            self.messages.append(refused.message.plain())
            return None

    def do(self, holder, kind, *what, context=NOW):
        """Do what a command asks for, unless it is refused."""
        event = self.decide(holder, kind, *what, context=context)
        if event:
            self.referee.accept(event)

    def end(self):
        """End the match, if it still goes on, in one of the ways in which people can end it."""
        how = self.chance.choice(["resign", "claim", "flag", "draw"])
        if self.referee.seat == NOBODY:
            return
        for holder in (*self.people[::-1], *self.people) if how == "draw" else self.people:
            self.do(holder, Offer if how == "draw" else Claim, "draw", context=GONE)
            self.do(holder, Accept, "draw")
        flag = self.referee.decide_flag(LATE)
        if how == "flag" and flag:
            self.referee.accept(flag)
        self.do(PEOPLE[0], Resign)
        self.do(PEOPLE[0], Abort)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_list_of_games_is_translated(language):
    texts = texts_in(language, tuple(game.folder for game in GAMES.values())).catalogue()
    offered = [one for one in msgspec.json.decode(encode(describe_games())) if one["name"] in GAMES]

    assert sorted({text for message in messages(offered) for text in untranslated(message, texts)}) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_people_are_told_in_random_matches_is_translated(game):
    readers = {language: texts_in(language, (game.folder,)).catalogue() for language in TRANSLATED}
    options = variants(game)
    for seed in range(scaled(40, 20)):
        transcript = Transcript(game, options[seed % len(options)], seed)
        transcript.play()
        for language, texts in readers.items():
            lacking = {
                text for message in transcript.messages for text in untranslated(message, texts, transcript.typed)
            }
            assert sorted(lacking) == [], f"{language}, seed {seed}"

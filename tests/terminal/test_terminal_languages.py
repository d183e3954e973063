"""Whole matches in the terminal, in which every word is in the reader's language."""

import re
from itertools import product
from random import Random

import pytest
from boards.labyrinth import Play
from houses.vocabulary import Vocabulary
from plugins.campaign import IS_CAMPAIGN

from ludoteka.core.message import Message
from ludoteka.games import folders, games
from ludoteka.games.labyrinth.notation import unreadable
from ludoteka.surfaces.texts import LANGUAGES, texts_in
from ludoteka.terminal.plain.session import OVER
from ludoteka.terminal.suggestions import spellings, spelt_like

_, *TRANSLATED = LANGUAGES
GAMES = [name for name, game in games().items() if (game.folder / "locale").is_dir()]
QUICK = {
    "scripta": ["--option", "pieces=1"],
    "quagmire": ["--option", "seats=br"],
    "labyrinth": ["--option", "stall=3"],
}
SAME_EVERYWHERE = re.compile(  # what is typed, names, and Moksha's cubes with their arrows
    r"\b(help|moves|new|quit|ludoteka|play|board|XII|Scripta|Enter|choose|\wv)\b|\[\w+\]"
)
ENTRY = re.compile(r"(\S+?)(?:\u00a0\(\S+\))?(?:\s+|$)")  # in the list of moves
PROMPT = r"> \Z"
MOST = 4000 if IS_CAMPAIGN else 200  # actions: longer than any of these matches
PAIRS = [*product(GAMES, TRANSLATED)]  # of which the suite tries every other one: each game, and each language


class Walk:
    """A match in which somebody plays at random and reads everything."""

    def __init__(self, terminal, texts, seed=0):
        self.terminal, self.texts, self.chance = terminal, texts, Random(seed)
        self.actions = set()  # all that were legal at some time
        self.said = [terminal.until(PROMPT)]

    def say(self, line):
        self.said.append(self.terminal.say(line, PROMPT).removesuffix("> "))
        return self.said[-1]

    def play(self, most):
        """Play at most `most` actions; return whether the match is over."""
        for _ in range(most):
            if self.texts.say(OVER) in self.said[-1]:
                return True
            listed = self.say("moves")
            is_throw = listed.strip() == self.texts.say(Message("Nothing."))
            actions = [] if is_throw else ENTRY.findall(listed)
            self.actions.update(actions)
            self.say("" if is_throw else self.chance.choice(actions))
        return False


@pytest.mark.parametrize(("game", "language"), PAIRS if IS_CAMPAIGN else PAIRS[::4] + PAIRS[3::4])
def test_every_word_of_a_match_is_translated(sit, game, language):
    texts = texts_in(language, (games()[game].folder,))
    walk = Walk(sit(game, "--hot-seat", *QUICK.get(game, ()), language=language, columns=500), texts)
    is_over = walk.play(MOST)
    assert is_over or not IS_CAMPAIGN
    walk.say("help")
    vocabulary = Vocabulary(games()[game], language)
    allowed = {word for action in walk.actions for word in re.findall(r"[a-z]+", action)}
    assert vocabulary.english(SAME_EVERYWHERE.sub("", "\n".join(walk.said)), allowed) == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_words_that_labyrinth_names_to_somebody_it_did_not_understand_can_be_typed(language):
    texts = texts_in(language, folders())
    words = re.findall("[„«](.*?)[“»]", texts.say(unreadable("?").message))
    play = Play("P A2, Q B3", items="a1 key, A3 cartridge 2")
    play("east")  # P has moved, and carries cartridges now
    after = play.match.scene()
    play("end", "stay")
    before = play.match.scene()
    meant = [spelt_like(word, scene.paths, spellings(scene, texts)) for scene in (before, after) for word in words]
    assert sorted(filter(None, meant)) == ["end", "north", "shoot:east"]

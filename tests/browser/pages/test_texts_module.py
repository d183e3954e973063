"""Sentences are joined into one text without doubled full stops."""

import pytest
from browsers.visitor import TEXTS

JOIN = f"sentences => {TEXTS}.then(texts => texts.joinSentences(sentences))"


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        (["Q enters the labyrinth.", "P to move"], "Q enters the labyrinth. P to move"),
        (["Attackers: e2-c2", "Defenders to move"], "Attackers: e2-c2. Defenders to move"),
        (["Who is there?", "", "Nobody."], "Who is there? Nobody."),
        ([], ""),
    ],
)
def test_a_full_stop_is_added_only_between_sentences_that_lack_punctuation(visit, sentences, text):
    assert visit().open().evaluate(JOIN, sentences) == text

"""What the terminal calls other people."""

import pytest

from ludoteka.core.message import Message
from ludoteka.terminal.tables.narration import chat_line, occupant


@pytest.mark.parametrize(
    ("person", "called"),
    [
        ({"name": "Anna", "standing": "resident"}, "Anna"),
        ({"name": "", "standing": "guest"}, Message("Guest {number}", number=7)),
        ({"name": "", "standing": "former"}, Message("a former user")),
    ],
    ids=["with a name", "without a name", "after the account was deleted"],
)
def test_somebody_else_is_called_the_same_in_a_seat_and_in_the_chat(person, called):
    person = person | {"guest": 7}
    assert occupant(person | {"kind": "person", "yours": False}) == called
    assert chat_line(person | {"text": "hello"}, []) == Message("{name}: {words}", name=called, words="hello")

"""Messages and refusals."""

import pytest

from ludoteka.core.message import Message, Refused


@pytest.mark.parametrize(
    ("message", "plain"),
    [
        (Message("Yes"), "Yes"),
        (Message("On {cell}", cell="e5"), ["On {cell}", {"cell": "e5"}]),
        (Message("{count} move", plural="{count} moves", count=2), ["{count} move", {"count": 2}, "{count} moves"]),
        (Message("{seat} won", seat=Message("White")), ["{seat} won", {"seat": "White"}]),
        (Message("{a}", a=Message("{b}", b=1)), ["{a}", {"a": ["{b}", {"b": 1}]}]),
    ],
)
def test_a_message_can_be_converted_to_plain_data(message, plain):
    assert message.plain() == plain


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Message("On {cell}", cell="e5"), "On e5"),
        (Message("On {cell}", cell="{cell}"), "On {cell}"),
        (Message("{seat} won", seat=Message("White")), "White won"),
        (Message("{count} move", plural="{count} moves", count=1), "1 move"),
        (Message("{count} move", plural="{count} moves", count=21), "21 moves"),
    ],
)
def test_a_message_as_a_string_is_its_english_sentence(message, text):
    assert str(message) == text


def test_messages_are_equal_by_text_and_values():
    assert Message("On {cell}", cell="e5") == Message("On {cell}", cell="e5")
    assert Message("On {cell}", cell="e5") != Message("On {cell}", cell="e6")
    assert Message("Yes") != "Yes"
    assert len({Message("Yes"), Message("Yes"), Message("No")}) == 2


def test_a_message_has_a_readable_repr():
    assert repr(Message("On {cell}", cell="e5")) == "Message('On {cell}', {'cell': 'e5'})"


def test_a_refusal_carries_its_code_its_sentence_and_its_places():
    refused = Refused("path-blocked", Message("The way is blocked."), ("e4",))
    assert (refused.code, refused.message, refused.places) == ("path-blocked", Message("The way is blocked."), ("e4",))
    assert str(refused) == "path-blocked: The way is blocked."
    assert Refused("no-move", Message("No.")).places == ()

"""Frames: the same bytes as those of the library, and the same content."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from ludoteka.server.sockets.websocket import PING, PONG, TEXT, read_frames, text_frame

KINDS = {TEXT: Opcode.TEXT, PING: Opcode.PING, PONG: Opcode.PONG}


def test_a_text_has_the_frame_that_the_library_gives_it():
    for size in (0, 1, 125, 126, 127, 65_535, 65_536, 100_000):
        text = b"x" * size
        assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False), size


@given(st.lists(st.tuples(st.sampled_from(sorted(KINDS)), st.binary(max_size=125))), st.integers(1, 200))
def test_frames_of_a_client_are_read_if_they_are_all_there(frames, missing):
    data = b"".join(Frame(KINDS[kind], content).serialize(mask=True) for kind, content in frames)
    assert read_frames(data) == frames
    heads = {len(data)}
    for kind, content in reversed(frames):
        heads.add(min(heads) - len(Frame(KINDS[kind], content).serialize(mask=True)))
    if len(data) - missing not in heads:
        assert read_frames(data[:-missing]) == []


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.TEXT, b"x" * 126).serialize(mask=True),
        Frame(Opcode.TEXT, b"part", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"part").serialize(mask=True),
        Frame(Opcode.BINARY, b"x").serialize(mask=True),
        Frame(Opcode.CLOSE, b"").serialize(mask=True),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
    ],
    ids=["long", "first part", "last part", "binary", "close", "not masked"],
)
def test_all_other_frames_are_left_to_the_library(frame):
    text = Frame(Opcode.TEXT, b"text").serialize(mask=True)
    assert read_frames(frame) == []
    assert read_frames(text + frame) == []
    assert read_frames(frame + text) == []

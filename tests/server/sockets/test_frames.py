"""Frames: the same bytes as those of the library."""

import pytest
from websockets.frames import Frame, Opcode

from ludoteka.server.sockets.frames import text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_text_has_the_frame_that_the_library_gives_it(size):
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)

"""WebSocket frames (RFC 6455, section 5.2) of the plain kind that nearly all are, with a fourth of the library's work."""

SHORT, LONG = 126, 1 << 16  # bytes: from here on a frame gives its length in two more bytes, and in eight
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # the first byte of a whole frame; a whole text is one message
MASKED = 0x80  # added to the length by clients, which mask what they send
HEAD = 6  # bytes before the content of a short masked frame: kind, length, mask


def text_frame(text: bytes) -> bytes:
    """Return the frame of a text that a server sends."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < LONG:
        return bytes((TEXT, SHORT)) + size.to_bytes(2, "big") + text
    return bytes((TEXT, SHORT + 1)) + size.to_bytes(8, "big") + text


def read_frames(data: bytes) -> list[tuple[int, bytes]]:
    """Return the kind and the content of each frame of a client.

    The list is empty unless they are short, all there, and texts, pings or pongs; the library reads all others.
    """
    frames: list[tuple[int, bytes]] = []
    start = 0
    while len(data) - start >= HEAD:
        kind, size = data[start], data[start + 1] - MASKED
        content, end = start + HEAD, start + HEAD + size
        if kind not in (TEXT, PING, PONG) or not 0 <= size < SHORT or end > len(data):
            return []
        frames.append((kind, _unmask(data[start + 2 : content], data[content:end])))
        start = end
    return frames if start == len(data) else []


def _unmask(mask: bytes, content: bytes) -> bytes:
    size = len(content)
    key = (mask * (size // len(mask) + 1))[:size]
    return (int.from_bytes(content, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")

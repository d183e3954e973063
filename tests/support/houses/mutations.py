"""Nearly valid messages: valid ones with changes to bytes, structure, types, sizes and letters."""

import json
from copy import deepcopy

JUNK = [
    *(None, True, False, 0, -1, 1, 2**31, 2**53 + 1, -(2**63), 10**40, 0.5, -0.0, 1e308, 1e-320),
    *(
        "",
        " ",
        "a",
        "x" * 41,
        "x" * 1001,
        "\x00",
        "\ud800",
        "\u202e",
        "🂡" * 20,
        "e\u0301" * 30,
        "<script>",
        "'; drop table",
    ),
    *("e2-f2", "chance", "pass", "0", "null", "../..", "%s%n", "{seat}", "d9-b9\n", "٣", "NaN"),
    *(
        [],
        {},
        [[]],
        [{}],
        {"": {}},
        [None] * 30,
        ["a"] * 21,
        {"room": 1},
        {"seat": "a"},
        {"text": ["x"]},
        {"__proto__": {}},
    ),
]


class Mutations:
    """Changes messages at random."""

    def __init__(self, chance, kinds):
        self.chance = chance
        self.kinds = kinds  # the kinds of messages that a message may be changed to

    def of(self, message):
        """Return a message to send, as text or bytes."""
        change = self.chance.choice([self._value, self._value, self._shape, self._bytes, self._nested, self._text])
        return change(json.loads(json.dumps(message)))

    def _junk(self):
        return deepcopy(self.chance.choice(JUNK))

    def _value(self, message):
        """Change some values, perhaps to other types."""
        for _ in range(self.chance.randint(1, 3)):
            key = self.chance.choice(["t", "id", "n", "d", "d", "d"])
            if key == "t":
                message["t"] = self.chance.choice(self.kinds)
            elif key == "d" and isinstance(message.get("d"), dict) and message["d"]:
                message["d"][self.chance.choice(sorted(message["d"]))] = self._junk()
            else:
                message[key] = self._junk()
        return json.dumps(message)

    def _shape(self, message):
        """Remove, double or add keys, or replace the whole message."""
        kind = self.chance.randrange(5)
        if kind == 0:
            message.pop(self.chance.choice(sorted(message)))
        elif kind == 1:
            message[self.chance.choice(["", "D", "t ", "\u0000", "x" * 300])] = self._junk()
        elif kind == 2:
            return json.dumps([message] * self.chance.randint(0, 3))
        elif kind == 3:
            return json.dumps(self._junk())
        else:
            text = json.dumps(message)
            return text[:-1] + "," + text[1:]
        return json.dumps(message)

    def _bytes(self, message):
        """Change, remove, add or repeat some bytes; the result need not be text."""
        content = bytearray(json.dumps(message).encode())
        for _ in range(self.chance.randint(1, 6)):
            at = self.chance.randrange(len(content) + 1)
            kind = self.chance.randrange(4)
            if kind == 0:
                content[at : at + 1] = bytes([self.chance.randrange(256)])
            elif kind == 1:
                del content[at : at + self.chance.randint(1, 8)]
            elif kind == 2:
                content[at:at] = self.chance.randbytes(self.chance.randint(1, 8))
            else:
                content[at:at] = content[: self.chance.randint(1, 40)]
        return bytes(content)

    def _nested(self, message):
        """Replace the content with deeply nested arrays or objects, which may be left unclosed."""
        depth, (left, right) = self.chance.choice([5, 60, 900]), self.chance.choice([("[", "]"), ('{"a":', "}")])
        deep = left * depth + "0" + right * (depth if self.chance.random() < 0.8 else 0)
        return json.dumps(message | {"d": "DEEP"}).replace('"DEEP"', deep)

    def _text(self, message):
        """Escape letters, add spaces, write long numbers."""
        text = json.dumps(message)
        kind = self.chance.randrange(4)
        if kind == 0:
            return text.replace("a", "\\u0061")
        if kind == 1:
            return text.replace('":', '" \t\r\n:')
        if kind == 2:
            return text.replace('"n": ', '"n": ' + "9" * self.chance.choice([1, 20, 400]))
        return "\ufeff" + text

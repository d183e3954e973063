"""A program that talks to an engine, written from docs/engine.md alone."""

import os
import subprocess

from programs import forked


class Driver:
    """Starts `ludoteka engine`, sends commands and reads answers."""

    def __init__(self, *arguments, environment=None):
        self.process = forked.start(
            "engine",
            *arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"LANGUAGE": "en"} | (environment or {}),
        )

    def __enter__(self):
        self.send("setoption name Compiled value false")
        return self

    def __exit__(self, *failure):
        self.process.kill()
        self.process.communicate()

    def send(self, *lines):
        """Send commands."""
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
        self.process.stdin.flush()

    def read(self, word):
        """Return the answers up to the one that begins with a word; the words of each."""
        answers = []
        while not answers or answers[-1][0] != word:
            line = self.process.stdout.readline().decode()
            assert line, f"the engine ended without {word}: {answers}"
            answers.append(line.split())
        return answers

    def ask(self, question):
        """Return the response to a query."""
        self.send(f"query {question}")
        return self.read("response")[-1][1:]

    def think(self, order):
        """Return the move that the engine plays, and the `info` lines before it."""
        self.send(f"go {order}")
        *told, best = self.read("bestmove")
        return best[1], told

    def error(self, line):
        """Return the code of the refusal of a command; a search may report its depths meanwhile."""
        self.send(line)
        answer = self.read("info")[-1]
        while answer[1:3] != ["string", "error"]:
            answer = self.read("info")[-1]
        assert len(answer) > 4, "the refusal has no sentence"
        return answer[3].removesuffix(":")

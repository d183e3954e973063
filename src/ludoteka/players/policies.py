"""Trained policies: a file of numbers that numpy alone reads and plays (docs/research/learning.md)."""

import json
import math
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Self
from zipfile import ZIP_STORED, BadZipFile

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused

FORMAT = 1
DAMAGED = (  # what reading a file raises that holds no policy
    OSError, ValueError, LookupError, TypeError, AttributeError, EOFError, BadZipFile, RuntimeError, ArithmeticError,
    MemoryError,
)  # fmt: skip
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]  # weights, inputs × outputs; biases


def encoding_digest(game: Game) -> str:
    """Return a short text that changes with the encoding of a game, its choices, or the version of its rules."""
    encoding: Any = game.encoding
    seats = [seat.number for seat in game.seats(game.check_options({}))]
    facts = (encoding.NAMES, encoding.SHAPE, encoding.HIGHEST, [encoding.choices(seat) for seat in seats])
    return sha256(repr((game.rules_version, *facts)).encode()).hexdigest()[:16]


class Policy(NamedTuple):
    """A network of plain layers that rates the choices of the seat to act, and says how well that seat stands.

    It sees the numbers of the game's encoding: each as a share of the highest one, and `steps` times as 0 or 1, for whether it
    is at least 1, 2, and so on.  Between the layers, negative numbers become 0.  The last layer has an output for each choice, and
    one more: its hyperbolic tangent is the result that the seat can expect, from -1 to 1.

    A policy is called with what an environment tells the seat to act, and returns a choice, so it can be the opponent in one.
    """

    game: str
    encoding: str  # the digest of the encoding that it was trained with
    highest: int  # the highest number of the encoding
    steps: int
    layers: tuple[Layer, ...]
    recipe: Mapping[str, Any]  # how it was trained, as plain data

    @classmethod
    def of(
        cls, game: Game, steps: int, layers: Sequence[tuple[Any, Any]], recipe: Mapping[str, Any] | None = None
    ) -> Self:
        """Return the policy of a game with these weights and biases, which may be arrays of any kind."""
        encoding: Any = game.encoding
        arrays = tuple((np.asarray(weights, np.float32), np.asarray(biases, np.float32)) for weights, biases in layers)
        return cls(game.name, encoding_digest(game), encoding.HIGHEST, steps, arrays, dict(recipe or {}))

    @classmethod
    def load(cls, file: str | Path, game: Game | None = None) -> Self:
        """Return the policy in a file; check that it plays a game, if one is given.

        Raises:
            Refused: "no-file", if there is no such file; "bad-policy", if it holds none; "other-game"; "other-encoding", if the
                game has changed since the training.
        """
        try:
            with Path(file).open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
                if any(part.compress_type != ZIP_STORED for part in arrays.zip.infolist()):
                    raise ValueError("packed numbers may be larger than the memory")
                about = json.loads(str(arrays["about"]))
                layers = tuple((arrays[f"weights{i}"], arrays[f"biases{i}"]) for i in range(about["layers"]))
            policy = cls(
                str(about["game"]), str(about["encoding"]), int(about["highest"]), int(about["steps"]), layers,
                dict(about["recipe"]),
            )  # fmt: skip
            is_whole = about["format"] == FORMAT and policy._fits()
        except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
            text = Message("{name} cannot be used: {reason}.", name=str(file), reason=str(error.strerror))
            raise Refused("no-file", text) from error
        except DAMAGED as error:
            raise Refused("bad-policy", Message("{file} is not a trained policy.", file=str(file))) from error
        if not is_whole:
            raise Refused("bad-policy", Message("{file} is not a trained policy.", file=str(file)))
        if game is not None:
            policy.check(game, str(file))
        return policy

    def save(self, file: str | Path) -> None:
        """Write the policy to a file, all at once."""
        about = {
            "format": FORMAT,
            "game": self.game,
            "encoding": self.encoding,
            "highest": self.highest,
            "steps": self.steps,
            "layers": len(self.layers),
            "recipe": dict(self.recipe),
        }
        arrays: dict[str, Any] = {f"weights{i}": weights for i, (weights, _) in enumerate(self.layers)}
        arrays |= {f"biases{i}": biases for i, (_, biases) in enumerate(self.layers)}
        part = Path(f"{file}.part")
        with part.open("wb") as stream:
            np.savez(stream, about=np.array(json.dumps(about)), **arrays)
        part.replace(file)

    def check(self, game: Game, file: str) -> None:
        """Check that the policy, which comes from a file, plays a game.

        Raises:
            Refused: "other-game"; "other-encoding"; "bad-policy", if its layers don't fit the encoding.
        """
        if self.game != game.name:
            text = Message("The policy {file} plays {other}, not {game}.", file=file, other=self.game, game=game.name)
            raise Refused("other-game", text)
        if game.encoding is None or self.encoding != encoding_digest(game):
            text = Message(
                "{game} shows programs other numbers than when the policy {file} was trained: train it again.",
                game=game.name,
                file=file,
            )
            raise Refused("other-encoding", text)
        inputs, outputs = math.prod(game.encoding.SHAPE) * (1 + self.steps), len(game.encoding.choices(0)) + 1
        ends = self.layers[0][0].shape[0], self.layers[-1][0].shape[1]
        if (self.highest, *ends) != (game.encoding.HIGHEST, inputs, outputs):
            raise Refused("bad-policy", Message("{file} is not a trained policy.", file=file))

    def _fits(self) -> bool:
        """Tell whether the layers fit together, and hold nothing but plain numbers."""
        arrays = [array for layer in self.layers for array in layer]
        if not all(array.dtype == np.float32 and np.isfinite(array).all() for array in arrays):
            return False
        sizes = [weights.shape for weights, _ in self.layers]
        is_plain = all(len(size) == 2 for size in sizes) and all(
            biases.shape == size[1:] for size, (_, biases) in zip(sizes, self.layers, strict=True)
        )
        return bool(sizes) and is_plain and all(one[1] == other[0] for one, other in pairwise(sizes))

    def rate(self, observations: Any) -> tuple[Any, Any]:
        """Return how the policy rates choices, float32, N × choices; and the results it expects, float32, N.

        Args:
            observations: of the seats to act, N × the shape of the encoding.
        """
        seen = np.asarray(observations)
        seen = seen.reshape(len(seen), -1)
        shares = seen.astype(np.float32) / np.float32(self.highest)
        values = np.concatenate([shares, *(seen >= step for step in range(1, self.steps + 1))], 1, dtype=np.float32)
        for weights, biases in self.layers[:-1]:
            values = np.maximum(values @ weights + biases, 0)
        weights, biases = self.layers[-1]
        outputs = values @ weights + biases
        return outputs[:, :-1], np.tanh(outputs[:, -1])

    def __call__(self, received: Mapping[str, Any]) -> int:
        """Return the legal choice that the policy rates highest.

        Args:
            received: what an environment tells the seat to act: its `observation`, and the `action_mask` of its legal choices.
        """
        return self._choose(received["observation"], received["action_mask"])

    def _choose(self, observation: Any, mask: Any) -> int:
        ratings, _ = self.rate(np.asarray(observation)[None])
        legal = np.flatnonzero(mask)
        return int(legal[ratings[0][legal].argmax()])

    def action(self, match: Match) -> int:
        """Return the action of the rules that the policy chooses for the seat to act in a match, from what this seat sees."""
        encoding: Any = match.game.encoding
        tensor = np.zeros(int(np.prod(encoding.SHAPE)), np.int32)
        encoding.encode(match.seen(), match.seat, tensor)
        named = getattr(encoding, "named", lambda seen, action: action)
        legal = {named(match.seen(), action): action for action in match.acceptable()}
        actions = encoding.choices(match.seat)
        return int(legal[actions[self._choose(tensor, [action in legal for action in actions])]])

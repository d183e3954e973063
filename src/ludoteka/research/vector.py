"""Many matches of a game stepped at once in machine code, as a vector environment of Gymnasium (docs/research/vector.md)."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
from gymnasium.error import ClosedEnvironmentError
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from ludoteka.core.game import QUIET_ACTIONS, Game
from ludoteka.core.match import REPETITIONS
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import WORDS
from ludoteka.core.twins import compiled_twin, entry_point, require_compiler, short_compiler_errors
from ludoteka.games import find_game
from ludoteka.research import stepping
from ludoteka.research.choices import Choices, dtype_of, machine_rules
from ludoteka.research.position import usual_options

Array = Any  # numpy's


class VectorEnv(GymnasiumVectorEnv[Array, Array, Array]):
    """N matches of a game without secrets, with `num_envs` choices in each step: those of the seats to act.

    All arrays that `reset` and `step` return are the memory in which the machine code works, so the next step changes them: copy
    what you keep, or set `copy`.  The matches depend on the seed alone; match i is the same for any number of matches and threads.

    Args:
        game: the game, or its name.
        options: of the matches; those left out are as set-up screens suggest them (`usual_options`).
        seed: of the first matches; `reset` can set another one.
        masks: whether the legal choices are also given as masks.
        observations: whether the seats see anything.  Programs that search, or play at random, do without.
        limit: the decisions after which a match is truncated.
        threads: how many share the work, without the lock of the interpreter.  A few hundred matches or more make that worth it.
        copy: whether `reset` and `step` return copies.
        starts: states, or position texts, from which matches begin; one is drawn for each match.  By default, the usual start.
        generated: how many starts there are by default, if the game generates them from a seed, such as mazes.

    Attributes:
        choices: int64, N: memory for choices that `draw` fills; pass it to `step` to save a copy.

    Raises:
        Refused: "no-such-game"; "no-compiler"; "no-encoding"; "bad-option"; "hidden-information", if the game has secrets; "bad-text", or what
            the game says of a position text; "no-decision", if the game is over in a start; and what the encoding refuses.
        CompilationFailed: the compiler does not take the encoding of the game.
        ValueError: no matches, no threads, no decisions, or no starts; or a start is not a state of `choices.machine_rules`.
    """

    metadata = {  # noqa: RUF012 - Gymnasium declares it for each environment
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        masks: bool = True,
        observations: bool = True,
        limit: int = 1000,
        threads: int = 1,
        copy: bool = False,
        starts: Iterable[Any] | None = None,
        generated: int = 64,
    ) -> None:
        require_compiler()
        if min(num_envs, threads, limit) < 1:
            raise ValueError("there must be at least one match, one thread and one decision")
        self.game = find_game(game) if isinstance(game, str) else game
        self._check_game(is_seen=observations)
        self.options, self.num_envs, self._copies = usual_options(self.game, options), num_envs, copy
        rules = self._rules = machine_rules(self.game)
        seats = 1 + max(seat.number for seat in self.game.seats(self.options))
        choices = Choices(self.game)
        choice_of, action_of = choices.tables(list(range(seats)))
        encoding: Any = self.game.encoding
        shape, highest = (encoding.SHAPE, encoding.HIGHEST) if observations else ((0,), 1)
        dtype = dtype_of(self.game)
        most_repeats = REPETITIONS if self.options.get("repetition") == "draw" else stepping.OFF
        most_quiet = QUIET_ACTIONS if self.options.get("quiet") == "draw" else stepping.OFF

        def zeros(*sizes: int, of: Any = np.int32) -> Array:
            return np.zeros((num_envs, *sizes), of)

        self._batch = stepping.Batch(
            states=rules.State.packed_array(num_envs).view(np.ndarray),  # which is faster to pass on
            starts=self._packed(self._starts(seed, generated) if starts is None else starts),
            buffers=np.zeros((threads, rules.MAX_ACTIONS), np.int64),
            generators=zeros(4, of=np.int64),
            choices=zeros(of=np.int64),
            facts=np.zeros((stepping.FACTS, num_envs), np.int32),
            observations=zeros(int(np.prod(shape)), of=dtype),
            masks=zeros(choices.count if masks else 0, of=np.int8),
            listed=zeros(rules.MAX_ACTIONS),
            counts=zeros(),
            rewards=zeros(seats, of=np.float64),
            gains=zeros(of=np.float64),
            ended=np.zeros((2, num_envs), np.bool_),
            last_facts=np.zeros((stepping.FACTS, num_envs), np.int32),
            last_observations=zeros(int(np.prod(shape)), of=dtype),
            last_masks=zeros(choices.count if masks else 0, of=np.int8),
            marks=zeros(limit + 1 if most_repeats else 0, of=np.int64),
            choice_of=choice_of,
            action_of=action_of,
            settings=np.array([limit, most_quiet, most_repeats, masks, observations], np.int64),
        )
        self.choices = self._batch.choices
        self.single_observation_space = Box(0, highest, shape, dtype)
        self.single_action_space = Discrete(choices.count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observations = self._batch.observations.reshape(num_envs, *shape)
        self._last_observations = self._batch.last_observations.reshape(num_envs, *shape)
        self._infos = self._named(self._batch.facts, self._batch.masks)
        self._last_infos = self._named(self._batch.last_facts, self._batch.last_masks)
        self._outputs = (self._observations, self._batch.gains, *self._batch.ended)
        is_apart = encoding is not None and rules is self.game.rules
        twin = compiled_twin(stepping, rules, *([encoding] if is_apart else []))
        with short_compiler_errors():
            self._draw = entry_point(twin.draw, self._batch, 0, 0, 0)
            self._step = entry_point(twin.step, self._batch, 0, 0, 0, False)
            self._first_illegal = entry_point(twin.first_illegal, self._batch, 0, 0)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        edges = [num_envs * lane // threads for lane in range(threads + 1)]
        *self._others, self._lane = [(edges[lane], edges[lane + 1], lane) for lane in range(threads)]
        with short_compiler_errors():
            self.reset(seed=seed)

    def _check_game(self, *, is_seen: bool) -> None:
        if self.game.has_secrets and machine_rules(self.game) is self.game.rules:
            text = Message(
                "{game} hides something from its players, which a vector environment can't.", game=self.game.name
            )
            raise Refused("hidden-information", text)
        if is_seen and self.game.encoding is None:
            text = Message("{game} needs a module encoding, or leave out the observations.", game=self.game.name)
            raise Refused("no-encoding", text)

    def _starts(self, seed: int, count: int) -> list[Any]:
        """Return the usual start, or so many that the game generates."""
        if self.game.generate is None:
            return [self._rules.start(self.options)]
        chance = Random(seed)  # noqa: S311 - nobody plays for anything
        made = [self.game.complete_options(self.options, [], chance.randbytes(16)) for _ in range(count)]
        return [self._rules.start(options) for options in made]

    def _packed(self, starts: Iterable[Any]) -> Array:
        """Return the states to begin from, packed."""
        states = [self.game.begin(self.options, one) if isinstance(one, str) else one for one in starts]
        if not states:
            raise ValueError("there must be at least one start")
        packed = self._rules.State.packed_array(len(states)).view(np.ndarray)
        for place, state in enumerate(states):
            if not isinstance(state, self._rules.State):
                raise ValueError(f"a start must be a {self._rules.__name__}.State")  # noqa: TRY004 - a wrong text, too
            if self._rules.is_terminal(state):
                raise Refused("no-decision", Message("A match can't begin where the game is over."))
            packed[place] = state.pack()
        return packed

    def _named(self, facts: Array, masks: Array) -> dict[str, Array]:
        """Return the arrays of `infos` by their names."""
        infos = {
            "seats": facts[stepping.SEAT],
            "acted": facts[stepping.ACTED],
            "rewards": self._batch.rewards,
            "decisions": facts[stepping.DECISIONS],
            "quiet": facts[stepping.QUIET],
            "repeats": facts[stepping.REPEATS],
        }
        return infos | ({"action_mask": masks.view(np.bool_)} if self._batch.settings[stepping.IS_MASKED] else {})

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin all matches, and return the observations and infos.

        Args:
            seed: match i then depends on the seed and i alone; None: the random numbers go on.
            options: {"reset_mask": bool, N} begins only some of the matches.
        """
        self._check_open()
        super().reset(seed=seed)
        wanted = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        if seed is not None:
            for i in np.flatnonzero(wanted).tolist():
                chance = Random((seed << WORDS) + i)  # noqa: S311 - nobody plays for anything
                self._batch.generators[i] = [chance.getrandbits(WORDS) for _ in range(4)]
        self.choices[:] = np.where(wanted, stepping.ANEW, stepping.STAY)
        self._follow()
        return (
            (self._observations.copy(), _copied(self._infos))
            if self._copies
            else (self._observations, dict(self._infos))
        )

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play a choice of the seat to act in each match, and throws until a seat must act; begin what ends anew.

        Args:
            actions: integers, N: choices; -1 leaves a match as it is, so that one policy can act after another, and -2 begins it anew.

        Returns:
            observations, N × shape: what the seats to act see.
            rewards, float64, N: of the seats that acted.  All but those of an end are 0.
            terminations, bool, N: whether the match ended, by the rules or as a draw of the house.
            truncations, bool, N: whether it reached the limit.
            infos: arrays with a row for each match: "seats" to act; those that "acted" in this step (-1: none); "rewards" of all
                seats, by their numbers; "decisions" since the match began; "quiet" actions in a row; "repeats", how often the
                position has occurred; "action_mask", the legal choices.  If a match ended, also "final_obs" and "final_info" of
                those that did, marked in "_final_obs" and "_final_info": see the page.

        Raises:
            Refused: "illegal-choice".  Then nothing has changed.
            ValueError: the number of choices is wrong.
            TypeError: they are not integers.
            gymnasium.error.ClosedEnvironmentError: the environment was closed.
        """
        self._check_open()
        if actions is not self.choices:
            if np.shape(actions) != self.choices.shape:
                raise ValueError(
                    f"there are {self.num_envs} matches, and the choices have the shape {np.shape(actions)}"
                )
            np.copyto(self.choices, actions)  # which takes no floating numbers
        ends = self._follow()
        if ends < 0:
            match = stepping.NONE - ends
            text = Message(
                "Choice {choice} is not legal in match {match}.", choice=int(self.choices[match]), match=match
            )
            raise Refused("illegal-choice", text)
        infos = dict(self._infos)
        if ends:
            self._add_last(infos)
        if self._copies:
            return *(one.copy() for one in self._outputs), _copied(infos)
        return *self._outputs, infos

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed")

    def _add_last(self, infos: dict[str, Any]) -> None:
        """Add what Gymnasium keeps of matches that ended."""
        ended = self._batch.ended.any(axis=0)
        last = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended).tolist():
            last[i] = self._last_observations[i]
        infos |= {"final_obs": last, "_final_obs": ended, "final_info": dict(self._last_infos), "_final_info": ended}

    def draw(self) -> Array:
        """Fill `choices` with random legal choices, and return them."""
        self._check_open()
        self._in_threads(self._draw)
        return self.choices

    def legal(self, i: int) -> Array:
        """Return the legal choices of a match, in the order of the rules: int32."""
        return self._batch.listed[i, : self._batch.counts[i]].copy()

    def state(self, i: int) -> Any:
        """Return the state of a match, for interpreted rules and for pictures."""
        return self._rules.State.unpack(self._batch.states[i])

    def _follow(self) -> int:
        """Follow the choices; return how many matches ended, or NONE minus the first match whose choice is illegal."""
        if not self._pool:
            return int(self._step(self._batch, 0, self.num_envs, 0, False))
        illegal = self._first_illegal(self._batch, 0, self.num_envs)
        if illegal != stepping.NONE:
            return int(stepping.NONE - illegal)
        return sum(self._in_threads(self._step, True))

    def _in_threads(self, function: Callable[..., int], *more: Any) -> list[int]:
        """Run a function of the twin for all matches, a part of them in each thread; this thread takes one, too."""
        others = [self._pool.submit(function, self._batch, *lane, *more) for lane in self._others] if self._pool else []
        own = function(self._batch, *self._lane, *more)
        return [own, *(other.result() for other in others)]

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if self._pool:
            self._pool.shutdown()


def _copied(infos: dict[str, Any]) -> dict[str, Any]:
    return {name: _copied(one) if isinstance(one, dict) else one.copy() for name, one in infos.items()}

"""Every game as a PettingZoo environment, in which agents act one after the other (AEC)."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv

from ludoteka.core.game import Game
from ludoteka.core.rules import NOBODY
from ludoteka.games import find_game, game_in
from ludoteka.research.choices import Choices
from ludoteka.research.compiled_position import AnyPosition, CompiledPosition, first_position
from ludoteka.research.observations import observe, space_of
from ludoteka.research.position import Position, usual_options
from ludoteka.research.rendering import REFEREE, SPECTATOR, WIDTH, pixels, referee_view, view_of

LIMIT = 1000  # decisions of all seats together
SEED = 32  # bytes, for what chance creates before the start
MODES = HUMAN, ANSI, SVG, RGB_ARRAY = ("human", "ansi", "svg", "rgb_array")


def env(game: str | Path | Game, **settings: Any) -> "LudotekaEnv":
    """Return an environment; the arguments are those of `LudotekaEnv`."""
    return LudotekaEnv(game, **settings)


class LudotekaEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # PettingZoo is not typed
    """A match of a game.  An agent is a seat, chance throws inside, and an action is a choice (`choices.Choices`).

    An observation has two parts: `observation`, as `observations.observe` returns it, and `action_mask`, with 1 for each
    choice that the agent may try.  The mask is empty while another agent acts; at the end, when nothing is left to
    choose, it is full.

    In a game in which a seat can't know what is legal, a try may be refused: nothing happens, `infos` says why, and the
    try is missing from the mask until something happens.

    `infos` of an agent may have `refused`, the code of the refusal of its last try; and, in games without secrets,
    `repeats`, how often this position has occurred, and `quiet`, the number of actions without progress in a row.

    Args:
        game: its name, its folder, or the game itself.
        options: of the game; those left out are as set-up screens suggest them.
        render_mode: "ansi", "svg", "rgb_array", or "human", which prints the text.
        render_as: whose view is rendered: an agent, "spectator" or "referee"; by default, the agent that acts.
        width: of pictures, in pixels.
        limit: the number of decisions of all agents together after which a match is truncated.
        chance: the generator of all throws; a seed for `reset` takes its place.
        is_compiled: whether to use machine code if the game has no secrets.  The environment is the same without.

    Raises:
        Refused: "no-such-game", "no-game", "bad-option", "no-encoding"; and what the encoding refuses.
        ValueError: an unknown `render_mode` or `render_as`.
    """

    def __init__(
        self,
        game: str | Path | Game,
        *,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        render_as: str | None = None,
        width: int = WIDTH,
        limit: int = LIMIT,
        chance: np.random.Generator | None = None,
        is_compiled: bool = True,
    ) -> None:
        super().__init__()
        self.game = game_of(game)
        self.options = usual_options(self.game, options)
        self.choices, self.limit = Choices(self.game), limit
        self.metadata = {
            "name": f"{self.game.name}_v{self.game.rules_version}",
            "render_modes": [*MODES],
            "is_parallelizable": False,
        }
        self.seats = {f"seat_{number}": number for number in self.game.seat_numbers(self.options)}
        self.possible_agents = list(self.seats)
        self.agents: list[str] = []
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self._names = {number: name for name, number in self.seats.items()}
        self.render_mode = _one_of(render_mode, MODES, "render_mode")
        self.render_as = _one_of(render_as, (*self.seats, SPECTATOR, REFEREE), "render_as")
        self.width = width
        self.chance = chance or np.random.default_rng()
        self._is_compiled = is_compiled
        self._first: AnyPosition | None = None
        self._actions = {number: self.choices.actions(number) for number in self.seats.values()}
        self._tries: dict[int, int] = {}  # of the seat to act: the action of each choice; unused in machine code
        self._start()
        observe(self.position, self.position.seats[0])  # which refuses options that programs that learn can't play
        seen = space_of(self.position)
        mask = spaces.Box(0, 1, (self.choices.count,), np.int8)
        # As PettingZoo asks, the same objects at every call, and one for each agent, because they can be seeded
        self.observation_spaces = {
            name: spaces.Dict({"observation": seen, "action_mask": mask}) for name in self.possible_agents
        }
        self.action_spaces = {name: spaces.Discrete(self.choices.count) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the choices of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match.  With a seed, the throws of this match and the following ones are always the same.

        `options` may have a "position" to begin with, of the same game and options; it is copied.

        Raises:
            ValueError: the position is of another game, or has other seats.
        """
        begin = (options or {}).get("position")
        if begin and (begin.game.name, begin.seats) != (self.game.name, [*self.seats.values()]):
            raise ValueError(f"the position is not one of {self.game.name} with the same seats")
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self._start(begin)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {name: self._facts() for name in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self._names.get(self.position.seat, self.agents[0])
        if self.position.seat == NOBODY:
            self._turn()
        self._show()

    def _start(self, position: AnyPosition | None = None) -> None:
        """Begin a match, and throw until a seat must act."""
        self.position = position.copy() if position else self._first_position()
        self.played = 0  # decisions of all seats
        self._settle()

    def _first_position(self) -> AnyPosition:
        if self.game.generate:
            return Position(self.game, self.game.generate(self.options, self.chance.bytes(SEED)))
        self._first = self._first or first_position(self.game, self.options, is_compiled=self._is_compiled)
        return self._first.copy()

    def _below(self, bound: int) -> int:
        return int(self.chance.integers(bound))

    def _settle(self) -> None:
        self.position.settle(self._below)
        self._mask = np.zeros(self.choices.count, np.int8)
        if isinstance(self.position, CompiledPosition):
            self._mask[self.position.choices] = 1
        elif self.position.seat != NOBODY:
            seat = self.position.seat
            self._tries = self.choices.offered(self.position.seen(seat), seat, self.position.offers())
            self._mask[[*self._tries]] = 1

    def _action(self, choice: int) -> int:
        """Return the action of a choice that is offered."""
        if isinstance(self.position, CompiledPosition):
            return self._actions[self.position.seat][choice]
        return self._tries[choice]

    def _facts(self) -> dict[str, Any]:
        """Return what `infos` says of a position; in a game with secrets, its repetition could tell one of them."""
        return {} if self.game.has_secrets else {"repeats": self.position.repeats, "quiet": self.position.quiet}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and what it may choose, as new arrays."""
        seat = self.seats[agent]
        if seat == self.position.seat:
            mask = self._mask.copy()
        else:
            mask = np.zeros_like(self._mask)
            if self.terminations.get(agent) or self.truncations.get(agent):
                mask[:] = 1
        return {"observation": observe(self.position, seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Let the agent that acts make a choice; None, when the match is over.

        Raises:
            ValueError: the agent can't make this choice now; nothing changes.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        choice = -1 if action is None else int(action)
        if not 0 <= choice < len(self._mask) or not self._mask[choice]:
            raise ValueError(f"{agent} can't choose {action} now")
        refusal = self.play(self._action(choice))
        if refusal:
            self._mask[choice] = 0

    def play(self, action: int) -> str:
        """Let the agent that acts play an action, by its number in the rules; return the code of the refusal, or "".

        Among them are actions that have no choice, such as any amount of money.
        """
        agent = self.agent_selection
        refusal = self.position.refusal(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if refusal:
            self.infos[agent] = {**self._facts(), "refused": refusal}
        else:
            self.position.apply(action)
            self.played += 1
            self._settle()
            self.infos = {name: self._facts() for name in self.agents}
            self._turn()
        self._accumulate_rewards()
        self._show()
        return refusal

    def _turn(self) -> None:
        """Let the next agent act, or end the match."""
        if self.position.seat != NOBODY:
            self.agent_selection = self._names[self.position.seat]
            if self.played >= self.limit:
                self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.rewards = {self._names[seat]: float(value) for seat, value in self.position.returns().items()}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """Return the view of `render_as` in the form that `render_mode` says; None if it is printed.

        Raises:
            ValueError: the game can't show its secrets to the referee.
        """
        if self.render_mode is None:
            logger.warn("Choose a render_mode when you create the environment.")
            return None
        seat = self.seats.get(self.render_as, NOBODY) if self.render_as else self.position.seat
        view = referee_view(self.position) if self.render_as == REFEREE else view_of(self.position, seat)
        if self.render_mode == HUMAN:
            sys.stdout.write(f"{view}\n")
        forms: dict[str, Callable[[], Any]] = {
            HUMAN: lambda: None,
            ANSI: lambda: str(view),
            SVG: view.svg,
            RGB_ARRAY: lambda: pixels(view, self.game.folder, self.width),
        }
        return forms[self.render_mode]()

    def _show(self) -> None:
        if self.render_mode == HUMAN:
            self.render()

    def close(self) -> None:
        """Do nothing: there is no window."""


def game_of(game: str | Path | Game) -> Game:
    """Return a game by its name, or by its folder.  Raises Refused: "no-such-game", "no-game"."""
    if isinstance(game, Path):
        return game_in(game)
    return find_game(game) if isinstance(game, str) else game


def _one_of(value: str | None, known: tuple[str, ...], name: str) -> str | None:
    if value is not None and value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}")
    return value

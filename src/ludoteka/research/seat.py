"""One seat of a match as a Gymnasium environment: somebody else plays the other seats."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from ludoteka.core.game import Game
from ludoteka.players.policies import Policy as TrainedPolicy
from ludoteka.research.opponents import HousePlayer, house_player
from ludoteka.research.rendering import WIDTH
from ludoteka.research.zoo import LIMIT, MODES, LudotekaEnv

Policy = Callable[[dict[str, Any]], int]  # an observation of `zoo.LudotekaEnv` -> a choice that its mask allows
ID = "ludoteka/Seat-v0"
POLICY = "policy:"  # before the file of one
SEEDS = 1 << 32


class SeatEnv(gymnasium.Env[Any, Any]):
    """A match of which one seat is played through the environment, and the others by an opponent.

    An observation is what the seat sees (`observations.observe`), and an action is a choice (`choices.Choices`).  The mask
    of the choices that the seat may try is in the info, as `action_mask`, and `action_masks()` returns it.  A choice
    outside the mask changes nothing; the info then says that it was `refused`, and why.  The reward is the result, at the
    end; the info also has what the infos of `zoo.LudotekaEnv` have, and the `seat`.

    Args:
        game: its name, its folder, or the game itself.
        seat: its number; by default, another one in each match, at random.
        opponent: "random", "level:3", "search:depth=2" (`opponents.house_player`), "policy:FILE" for a trained policy, or a
            function that returns a choice for what the seat to act receives: a mapping with `observation` and `action_mask`.
        options, render_mode, width, is_compiled: as for `zoo.LudotekaEnv`; the seat's view is rendered.
        limit: the number of steps, or of decisions of all seats together, after which a match is truncated.

    Raises:
        Refused: as `zoo.LudotekaEnv`, "bad-player", and as `Policy.load`.
        ValueError: an unknown seat or `render_mode`.
    """

    metadata = {"render_modes": [*MODES], "render_fps": 1}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        game: str | Path | Game,
        *,
        seat: int | None = None,
        opponent: str | Policy = "random",
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        width: int = WIDTH,
        limit: int = LIMIT,
        is_compiled: bool = True,
    ) -> None:
        self.match = LudotekaEnv(
            game, options=options, render_mode=render_mode, width=width, limit=limit, is_compiled=is_compiled
        )
        agents = self.match.possible_agents
        if seat is not None and seat not in self.match.seats.values():
            raise ValueError(f"seat must be one of {', '.join(map(str, self.match.seats.values()))}")
        self.render_mode, self.limit = render_mode, limit
        self.seat, self._agent, self._steps = seat, agents[0], 0
        self._policy: Policy | None = None
        self._player: HousePlayer | None = None
        if not isinstance(opponent, str):
            self._policy = opponent
        elif opponent.startswith(POLICY):
            self._policy = TrainedPolicy.load(opponent.removeprefix(POLICY), self.match.game).__call__
        else:
            self._player = house_player(opponent, self.match.game)
        space: Any = self.match.observation_space(agents[0])
        self._mask = self.match.observe(agents[0])["action_mask"]
        self.observation_space: spaces.Space[Any] = space["observation"]
        self.action_space: spaces.Space[Any] = self.match.action_space(agents[0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match, and play it up to the first turn of the seat.  A seed decides all throws and random choices."""
        super().reset(seed=seed)
        self.match.chance = self.np_random
        number = int(self.np_random.choice([*self.match.seats.values()])) if self.seat is None else self.seat
        self._agent = f"seat_{number}"
        if self.match.render_mode is not None:
            self.match.render_as = self._agent
        self._steps = 0
        self.match.reset(options=options)
        self._play_others()
        observation, *_, info = self._received()
        return observation, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a choice, and then the match up to the next turn of the seat, or its end.

        Raises:
            gymnasium.error.ResetNeeded: the match has not begun, or is over.
        """
        if not self.match.agents or self._is_over():
            raise ResetNeeded("there is no match to step: call reset")
        self._steps += 1
        choice = int(action)
        if not 0 <= choice < len(self._mask) or not self._mask[choice]:
            return self._received("not-legal")
        self.match.step(choice)
        self._play_others()
        return self._received()

    def action_masks(self) -> Any:
        """Return which choices the seat may try now: an array of 1 and 0, as libraries with masked policies expect it."""
        return self._mask.astype(bool)

    def _play_others(self) -> None:
        match = self.match
        while match.agent_selection != self._agent and not self._is_over():
            if self._player:
                seed = int(self.np_random.integers(SEEDS))
                match.play(self._player(match.position, seed))
            elif self._policy:
                match.step(self._policy(match.observe(match.agent_selection)))

    def _is_over(self) -> bool:
        return self.match.terminations[self._agent] or self.match.truncations[self._agent]

    def _received(self, refusal: str = "") -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return what the seat receives."""
        match, agent = self.match, self._agent
        seen = match.observe(agent)
        self._mask = seen["action_mask"].copy()  # who receives it may change it
        info = {**match.infos[agent], "action_mask": seen["action_mask"], "seat": match.seats[agent]}
        if refusal:
            info["refused"] = refusal
        is_truncated = match.truncations[agent] or (self._steps >= self.limit and not match.terminations[agent])
        return seen["observation"], match.rewards[agent], match.terminations[agent], is_truncated, info

    def render(self) -> Any:
        """Return the view of the seat, as `zoo.LudotekaEnv.render` does."""
        return self.match.render()


gymnasium.register(ID, "ludoteka.research.seat:SeatEnv")

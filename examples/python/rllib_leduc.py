"""PPO of RLlib with action masks, on Leduc poker and on Hearts: all seats share one net that plays itself.

Install: pip install ./crates/python "ray[rllib]==2.60.0" torch (RLlib pins Gymnasium 1.2.2, which the package accepts).
Run:     python examples/python/rllib_leduc.py [--game leduc --game hearts] [--iterations 3]

Leduc and Hearts, three iterations each, take about a minute on two cores. The last line of a game says what the net is
worth against `random`, on duplicate deals.
"""

import argparse

import kirifuda
import numpy as np
import ray
import torch
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule


class Seats(MultiAgentEnv):
    """A game as RLlib wants it: only the seat to move is asked, and rewards come at the end."""

    def __init__(self, config):
        super().__init__()
        self.game = kirifuda.game(config["game"], config.get("rules", ""))
        self.agents = self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        space = spaces.Dict(
            {
                "observations": spaces.Box(0, 1, (self.game.observation_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.agents, space)
        self.action_spaces = dict.fromkeys(self.agents, spaces.Discrete(self.game.num_actions))
        self.random = np.random.default_rng(getattr(config, "worker_index", 0))

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.state = self.game.deal(int(self.random.integers(2**63)))
        return {self.agents[self.state.turn]: self.seen(self.state.turn)}, {}

    def step(self, actions):
        [action] = actions.values()
        self.state.play(int(action))
        if self.state.is_over:
            # Payoffs of a size that the value function likes.
            worth = [payoff / self.game.large for payoff in self.state.returns]
            seen = {agent: self.seen(seat) for seat, agent in enumerate(self.agents)}
            return seen, dict(zip(self.agents, worth)), {"__all__": True}, {"__all__": False}, {}
        agent = self.agents[self.state.turn]
        return {agent: self.seen(self.state.turn)}, {agent: 0.0}, {"__all__": False}, {"__all__": False}, {}

    def seen(self, seat):
        mask = self.state.mask() if self.state.turn == seat else np.ones(self.game.num_actions)
        return {"observations": self.state.observation(seat).astype(np.float32), "action_mask": mask.astype(np.float32)}


def train(game, iterations):
    config = (
        PPOConfig()
        # RLlib's check of environments would make moves without looking at the mask.
        .environment(Seats, env_config={"game": game}, disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={
                    "shared": RLModuleSpec(
                        module_class=ActionMaskingTorchRLModule,
                        model_config={"fcnet_hiddens": [128], "head_fcnet_hiddens": [64]},
                    )
                }
            )
        )
        .training(train_batch_size_per_learner=2000, minibatch_size=500, num_epochs=4, lr=1e-3, gamma=1.0)
    )
    algorithm = config.build_algo()
    for iteration in range(iterations):
        told = algorithm.train()["env_runners"]
        print(f"{game}: iteration {iteration + 1}, {told['num_env_steps_sampled_lifetime']:.0f} moves", flush=True)
    module = algorithm.get_module("shared")

    @kirifuda.batched
    def learned(observation, mask):
        legal = torch.from_numpy(mask)
        asked = {"observations": torch.from_numpy(observation).float(), "action_mask": legal.float()}
        with torch.no_grad():
            likely = module.forward_inference({"obs": asked})["action_dist_inputs"]
        # Moves are drawn, as they were in training: a poker player who never bluffs is easily read.
        return torch.distributions.Categorical(logits=likely).sample().numpy()

    others = ["random"] * (kirifuda.game(game).seats - 1)
    one = kirifuda.match(game, [learned, *others], deals=200)["players"][0]
    print(f"{game}: {one['mean']:+.2f} ± {one['ci95']:.2f} a game against {' '.join(others)}", flush=True)
    algorithm.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", help="a game of the list (leduc and hearts)")
    parser.add_argument("--iterations", type=int, default=3, help="iterations of PPO, 2,000 moves each (3)")
    options = parser.parse_args()
    # No dashboard, and nothing but this machine.
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200_000_000)
    for name in options.game or ["leduc", "hearts"]:
        train(name, options.iterations)
    ray.shutdown()

"""A net of your own: it plays Hearts against three `stock` in a batch, learns what its moves bring, and is measured.

python examples/python/torch_hearts.py --seconds 240      # needs torch; 2 cores: penalty ratio 0.177 ± 0.005 (par 0.25)
"""

import argparse
import time

import kirifuda
import numpy as np
import torch

parser = argparse.ArgumentParser()
parser.add_argument("--seconds", type=float, default=240, help="how long to train")
parser.add_argument("--deals", type=int, default=1000, help="how many duplicate deals measure it")
options = parser.parse_args()
torch.manual_seed(1), torch.set_num_threads(2)
GAMES, random, linear, relu = 1024, np.random.default_rng(1), torch.nn.Linear, torch.nn.ReLU
game = kirifuda.game("hearts", "falcon")
layers = linear(game.observation_size, 256), relu(), linear(256, 256), relu(), linear(256, game.num_actions)
net = torch.nn.Sequential(*layers)
adam = torch.optim.Adam(net.parameters())


def values(observation, mask):
    """What the net expects of every move, in units of 13 points; nobody wants an illegal one."""
    with torch.no_grad():
        return np.where(mask, net(torch.tensor(observation, dtype=torch.float32)).numpy(), -np.inf)


@kirifuda.batched
def learned(observation, mask):
    return values(observation, mask).argmax(axis=1)


stock, rows, deals, start = ["stock"] * 3, np.arange(GAMES), 0, time.monotonic()
batch = game.batch(GAMES, seed=1, seats=[None, *stock], rotate=True)
while (spent := time.monotonic() - start) < options.seconds:
    left, steps = 1 - spent / options.seconds, []
    for _ in range(13):  # Every game of the batch, from its first trick to its last.
        seen, expected, seat = batch.observation.copy(), values(batch.observation, batch.mask), batch.seat.copy()
        dice = (random.random(batch.mask.shape) * batch.mask).argmax(axis=1)
        action = np.where(random.random(GAMES) < 0.05 * left, dice, expected.argmax(axis=1))
        batch.step(action)
        steps.append((seen, action, expected.max(axis=1)))
    target, targets = batch.reward[rows, seat] / 13, []
    for _, _, best in reversed(steps):  # TD(0.6): what the deal brought, mixed with what was expected on the way.
        targets.insert(0, target)
        target = 0.6 * target + 0.4 * best
    (seen, action, _), target = map(np.concatenate, zip(*steps)), np.concatenate(targets)
    adam.param_groups[0]["lr"] = 1e-3 * min(1.0, 2 * left)
    for part in torch.randperm(len(seen)).split(1024):
        value = net(torch.tensor(seen[part], dtype=torch.float32))[torch.arange(len(part)), torch.tensor(action[part])]
        loss = ((value - torch.tensor(target[part])) ** 2).mean()
        adam.zero_grad(), loss.backward(), adam.step()
    deals += GAMES
    if deals % (20 * GAMES) == 0:
        print(f"{spent:4.0f} s, {time.process_time():4.0f} s of CPU: {deals} deals, loss {loss:.4f}", flush=True)
one = kirifuda.match(game, [learned, *stock], deals=options.deals, seed=2)["players"][0]
print(f"penalty ratio {one['penalty_ratio']:.4f} ± {one['intervals']['penalty_ratio']:.4f} against three stock")

"""The examples run, where what they need is installed."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "examples" / "python"


def run(name, *arguments):
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, str(FOLDER / name), *arguments], capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def needs(*packages):
    lacking = [package for package in packages if importlib.util.find_spec(package) is None]
    return pytest.mark.skipif(bool(lacking), reason=f"needs {', '.join(lacking)}: pip install {' '.join(lacking)}")


@needs("torch")
def test_torch_hearts_trains_and_is_measured():
    told = run("torch_hearts.py", "--seconds", "5", "--deals", "10")
    ratio = float(re.search(r"penalty ratio (\d\.\d+) ± \d\.\d+ against three stock", told)[1])
    assert 0 < ratio < 1


def test_torch_hearts_is_short():
    assert len((FOLDER / "torch_hearts.py").read_text(encoding="utf-8").splitlines()) <= 60


@needs("ray", "torch")
def test_rllib_learns_with_masks():
    told = run("rllib_leduc.py", "--game", "leduc", "--iterations", "1")
    assert re.search(r"leduc: iteration 1, \d+ moves", told)
    assert re.search(r"leduc: [+-]\d+\.\d+ ± \d+\.\d+ a game against random", told)

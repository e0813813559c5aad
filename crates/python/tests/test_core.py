"""What the package promises: the same bits as the command line, nothing hidden seen, clear errors, nothing leaked."""

from __future__ import annotations

import copy
import doctest
import gc
import inspect
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import kirifuda
from kirifuda import IllegalAction, KirifudaError, PlayerError, _kirifuda

NAMES = [name for name, _ in kirifuda.games()]
PROGRAM = os.environ.get("KIRIFUDA")
SOURCE = Path(__file__).resolve().parents[1]


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> kirifuda.Game:
    return kirifuda.game(request.param)


def played(game: kirifuda.Game, seed: int = 1, moves: int | None = None) -> kirifuda.State:
    """A game at random, to its end or for so many moves."""
    rng = np.random.default_rng(seed)
    state = game.deal(seed)
    while not state.is_over and moves != 0:
        state.play(int(rng.choice(state.legal())))
        moves = None if moves is None else moves - 1
    return state


def test_a_game_is_dealt_played_and_written_down(game: kirifuda.Game) -> None:
    state = played(game)
    assert state.is_over and state.turn is None and state.legal() == []
    assert len(state.returns) == game.seats
    deal, actions = state.text()
    again = game.read(deal, actions)
    assert again.text() == state.text() and again.returns == state.returns
    assert pickle.loads(pickle.dumps(state)).text() == state.text()
    assert pickle.loads(pickle.dumps(game)) == game


def test_numbers_and_texts_of_actions_are_inverse(game: kirifuda.Game) -> None:
    missing = 0
    for number in range(game.num_actions):
        try:
            text = game.action_text(number)
        except KirifudaError:
            missing += 1  # the numbers of Monsters leave space for larger files of cards
        else:
            assert game.action_number(text) == number
    assert missing < game.num_actions if game.name == "monsters" else missing == 0
    state = game.deal(5)
    mask = state.mask()
    assert np.flatnonzero(mask).tolist() == sorted(state.legal())
    state.play(game.action_text(state.legal()[0]))
    assert len(state.text()[1]) == 1


def test_a_copy_goes_its_own_way(game: kirifuda.Game) -> None:
    state = game.deal(3)
    for other in [state.clone(), copy.copy(state), copy.deepcopy(state)]:
        other.play(other.legal()[0])
        assert other.text() != state.text() and state.text()[1] == []


def test_a_view_says_nothing_that_is_hidden(game: kirifuda.Game) -> None:
    for moves in [0, 3, 7, 12]:
        state = played(game, seed=moves, moves=moves)
        for seat in range(game.seats):
            view = state.view(seat)
            for seed in range(3):
                world = view.imagine(seed)
                # A world with other hidden cards gives the same view, and all that can be asked of it is the same.
                other = world.view(seat)
                assert other == view and hash(other) == hash(view) and str(other) == str(view)
                assert (other.observation() == view.observation()).all()
                assert (other.observation() == state.observation(seat)).all()
                assert other.legal() == view.legal() and other.hand == view.hand
                # Nor does pickle carry the game that is played.
                assert pickle.dumps(other) == pickle.dumps(view)
            assert pickle.loads(pickle.dumps(view)) == view
            if state.turn != seat:
                assert view.legal() == []


def test_a_view_tells_the_moves(game: kirifuda.Game) -> None:
    state = played(game, seed=2, moves=4)
    moves = state.text()[1]
    for seat in range(game.seats):
        history = state.view(seat).history
        assert len(history) == len(moves)
        for (who, action), text in zip(history, moves):
            assert isinstance(who, int) and action in (text, None)
            assert who != seat or action == text


def test_players_see_views_only() -> None:
    hearts = kirifuda.game("hearts")
    state = hearts.deal(1)
    player = hearts.player("stock")
    assert player.choose(state.view()) in state.legal() and player(state.view()) in state.legal()
    with pytest.raises(KirifudaError, match="players get a view"):
        player.choose(state)  # type: ignore[arg-type]
    with pytest.raises(KirifudaError, match="another game"):
        player.choose(kirifuda.game("kuhn").deal(1).view())
    with pytest.raises(KirifudaError, match="seat 0's turn"):
        player.choose(state.view(2))
    assert pickle.loads(pickle.dumps(player)).spec == "stock"


def test_settings_are_typed() -> None:
    hearts = kirifuda.game("hearts")
    player = hearts.player("mc", sims=50)
    assert player.spec == "mc:sims=50" and player.settings["sims"] == 50
    linear = hearts.player("linear-q")
    assert all(isinstance(value, (int, float, bool, str)) for value in linear.settings.values())
    with pytest.raises(KirifudaError, match="no setting `simz`"):
        hearts.player("mc", simz=1)
    with pytest.raises(KirifudaError, match="whole numbers from 1"):
        hearts.player("mc", sims=0)


def test_opinions_are_by_action() -> None:
    leduc = kirifuda.game("leduc")
    state = leduc.deal(1)
    opinion = leduc.player("cfr").opinion(state.view())
    assert opinion is not None and opinion["unit"] == "likelihood"
    assert sorted(opinion["values"]) == sorted(state.legal())
    assert sum(opinion["values"].values()) == pytest.approx(1)
    assert leduc.player("random").opinion(state.view()) is None


@pytest.mark.skipif(PROGRAM is None, reason="KIRIFUDA names the program to compare with")
@pytest.mark.parametrize(
    ("name", "rules", "players"),
    [
        ("hearts", "standard", ["deep", "jake", "stock", "random"]),
        ("hearts", "falcon", ["mc:sims=20", "linear-q", "falcon", "rule"]),
        ("daifugo", "uecda", ["default", "softmax", "random", "deep", "default"]),
        ("monsters", "", ["greedy", "learner"]),
        ("leduc", "", ["cfr", "nfsp"]),
    ],
)
def test_a_match_has_the_bits_of_the_command_line(name: str, rules: str, players: list[str]) -> None:
    assert PROGRAM is not None
    ours = kirifuda.match(name, players, rules=rules, deals=60, seed=9, threads=2)
    words = [PROGRAM, "match", name, *players, "--deals", "60", "--seed", "9", "--json"]
    words += ["--rules", rules] if rules else []
    theirs = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    assert ours == theirs


@pytest.mark.skipif(PROGRAM is None, reason="KIRIFUDA names the program to compare with")
def test_a_training_and_a_tournament_have_the_bits_of_the_command_line(tmp_path: Path) -> None:
    assert PROGRAM is not None
    model = kirifuda.train("hearts", "linear-q:step=0.2", deals=500, seed=4, rules="falcon")
    out = tmp_path / "model.kfm"
    words = [PROGRAM, "train", "hearts", "linear-q:step=0.2", "--rules", "falcon", "--deals", "500", "--seed", "4"]
    subprocess.run([*words, "--out", str(out), "--evaluate-every", "0"], check=True, capture_output=True)
    assert bytes(model) == out.read_bytes()
    ours = kirifuda.tournament("kuhn", ["random", "cfr", "mc:sims=10"], deals=100, seed=2)
    words = [PROGRAM, "tournament", "kuhn", "random", "cfr", "mc:sims=10", "--deals", "100", "--seed", "2", "--json"]
    assert ours == json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def test_functions_play_as_the_players_that_they_ask() -> None:
    hearts = kirifuda.game("hearts", "standard")
    jake = hearts.player("jake")

    def asks(view: kirifuda.View) -> int:
        return jake.choose(view)

    @kirifuda.batched
    def lowest(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        assert observation.shape == (len(mask), hearts.observation_size) and observation.dtype == np.uint8
        return mask.argmax(axis=1)

    def lowest_of_view(view: kirifuda.View) -> int:
        return min(view.legal())

    for threads in [1, 2]:
        plain = kirifuda.match(hearts, ["jake", "stock", "stock", "random"], deals=30, seed=3, threads=threads)
        function = kirifuda.match(hearts, [asks, "stock", "stock", "random"], deals=30, seed=3, threads=threads)
        assert function["players"][0].pop("name") == "asks" and plain["players"][0].pop("name") == "jake"
        assert function == plain
        one_by_one = kirifuda.match(hearts, [lowest_of_view, "stock", "jake", "random"], deals=70, seed=3, threads=threads)
        in_numbers = kirifuda.match(hearts, [lowest, "stock", "jake", "random"], deals=70, seed=3, threads=threads)
        assert one_by_one["players"][0].pop("name") == "lowest_of_view" and in_numbers["players"][0].pop("name") == "lowest"
        assert in_numbers == one_by_one


def test_what_a_player_raises_is_the_cause() -> None:
    def broken(view: kirifuda.View) -> int:
        raise RuntimeError("no idea")

    def illegal(view: kirifuda.View) -> int:
        return 51 if 51 not in view.legal() else 50

    def wordy(view: kirifuda.View) -> str:
        return "♣2"

    @kirifuda.batched
    def short(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return np.zeros(1, np.int64)

    @kirifuda.batched
    def vague(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return mask.mean(axis=1)

    with pytest.raises(PlayerError, match="player `broken` failed in deal 0, rotation 0: RuntimeError: no idea") as caught:
        kirifuda.match("hearts", [broken, "stock", "stock", "stock"], deals=10)
    assert isinstance(caught.value.__cause__, RuntimeError)
    for player, says in [
        (illegal, "not legal; legal:"),
        (wordy, "not the number of an action"),
        (short, "one for each game"),
        (vague, "whole numbers in one dimension"),
    ]:
        with pytest.raises(PlayerError, match=says):
            kirifuda.match("hearts", [player, "stock", "stock", "stock"], deals=10)
    # The interpreter is alive, and so is the next match.
    assert kirifuda.match("hearts", ["stock"] * 4, deals=10)["deals"] == 10


def test_wrong_input_is_named() -> None:
    hearts = kirifuda.game("hearts")
    state = hearts.deal(1)
    for call, says in [
        (lambda: kirifuda.game("chess"), "unknown game `chess`"),
        (lambda: kirifuda.game("hearts", "standart"), "standard"),
        (lambda: hearts.player("stok"), "did you mean `stock`"),
        (lambda: hearts.deal(1).view(4), "seats are 0 to 3"),
        (lambda: hearts.action_text(52), "numbered 0 to 51"),
        (lambda: hearts.action_number("♣1"), "♣1"),
        (lambda: hearts.read("nonsense"), "the deal"),
        (lambda: hearts.all_deals(), "too many"),
        (lambda: hearts.exploitability("stock"), "too large"),
        (lambda: kirifuda.match("hearts", ["stock"] * 3, deals=10), "name exactly 4"),
        (lambda: kirifuda.match("hearts", ["stock"] * 4, deals=0), "from 1 on"),
        (lambda: kirifuda.match("hearts", ["stock"] * 4, deals=1, matches=1), "name one"),
        (lambda: kirifuda.match("kuhn", ["random"] * 2, matches=2), "not played in matches"),
        (lambda: kirifuda.match(hearts, ["stock"] * 4, deals=5, rules="falcon"), "given twice"),
        (lambda: kirifuda.match("hearts", [None] * 4, deals=10), "a name of the list"),
        (lambda: kirifuda.tournament("hearts", ["stock"], deals=10), "at least two"),
        (lambda: hearts.batch(0), "1 to 1048576"),
        (lambda: hearts.batch(4, seats=["stock"]), "1 seats are named"),
        (lambda: hearts.batch(4, seats=["stock"] * 4), "leave one to yourself"),
        (lambda: hearts.batch(4, seats=[None, "stok", None, None]), "stok"),
        (lambda: hearts.batch(4, observation="words"), "bits, packed, none"),  # type: ignore[arg-type]
        (lambda: kirifuda.train("hearts", "linear-r"), "linear-q"),
        (lambda: kirifuda.train("hearts", "linear-q", deals=10, resume=True), "checkpoint"),
        (lambda: state.play(1.5), "a number or a text"),  # type: ignore[arg-type]
        (lambda: state.play(-1), "0 to 51"),
        (lambda: state.play("♣♣"), "♣♣"),
    ]:
        with pytest.raises(KirifudaError, match=says):
            call()
    monsters = kirifuda.game("monsters").deal(1)
    for number in range(monsters.game.num_actions + 3):
        if number not in monsters.legal():
            with pytest.raises(IllegalAction):
                monsters.play(number)
    with pytest.raises(IllegalAction, match="not legal for seat"):
        state.play(next(card for card in range(52) if card not in state.legal()))
    assert state.text()[1] == []
    over = played(hearts)
    with pytest.raises(IllegalAction, match="the game is over"):
        over.play(0)
    with pytest.raises(KirifudaError, match="name a seat"):
        over.view()
    with pytest.raises((OverflowError, TypeError)):
        hearts.deal(-1)
    with pytest.raises(OSError, match="cannot read"):
        list(kirifuda.records("/no/such/file"))
    with pytest.raises(FileNotFoundError):
        kirifuda.Model("/no/such/file")


def test_a_batch_steps_many_games(game: kirifuda.Game) -> None:
    batch = game.batch(32, seed=5, threads=1)
    threaded = game.batch(32, seed=5, threads=3)
    packed = game.batch(32, seed=5, threads=2, observation="packed")
    states = [game.deal(5, n) for n in range(32)]
    deals = list(range(32))
    for _ in range(150):
        for row, state in enumerate(states):
            assert batch.seat[row] == state.turn and batch.deal[row] == deals[row]
            assert np.flatnonzero(batch.mask[row]).tolist() == sorted(state.legal())
        row = int(batch.seat[0]) % 32
        assert (batch.observation[row] == states[row].observation()).all()
        bits = np.unpackbits(packed.observation[row].view(np.uint8), bitorder="little")[: game.observation_size]
        assert (bits == batch.observation[row]).all()
        actions = batch.random().copy()
        assert (actions == threaded.random()).all()
        for other in [batch, threaded, packed]:
            other.step(actions)
        for row, state in enumerate(states):
            state.play(int(actions[row]))
            assert batch.done[row] == state.is_over
            assert batch.reward[row].tolist() == state.returns
            if state.is_over:
                deals[row] += 32
                states[row] = game.deal(5, deals[row])
        for name in ["observation", "mask", "seat", "reward", "done", "deal"]:
            assert (getattr(batch, name) == getattr(threaded, name)).all(), name
    assert len(batch) == 32 and batch.state(3).text() == states[3].text() and batch.view(3) == states[3].view()


def test_a_batch_against_players_is_a_match(tmp_path: Path) -> None:
    """The learner's place moves on with the deal; asked for stock's moves, the games are those of the arena."""
    hearts = kirifuda.game("hearts", "standard")
    batch = hearts.batch(8, seed=4, seats=[None, "jake", "rule", "random"], rotate=True)
    returns: dict[int, list[float]] = {}
    while len(returns) < 40:
        deal = batch.deal.copy()
        batch.step(batch.ask("stock"))
        for row in np.flatnonzero(batch.done):
            returns[int(deal[row])] = batch.reward[row].tolist()
    records: dict[int, list[float]] = {}
    file = tmp_path / "games.jsonl"
    kirifuda.match(hearts, ["stock", "jake", "rule", "random"], deals=40, seed=4, record=file)
    for record in kirifuda.records(file):
        if record["rotation"] == record["deal"] % 4:
            records[record["deal"]] = record["payoffs"]
    assert {deal: returns[deal] for deal in range(32)} == {deal: records[deal] for deal in range(32)}


def test_a_batch_refuses_and_goes_on() -> None:
    hearts = kirifuda.game("hearts")
    batch = hearts.batch(4, seed=1)
    before = batch.observation.copy()
    good = batch.random().copy()
    bad = good.copy()
    bad[2] = 52
    for actions, error, says in [
        (bad, IllegalAction, "row 2"),
        (-good - 1, IllegalAction, "row 0"),
        (good[:3], KirifudaError, "3 numbers"),
        (good.astype(float), KirifudaError, "whole numbers"),
        (good.reshape(2, 2), KirifudaError, "one dimension"),
        (["♣2"] * 4, KirifudaError, "whole numbers"),
        (None, KirifudaError, "whole numbers"),
    ]:
        with pytest.raises(error, match=says):
            batch.step(actions)
        assert (batch.observation == before).all(), "nothing was played"
    batch.step(good.astype(np.uint8))
    batch.step(batch.random().tolist())
    with pytest.raises(ValueError, match="read-only"):
        batch.mask[0, 0] = True
    with pytest.raises(KirifudaError, match="rows are 0 to 3"):
        batch.view(4)
    with pytest.raises(KirifudaError, match="cannot be pickled"):
        pickle.dumps(batch)
    batch.reset()
    assert (batch.observation == before).all()
    batch.close()
    for call in [lambda: batch.step(good), batch.reset, batch.random, lambda: batch.view(0)]:
        with pytest.raises(KirifudaError, match="closed"):
            call()


def test_records_are_read_back(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    kirifuda.match("daifugo", ["default"] * 5, deals=3, seed=2, record=file)
    with pytest.raises(OSError, match="overwrite=True"):
        kirifuda.match("daifugo", ["default"] * 5, deals=3, record=file)
    games = list(kirifuda.records(file))
    assert len(games) == 15
    game = kirifuda.game(games[0]["game"], games[0]["rules"])
    assert game.read(games[0]["dealt"], games[0]["actions"]).returns == games[0]["payoffs"]
    columns = kirifuda.decisions(file)
    rows = sum(len(record["actions"]) for record in games)
    assert columns["observation"].shape == (rows, game.observation_size)
    starts = np.concatenate([[0], columns["legal_ends"][:-1]])
    for row in range(0, rows, 37):
        assert columns["action"][row] in columns["legal"][starts[row] : columns["legal_ends"][row]]
    state = game.read(games[0]["dealt"], games[0]["actions"][:5])
    assert (columns["observation"][5] == state.observation()).all() and columns["seat"][5] == state.turn
    pyarrow = pytest.importorskip("pyarrow")
    table = kirifuda.decisions(file, arrow=True)
    assert isinstance(table, pyarrow.Table) and table.num_rows == rows
    assert table["legal"][5].as_py() == state.legal()
    file.write_text("{}\n")
    with pytest.raises(KirifudaError, match="line 1"):
        list(kirifuda.records(file))


def test_a_training_stops_and_goes_on_bit_for_bit(tmp_path: Path) -> None:
    place = tmp_path / "checkpoint"
    whole = kirifuda.train("plain-tricks", "linear-q", deals=3000, seed=2)

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        assert 0 < done <= total == 3000
        raise Enough

    with pytest.raises(Enough):
        kirifuda.train("plain-tricks", "linear-q", deals=3000, seed=2, checkpoint=place, progress=stop)
    assert place.exists()
    with pytest.raises(FileExistsError, match="resume=True"):
        kirifuda.train("plain-tricks", "linear-q", deals=3000, seed=2, checkpoint=place)
    again = kirifuda.train("plain-tricks", "linear-q", deals=3000, seed=2, checkpoint=place, resume=True)
    assert bytes(again) == bytes(whole) and not place.exists()
    assert again.header["learner"] == "linear-q" and again.header["deals"] == 3000
    again.save(tmp_path / "model.kfm")
    with pytest.raises(FileExistsError):
        again.save(tmp_path / "model.kfm")
    read = kirifuda.Model(tmp_path / "model.kfm")
    assert bytes(read) == bytes(again) and bytes(pickle.loads(pickle.dumps(read))) == bytes(again)
    assert read.player().spec.startswith("linear-q:model=")


def test_progress_is_told_and_a_match_can_be_stopped() -> None:
    told: list[tuple[int, int]] = []
    kirifuda.match("hearts", ["mc:sims=20"] * 4, deals=60, progress=lambda done, total: told.append((done, total)))
    assert told and told[-1] == (60, 60) and told == sorted(told)
    # A shell that starts the tests in the background has them ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    pid = os.getpid()
    timer = threading.Timer(0.5, lambda: os.kill(pid, signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        kirifuda.match("hearts", ["mc:sims=2000"] * 4, deals=1_000_000)
    assert time.monotonic() - start < 30


def test_threads_work_at_the_same_time() -> None:
    hearts = kirifuda.game("hearts")
    results: list[float] = []

    def work(seed: int) -> None:
        batch = hearts.batch(64, seed=seed, threads=2)
        for _ in range(50):
            batch.step(batch.random())
        results.append(float(batch.reward.sum()))
        kirifuda.match(hearts, ["stock"] * 4, deals=20, seed=seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4


def memory() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_a_million_steps_leak_nothing() -> None:
    hearts = kirifuda.game("hearts")

    def rounds(count: int) -> None:
        batch = hearts.batch(512, seed=1, seats=[None, "stock", "stock", "stock"])
        for _ in range(count):
            batch.step(batch.random())
        for seed in range(count):
            state = hearts.deal(seed)
            view = state.view()
            view.imagine(seed).observation()
            view.seat, view.hand, view.history
            with pytest.raises(IllegalAction):
                state.play(next(card for card in range(52) if card not in state.legal()))

    rounds(200)
    gc.collect()
    before = memory()
    rounds(2000)  # 1,024,000 steps
    gc.collect()
    assert memory() - before < 8 << 20


def test_nothing_keeps_games_alive() -> None:
    import weakref

    class Agent:
        def __call__(self, view: kirifuda.View) -> int:
            return view.legal()[0]

    agent = Agent()
    gone = weakref.ref(agent)
    kirifuda.match("kuhn", [agent, "random"], deals=5)
    del agent
    assert gone() is None, "no cycle: the function is let go with the match"


def test_examples_in_the_documentation_run() -> None:
    finder, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL)
    count = 0
    objects: list[tuple[str, object]] = [("kirifuda", kirifuda)]
    for name in kirifuda.__all__:
        thing = getattr(kirifuda, name)
        objects.append((name, thing))
        if inspect.isclass(thing):
            objects += [(f"{name}.{part}", getattr(thing, part)) for part in vars(thing) if not part.startswith("_")]
    for name, thing in objects:
        text = inspect.getdoc(thing)
        assert text, f"{name} is not documented"
        test = finder.get_doctest(text, {**vars(kirifuda), "kirifuda": kirifuda}, name, None, 0)
        runner.run(test)
        count += len(test.examples)
    assert runner.summarize(verbose=False).failed == 0 and count > 20


def test_the_stubs_are_what_there_is() -> None:
    stubtest = [sys.executable, "-m", "mypy.stubtest", "kirifuda._kirifuda", "--ignore-disjoint-bases"]
    result = subprocess.run(stubtest, capture_output=True, text=True)
    if "unrecognized arguments" in result.stderr:
        result = subprocess.run(stubtest[:-1], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    # The sources: among installed packages mypy takes its own for the user's.
    module = SOURCE / "python" / "kirifuda" / "__init__.py"
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(SOURCE / "pyproject.toml"), str(module)],
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout


def test_all_that_is_compiled_is_named() -> None:
    for name in ["Game", "State", "View", "Batch", "Player", "Records"]:
        assert getattr(kirifuda, name) is getattr(_kirifuda, name)

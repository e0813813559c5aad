"""The program under attack: what it understands, a table that it serves, commands that are measured."""

import os
import queue
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from .client import HOME, PATIENCE, Sitter, ask

MIB = 1024 * 1024


class Program:
    """A program, whatever its version."""

    def __init__(self, path):
        self.path = str(Path(path).resolve())
        self.helps = {}

    def understands(self, option, *command):
        """Whether a command has an option."""
        if command not in self.helps:
            told = subprocess.run([self.path, *command, "--help"], capture_output=True, text=True, timeout=PATIENCE)
            self.helps[command] = told.stdout if told.returncode == 0 else ""
        return re.search(rf"{option}\b", self.helps[command]) is not None

    def run(self, *arguments, memory=None, stdin=None, seconds=120):
        """Runs a command to its end: its status (nothing if it does not end in time), its words, its peak of memory in MiB."""
        def confine():
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory * MIB, memory * MIB))

        # Into a file: who writes without end must not fill the memory of the attacker.
        with tempfile.TemporaryFile() as words:
            process = subprocess.Popen([self.path, *map(str, arguments)], stdin=stdin or subprocess.DEVNULL, stdout=words,
                                       stderr=subprocess.STDOUT, preexec_fn=confine)
            late = time.monotonic() + seconds
            status, used = None, None
            while time.monotonic() < late:
                ended, code, used = os.wait4(process.pid, os.WNOHANG)
                if ended:
                    status = os.waitstatus_to_exitcode(code)
                    break
                time.sleep(0.02)
            else:
                process.kill()
                _, _, used = os.wait4(process.pid, 0)
            process.returncode = status if status is not None else -signal.SIGKILL
            words.seek(0)
            return status, words.read(100_000).decode(errors="replace"), used.ru_maxrss / 1024


class House:
    """A table that the program serves, with a database in a folder."""

    def __init__(self, program, folder, *options, listen=HOME, environment=None):
        self.program, self.database = program, Path(folder) / "table.sqlite"
        where = "--listen" if program.understands("--listen", "play") else "--host"
        command = [program.path, "play", "--port", "0", where, listen, "--database", str(self.database), "--no-browser"]
        # Files that outgrow a limit fail to be written; nothing else happens: Python ignores SIGXFSZ, and so does the child.
        self.process = subprocess.Popen([*command, *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, restore_signals=False,
                                        env={**os.environ, **(environment or {})})
        self.said, self.lines = [], queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self.port = self._port()

    def _listen(self):
        for line in self.process.stdout:
            self.said.append(line.rstrip())
            self.lines.put(line)
        self.lines.put(None)

    def _port(self):
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line is None:
                raise RuntimeError(f"the table did not open: {' / '.join(self.said)}")
            found = re.search(r"http://[^/]*:(\d+)/", line)
            if found:
                return int(found.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def ask(self, method, path, body=None, **options):
        return ask(self.port, method, path, body, **options)

    def catalog(self):
        return self.ask("GET", "/api/catalog").value["games"]

    def table(self, game, rules, players, source=HOME, **wish):
        """A table of a person and these players: its name and the token."""
        seats = [{"kind": "person"}] + [{"kind": "player", "player": player} for player in players]
        return self.made({"game": game, "rules": rules, "seats": seats, **wish}, source)

    def made(self, wish, source=HOME):
        answer = self.ask("POST", "/api/tables", wish, source=source)
        if answer.status != 201:
            raise RuntimeError(f"no table: {answer.status} {answer.body[:300]}")
        return answer.value["table"], answer.value["token"]

    def sit(self, made, **options):
        return Sitter(self.port, *made, **options)

    def memory(self, what="VmRSS"):
        """What it holds, in MiB; `VmHWM`: the most since the last call of `forget_peak`."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{what}:\s+(\d+)", status).group(1)) / 1024

    def forget_peak(self):
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def processor(self):
        """Seconds of processor that it has used: unlike those of the clock, they do not depend on what else the machine does."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def fill_disk(self, full=True, whole=False):
        """No file of it may grow beyond a few kilobytes more, as on a full disk; or there is room again. A `whole` disk that is
        full does not even take what goes into the room that a log has already."""
        most = 6000 if whole else resource.RLIM_INFINITY
        if full and not whole:
            files = [Path(f"{self.database}{end}") for end in ("", "-wal")]
            # In the middle of a page.
            most = max(file.stat().st_size for file in files if file.exists()) + 6000
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def stop(self):
        """A clean end: the status, or nothing where it does not end."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return None

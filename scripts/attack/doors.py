"""Who comes in, and how: deaf and silent connections, foreign pages, tokens, what others may read."""

import json
import os
import socket
import struct
import subprocess
import time
from pathlib import Path

from . import DUEL, LEARNER, RANDOM, TRICKS, attack, found
from .client import HOME, PATIENCE, WebSocket, status_of
from .house import House


@attack("clients that ask for much and read nothing", "their places are free again after a minute")
def deaf_clients(program, folder, sizes):
    with House(program, folder) as house:
        def places():
            # Who asks has a place, too, and may be counted for a moment after the answer.
            counts = []
            for _ in range(5):
                counts.append(house.ask("GET", "/health").value["connections"])
                time.sleep(0.05)
            return min(counts)

        house.catalog()
        before = places()
        deaf = []
        for _ in range(3):
            stream = socket.create_connection((HOME, house.port), PATIENCE)
            # Answers enough to fill all buffers on the way.
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stream.settimeout(2)
            try:
                stream.sendall(f"GET /api/catalog HTTP/1.1\r\nHost: {HOME}:{house.port}\r\n\r\n".encode() * 2000)
            except TimeoutError:
                pass
            deaf.append(stream)
        start = time.monotonic()
        taken = left = places() - before
        while left > 0 and time.monotonic() - start < 60:
            left = places() - before
        return found(f"{left} of {taken} places still taken after {time.monotonic() - start:.0f} s", taken > 0 and left == 0)


@attack("a request with two hosts, of which one is foreign", "refused")
def two_hosts(program, folder, sizes):
    with House(program, folder) as house:
        own, foreign = f"Host: {HOME}:{house.port}", "Host: evil.example"
        statuses = [status_of(house.port, ["GET /health HTTP/1.1", *hosts]) for hosts in ([own, foreign], [foreign, own])]
        return found(f"statuses {statuses[0]} and {statuses[1]}", all(status // 100 == 4 for status in statuses))


@attack("a foreign name that leads to a table which others can reach (DNS rebinding)", "refused")
def rebinding(program, folder, sizes):
    with House(program, folder, listen="0.0.0.0") as house:
        wish = {"game": DUEL, "seats": [{"kind": "person"}, {"kind": "player", "player": RANDOM}]}
        headers = {"Host": "evil.example", "Origin": "http://evil.example"}
        status = house.ask("POST", "/api/tables", wish, headers=headers).status
        return found(f"status {status} to a page of evil.example that makes a table", status // 100 == 4)


@attack("a token as part of an address, where logs and histories keep it", "it opens nothing")
def token_in_address(program, folder, sizes):
    with House(program, folder) as house:
        table, token = house.table(TRICKS, "plain", [RANDOM] * 3)
        stream = socket.create_connection((HOME, house.port), PATIENCE)
        seat = WebSocket(stream, f"{HOME}:{house.port}", f"/ws/{table}?token={token}").receive()
        opened = json.loads(seat)["you"] is not None
        return found("it opens the seat" if opened else "not heeded", not opened)


@attack("another user of the machine reads the database, and whoever reads it uses its tokens",
        "mode 600; no token in it")
def readable_files(program, folder, sizes):
    folder = Path(folder)
    old = os.umask(0o022)
    try:
        with House(program, folder) as house:
            tokens = [house.table(TRICKS, "plain", [RANDOM] * 3)[1]]
            tokens.append(house.ask("POST", "/api/learners", {"game": TRICKS, "learner": LEARNER}).value["token"])
            program.run("backup", folder / "copy.sqlite", "--database", house.database)
            files = [file for file in folder.iterdir() if "sqlite" in file.name]
            open_to_all = sorted(file.name for file in files if file.stat().st_mode & 0o077)
            contents = b"".join(file.read_bytes() for file in files)
            told = sum(token.encode() in contents for token in tokens)
    finally:
        os.umask(old)
    figure = f"{len(open_to_all)} of {len(files)} files open to others, {told} of 2 tokens in them"
    return found(figure, not open_to_all and not told)


def greeting(name):
    """What a client of the contest says first: a table of 8 rows of 15 numbers with its version and its name."""
    cells = [0] * 120
    cells[0] = 20070
    cells[15:15 + len(name)] = name
    return struct.pack(">120i", *cells)


@attack("connections that say nothing before the contest's clients come", "clients have their numbers within 20 s")
def silent_lobby(program, folder, sizes):
    with socket.socket() as free:
        free.bind((HOME, 0))
        port = free.getsockname()[1]
    ours = "--players" if program.understands("--players", "uecda", "serve") else "--seats"
    seats = [part for _ in range(3) for part in (ours, RANDOM)]
    server = subprocess.Popen([program.path, "uecda", "serve", "--port", str(port), "--games", "1", *seats],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    silent, waits = [], []
    try:
        late = time.monotonic() + PATIENCE
        while not silent:
            try:
                silent.append(socket.create_connection((HOME, port), PATIENCE))
            except ConnectionRefusedError:
                if server.poll() is not None or time.monotonic() > late:
                    raise RuntimeError("the contest's server did not start") from None
                time.sleep(0.02)
        silent += [socket.create_connection((HOME, port), PATIENCE) for _ in range(4)]
        clients = [socket.create_connection((HOME, port), PATIENCE) for _ in range(2)]
        start = time.monotonic()
        for client in clients:
            client.sendall(greeting(b"attacked"))
        for client in clients:
            client.settimeout(max(start + 20 - time.monotonic(), 0.01))
            try:
                if len(client.recv(4)) == 4:
                    waits.append(time.monotonic() - start)
            except OSError:
                pass
    finally:
        server.kill()
        server.wait()
    longest = f" after {max(waits):.1f} s" if waits else ""
    return found(f"{len(waits)} of 2 let in{longest}", len(waits) == 2)

"""A client of the table by hand: requests, websockets, somebody who plays. Nothing but the standard library."""

import base64
import json
import os
import random
import socket
import time
from http.client import HTTPConnection, HTTPException

HOME = "127.0.0.1"
# Long enough for a busy machine: whoever waits so long waits for ever.
PATIENCE = 60


class Closed(Exception):
    """The other side has closed the connection."""


class Answer:
    """What a request was answered by; status 0 where there was no answer."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def value(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return None


def ask(port, method, path, body=None, headers=None, source=HOME):
    """A request from an address of this machine."""
    connection = HTTPConnection(HOME, port, timeout=PATIENCE, source_address=(source, 0))
    content = body if body is None or isinstance(body, (bytes, str)) else json.dumps(body)
    try:
        connection.request(method, path, content, {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    except (OSError, HTTPException):
        return Answer(0, {}, b"")
    finally:
        connection.close()


def status_of(port, lines):
    """The status by which a request is answered whose lines are written by hand; 0 where there is no answer."""
    with socket.create_connection((HOME, port), PATIENCE) as stream:
        stream.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        try:
            head = stream.makefile("rb").readline().split()
        except OSError:
            return 0
    return int(head[1]) if len(head) > 1 else 0


class WebSocket:
    """A websocket over a connected stream; messages are texts."""

    def __init__(self, stream, host, path, protocols=(), origin=None):
        self.stream, self.left = stream, b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}",
        ]
        lines += [f"Sec-WebSocket-Protocol: {', '.join(protocols)}"] if protocols else []
        lines += [f"Origin: {origin}"] if origin else []
        stream.sendall("\r\n".join([*lines, "", ""]).encode())
        late = time.monotonic() + PATIENCE
        while b"\r\n\r\n" not in self.left:
            self._more(late)
        head, self.left = self.left.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(head.split(b"\r\n")[0].decode())

    def send(self, text):
        content = text.encode()
        length = len(content)
        size = bytes([128 | length]) if length < 126 else bytes([128 | 126]) + length.to_bytes(2, "big")
        # A mask of zeros changes nothing.
        self._write(b"\x81" + size + bytes(4) + content)

    def receive(self, seconds=PATIENCE):
        """The next text. Raises TimeoutError where none comes in time."""
        late = time.monotonic() + seconds
        while True:
            first, length = self._take(2, late)
            if length >= 126:
                length = int.from_bytes(self._take(2 if length == 126 else 8, late), "big")
            content = self._take(length, late)
            kind = first & 15
            if kind == 1:
                return content.decode()
            if kind == 9:
                self._write(b"\x8a" + bytes([128 | len(content)]) + bytes(4) + content)
            if kind == 8:
                raise Closed("closed")

    def close(self):
        self.stream.close()

    def _write(self, content):
        try:
            self.stream.sendall(content)
        except OSError as why:
            raise Closed(str(why)) from None

    def _take(self, count, late):
        while len(self.left) < count:
            self._more(late)
        taken, self.left = self.left[:count], self.left[count:]
        return taken

    def _more(self, late):
        self.stream.settimeout(max(late - time.monotonic(), 0.001))
        try:
            more = self.stream.recv(65536)
        except TimeoutError:
            raise
        except OSError as why:
            raise Closed(str(why)) from None
        finally:
            self.stream.settimeout(PATIENCE)
        if not more:
            raise Closed("closed")
        self.left += more


class Sitter:
    """Somebody at a table: with a token at a seat, without one watching."""

    def __init__(self, port, table, token=None, source=HOME, rng=None):
        self.rng, self.state, self.errors = rng or random.Random(1), None, []
        stream = socket.create_connection((HOME, port), PATIENCE, source_address=(source, 0))
        # Both ways in which programs have taken tokens.
        path = f"/ws/{table}" + (f"?token={token}" if token else "")
        protocols = ("kirifuda", f"kirifuda.token.{token}") if token else ()
        self.socket = WebSocket(stream, f"{HOME}:{port}", path, protocols)
        self.await_type("state")

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def hear(self, seconds=PATIENCE):
        """The next message."""
        message = json.loads(self.socket.receive(seconds))
        if message["type"] == "state":
            self.state = message
        if message["type"] == "error":
            self.errors.append(message.get("code"))
        return message

    def await_type(self, *kinds, seconds=PATIENCE):
        late = time.monotonic() + seconds
        while True:
            message = self.hear(max(late - time.monotonic(), 0.001))
            if message["type"] in kinds:
                return message
            if message["type"] == "error" and "state" in kinds and self.state is None:
                raise Closed(message["code"])

    @property
    def progress(self):
        """How far the shown state is: the deal, and the moves in it."""
        return self.state["deal"], self.state["history"]

    @property
    def is_over(self):
        return self.state["phase"] == "over"

    def turn(self, seconds=PATIENCE):
        """Waits for the own turn; false when the deal is over."""
        while not self.state["legal"] and not self.is_over:
            self.await_type("state", seconds=seconds)
        return not self.is_over

    def act(self):
        """Plays a random card, and does not wait for what comes of it."""
        self.say(type="act", action=self.rng.choice(self.state["legal"]), at=self.state["version"])

    def act_and_see(self, seconds=PATIENCE):
        """Plays a random card, and waits until it is shown."""
        before = (self.state["deal"], len(self.state["history"]))
        self.act()
        while (self.state["deal"], len(self.state["history"])) == before:
            self.await_type("state", seconds=seconds)

    def play_deal(self):
        while self.turn():
            self.act_and_see()

    def next_deal(self):
        before = self.state["deal"]
        self.say(type="next")
        while self.state["deal"] == before:
            self.await_type("state")

    def close(self):
        self.socket.close()

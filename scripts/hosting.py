#!/usr/bin/env python3
"""Runs the recipe of docs/hosting.md on this machine: nginx with TLS in front of the table, and looks whether it holds.

    python3 scripts/hosting.py          # needs nginx and openssl; KIRIFUDA names the program
"""

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

from attack.client import WebSocket

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("KIRIFUDA", str(ROOT / "target/release/kirifuda"))
NAME = "localhost"
OUTER = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
{user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def wait_for(port, process):
    for _ in range(600):
        assert process.poll() is None, "it ended at once"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"nobody listens at {port}")


def change(text, pairs):
    for old, new in pairs:
        assert old in text, f"`{old}` is not in the recipe"
        text = text.replace(old, new)
    return text


class Site:
    """The table behind nginx."""

    def __init__(self, folder):
        self.folder = folder
        self.table, self.plain, self.secure = free_port(), free_port(), free_port()
        unit = (ROOT / "deploy/kirifuda.service").read_text()
        line = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
        command = change(line.removeprefix("ExecStart="), [
            ("/usr/local/bin/kirifuda", PROGRAM),
            ("7777", str(self.table)),
            ("cards.example", NAME),
            ("/var/lib/kirifuda", str(folder)),
        ])
        self.processes = [subprocess.Popen([*command.split(), "--limit", "learners-per-address=1"])]
        wait_for(self.table, self.processes[0])
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", certificate],
            check=True, capture_output=True,
        )
        site = change((ROOT / "deploy/nginx.conf").read_text(), [
            ("/etc/letsencrypt/live/cards.example/fullchain.pem", str(certificate)),
            ("/etc/letsencrypt/live/cards.example/privkey.pem", str(key)),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.secure} ssl;"),
            ("127.0.0.1:7777;", f"127.0.0.1:{self.table};"),
            ("cards.example", NAME),
        ])
        (folder / "site.conf").write_text(site)
        user = "user root;" if os.getuid() == 0 else ""
        (folder / "nginx.conf").write_text(OUTER.format(folder=folder, user=user))
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.processes.append(subprocess.Popen([nginx, "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr"]))
        wait_for(self.secure, self.processes[1])
        self.context = ssl.create_default_context(cafile=certificate)

    def ask(self, method, path, body=None, headers=None):
        connection = HTTPSConnection(NAME, self.secure, timeout=30, context=self.context)
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def socket(self, table, token):
        """The first message of the websocket of a seat."""
        raw = socket.create_connection(("127.0.0.1", self.secure), 30)
        with self.context.wrap_socket(raw, server_hostname=NAME) as stream:
            host, protocols = f"{NAME}:{self.secure}", ("kirifuda", f"kirifuda.token.{token}")
            return json.loads(WebSocket(stream, host, f"/ws/{table}", protocols, f"https://{host}").receive())

    def close(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
        return [process.wait(60) for process in reversed(self.processes)]


def check(site):
    status, headers, body = site.ask("GET", "/health")
    assert status == 200 and json.loads(body)["status"] == "ok", body
    assert "max-age" in headers["Strict-Transport-Security"]
    status, _, body = site.ask("GET", "/")
    assert status == 200 and b"<html" in body
    plain = HTTPConnection("127.0.0.1", site.plain, timeout=30)
    plain.request("GET", "/", headers={"Host": NAME})
    moved = plain.getresponse()
    assert moved.status == 301 and moved.headers["Location"] == f"https://{NAME}/", moved.headers["Location"]

    offer = json.loads(site.ask("GET", "/api/catalog")[2])["games"]
    game, adapts = next(
        (game, one["name"]) for game in offer for one in game["learners"] if one["adapts"]
    )
    preset = game["presets"][0]["name"]
    player = {"kind": "player", "player": game["players"][0]["name"]}
    seats = [{"kind": "person"}] + [player] * (game["seats"][preset] - 1)
    wish = {"game": game["name"], "rules": preset, "seats": seats}
    status, _, body = site.ask("POST", "/api/tables", wish, {"Origin": f"https://{NAME}:{site.secure}"})
    assert status == 201, body
    made = json.loads(body)
    state = site.socket(made["table"], made["token"])
    assert state["type"] == "state" and state["you"] == 0, state

    # Whoever makes up another address is counted all the same.
    learner = {"game": game["name"], "learner": adapts}
    statuses = [site.ask("POST", "/api/learners", learner, {"X-Forwarded-For": f"192.0.2.{n}"})[0] for n in range(2)]
    assert statuses == [201, 429], statuses
    assert site.ask("GET", "/metrics")[0] == 403
    assert site.ask("GET", "/health", headers={"Host": "evil.example"})[0] == 421
    assert site.ask("POST", "/api/tables", wish, {"Origin": "https://evil.example"})[0] == 403

    copy = site.folder / "copy.sqlite"
    subprocess.run([PROGRAM, "backup", copy, "--database", site.folder / "table.sqlite"], check=True)
    assert copy.stat().st_mode & 0o777 == 0o600 and copy.stat().st_size > 0


def check_units(folder):
    """What systemd thinks of the units, where it is there."""
    if not shutil.which("systemd-analyze"):
        return
    for name in ["kirifuda.service", "kirifuda-backup.service", "kirifuda-backup.timer"]:
        text = (ROOT / "deploy" / name).read_text().replace("/usr/local/bin/kirifuda", PROGRAM)
        (folder / name).write_text(text)
    units = [folder / "kirifuda.service", folder / "kirifuda-backup.timer"]
    looked = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
    about_ours = [line for line in looked.stderr.splitlines() if "kirifuda" in line]
    assert not about_ours, "\n".join(about_ours)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_units(folder)
        site = Site(folder)
        try:
            check(site)
        except BaseException:
            site.close()
            raise
        ended = site.close()
        assert ended == [0, 0], ended
    print("the recipe of docs/hosting.md holds")


if __name__ == "__main__":
    sys.exit(main())

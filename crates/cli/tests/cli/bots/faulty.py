"""Plays the first legal action of any game, until it does what its first argument says.

crash: ends with status 3 at the second question.   hang: never answers the second question.
illegal: always plays what is no action.            garbage: prints no JSON at the second question.
tire: ends with status 3 after 20 games.
mark: plays on, and creates the file of its second argument after 20 games.
slow: creates the file of its second argument at the first question, and takes 3 seconds for every answer.
"""

import json
import pathlib
import sys
import time

kind = sys.argv[1]
sys.stdin.reconfigure(encoding="utf-8")
questions = games = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        games += 1
        if kind == "tire" and games == 20:
            sys.exit(3)
        if kind == "mark" and games == 20:
            pathlib.Path(sys.argv[2]).touch()
    if message["type"] != "choose":
        continue
    questions += 1
    if kind == "slow":
        pathlib.Path(sys.argv[2]).touch()
        time.sleep(3)
    if questions == 2 and kind == "crash":
        print("the cards are marked", file=sys.stderr)
        sys.exit(3)
    if questions == 2 and kind == "hang":
        time.sleep(600)
    if questions == 2 and kind == "garbage":
        print("I think I fold", flush=True)
        continue
    action = "cheat" if kind == "illegal" else message["legal"][0]
    print(json.dumps({"id": message["id"], "action": action}), flush=True)

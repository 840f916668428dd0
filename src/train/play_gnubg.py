"""Plays for GNU Backgammon's nets (0-ply, money, no cube) in a duel with `nardy bench duel`.

Usage: nardy bench duel --against 'python3 play_gnubg.py'

Needs the package gnubg-nn (`pip install --pre gnubg-nn`), which is under the GPL and stays outside
the engine. A line of input is a position ID and two dice, its answer the position ID after the
play, the other side on roll.
"""

import base64
import sys

import gnubg_nn


def position_id(key):
    """The position ID of a key as the package gives it: sixteen letters for sixteen digits."""
    digits = "".join("%x" % (ord(letter) - ord("A")) for letter in key)
    return base64.b64encode(bytes.fromhex(digits)).decode()[:14]


for line in sys.stdin:
    text, high, low = line.split()
    board = gnubg_nn.board_from_position_id(text)
    after = gnubg_nn.best_move(board, int(high), int(low), n=0, b=1)[1]
    print(position_id(after), flush=True)

"""Labels positions with GNU Backgammon's nets (0-ply), for recipes that learn from labels.

Usage: python3 label_gnubg.py positions.bin labels.bin

Needs the package gnubg-nn (`pip install --pre gnubg-nn`), which is under the GPL and stays outside
the engine: only the numbers come back. Formats: see labels.rs. Prints the SHA-256 that the recipe
has to name, and the version of the package.
"""

import base64
import hashlib
import importlib.metadata
import struct
import sys

import gnubg_nn

RECORD = 10


def units(chance):
    return min(65535, max(0, round(chance * 65535)))


def main():
    positions = open(sys.argv[1], "rb").read()
    out = hashlib.sha256()
    with open(sys.argv[2], "wb") as labels:
        for at in range(0, len(positions), RECORD):
            key = positions[at:at + RECORD]
            board = gnubg_nn.board_from_position_id(base64.b64encode(key)[:14].decode())
            record = key + struct.pack("<5H", *map(units, gnubg_nn.probabilities(board, 0)))
            labels.write(record)
            out.update(record)
    print(f'sha256 = "{out.hexdigest()}"')
    print(f"gnubg-nn {importlib.metadata.version('gnubg-nn')}")


main()

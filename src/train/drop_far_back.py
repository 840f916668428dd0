"""Leaves out labelled positions that GNU Backgammon's nets do not know.

Usage: python3 drop_far_back.py labels.bin kept.bin

Positions in which both sides have six checkers or more in the other's home or on the bar come from
games of longgammon, and their labels are noise. Formats: see labels.rs. Prints the SHA-256 that
the recipe has to name.
"""

import hashlib
import sys

RECORD = 20
KEY = 10
PLACES = 25
HOME = 18


def far_back(key):
    """For the side not on roll and the side on roll: checkers on points 19 to 24 and the bar."""
    bits = int.from_bytes(key, "little")
    counts = [0, 0]
    for place in range(2 * PLACES):
        while bits & 1:
            counts[place // PLACES] += place % PLACES >= HOME
            bits >>= 1
        bits >>= 1
    return counts


def main():
    labels = open(sys.argv[1], "rb").read()
    kept = bytearray()
    for at in range(0, len(labels), RECORD):
        if min(far_back(labels[at:at + KEY])) < 6:
            kept += labels[at:at + RECORD]
    open(sys.argv[2], "wb").write(kept)
    print(f'sha256 = "{hashlib.sha256(kept).hexdigest()}"')


main()

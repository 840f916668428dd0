"""Plays by GNU Backgammon with look-ahead (money, no cube, its own filters and pruning nets).

Usage: nardy bench search FILE --peer 'python3 search_gnubg.py {plies}'

Needs the package gnubg (`pip install gnubg==1.1.0a16`), which is under the GPL and stays outside
the engine. A line of input is a position ID and two dice, its answer the position ID after the
play, the other side on roll.
"""

import sys

import gnubg

BAR = 25
OFF = {"acceptmoves": -1, "extramoves": 0, "threshold": 0.0}
FIRST = {"acceptmoves": 0, "extramoves": 8, "threshold": 0.16}
DEEP = {"acceptmoves": 0, "extramoves": 2, "threshold": 0.04}
# Its default filters, named since the package's own default is another.
NORMAL = {1: [FIRST], 2: [FIRST, OFF], 3: [FIRST, OFF, DEEP], 4: [FIRST, OFF, DEEP, OFF]}
FILTERS = [
    dict(row, ply=ply, level=level) for ply, rows in NORMAL.items() for level, row in enumerate(rows)
]
CUBE = dict(gnubg.cubeinfo(), jacoby=0, gammonprice=((1.0, 1.0), (1.0, 1.0)))
LOOK = gnubg.evalcontext(0, int(sys.argv[1]), 1, 1, 0.0)


def after(board, steps):
    """The position ID after a play: points from and to in turn, 25 the bar.

    The package tells no more of a play than what precedes the first checker borne off; such a play
    is a `-` here.
    """
    if len(steps) % 2:
        return "-"
    theirs, mine = (list(side) for side in board)
    for start, end in zip(steps[::2], steps[1::2]):
        mine[start - 1] -= 1
        mine[end - 1] += 1
        if theirs[24 - end]:
            theirs[24 - end] = 0
            theirs[BAR - 1] += sum(board[0]) - sum(theirs)
    return gnubg.positionid((tuple(mine), tuple(theirs)))


for line in sys.stdin:
    text, high, low = line.split()
    board = gnubg.positionfromid(text)
    play = gnubg.findbestmove(board, CUBE, LOOK, (int(high), int(low)), FILTERS)
    print(after(board, play), flush=True)

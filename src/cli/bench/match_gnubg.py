"""GNU Backgammon's own program at the other side of `nardy bench match`.

Usage: nardy bench match --against 'python3 match_gnubg.py PLIES [PROGRAM]' ...

Each line of input is a board line of its external player, each line of output its answer. It plays
as it comes, at so many plies for checkers and cube: its own filters and pruning nets, the cube
counted, the Jacoby rule in money sessions, no beavers.
"""

import socket
import subprocess
import sys
import time

PLIES = int(sys.argv[1])
PROGRAM = sys.argv[2] if len(sys.argv) > 2 else "/usr/games/gnubg"
PATIENCE_S = 30

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

SETTINGS = f"""set threads 1
set evaluation chequerplay evaluation plies {PLIES}
set evaluation cubedecision evaluation plies {PLIES}
set jacoby on
set beavers 0
external localhost:{port}
"""

program = subprocess.Popen(
    [PROGRAM, "-t", "-q", "-r"],
    stdin=subprocess.PIPE,
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
    text=True,
)
try:
    program.stdin.write(SETTINGS)
    program.stdin.flush()
    begun = time.monotonic()
    while True:
        try:
            peer = socket.create_connection(("127.0.0.1", port))
            break
        except ConnectionRefusedError:
            if program.poll() is not None or time.monotonic() - begun > PATIENCE_S:
                sys.exit(f"{PROGRAM} does not listen")
            time.sleep(0.05)
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with peer, peer.makefile("rw", newline="\n") as stream:
        for line in sys.stdin:
            stream.write(line)
            stream.flush()
            answer = stream.readline()
            if not answer:
                sys.exit(f"{PROGRAM} has hung up")
            print(answer.rstrip("\n"), flush=True)
finally:
    program.kill()
    program.wait()

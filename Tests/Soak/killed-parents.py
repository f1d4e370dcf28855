#!/usr/bin/env python3
"""killed-parents.py LIFE [--kills N] [--brief]

Kills processes that have started others, by SIGKILL and SIGQUIT, which they cannot pass on, and
prints the number of failures: the others must end, too, within some seconds, and no output may have
its final name."""
import argparse
import contextlib
import glob
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SIGNALS = [signal.SIGKILL, signal.SIGQUIT]
LIMIT = 3.0

# Commands that start processes of this program, and of ffmpeg. None of them ends within seconds.
COMMANDS = [
    ["run", "gosper-gun", "acorn", "r-pentomino", "-n", "1e8", "--out-dir", "out", "--jobs", "3",
     "--to", "csv", "--every", "1"],
    ["run", "gosper-gun", "simkin-gun", "switch-engine-breeder", "-n", "2^60", "-e", "tiles",
     "--out-dir", "out", "--jobs", "3"],
    ["run", "gosper-gun", "acorn", "r-pentomino", "-n", "1e6", "--every", "1",
     "--view", "0,0,64x64",
     "--out-dir", "out", "--jobs", "2", "--to", "gif"],
]
VIDEOS = [
    ["run", "acorn", "-n", "1e6", "--every", "1", "--view", "0,0,64x64", "-o", "x.mp4"],
    ["run", "acorn", "gosper-gun", "-n", "1e6", "--every", "1", "--view", "0,0,64x64",
     "--out-dir", "out", "--jobs", "2", "--to", "mp4"],
]


def descendants(process):
    """The processes that a process has started, directly or not."""
    found, open_ones = [], [process]
    while open_ones:
        # Each thread has its own children.
        for path in glob.glob(f"/proc/{open_ones.pop()}/task/*/children"):
            with contextlib.suppress(OSError), open(path) as file:
                children = [int(word) for word in file.read().split()]
                found += children
                open_ones += children
    return found


def is_alive(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def problem(life, words, number, delay):
    with tempfile.TemporaryDirectory(prefix="life-soak-") as folder:
        parent = subprocess.Popen([life, *words], cwd=folder, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        children = descendants(parent.pid)
        parent.send_signal(number)
        parent.wait()
        end = time.monotonic() + LIMIT
        while time.monotonic() < end and any(is_alive(child) for child in children):
            time.sleep(0.02)
        left = [child for child in children if is_alive(child)]
        for child in left:
            os.kill(child, signal.SIGKILL)
        if not children:
            return "started no process"
        if left:
            return f"{len(left)} of {len(children)} processes go on"
        # The names of unfinished files begin with a dot.
        names = [name for _, _, files in os.walk(folder) for name in files if name[0] != "."]
        return f"unfinished: {', '.join(names)}" if names else None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("life")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--brief", action="store_true")
    options = parser.parse_args()
    if not os.path.exists("/proc/self/task"):
        sys.exit("killed-parents.py: requires the process table of Linux")
    life = os.path.abspath(options.life)
    commands = COMMANDS + (VIDEOS if shutil.which("ffmpeg") else [])
    kills = len(commands) if options.brief else options.kills
    source = random.Random(1)
    failures = 0
    for turn in range(kills):
        words, number = commands[turn % len(commands)], SIGNALS[turn // len(commands) % 2]
        found = problem(life, words, number, source.uniform(0.5, 1.0))
        if found:
            failures += 1
            print(f"life {' '.join(words)} ({number.name}): {found}", file=sys.stderr)
    print(f"{kills} kills", file=sys.stderr)
    print(failures)
    sys.exit(1 if failures else 0)


main()

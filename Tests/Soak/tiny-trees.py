#!/usr/bin/env python3
"""tiny-trees.py LIFE [--seed N] [--count N]

Makes macrocell files of some dozen lines that denote up to 2^120 cells, and gives each to every
command under limits of memory (64 MB) and time (2 s). A run fails if a signal ends it, its exit code
is not one of the documented ones, it takes more than 6 s, or more memory than 90 MB. Prints the
number of failures; the exit code is 1 if there are any."""
import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

SECONDS, BYTES = 6, 90 << 20
EXITS = {0, 1, 64, 65, 73, 75}
RULES = ["B3/S23", "B36/S23", "B0/S8", "B2/S345/4", "JvN29", "R2,C0,M1,S5..8,B6..7,NM"]
COMMANDS = [
    "info FILE", "info FILE --json", "info FILE --digest", "convert FILE out.mc",
    "convert FILE out.rle", "convert FILE out.cells", "convert FILE out.json",
    "convert FILE out.lif", "convert FILE out.mc --rotate 90", "convert FILE out.rle --flip x",
    "convert FILE out.mc --cut 0,0,10x10", "show FILE", "show FILE --as braille",
    "diff FILE FILE", "diff FILE OTHER", "diff FILE OTHER --any-way", "paste FILE OTHER out.mc",
    "run FILE -n 0 --digest -o out.mc", "run FILE -n 1 -o out.png", "run FILE -n 1 -o out.gif",
    "run FILE -n 3 --every 1 -o out.gif", "run FILE -n 8 --every 1 --to csv",
    "run FILE -n 1 -o out.rle", "run FILE -n 64 -o out.mc", "run FILE -n 1000000 -o out.mc",
    "run FILE -n 2 --every 1 -o out.ppm", "run FILE -n 4 --every 1 --plot out.svg -o out.mc",
    "run FILE -n 1 -e tiles -o out.mc", "run FILE -n 1 -e bitmap -o out.mc",
    "run FILE -n 1 -e reference -o out.mc", "run FILE -n 1 --universe T1000,1000 -o out.mc",
    "run FILE -n 1 -o out.svg", "run FILE -n 1 -o out.png --view 0,0,100x100",
    "run FILE -n 1 -o out.png --scale 1/4096", "check FILE -n 2",
]


def tree(seed, path):
    """Writes a tree whose nodes have few different children, so that it has many cells."""
    source = random.Random(seed)
    rule = source.choice(RULES)
    lines = ["[M2] (tiny-trees)", f"#R {rule}"]
    if rule in ("B2/S345/4", "JvN29"):
        states = 4 if rule != "JvN29" else 29
        level = 1
        for _ in range(source.randint(1, 3)):
            cells = " ".join(str(source.randrange(states)) for _ in range(4))
            lines.append(f"1 {cells}")
    else:
        level = 3
        for _ in range(source.randint(1, 3)):
            lines.append("".join(
                "".join(source.choice(".*") for _ in range(source.randint(0, 8))) + "$"
                for _ in range(source.randint(1, 8))))
    last = list(range(1, len(lines) - 1))
    for level in range(level + 1, source.choice([8, 20, 31, 40, 59, 61, 64, 100])):
        added = []
        for _ in range(source.randint(1, 3)):
            children = last + [0] * source.choice([0, 0, 1])
            lines.append(f"{level} " + " ".join(str(source.choice(children)) for _ in range(4)))
            added.append(len(lines) - 2)
        last = added
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def run(command, folder):
    """The fault of a command, or None."""
    environment = dict(os.environ, LIFE_LIMITS="memory=64M,time=2s")
    began = time.monotonic()
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        timer = threading.Timer(SECONDS + 2, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - began
    if seconds > SECONDS:
        return f"{seconds:.1f} s"
    if process.returncode not in EXITS:
        return f"exit code {process.returncode}"
    peak = usage.ru_maxrss * (1 << 10 if sys.platform == "linux" else 1)
    return f"{peak >> 20} MiB" if peak > BYTES else None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="files (default 100)")
    arguments = parser.parse_args()
    life = os.path.abspath(arguments.life)
    folder = tempfile.mkdtemp(prefix="life-trees-")
    failures = 0
    try:
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            tree(seed, os.path.join(folder, "file.mc"))
            tree(seed + 1, os.path.join(folder, "other.mc"))
            for text in COMMANDS:
                words = text.replace("FILE", "file.mc").replace("OTHER", "other.mc").split()
                fault = run([life] + words, folder)
                if fault:
                    failures += 1
                    print(f"seed {seed}: life {text}: {fault}", file=sys.stderr)
    finally:
        shutil.rmtree(folder)
    print(failures)
    return 1 if failures else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())

#!/usr/bin/env python3
"""census.py LIFE [--kills N] [--brief] [--seed S]

Kills a census at random times and resumes it until it ends, again and again, until --kills processes
have been killed. Prints the number of failures: each file must be a valid haul of a prefix of the
soups, which never becomes shorter, and the last one must equal that of an uninterrupted census."""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def soups_of(path):
    """The number of soups of a haul; 0 without a file."""
    if not os.path.exists(path):
        return 0
    with open(path) as file:
        return next(int(line.split()[1]) for line in file if line.startswith("@NUM_SOUPS"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("life")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--brief", action="store_true", help="few kills")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    kills = 4 if arguments.brief else arguments.kills
    random.seed(arguments.seed)
    folder = tempfile.mkdtemp(prefix="life-census-")
    life = os.path.abspath(arguments.life)
    faults = killed = resumed = 0
    try:
        complete = os.path.join(folder, "complete.haul")
        soups, length = 500, 0
        # As many soups as a census needs some time for, so that it is killed while it counts.
        while length < 0.5:
            soups *= 2
            words = [life, "census", "--root", "soak_", "--soups", f"0..{soups - 1}", "-q", "-t",
                     "2"]
            began = time.monotonic()
            subprocess.run(words + ["-o", complete, "--overwrite"], check=True)
            length = time.monotonic() - began
        part = os.path.join(folder, "part.haul")
        while killed < kills:
            if os.path.exists(part):
                os.remove(part)
            before, code = 0, None
            while code != 0:
                process = subprocess.Popen(
                    words + ["-o", part, "--resume", "--checkpoint-every", "0s"])
                # Without a limit, a census that is killed too early would never end.
                wait = random.uniform(0, length / 2) if killed < kills else 600
                try:
                    code = process.wait(wait)
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    code = -9
                    killed += 1
                check = subprocess.run([life, "census", "show", part, "--top", "1"],
                                       capture_output=True, text=True)
                after = soups_of(part)
                if os.path.exists(part) and check.returncode != 0 or after < before or code > 0:
                    faults += 1
                    print(f"exit code {code}, {before} soups before and {after} after: "
                          f"{check.stderr}", file=sys.stderr)
                    if code > 0:
                        break
                before = after
                resumed += 1
            with open(part, "rb") as one, open(complete, "rb") as other:
                if one.read() != other.read():
                    faults += 1
                    print("the resumed haul is not that of one run", file=sys.stderr)
        names = sorted(os.listdir(folder))
        if names != ["complete.haul", "part.haul"]:
            faults += 1
            print(f"left over: {names}", file=sys.stderr)
        print(f"{killed} kills, {resumed} starts", file=sys.stderr)
    finally:
        shutil.rmtree(folder)
    print(faults)


if __name__ == "__main__":
    main()

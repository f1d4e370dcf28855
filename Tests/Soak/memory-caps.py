#!/usr/bin/env python3
"""memory-caps.py LIFE [--caps 64M,256M,1G] [--seconds S] [--folder DIR] [--generations N]
                 [--commands] [--runs] [NAME ...]

With --commands, runs every command with sparse and dense patterns under a limit of 64 MiB: the peak
memory must not exceed 90 MiB, and the exit code must be that of success, of a difference or of a
limit, or of a refusal where the command can never work, with a message. With --runs,
runs patterns with HashLife under memory limits, and reports for each pattern and limit the peak
memory and whether the result equals that of a run without a limit. A run that ends at the limit
(exit code 75) must leave a valid file from which a run without a limit reaches the same result.
Prints the number of failures; the exit code is 1 if there are any.

The patterns are the workloads of the benchmarks, from Golly's collection if it is installed, or
with --folder the files of a folder, run for N generations each. A run that takes more than S
seconds is stopped and reported as too slow, which does not count as a failure. Without --commands and --runs,
does both."""
import argparse
import csv
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

GOLLY_PATTERNS = "/usr/share/golly/Patterns/HashLife"
WORKLOADS = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "Benchmarks", "hashlife.tsv")
# The allowance above a limit: a factor for the limit and the process's own bytes.
SLACK, PROCESS = 1.1, 20 << 20
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


# The limit of the commands, and the peak memory that is allowed under it, in MiB.
COMMAND_LIMIT, COMMAND_PEAK = "64M", 90
# `sparse.lif` and `other.lif` are isolated cells in random order, the others are soups.
COMMANDS = """
info sparse.lif --digest
info soup.rle --digest
info soup.rle --json
convert sparse.lif o.rle
convert sparse.lif o.mc
convert sparse.lif o.json
convert sparse.lif o.lif --to life106
convert sparse.lif o.rle --transpose
convert sparse.lif o.rle --rotate 90 --flip x --transpose
convert soup.rle o.rle --rotate 90 --flip x --transpose
convert soup.rle o.lif --to life106
convert soup.rle o.cells
convert soup.rle o.png
convert soup.rle o.mc
convert soup.rle o.rle --to-rule 345/2/4
convert states.rle o.rle --rotate 90
convert states.rle o.rle --to-rule B3/S23
diff sparse.lif sparse.lif
diff sparse.lif other.lif
diff sparse.lif sparse.lif --anywhere
diff sparse.lif other.lif --any-way
diff sparse.lif soup.rle
diff soup.rle soup.rle --any-way
diff soup.rle later.rle --any-way
paste sparse.lif sparse.lif -o o.rle --at 7,7
paste soup.rle sparse.lif -o o.rle
paste soup.rle soup.rle --at 100,3 -o o.rle
paste soup.rle soup.rle --at 100000,300000 -o o.mc
show sparse.lif --as braille
show sparse.lif --as text
show sparse.lif --as text --view 0,0,60x20
show soup.rle --as braille
show soup.rle --as text
show soup.rle -n 3 --as blocks
check sparse.lif -n 2
check sparse.lif -n 2 --every 1
check soup.rle -n 2 --every 1
check soup.rle -n 2 --engines tiles,bitmap
check soup.rle -n 1 --engines tiles,hashlife,bytes
run sparse.lif -n 1 -o o.png
run sparse.lif -n 3 -o o.gif
run sparse.lif -n 3 -o o.mp4
run sparse.lif -n 3 -o o.rle
run sparse.lif -n 3 -o o.rle -e tiles
run sparse.lif -n 3 -o o.rle -e bytes
run sparse.lif -n 3 -o o.mc -e hashlife
run sparse.lif -n 3 -o o.csv --plot p.png
run sparse.lif -n 3 -o o.rle --verify
run sparse.lif -n 3 --json --digest -o o.mc
run soup.rle -n 5 -o o.png --scale 4
run soup.rle -n 5 -o o.gif --scale 2
run soup.rle -n 5 -o o.gif --scale 1 --age
run soup.rle -n 5 -o o.gif --theme heat
run soup.rle -n 5 -o o.apng --scale 1
run soup.rle -n 5 -o o.y4m --scale 1
run soup.rle -n 5 -o o.svg
run soup.rle -n 2 -o o.mp4 --scale 1
run soup.rle -n 60 -o o.mp4
run soup.rle -n 5 -o o.csv --plot p.svg
run soup.rle -n 5 --every 1 -o o-%d.rle
run soup.rle -n 5 --every 1 -o o-%d.png
run soup.rle -n 5 -o o.rle --verify
run soup.rle -n 5 -o o.rle -e bytes
run soup.rle -n 5 -o o.rle -e tiles
run soup.rle -n 5 -o o.mc -e hashlife
run soup.rle -n 5 -o o.rle -e reference
run soup.rle -n 5 --json --digest -o o.rle
run soup.rle -n 3 -r R5,C0,M1,S34..58,B34..45,NM -o o.rle
run states.rle -n 3 -o o.gif
run soup.rle -n 9 --every 3 -o o.gif --scale 1 --checkpoint a.life --max-frames 2
resume a.life
run soup.rle -n 9 --every 3 -o o-%d.rle --checkpoint b.life --max-frames 2
info b.life
resume b.life
""".strip().split("\n")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("names", nargs="*", help="workloads or files (default: all)")
    parser.add_argument("--caps", default="64M,256M,1G")
    parser.add_argument("--seconds", type=float, default=600, help="for each run (default 600)")
    parser.add_argument("--folder", help="take the patterns of this folder")
    parser.add_argument("--generations", type=int, default=1 << 20)
    parser.add_argument("--commands", action="store_true", help="only the commands")
    parser.add_argument("--runs", action="store_true", help="only the runs")
    return parser.parse_args()


def cases(arguments):
    """Name, file and generations of each pattern."""
    if arguments.folder:
        for name in sorted(os.listdir(arguments.folder)):
            yield name, os.path.join(arguments.folder, name), arguments.generations
        return
    with open(WORKLOADS, encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            file = os.path.join(GOLLY_PATTERNS, row["pattern"])
            yield row["workload"], file, int(row["generations"])


class TooSlow(Exception):
    """A run exceeded its time limit."""


class Runs:
    """Runs the program with its output files in a folder of their own."""

    def __init__(self, life, seconds, folder):
        self.life, self.seconds, self.folder = life, seconds, folder

    def file(self, name):
        return os.path.join(self.folder, name + ".mc")

    def run(self, pattern, until, name, cap=None):
        """Exit code, peak memory in bytes and JSON summary of a run that writes `name`."""
        command = [self.life, "run", pattern, "--until", str(until), "-e", "hashlife", "-t", "1",
                   "--json", "-q", "-o", self.file(name)]
        if cap:
            command += ["--max-memory", cap]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            timer = threading.Timer(self.seconds, process.kill)
            timer.start()
            summary = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -signal.SIGKILL:
            raise TooSlow()
        scale = 1 << 10 if sys.platform == "linux" else 1
        return process.returncode, usage.ru_maxrss * scale, json.loads(summary or "{}")

    def are_equal(self, one, other):
        command = [self.life, "diff", "-q", self.file(one), self.file(other)]
        return subprocess.run(command, check=False).returncode == 0


def make_patterns(life, folder):
    # Line by line: the peak memory of a program that is started includes that of this script.
    for name, seed in (("sparse.lif", 1), ("other.lif", 2)):
        source = random.Random(seed)
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write("#Life 1.06\n")
            for _ in range(1_000_000):
                x, y = source.randrange(-500_000, 500_000), source.randrange(-500_000, 500_000)
                file.write(f"{3 * x} {3 * y}\n")
    for words, name in (("soup --size 4096 --density 3/8", "soup.rle"),
                        ("run soup.rle -n 1 -q", "later.rle"),
                        ("run soup.rle -r 345/2/4 -n 3 -q", "states.rle")):
        with open(os.path.join(folder, name), "wb") as file:
            subprocess.run([life, *words.split()], cwd=folder, stdout=file, check=True)


# What no memory limit allows: the text of 3 * 10^6 x 3 * 10^6 cells.
REFUSED = {"show sparse.lif --as text": 64}


def check_commands(life, folder, names):
    """Runs every command under a limit; returns the number of failures."""
    make_patterns(life, folder)
    environment = dict(os.environ, LIFE_LIMITS=f"memory={COMMAND_LIMIT}")
    failures = 0
    for command in COMMANDS:
        if names and not any(name in command for name in names):
            continue
        for name in os.listdir(folder):
            if name.startswith(("o.", "o-", "p.")):
                os.remove(os.path.join(folder, name))
        with subprocess.Popen([life, *command.split()], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) as process:
            message = process.stderr.read().decode(errors="replace").strip()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        code = process.returncode
        # The peak of the process and of those that it waited for, such as ffmpeg.
        peak = usage.ru_maxrss / 1024
        is_expected = code == REFUSED[command] if command in REFUSED else code in (0, 1, 75)
        is_good = peak <= COMMAND_PEAK and is_expected and (code in (0, 1) or message)
        failures += not is_good
        print(f"{command:78} exit {code:3} {peak:6.1f} MiB{'' if is_good else '  FAILURE'}"
              f"{'  ' + message[:120] if code else ''}", file=sys.stderr)
    return failures


def size(cap):
    return int(cap[:-1]) * UNITS[cap[-1]] if cap[-1] in UNITS else int(cap)


def capped(runs, pattern, until, cap):
    """The outcome of a run with a memory limit as text, and whether it is correct."""
    status, peak, summary = runs.run(pattern, until, "capped", cap)
    text = f"{peak / (1 << 20):7.0f} MiB, "
    faults = []
    if peak > size(cap) * SLACK + PROCESS:
        faults.append("ABOVE THE LIMIT")
    if status == 75:
        text += f"stopped at generation {summary.get('generation', '?')}"
        status, _, _ = runs.run(runs.file("capped"), until, "after")
        last = "after"
    else:
        text += "completed"
        last = "capped"
    if status != 0:
        faults.append(f"EXIT CODE {status}")
    elif not runs.are_equal(last, "free"):
        faults.append("DIFFERENT CELLS")
    return text + "".join(f", {fault}" for fault in faults), not faults


def report(name, text):
    print(f"{name:24} {text}", file=sys.stderr)


def main():
    arguments = parse_arguments()
    folder = tempfile.mkdtemp(prefix="life-caps-")
    runs = Runs(os.path.abspath(arguments.life), arguments.seconds, folder)
    failures = 0
    try:
        if arguments.commands or not arguments.runs:
            failures += check_commands(runs.life, folder, arguments.names)
        for name, pattern, until in () if arguments.commands else cases(arguments):
            if arguments.names and name not in arguments.names:
                continue
            if not os.path.exists(pattern):
                report(name, "not installed")
                continue
            try:
                status, peak, _ = runs.run(pattern, until, "free")
            except TooSlow:
                report(name, "no limit: too slow")
                continue
            report(name, f"no limit: {peak / (1 << 20):7.0f} MiB, exit code {status}")
            if status != 0:
                failures += 1
                continue
            for cap in arguments.caps.split(","):
                try:
                    outcome, is_correct = capped(runs, pattern, until, cap)
                except TooSlow:
                    outcome, is_correct = "too slow", True
                failures += not is_correct
                report(name, f"{cap:>5} {outcome}")
    finally:
        shutil.rmtree(folder)
    print(failures)
    return 1 if failures else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())

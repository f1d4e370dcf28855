#!/usr/bin/env python3
"""interruptions.py LIFE [--kills N] [--ends N] [--seed S]

Interrupts runs at random times, resumes them, and prints the number of failures.

The first part kills runs with checkpoints (--kills in total) and resumes each run until it ends:
every checkpoint must be valid, its generation must not decrease, and the outputs must equal those
of an uninterrupted run. The second part ends --ends runs by SIGINT, SIGTERM or SIGHUP: each must
end within 1.5 s, with the exit code of the signal, and without temporary or partial files."""
import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# The options of each run, and the files that it writes.
RUNS = [
    (["soup.rle", "-n", "40000", "-e", "tiles", "-o", "end.rle"], ["end.rle"]),
    (["soup.rle", "-n", "30000", "-o", "end.mc.gz"], ["end.mc.gz"]),
    (["gosper-gun", "-n", "60000", "-e", "bitmap", "--every", "500", "-o", "t.csv"], ["t.csv"]),
    (["acorn", "-n", "1500", "--view", "-60,-60,160x120", "-o", "f.y4m"], ["f.y4m"]),
    (["acorn", "-n", "700", "--view", "fit", "--every", "7", "-o", "f-%03d.png"],
     [f"f-{i:03}.png" for i in range(101)]),
    (["acorn", "-n", "1200", "--to", "objects", "--every", "9", "-o", "o.csv"], ["o.csv"]),
    (["r-pentomino", "-n", "1103", "--every", "100", "-o", "s-%03d.rle"],
     [f"s-{i:03}.rle" for i in range(13)]),
    (["r-pentomino", "-n", "1103", "-e", "reference", "-o", "e.rle"], ["e.rle"]),
    (["soup.rle", "-r", "345/2/4", "-n", "20000", "--universe", "T200", "-o", "g.ndjson",
      "--every", "100"], ["g.ndjson"]),
    (["soup.rle", "-n", "3000", "-r", "B0/S8", "-e", "bitmap", "--universe", "T128", "-o",
      "b.rle"], ["b.rle"]),
]


def contents(folder, names):
    return {name: open(os.path.join(folder, name), "rb").read() for name in names
            if os.path.exists(os.path.join(folder, name))}


class Soak:
    def __init__(self, life, seed):
        self.life = life
        self.random = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix="life-soak-")
        self.faults = 0
        with open(self.path("soup.rle"), "wb") as file:
            subprocess.run([life, "soup", "--size", "128", "--density", "3/8"], stdout=file, check=True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def fault(self, words, text):
        self.faults += 1
        print(f"life {' '.join(words)}: {text}", file=sys.stderr)

    def fresh(self, name):
        folder = self.path(name)
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        shutil.copy(self.path("soup.rle"), folder)
        return folder

    def start(self, folder, words):
        return subprocess.Popen([self.life, *words], cwd=folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def uninterrupted(self, words, names):
        """The outputs of an uninterrupted run, and its duration in seconds."""
        folder = self.fresh("uninterrupted")
        began = time.monotonic()
        subprocess.run([self.life, "run", *words, "-q"], cwd=folder, check=True)
        return contents(folder, names), time.monotonic() - began

    def generation(self, folder):
        """The generation of a checkpoint's pattern."""
        data = open(os.path.join(folder, "c.life"), "rb").read()
        found = re.search(rb"Gen=(\d+)|#G (\d+)", data)
        return int(found.group(1) or found.group(2)) if found else 0

    def kill(self, words, names, expected, seconds):
        """Kills and resumes a run until it ends; returns the number of kills."""
        folder = self.fresh("killed")
        command = ["run", *words, "-q", "--checkpoint", "c.life", "--checkpoint-every", "0.02"]
        kills, before = 0, 0
        while True:
            process = self.start(folder, command)
            try:
                # Each try may take longer than the previous one, so that slow runs end, too.
                process.wait(self.random.uniform(0.002, seconds * (0.3 + kills / 20)))
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
            error = process.communicate()[1].decode(errors="replace")
            if process.returncode == 0:
                break
            if process.returncode != -signal.SIGKILL:
                self.fault(words, f"exit code {process.returncode}: {error}")
                return kills
            if os.path.exists(os.path.join(folder, "c.life")):
                command = ["resume", "c.life", "-q"]
                now = self.generation(folder)
                if now < before:
                    self.fault(words, f"the checkpoint's generation fell from {before} to {now}")
                before = now
            elif command[0] == "resume":
                # The run removed its checkpoint, the last step, before it was killed.
                break
        if contents(folder, names) != expected:
            self.fault(words, f"different outputs after {kills} kills")
        self.check_clean(words, folder, names)
        return kills

    def check_clean(self, words, folder, names):
        rest = set(os.listdir(folder)) - set(names) - {"soup.rle"}
        if rest:
            self.fault(words, f"files not removed: {sorted(rest)}")

    def end(self, words, names, expected, seconds):
        """Ends a run by a signal."""
        folder = self.fresh("ended")
        process = self.start(folder, ["run", *words, "-q"])
        number = self.random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        try:
            process.wait(self.random.uniform(0.002, seconds * 1.1))
        except subprocess.TimeoutExpired:
            pass
        process.send_signal(number)
        began = time.monotonic()
        process.communicate()
        if time.monotonic() - began > 1.5:
            self.fault(words, f"took {time.monotonic() - began:.1f} s to end")
        # Before the program installs its handlers, the signal itself ends the process.
        if process.returncode not in (0, 128 + number, -number):
            self.fault(words, f"exit code {process.returncode} after signal {number}")
        if process.returncode == 0 and contents(folder, names) != expected:
            self.fault(words, "exit code 0 with different outputs")
        self.check_clean(words, folder, names)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("life")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--ends", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # A shell ignores these signals in background jobs, and child processes inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    soak = Soak(os.path.abspath(options.life), options.seed)
    expected = [soak.uninterrupted(*run) for run in RUNS]
    kills = rounds = 0
    while kills < options.kills:
        which = rounds % len(RUNS)
        kills += soak.kill(*RUNS[which], *expected[which])
        rounds += 1
    for number in range(options.ends):
        which = number % len(RUNS)
        soak.end(*RUNS[which], *expected[which])
    shutil.rmtree(soak.folder)
    print(f"{kills} kills, {options.ends} signals", file=sys.stderr)
    print(soak.faults)
    sys.exit(1 if soak.faults else 0)


if __name__ == "__main__":
    main()

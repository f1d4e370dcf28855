#!/usr/bin/env python3
"""Runs the program on truncated and mutated pattern files of every format.

    mutants.py PROGRAM [--brief] [--seed N]
    mutants.py PROGRAM --cut FOLDER [--seed N]

The patterns come from the collection; the program converts them to each format. Each file is
truncated at every byte (every 97 bytes with --brief) and mutated at random places; the seed and the
number of a mutant reproduce it. The program must read or refuse each file within 5 s and 1 GB, and
a refusal needs a message. Prints the number of runs that ended by a signal, hung, exceeded the
memory, or refused a file without a message.

With --cut, each file of a folder and its subfolders is truncated at every byte, or at 2000 places
if it is longer than 4096 bytes; one process reads many of these files.
"""
import argparse, os, random, resource, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATTERNS = ["spaceships/glider", "guns/gosper-gun", "oscillators/quasar",
            "other-rules/day-and-night-rocket", "still-lifes/loaf", "puffers/spacefiller"]
ENDINGS = ["rle", "rle.gz", "mc", "mc.gz", "cells", "lif", "l", "json", "png", "pbm",
           "pgm", "mcl", "apgcode"]
FORMATS = {"lif": "life106", "l": "life105", "apgcode": "apgcode"}
SECONDS, BYTES = 5, 1 << 30
#: For --cut: files per process, longest file that is truncated everywhere, cuts of longer files.
BATCH, SHORT, PLACES = 64, 4096, 2000
NUMBERS = [b"0", b"-1", b"2147483647", b"9223372036854775807", b"99999999999999999999", b"1e9"]


def mutate(data, source):
    """The data with one to four random changes."""
    data = bytearray(data)
    for _ in range(source.randint(1, 4)):
        at = source.randrange(len(data) + 1)
        match source.randrange(8):
            case 0 if at < len(data): data[at] ^= 1 << source.randrange(8)
            case 1 if at < len(data): data[at] = source.randrange(256)
            case 2: del data[at:at + source.randint(1, 20)]
            case 3: data[at:at] = bytes(source.randrange(256) for _ in range(source.randint(1, 9)))
            case 4: data[at:at] = data[:source.randint(1, 200)]
            case 5: data[at:at] = source.choice(NUMBERS)
            case 6: data[at:at] = source.choice([b"!", b"$", b"\n", b"\r", b"#", b":", b" ", b"\0"])
            case 7: data[at:at] = data[at:at + 30] * source.randint(2, 300)
    return bytes(data)


class Checker:
    """Runs the program on files and reports violations."""

    def __init__(self, program, folder):
        self.words = [program, "convert", "--rules", os.path.join(ROOT, "patterns/rules")]
        self.folder = folder
        self.environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
        self.count = 0

    def confine(self):
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def put(self, data, name):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)

    def run(self, words, seconds=SECONDS):
        return subprocess.run(words, cwd=self.folder, env=self.environment, timeout=seconds,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              preexec_fn=self.confine)

    def suspects(self, cases, ending):
        """The (title, bytes) of files that one process, which read all files, did not report."""
        names = ["%d%s" % (number, ending) for number in range(len(cases))]
        for name, (_, data) in zip(names, cases):
            self.put(data, name)
        try:
            done = self.run([self.words[0], "info", "--json"] + self.words[2:] + names)
        except subprocess.TimeoutExpired:
            return cases
        if done.returncode not in (0, 64, 65, 66, 75):
            return cases
        lines = done.stdout.split(b"\n") + done.stderr.split(b"\n")
        heads = [line.removeprefix(b'{"pattern":"').removeprefix(b"life: ") for line in lines]
        reported = {head[:head.find(ending.encode())] for head in heads}
        self.count += len(cases)
        return [case for number, case in enumerate(cases) if b"%d" % number not in reported]

    def violation(self, data, name):
        self.count += 1
        self.put(data, name)
        words = self.words + [name, "out.rle"]
        if name.endswith(".rule"):
            words = [self.words[0], "rule", name[:-5], "--rules", "."]
        try:
            done = self.run(words)
        except subprocess.TimeoutExpired:
            return "hangs"
        if done.returncode < 0 or done.returncode > 128:
            return "ends by a signal"
        if done.returncode not in (0, 64, 65, 66, 75):
            return "exit %d" % done.returncode
        return None if done.returncode == 0 or done.stderr.strip() else "is refused without a message"


def cuts(path, seed):
    """The truncations of a file, each with its title."""
    with open(path, "rb") as file:
        data = file.read()
    ends = range(len(data))
    if len(data) > SHORT:
        ends = sorted(random.Random("%d %s" % (seed, path)).sample(ends, PLACES))
    return [("cut at %d" % end, data[:end]) for end in ends]


def cut(checker, folder, seed):
    """Truncates every file of a folder; yields the violations."""
    for base, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(base, name)
            ending = name[name.find("."):] if "." in name else ""
            cases = cuts(path, seed)
            # 'life info' reads many patterns in one process, but not rules.
            for start in range(0, len(cases), BATCH):
                batch = cases[start:start + BATCH]
                if ending and ending != ".rule":
                    batch = checker.suspects(batch, ending)
                for title, data in batch:
                    reason = checker.violation(data, "in" + ending)
                    if reason:
                        yield "%s, %s, %s" % (path, title, reason)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--cut", metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    patterns = PATTERNS[:2] if arguments.brief else PATTERNS
    step, mutants = (97, 4) if arguments.brief else (1, 300)
    failures = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        checker = Checker(program, folder)
        for finding in cut(checker, arguments.cut, arguments.seed) if arguments.cut else []:
            failures += 1
            print(finding, file=sys.stderr)
        for pattern in [] if arguments.cut else patterns:
            for ending in ENDINGS:
                made = subprocess.run(
                    [program, "convert", os.path.join(ROOT, "patterns", pattern + ".rle"),
                     "made." + ending, "--to",
                     FORMATS.get(ending, {"mc": "macrocell", "cells": "plaintext", "mcl": "mcell"}
                                 .get(ending.split(".")[0], ending.split(".")[0]))],
                    cwd=folder, capture_output=True)
                if made.returncode != 0:
                    continue
                with open(os.path.join(folder, "made." + ending), "rb") as file:
                    data = file.read()
                cases = [("cut at %d" % end, data[:end]) for end in range(0, len(data), step)]
                for number in range(mutants):
                    source = random.Random("%d %s %s %d" % (
                        arguments.seed, pattern, ending, number))
                    cases.append(("mutant %d" % number, mutate(data, source)))
                for title, bytes in cases:
                    reason = checker.violation(bytes, "in." + ending)
                    if reason:
                        failures += 1
                        print("%s.%s, %s, %s" % (pattern, ending, title, reason), file=sys.stderr)
    print("%d files" % checker.count, file=sys.stderr)
    print(failures)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

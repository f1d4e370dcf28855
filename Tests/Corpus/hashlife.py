#!/usr/bin/env python3
"""hashlife.py LIFE [FOLDER] [--powers K,...] [--odd N,...] [--seconds S] [--only GLOB]

Runs every pattern of a folder (default: Golly's HashLife patterns) with life's hashlife engine and
with bgolly (package golly), for 2^K and for odd numbers of generations. Prints a table: bgolly's
population, and whether life's population and cells are equal. Cells are compared as quadtrees, and
also by their digests up to 2^24 cells.

A run that takes more than S seconds of CPU time is stopped; the table names the program, and larger
numbers of the same series are skipped. The exit code is 1 if a result differs."""
import argparse
import collections
import fnmatch
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

GOLLY_PATTERNS = "/usr/share/golly/Patterns/HashLife"
# The largest population whose digest is computed.
DIGESTED = 1 << 24


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("folder", nargs="?", default=GOLLY_PATTERNS)
    parser.add_argument("--powers", default="6,10,14,18,22,32,64",
                        help="default 6,10,14,18,22,32,64")
    parser.add_argument("--odd", default="1,1001,100003,1000003,1000000007",
                        help="default 1,1001,100003,1000003,1000000007")
    parser.add_argument("--seconds", type=int, default=120, help="of CPU time (default 120)")
    parser.add_argument("--only", default="*", help="a glob for the file names")
    return parser.parse_args()


class TooSlow(Exception):
    """The name of a program that exceeded its time limit."""


class Failure(Exception):
    """The error of a program."""


def spent():
    """CPU seconds of all ended child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Programs:
    """life and bgolly, each with a time limit, and the files with their results."""

    def __init__(self, arguments):
        self.life = os.path.abspath(arguments.life)
        self.bgolly = shutil.which("bgolly") or sys.exit("hashlife.py: bgolly is not installed")
        self.seconds = arguments.seconds
        self.folder = tempfile.mkdtemp(prefix="life-hashlife-")
        self.ours = os.path.join(self.folder, "ours.mc")
        self.theirs = os.path.join(self.folder, "theirs.mc")

    def run(self, name, command, statuses=(0,)):
        """Exit code, output, and CPU seconds of a command."""
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        before = spent()
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=self.folder,
            preexec_fn=limit, check=False)
        if result.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            raise TooSlow(name)
        if result.returncode not in statuses:
            reason = result.stderr.strip().split("\n")[0]
            raise Failure(f"{name}: exit code {result.returncode}, {reason}")
        return result.returncode, result.stdout, spent() - before

    def peer(self, file, start, count):
        """The population of bgolly's result, and its CPU seconds."""
        if os.path.exists(self.theirs):
            os.remove(self.theirs)
        # HashLife of bgolly takes one step for all generations only if they are a power of two.
        step = ["-i", str(count)] if count & (count - 1) == 0 else []
        _, text, seconds = self.run("bgolly", [
            self.bgolly, "-a", "HashLife", "-M", "8000", "-m", str(start + count), *step,
            "-o", self.theirs, file])
        # bgolly prints a line such as "1,001: 1,140" for every step, after two lines on itself.
        lines = [line.split(": ") for line in text.split("\n") if line[:1].isdigit()]
        last = lines and [int(number.split("(")[0].replace(",", "")) for number in lines[-1]]
        if not last or last[0] != start + count or not os.path.exists(self.theirs):
            raise Failure("bgolly: no result")
        return last[1], seconds

    def compare(self, file, start, count):
        """bgolly's population, its seconds, life's seconds, and the differences as text."""
        population, theirs = self.peer(file, start, count)
        digest = ["--digest"] if population <= DIGESTED else []
        _, text, ours = self.run("life", [
            self.life, "run", file, "-n", str(count), "-e", "hashlife", "-t", "1", "--json", "-q",
            "-o", self.ours, *digest])
        summary = json.loads(text)
        differences = []
        if int(summary["population"]) != population:
            differences.append(f"population {summary['population']}")
        status, _, _ = self.run("diff", [self.life, "diff", "-q", self.ours, self.theirs], (0, 1))
        if status != 0:
            differences.append("cells")
        if digest:
            _, text, _ = self.run("info", [self.life, "info", self.theirs, "--json", *digest])
            if json.loads(text)["cells_digest"] != summary["cells_digest"]:
                differences.append("digest")
        return population, theirs, ours, ", ".join(differences)


def describe(programs, file, start, count, tally):
    """The last columns of a row, and whether larger numbers are tried."""
    try:
        population, theirs, ours, differences = programs.compare(file, start, count)
    except TooSlow as program:
        tally["too slow"] += 1
        return f"{'':>24} {'':>9} {'':>9} too slow: {program}", False
    except Failure as failure:
        tally["different"] += 1
        return f"{'':>24} {'':>9} {'':>9} DIFFERENT: {failure}", True
    tally["different" if differences else "same"] += 1
    verdict = f"DIFFERENT: {differences}" if differences else "same"
    return f"{population:>24} {theirs:>9.2f} {ours:>9.2f} {verdict}", True


def main():
    arguments = parse_arguments()
    programs = Programs(arguments)
    powers = [(f"2^{power}", 1 << int(power)) for power in arguments.powers.split(",")]
    odd = [(count, int(count)) for count in arguments.odd.split(",")]
    tally = collections.Counter()
    print(f"{'file':40} {'generations':>12} {'population':>24} {'bgolly s':>9} {'life s':>9} cells")
    try:
        for name in sorted(os.listdir(arguments.folder)):
            if not fnmatch.fnmatch(name, arguments.only):
                continue
            file = os.path.abspath(os.path.join(arguments.folder, name))
            _, text, _ = programs.run("info", [programs.life, "info", file, "--json"])
            start = int(json.loads(text).get("generation", 0))
            for series in powers, odd:
                for place, (spelling, count) in enumerate(series):
                    columns, continues = describe(programs, file, start, count, tally)
                    print(f"{name[:40]:40} {spelling:>12} {columns}", flush=True)
                    if not continues:
                        tally["too slow"] += len(series) - place - 1
                        break
    finally:
        shutil.rmtree(programs.folder)
    print(f"\n{tally['same']} same, {tally['different']} different, {tally['too slow']} too slow")
    return 1 if tally["different"] else 0


if __name__ == "__main__":
    sys.exit(main())

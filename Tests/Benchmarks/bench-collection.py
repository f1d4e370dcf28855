#!/usr/bin/env python3
"""bench-collection.py LIFE [--engines bytes,hashlife] [--folders Loops,...] [--seconds S]

Runs each pattern of Golly's collection for the number of generations, at most 2^20, that takes
bgolly some tenths of a second. Prints a table: CPU seconds of bgolly and of life with each engine,
the better of two runs, taken in turn on one core, and the ratio bgolly / life of the best engine. A
star marks patterns slower than in bgolly, a plus patterns less than twice as fast although bgolly
takes more than 20 ms. The last line counts them."""
import argparse
import json
import os
import subprocess

GOLLY = "/usr/share/golly/"
FOLDERS = ["Generations", "Larger-than-Life", "Life-Like", "Loops", "Margolus", "Non-Totalistic",
           "Other-Rules", "Patersons-Worms", "Self-Rep", "Turmites", "WireWorld"]
# The algorithms to try, because bgolly does not choose one for every rule.
ALGORITHMS = [[], ["-a", "RuleLoader"], ["-a", "JvN"], ["-a", "Generations"],
              ["-a", "Larger than Life"]]


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("--engines", default="bytes,hashlife,auto")
    parser.add_argument("--folders", default=",".join(FOLDERS))
    parser.add_argument("--only", default="", help="a part of the file names")
    parser.add_argument("--seconds", type=float, default=10, help="for each run (default 10)")
    return parser.parse_args()


def measure(command, seconds):
    """CPU seconds of a process on one core; None if it fails or exceeds the time limit."""
    with open(os.devnull, "r+b") as null:
        process = subprocess.Popen(
            ["timeout", str(seconds), "taskset", "-c", "0", *command], stdin=null,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        # bgolly prints an error and exits with 0 if it cannot read the rule of a pattern.
        output = process.stdout.read()
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or b"Error" in output or b"rror:" in output:
        return None
    return usage.ru_utime + usage.ru_stime


class Pattern:
    def __init__(self, path, arguments):
        self.path = path
        self.arguments = arguments
        self.algorithm = None
        # bgolly counts from generation 0; a macrocell file may begin later.
        info = subprocess.run(
            [arguments.life, "info", path, "--json", "--rules", GOLLY + "Rules"],
            capture_output=True, text=True)
        self.first = int(json.loads(info.stdout).get("generation", 0)) if info.stdout else 0

    def golly(self, count):
        return ["bgolly", "-q", "-q", "-M", "4000", "-s", GOLLY + "Rules/", *self.algorithm,
                "-m", str(self.first + count), "-i", str(count), self.path]

    def life(self, count, engine):
        return [os.path.abspath(self.arguments.life), "run", self.path, "-n", str(count), "-e",
                engine, "-t", "1", "--json", "-q", "--rules", GOLLY + "Rules"]

    def generations(self):
        """The number of generations and bgolly's seconds; None if it does not support the rule."""
        for self.algorithm in ALGORITHMS:
            if measure(self.golly(1), self.arguments.seconds) is not None:
                break
        else:
            return None
        best = None
        for power in range(6, 21, 2):
            seconds = measure(self.golly(1 << power), self.arguments.seconds)
            if seconds is None:
                return best
            best = (1 << power, seconds)
            if seconds > 0.15:
                return best
        return best

    def row(self):
        """The number of generations, bgolly's seconds, and the seconds of each engine."""
        found = self.generations()
        if found is None:
            return None
        count, theirs = found
        ours = {}
        for _ in range(2):
            for engine in self.arguments.engines.split(","):
                if engine in ours and ours[engine] is None:
                    continue
                limit = min(self.arguments.seconds, 20 * theirs + 1)
                seconds = measure(self.life(count, engine), limit)
                ours[engine] = seconds and min(seconds, ours.get(engine, seconds))
            theirs = min(theirs, measure(self.golly(count), self.arguments.seconds) or theirs)
        return count, theirs, ours


def main():
    arguments = parse_arguments()
    engines = arguments.engines.split(",")
    print(f"{'pattern':46}{'gens':>8}{'bgolly':>9}"
          + "".join(f"{engine:>10}" for engine in engines) + "   ratio", flush=True)
    counts = {"*": 0, "+": 0, "": 0}
    for folder in arguments.folders.split(","):
        for root, _, names in sorted(os.walk(GOLLY + "Patterns/" + folder)):
            for name in sorted(names):
                path = os.path.join(root, name)
                if arguments.only not in path or name.endswith((".txt", ".lua", ".py", ".zip")):
                    continue
                title = os.path.relpath(path, GOLLY + "Patterns")[:45]
                row = Pattern(path, arguments).row()
                if row is None:
                    print(f"{title:46}   not supported by bgolly", flush=True)
                    continue
                count, theirs, ours = row
                known = [seconds for seconds in ours.values() if seconds]
                ratio = theirs / min(known) if known else 0
                mark = "*" if ratio < 1 else "+" if ratio < 2 and theirs > 0.02 else ""
                counts[mark] += 1
                print(f"{title:46}{count:8}{theirs:9.3f}" + "".join(
                    f"{ours[engine]:10.3f}" if ours[engine] else f"{'-':>10}"
                    for engine in engines) + f"{ratio:8.1f} {mark}", flush=True)
    print(f"{sum(counts.values())} patterns, {counts['*']} slower than bgolly, "
          f"{counts['+']} less than twice as fast where bgolly takes more than 20 ms")


if __name__ == "__main__":
    main()

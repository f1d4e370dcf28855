#!/usr/bin/env python3
"""bench-auto.py LIFE [WORKLOAD ...] [--folder DIR] [--every K] [--generations N] [--rules DIR]

Runs LIFE with auto and with every engine that supports the pattern, each a process pinned to one
core. Prints for each workload the CPU seconds (medians) of auto and of the best engine, the ratio,
and the engines that auto chose; finally the shares of workloads on which auto is within 1.3 and 2
times the best. Without names it runs all workloads whose patterns are installed, and every Kth
pattern of DIR (default: the patterns of life)."""
import argparse
import json
import os
import random
import resource
import shutil
import signal
import statistics
import subprocess
import tempfile

RUNS = 5
# The time limit of auto for a pattern of a folder; a slower pattern gets fewer generations.
FOLDER_SECONDS = 5
LONGEST = 300
GOLLY = "/usr/share/golly/Patterns"
RULES = "/usr/share/golly/Rules"
PATTERNS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "patterns")
ENGINES = ["tiles", "hashlife", "bitmap", "bytes"]
# Name, pattern in Golly's folder, generations.
PATTERN_WORKLOADS = [
    ("S6b", "Life/Methuselahs/acorn.lif", 5206),
    ("S7", "Life/Breeders/breeder.lif", 10000),
    ("S8", "Life/Breeders/p90-rake-factory.rle", 5000),
    ("S9", "Life/Signal-Circuitry/high-bandwidth-telegraph.rle.gz", 8192),
    ("S10", "Life/Miscellaneous/twinprimes.rle", 16384),
    ("H11", "HashLife/metapixel-galaxy.mc.gz", 1 << 24),
    ("H11b", "HashLife/metapixel-galaxy.mc.gz", 100_003),
    ("H12", "HashLife/metacatacryst.mc", 1 << 30),
    ("H13", "HashLife/gotts-dots.mc", 1 << 40),
    ("H14", "HashLife/demonoid-c512-hashlife-friendly.mc.gz", 1 << 22),
    ("H15", "HashLife/hashlife-oddity1.mc", 1 << 24),
    ("H16", "HashLife/jagged.mc", 1 << 22),
    ("H17", "HashLife/hexadecimal.mc.gz", 1 << 18),
    ("H18", "HashLife/unlimited-novelty.mc", 1 << 18),
    ("H19", "HashLife/totalperiodic.mc", 1 << 22, "--max-memory", "300M"),
    ("W20", "WireWorld/primes.mc", 1 << 20),
]
# Name, side, generations, rule (None: Conway's Life); on a torus.
TORI = [
    ("D1", 2048, 2000, None),
    ("G21a", 512, 1000, "B2/S/3"),
    ("G21b", 512, 1000, "B2/S345/4"),
    ("G21c", 512, 200, "R5,C0,M1,S34..58,B34..45,NM"),
    ("G21d", 512, 2000, "B2-a/S12"),
    ("G21e", 512, 2000, "B3678/S34678"),
]
# Name, pattern of the collection, universe, generations: nearly empty universes with edges.
EDGES = [
    ("E1", "glider", "T3000,3000", 20000),
    ("E2", "glider", "T10000,10000", 30000),
    ("E3", "glider", "T20000,20000", 42000),
    ("E4", "glider", "T1000,1000", 1_000_000),
    ("E5", "lwss", "T2000,2000", 10**12),
    ("E6", "gosper-gun", "P3000,3000", 20000),
    ("E7", "glider", "T0,20", 100_000),
    ("E8", "lwss", "T0,64", 100_000),
    ("E9", "glider", "T64,0", 100_000),
]
# States, symmetry, transitions for each state: random tables on soups (table_rows).
TABLES = [
    (states, symmetry, 5) for states in (4, 8, 16, 30, 100)
    for symmetry in ("none", "rotate4", "rotate8", "rotate4reflect", "rotate8reflect",
                     "reflect_horizontal", "permute")
]
# Name, side, generations; on the plane.
SOUPS = [("S4", 1024, 20000), ("S5", 2048, 2000), ("S5b", 4096, 64)]


class TooSlow(Exception):
    """A run exceeded its time limit."""


def measure(command, seconds):
    """CPU seconds and output of a process; None if it failed. Raises TooSlow."""
    with tempfile.TemporaryFile() as output:
        pid = os.fork()
        if pid == 0:
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
            # CPU time, so that other processes of the machine do not count.
            limit = max(1, int(seconds + 1))
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, 0)
            os.dup2(output.fileno(), 1)
            os.dup2(null, 2)
            os.execvp(command[0], command)
        _, status, usage = os.wait4(pid, 0)
        spent = usage.ru_utime + usage.ru_stime
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
            raise TooSlow
        if status != 0:
            return None
        output.seek(0)
        return spent, output.read()


def median_of(command, seconds):
    """The median of RUNS runs, or of one long run; None if it fails or is too slow."""
    samples = []
    for _ in range(RUNS):
        try:
            result = measure(command, seconds)
        except TooSlow:
            return None
        if result is None:
            return None
        samples.append(result)
        if result[0] > 10 or seconds < 1 and result[0] > 2 * seconds:
            break
    return statistics.median(spent for spent, _ in samples), samples[-1][1]


class Bench:
    def __init__(self, life):
        self.life = os.path.abspath(life)
        self.ratios = {}

    def command(self, engine, pattern, generations, options):
        return [self.life, "run", pattern, "-n", str(generations), "-e", engine, "-t", "1",
                "--json", "-q", *options]

    def compare(self, name, pattern, generations, options=(), seconds=LONGEST):
        """Measures one workload and prints its row; false if auto is too slow or cannot run it."""
        auto = median_of(self.command("auto", pattern, generations, options), seconds)
        if auto is None:
            return False
        # An engine slower than auto is not the best: its run ends at auto's time.
        seconds_of = {}
        for engine in ENGINES:
            found = median_of(self.command(engine, pattern, generations, options), auto[0])
            if found:
                seconds_of[engine] = found[0]
        if not seconds_of:
            return True
        best = min(seconds_of, key=seconds_of.get)
        ratio = auto[0] / seconds_of[best]
        self.ratios[name] = ratio
        chosen = [span["engine"] for span in json.loads(auto[1])["engines"]]
        if len(chosen) > 3:
            chosen = chosen[:2] + ["…", chosen[-1]]
        print(f"{name[-38:]:39}{generations:>15}{auto[0]:9.3f} s{seconds_of[best]:9.3f} s{ratio:7.2f}  "
              f"{best:9}{' → '.join(chosen)}", flush=True)
        return True

    def report(self):
        if not self.ratios:
            return
        share = lambda limit: sum(r <= limit for r in self.ratios.values()) / len(self.ratios)
        worst = sorted(self.ratios, key=self.ratios.get)[-5:]
        print(f"{len(self.ratios)} workloads: auto is within 1.3 times the best engine on "
              f"{share(1.3):.0%}, within 2 times on {share(2):.0%}")
        print("the worst ratios: " + ", ".join(f"{n} {self.ratios[n]:.2f}" for n in reversed(worst)))


def soup(life, folder, side, universe=""):
    path = os.path.join(folder, f"soup-{side}-{len(os.listdir(folder))}.rle")
    subprocess.run([life, "soup", "--size", str(side), "--density", "3/8", "--rule",
                    "B3/S23" + universe, "-o", path], check=True)
    return path


def bgolly_seconds(pattern, generations, options):
    """CPU seconds of bgolly; None if it is not installed, fails or takes longer than a minute."""
    if not shutil.which("bgolly"):
        return None
    found = median_of(["bgolly", "-q", *options, "-m", str(generations), pattern], 60)
    return found[0] if found else None


def compare_with_bgolly(bench, name, pattern, generations, options, bgolly_options):
    """A row of auto and the best engine, and a line with the time of bgolly."""
    bench.compare(name, pattern, generations, options)
    seconds = bgolly_seconds(pattern, generations, bgolly_options)
    print(f"{'':39}{'bgolly':>15}" + (f"{seconds:9.3f} s" if seconds is not None else "        –"),
          flush=True)


def random_table(folder, states, symmetry, per_state):
    """Writes a random rule table and a soup of 60 x 60 cells for it; the path of the soup."""
    source = random.Random(1)
    name = f"Random{states}{symmetry.replace('_', '')}"
    lines = ["@RULE " + name, "@TABLE", f"n_states:{states}", "neighborhood:Moore",
             "symmetries:" + symmetry]
    values = ",".join(map(str, range(states)))
    lines += [f"var {variable}={{{values}}}" for variable in "abcdefgh"]
    for state in range(1, states):
        for number in range(per_state):
            center = source.randrange(states) if number else 0
            lines.append(f"{center},{state},{source.randrange(states)},a,b,c,d,e,f,"
                         f"{source.randrange(1, states)}")
    lines += [f"{state},a,b,c,d,e,f,g,h,{(state * 3 + 1) % states}" for state in range(1, states)]
    with open(os.path.join(folder, name + ".rule"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")

    def letter(state):
        if state == 0:
            return "."
        return chr(64 + state) if state <= 24 else chr(111 + (state - 1) // 24) + chr(
            65 + (state - 1) % 24)

    rows = ["".join(letter(source.randrange(states)) for _ in range(60)) for _ in range(60)]
    path = os.path.join(folder, name + ".rle")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"x = 60, y = 60, rule = {name}\n" + "$\n".join(rows) + "!\n")
    return path


def patterns_in(folder, every):
    found = []
    for parent, _, names in sorted(os.walk(folder)):
        found += [os.path.join(parent, name) for name in sorted(names)]
    endings = (".rle", ".rle.gz", ".mc", ".mc.gz", ".lif", ".cells", ".l")
    return [path for path in found if path.endswith(endings)][::every]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--folder", default=PATTERNS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--generations", type=int, default=8192)
    parser.add_argument("--rules", default=RULES if os.path.isdir(RULES) else None)
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    bench = Bench(arguments.life)
    rules = ["--rules", arguments.rules] if arguments.rules else []
    is_chosen = lambda name: not arguments.names or name in arguments.names
    scratch = tempfile.mkdtemp(prefix="life-auto-")
    print(f"{'workload':39}{'generations':>15}{'auto':>11}{'best':>11}{'ratio':>7}  "
          f"{'best':9}chosen")
    try:
        for name, side, generations in filter(lambda row: is_chosen(row[0]), SOUPS):
            bench.compare(name, soup(bench.life, scratch, side), generations)
        for name, side, generations, rule in filter(lambda row: is_chosen(row[0]), TORI):
            path = soup(bench.life, scratch, side, f":T{side}")
            bench.compare(name, path, generations, ["--rule", f"{rule}:T{side}"] if rule else [])
        for name, pattern, universe, generations in filter(lambda row: is_chosen(row[0]), EDGES):
            path = os.path.join(scratch, name + ".rle")
            subprocess.run([bench.life, "convert", pattern, path, "-q", "--universe", universe],
                           check=True)
            compare_with_bgolly(bench, f"{name} {pattern} {universe}", path, generations, [], [])
        for states, symmetry, per_state in TABLES if is_chosen("tables") else []:
            path = random_table(scratch, states, symmetry, per_state)
            compare_with_bgolly(
                bench, f"table {states} {symmetry}", path, 50, ["--rules", scratch],
                ["-a", "RuleLoader", "-s", scratch + "/"])
        for name, path, generations, *options in PATTERN_WORKLOADS:
            if is_chosen(name) and os.path.exists(os.path.join(GOLLY, path)):
                bench.compare(name, os.path.join(GOLLY, path), generations, rules + options)
        methuselahs = os.path.join(GOLLY, "Life", "Methuselahs")
        if is_chosen("S6") and os.path.isdir(methuselahs):
            for path in patterns_in(methuselahs, 1):
                bench.compare("S6 " + os.path.basename(path), path, 30000)
        if is_chosen("folder"):
            for path in patterns_in(arguments.folder, arguments.every):
                generations = arguments.generations
                name = os.path.relpath(path, arguments.folder)
                while generations > 0 and not bench.compare(
                        name, path, generations, rules, FOLDER_SECONDS):
                    generations //= 8
        bench.report()
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()

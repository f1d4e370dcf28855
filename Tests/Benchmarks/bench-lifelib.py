#!/usr/bin/env python3
"""bench-lifelib.py LIFE [WORKLOAD ...]

Runs LIFE and lifelib (package python-lifelib of PyPI) in turn on the same patterns, pinned to one
core. Prints for each workload the medians of CPU seconds, the ratio lifelib / life, and whether the
populations agree. The time of life is that of the whole process; that of lifelib is without the
start of Python, which compiles lifelib once."""
import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import families  # noqa: E402

RUNS = 5
HERE = os.path.dirname(os.path.abspath(__file__))
PATTERNS = os.path.join(HERE, "..", "..", "patterns")
MEGABYTES = 4000


def workloads():
    """Name, file, generations, and the engine of life."""
    yield "acorn", os.path.join(PATTERNS, "methuselahs", "acorn.rle"), 5206, "auto"
    folder = os.path.join(families.GOLLY_PATTERNS, "HashLife")
    for name, pattern, generations, megabytes in families.hashed_workloads():
        file = os.path.join(folder, pattern)
        # lifelib reads no compressed files.
        if not megabytes and not pattern.endswith(".gz") and os.path.exists(file):
            yield name, file, generations, "hashlife"
    if families.sparked():
        for exponent in 12, 14, 16:
            yield f"H20-{exponent}", families.sparked(), 1 << exponent, "hashlife"


def advance_with_lifelib(file, generations):
    """The child process: prints CPU seconds and the population."""
    import lifelib
    tree = lifelib.load_rules("b3s23").lifetree(memory=MEGABYTES)
    start = time.process_time()
    population = tree.load(file).advance(generations).population
    print(json.dumps([time.process_time() - start, population]))


def measure_lifelib(file, generations):
    command = [sys.executable, os.path.abspath(__file__), "--child", file, str(generations)]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines()
    return json.loads(lines[-1])


def measure_life(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(json.loads(result.stdout.splitlines()[-1])["population"])


def main():
    if sys.argv[1] == "--child":
        return advance_with_lifelib(sys.argv[2], int(sys.argv[3]))
    if importlib.util.find_spec("lifelib") is None:
        sys.exit("bench-lifelib.py: lifelib is missing; pip install python-lifelib")
    life = os.path.abspath(sys.argv[1])
    chosen = sys.argv[2:]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"{'workload':12}{'generations':>16}{'life':>10}{'lifelib':>10}{'ratio':>8}")
    for name, file, generations, engine in workloads():
        if chosen and name not in chosen:
            continue
        command = [life, "run", file, "-n", str(generations), "-e", engine, "-t", "1", "--json",
                   "-q"]
        samples = [(*measure_life(command), *measure_lifelib(file, generations))
                   for _ in range(RUNS)]
        ours, population, theirs, other = map(statistics.median, zip(*samples))
        verdict = "" if population == other else f"  populations: {population}, {other}"
        print(f"{name:12}{generations:16}{ours:8.3f} s{theirs:8.3f} s{theirs / ours:8.1f}{verdict}",
              flush=True)
        if verdict:
            sys.exit(1)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()

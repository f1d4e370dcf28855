#!/usr/bin/env python3
"""bench-threads.py LIFE [WORKLOAD ...]

Runs LIFE with one and with two threads in turn, and prints for each workload the medians of the
elapsed seconds, their ratio, and the CPU seconds of both. It says little on a machine whose cores
are busy with something else."""
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import families  # noqa: E402

RUNS = 5


def measure(command):
    """Elapsed seconds and CPU seconds of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    elapsed = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return elapsed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def workloads(life):
    """Name and command of each workload, without the number of threads."""
    def soup(size, rule):
        name = f"soup-{size}-{len(os.listdir('.'))}.rle"
        subprocess.run([life, "soup", "--size", str(size), "--density", "3/8", "--rule", rule,
                        "-o", name], check=True)
        return name

    def run(pattern, generations, engine):
        return [life, "run", pattern, "-n", str(generations), "-e", engine, "--json", "-q",
                "--rules", families.GOLLY_RULES]

    yield "board 2048², Life", run(soup(2048, "B3/S23:T2048"), 40000, "bitmap")
    yield "board 16384², Life", run(soup(16384, "B3/S23:T16384"), 1000, "bitmap")
    yield "tiles 4096², Life", run(soup(4096, "B3/S23"), 4000, "tiles")
    yield "bytes 1024², Brian's Brain", run(soup(1024, "/2/3"), 800, "bytes")
    primes = families.GOLLY_PATTERNS + "WireWorld/primes.mc"
    if os.path.exists(primes):
        yield "bytes, WireWorld primes", run(primes, 8192, "bytes")
    yield "census, 60 000 soups", [life, "census", "--root", "bench_", "--soups", "60000"]


def main():
    life = os.path.abspath(sys.argv[1])
    chosen = sys.argv[2:]
    with tempfile.TemporaryDirectory(prefix="life-threads-") as folder:
        os.chdir(folder)
        print(f"{'workload':30}{'one':>10}{'two':>10}{'ratio':>8}{'CPU of one, two':>20}")
        for name, command in workloads(life):
            if chosen and not any(word in name for word in chosen):
                continue
            samples = {1: [], 2: []}
            for _ in range(RUNS):
                for threads, found in samples.items():
                    found.append(measure([*command, "-t", str(threads)]))
            one, two = ([statistics.median(column) for column in zip(*found)]
                        for found in samples.values())
            print(f"{name:30}{one[0]:8.3f} s{two[0]:8.3f} s{one[0] / two[0]:8.2f}"
                  f"{one[1]:10.3f}, {two[1]:.3f} s", flush=True)
        os.chdir("/")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()

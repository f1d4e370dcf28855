#!/usr/bin/env python3
"""time-limits.py LIFE [--runs N] [--seed S] [--jobs J] [--brief]

Runs 'life run' with random options under LIFE_LIMITS=time=2s and prints the number of failures:
each run must end within 4 s, because writing a result may take as long again as the run, and with a
documented exit code. Runs that are refused as misuse do not count."""
import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile
import time

SECONDS = 2
# For the start and the end of a process on a busy machine.
ALLOWANCE = 0.5

PATTERNS = ["block", "glider", "blinker", "acorn", "r-pentomino", "gosper-gun", "pulsar",
            "block-laying-switch-engine", "empty.rle", "soup.rle", "torus.rle", "many.rle",
            "wide.rle"]
LENGTHS = ["0", "1", "7", "100", "5206", "1e5", "1e7", "1e12", "2^64", "2^200", "1e400"]
RULES = ["B3/S23", "B36/S23", "B2/S", "B1/S012345678", "B0/S8", "B0123478/S01234678", "345/2/4",
         "R2,C2,S6..11,B6..8,NM", "B2/S34H", "R5,C2,S33..57,B34..45,NM", "W110", "B35/S236V"]
OUTPUTS = ["x.rle", "x.mc", "x.mc.gz", "x.cells", "x.json", "x.lif", "x.gif", "x.apng", "x.y4m",
           "x.png", "x.svg", "x.html", "x.ppm", "x.csv", "x.ndjson", "x.csv.gz", "x-%d.png",
           "x-%04d.rle", "x-{generation}.svg"]
VIEWS = ["fit", "core", "auto", "0,0,32x32", "-50,-50,100x80", "0,0,1000x1000"]
OPTIONS = [
    (0.35, lambda r: ["--every", r.choice(["1", "3", "100", "1e6", "2^70"])]),
    (0.40, lambda r: ["--view", r.choice(VIEWS)]),
    (0.10, lambda r: ["--track", r.choice(["auto", "1,1/4", "-1,0/2"])]),
    (0.10, lambda r: ["--scale", r.choice(["1", "4", "1/2", "1/64"])]),
    (0.10, lambda r: ["--size", r.choice(["64x64", "1920x1080"])]),
    (0.20, lambda r: ["--max-frames", r.choice(["1", "5", "1000"])]),
    (0.25, lambda r: ["--max-memory", r.choice(["1", "100K", "1M", "20M", "1G"])]),
    (0.20, lambda r: ["-e", r.choice(["reference", "bitmap", "tiles", "hashlife", "bytes"])]),
    (0.15, lambda r: ["-t", r.choice(["1", "2", "4"])]),
    (0.25, lambda r: ["-r", r.choice(RULES)]),
    (0.20, lambda r: ["--universe", r.choice(["T100", "T64,48", "P64", "plane", "T3000", "P10,0"])]),
    (0.15, lambda r: ["--verify"]),
    (0.15, lambda r: ["--plot", r.choice(["p.svg", "p.png"])]),
    (0.10, lambda r: ["--digest"]),
    (0.15, lambda r: ["--json"]),
    (0.15, lambda r: ["--checkpoint", "c.life"]),
    (0.05, lambda r: ["--checkpoint-every", r.choice(["0.01", "1"])]),
    (0.06, lambda r: ["--loop"]),
    (0.08, lambda r: ["--age"]),
    (0.08, lambda r: ["--trail", "5"]),
    (0.05, lambda r: ["--split"]),
    (0.05, lambda r: ["--columns", "generation,births,deaths,digest"]),
]
UNTIL = ["stable", "period", "escape", "empty", "pop>1000", "box>500", "1e9"]


def words(random):
    result = ["run", random.choice(PATTERNS)]
    if random.random() < 0.85:
        result += ["-n", random.choice(LENGTHS)]
    else:
        result += ["--until", random.choice(UNTIL)]
        if random.random() < 0.5:
            result += ["--max-generations", random.choice(["1000", "1e9", "2^40"])]
    if random.random() < 0.85:
        result += ["-o", random.choice(OUTPUTS)]
    for share, option in OPTIONS:
        if random.random() < share:
            result += option(random)
    return result


def cells(random, width, height):
    return "".join("".join(random.choice("bo") for _ in range(width)) + "$"
                   for _ in range(height))


def make_patterns(folder):
    source = random.Random(1)
    texts = {"empty.rle": "x = 0, y = 0, rule = B3/S23\n!\n",
             "soup.rle": "x = 64, y = 64, rule = B3/S23\n" + cells(source, 64, 64) + "!\n",
             "torus.rle": "x = 20, y = 20, rule = B3/S23:T20,20\n" + cells(source, 20, 20) + "!\n",
             "many.rle": "x = 500, y = 500, rule = B3/S23\n" + cells(source, 500, 500) + "!\n",
             "wide.rle": "x = 2000000003, y = 3, rule = B3/S23\nobo2000000000bo$bo$2o!\n"}
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)


def run(life, patterns, words):
    """The exit code, the seconds and the errors; no code if the run had to be killed."""
    with tempfile.TemporaryDirectory(prefix="life-soak-") as folder:
        for name in os.listdir(patterns):
            os.symlink(os.path.join(patterns, name), os.path.join(folder, name))
        limits = {"LIFE_LIMITS": f"time={SECONDS}s", "SWIFT_BACKTRACE": "enable=no"}
        with open(os.path.join(folder, ".errors"), "w+b") as errors:
            began = time.monotonic()
            process = subprocess.Popen([life, *words], cwd=folder, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=errors,
                                       env=dict(os.environ, **limits))
            try:
                code = process.wait(5 * SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                code = None
            seconds = time.monotonic() - began
            errors.seek(0)
            return code, seconds, errors.read(300).decode(errors="replace")


def problem(result):
    code, seconds, errors = result
    if code is None:
        return "does not end"
    if seconds > 2 * SECONDS + ALLOWANCE:
        return f"ended after {seconds:.1f} s"
    if code not in (0, 1, 64, 65, 73, 75):
        return f"exit code {code}: {errors}"
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("life")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--brief", action="store_true")
    options = parser.parse_args()
    if options.brief:
        options.runs = 12
    life = os.path.abspath(options.life)
    source = random.Random(options.seed)
    counts = {}
    failures = 0
    with tempfile.TemporaryDirectory(prefix="life-soak-") as patterns, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        make_patterns(patterns)
        while sum(counts.values()) < options.runs:
            batch = [words(source) for _ in range(options.runs - sum(counts.values()))]
            for case, result in zip(batch, pool.map(lambda w: run(life, patterns, w), batch)):
                if problem(result):
                    # Again without others beside it.
                    result = run(life, patterns, case)
                if result[0] == 64:
                    continue
                counts[result[0]] = counts.get(result[0], 0) + 1
                if problem(result):
                    failures += 1
                    print(f"life {' '.join(case)}: {problem(result)}", file=sys.stderr)
    print(f"{sum(counts.values())} runs by exit code: {counts}", file=sys.stderr)
    print(failures)
    sys.exit(1 if failures else 0)


main()

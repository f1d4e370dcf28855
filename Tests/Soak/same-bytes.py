#!/usr/bin/env python3
"""Checks that outputs do not depend on threads, memory limits or repetition.

    same-bytes.py PROGRAM [--brief]

Each run is repeated ten times for each of 1 to 4 threads and three memory limits. It may end with
exit code 75 at the memory limit. Prints the number of runs that failed or wrote different bytes.
"""
import argparse, hashlib, os, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUNS = [
    "run soup.rle -n 200 --engine bitmap --universe T1000,900 -o {out}.rle",
    "run soup.rle -n 200 --engine tiles -o {out}.rle",
    "run soup.rle -n 300 --engine hashlife -o {out}.mc",
    "run soup.rle -n 300 -o {out}.mc.gz",
    "run soup.rle -n 20 --every 5 -o {out}.gif",
    "run soup.rle -n 20 -o {out}.png",
    "run soup.rle -n 20 --every 10 --to y4m -o {out}.y4m",
    "run gosper-gun -n 2000 --every 500 -o {out}.csv",
    "run soup.rle -n 40 --rule R5,C0,M1,S34..58,B34..45,NM --universe T700 -o {out}.rle",
    "run soup.rle -n 40 --rule B2/S/C3 -o {out}.rle",
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--brief", action="store_true")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    threads, caps, repeats = range(1, 5), ["64M", "256M", "1G"], 10
    if arguments.brief:
        threads, caps, repeats = [1, 3], ["256M"], 1
    environment = dict(os.environ, LIFE_PATTERNS=os.path.join(ROOT, "patterns"),
                       SWIFT_BACKTRACE="enable=no")
    failures = runs = stopped = 0
    with tempfile.TemporaryDirectory(prefix="same-bytes-") as folder:
        def life(line):
            return subprocess.run([program] + line.split(), cwd=folder, env=environment,
                                  stdin=subprocess.DEVNULL, capture_output=True)
        with open(os.path.join(folder, "soup.rle"), "wb") as soup:
            soup.write(life("soup --size 600 --density 3/8").stdout)
        for line in RUNS:
            seen = None
            for count in threads:
                for cap in caps:
                    for _ in range(repeats):
                        runs += 1
                        words = line.format(out="out")
                        done = life(words + " --threads %d --max-memory %s" % (count, cap))
                        name = os.path.join(folder, words.split()[-1])
                        if done.returncode == 75:
                            stopped += 1
                            continue
                        if done.returncode != 0:
                            failures += 1
                            print("life %s: exit %d: %s" % (
                                words, done.returncode, done.stderr.decode().strip()),
                                file=sys.stderr)
                            continue
                        with open(name, "rb") as file:
                            digest = hashlib.sha256(file.read()).hexdigest()
                        os.remove(name)
                        seen = seen or digest
                        if digest != seen:
                            failures += 1
                            print("life %s with %d threads and %s: different bytes" % (
                                words, count, cap), file=sys.stderr)
    print("%d runs, %d ended at the memory limit" % (runs, stopped), file=sys.stderr)
    print(failures)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""bench-answers.py LIFE

Prints the rates of LIFE on one core, each the best of three runs: frames of animations that a pipe
discards, patterns identified, objects of ash told by their codes, and soups counted."""
import os
import resource
import subprocess
import sys
import tempfile

RUNS = 3
ASH = """xs4_33 xp2_7 xs6_696 xq4_153 xs7_2596 xs5_253 xs6_356 xs4_252 xs8_6996 xs7_25ac xp2_7e
xs8_69ic xs6_39c xp3_co9nas0san9oczgoldlo0oldlogz1047210127401""".split()
OBJECTS = 20_000


def frames(size, count, format, pattern="soup.rle"):
    command = f"life run {pattern} -n {count} --view 0,0,{size} --scale 1 --to {format} -q -t 1"
    return f"{format}, {size}", "frames", count + 1, command


def census(rule, symmetry, count):
    search = f"--rule {rule} --symmetry {symmetry} --root bench_ --soups {count}"
    return f"census, {rule} {symmetry}", "soups", count, f"life census {search} -q -t 1 -o /dev/null"


WORKLOADS = [
    frames("1920x1080", 1500, "pbm"), frames("1920x1080", 800, "y4m"),
    frames("1920x1080", 300, "ppm"), frames("256x256", 600, "gif", "gosper-gun"),
    ("identify, pulsar", "patterns", 200, "life identify -q" + 200 * " pulsar"),
    ("identify, Gosper gun", "patterns", 200, "life identify -q" + 200 * " gosper-gun"),
    ("identify, ash", "objects", OBJECTS, "life identify --split ash --json -q"),
    ("apgcode, ash", "objects", OBJECTS, "life apgcode --split ash -q"),
    census("B3/S23", "C1", 50_000), census("B3/S23", "D8_4", 30_000),
    census("B38/S23", "C1", 10_000), census("B36/S23", "C1", 5_000), census("/2/3", "C1", 500),
]


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(f"{command} | cat > /dev/null", shell=True, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    life = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="life-answers-") as folder:
        os.chdir(folder)
        os.symlink(life, "life")
        os.environ["PATH"] = f"{folder}:{os.environ['PATH']}"
        with open("ash", "w") as file:
            file.writelines(f"{ASH[i % len(ASH)]}\n" for i in range(OBJECTS))
        subprocess.run("life soup --size 1920x1080 --rule B3/S23:T1920,1080 -o soup.rle".split(),
                       check=True)
        for name, unit, count, command in WORKLOADS:
            best = min(cpu_seconds(command) for _ in range(RUNS))
            print(f"{name:26}{count / max(best, 1e-3):12,.0f} {unit}/s", flush=True)
        os.chdir("/")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()

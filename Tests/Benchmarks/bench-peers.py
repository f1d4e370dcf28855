#!/usr/bin/env python3
"""bench-peers.py LIFE [WORKLOAD ...]

Runs LIFE and bgolly in turn on the same patterns, pinned to one core, and prints for each workload
the medians of CPU seconds and peak memory of both, and the ratios bgolly / life. Without bgolly
(package golly), it prints only the figures of life. The peer of D5 and D6 is a kernel in C
(torus-kernel.c), where there are a C compiler and AVX-512."""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import families  # noqa: E402

RUNS = 5
GOLLY_PATTERNS = "/usr/share/golly/Patterns"
HERE = os.path.dirname(os.path.abspath(__file__))
PATTERNS = os.path.join(HERE, "..", "..", "patterns")


def measure(command):
    """CPU seconds and peak memory in MiB of one process."""
    pid = os.fork()
    if pid == 0:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        os.execvp(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: exit status {os.waitstatus_to_exitcode(status)}")
    scale = 1024 if sys.platform == "linux" else 1024 * 1024
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / scale


def compare(name, life, peer, floor):
    """Runs both commands in turn and prints a row; `peer` may be None. A process starts with the
    memory of this one, `floor`, as its peak: of one that needs less, only that is known."""
    def figures(samples):
        seconds, peak = (statistics.median(column) for column in zip(*samples))
        memory = f"{peak:.0f}" if peak > 1.05 * floor else f"< {peak:.0f}"
        return seconds, peak, f"{seconds:9.3f} s {memory:>7} MiB"

    samples = {"life": [], "peer": []}
    for _ in range(RUNS):
        samples["life"].append(measure(life))
        if peer:
            samples["peer"].append(measure(peer))
    our_seconds, our_peak, text = figures(samples["life"])
    row = f"{name:44}{text}"
    if peer:
        their_seconds, their_peak, text = figures(samples["peer"])
        row += f" {text}"
        ratios = [their_seconds / max(our_seconds, 1e-3)]
        if their_peak > 1.05 * floor:
            ratios.append(their_peak / our_peak)
        for ratio in ratios:
            row += f"{ratio:8.1f}" if ratio >= 1 else f"{ratio:8.2f}"
    print(row, flush=True)


def dense(life):
    """Boards of life and a kernel in C. A board computes every cell, so a small pattern will do."""
    def workload(key, size, generations, stages):
        def make():
            pattern = f"torus-{size}.rle"
            with open(pattern, "w") as file:
                file.write(f"x = 3, y = 3, rule = B3/S23:T{size}\nb2o$2o$bo!\n")
            kernel = torus_kernel()
            return (
                f"{key} torus of {size} x {size}, {generations}, bitmap / C",
                [life, "run", pattern, "-n", str(generations), "-e", "bitmap", "-t", "1", "-q",
                 "--json"],
                [kernel, str(size), str(generations), str(stages)] if kernel else None)
        return make

    return {"D5": workload("D5", 2048, 48000, 12), "D6": workload("D6", 16384, 960, 24)}


def torus_kernel():
    """The compiled kernel; None without a C compiler or AVX-512."""
    program = os.path.abspath("torus-kernel")
    compiler = shutil.which("clang") or shutil.which("cc")
    if not compiler or not os.path.exists("/proc/cpuinfo"):
        return None
    with open("/proc/cpuinfo") as file:
        if " avx512f " not in file.read():
            return None
    if not os.path.exists(program):
        subprocess.run([compiler, "-O3", "-march=native", "-o", program,
                        os.path.join(HERE, "torus-kernel.c")], check=True)
    return program


def planes(life, golly, soup):
    """Workloads on the unbounded plane: tiles and QuickLife, auto and HashLife."""
    golly_patterns = "/usr/share/golly/Patterns/Life/"
    rows = [
        ("S4", "soup of 1024 x 1024", lambda: soup(1024, False), 20000),
        ("S5", "soup of 2048 x 2048", lambda: soup(2048, False), 2000),
        ("S6b", "acorn", lambda: golly_patterns + "Methuselahs/acorn.lif", 5206),
        ("S7", "breeder", lambda: golly_patterns + "Breeders/breeder.lif", 10000),
        ("S8", "p90 rake factory", lambda: golly_patterns + "Breeders/p90-rake-factory.rle", 5000),
        ("S9", "telegraph",
         lambda: golly_patterns + "Signal-Circuitry/high-bandwidth-telegraph.rle.gz", 8192),
        ("S10", "twin primes", lambda: golly_patterns + "Miscellaneous/twinprimes.rle", 16384),
    ]

    def ours(engine, pattern, count):
        return [life, "run", pattern, "-n", str(count), "-e", engine, "-t", "1", "--json", "-q"]

    def theirs(engine, pattern, count):
        return golly("-a", engine, "-m", str(count), "-i", str(count), pattern)

    def row(key, title, pattern, count, mine, other):
        def make():
            return (f"{key} {title}, {mine} / {other}", ours(mine, pattern(), count),
                    theirs(other, pattern(), count))
        return make

    acorn = os.path.join(PATTERNS, "methuselahs", "acorn.rle")
    alone = [life, "run", acorn, "-n", "5206", "-q", "-t", "1"]
    result = {
        f"every-{name}": lambda name=name: (
            f"acorn, {name} of every generation / none", [*alone, "--every", "1", "--to", name],
            alone)
        for name in ("csv", "pbm", "ppm")
    }
    for key, title, pattern, count in rows:
        result[key] = row(key, title, pattern, count, "tiles", "QuickLife")
        result[key + "a"] = row(key, title, pattern, count, "auto", "HashLife")

    def each(command):
        words = " ".join(command("$f") or [])
        return ["sh", "-c", f'for f in "{golly_patterns}"Methuselahs/*; do {words}; done']

    for key, mine in (("S6", "tiles"), ("S6a", "auto")):
        result[key] = lambda key=key, mine=mine: (
            f"{key} methuselahs, 30 000 generations, {mine} / QuickLife",
            each(lambda f: ours(mine, f, 30000)),
            each(lambda f: theirs("QuickLife", f, 30000)) if shutil.which("bgolly") else None,
        )
    return result


def main():
    life = os.path.abspath(sys.argv[1])
    chosen = sys.argv[2:]
    bgolly = shutil.which("bgolly")
    folder = tempfile.mkdtemp(prefix="life-peers-")
    os.chdir(folder)

    def soup(size, torus):
        name = f"soup-{size}{'-torus' if torus else ''}.rle"
        universe = f":T{size}" if torus else ""
        subprocess.run([life, "soup", "--size", str(size), "--density", "3/8", "--rule",
                        "B3/S23" + universe, "-o", name], check=True)
        return name

    def golly(*arguments):
        return [bgolly, "-q", "-q", "-M", "4000", *arguments] if bgolly else None

    def hashed(name, pattern, generations, megabytes):
        """A workload for both HashLife engines, on one of Golly's patterns or another file."""
        file = os.path.join(GOLLY_PATTERNS, "HashLife", pattern)
        life_limit = ["--max-memory", f"{megabytes}M"] if megabytes else []
        peer = None
        if bgolly:
            # HashLife of bgolly takes one step for all generations only if they are a power of two.
            step = ["-i", str(generations)] if generations & (generations - 1) == 0 else []
            peer = [bgolly, "-q", "-q", "-a", "HashLife", "-M", str(megabytes or 4000),
                    "-m", str(generations), *step, file]
        return lambda: (
            f"{name} {os.path.basename(file).split('.')[0]}, {generations} generations"[:44],
            [life, "run", file, "-n", str(generations), "-e", "hashlife", "-t", "1", "--json",
             "-q", *life_limit], peer,
        )

    workloads = {
        "C22": lambda: (
            "C22 RLE to macrocell, soup of 16384 x 16384",
            [life, "convert", soup(16384, False), "ours.mc"],
            golly("-a", "HashLife", "-m", "0", "-o", "theirs.mc", "soup-16384.rle"),
        ),
        "C23": lambda: (
            "C23 the same macrocell to RLE",
            [life, "convert", "ours.mc", "back.rle"],
            golly("-a", "HashLife", "-m", "0", "-o", "back-theirs.rle", "ours.mc"),
        ),
        "C24": lambda: (
            "C24 RLE to RLE, soup of 16384 x 16384",
            [life, "convert", soup(16384, False), "ours.rle"],
            golly("-m", "0", "-o", "theirs.rle", "soup-16384.rle"),
        ),
        "C24b": lambda: (
            "C24b the same RLE to plaintext",
            [life, "convert", soup(16384, False), "ours.cells"], None,
        ),
        "C24c": lambda: (
            "C24c the same plaintext to RLE", [life, "convert", "ours.cells", "back.rle"], None,
        ),
        "D1": lambda: (
            "D1 torus of 2048 x 2048, 100 generations",
            [life, "run", soup(2048, True), "-n", "100", "-t", "1", "-o", "ours.rle", "-q"],
            golly("-m", "100", "-i", "1", "-o", "theirs.rle", "soup-2048-torus.rle"),
        ),
        "D3": lambda: (
            "D3 torus of 16384 x 16384, 100 generations",
            [life, "run", soup(16384, True), "-n", "100", "-t", "1", "--json", "-q"], None,
        ),
        "start": lambda: (
            "start-up: a glider, 4 generations",
            [life, "run", os.path.join(PATTERNS, "spaceships", "glider.rle"), "-n", "4", "-e",
             "hashlife", "-q"],
            golly("-m", "4", "-a", "HashLife", os.path.join(PATTERNS, "spaceships", "glider.rle")),
        ),
    }
    workloads.update(dense(life))
    if os.path.isdir(GOLLY_PATTERNS):
        for row in families.hashed_workloads():
            workloads[row[0]] = hashed(*row)
        workloads.update(planes(life, golly, soup))
    if families.sparked():
        workloads["H20"] = hashed("H20", families.sparked(), 1 << 16, 0)
    workloads.update(families.tori(life, golly))
    print(f"{'workload':44}{'life':>9} CPU{'peak':>10}{'bgolly':>10} CPU{'peak':>10}"
          f"{'CPU':>8}{'memory':>8}")
    floor = measure(["true"])[1]
    try:
        for name, make in workloads.items():
            if not chosen or name in chosen:
                compare(*make(), floor)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()

#!/usr/bin/env python3
"""Measures the code coverage of the tests, including the commands that the tests start.

    coverage.py FOLDER [--missing] [--again]

FOLDER holds the products of `swift build --build-tests --enable-code-coverage`. Prints the region
coverage of the code that reads and writes patterns and rules, the line coverage of all sources,
and the number of `throw` statements that never ran. --missing lists these regions and `throw`
statements. --again uses the profiles of the previous run.
"""
import argparse, bisect, glob, json, os, re, shutil, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENCODED = re.compile(r"LifeFormats/|LifeCore/(Rules/|Universe\+Parsing)")
# The kernels are compiled once per CPU level, and a machine runs one level: the level with the
# best coverage counts.
LEVEL = re.compile(r"LifeKernels(Baseline|V3|V4)/")
# Benchmarks and fault injection are not part of the released behavior.
LEFT_OUT = re.compile(r"Bench")


def tool(name):
    """A tool of the Swift toolchain: other versions of LLVM may not read its profiles."""
    beside = os.path.join(os.path.dirname(os.path.realpath(shutil.which("swift"))), name)
    return beside if os.path.exists(beside) else name


def run_tests(bundle, profiles):
    shutil.rmtree(profiles, ignore_errors=True)
    os.makedirs(profiles)
    environment = dict(os.environ, LLVM_PROFILE_FILE=os.path.join(profiles, "%p.profraw"),
                       SWIFT_BACKTRACE="enable=no")
    words = [bundle, "--testing-library", "swift-testing", "--skip", "TidyTests"]
    done = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    for line in done.stdout.splitlines():
        if "recorded an issue" in line or "Test run with" in line:
            print(line, file=sys.stderr)


def coverage(folder, bundle, profiles):
    """The coverage of each source file, as exported by llvm-cov."""
    merged = os.path.join(profiles, "all.profdata")
    # A process that was killed leaves an incomplete profile.
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", "-failure-mode=all", "-o", merged]
                   + glob.glob(os.path.join(profiles, "*.profraw")), check=True,
                   stderr=subprocess.DEVNULL)
    done = subprocess.run([tool("llvm-cov"), "export", bundle, "-object",
                           os.path.join(folder, "life"), "-instr-profile", merged],
                          check=True, capture_output=True)
    files = json.loads(done.stdout)["data"][0]["files"]
    best = {}
    for file in files:
        name = os.path.relpath(file["filename"], ROOT)
        if not name.startswith("Sources/") or LEFT_OUT.search(name):
            continue
        key = LEVEL.sub("LifeKernels/", name)
        if key not in best or share([file], "lines") > share([best[key]], "lines"):
            best[key] = file
    return best


def share(files, what):
    count = sum(file["summary"][what]["count"] for file in files)
    return 100 * sum(file["summary"][what]["covered"] for file in files) / max(1, count)


def missing_regions(file):
    """The starts of regions that never ran."""
    return [(line, column) for line, column, count, counts, begins, gap in file["segments"]
            if counts and begins and not gap and count == 0]


def missing_throws(file, lines):
    """The `throw` statements that never ran."""
    places = [(segment[0], segment[1]) for segment in file["segments"]]
    for number, line in enumerate(lines, 1):
        for match in re.finditer(r"\bthrow ", re.sub(r"//.*", "", line)):
            index = bisect.bisect(places, (number, match.start() + 1)) - 1
            if index >= 0 and file["segments"][index][2] == 0:
                yield number, match.start() + 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--again", action="store_true")
    arguments = parser.parse_args()
    folder = os.path.abspath(arguments.folder)
    bundle = glob.glob(os.path.join(folder, "*.xctest"))[0]
    profiles = os.path.join(folder, "profiles")
    if not arguments.again:
        run_tests(bundle, profiles)
    files = coverage(folder, bundle, profiles)
    throws = 0
    for name, file in sorted(files.items()):
        lines = open(file["filename"]).read().split("\n")
        unthrown = list(missing_throws(file, lines))
        throws += len(unthrown)
        places = set(unthrown) | (set(missing_regions(file)) if ENCODED.search(name) else set())
        for line, column in sorted(places) if arguments.missing else []:
            print("%s:%d:%d: %s" % (name, line, column, lines[line - 1].strip()), file=sys.stderr)
    encoded = [file for name, file in files.items() if ENCODED.search(name)]
    print("%.2f %% of the regions in formats and rules" % share(
        encoded, "regions"))
    print("%.2f %% of all lines" % share(files.values(), "lines"))
    print("%d throw statements never ran" % throws)


if __name__ == "__main__":
    main()

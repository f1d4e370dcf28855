#!/usr/bin/env python3
"""streams.py LIFE [--patterns N] [--brief] [--seed S]

Pipes many random soups, in the shape of eight images of one, to `life census --from -` and to
`life apgcode --split -`. Prints the number of failures: each command must read all patterns, and its
peak memory must not grow with their number."""
import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading

# The most memory in MiB that ten times as many patterns may take more. The tables of a census grow
# with the objects that it has seen.
GROWTH = 24
SIDE = 8


def soup(source):
    """A random square and its images under the symmetries of the square, as RLE."""
    rows = [[source.random() < 0.5 for _ in range(SIDE)] for _ in range(SIDE)]
    half = [[rows[min(x, y)][max(x, y)] for x in range(SIDE)] for y in range(SIDE)]
    whole = [row[::-1] + row for row in half]
    whole = whole[::-1] + whole
    lines = "$".join("".join("bo"[cell] for cell in row) for row in whole)
    return f"x = {2 * SIDE}, y = {2 * SIDE}, rule = B3/S23\n{lines}!\n".encode()


def feed(pipe, count, seed):
    source = random.Random(seed)
    try:
        for _ in range(count):
            pipe.write(soup(source))
        pipe.close()
    except BrokenPipeError:
        # The command has ended; its exit code tells why.
        return


def run(command, count, seed):
    """Exit code, output and peak memory in MiB of a command that reads some soups."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output)
        feeder = threading.Thread(target=feed, args=(process.stdin, count, seed))
        feeder.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        feeder.join()
        output.seek(0)
        scale = 1 << 10 if sys.platform == "linux" else 1
        return process.returncode, output.read(), usage.ru_maxrss * scale / (1 << 20)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("life")
    parser.add_argument("--patterns", type=int, default=1_000_000)
    parser.add_argument("--brief", action="store_true", help="few patterns")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    life = os.path.abspath(arguments.life)
    patterns = 2_000 if arguments.brief else arguments.patterns
    census = [life, "census", "--from", "-", "-q", "-t", "1"]
    codes = [life, "apgcode", "--split", "--max-period", "100", "-q", "-"]
    failures = 0
    for name, command, share in (("census", census, 1), ("apgcode", codes, 10)):
        peaks = []
        for count in (patterns // share // 10, patterns // share):
            code, output, peak = run(command, count, arguments.seed)
            peaks.append(peak)
            read = (f"@NUM_SOUPS {count}\n".encode() in output if name == "census"
                    else output.count(b"\n") == count)
            if code not in (0, 75) or not read:
                failures += 1
                print(f"{name}: exit code {code} for {count} patterns", file=sys.stderr)
        print(f"{name}: {peaks[0]:.0f} MiB for {patterns // share // 10} patterns, {peaks[1]:.0f} MiB "
              f"for {patterns // share}", file=sys.stderr)
        failures += peaks[1] > peaks[0] + GROWTH
    print(failures)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

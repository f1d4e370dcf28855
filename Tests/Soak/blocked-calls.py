#!/usr/bin/env python3
"""blocked-calls.py LIFE [--brief]

Sends one signal to commands that wait for another process: for the writer of a named pipe, for
input, for a reader, or for a reader that has stopped reading. Prints the number of failures: each
must end within a second, with the exit code of the signal and without temporary files.

--brief sends one signal to each command instead of three, and allows each command, which may have
to wait for the processor, two seconds of its time instead of a second of the clock."""
import argparse
import concurrent.futures
import os
import signal
import subprocess
import sys
import tempfile
import time

SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
# Seconds after which a command is taken to wait, in which it must end, and after which it never
# will.
WARM_UP = 0.4
LIMIT = 1.0
NEVER = 60.0
# The processor's time that a command may take in all, in seconds.
PROCESSOR_LIMIT = 2.0

# Commands that open FIFO, which nothing writes.
OPENING = [["identify", "FIFO"], ["apgcode", "FIFO"], ["info", "FIFO"], ["convert", "FIFO", "x.rle"],
           ["run", "FIFO", "-n", "1"], ["diff", "FIFO", "glider"], ["census", "verify", "FIFO"],
           ["census", "show", "FIFO"], ["census", "merge", "FIFO"], ["show", "FIFO"],
           ["identify", "--files-from", "FIFO"], ["census", "merge", "--files-from", "FIFO"]]
# Commands that read standard input, which stays empty.
READING = [["identify", "-"], ["apgcode", "-"], ["info", "-"], ["convert", "-", "x.rle"],
           ["run", "-", "-n", "1"], ["census", "verify", "-"], ["census", "show", "-"],
           ["identify", "--files-from", "-"], ["apgcode", "--files-from", "-"],
           ["run", "--files-from", "-", "-n", "1", "--out-dir", "."],
           ["convert", "--files-from", "-", "--to", "mc", "--out-dir", "."]]
# Commands that write to FIFO, which nothing opens (CREATING) or reads (WRITING).
CREATING = [["convert", "glider", "FIFO", "--to", "rle"],
            ["census", "--root", "a", "--soups", "9", "-o", "FIFO"],
            ["run", "glider", "-n", "9", "-o", "FIFO", "--to", "rle"],
            ["run", "glider", "-n", "9", "--plot", "FIFO.svg", "-o", "x.csv"]]
WRITING = [["run", "acorn", "-n", "1e7", "-o", "FIFO", "--to", kind, "--view", "0,0,64x64"]
           for kind in ["gif", "y4m", "apng", "ansi"]]
WRITING += [["run", "acorn", "-n", "1e7", "-o", "FIFO", "--every", "1", "--to", kind]
            for kind in ["csv", "ndjson"]]
CREATING += WRITING
# Commands that write to a full pipe as standard output.
PRINTING = [["identify", "--files-from", "many.list"], ["apgcode", "--files-from", "many.list"],
            ["info", "--files-from", "many.list"], ["census", "--root", "a", "--soups", "1e9"],
            ["soup", "--size", "4000"], ["run", "acorn", "-n", "1e7", "--to", "csv", "--every", "1"],
            ["run", "acorn", "-n", "1e7", "--to", "y4m", "--view", "0,0,64x64"]]


class Case:
    """One command, in a folder of its own, and one signal."""

    def __init__(self, life, how, words, number, brief):
        self.life, self.how, self.words = life, how, words
        self.number, self.brief = number, brief

    def __str__(self):
        return f"life {' '.join(self.words)} ({self.how}, {self.number.name})"

    def problem(self):
        """What went wrong; None if nothing did."""
        with tempfile.TemporaryDirectory(prefix="life-soak-") as folder:
            with open(os.path.join(folder, "many.list"), "w") as file:
                file.write("glider\n" * 20000)
            for name in ["FIFO", "FIFO.svg"]:
                os.mkfifo(os.path.join(folder, name))
            files = []
            if self.how == "write":
                files = [os.open(os.path.join(folder, "FIFO"), os.O_RDONLY | os.O_NONBLOCK)]
            if self.how == "print":
                # Nothing reads it.
                files = list(os.pipe())
            output = files[-1] if self.how == "print" else subprocess.DEVNULL
            process = subprocess.Popen(
                [self.life, *self.words], cwd=folder, stdin=subprocess.PIPE, stdout=output,
                stderr=subprocess.DEVNULL)
            try:
                return self.problem_of(process, folder)
            finally:
                process.kill()
                process.wait()
                process.stdin.close()
                for file in files:
                    os.close(file)

    def problem_of(self, process, folder):
        time.sleep(WARM_UP)
        if process.poll() is not None:
            return f"ended with code {process.returncode} and did not wait"
        began = time.monotonic()
        process.send_signal(self.number)
        usage = ended(process, began + NEVER)
        if usage is None:
            return "goes on"
        seconds = time.monotonic() - began
        code = process.returncode
        # A shell reports a process that dies of a signal by the same number.
        if code not in (128 + self.number, -self.number):
            return f"exit code {code}"
        processor = usage.ru_utime + usage.ru_stime
        if processor > PROCESSOR_LIMIT:
            return f"took {processor:.2f} s of the processor"
        if not self.brief and seconds > LIMIT:
            return f"ended after {seconds:.2f} s"
        rest = [name for name in os.listdir(folder) if name.startswith(".")]
        return f"leaves {rest}" if rest else None


def ended(process, deadline):
    """What a process used, once it has ended; None if it goes on."""
    while time.monotonic() < deadline:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage
        time.sleep(0.005)
    return None


def cases(life, signals, brief):
    turn = 0
    for how, commands in [("open", OPENING), ("read", READING), ("create", CREATING),
                          ("write", WRITING), ("print", PRINTING)]:
        for words in commands:
            for index in range(signals):
                yield Case(life, how, words, SIGNALS[(turn + index) % 3], brief)
            turn += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("life")
    parser.add_argument("--brief", action="store_true")
    options = parser.parse_args()
    signals = 1 if options.brief else 3
    all_cases = list(cases(os.path.abspath(options.life), signals, options.brief))
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for case, problem in zip(all_cases, pool.map(Case.problem, all_cases)):
            if problem:
                failures += 1
                print(f"{case}: {problem}", file=sys.stderr)
    print(f"{len(all_cases)} signals", file=sys.stderr)
    print(failures)
    sys.exit(1 if failures else 0)


main()

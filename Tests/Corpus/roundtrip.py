#!/usr/bin/env python3
"""roundtrip.py LIFE [FOLDER] [--rules DIR] [--seconds S] [--only GLOB] [--megabytes N]

Converts every pattern of a folder (Golly's by default) to every format that can hold it, reads the
result and compares the cells, the rule, the universe and the generation with those of the original.
A format may refuse a pattern that it cannot hold (exit status 65), but must not write a file that
cannot be read, or that reads as something else. Prints each failure, then for each format the
number of patterns that were read back, refused and skipped; the exit status is 1 after a failure.

Skipped are results of more than N megabytes (default 64) and conversions that take longer than S
seconds (default 20)."""
import argparse
import collections
import fnmatch
import json
import os
import resource
import subprocess
import sys
import tempfile

GOLLY = "/usr/share/golly"
#: What the output of `life info --json` tells about a pattern, and the capability of a format that
#: is needed to keep it.
MEMBERS = {
    "cells_digest": "cells", "population": "cells", "rule": "rule", "universe": "universe",
    "generation": "generation", "bounds": "position",
}


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("folder", nargs="?", default=GOLLY + "/Patterns")
    parser.add_argument("--rules", default=GOLLY + "/Rules")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", default="*", help="a pattern for file names")
    parser.add_argument("--megabytes", type=int, default=64)
    return parser.parse_args()


class Roundtrip:
    def __init__(self, arguments):
        self.life = os.path.abspath(arguments.life)
        self.rules = arguments.rules
        self.seconds = arguments.seconds
        self.largest = arguments.megabytes << 20
        self.counts = collections.defaultdict(collections.Counter)
        self.failures = 0
        self.formats = self.read_formats()

    def run(self, *words):
        """Exit status, output and errors; the status is None after the time limit."""
        rules = ["--rules", self.rules] if words[0] in ("info", "convert") else []
        try:
            # A file that grows beyond the limit fails with EFBIG.
            result = subprocess.run(
                [self.life, *words, *rules], capture_output=True, timeout=self.seconds,
                stdin=subprocess.DEVNULL, preexec_fn=lambda: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (self.largest, self.largest)))
        except subprocess.TimeoutExpired:
            return None, b"", ""
        return result.returncode, result.stdout, result.stderr.decode(errors="replace").strip()

    def read_formats(self):
        """The formats that are both read and written, each with what it keeps."""
        status, output, errors = self.run("formats")
        if status != 0:
            sys.exit("life formats: %s" % errors)
        lines = output.decode().splitlines()
        columns = {title: lines[0].index(title) for title in lines[0].split()}
        formats = {}
        for line in lines[1:lines.index("")]:
            has = {title for title, start in columns.items() if line[start:start + 1].strip()}
            if {"read", "write"} <= has:
                kept = has & {"rule", "universe", "generation", "position"}
                formats[line.split()[0]] = kept | {"cells"}
        return formats

    def describe(self, path, *words):
        """The members of `life info --json`, or the reason why there are none."""
        status, output, errors = self.run("info", path, "--json", "--digest", *words)
        if status is None:
            return None, "takes longer than %g s" % self.seconds
        if status:
            return None, errors or "exit status %d" % status
        return json.loads(output), ""

    def fail(self, path, name, reason):
        self.failures += 1
        self.counts[name]["failed"] += 1
        print("%s: %s: %s" % (path, name, reason.splitlines()[0][:200]))

    def check(self, path, name, keeps, original, folder):
        result = os.path.join(folder, "pattern." + name)
        status, _, errors = self.run("convert", path, result, "--to", name)
        if status == 65:
            self.counts[name]["refused"] += 1
        elif status is None or status in (73, 74, 75):
            self.counts[name]["skipped"] += 1
        elif status:
            self.fail(path, name, "convert: exit status %d: %s" % (status, errors))
        else:
            again, reason = self.describe(result, "--from", name)
            if again is None:
                self.fail(path, name, "written but not read: " + reason)
            else:
                differences = [key for key, needed in MEMBERS.items()
                               if needed in keeps and original.get(key) != again.get(key)]
                if differences:
                    self.fail(path, name, "differs in " + ", ".join(differences))
                else:
                    self.counts[name]["read back"] += 1
        if os.path.exists(result):
            os.remove(result)

    def all(self, folder, only):
        patterns = refused = 0
        with tempfile.TemporaryDirectory(prefix="life-roundtrip-") as scratch:
            for directory, _, files in sorted(os.walk(folder)):
                for file in sorted(fnmatch.filter(files, only)):
                    path = os.path.join(directory, file)
                    original, reason = self.describe(path)
                    if original is None:
                        refused += 1
                        continue
                    patterns += 1
                    for name, keeps in self.formats.items():
                        self.check(path, name, keeps, original, scratch)
        print("%d patterns, %d other files" % (patterns, refused))
        for name, counts in self.counts.items():
            print("%-10s %s" % (name, ", ".join(
                "%d %s" % (counts[key], key)
                for key in ("read back", "refused", "skipped", "failed") if counts[key])))
        return self.failures


def main():
    arguments = parse_arguments()
    failures = Roundtrip(arguments).all(arguments.folder, arguments.only)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

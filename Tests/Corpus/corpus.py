#!/usr/bin/env python3
"""corpus.py LIFE FOLDER [--rules DIR] [--generations N,...] [--seconds S] [--only GLOB]

Prints a table of all files of a pattern folder: whether life reads the file, its format, rule and
rule family, the engine, the number of generations compared with bgolly (package golly; none without
it), and whether the cells are equal. For a file that is not a pattern, the last column is life's
error. The last line counts the files; the exit code is 1 if cells differ."""
import argparse
import collections
import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

# The algorithms of bgolly for each rule family of life, in the order in which they are tried.
ALGORITHMS = {
    "two-state": ["QuickLife", "HashLife"],
    "generations": ["Generations"],
    "larger-than-life": ["Larger than Life"],
    "history": ["RuleLoader"],
    "table": ["JvN", "RuleLoader"],
}


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("folder")
    parser.add_argument("--rules", help="the folder of .rule files")
    parser.add_argument("--generations", default="1,64", help="generations to compare (default 1,64)")
    parser.add_argument("--seconds", type=float, default=10, help="for each run (default 10)")
    parser.add_argument("--only", default="*", help="a glob for the file names")
    return parser.parse_args()


class Programs:
    """life and bgolly, each with a time limit."""

    def __init__(self, arguments):
        self.life = os.path.abspath(arguments.life)
        self.bgolly = shutil.which("bgolly")
        self.seconds = arguments.seconds
        self.rules = arguments.rules
        self.folder = tempfile.mkdtemp(prefix="life-corpus-")

    @property
    def rule_options(self):
        return ["--rules", self.rules] if self.rules else []

    def unpack(self, path):
        """The only pattern of a zip archive as a file, and a folder of all rules and the archive's."""
        folder = tempfile.mkdtemp(dir=self.folder)
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
        found = []
        for root, _, names in os.walk(folder):
            for name in names:
                file = os.path.join(root, name)
                if name.endswith((".rle", ".mc", ".gz", ".mcl", ".lif", ".cells")):
                    found.append(file)
                elif name.endswith((".rule", ".tree", ".table")):
                    shutil.copy(file, os.path.join(folder, name)) if root != folder else None
        for name in os.listdir(self.rules or folder):
            target = os.path.join(folder, name)
            if not os.path.exists(target):
                os.symlink(os.path.abspath(os.path.join(self.rules, name)), target)
        return (found[0], folder) if len(found) == 1 else (path, self.rules)

    def run(self, command):
        """Exit code, output and first line of the errors; the code is None at the time limit."""
        try:
            result = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=self.seconds,
                cwd=self.folder)
        except subprocess.TimeoutExpired:
            return None, "", f"more than {self.seconds:g} s"
        errors = result.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        return result.returncode, result.stdout.decode("utf-8", "replace"), errors

    def query(self, *words):
        """The JSON that life prints, or None and the reason."""
        status, text, errors = self.run([self.life, *words, *self.rule_options, "--json"])
        if status == 0 and text.strip():
            return json.loads(text.split("\n")[0]), ""
        return None, errors or f"exit code {status}"

    def peer(self, file, rules, generation, algorithm):
        """The digest and population of bgolly's result; None if bgolly fails."""
        output = os.path.join(self.folder, "theirs.mc" if algorithm == "HashLife" else "theirs.rle")
        if os.path.exists(output):
            os.remove(output)
        search = ["-s", rules.rstrip("/") + "/"] if rules else []
        command = [self.bgolly, "-q", "-q", "-a", algorithm, *search, "-M", "2000",
                   "-m", str(generation), "-o", output, file]
        status, _, _ = self.run(command)
        if status != 0 or not os.path.exists(output):
            return None
        found, _ = self.query("info", output, "--digest")
        return found and (found["cells_digest"], int(found["population"]))


def shorten(text, width):
    return text if len(text) <= width else text[: width - 1] + "…"


def compare(programs, file, info, family, generations):
    """The engine, the number of equal generations, and the verdict."""
    engine, equal = "", 0
    start = int(info["generation"])
    theirs_file, rules = file, programs.rules
    if file.endswith(".zip") and programs.bgolly:
        theirs_file, rules = programs.unpack(file)
    for count in generations:
        ours, reason = programs.query("run", file, "-n", str(count), "--digest", "-q")
        if ours is None:
            return engine, str(equal), "" if equal else shorten(reason, 60)
        engine = ours["engine"]
        if not programs.bgolly:
            continue
        theirs = None
        for algorithm in ALGORITHMS.get(family, ["RuleLoader"]):
            theirs = programs.peer(theirs_file, rules, start + count, algorithm)
            if theirs:
                break
        if theirs is None:
            return engine, str(equal), "equal" if equal else "bgolly failed"
        if theirs != (ours["cells_digest"], int(ours["population"])):
            return engine, str(count), "DIFFERENT"
        equal = count
    return engine, str(equal), "equal" if equal else "not compared"


def describe(programs, path, generations):
    """The columns of one file after its name."""
    info, error = programs.query("info", path)
    if info is None:
        if "; select one with " in error:
            status, text, error = programs.run(
                [programs.life, "info", path, "--split", "--json", "-q"] + programs.rule_options)
            if status == 0:
                return ["yes", f"{text.count(chr(10))} of zip", "", "", "", "", ""]
        reason = error.split("not a pattern: ")[-1]
        reason = reason.replace(path, "").lstrip(": ")
        return ["no", "", "", "", "", "", shorten(reason, 90)]
    suffix = "" if info["universe"] == "plane" else f":{info['universe']}"
    sheet, _ = programs.query("rule", info["rule"])
    family = (sheet or {}).get("family", "")
    engine, count, verdict = compare(programs, path, info, family, generations)
    return ["yes", info["format"], shorten(info["rule"] + suffix, 32), family, engine, count, verdict]


def main():
    arguments = parse_arguments()
    programs = Programs(arguments)
    generations = [int(count) for count in arguments.generations.split(",")]
    tally = collections.Counter()
    print(f"{'file':52} {'loads':5} {'format':9} {'rule':32} {'family':16} {'engine':9} "
          f"{'gens':>5} {'compared'}")
    try:
        for root, folders, names in os.walk(arguments.folder):
            folders.sort()
            for name in sorted(names):
                path = os.path.abspath(os.path.join(root, name))
                shown = os.path.relpath(path, arguments.folder)
                if not fnmatch.fnmatch(shown, arguments.only):
                    continue
                columns = describe(programs, path, generations)
                tally["loaded" if columns[0] == "yes" else "not loaded"] += 1
                tally[columns[-1] if columns[0] == "yes" else ""] += 1
                print(f"{shorten(shown, 52):52} {columns[0]:5} {columns[1]:9} {columns[2]:32} "
                      f"{columns[3]:16} {columns[4]:9} {columns[5]:>5} {columns[6]}", flush=True)
    finally:
        shutil.rmtree(programs.folder)
    print(f"\n{tally['loaded']} loaded, {tally['not loaded']} not loaded; {tally['equal']} equal, "
          f"{tally['DIFFERENT']} different")
    return 1 if tally["DIFFERENT"] else 0


if __name__ == "__main__":
    sys.exit(main())

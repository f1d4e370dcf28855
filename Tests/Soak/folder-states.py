#!/usr/bin/env python3
"""folder-states.py LIFE [--brief]

Runs every command that writes a file over everything that it must not replace: the unfinished file
of an interrupted run, a checkpoint, a haul, an input, each also through a link and by another
spelling. Afterwards every file that the command does not own must have its name, bytes and time,
and all interrupted runs must resume. Prints the number of failures."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

#: Interrupted runs: the output, the checkpoint, and where the checkpoint is now.
RUNS = [("acorn.csv", "acorn.life", "acorn.life"), ("t.ndjson", "t.life", "t.life"),
        ("away/far.csv", "far.life", "far.life"), ("moved.csv", "m.life", "away/m.life")]
#: Names that lead to the output of an interrupted run, and the output.
OUTPUTS = {"acorn.csv": "acorn.csv", "./acorn.csv": "acorn.csv", "link.csv": "acorn.csv",
           "same/acorn.csv": "acorn.csv", "t.ndjson": "t.ndjson",
           "away/../away/far.csv": "away/far.csv", "moved.csv": "moved.csv"}
#: Names that lead to an unfinished output, a checkpoint or a haul.
PROTECTED = [".acorn.csv.kept", "same/.t.ndjson.kept", "away/.far.csv.kept", "acorn.life",
             "./t.life", "link.life", "same/acorn.life", "away/m.life", "x.haul", "link.haul"]
#: Commands that write a file as DEST. The first is also a dry run.
WRITERS = """
run glider -n 10 -o DEST --to rle --dry-run
run glider -n 10 -o DEST --to rle --dry-run --no-clobber
run acorn.life -n 3 -o DEST --to gif --dry-run
run glider -n 10 -o DEST --to csv --checkpoint new.life --dry-run
run glider -n 10 -o DEST --to rle
run glider -n 10 -o DEST --to rle --no-clobber
run glider -n 10 -o DEST --to gif
run glider -n 10 -o DEST --to csv --checkpoint new.life
run glider -n 10 -o DEST --to y4m --view 0,0,9x9 --checkpoint new.life
run acorn.life -n 3 -o DEST --to csv
run glider -n 10 -o DEST --to gif --view 0,0,99999999x9999999 --scale 100
run glider -n 10 -o DEST --to rle --max-memory 1
convert glider DEST --to rle
convert glider DEST --to gif
convert --to rle -o DEST glider
paste glider glider -o DEST --to rle
soup -o DEST --to rle
census --root a_ --soups 3 -o DEST
census --root a_ --soups 3 -o DEST --no-clobber
census merge x.haul y.haul -o DEST
"""
#: Commands that must change nothing, whatever they say.
REFUSED = """
run glider -n 10 --plot link.svg -o p.svg
run in.png -n 5 --plot in.png
run glider -n 3 -o new.rle --checkpoint acorn.life
run glider -n 3 -o new.rle --checkpoint link.life
run glider -n 3 -o new.rle --checkpoint x.haul
identify in.png -o in.png
census --root a_ --soups 30 -o x.haul
census --root a_ --soups 30 -o ./x.haul
census --root a_ --soups 30 -o link.haul
census --root a_ --soups 30 -o x.haul --no-clobber
census --root a_ --soups 30 -o x.haul --resume --max-generations 500
census --root a_ --soups 30 -o x.haul --resume --max-population 500
census --root b_ --soups 30 -o x.haul --resume
census --root a_ --soups 3 -o new.html --report new.html
census --root a_ --soups 3 -o p.svg --report link.svg
census --root a_ --soups 3 -o new.html --report same/new.html
census --root a_ --soups 3 -o new.html --report .new.html.part
census merge x.haul y.haul -o new.html --report new.html
census merge x.haul z.html -o new.haul --report z.html
census merge x.haul y.haul limited.haul -o new.haul
census merge x.haul y.haul -o x.haul
census show z.html --report z.html
census show same/z.html --report link.html
census show link.html --report z.html
"""
#: Commands that succeed without a change.
PLANS = """
run glider -n 3 --out-dir new --to gif --dry-run
run glider gosper-gun -n 3 -o new.html --dry-run
run glider -n 3 -o new.csv --checkpoint new.life --dry-run
run glider -n 3 -o killed.rle --dry-run
run glider -n 3 -o killed.rle --no-clobber --dry-run --json
run glider -n 3 -o acorn.csv --overwrite --dry-run
run glider -n 3 -o acorn.life --to rle --overwrite --dry-run
run acorn -n 3 -o s-%d.gif --every 1 --dry-run
info acorn.life
convert acorn.life
"""
#: Commands that are permitted, and the file that they own.
PERMITTED = """
new.gif: run glider -n 10 -o new.gif
new.csv: run glider -n 10 -o new.csv --checkpoint new.life
killed.rle: run glider -n 10 -o killed.rle
in.png: run in.png -n 5 -o in.png
x.haul: census --root a_ --soups 30 -o x.haul --resume
x.haul: census --root c_ --soups 3 -o x.haul --overwrite
x.haul: census merge x.haul y.haul -o x.haul --overwrite
acorn.life: convert glider acorn.life --to rle --overwrite
"""


class Folder:
    def __init__(self, life):
        self.life = life
        self.root = tempfile.mkdtemp(prefix="life-states-")
        self.path = os.path.join(self.root, "work")
        self.kept = os.path.join(self.root, "kept")
        self.whole = os.path.join(self.root, "whole")

    def run(self, words, folder=None):
        return subprocess.run([self.life] + words.split(), cwd=folder or self.path, timeout=120,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def fill(self):
        os.makedirs(os.path.join(self.path, "away"))
        os.makedirs(os.path.join(self.whole, "away"))
        for output, checkpoint, place in RUNS:
            words = f"run acorn -n 90 -q -o {output}"
            self.run(words, self.whole)
            self.run(f"{words} --checkpoint {checkpoint} --max-frames 20")
            if place != checkpoint:
                os.rename(os.path.join(self.path, checkpoint), os.path.join(self.path, place))
        for words in ["census --root a_ --soups 20 -o x.haul", "convert glider in.png",
                      "census --root a_ --soups 20..29 -o y.haul",
                      "census --root a_ --soups 20..29 -o z.haul",
                      "census --root a_ --soups 40..45 --max-generations 500 -o limited.haul"]:
            self.run(words + " -q" if words.startswith("census") else words)
        os.rename(os.path.join(self.path, "z.haul"), os.path.join(self.path, "z.html"))
        links = [("link.csv", "acorn.csv"), ("link.life", "acorn.life"), ("link.haul", "x.haul"),
                 ("link.html", "z.html"), ("link.svg", "p.svg"), ("same", ".")]
        for link, target in links:
            os.symlink(target, os.path.join(self.path, link))
        with open(os.path.join(self.path, ".killed.rle.part"), "w") as file:
            file.write("left by a process that was killed")
        shutil.copytree(self.path, self.kept, symlinks=True)

    def reset(self):
        shutil.rmtree(self.path)
        shutil.copytree(self.kept, self.path, symlinks=True)

    def contents(self):
        """The bytes and the time of every file, and the target of every link."""
        found = {}
        for base, folders, names in os.walk(self.path):
            for name in names + folders:
                path = os.path.join(base, name)
                key = os.path.relpath(path, self.path)
                if os.path.islink(path):
                    found[key] = os.readlink(path)
                elif os.path.isfile(path):
                    with open(path, "rb") as file:
                        found[key] = (file.read(), os.stat(path).st_mtime_ns)
        return found

    def resume_all(self):
        """The runs that cannot be resumed, or not with the bytes of one run."""
        for output, _, place in RUNS:
            done = self.run(f"resume {place} -q")
            paths = [os.path.join(folder, output) for folder in (self.path, self.whole)]
            if done.returncode != 0:
                yield f"resume {place}: exit code {done.returncode}: {done.stderr.strip()}"
            elif open(paths[0], "rb").read() != open(paths[1], "rb").read():
                yield f"resume {place}: other bytes than those of one run"


def cases():
    """Each command, the exit codes that it may have, and the file that it owns."""
    for words in WRITERS.strip().splitlines():
        for destination in PROTECTED:
            yield words.replace("DEST", destination), (64, 65, 73, 75), None
        for destination, output in OUTPUTS.items():
            yield words.replace("DEST", destination), (0, 64, 65, 73, 75), output
    for words in REFUSED.strip().splitlines():
        yield words, (64, 65, 73), None
    for words in PLANS.strip().splitlines():
        yield words, (0,), None
    for line in PERMITTED.strip().splitlines():
        owned, words = line.split(": ", 1)
        yield words, (0,), owned


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("life")
    parser.add_argument("--brief", action="store_true", help="every seventh case")
    arguments = parser.parse_args()
    folder = Folder(os.path.abspath(arguments.life))
    faults = count = 0
    try:
        folder.fill()
        before = folder.contents()
        for words, codes, owned in list(cases())[::7 if arguments.brief else 1]:
            count += 1
            done = folder.run(words)
            after = folder.contents()
            temporary = {f".{owned}.part"} if owned else set()
            changed = sorted(name for name in before.keys() | after.keys()
                             if before.get(name) != after.get(name)
                             and name != owned and name not in temporary)
            if done.returncode not in codes or changed:
                faults += 1
                print(f"life {words}: exit code {done.returncode}, changed {changed}: "
                      f"{done.stderr.strip()}", file=sys.stderr)
            if after != before:
                folder.reset()
                before = folder.contents()
        for fault in folder.resume_all():
            faults += 1
            print(fault, file=sys.stderr)
        print(f"{count} commands", file=sys.stderr)
    finally:
        shutil.rmtree(folder.root)
    print(faults)


if __name__ == "__main__":
    main()

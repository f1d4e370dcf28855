#!/usr/bin/env python3
"""terminal-output.py LIFE [--seed N] [--count N]

Puts control characters, bidirectional overrides and damaged UTF-8 into file names, folders, rule
names, headers, comments, archives, checkpoints and arguments, and runs every command with them. A
run fails if its messages, or its text for people on standard output, contain any such character, if
a signal ends it, or if its exit code is not a documented one. Prints the number of failures; the
exit code is 1 if there are any."""
import argparse
import gzip
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

EXITS = {0, 1, 64, 65, 66, 73, 74, 75}
# What a terminal obeys, or what reorders text: each has a printable neighbor, so that its escaped
# form differs from the text around it.
HOSTILE = [
    b"\x1b[31m", b"\x1b]0;title\x07", b"\x1b[2J", b"\x07", b"\x08\x08", b"\r", b"\x0b", b"\x7f",
    b"\xc2\x9b31m", b"\xc2\x85", b"\xc2\x90q\xc2\x9c", b"\xe2\x80\xae", b"\xe2\x80\xab",
    b"\xe2\x81\xa6", b"\xe2\x80\xa8", b"\xe2\x80\x8f", b"\x9b31m", b"\xff\xfe", b"\xed\xa0\x80",
    b"\xf3\xa0\x80\x81", b"\xef\xbb\xbf", b"\xe2\x80\x8b",
]
# Newlines are separate: data may contain them, a message only between its lines.
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064"
    "\u2066-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
PATTERN = b"x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"

# FILE has a hostile name, CONTENT has hostile text; TEXT is hostile itself.
COMMANDS = [
    "info FILE", "info CONTENT", "info FILE --json", "info ARCHIVE", "info GZIP", "info FOLDER",
    "info CHECKPOINT", "convert FILE NEW", "convert CONTENT NEW.rle", "convert CONTENT NEW.mc",
    "convert FILE TEXT", "convert FILE --to TEXT", "convert RULE o.rle", "show FILE", "show CONTENT",
    "show CONTENT --as text", "show FILE --as TEXT", "run FILE -n 2", "run CONTENT -n 2 -o NEW.rle",
    "run RULE -n 2", "run FILE -n TEXT", "run FILE -n 2 -e TEXT", "run FILE -n 2 -r TEXT",
    "run FILE -n 2 -o MISSING/x.rle", "run FILE -n 2 --view TEXT", "run FILE -n 2 --theme TEXT",
    "run FILE -n 2 -o o.gif --label", "run FILE -n 2 --universe TEXT", "run FILE -n 2 --dry-run",
    "run FILE -n 2 -o NEW.rle --dry-run", "run CONTENT -n 2 --dry-run", "run FILE --TEXT",
    "run FILE -n 2 --checkpoint NEW.life", "run MISSING -n 1", "run TEXT -n 1", "TEXT",
    "diff FILE CONTENT", "diff FILE MISSING", "paste FILE CONTENT", "paste FILE MISSING",
    "check FILE -n 2", "check FILE -n 2 --engines TEXT", "resume CHECKPOINT", "resume FILE",
    "resume MISSING", "rule TEXT", "rule FILE", "identify FILE", "identify CONTENT",
    "identify TEXT", "identify FILE --all", "identify FILE --expect TEXT", "apgcode FILE",
    "apgcode TEXT", "apgcode CONTENT", "info FILE FILE MISSING", "help TEXT", "completions TEXT",
    "run DAMAGED -n 1", "info DAMAGED", "convert DAMAGED o.rle", "info BINARY",
    "play FILE --script MISSING", "play FILE --script CONTENT", "convert CONTENT -", "formats TEXT",
]


def is_for_people(words):
    """Whether standard output is a text for people; otherwise it is data, which keeps its bytes."""
    if words[0] in ("convert", "paste") or "--json" in words:
        return False
    return words[0] != "run" or "--dry-run" in words


class Case:
    """A folder with files that have hostile names or contents."""

    def __init__(self, seed, folder):
        self.source = random.Random(seed)
        self.folder = folder
        self.names = {}

    def text(self):
        parts = [b"a", self.source.choice(HOSTILE), b"z"]
        if self.source.random() < 0.5:
            parts += [self.source.choice(HOSTILE), b"y"]
        return b"".join(parts)

    def name(self, suffix=b""):
        return self.text().replace(b"/", b"") + suffix

    def write(self, key, contents, suffix=b".rle", prefix=b""):
        self.names[key] = prefix + self.name(suffix)
        with open(os.path.join(os.fsencode(self.folder), self.names[key]), "wb") as file:
            file.write(contents)

    def make(self, life):
        text = self.text
        self.write("FILE", PATTERN)
        self.write("CONTENT", b"#N " + text() + b"\n#C " + text() + b"\n#O " + text() + b"\n"
                   + PATTERN)
        self.write("RULE", PATTERN.replace(b"B3/S23", text()))
        self.write("DAMAGED", PATTERN.replace(b"2bo", b"2b" + text()))
        self.write("BINARY", bytes(self.source.randrange(256) for _ in range(300)), b"")
        self.write("GZIP", gzip.compress(PATTERN + b"\n" + text()), b".rle.gz")
        self.names["FOLDER"] = self.name()
        os.mkdir(os.path.join(os.fsencode(self.folder), self.names["FOLDER"]))
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w") as tar:
            for data in (PATTERN, PATTERN.replace(b"2bo", text())):
                member = tarfile.TarInfo(self.name(b".rle").decode("utf-8", "surrogateescape"))
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
        self.write("ARCHIVE", archive.getvalue(), b".tar")
        self.names["CHECKPOINT"] = self.name(b".life")
        self.names["TEXT"], self.names["MISSING"], self.names["NEW"] = text(), self.name(), self.name()
        subprocess.run(
            [life, "run", self.names["FILE"], "-n", "9", "--max-frames", "2", "--every", "2", "-o",
             b"end" + self.name(b".csv"), "--checkpoint", self.names["CHECKPOINT"]],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    def arguments(self, command):
        arguments = []
        for word in command.split():
            key = re.match("[A-Z]+", word.removeprefix("--"))
            if key and key[0] in self.names:
                start = word.index(key[0])
                value = self.names[key[0]] + word[start + len(key[0]):].encode()
                arguments.append(word[:start].encode() + value)
            else:
                arguments.append(word.encode())
        return arguments


def fault(life, case, command):
    """What is wrong with the output of a command, or None."""
    words = command.split()
    arguments = case.arguments(command)
    environment = dict(os.environ, LIFE_LIMITS="memory=64M,time=5s", NO_COLOR="1")
    ended = subprocess.run([life.encode(), *arguments], cwd=case.folder, env=environment,
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    if ended.returncode not in EXITS:
        return f"exit code {ended.returncode}"
    outputs = [("message", ended.stderr)]
    if is_for_people(words):
        outputs.append(("standard output", ended.stdout))
    for name, output in outputs:
        try:
            text = output.decode("utf-8")
        except UnicodeDecodeError:
            return f"damaged UTF-8 in the {name}: {output[:200]!r}"
        found = FORBIDDEN.search(text)
        if found:
            return f"{found[0]!r} in the {name}: {text[:200]!r}"
    return None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20, help="the folders, each for all commands")
    arguments = parser.parse_args()
    life = os.path.abspath(arguments.life)
    failures = 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        folder = tempfile.mkdtemp(prefix="life-terminal-")
        try:
            case = Case(seed, folder)
            case.make(life)
            for command in COMMANDS:
                problem = fault(life, case, command)
                if problem:
                    failures += 1
                    print(f"seed {seed}: {command}: {problem}", file=sys.stderr)
        finally:
            shutil.rmtree(folder)
    print(failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""random-rules.py LIFE [--count N] [--seed S] [--families a,b,...] [--engines e,f,...]

Runs N random rules of each family, each with a random universe and soup, with bgolly (package
golly) and with every engine of life that supports them, and compares the cells. Prints a line for
each difference and a count for each family; the exit code is 1 if cells differ."""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

# The algorithm of bgolly for each family; "" if bgolly chooses it by the rule.
ALGORITHMS = {
    "counts": "", "letters": "", "map": "", "hexagonal": "", "vonNeumann": "", "wolfram": "",
    "generations": "Generations", "generations-letters": "Generations",
    "larger-than-life": "Larger than Life", "jvn": "JvN", "table": "RuleLoader",
    "tree": "RuleLoader",
}
LETTERS = {1: "ce", 2: "aceikn", 3: "aceijknqry", 4: "aceijknqrtwyz"}
LETTERS.update({8 - n: LETTERS[n] for n in (1, 2, 3)})
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Draw:
    def __init__(self, seed, folder):
        self.random = random.Random(seed)
        self.seed = seed
        self.folder = folder

    def digits(self, low, high):
        return "".join(str(n) for n in range(low, high + 1) if self.random.random() < 0.35)

    def letters(self, low):
        text = ""
        for count in range(low, 9):
            if self.random.random() < 0.5:
                continue
            known = LETTERS.get(count, "")
            chosen = [x for x in known if self.random.random() < 0.5]
            text += str(count)
            if chosen and len(chosen) < len(known):
                text += self.random.choice(["", "-"]) + "".join(chosen)
        return text

    def universe(self, family):
        width, height = self.random.randint(3, 70), self.random.randint(3, 40)
        if family == "larger-than-life":
            return self.random.choice(["", f":T{width + 20},{height + 20}",
                                       f":P{width + 20},{height + 20}"])
        return self.random.choice([
            "", "", "", f":P{width},{height}", f":T{width},{height}", f":T{width},{height}",
            f":T{width}+{self.random.randint(1, width)},{height}", f":T0,{height}",
            f":T{width},{height}-{self.random.randint(1, height)}", f":K{width}*,{height}",
            f":K{width},{height}*", f":C{width},{height}", f":S{height}"])

    def rule(self, family):
        """The rulestring and the number of states."""
        draw = self.random
        if family == "counts":
            return f"B{self.digits(draw.choice([0, 1, 1]), 8)}/S{self.digits(0, 8)}", 2
        if family == "letters":
            return f"B{self.letters(1)}/S{self.letters(0)}", 2
        if family == "map":
            length = draw.choice([86, 6])
            text = "".join(draw.choice(BASE64) for _ in range(length))
            first = BASE64.index(text[0])
            if draw.random() < 0.7:
                first &= 31
            return "MAP" + BASE64[first] + text[1:], 2
        if family == "hexagonal":
            return f"B{self.digits(draw.choice([0, 1, 1]), 6)}/S{self.digits(0, 6)}H", 2
        if family == "vonNeumann":
            return f"B{self.digits(draw.choice([0, 1, 1]), 4)}/S{self.digits(0, 4)}V", 2
        if family == "wolfram":
            return f"W{2 * draw.randrange(128)}", 2
        states = draw.choice([2, 3, 4, 5, 8, 20])
        if family == "generations":
            kind, most = draw.choice([("", 8), ("", 8), ("H", 6), ("V", 4)])
            return f"{self.digits(0, most)}/{self.digits(1, most)}/{states}{kind}", states
        if family == "generations-letters":
            return f"{self.letters(0)}/{self.letters(1)}/{states}", states
        if family == "larger-than-life":
            reach = draw.randint(1, 7)
            aged = draw.choice([0, 0, 3, 6])
            most = 2 * reach * (reach + 1)
            low, high = sorted(draw.sample(range(1, most), 2))
            low2, high2 = sorted(draw.sample(range(1, most), 2))
            shape = draw.choice("MNC")
            return (f"R{reach},C{aged},M{draw.randint(0, 1)},S{low}..{high},B{low2}..{high2},"
                    f"N{shape}"), max(aged, 2)
        if family == "jvn":
            return draw.choice([("JvN29", 29), ("Nobili32", 32)])
        return getattr(self, family)()

    def table(self):
        draw = self.random
        states = draw.choice([2, 3, 4, 6])
        kinds = {"vonNeumann": (4, ["none", "rotate4", "rotate4reflect", "permute"]),
                 "Moore": (8, ["none", "rotate4", "rotate8", "rotate8reflect", "permute"]),
                 "hexagonal": (6, ["none", "rotate6", "rotate6reflect", "permute"]),
                 "oneDimensional": (2, ["none", "reflect", "permute"])}
        shape = draw.choice(list(kinds))
        size, symmetries = kinds[shape]
        name = f"Table{self.seed}"
        lines = [f"@RULE {name}", "@TABLE", f"n_states:{states}", f"neighborhood:{shape}",
                 f"symmetries:{draw.choice(symmetries)}"]
        names = [f"a{n}" for n in range(size + 1)]
        values = ",".join(map(str, range(states)))
        lines += [f"var {x}={{{values}}}" for x in names]
        # A dead cell with dead neighbors stays dead.
        lines.append(",".join(["0"] * (size + 2)))
        for _ in range(draw.randint(4, 25)):
            row = [draw.choice(names) if draw.random() < 0.5 else str(draw.randrange(states))
                   for _ in range(size + 1)]
            bound = [x for x in row if x in names]
            result = draw.choice(bound) if bound and draw.random() < 0.2 else str(
                draw.randrange(states))
            lines.append(",".join(row + [result]))
        self.write(name, lines)
        return name, states

    def tree(self):
        draw = self.random
        states, neighbors = draw.choice([(2, 8), (2, 4), (3, 4)])
        name = f"Tree{self.seed}"
        levels = [[tuple(draw.randrange(states) for _ in range(states)) for _ in range(6)]]
        # The first node of each level keeps a dead cell with dead neighbors dead.
        levels[0][0] = (0,) + levels[0][0][1:]
        for depth in range(2, neighbors + 2):
            count = 1 if depth == neighbors + 1 else 6
            first = sum(map(len, levels[:-1]))
            level = [tuple(first + draw.randrange(len(levels[-1])) for _ in range(states))
                     for _ in range(count)]
            level[0] = (first,) + level[0][1:]
            levels.append(level)
        lines = [f"@RULE {name}", "@TREE", f"num_states={states}", f"num_neighbors={neighbors}",
                 f"num_nodes={sum(map(len, levels))}"]
        for depth, level in enumerate(levels):
            lines += [" ".join(map(str, (depth + 1,) + node)) for node in level]
        self.write(name, lines)
        return name, states

    def write(self, name, lines):
        with open(os.path.join(self.folder, name + ".rule"), "w") as file:
            file.write("\n".join(lines) + "\n")

    def soup(self, rule, states):
        width, height = self.random.randint(1, 40), self.random.randint(1, 30)
        letters = "bo" if states == 2 else ".ABCDEFGHIJKLMNOPQRSTUVWX"
        density = self.random.uniform(0.2, 0.8)
        with open(os.path.join(self.folder, "soup.rle"), "w") as file:
            file.write(f"x = {width}, y = {height}, rule = {rule}\n")
            for _ in range(height):
                for _ in range(width):
                    alive = self.random.random() < density
                    state = self.random.randrange(1, states) if alive else 0
                    file.write("p" + letters[state - 24] if state > 24 else letters[state])
                file.write("$\n")
            file.write("!\n")


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def compare(life, family, seed, engines, folder):
    """The rule, the engines with the same cells as bgolly, and those with different cells."""
    draw = Draw(seed, folder)
    rule, states = draw.rule(family)
    rule += draw.universe(family)
    draw.soup(rule, states)
    # Even, because with B0 the background of bgolly's file depends on the parity.
    count = str(draw.random.choice([2, 8, 24]))
    theirs = os.path.join(folder, "theirs.rle")
    if os.path.exists(theirs):
        os.remove(theirs)
    algorithm = ["-a", ALGORITHMS[family]] if ALGORITHMS[family] else []
    peer = run(["bgolly", "-s", folder + "/", *algorithm, "-m", count, "-o", "theirs.rle",
                "soup.rle"], folder)
    if not os.path.exists(theirs) or "rror" in peer.stdout + peer.stderr:
        return rule, [], []
    same, different = [], []
    for engine in engines:
        ours = run([life, "run", "soup.rle", "-n", count, "-e", engine, "-o", "ours.rle", "-q",
                    "--rules", "."], folder)
        if "cannot run this" in ours.stderr:
            continue
        # bgolly's file has no position.
        diff = run([life, "diff", "--anywhere", "ours.rle", "theirs.rle", "--rules", "."], folder)
        alike = ours.returncode == 0 and diff.returncode == 0
        (same if alike else different).append(engine)
    return f"{rule}, {count} generations", same, different


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--families", default=",".join(ALGORITHMS))
    parser.add_argument("--engines", default="auto,bitmap,tiles,hashlife,bytes")
    arguments = parser.parse_args()
    life = os.path.abspath(arguments.life)
    folder = tempfile.mkdtemp(prefix="life-random-")
    failures = 0
    try:
        for family in arguments.families.split(","):
            compared = 0
            for number in range(arguments.count):
                seed = arguments.seed * 100_000 + number
                rule, same, different = compare(
                    life, family, seed, arguments.engines.split(","), folder)
                compared += 1 if same or different else 0
                failures += len(different)
                if different:
                    print(f"{family} {seed}: {rule}: {', '.join(different)}", flush=True)
            print(f"{family}: {compared} of {arguments.count} rules compared", flush=True)
    finally:
        shutil.rmtree(folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

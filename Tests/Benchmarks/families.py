"""Workloads of the benchmarks: those of HashLife, and for each rule family soups on a torus of
512 x 512, and WireWorld."""
import csv
import importlib.util
import os
import random

SIZE = 512
GOLLY_PATTERNS = "/usr/share/golly/Patterns/"
GOLLY_RULES = "/usr/share/golly/Rules/"

LIFE = "B3/S23"
# A transition table without symmetries.
MAP = "MAPBk3oW0nR9cYxZ2pQf7LsJ4vTg1HaUw8EoKi5MdNyXb6CrVqOzPuGtFhSlDe+jWmAk3BnR/cYxZ2pQf7LsJtEwA"

# Key, title, rule, states of the soup, generations, bgolly's algorithm ("": bgolly chooses; None:
# bgolly does not support the family).
TORI = [
    ("G21a", "Brian's Brain", "/2/3", 2, 1000, "Generations"),
    ("G21b", "Star Wars", "345/2/4", 2, 1000, "Generations"),
    ("G21c", "Bosco", "R5,C0,M1,S33..57,B34..45,NM", 2, 200, "Larger than Life"),
    ("G21d", "Just Friends", "B2-a/S12", 2, 2000, ""),
    ("G21e", "Day & Night", "B3678/S34678", 2, 2000, ""),
    ("F1", "counts: Life", "B3/S23", 2, 1000, ""),
    ("F2", "isotropic: tlife", "B3/S2-i34q", 2, 1000, ""),
    ("F3", "MAP", MAP, 2, 1000, ""),
    ("F4", "hexagonal", "B2/S34H", 2, 1000, ""),
    ("F5", "von Neumann", "B13/S24V", 2, 1000, ""),
    ("F6", "one-dimensional", "W110", 2, 1000, ""),
    ("F7", "Generations, 16 states", "12/34/16", 16, 500, "Generations"),
    ("F8", "Generations, hexagonal", "35/2/5H", 5, 500, "Generations"),
    ("F9", "Larger than Life, box", "R7,C0,M1,S100..200,B75..170,NM", 2, 100, "Larger than Life"),
    ("F10", "Larger than Life, disc", "R7,C0,M1,S40..73,B50..62,NC", 2, 100, "Larger than Life"),
    ("F11", "Larger than Life, diamond", "R7,C0,M1,S30..57,B37..48,NN", 2, 100,
     "Larger than Life"),
    ("F12", "Larger than Life, aged", "R3,C8,M1,S12..25,B10..18,NM", 2, 100, "Larger than Life"),
    ("F13", "table: WireWorld", "WireWorld", 4, 500, "RuleLoader"),
    ("F14", "table: Langton's loops", "Langtons-Loops", 8, 200, "RuleLoader"),
    ("F15", "tree: Banks-I", "Banks-I", 2, 500, "RuleLoader"),
    ("F16", "tree: Devore", "Devore", 8, 200, "RuleLoader"),
    ("F17", "JvN29", "JvN29", 29, 50, "JvN"),
    ("F18", "Nobili32", "Nobili32", 32, 50, "JvN"),
    ("F19", "LifeHistory", "LifeHistory", 7, 500, "RuleLoader"),
    ("F20", "Super", "LifeSuper", 26, 100, None),
    ("F21", "weighted sums", "R2,C2,S6-11,B9-12,NW1123213583283583283123211", 2, 100, None),
    ("F22", "Investigator", "B3/S23Investigator", 2, 100, None),
]


def hashed_workloads():
    """Name, pattern, generations, and the memory limit in megabytes (0: none)."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "hashlife.tsv"), encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            yield (row["workload"], row["pattern"], int(row["generations"]),
                   int(row["megabytes"] or 0))


def sparked():
    """Spark'ed, a spaceship that copies itself by long streams of gliders: a file of the Python
    package lifelib; None if that is not installed."""
    package = importlib.util.find_spec("lifelib")
    if package is None:
        return None
    file = os.path.join(package.submodule_search_locations[0], "sparked.mc")
    return file if os.path.exists(file) else None


def soup(name, rule, states):
    """Writes a soup of 37.5 % live cells with uniformly random states; returns its name."""
    draw = random.Random(88172645463325252)
    letters = "bo" if states == 2 else "." + "ABCDEFGHIJKLMNOPQRSTUVWX"

    def letter(state):
        if states == 2 or state < 25:
            return letters[state]
        return "p" + letters[state - 24]

    with open(name, "w") as file:
        file.write(f"x = {SIZE}, y = {SIZE}, rule = {rule}:T{SIZE},{SIZE}\n")
        for _ in range(SIZE):
            row = [letter(draw.randrange(1, states) if draw.random() < 0.375 else 0)
                   for _ in range(SIZE)]
            file.write("".join(row[:SIZE // 2]) + "\n" + "".join(row[SIZE // 2:]) + "$\n")
        file.write("!\n")
    return name


def tori(life, golly):
    """A workload for each rule family."""
    def workload(key, title, rule, states, count, algorithm):
        def make():
            file = soup(f"{key}.rle", rule, states)
            ours = [life, "run", file, "-n", str(count), "-t", "1", "--json", "-q",
                    "--rules", GOLLY_RULES]
            theirs = None
            if algorithm is not None:
                named = ["-a", algorithm] if algorithm else []
                theirs = golly("-s", GOLLY_RULES, *named, "-m", str(count), file)
            return f"{key} {title}, {count} generations"[:44], ours, theirs
        return make

    known = [row for row in TORI if row[5] is not None]
    return ({row[0]: workload(*row) for row in known} | primes(life, golly)
            | {key: row for other in TORI if other[5] is None for key, row in alone(life, *other)})


def alone(life, key, title, rule, states, count, _):
    """Workloads for a family that bgolly does not support: life itself is the peer, with Conway's
    rule and with the reference engine."""
    def run(rule, states, count, engine):
        file = soup(f"{key}-{states}{'-life' if rule == LIFE else ''}.rle", rule, states)
        return [life, "run", file, "-n", str(count), "-e", engine, "-t", "1", "--json", "-q"]

    yield key, lambda: (f"{key} {title} / B3/S23, {count} generations"[:44],
                        run(rule, states, count, "auto"), run(LIFE, 2, count, "auto"))
    yield key + "r", lambda: (f"{key} {title} / reference, 20 generations"[:44],
                              run(rule, states, 20, "auto"), run(rule, states, 20, "reference"))


def primes(life, golly):
    """The WireWorld computer that prints primes, for 2^20 generations."""
    file = GOLLY_PATTERNS + "WireWorld/primes.mc"
    count = str(1 << 20)

    def workload(engine):
        return lambda: (
            f"W20 WireWorld primes, {engine} / RuleLoader",
            [life, "run", file, "-n", count, "-e", engine, "-t", "1", "--json", "-q", "--rules",
             GOLLY_RULES],
            golly("-s", GOLLY_RULES, "-a", "RuleLoader", "-m", count, "-i", count, file))

    return {"W20": workload("hashlife"), "W20a": workload("auto")}

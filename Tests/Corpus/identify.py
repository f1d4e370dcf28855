#!/usr/bin/env python3
"""identify.py LIFE [FOLDER] [--seconds S] [--only GLOB] [--objects]

Identifies Golly's Life patterns, or those of a folder with the same subfolders, with life identify.
Prints for each pattern its kind, its period, the seconds that it took, and a verdict:

  right           the kind that the subfolder is for, and the period that the file states; of a
                  breeder, that its growth is measured to be quadratic
  wrong           anything else that life claims
  not identified  life claims nothing within S seconds
  slow            right, but only after 2 s, or 20 s with more than 10^5 cells

What differs from the subfolder's name for a reason is in the table EXPECTED. The last line counts
the verdicts; the exit code is 1 if one is wrong.

With --objects, the collections of oscillators and spaceships are also divided into objects by life
identify --objects, or, if not all of their cells recur, by distance: live cells at most GAP apart
belong together, with a larger GAP for those that do not recur alone. Prints for each collection the
number of objects, how many recur, and how often each period (of oscillators) or speed (of
spaceships) occurs; the labels of D. Hickerson's collection tell how many objects of each period it
has. An object that has another speed than its file says is wrong, too."""
import argparse
import collections
import fnmatch
import gzip
import json
import os
import re
import subprocess
import sys
import time

GOLLY_PATTERNS = "/usr/share/golly/Patterns/Life"
GAPS = (2, 4, 7, 11, 16, 24)
# The speeds that the names of the collections of spaceships tell.
SPEEDS = {
    "2c5-orthogonal.rle": "2c/5o", "c3-orthogonal.rle": "c/3o", "c4-orthogonal.rle": "c/4o",
    "c4-diagonal.rle": "c/4d", "Corder-lineship.rle": "c/12d",
    "adjustable-Corder-lineship.rle": "c/12d", "Cordership-boat-burner.rle": "c/12d",
    "Cordership-LWSS-freeze-tag.rle": "c/12d",
}
# The kind of what each subfolder is for. A folder of collections has one, too: objects of one
# velocity recur together, as one oscillator or spaceship.
KINDS = {
    "Oscillators": {"oscillator"}, "Spaceships": {"spaceship"}, "Guns": {"gun"},
    "Puffers": {"puffer"}, "Rakes": {"rake"}, "Breeders": {"quadratic growth"},
}
COLLECTION = {"collection"}
ANY = None
# The kinds and the period of single files, where the subfolder's kind or the period in the name do
# not tell them, and why. ANY period is not compared. Where it says "bgolly", the cells that bgolly
# has late are those of a period before, and not those of any divisor of the period before.
EXPECTED = {
    # Collections.
    "billiard-table.rle": (COLLECTION, ANY, "oscillators from generation 1 on; bgolly"),
    "DRH-oscillators.rle": ({"oscillator", "collection"}, ANY, "650 oscillators of 83 periods"),
    "glider-stream-crystal.rle": ({"oscillator"}, ANY, "the comment states no period"),
    "phase-shift.rle": ({"oscillator"}, ANY, "many periods, the comment states no common one"),
    "p138.rle": ({"collection"}, 138, "two oscillators, one made by gliders; bgolly"),
    "queen-bee-turn.rle": ({"oscillator"}, 88, "stated by the comment"),
    "corderships.rle": (COLLECTION, ANY, "with three gliders and a lightweight spaceship"),
    # Cells beside the spaceships die in the first three generations; bgolly.
    "2c5-orthogonal.rle": (COLLECTION, 10, "spaceships of one velocity"),
    "c3-orthogonal.rle": (COLLECTION, 3, "spaceships of one velocity"),
    "c4-diagonal.rle": (COLLECTION, 4, "spaceships of one velocity"),
    "c4-orthogonal.rle": (COLLECTION, 4, "spaceships of one velocity"),
    "diagonal.rle": (COLLECTION, ANY, "spaceships of several velocities"),
    "orthogonal.rle": (COLLECTION, ANY, "spaceships of several velocities"),
    "short-thin.rle": (COLLECTION, ANY, "spaceships of several velocities"),
    "smallest-low-period.rle": (COLLECTION, ANY, "spaceships of several velocities"),
    "spaceship-types.rle": (COLLECTION, ANY, "spaceships of several velocities"),
    "Corder-lineship.rle": ({"spaceship"}, 96, "stated by the comment"),
    "Cordership-LWSS-freeze-tag.rle": ({"spaceship"}, 384, "stated by the comment"),
    "Cordership-boat-burner.rle": ({"spaceship"}, 576, "stated by the comment"),
    "adjustable-Corder-lineship.rle": ({"spaceship"}, 6144, "stated by the comment"),
    # Guns.
    "2c5-spaceship-gun-p690.rle": ({"oscillator"}, 690, "an eater takes its stream; bgolly"),
    "7-in-a-row-Cordership-V-gun.rle": ({"gun", "oscillator"}, 726, "an eater takes its stream"),
    "Cordership-gun-p784.rle": ({"gun"}, 1568, "makes two spaceships in turn; bgolly"),
    "golly-ticker.rle": ({"gun", "oscillator"}, ANY, "the comment states no period"),
    "infinite-Corderships-gun.rle.gz": (ANY, ANY, "emits different spaceships, never periodic"),
    "loafer-gun-p210.rle": ({"oscillator"}, 210, "an eater takes its stream; bgolly"),
    "p690-PT-Cordership-gun.rle": ({"oscillator"}, 690, "an eater takes its stream; bgolly"),
    "pseudo-p34-gun.rle": (
        {"oscillator"}, 102, "two guns of p102 make a stream of p34; an eater takes it; bgolly"),
    "vacuum-cleaner.rle": ({"gun"}, 138, "cells in the box of its guns of p46; bgolly"),
    "p103079214841.rle": ({"oscillator"}, 103079214841, "stated by the name"),
    # Puffers.
    "c4-diagonal-puffer.rle": ({"puffer"}, 4284, "stated by the comment"),
    "line-puffer-superstable.rle": ({"puffer"}, ANY, "a period of millions"),
    "line-puffer-unstable.rle": ({"collection"}, ANY, "its engine dies after 9.5 million"),
    "pi-fuse-puffer.rle": (
        {"puffer", "linear growth"}, ANY, "the comment calls it a spaceship that grows"),
    "puffer-2c5.rle": ({"puffer"}, 10150, "stated by the comment"),
    "puffer-train.rle": ({"puffer"}, 140, "known as p140, the comment states none"),
    "zigzag-wickstretcher.rle": ({"linear growth"}, ANY, "stretches a wick, has no debris"),
    # Rakes.
    "basic-rakes.rle": ({"rake"}, 240, "the least common multiple of 16, 20 and 240"),
    "c2-Cordership-rake.rle": ({"rake"}, 240, "stated by the comment"),
    "c4-sideways-rake.rle": ({"rake"}, ANY, "adjustable, the comment states a formula"),
    "c5-adjustable-rake.rle": ({"rake"}, 165, "stated by the comment"),
    "spider-rake.rle": ({"rake"}, 360, "stated by the comment"),
    "weekender-distaff.rle.gz": ({"rake"}, ANY, "adjustable, the comment states a formula"),
}
MANY_CELLS = 100_000

def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("life")
    parser.add_argument("folder", nargs="?", default=GOLLY_PATTERNS)
    parser.add_argument("--seconds", type=int, default=20, help="for each pattern (default 20)")
    parser.add_argument("--only", default="*", help="a glob for the file names")
    parser.add_argument(
        "--objects", action="store_true", help="divide collections into objects, which takes long")
    return parser.parse_args()


def text_of(path):
    with open(path, "rb") as file:
        data = file.read()
    return (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode("latin-1")


def cells_of(life, path):
    """The live cells of a pattern."""
    output = subprocess.run([life, "convert", path, "-", "--to", "life106"], check=True,
                            capture_output=True, text=True).stdout
    return {tuple(map(int, line.split())) for line in output.splitlines()
            if line and not line.startswith("#")}


def clusters(cells, gap):
    """The sets of cells that are connected by steps of at most `gap` columns and rows."""
    rest, found = set(cells), []
    steps = [(x, y) for x in range(-gap, gap + 1) for y in range(-gap, gap + 1)]
    while rest:
        first = rest.pop()
        cluster, queue = {first}, [first]
        while queue:
            x, y = queue.pop()
            for dx, dy in steps:
                cell = (x + dx, y + dy)
                if cell in rest:
                    rest.remove(cell)
                    cluster.add(cell)
                    queue.append(cell)
        found.append(frozenset(cluster))
    return found


def rle_of(cells):
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    rows = collections.defaultdict(list)
    for x, y in cells:
        rows[y - top].append(x - left)
    width, height = max(x for x, _ in cells) - left + 1, max(rows) + 1
    lines, before = [f"x = {width}, y = {height}, rule = B3/S23"], 0
    for y in sorted(rows):
        row, end = "$" * (y - before), 0
        for x in sorted(rows[y]):
            row += "b" * (x - end) + "o"
            end = x + 1
        lines.append(row)
        before = y
    return "\n".join(lines) + "!\n"


def identify(life, patterns, seconds):
    """The properties of each pattern, by one process."""
    text = "".join(map(rle_of, patterns))
    output = subprocess.run(
        [life, "identify", "--json", "--split", "--max-time", f"{seconds}s", "-"], input=text,
        capture_output=True, text=True).stdout
    rows = [json.loads(line) for line in output.splitlines()]
    return rows + [{"kind": "unknown"}] * (len(patterns) - len(rows))


def recurs(row):
    return "period" in row and row["kind"] in ("still life", "oscillator", "spaceship")


def settled_objects(life, path, seconds):
    """The objects that life separates; none if it does not settle."""
    run = subprocess.run(
        [life, "identify", "--objects", "--json", "--max-time", f"{seconds}s", path],
        capture_output=True, text=True)
    codes = [json.loads(line)["apgcode"] for line in run.stdout.splitlines()]
    known = sorted({code for code in codes if code.startswith("x")})
    rows = subprocess.run(
        [life, "identify", "--json", "--split", "-"], input="".join(f"{code}\n" for code in known),
        capture_output=True, text=True).stdout
    known = dict(zip(known, map(json.loads, rows.splitlines())))
    return [known.get(code) or large_object(code) for code in codes]


def large_object(code):
    """What the code of an object says that is too large for its cells, such as ov_p30."""
    kind = {"s": "still life", "p": "oscillator", "q": "spaceship"}[code[3]]
    period = int(code[4:] or 1) if kind != "still life" else 1
    return {"kind": kind, "period": period, "apgcode": code, "speed": f"?/{period}"}


def objects_of(life, path, seconds):
    """The objects of a collection that recur, and the clusters that do not."""
    found = settled_objects(life, path, seconds)
    return (found, []) if found else near_objects(life, path, seconds)


def near_objects(life, path, seconds):
    """The objects of a collection by distance, and the clusters that do not recur."""
    cells, found, rest = cells_of(life, path), {}, set()
    for gap in GAPS:
        # What does not recur with a smaller gap is joined with all that is near.
        parts = [part for part in clusters(cells, gap)
                 if gap == GAPS[0] or any(cell in rest for cell in part)]
        rest = set()
        for part, row in zip(parts, identify(life, parts, seconds)):
            if recurs(row):
                found = {other: known for other, known in found.items() if not other <= part}
                found[part] = row
            else:
                rest |= part
        if not rest:
            break
    rest -= set().union(*found)
    return list(found.values()), clusters(rest, GAPS[-1])


def labels_of(text):
    """The number of objects of each period, from labels such as `2.0.3` and `1.7.0-1`."""
    labels = {(int(period), row, column)
              for period, row, first, last in re.findall(
                  r"^#C (\d+)\.(\d+)\.(\d+)(?:-(\d+))? ", text, re.M)
              for column in range(int(first), int(last or first) + 1)}
    return collections.Counter(period for period, _, _ in labels)


def collection(life, path, seconds):
    """Prints the objects of a collection; returns how many differ from its text."""
    name = os.path.basename(path)
    found, rest = objects_of(life, path, seconds)
    print(f"{name}: {len(found)} objects recur, {len(rest)} clusters do not")
    counts = collections.Counter(
        row["speed"] if row["kind"] == "spaceship" else row["period"] for row in found)
    print("  " + ", ".join(f"{count} of {key}" for key, count in
                           sorted(counts.items(), key=lambda item: (str(type(item[0])), item[0]))))
    speed = SPEEDS.get(name)
    if rest:
        # Parts of large objects may recur alone, so these objects are not compared.
        print("  divided by distance")
    elif speed:
        differing = [row for row in found if row.get("speed") not in (speed, f"?/{row['period']}")]
        for row in differing:
            print(f"  differs from {speed}: {row['kind']} {row.get('speed')} {row.get('apgcode')}")
        return len(differing)
    labels = labels_of(text_of(path))
    for period, expected in sorted(labels.items()):
        if counts[period] < expected:
            print(f"  period {period}: labels of {expected} objects, {counts[period]} found")
    return 0


def kind_of(row):
    """What is proved or measured: of unknown patterns their growth."""
    growth = row.get("findings", {}).get("growth")
    return f"{growth} growth" if row["kind"] == "unknown" and growth else row["kind"]


def expected_of(folder, name):
    """The kinds and the period that a pattern may have; None for any."""
    if name in EXPECTED:
        return EXPECTED[name][:2]
    stated = re.search(r"(?:^|-|gun-)p(?:eriod-)?(\d+)", name)
    # The measured growth of a breeder repeats after a multiple of its period.
    return KINDS[folder], int(stated[1]) if stated and folder != "Breeders" else None


def verdict_of(row, kinds, period, took, longest):
    if row["kind"] == "unknown" and (kinds is None or kind_of(row) not in kinds):
        return "not identified"
    if kinds is None or kind_of(row) not in kinds or period not in (None, row.get("period")):
        return "wrong"
    return "slow" if took > longest else "right"


def complete(life, path, folder, seconds):
    """Prints what a pattern is as a row of the table; returns the verdict."""
    start = time.monotonic()
    output = subprocess.run(
        [life, "identify", "--json", "--max-time", f"{seconds}s", path], capture_output=True,
        text=True)
    took, name = time.monotonic() - start, os.path.basename(path)
    if not output.stdout:
        print(f"{name:36} {output.stderr.strip()}")
        return "wrong"
    row = json.loads(output.stdout)
    kinds, period = expected_of(folder, name)
    info = subprocess.run(
        [life, "info", "--json", path], capture_output=True, text=True, check=True).stdout
    longest = 2 if int(json.loads(info)["population"]) <= MANY_CELLS else seconds
    verdict = verdict_of(row, kinds, period, took, longest)
    said = row.get("reason") or row.get("speed") or ""
    if verdict == "wrong":
        wanted = "/".join(sorted(kinds)) if kinds else "none"
        said = f"expected {wanted}{f' of p{period}' if period else ''}"
        if name in EXPECTED:
            said += f": {EXPECTED[name][2]}"
    print(f"{name:36} {kind_of(row):16} {row.get('period') or '-':>12} {took:6.2f} s"
          f"  {verdict:14} {said}".rstrip())
    return verdict


def main():
    arguments = parse_arguments()
    life, verdicts = os.path.abspath(arguments.life), collections.Counter()
    for folder in KINDS:
        print(f"\n{folder}")
        for root, _, names in os.walk(os.path.join(arguments.folder, folder), followlinks=True):
            for name in sorted(fnmatch.filter(names, arguments.only)):
                if name.endswith((".rle", ".lif", ".rle.gz", ".mc", ".mc.gz")):
                    path = os.path.join(root, name)
                    verdicts[complete(life, path, folder, arguments.seconds)] += 1
                    if arguments.objects and folder in ("Oscillators", "Spaceships"):
                        verdicts["wrong"] += collection(life, path, arguments.seconds)
                    sys.stdout.flush()
    print("\n" + ", ".join(
        f"{verdicts[verdict]} {verdict}" for verdict in ("right", "wrong", "not identified", "slow")))
    sys.exit(1 if verdicts["wrong"] else 0)


if __name__ == "__main__":
    main()

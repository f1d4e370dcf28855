#!/usr/bin/env python3
"""Runs the program on small files that expand to huge sizes or long computations.

    bombs.py PROGRAM [--brief] [--only TEXT]

Each command must end within 1 s of CPU time and 256 MB, with exit code 65 or 75 and a message, or
with exit code 0 if the file is valid and stays within the limits. Prints the number of violations.
"""
import argparse, gzip, os, resource, struct, subprocess, sys, tempfile, time, zlib

SECONDS, MEGABYTES = 1.0, 256


def zipped(members):
    """An archive of (name, compressed bytes, claimed size), each deflated."""
    body, directory = b"", b""
    for name, data, size in members:
        head = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0, 0, len(data), size, len(name), 0)
        directory += b"PK\1\2" + struct.pack("<H", 20) + head
        directory += struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name
        body += b"PK\3\4" + head + name + data
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\5\6" + end


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, data):
    head = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data)
            + chunk(b"IEND", b""))


def deflated(unit, times, wrapping=None):
    """Deflated data of `unit` repeated: one block is compressed once and its bytes are repeated.

    `wrapping` adds the header and the checksum of "zlib" or "gzip".
    """
    block = unit * max(1, (1 << 20) // len(unit))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    count, rest = divmod(times * len(unit), len(block))
    data = packed * count + packer.compress(block[:rest]) + packer.flush()
    if not wrapping:
        return data
    checksum, value = (zlib.crc32, 0) if wrapping == "gzip" else (zlib.adler32, 1)
    for _ in range(count):
        value = checksum(block, value)
    value = checksum(block[:rest], value)
    if wrapping == "zlib":
        return b"\x78\xda" + data + struct.pack(">I", value)
    size = times * len(unit) & 0xffffffff
    return b"\x1f\x8b\x08" + bytes(6) + b"\xff" + data + struct.pack("<II", value, size)


def gz(head, unit, times, tail=b""):
    """A gzip file of three members: `head`, `unit` repeated, and `tail`."""
    long = deflated(unit, times, "gzip")
    return gzip.compress(head, mtime=0) + long + gzip.compress(tail, mtime=0)


HEAD = b"x = 3, y = 3, rule = B3/S23\n"
#: The expanded size of the compressed bombs, far above every limit of the program.
GIGA = 1 << 28


def tree(levels, head=b"[M2] (bomb)\n#R B3/S23\n"):
    lines = [b".*$..*$***$"]
    for level in range(4, levels + 1):
        n = len(lines)
        lines.append(b"%d %d %d %d %d" % (level, n, n, n, n))
    return head + b"\n".join(lines) + b"\n"


def table(symmetries, neighbors, variables):
    names = b",".join(b"v%d" % (i % variables) for i in range(neighbors))
    text = b"@RULE bomb\n@TABLE\nn_states:256\nneighborhood:Moore\nsymmetries:%s\n" % symmetries
    for i in range(variables):
        text += b"var v%d={%s}\n" % (i, b",".join(b"%d" % s for s in range(256)))
    return text + b"".join(b"%d,%s,%d\n" % (s, names, (s + 1) % 256) for s in range(1, 256))


def bombs():
    """Names of files, each with a function that makes its bytes when the file is needed."""
    yield "zeros.rle.gz", lambda: gz(b"", b"\0", GIGA)
    yield "comment.rle.gz", lambda: gz(b"#C ", b"a", GIGA)
    yield "comments.rle.gz", lambda: gz(b"", b"#C abcdefgh\n", GIGA // 12)
    yield "row.rle.gz", lambda: gz(HEAD, b"bo", GIGA // 2, b"!\n")
    yield "rows.rle.gz", lambda: gz(HEAD, b"bo$", GIGA // 3, b"!\n")
    yield "count.rle.gz", lambda: gz(HEAD, b"9", GIGA, b"o!\n")
    yield "ends.rle.gz", lambda: gz(HEAD, b"$", GIGA, b"o!\n")
    yield "blanks.rle.gz", lambda: gz(HEAD, b" \n", GIGA // 2, b"o!\n")
    yield "trailer.rle.gz", lambda: gz(HEAD + b"o!\n", b"words ", GIGA // 6)
    yield "row.cells.gz", lambda: gz(b"!Name: x\n", b"O.", GIGA // 2)
    yield "rows.cells.gz", lambda: gz(b"!Name: x\n", b"O\n", GIGA // 2)
    yield "empty.cells.gz", lambda: gz(b"!Name: x\n", b"\n", GIGA)
    yield "dots.lif.gz", lambda: gz(b"#Life 1.05\n#P 0 0\n", b".", GIGA)
    yield "pairs.lif.gz", lambda: gz(b"#Life 1.06\n", b"0 0\n", GIGA // 4)
    yield "far.lif.gz", lambda: gz(b"#Life 1.06\n", b"-7 123456789\n98765432 -5\n", GIGA // 25)
    yield "leaves.mc.gz", lambda: gz(b"[M2] (bomb)\n", b".*$..*$***$\n", GIGA // 12)
    yield "array.json.gz", lambda: gz(b'{"format": "life", "x": ', b"[", GIGA)
    yield "code.txt.gz", lambda: gz(b"xs4_", b"33y9", GIGA // 4)
    nested = gz(b"", b"\0", GIGA)
    for _ in range(3):
        nested = gzip.compress(nested, mtime=0)
    yield "nested.rle.gz", lambda: nested
    yield "many.rle.gz", lambda: gzip.compress(b"", mtime=0) * 100_000
    yield "one.zip", lambda: zipped([(b"a.rle", deflated(b"o$", GIGA // 2), GIGA)])
    yield "liar.zip", lambda: zipped([(b"a.rle", deflated(b"o$", GIGA // 2), 100)])
    yield "crowd.zip", lambda: zipped([(b"%d.rle" % i, b"\3\0", 0) for i in range(60_000)])
    yield "folder.zip", lambda: zipped(
        [(b"x" * 60_000 + b"%d.rle" % i, b"\3\0", 0) for i in range(500)])
    yield "huge.png", lambda: png(2**31 - 1, 2**31 - 1, 1, zlib.compress(b"\0"))
    yield "wide.png", lambda: png(2**31 - 1, 1, 1, deflated(b"\0", 2**28 + 1, "zlib"))
    yield "black.png", lambda: png(60_000, 60_000, 1, deflated(b"\0", 7501 * 60_000, "zlib"))
    yield "gray.png", lambda: png(30_000, 30_000, 8, deflated(b"\0", 30_001 * 30_000, "zlib"))
    yield "white.png", lambda: png(60_000, 60_000, 1, deflated(b"\0" + b"\xff" * 7500, 60_000, "zlib"))
    yield "paeth.png", lambda: png(60_000, 60_000, 1, deflated(b"\4" + b"\0" * 7500, 60_000, "zlib"))
    yield "tall.png", lambda: png(1, 2**26, 1, deflated(b"\0\xff", 2**26, "zlib"))
    yield "long.png", lambda: png(4, 4, 1, deflated(b"\0", GIGA, "zlib"))
    yield "note.png", lambda: (b"\x89PNG\r\n\x1a\n" + chunk(b"zTXt", b"a\0\0" + deflated(b"a", GIGA, "zlib"))
                       + png(1, 1, 1, zlib.compress(b"\0\0"))[8:])
    for kind in (b"P1", b"P4", b"P5"):
        yield "huge-%s.pbm" % kind.decode(), lambda: kind + b"\n2000000000 2000000000\n255\n0"
    for name in ["9223372036854775807o!", "1000000000000o!", "9000000000o!", "2147483647o!",
                 "9223372036854775807$o!", "4611686018427387904bo$" * 9 + "o!",
                 "2147483647o$" * 100 + "!", "1000000o$" * 2000 + "!", "1000000bo$" * 50_000 + "!",
                 "999999999bo$999999999$" * 999 + "o!", "9" * 1_000_000 + "o!"]:
        yield "rle-%s.rle" % name[:18].replace("$", "_"), lambda: HEAD + name.encode() + b"\n"
    yield "states.rle", lambda: (b"x = 3, y = 3, rule = 345/2/255\n" + b"2147483647yO$" * 9 + b"!\n")
    yield "torus.rle", lambda: b"x = 1, y = 1, rule = B3/S23:T2000000000,2000000000\no!\n"
    yield "range.rle", lambda: b"x = 1, y = 1, rule = R500,C0,S1-1000000,B1-1002000,NM\no!\n"
    yield "weights.rle", lambda: b"x = 1, y = 1, rule = R100,C0,S1,B1,NW" + b"7f" * 201 ** 2 + b"\no!\n"
    yield "deep.mc", lambda: tree(4000)
    yield "deeper.mc", lambda: tree(100_000)
    yield "level.mc", lambda: b"[M2] (bomb)\n#R B3/S23\n.*$\n999999999 1 1 1 1\n"
    yield "full.mc", lambda: tree(60, b"[M2] (bomb)\n#R B3/S23\n").replace(b".*$..*$***$", b"*" * 8 + b"$")
    yield "frames.mc", lambda: (b"[M2] (bomb)\n#FRAMES 999999999 0 2^999999999\n" + tree(8)[12:])
    yield "far.lif", lambda: b"#Life 1.06\n0 0\n9223372036854775807 -9223372036854775808\n"
    yield "square.lif", lambda: b"#Life 1.06\n" + b"".join(
        b"%d %d\n" % (i * 7919 % 10**9, i * 104729 % 10**9) for i in range(50_000))
    yield "block.lif", lambda: b"#Life 1.05\n" + b"#P 999999999 -999999999\n*\n" * 5000
    yield "board.mcl", lambda: b"#MCell 4.00\n#BOARD 2000000000x2000000000\n#L 2147483647A$2147483647A\n"
    yield "code.txt", lambda: b"xs9_" + b"yz" * 100_000 + b"1"
    yield "code2.txt", lambda: b"xs9_" + b"z" * 200_000 + b"1"
    yield "nest.json", lambda: b"[" * 1_000_000
    yield "nest2.json", lambda: b'{"a":' * 300_000
    yield "table.rule", lambda: table(b"permute", 8, 8)
    yield "table8.rule", lambda: table(b"rotate8reflect", 8, 8)
    yield "tree.rule", lambda: (b"@RULE bomb\n@TREE\nnum_states=256\nnum_neighbors=8\n"
                        b"num_nodes=2147483647\n1" + b" 0" * 256 + b"\n")


def commands(name, life):
    if name.endswith(".rule"):
        return [["rule", name[:-5], "--rules", "."]]
    return [["info", name], ["convert", name, "out.rle"], ["run", name, "-n", "3", "-o", "out.mc"]]


def measure(words, folder):
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    began = time.monotonic()
    errors = tempfile.TemporaryFile()
    process = subprocess.Popen(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=errors,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (20, 20)))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    errors.seek(0)
    cpu = usage.ru_utime + usage.ru_stime
    return (os.waitstatus_to_exitcode(status), cpu, usage.ru_maxrss / 1024,
            errors.read(300).decode(errors="replace"), time.monotonic() - began)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    if arguments.brief:
        global GIGA
        GIGA = 1 << 24
    failures = 0
    with tempfile.TemporaryDirectory(prefix="bombs-") as folder:
        for index, (name, make) in enumerate(bombs()):
            if arguments.only not in name or (arguments.brief and index % 3):
                continue
            with open(os.path.join(folder, name), "wb") as file:
                file.write(make())
            for words in commands(name, program):
                code, cpu, megabytes, message, _ = measure([program] + words, folder)
                good = code in (0, 65, 75) and (code == 0 or message)
                if not good or cpu > SECONDS or megabytes > MEGABYTES:
                    failures += 1
                    print("%s: life %s: exit %d, %.2f s, %.0f MB: %s" % (
                        name, " ".join(words)[:40], code, cpu, megabytes, message.strip()[:100]),
                        file=sys.stderr)
            os.remove(os.path.join(folder, name))
    print(failures)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

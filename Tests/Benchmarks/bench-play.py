#!/usr/bin/env python3
"""bench-play.py LIFE [--seconds S]

Measures 'life play' in a pseudo-terminal that discards its output:

- the time from the start of the process to the first generation on the screen,
- the time from a key to the last byte of its effect on the screen,
- the same for a key that changes a cell of a soup of 2000 x 2000,
- the bytes of a frame of a moving glider, and of a view in which nothing changes,
- the CPU time at 60 generations and frames a second at 200 x 60 characters, with half blocks and
  with sixel pictures."""
import argparse
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

CELL = (8, 16)


class Session:
    """A program in a pseudo-terminal."""

    def __init__(self, words, width=80, height=24, answers=b"\x1b[?62c"):
        self.output, self.count, self.last = b"", 0, 0.0
        size = struct.pack("HHHH", height, width, width * CELL[0], height * CELL[1])
        self.began = time.monotonic()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(1, termios.TIOCSWINSZ, size)
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(words[0], words)
        self.answers = answers

    def read(self, seconds, quiet=None):
        """Reads for a time, or until there was no output for `quiet` seconds."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if not select.select([self.terminal], [], [], min(rest, quiet or rest))[0]:
                if quiet:
                    return
                continue
            try:
                data = os.read(self.terminal, 1 << 16)
            except OSError:
                return
            self.last = time.monotonic()
            self.count += len(data)
            self.output = (self.output + data)[-(1 << 16):]
            if self.answers and b"\x1b[c" in self.output:
                os.write(self.terminal, self.answers)
                self.answers = b""

    def wait_for(self, text):
        end = time.monotonic() + 20
        while text not in self.output and time.monotonic() < end:
            self.read(0.0005)
        if text not in self.output:
            sys.exit(f"bench-play.py: no {text} on the screen")

    def type(self, text):
        try:
            os.write(self.terminal, text)
        except OSError:
            pass

    def cpu(self):
        fields = open(f"/proc/{self.process}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.type(b"\x03")
        self.read(5, quiet=0.5)
        self.type(b"n")
        self.read(1, quiet=0.2)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def start(life):
    times = []
    for _ in range(30):
        session = Session([life, "play", "gosper-gun"])
        session.wait_for(b"pop")
        times.append(time.monotonic() - session.began)
        session.end()
    return times


def latency(life, pattern, before, keys):
    session = Session([life, "play", pattern])
    session.wait_for(b"pop")
    session.type(before)
    session.read(2, quiet=0.3)
    times = []
    for index in range(300):
        began = time.monotonic()
        session.type(keys[index % len(keys)])
        session.read(1, quiet=0.05)
        times.append(session.last - began)
    session.end()
    return [moment for moment in times if moment > 0]


def glider(life):
    """The bytes of each frame of a glider, without the generation and population."""
    session = Session([life, "play", "glider", "--run", "--speed", "20/s"])
    session.wait_for(b"pop")
    session.read(2)
    before, began = session.count, time.monotonic()
    session.read(3)
    frames = 20 * (time.monotonic() - began)
    moving = (session.count - before) / frames
    session.type(b" ")
    session.read(3)
    before = session.count
    session.read(3)
    still = session.count - before
    session.type(b"q")
    session.read(2, quiet=0.3)
    os.waitpid(session.process, 0)
    return moving, still


def load(life, pattern, keys, seconds, answers):
    session = Session(
        [life, "play", pattern, "--speed", "60/s", "--run"], 200, 60, answers)
    session.wait_for(b"pop")
    session.type(keys)
    session.read(2)
    before, cpu, began = session.count, session.cpu(), time.monotonic()
    session.read(seconds)
    elapsed = time.monotonic() - began
    result = 100 * (session.cpu() - cpu) / elapsed, (session.count - before) / elapsed / 60
    session.end()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("life")
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    life = os.path.abspath(options.life)
    with tempfile.TemporaryDirectory(prefix="life-bench-") as home:
        os.environ["HOME"] = home
        os.environ.pop("XDG_STATE_HOME", None)
        times = start(life)
        print(f"{'play':34}{'median':>10}{'p99':>10}")
        row = lambda name, values: print(
            f"{name:34}{percentile(values, 0.5) * 1000:>7.1f} ms{percentile(values, 0.99) * 1000:>7.1f} ms")
        row("start with a pattern", times)
        row("from a key to the screen", latency(life, "gosper-gun", b"", [b"l", b"n"]))
        soup = os.path.join(home, "soup.rle")
        with open(soup, "wb") as file:
            subprocess.run([life, "soup", "--size", "2000x2000"], stdout=file, check=True)
        row("from an edit to the screen", latency(life, soup, b"e", [b"x"]))
        moving, still = glider(life)
        print(f"{'a frame of a moving glider':34}{moving:>4.0f} bytes")
        print(f"{'3 s of an unchanged view':34}{still:>4} bytes")
        sixel = b"\x1b[?62;4c"
        for name, pattern, keys, answers in [
            ("gosper-gun", "gosper-gun", b"", b"\x1b[?62c"),
            ("soup", "block", b":random 35\r", b"\x1b[?62c"),
            ("gosper-gun, sixels", "gosper-gun", b"", sixel),
            ("soup, sixels", "block", b":random 35\r", sixel),
        ]:
            share, count = load(life, pattern, keys, options.seconds, answers)
            print(f"{'60 frames/s, 200 x 60: ' + name:44}{share:>5.1f} % CPU{count:>9.0f} bytes/frame")


main()

#!/usr/bin/env python3
"""play-keys.py LIFE [--events N] [--seed S]

Types random keys, mouse events, pastes and garbage into 'life play' in a pseudo-terminal, changes
its size, and prints the number of failures.

A session may end only when it was asked to. After every hundred events it must still answer: a
command gives a message on the screen within ten seconds. At its end, the terminal must be restored
and the exit code must be 0. A session that quits although changes are unsaved is a failure, unless
they were discarded by a command."""
import argparse
import fcntl
import os
import pty
import random
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

KEYS = [bytes([code]) for code in range(1, 127) if code not in (3, 26, ord("q"), ord(":"))] + [
    b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[H", b"\x1b[F", b"\x1b[5~", b"\x1b[6~",
    b"\x1b[3~", b"\x1bOP", b"\x1b[1;2A", b"\x1b[1;5C", b"\x1b[Z", "漢".encode(), "é".encode()]
LINES = [b":rule B36/S23\r", b":rule 345/2/4\r", b":random 30\r", b":clear\r", b":1e4\r", b":0\r",
         b":zoom 1024:1\r", b":zoom 1:4\r", b":glyphs braille\r", b":glyphs pixels\r",
         b":theme fire\r", b":speed 2^20\r", b":speed 0.1s\r", b":nonsense\r", b":export\r",
         b":e! acorn\r", b":paste gosper-gun\r", b":until period\r", b":w /nowhere/x.rle\r"]
SIZES = [(1, 1), (2, 2), (10, 3), (40, 10), (7, 30), (80, 24), (120, 40)]


def event(source):
    choice = source.random()
    if choice < 0.6:
        return source.choice(KEYS)
    if choice < 0.85:
        code = source.choice([0, 0, 1, 2, 32, 32, 34, 64, 65, 4, 35, 128])
        end = source.choice("MMm")
        return f"\x1b[<{code};{source.randint(1, 130)};{source.randint(1, 45)}{end}".encode()
    if choice < 0.90:
        return source.choice(LINES)
    if choice < 0.93:
        text = source.choice([b"bo$2bo$3o!", b"OO\nOO", b"", b"\x1b[A", bytes(source.randrange(256) for _ in range(50))])
        return b"\x1b[200~" + text.replace(b"\x1b[201~", b"") + b"\x1b[201~"
    if choice < 0.96:
        garbage = bytes(source.randrange(256) for _ in range(source.randint(1, 12)))
        # No keys that quit, suspend or discard.
        return bytes(byte for byte in garbage if byte not in b"q:\x03\x1a") or b"x"
    return source.choice([b"\x1b[?62;4c", b"\x1b_Gi=31;OK\x1b\\", b"\x1b[6;16;8t", b"\x1b["])


class Session:
    def __init__(self, life, home, source):
        self.output, self.source = b"", source
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.update(HOME=home, TERM="xterm-256color", SWIFT_BACKTRACE="enable=no")
            os.environ.pop("XDG_STATE_HOME", None)
            os.chdir(home)
            os.execv(life, [life, "play", "glider"])
        self.resize(80, 24)

    def resize(self, width, height):
        size = struct.pack("HHHH", height, width, 0, 0)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def read(self, seconds):
        """Reads for a time; false once the program has closed the terminal."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if not select.select([self.terminal], [], [], rest)[0]:
                break
            try:
                data = os.read(self.terminal, 1 << 16)
            except OSError:
                return False
            self.output = (self.output + data)[-(1 << 16):]
        return True

    def type(self, data):
        while data:
            if not select.select([self.terminal], [self.terminal], [], 10)[1]:
                return False
            try:
                data = data[os.write(self.terminal, data[:512]):]
            except OSError:
                return False
            self.read(0)
        return True

    def answers(self, number):
        """Whether a command has an effect on the screen."""
        self.resize(80, 24)
        for _ in range(4):
            # The end of a paste, of a sequence, and of everything that is open. On a busy machine,
            # an escape byte and the next key may be read together, as a key with alt.
            self.type(b"\x1b[201~")
            self.read(0.6)
            for _ in range(4):
                self.type(b"\x1b")
                self.read(0.1)
            self.read(0.3)
            self.output = b""
            self.type(b":m%d\r\x0c" % number)
            end = time.monotonic() + 5
            while time.monotonic() < end:
                if b"m%d'" % number in self.output:
                    return True
                if not self.read(0.02):
                    return False
        return False

    def end(self):
        """Discards changes; returns what is wrong, or None."""
        self.type(b":q!\r")
        end = time.monotonic() + 10
        while self.read(0.05) and time.monotonic() < end:
            pass
        if time.monotonic() >= end:
            os.kill(self.process, signal.SIGKILL)
        status = os.waitpid(self.process, 0)[1]
        os.close(self.terminal)
        if status != 0:
            return f"status {status}"
        if not self.output.rstrip().endswith(b"\x1b[?1049l"):
            return "the terminal is not restored"
        return None


def play(life, home, source, events):
    session = Session(life, home, source)
    session.read(0.3)
    for index in range(events):
        if source.random() < 0.01:
            session.resize(*source.choice(SIZES))
        typed = session.type(event(source))
        if not typed or not session.read(0):
            session.end()
            return f"ended at event {index}"
        if index % 100 == 99 and not session.answers(index):
            session.end()
            return f"no answer at event {index}"
    return session.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("life")
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    life, failures, done, seed = os.path.abspath(options.life), 0, 0, options.seed
    home = tempfile.mkdtemp(prefix="life-play-")
    try:
        while done < options.events:
            count = min(1000, options.events - done)
            problem = play(life, home, random.Random(seed), count)
            if problem:
                failures += 1
                print(f"seed {seed}: {problem}", file=sys.stderr)
            done += count
            seed += 1
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(failures)
    return min(failures, 1)


sys.exit(main())

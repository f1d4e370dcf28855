#!/usr/bin/env python3
"""play-kills.py LIFE [--rounds N] [--seed S]

Ends sessions of 'life play' at random times and prints the number of failures.

Each session draws cells in a pseudo-terminal until it is killed or receives SIGTERM, SIGHUP or
SIGQUIT. After a signal that can be handled the terminal must be restored, the exit code must be
that of the signal, and 'life play --recover' must show the cells of keys that were read: those
typed half a second before. After SIGKILL it must show at least the cells that were there 2.5 s
earlier: a backup is written each second, and the machine may be busy."""
import argparse
import fcntl
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

LATENCY = 2.5
READING = 0.5


class Session:
    """A program in a pseudo-terminal of 80 × 24 characters."""

    def __init__(self, words, home):
        self.output = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.update(HOME=home, TERM="xterm-256color", SWIFT_BACKTRACE="enable=no")
            os.environ.pop("XDG_STATE_HOME", None)
            os.execv(words[0], words)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def read(self, seconds):
        """Reads for a time; false once the program has closed the terminal."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if not select.select([self.terminal], [], [], rest)[0]:
                break
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                data = b""
            if not data:
                return False
            self.output += data
        return True

    def wait_for(self, text, seconds=30):
        end = time.monotonic() + seconds
        while text not in self.output and time.monotonic() < end:
            if not self.read(0.05):
                break
        return text in self.output

    def type(self, keys):
        os.write(self.terminal, keys)

    def end(self):
        """The status of the ended process; it is killed after ten seconds."""
        end = time.monotonic() + 10
        while self.read(0.05) and time.monotonic() < end:
            pass
        if time.monotonic() >= end:
            os.kill(self.process, signal.SIGKILL)
        status = os.waitpid(self.process, 0)[1]
        os.close(self.terminal)
        return status


def play(life, home, source, number):
    """Draws cells until a random time; returns what is wrong, or None."""
    session = Session([life, "play", "block"], home)
    if not session.wait_for(b"pop"):
        os.kill(session.process, signal.SIGKILL)
        session.end()
        return "no screen"
    session.type(b"e:clear\r")
    session.read(0.3)
    drawn = []
    end = time.monotonic() + source.uniform(0.1, 6)
    while time.monotonic() < end:
        session.type(b"xll")
        drawn.append(time.monotonic())
        session.read(source.uniform(0.02, 0.3))
    os.kill(session.process, number)
    killed = time.monotonic()
    status = session.end()
    if number != signal.SIGKILL:
        if not os.WIFEXITED(status) or os.WEXITSTATUS(status) != 128 + number:
            return f"status {status} after signal {number}"
        if not session.output.rstrip().endswith(b"\x1b[?1049l"):
            return f"the terminal is not restored after signal {number}"
    lost = LATENCY if number == signal.SIGKILL else READING
    least = sum(1 for moment in drawn if moment < killed - lost)
    return recover(life, home, least, len(drawn))


def recover(life, home, least, most):
    session = Session([life, "play", "--recover"], home)
    session.wait_for(b"gen", 20)
    session.read(0.5)
    # Changes of the screen are sent as parts of lines; this sends all of it.
    session.output = b""
    session.type(b"\x0c")
    session.wait_for(b"pop", 20)
    session.read(0.5)
    found = re.findall(rb"pop (?:\x1b\[[0-9;]*m)*([0-9,]+)", session.output)
    cells = int(found[-1].replace(b",", b"")) if found else 0
    try:
        session.type(b":q!\r")
    except OSError:
        pass
    session.end()
    left = os.listdir(os.path.join(home, ".local/state/life"))
    if any(name.startswith("play-backup-") for name in left):
        return f"a backup is left: {left}"
    return None if least <= cells <= most else f"{cells} cells recovered, not {least} to {most}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("life")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source = random.Random(options.seed)
    life, failures = os.path.abspath(options.life), 0
    home = tempfile.mkdtemp(prefix="life-play-")
    try:
        for index in range(options.rounds):
            number = source.choice(
                [signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
            problem = play(life, home, source, number)
            if problem:
                failures += 1
                print(f"round {index}: {problem}", file=sys.stderr)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(failures)
    return min(failures, 1)


sys.exit(main())

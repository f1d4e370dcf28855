"""Runs a shell command in a terminal, prints what it writes there, and exits as it does.

usage: terminal.py [--type TEXT] [--answer TEXT] [--interrupt SECONDS] COMMAND

--type       text that is typed at the start
--answer     text that the terminal, of 400 x 300 pixels then, answers when asked for its attributes
--interrupt  seconds until Ctrl-C is typed
"""

import argparse
import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time

parser = argparse.ArgumentParser()
parser.add_argument("--type", default="")
parser.add_argument("--answer")
parser.add_argument("--interrupt", type=float, default=60)
parser.add_argument("command")
options = parser.parse_args()

pid, terminal = pty.fork()
if pid == 0:
    if options.answer is not None:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 400, 300))
    os.execvp("sh", ["sh", "-c", options.command])
os.write(terminal, options.type.encode())
text = b""
end = time.time() + options.interrupt
while True:
    if not select.select([terminal], [], [], max(0, end - time.time()))[0]:
        os.write(terminal, b"\x03")
        end += 60
        continue
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    text += part
    if options.answer is not None and text.endswith(b"\x1b[c"):
        os.write(terminal, options.answer.encode())
sys.stdout.buffer.write(text)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))

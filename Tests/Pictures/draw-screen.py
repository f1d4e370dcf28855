#!/usr/bin/env python3
"""draw-screen.py LIFE FILE.svg COLUMNS ROWS PATTERN [KEYS TEXT]...

Draws the screen of 'life play PATTERN' as SVG. Each KEYS are typed, then the screen must show
TEXT; the last screen is drawn. Equal sessions give equal files."""
import ast
import codecs
import fcntl
import html
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
import time

CELL_WIDTH, CELL_HEIGHT, MARGIN = 8, 16, 12
PAPER, INK = "#0d1117", "#e6edf3"


class Screen:
    """The characters of a terminal, each with its colors and whether it is bold."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.pen = (INK, PAPER, False)
        self.x = self.y = 0
        self.clear()

    def clear(self):
        self.cells = [[(" ", INK, PAPER, False)] * self.columns for _ in range(self.rows)]

    def receive(self, text):
        for part in re.finditer(r"\x1b\[([?0-9;$]*)([@-~])|\x1b[\]_P][^\x07\x1b]*(\x07|\x1b\\)|(.)",
                                text, re.S):
            if part[4]:
                self.put(part[4])
            elif part[2]:
                self.control(part[1], part[2])

    def put(self, letter):
        if letter == "\r":
            self.x = 0
        elif letter == "\n":
            self.y = min(self.rows - 1, self.y + 1)
        elif letter == "\b":
            self.x = max(0, self.x - 1)
        elif self.x < self.columns:
            self.cells[self.y][self.x] = (letter, *self.pen)
            self.x += 1

    def control(self, parameters, final):
        numbers = [int(part) if part.isdigit() else 0 for part in parameters.split(";")]
        if final == "H":
            self.y = max(1, numbers[0]) - 1
            self.x = max(1, numbers[1] if len(numbers) > 1 else 1) - 1
        elif final == "C":
            self.x += max(1, numbers[0])
        elif final == "D":
            self.x = max(0, self.x - max(1, numbers[0]))
        elif final == "J":
            self.clear()
        elif final == "K":
            for column in range(self.x, self.columns):
                self.cells[self.y][column] = (" ", *self.pen)
        elif final == "m":
            self.select(numbers)

    def select(self, codes):
        ink, paper, is_bold = self.pen
        while codes:
            code = codes.pop(0)
            if code == 0:
                ink, paper, is_bold = INK, PAPER, False
            elif code == 1:
                is_bold = True
            elif code in (38, 48):
                color = "#%02x%02x%02x" % tuple(codes[1:4])
                codes = codes[4:]
                ink, paper = (color, paper) if code == 38 else (ink, color)
        self.pen = ink, paper, is_bold

    def text(self):
        return "\n".join("".join(cell[0] for cell in row).rstrip() for row in self.cells)

    def svg(self):
        width, height = self.columns * CELL_WIDTH, self.rows * CELL_HEIGHT
        size = f'width="{width + 2 * MARGIN}" height="{height + 2 * MARGIN}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-size="13"'
            ' font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\','
            ' monospace">',
            f'<rect {size} rx="8" fill="{PAPER}"/>', f'<g transform="translate({MARGIN},{MARGIN})">',
        ]
        for y, row in enumerate(self.cells):
            lines += self.rectangles(row, y) + self.letters(row, y)
        return "\n".join(lines + ["</g>", "</svg>"]) + "\n"

    BLOCKS = {"█": (0, 1), "▀": (0, 0.5), "▄": (0.5, 0.5)} | {
        letter: (1 - (index + 1) / 8, (index + 1) / 8) for index, letter in enumerate("▁▂▃▄▅▆▇")}

    def rectangles(self, row, y):
        """The backgrounds and block characters of a row."""
        shapes = []
        for x, (letter, ink, paper, _) in enumerate(row):
            if letter != "█":
                shapes.append((x, 0, 1, paper))
            if letter in self.BLOCKS:
                shapes.append((x, *self.BLOCKS[letter], ink))
        lines = []
        for kind in sorted({shape[1:] for shape in shapes}, key=lambda kind: (-kind[1], kind)):
            columns = [shape[0] for shape in shapes if shape[1:] == kind]
            if kind == (0, 1, PAPER):
                continue
            for start, end in self.runs(columns):
                lines.append(
                    f'<rect x="{start * CELL_WIDTH}" y="{y * CELL_HEIGHT + kind[0] * CELL_HEIGHT:g}"'
                    f' width="{(end - start) * CELL_WIDTH}" height="{kind[1] * CELL_HEIGHT:g}"'
                    f' fill="{kind[2]}" shape-rendering="crispEdges"/>')
        return lines

    @staticmethod
    def runs(columns):
        runs = []
        for column in columns:
            if runs and runs[-1][1] == column:
                runs[-1][1] += 1
            else:
                runs.append([column, column + 1])
        return runs

    def letters(self, row, y):
        lines, x = [], 0
        while x < self.columns:
            letter, ink, _, is_bold = row[x]
            end = x
            while (end < self.columns and row[end][1] == ink and row[end][3] == is_bold
                   and row[end][0] not in self.BLOCKS):
                end += 1
            text = "".join(cell[0] for cell in row[x:end])
            if text.strip():
                start = x + len(text) - len(text.lstrip())
                text = text.strip()
                weight = ' font-weight="bold"' if is_bold else ""
                lines.append(
                    f'<text x="{start * CELL_WIDTH}" y="{y * CELL_HEIGHT + 12}"'
                    f' textLength="{len(text) * CELL_WIDTH}" xml:space="preserve" fill="{ink}"'
                    f'{weight}>{html.escape(text, quote=False)}</text>')
            x = max(end, x + 1)
        return lines


def play(words, screen, steps, home):
    process, terminal = pty.fork()
    if process == 0:
        size = struct.pack("HHHH", screen.rows, screen.columns, 0, 0)
        fcntl.ioctl(1, termios.TIOCSWINSZ, size)
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", HOME=home)
        os.environ.pop("XDG_STATE_HOME", None)
        os.execv(words[0], words)
    rest, last = "", time.monotonic()
    decoder = codecs.getincrementaldecoder("utf-8")()
    for keys, text in steps:
        os.write(terminal, keys.encode())
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if select.select([terminal], [], [], 0.05)[0]:
                rest += decoder.decode(os.read(terminal, 1 << 16))
                last = time.monotonic()
                # A sequence may be split.
                split = re.search(r"\x1b(\[[0-9;?$]*|[\]_P][^\x07\x1b]*\x1b?)?$", rest)
                cut = split.start() if split else len(rest)
                screen.receive(rest[:cut])
                rest = rest[cut:]
            if text in screen.text() and not rest and time.monotonic() - last > 0.2:
                break
        else:
            sys.exit(f"draw-screen.py: '{text}' is not on the screen:\n{screen.text()}")
    os.write(terminal, b"\x03n")
    while True:
        try:
            if not os.read(terminal, 1 << 16):
                break
        except OSError:
            break
    os.waitpid(process, 0)


def main():
    life, file, columns, rows, pattern, *steps = sys.argv[1:]
    screen = Screen(int(columns), int(rows))
    pairs = [("", "pop")] + [
        (ast.literal_eval(f'"{keys}"'), text) for keys, text in zip(steps[::2], steps[1::2])]
    with tempfile.TemporaryDirectory(prefix="life-picture-") as home:
        play([os.path.abspath(life), "play", pattern], screen, pairs, home)
    with open(file, "w", encoding="utf-8") as output:
        output.write(screen.svg())


main()

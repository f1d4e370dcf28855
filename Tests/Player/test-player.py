#!/usr/bin/env python3
"""Tests the HTML player in a headless Chromium.

    test-player.py LIFE [--keep FOLDER]

The frames on the canvas are compared with the PNG files of the same run, pixel by pixel; buttons,
keys, mouse and touch must do what they say; no page may report an error or make a request.
CHROMIUM names the browser.
"""

import base64
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser  # noqa: E402

# Name, arguments and number of the last frame. The view has a fixed size, so that the PNG files of
# single generations show the same part of the universe.
SAMPLES = [
    ("gun", "gosper-gun -n 60 --view -4,-4,45x30 --scale 8", 60),
    ("fire", "gosper-gun -n 40 --view -4,-4,44x30 --scale 6 --theme fire", 40),
    ("grid", "gosper-gun -n 12 --view -14,-7,43x31 --scale 8 --grid", 12),
    ("generations", "brain.rle -n 40 --view -20,-20,50x50 --scale 5", 40),
    ("wires", "wires.rle -n 20 --view -3,-3,30x20 --scale 9", 20),
    ("history", "history.rle -n 30 --view -9,-9,31x33 --scale 7", 30),
    ("torus", "torus.rle -n 50 --scale 9", 50),
    ("shades", "acorn -n 200 --every 10 --view -200,-200,403x401 --scale 1/4", 20),
    ("strip", "glider -n 20 --universe T0,9 --view -9,-9,30x20 --scale 9 --grid", 20),
    ("tracked", "glider -n 40 --track auto --scale 9 --grid", 40),
    ("followed", "acorn -n 1500 --every 60 --view auto", 25),
    ("still", "pulsar -n 0 --view -2,-2,17x17 --scale 8 --every 1", 0),
    ("late", "glider -n 2^70 --every 2^68 --view auto", 4),
]

FILES = {
    "brain.rle": "x = 4, y = 3, rule = B2/S/3\nABA$2.AB$BA.A!\n",
    "wires.rle": "x = 12, y = 3, rule = WireWorld\n.C10.$ABC9C$.C10.!\n",
    "history.rle": "x = 5, y = 4, rule = LifeHistory\n.A.C$2.A2D$3AE$F.B!\n",
    "hexagon.rle": "x = 2, y = 2, rule = B2/S34H\nbo$bo!\n",
    "down.rle": "x = 1, y = 1, rule = B45/S34L\no!\n",
    "up.rle": "x = 2, y = 1, rule = B45/S34L\nbo!\n",
    "north.rle": "x = 1, y = 1, rule = PCA_2\nD!\n",
    "south.rle": "x = 1, y = 1, rule = PCA_2\nA!\n",
    "torus.rle": "x = 3, y = 3, rule = B3/S23:T37,25\nbo$2bo$3o!\n",
}

ROOT = "document.querySelector('.life-player').shadowRoot"
failures = 0


def check(condition, name, detail=""):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {name} {detail}", flush=True)


class Runner:
    """Runs `life` in a folder of its own."""

    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder

    def run(self, arguments):
        result = subprocess.run(
            [self.program, *arguments.split()], cwd=self.folder, capture_output=True, text=True)
        if result.returncode:
            raise RuntimeError(f"life {arguments}: {result.stderr}")
        return result.stdout

    def url(self, name):
        return f"file://{self.folder}/{name}"

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()


def decode_png(data):
    """Width, height and RGB bytes of a PNG with a palette and unfiltered rows."""
    place, chunks = 8, {}
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        chunks[kind] = chunks.get(kind, b"") + data[place + 8:place + 8 + length]
        place += length + 12
    width, height, depth, color = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert color == 3
    palette = [chunks[b"PLTE"][i:i + 3] for i in range(0, len(chunks[b"PLTE"]), 3)]
    rows, size = zlib.decompress(chunks[b"IDAT"]), (width * depth + 7) // 8 + 1
    mask, per_byte, pixels = (1 << depth) - 1, 8 // depth, bytearray()
    for y in range(height):
        assert rows[y * size] == 0
        for x in range(width):
            byte = rows[y * size + 1 + x // per_byte]
            pixels += palette[byte >> (8 - depth * (x % per_byte + 1)) & mask]
    return width, height, bytes(pixels)


class Player:
    """The player of the page that the browser shows."""

    def __init__(self, browser, root=ROOT):
        self.browser, self.root = browser, root

    def get(self, expression):
        return self.browser.evaluate(f"(($) => {expression})((id) => {self.root}.getElementById(id))")

    def open(self, url):
        self.browser.open(url)
        self.ready()

    def ready(self):
        # The numbers are filled when the recording is loaded.
        self.browser.wait(f"{self.root} && {self.root}.getElementById('generation').textContent")

    def text(self, id):
        return self.get(f"$('{id}').textContent")

    @property
    def index(self):
        return int(self.get("$('scrub').value"))

    @property
    def is_playing(self):
        return self.get("$('play').className") == "playing"

    def seek(self, index):
        self.get(f"{{ $('scrub').value = {index}; $('scrub').dispatchEvent(new Event('input')) }}")

    def box(self, id):
        return self.get(
            f"(({{x, y, width, height}}) => ({{x, y, width, height}}))"
            f"($('{id}').getBoundingClientRect())")

    def click(self, id):
        self.get(f"$('{id}').scrollIntoView({{ block: 'center' }})")
        box = self.box(id)
        self.browser.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def pixels(self, width, height):
        """RGB bytes of the middle of the board."""
        data = self.get(f"""{{
          const board = $('board');
          const x = Math.round(board.width / 2 - {width} / 2);
          const y = Math.round(board.height / 2 - {height} / 2);
          const {{ data }} = board.getContext('2d').getImageData(x, y, {width}, {height});
          let text = '';
          for (let at = 0; at < data.length; at += 4) {{
            text += String.fromCharCode(data[at], data[at + 1], data[at + 2]);
          }}
          return btoa(text);
        }}""".replace("{\n", "(() => {\n", 1).rstrip()[:-1] + "})()")
        return base64.b64decode(data)

    @property
    def shown(self):
        """The first column and the width of the bright part of each row that has one."""
        return self.get("""{
          const board = $('board'), screen = board.getContext('2d');
          const { data, width, height } = screen.getImageData(0, 0, board.width, board.height);
          const rows = [];
          for (let y = 0; y < height; y++) {
            let first = -1, last = -1;
            for (let x = 0; x < width; x++) {
              if (data[4 * (y * width + x)] < 128) continue;
              if (first < 0) first = x;
              last = x;
            }
            if (first >= 0) rows.push([first, last - first + 1]);
          }
          return rows;
        }""".replace("{\n", "(() => {\n", 1).rstrip()[:-1] + "})()")

    @property
    def picture(self):
        """A text that differs for boards that differ."""
        return self.get("$('board').toDataURL()")


def compare_frames(life, browser):
    """The canvas of every sample equals the PNG files, in any order of the frames."""
    browser.size(1500, 1300)
    for name, arguments, last in SAMPLES:
        life.run(f"run {arguments} -q -o {name}.html")
        every = "" if "--every" in arguments else "--every 1"
        life.run(f"run {arguments} {every} -q -o {name}-%d.png")
        player = Player(browser)
        player.open(life.url(f"{name}.html"))
        browser.key("1")
        for index in dict.fromkeys([0, last, last // 3, last // 3 + 1, last // 4, 1, last - 1]):
            if not 0 <= index <= last:
                continue
            player.seek(index)
            width, height, pixels = decode_png(life.read(f"{name}-{index}.png"))
            check(player.pixels(width, height) == pixels, f"{name}: frame {index}")
    player.open(life.url("late.html"))
    player.seek(4)
    check(player.text("generation").replace(",", "") == str(2 ** 70), "huge generation")
    # On a screen with two pixels per point, every pixel of a frame is doubled.
    browser.size(1500, 1300, 2)
    player.open(life.url("gun.html"))
    browser.key("1")
    player.seek(17)
    width, height, pixels = decode_png(life.read("gun-17.png"))
    rows = [pixels[y * width * 3:(y + 1) * width * 3] for y in range(height)]
    wide = [b"".join(row[x:x + 3] * 2 for x in range(0, len(row), 3)) for row in rows]
    check(player.pixels(2 * width, 2 * height) == b"".join(row * 2 for row in wide), "doubled")
    browser.size(1200, 800)


def test_keys(life, browser):
    player = Player(browser)
    player.open(life.url("gun.html"))
    check(player.is_playing, "a page plays")
    browser.wait(f"{ROOT}.getElementById('scrub').value > 3")
    browser.key(" ")
    check(not player.is_playing, "space stops")
    for key, expected in [("Home", 0), ("n", 1), (".", 2), ("b", 1), (",", 0), ("b", 0),
                          ("End", 60), ("n", 60), ("r", 0)]:
        browser.key(key)
        check(player.index == expected, f"key {key}", player.index)
        check(int(player.text("generation")) == expected, f"generation after {key}")
    populations = [int(line.split(",")[1]) for line in life.run(
        "run gosper-gun -n 60 --to csv -q").splitlines()[1:]]
    for index in [0, 7, 60]:
        player.seek(index)
        check(int(player.text("population")) == populations[index], f"population {index}")
    browser.key(" ")
    check(player.is_playing, "space plays")
    browser.key(" ")
    for key in ["]", "[", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "#", "1"]:
        before = player.picture
        browser.key(key)
        check(player.picture != before, f"key {key} changes the view")
    browser.key("f")
    fitted = player.picture
    browser.key("]")
    browser.key("f")
    check(player.picture == fitted, "f fits")
    shown = []
    for key in ["+", "=", "-", "_"]:
        browser.key(key)
        shown.append(player.text("rate"))
    check(shown == ["40 / s", "51 / s", "40 / s", "30 / s"] or len(set(shown)) == 3,
          "speed keys", shown)
    color = "getComputedStyle(document.querySelector('.life-player')).colorScheme"
    browser.key("t")
    first = browser.evaluate(color)
    browser.key("t")
    check({first, browser.evaluate(color)} == {"dark", "light"}, "t changes the theme")
    browser.key("?")
    check(not player.get("$('keys').hidden"), "? shows the keys")
    browser.key("?")
    check(player.get("$('keys').hidden"), "? hides the keys")


def test_speed(life, browser):
    player = Player(browser)
    player.open(life.url("gun.html"))
    check(player.text("rate") == "30 / s", "frame rate", player.text("rate"))
    expected = {0: "0.33 / s", 50: "4.5 / s", 65: "9.7 / s", 100: "60 / s"}
    for place, text in expected.items():
        player.get(f"{{ $('speed').value = {place}; $('speed').oninput() }}")
        check(player.text("rate") == text, f"speed at {place}", player.text("rate"))
        check(player.get("$('speed').ariaValueText") == text, f"spoken speed at {place}")
    # At 4.5 / s, 1.1 s are five frames; a slow machine may miss one.
    browser.key(" ") if player.is_playing else None
    player.get("{ $('speed').value = 50; $('speed').oninput() }")
    browser.key("Home")
    browser.key(" ")
    seen = browser.evaluate(f"""new Promise((done) => setTimeout(
      () => done(Number({ROOT}.getElementById('scrub').value)), 1150))""")
    check(3 <= seen <= 6, "frames in 1.15 s at 4.5 / s", seen)


def test_buttons(life, browser):
    player = Player(browser)
    player.open(life.url("gun.html"))
    player.click("play")
    check(not player.is_playing, "the button stops")
    for id, expected in [("first", 0), ("next", 1), ("next", 2), ("back", 1), ("last", 60)]:
        player.click(id)
        check(player.index == expected, f"button {id}", player.index)
    player.click("play")
    check(player.is_playing, "the button plays")
    browser.wait(f"{ROOT}.getElementById('scrub').value < 30")
    player.click("play")
    for before, id in [("fit", "in"), ("fit", "out"), ("out", "fit")]:
        player.click(before)
        picture = player.picture
        player.click(id)
        check(player.picture != picture, f"button {id}")
    box = player.box("curve")
    browser.click(box["x"] + box["width"] / 4, box["y"] + 20)
    check(player.index == 15, "click on the curve", player.index)
    browser.drag((box["x"] + 5, box["y"] + 20), (box["x"] + box["width"] / 2, box["y"] + 20))
    check(player.index == 30, "drag on the curve", player.index)
    browser.evaluate(f"{ROOT}.getElementById('scrub').focus()")
    browser.key("ArrowRight")
    check(player.index == 31, "arrow key on the slider", player.index)


def test_pointers(life, browser):
    player = Player(browser)
    player.open(life.url("gun.html#10"))
    check(not player.is_playing and player.index == 10, "a page begins at a generation")
    middle = (600, 300)
    fitted = player.picture
    browser.mouse("mouseWheel", *middle, deltaX=0, deltaY=-100)
    zoomed = player.picture
    check(zoomed != fitted, "the wheel zooms")
    browser.drag(middle, (650, 340))
    check(player.picture != zoomed, "dragging moves the view")
    browser.drag((650, 340), middle)
    check(player.picture == zoomed, "dragging back restores the view")
    browser.mouse("mouseWheel", *middle, deltaX=0, deltaY=100)
    browser.click(*middle, clicks=2)
    check(player.picture == fitted, "a double click fits")
    browser.size(390, 780, 2, mobile=True)
    browser.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    player.open(life.url("gun.html#10"))
    fitted = player.picture
    browser.touch("touchStart", (150, 300), (200, 300))
    browser.touch("touchMove", (100, 300), (280, 300))
    browser.touch("touchEnd")
    zoomed = player.picture
    check(zoomed != fitted, "two fingers zoom")
    browser.touch("touchStart", (150, 300))
    browser.touch("touchMove", (190, 330))
    browser.touch("touchEnd")
    check(player.picture != zoomed, "a finger moves the view")
    width = browser.evaluate("document.documentElement.scrollWidth")
    check(width <= 390, "a narrow page does not scroll sideways", width)
    browser.send("Emulation.setTouchEmulationEnabled", enabled=False)
    browser.size(1200, 800)


def test_picker(life, browser):
    life.run("run gosper-gun pulsar glider -n 9 -q --title Zoo -o zoo.html")
    player = Player(browser)
    player.open(life.url("zoo.html"))
    check(player.text("title") == "Zoo" and not player.get("$('title').hidden"), "heading")
    names = player.get("[...$('pattern').options].map((option) => option.text)")
    check(names == ["Gosper gun", "Pulsar", "Glider"], "picker", names)
    browser.key(" ")
    for index, population in [(1, 48), (2, 5), (0, 36)]:
        player.get(f"{{ $('pattern').value = {index}; "
                   "$('pattern').dispatchEvent(new Event('change')) }")
        browser.wait(f"{ROOT}.getElementById('population').textContent === '{population}'")
    life.run("run zoo.txt --split -n 4 -q -o split.html")
    player.open(life.url("split.html"))
    check(player.get("$('pattern').options.length") == 2, "patterns of one file")
    check(player.get("$('title').hidden"), "no heading without a title")


def test_fragments(life, browser):
    """Fragments in a page with styles and names of its own do not disturb it or each other."""
    for name in ["pulsar", "gosper-gun"]:
        life.run(f"run {name} -n 9 --embed -q -o {name}.fragment.html")
    text = b"<!DOCTYPE html><meta charset=utf-8><style>* { color: red; font-size: 40px } button "
    text += b"{ display: none }</style><p id=title>blog</p><script>const host = 1, keys = 2</script>"
    text += life.read("pulsar.fragment.html") + b"<p>more</p>" + life.read("gosper-gun.fragment.html")
    with open(os.path.join(life.folder, "blog.html"), "wb") as file:
        file.write(text)
    roots = [f"document.querySelectorAll('.life-player')[{index}].shadowRoot" for index in [0, 1]]
    browser.open(life.url("blog.html"))
    players = [Player(browser, root) for root in roots]
    for player in players:
        player.ready()
    check(not any(player.is_playing for player in players), "fragments wait")
    check(players[0].get("getComputedStyle($('play')).display") == "grid", "styles do not leak in")
    check(browser.evaluate("document.getElementById('title').textContent") == "blog", "names")
    browser.key("n")
    check([player.index for player in players] == [0, 0], "keys without focus")
    players[1].click("board")
    browser.key("n")
    check([player.index for player in players] == [0, 1], "keys with focus")
    players[0].click("play")
    browser.wait(f"{roots[0]}.getElementById('scrub').value > 1")
    check(players[1].index == 1, "fragments are independent")
    check(b"\n\n" not in life.read("pulsar.fragment.html"), "a blank line would end it in Markdown")


def test_accessibility(life, browser):
    player = Player(browser)
    player.open(life.url("gun.html#7"))
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    found = {}
    for node in nodes:
        role = node.get("role", {}).get("value")
        found.setdefault(role, []).append(node.get("name", {}).get("value", ""))
    check(len(found.get("button", [])) == 10 and all(found["button"]), "names of buttons",
          found.get("button"))
    check(sorted(found.get("slider", [])) == ["Generation", "speed 30 / s"] or
          len(found.get("slider", [])) == 2 and all(found["slider"]), "names of sliders",
          found.get("slider"))
    check("Gosper gun, generation 7, population 48" in str(found.get("image"))
          or any("generation 7" in name for name in found.get("image", [])), "name of the image",
          found.get("image"))
    browser.key("n")
    check("generation 8" in player.text("status"), "announced", player.text("status"))
    before = player.text("status")
    browser.key(" ")
    browser.wait(f"{ROOT}.getElementById('scrub').value > 12")
    check(player.text("status") == before, "a running animation is not announced")
    browser.media(prefers_reduced_motion="reduce")
    player.open(life.url("gun.html"))
    check(not player.is_playing, "reduced motion")
    check(player.text("rate") == "3.0 / s", "slow with reduced motion", player.text("rate"))
    browser.media()
    life.run("run 3bo! -n 60 --rule B012345678/S:T9,9 -q -o flashes.html")
    player.open(life.url("flashes.html"))
    check(player.text("rate") == "3.0 / s", "slow with flashes", player.text("rate"))


def test_hexagons(life, browser):
    """The cells of a hexagonal rule have six corners, and rows half a cell to the left."""
    life.run("run hexagon.rle -n 0 --every 1 --scale 16 --theme plain -q -o hexagon.html")
    player = Player(browser)
    player.open(life.url("hexagon.html"))
    browser.key("1")
    shown = player.shown
    # Two cells, one above the other: a corner on top, 16 pixels in the middle, and 8 to the left.
    check(shown and shown[0][1] <= 4 and 31 <= len(shown) <= 34, "height of two hexagons", shown)
    widths = [width for _, width in shown]
    check(max(widths) in (15, 16, 17), "width of a hexagon", max(widths))
    middles = [first + width / 2 for first, width in shown]
    check(6 <= middles[8] - middles[-8] <= 10, "the lower row is half a cell to the left", middles)
    before = player.picture
    browser.key("#")
    check(player.picture != before, "# outlines hexagons")


def test_tiles(life, browser):
    """Triangles point down if their column and row have an even sum; a particle is on its side."""
    player = Player(browser)
    for name, height, grows in [("down", 28, False), ("up", 28, True), ("north", 8, False),
                                ("south", 8, True)]:
        life.run(f"run {name}.rle -n 0 --every 1 --scale 16 --theme plain -q -o tile.html")
        player.open(life.url("tile.html"))
        browser.key("1")
        widths = [width for _, width in player.shown]
        check(height - 2 <= len(widths) <= height and widths == sorted(widths, reverse=not grows)
              and max(widths) >= height - 2, name, widths)


def test_limits(life, browser):
    """A size limits the cells, and the window limits the player of a fragment."""
    browser.size(1200, 800)
    life.run("run gosper-gun -n 9 --size 480x300 -q -o small.html")
    life.run("run gosper-gun -n 9 --size 480x300 --embed -q -o small.fragment.html")
    life.run("run gosper-gun -n 9 --view 0,0,40x40 --embed -q -o square.fragment.html")
    player = Player(browser)
    for name in ["small.html", "small.fragment.html"]:
        player.open(life.url(name))
        box = player.box("stage")
        check(box["width"] <= 480 and box["height"] <= 300, f"{name}: size of the cells", box)
    player.open(life.url("square.fragment.html"))
    box = player.get("(({ height }) => height)($('stage').parentElement.getBoundingClientRect())")
    check(box <= 800, "a square fragment and its controls fit into the window", box)
    marks = player.box("most")
    check(marks["y"] + marks["height"] <= player.box("curve")["y"] + 1,
          "the playhead leaves the largest population alone", marks)


def test_sizes(life, browser):
    life.run("run acorn -n 10000 --view -200,-200,448x400 -q -o acorn.html")
    for name in ["gun", "zoo", "acorn"]:
        page = life.read(name + ".html").decode()
        recordings = page.split('<script type="application/json"')[1:]
        data = sum(len(text.split("</script>")[0]) for text in recordings)
        check(len(page) - data < 26_000, f"{name}: size besides the data", len(page) - data)
    check(len(life.read("acorn.html")) < 1_000_000, "10 000 generations of an acorn")
    player = Player(browser)
    player.open(life.url("acorn.html#5206"))
    check(player.text("population") == "633", "end of the acorn", player.text("population"))


def main():
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        print("Not run: there is no chromium, and CHROMIUM names no browser.")
        return
    program = sys.argv[1]
    folder = sys.argv[3] if sys.argv[2:3] == ["--keep"] else tempfile.mkdtemp(prefix="life-player-")
    os.makedirs(folder, exist_ok=True)
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    with open(os.path.join(folder, "zoo.txt"), "w") as file:
        file.write("2o$2o! block\n3o! blinker\n")
    life, browser = Runner(program, os.path.abspath(folder)), Browser(chromium)
    tests = [compare_frames, test_keys, test_speed, test_buttons, test_pointers, test_picker,
             test_fragments, test_accessibility, test_hexagons, test_tiles, test_limits,
             test_sizes]
    try:
        browser.size(1200, 800)
        for test in tests:
            browser.errors.clear()
            before = failures
            test(life, browser)
            check(not browser.errors, f"{test.__name__}: errors", browser.errors[:3])
            others = [url for url in browser.requests if not url.startswith("file://" + life.folder)]
            check(not others, f"{test.__name__}: requests", others)
            print(f"{'ok' if failures == before else 'failed'}: {test.__name__}", flush=True)
    finally:
        browser.close()
        if "--keep" not in sys.argv:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failures else 0)


main()

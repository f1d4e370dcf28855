// Plays the recordings before this script in the page. It makes no requests.
const host = document.currentScript.parentElement;
const isEmbedded = "embed" in host.dataset;
const scripts = [...host.querySelectorAll("[type='application/json']")];
const root = host.attachShadow({ mode: "open" });
root.append(host.querySelector("template").content);
const $ = (id) => root.getElementById(id);
const board = $("board"), screen = board.getContext("2d");
const limited = (value, least, most) => Math.min(Math.max(value, least), most);

const loaded = [];
let run, isPlaying, interval, lastTime, hasGrid;

// The view: the point of the frame in the middle of the board, in pixels of the frame, and the side
// of a place in device pixels. Either a side is a whole number of pixels, or a pixel is a whole
// number of places.
let middleX, middleY, side, isFitted;
const snapped = (side) => side < 1 ? 1 / Math.round(1 / side) : Math.round(side);
const zoom = () => side / run.shape.scale;
const left = () => Math.round(board.width / 2 - middleX * zoom());
const top = () => Math.round(board.height / 2 - middleY * zoom());

// Each row of hexagons is half a hexagon left of the row above, and each triangle overlaps the next
// one by half. These lengths are in columns: the distance of two rows, the height of the zone in
// which they interlock, the shift of a row, the overlap of triangles, and the corners of cells.
// Triangles point down if the sum of column and row in the plane is even.
const tilings = {
  hexagons: { pitch: 0.866, slope: 0.289, shift: 0.5, overlap: 0,
    tiles: [[[0.5, 0], [1, 0.289], [1, 0.866], [0.5, 1.155], [0, 0.866], [0, 0.289]]] },
  triangles: { pitch: 1.732, slope: 0, shift: 0, overlap: 1,
    tiles: [[[0, 0], [2, 0], [1, 1.732]], [[0, 1.732], [2, 1.732], [1, 0]]] },
};
// The corners of a cell with particles. The particle of bit i is on the side from corner i - 1 to
// corner i. Bit 0, for example, is on the southern side, from corner 3 to corner 0.
const square = [[0, 1], [0, 0], [1, 0], [1, 1]];

// The size of a frame in its own pixels.
function size() {
  const { width, height, tiling } = run.about, { columns, rows, scale } = run.shape;
  const tiles = tilings[tiling];
  return tiles ? { width: (columns + tiles.overlap + tiles.shift * (rows - 1)) * scale,
    height: (rows * tiles.pitch + tiles.slope) * scale } : { width, height };
}

// Shows a point of the frame at a point of the board.
function setView(newSide, frameX, frameY, x = board.width / 2, y = board.height / 2) {
  const { width, height } = size();
  side = snapped(limited(newSide, 1 / 64, 256));
  isFitted = false;
  middleX = limited(frameX + (board.width / 2 - x) / zoom(), 0, width);
  middleY = limited(frameY + (board.height / 2 - y) / zoom(), 0, height);
  draw();
}

function fit() {
  const { width, height } = size();
  const most = Math.min(board.width / width, board.height / height) * run.shape.scale;
  setView(most < 1 ? 1 / Math.ceil(1 / most) : Math.floor(most), width / 2, height / 2);
  isFitted = true;
}

// Zooms to the next larger or smaller side. The point at (x, y) stays in place.
function zoomBy(factor, x = board.width / 2, y = board.height / 2) {
  const old = side, place = [(x - left()) / zoom(), (y - top()) / zoom(), x, y];
  let next = snapped(old * factor);
  if (next === old) next = old > 1 || old === 1 && factor > 1
    ? old + Math.sign(factor - 1) : 1 / (1 / old - Math.sign(factor - 1));
  setView(next, ...place);
}

const pan = (x, y) => setView(side, middleX - x / zoom(), middleY - y / zoom());

// The first column and row inside the universe, and those after the last ones. Places outside have
// an index of their own.
function inside() {
  const { outside } = run.about, { columns } = run.shape;
  const isInside = (color) => !outside || color !== outside;
  const first = Math.max(0, run.grid.findIndex(isInside));
  const last = run.grid.findLastIndex(isInside);
  return [first % columns, Math.floor(first / columns),
    last % columns + 1, Math.floor(last / columns) + 1];
}

function draw() {
  // An embedded player lets touches scroll the page until it is zoomed.
  board.style.touchAction = isEmbedded && isFitted ? "pan-y" : "none";
  screen.fillStyle = run.about.palette[run.about.outside];
  screen.fillRect(0, 0, board.width, board.height);
  (tilings[run.about.tiling] ? drawTiles : drawSquares)(left(), top());
}

function drawSquares(x, y) {
  const { grid, isBounded, palette, width, height, tiling } = run.about, { scale } = run.shape;
  const [west, north, lastColumn, lastRow] = inside();
  const [east, south] = [Math.min(lastColumn, width / scale), Math.min(lastRow, height / scale)];
  // Only visible places are drawn: the whole image, zoomed in, would have billions of pixels.
  const startX = limited(Math.floor(-x / side), west, east);
  const startY = limited(Math.floor(-y / side), north, south);
  const endX = limited(Math.ceil((board.width - x) / side), west, east);
  const endY = limited(Math.ceil((board.height - y) / side), north, south);
  const box = [startX, startY, endX - startX, endY - startY];
  const target = [x + startX * side, y + startY * side, box[2] * side, box[3] * side];
  if (box[2] > 0 && box[3] > 0) {
    screen.imageSmoothingEnabled = side < 1;
    screen.fillStyle = palette[0];
    screen.fillRect(...target);
    if (tiling === "particles" && side >= 4) drawParticles(x, y, box);
    else screen.drawImage(run.image, ...box, ...target);
    if (hasGrid && side >= 4) drawGrid(box, target);
  }
  if (isBounded) {
    screen.strokeStyle = grid[1];
    screen.strokeRect(x + west * side - 0.5, y + north * side - 0.5,
      (east - west) * side + 1, (south - north) * side + 1);
  }
}

// Each particle is a triangle on its side of the cell, given by two corners.
function drawParticles(x, y, [column, row, columns, rows]) {
  square.forEach((corner, index) => {
    const corners = [square.at(index - 1), corner, [0.5, 0.5]];
    screen.fillStyle = run.about.palette[1 << index];
    screen.beginPath();
    for (let j = row; j < row + rows; j++) {
      for (let i = column; i < column + columns; i++) {
        if (run.grid[j * run.shape.columns + i] >> index & 1) {
          addTile(screen, x + i * side, y + j * side, corners);
        }
      }
    }
    screen.fill();
  });
}

function drawTiles(x, y) {
  const { palette, grid, isBounded, outside, tiling } = run.about, { columns, rows } = run.shape;
  const [west, north, east, south] = inside();
  const { pitch, slope, shift, overlap, tiles } = tilings[tiling];
  const high = pitch * side, right = east + overlap;
  const first = limited(Math.floor(-y / high) - 1, north, south);
  const end = limited(Math.ceil((board.height - y) / high), north, south);
  const paths = palette.map(() => new Path2D()), outlines = new Path2D();
  for (let row = first; row < end; row++) {
    const start = x + shift * (rows - 1 - row) * side, top = y + row * high;
    if (side < 4) {
      screen.drawImage(run.image, 0, row, columns, 1,
        start + overlap * side / 2, top, columns * side, high);
      continue;
    }
    const endColumn = limited(Math.ceil((board.width - start) / side), west, east);
    let column = limited(Math.floor(-start / side) - 1, west, east);
    for (; column < endColumn; column++) {
      const color = run.grid[row * columns + column];
      const kind = (run.shape.x + run.shape.y + column + row) % tiles.length;
      const tile = [start + column * side, top, tiles[kind]];
      if (color || outside) addTile(paths[color], ...tile);
      if (hasGrid) addTile(outlines, ...tile);
    }
  }
  palette.forEach((color, index) => {
    screen.fillStyle = color;
    screen.fill(paths[index]);
  });
  screen.strokeStyle = grid[0];
  screen.stroke(outlines);
  if (isBounded) {
    screen.strokeStyle = grid[1];
    screen.beginPath();
    for (const [column, row] of [[west, north], [right, north], [right, south], [west, south]]) {
      screen.lineTo(x + (column + shift * (rows - row)) * side, y + row * high + slope / 2 * side);
    }
    screen.closePath();
    screen.stroke();
  }
}

// Adds a cell to a path. Its western side is at x, its top at y.
function addTile(path, x, y, corners) {
  corners.forEach(([right, down], index) =>
    path[index ? "lineTo" : "moveTo"](x + right * side, y + down * side));
  path.closePath();
}

// Lines on the western and northern pixels of places, and on the last pixels of the frame. Every
// tenth line of more than 10 places is brighter.
function drawGrid([column, row, columns, rows], [x, y, width, height]) {
  const { grid } = run.about, { shape } = run;
  const isLarge = Math.max(shape.columns, shape.rows) > 10;
  const line = (number, ...box) => {
    screen.fillStyle = grid[isLarge && number % 10 === 0 ? 1 : 0];
    screen.fillRect(...box);
  };
  for (let i = column; i <= column + columns; i++) {
    line(shape.x + i, x + (i - column) * side - (i === shape.columns), y, 1, height);
  }
  for (let i = row; i <= row + rows; i++) {
    line(shape.y + i, x, y + (i - row) * side - (i === shape.rows), width, 1);
  }
}

function resize() {
  const box = board.getBoundingClientRect();
  board.width = box.width * devicePixelRatio;
  board.height = box.height * devicePixelRatio;
  if (run) isFitted ? fit() : draw();
}

// The digits of a number in groups. Very long numbers are shortened.
function grouped(number) {
  const digits = `${number}`;
  return digits.length > 24 ? `${digits.slice(0, 12)}… (${digits.length} digits)`
    : digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

// Shows a frame and its numbers.
function show(index) {
  const oldScale = run.shape.scale;
  run.seek(limited(index, 0, run.last));
  side = snapped(side * run.shape.scale / oldScale);
  draw();
  const generation = grouped(run.frame.generation), population = grouped(run.frame.population);
  const text = `generation ${generation}, population ${population}`;
  $("generation").textContent = generation;
  $("population").textContent = population;
  $("scrub").value = run.index;
  $("scrub").ariaValueText = text;
  $("cursor").style.left = `calc(${run.index / (run.last || 1)} * (100% - 2px))`;
  board.ariaLabel = `${run.about.title}, ${text}`;
  // A screen reader cannot keep up with a running animation.
  if (!isPlaying) $("status").textContent = text;
}

function play(on) {
  if (on && !isPlaying) requestAnimationFrame(tick);
  isPlaying = on;
  lastTime = performance.now();
  $("play").className = on ? "playing" : "";
  $("play").title = on ? "Stop (space)" : "Play (space)";
  show(run.index);
}

function tick(now) {
  if (!isPlaying) return;
  requestAnimationFrame(tick);
  const isLast = run.index === run.last, repeats = isLast && run.isFirst;
  // The last frame stays for a while, unless the animation repeats smoothly.
  const wait = isLast && !repeats ? Math.max(interval, run.about.pause) : interval;
  // The refresh rate of a screen is only nearly its nominal rate.
  const due = Math.floor((now - lastTime) / wait + 0.1);
  if (due < 1) return;
  lastTime = due > 4 ? now : lastTime + due * wait;
  show(isLast ? Number(repeats) : run.index + due);
}

function step(count) {
  play(false);
  show(run.index + count);
}

// The slider is logarithmic: 0 is a frame every 3 s, 100 is 60 frames per second.
function setSpeed(place) {
  $("speed").value = place;
  interval = 3000 / 180 ** ($("speed").value / 100);
  const rate = 1000 / interval;
  $("rate").textContent = `${rate < 10 ? rate.toPrecision(2) : Math.round(rate)} / s`;
  $("speed").ariaValueText = $("rate").textContent;
}

function drawCurve() {
  const { frames, last } = run;
  const most = frames.reduce((most, frame) => Math.max(most, Number(frame.population)), 1);
  const columns = Math.min(last, 1000), points = ["M-9 110"];
  let next = 0;
  for (let column = 0; column <= columns; column++) {
    // The minimum and maximum of all frames in the same column.
    let least = most, greatest = 0;
    do {
      const population = Number(frames[next].population);
      least = Math.min(least, population);
      greatest = Math.max(greatest, population);
    } while (++next <= last * column / columns);
    const x = 1000 * column / (columns || 1);
    for (const value of [least, greatest]) points.push(`L${x} ${100 - 80 * value / most}`);
  }
  root.querySelector("#curve path").setAttribute("d", `${points.join("")}H1009V110`);
  $("most").textContent = grouped(most);
}

const wantsLessMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

async function choose(index) {
  run = loaded[index] ??= await Recording.load(scripts[index]);
  run.seek(0);
  const { title, rule, rate, limit, isFlashing } = run.about, { width, height } = size();
  host.style.setProperty("--shape", limited(width / height, 0.8, 2.4));
  for (const [index, name] of ["--width", "--height"].entries()) {
    host.style.setProperty(name, limit ? `${limit[index]}px` : "");
  }
  $("title").textContent = host.dataset.title ?? title;
  $("rule").textContent = rule;
  $("scrub").max = run.last;
  hasGrid = run.about.hasGrid;
  // Flashing recordings start slowly. So do all recordings for readers who want less motion, until
  // they choose a speed.
  const isSlow = isFlashing || wantsLessMotion();
  setSpeed(100 * Math.log(3 * (isSlow ? Math.min(rate, 3) : rate)) / Math.log(180));
  $("speed").title = isFlashing ? "Slowed down, because the recording flashes" : "";
  drawCurve();
  isFitted = true;
  resize();
  step(-run.index);
}

function toggleTheme() {
  const isDark = host.dataset.theme ? host.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  host.dataset.theme = isDark ? "light" : "dark";
}

const quicker = (change) => setSpeed(Number($("speed").value) + change);
const panStep = () => board.height / 8;
const keys = {
  " ": () => play(!isPlaying),
  n: () => step(1),
  b: () => step(-1),
  Home: () => step(-run.index),
  End: () => step(run.last),
  "+": () => quicker(5),
  "-": () => quicker(-5),
  "]": () => zoomBy(1.25),
  "[": () => zoomBy(0.8),
  f: fit,
  1: () => setView(run.shape.scale * Math.max(1, Math.round(devicePixelRatio)),
    size().width / 2, size().height / 2),
  "#": () => { hasGrid = !hasGrid; draw(); },
  t: toggleTheme,
  "?": () => { $("keys").hidden = !$("keys").hidden; },
  ArrowLeft: () => pan(panStep(), 0),
  ArrowRight: () => pan(-panStep(), 0),
  ArrowUp: () => pan(0, panStep()),
  ArrowDown: () => pan(0, -panStep()),
};
Object.assign(keys, { ".": keys.n, ",": keys.b, r: keys.Home, "=": keys["+"], _: keys["-"] });
const buttons = { play: " ", next: "n", back: "b", first: "Home", last: "End", in: "]", out: "[",
  fit: "f", theme: "t", help: "?" };

function press(event) {
  const { tagName } = event.composedPath()[0];
  // Sliders, lists and buttons have their own keys.
  const isTaken = tagName === "SELECT" || tagName === "BUTTON" && event.key === " "
    || tagName === "INPUT" && /^(Arrow|Home|End)/.test(event.key);
  if (isTaken || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

// One pointer moves the view, two also zoom it.
const pointers = new Map();

const place = (event) => [event.offsetX * devicePixelRatio, event.offsetY * devicePixelRatio];

// The side while two pointers zoom. It isn't rounded, so small movements add up.
let pinchedSide;

function drag(event) {
  const old = pointers.get(event.pointerId);
  if (!old) return;
  const now = place(event);
  pointers.set(event.pointerId, now);
  const other = [...pointers.values()].find((point) => point !== now);
  if (!other) return pan(now[0] - old[0], now[1] - old[1]);
  const distance = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
  const [x, y] = [0, 1].map((axis) => (old[axis] + other[axis]) / 2);
  pinchedSide *= distance(now) / Math.max(1, distance(old));
  setView(pinchedSide, (x - left()) / zoom(), (y - top()) / zoom(),
    (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
}

function scrub(event) {
  if (event.type === "pointermove" && !event.buttons) return;
  const box = $("curve").getBoundingClientRect();
  step(Math.round((event.clientX - box.left) / box.width * run.last) - run.index);
}

function listen() {
  for (const id in buttons) {
    const svg = $(id).firstElementChild;
    svg.setAttribute("viewBox", "0 0 24 24");
    $(id).onclick = () => keys[buttons[id]]();
  }
  $("speed").oninput = () => setSpeed($("speed").value);
  $("scrub").oninput = () => step($("scrub").value - run.index);
  $("pattern").onchange = async () => {
    const wasPlaying = isPlaying;
    await choose($("pattern").value);
    play(wasPlaying);
  };
  $("curve").onpointerdown = $("curve").onpointermove = scrub;
  (isEmbedded ? host : window).addEventListener("keydown", press);
  board.onpointerdown = (event) => {
    board.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    pinchedSide = side;
  };
  board.onpointermove = drag;
  board.onpointerup = board.onpointercancel = (event) => pointers.delete(event.pointerId);
  board.onwheel = (event) => {
    // The wheel scrolls a page even over its embedded players.
    if (isEmbedded && !event.ctrlKey) return;
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? 1.25 : 0.8, ...place(event));
  };
  board.ondblclick = fit;
  new ResizeObserver(resize).observe(board);
}

// Starts at the generation after # in the address, or plays.
async function begin() {
  for (const script of scripts) {
    $("pattern").add(new Option(script.dataset.title, $("pattern").length));
  }
  $("pattern").hidden = scripts.length < 2;
  $("title").hidden = scripts.length > 1 && !host.dataset.title;
  await choose(0);
  listen();
  const wanted = location.hash.match(/^#(\d+)$/)?.[1];
  if (!isEmbedded && wanted) {
    step(run.frames.findLastIndex((frame) => frame.generation <= BigInt(wanted)));
  } else if (!isEmbedded && !wantsLessMotion()) {
    play(true);
  }
}

begin().catch((error) => { $("title").textContent = `This recording cannot be shown: ${error}`; });

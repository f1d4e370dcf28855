// The frames of one pattern, as differences between each frame and the one before:
//
//   piece    length of its lists, lists of its frames, changed blocks of its frames
//   list     2 × number of changed blocks, plus 1 if a shape follows; the shape; the generations
//            since the frame before; the change of population; the gap before each changed block
//   shape    columns, rows, pixels per place, the corner's x and y modulo 10
//   block    a byte: the palette indices of neighboring places, to be combined by XOR
//
// Numbers of any size have seven bits per byte, the lowest first. Signed numbers are doubled, then
// inverted if they are negative. Blocks are numbered in reading order. A frame starts empty if its
// number of columns or rows is new. XOR is its own inverse, so frames can be applied in both
// directions.
class Recording {
  static async load(script) {
    const about = JSON.parse(script.textContent);
    const packed = Uint8Array.from(atob(about.frames), (letter) => letter.charCodeAt());
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Recording(about, new Uint8Array(await new Response(stream).arrayBuffer()));
  }

  constructor(about, bytes) {
    this.about = about;
    this.bytes = bytes;
    this.at = 0;
    // The places of a block: 4 × 2, 2 × 2, 2 × 1 or 1.
    this.wide = { 1: 4, 2: 2, 4: 2, 8: 1 }[about.bits];
    this.high = about.bits > 2 ? 1 : 2;
    this.colors = about.palette.map((color) => {
      const part = (at) => parseInt(color.slice(at, at + 2), 16);
      return 255 << 24 | part(5) << 16 | part(3) << 8 | part(1);
    });
    this.image = document.createElement("canvas");
    this.frames = [];
    this.findFrames();
    this.index = -1;
    this.seek(0);
    this.first = this.grid;
    this.grid = this.grid.slice();
  }

  get frame() { return this.frames[this.index]; }
  get shape() { return this.frame.shape; }
  get last() { return this.frames.length - 1; }

  // Whether the present frame equals the first one, so the animation repeats smoothly.
  get isFirst() {
    return this.grid.length === this.first.length
      && this.grid.every((cell, place) => cell === this.first[place]);
  }

  number() {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.bytes[this.at++];
      value += byte % 128 * unit;
      if (byte < 128) return value;
    }
  }

  signedNumber() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++];
      value += BigInt(byte % 128) << shift;
      if (byte < 128) return value % 2n ? ~(value / 2n) : value / 2n;
    }
  }

  findFrames() {
    let generation = 0n, population = 0n, shape = {};
    while (this.at < this.bytes.length) {
      const length = this.number(), end = this.at + length;
      let blocks = end;
      while (this.at < end) {
        const head = this.number(), count = Math.floor(head / 2);
        let isFresh = false;
        if (head % 2) {
          const [columns, rows, scale, x, y] = [1, 2, 3, 4, 5].map(() => this.number());
          isFresh = columns !== shape.columns || rows !== shape.rows;
          shape = { columns, rows, scale, x, y };
        }
        generation += this.signedNumber();
        population += this.signedNumber();
        this.frames.push({ generation, population, shape, isFresh, count, gaps: this.at, blocks });
        for (let left = count; left > 0;) if (this.bytes[this.at++] < 128) left--;
        blocks += count;
      }
      this.at = blocks;
    }
  }

  // Goes to another frame, from the present one or from the last frame that started empty.
  seek(target) {
    let start = target;
    while (!this.frames[start].isFresh) start--;
    let end = this.index;
    while (end > target && !this.frames[end].isFresh) end--;
    if (this.index < start || end > target) {
      this.clear(this.frames[start].shape);
      this.index = start - 1;
    }
    while (this.index < target) this.combine(this.frames[++this.index]);
    while (this.index > target) this.combine(this.frames[this.index--]);
    const { left, top, right, bottom } = this.changed;
    if (right > left) {
      this.image.getContext("2d")
        .putImageData(this.pixels, 0, 0, left, top, right - left, bottom - top);
    }
    this.changed = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  }

  clear({ columns, rows }) {
    this.grid = new Uint8Array(columns * rows);
    this.image.width = columns;
    this.image.height = rows;
    this.pixels = new ImageData(columns, rows);
    this.words = new Uint32Array(this.pixels.data.buffer).fill(this.colors[0]);
    this.changed = { left: 0, top: 0, right: columns, bottom: rows };
  }

  // Combines the cells with the changes of a frame.
  combine({ count, gaps, blocks, shape: { columns } }) {
    const { bytes, grid, words, colors, wide, high, changed, about: { bits } } = this;
    const across = Math.ceil(columns / wide), mask = (1 << bits) - 1;
    const offsets = Array.from({ length: wide * high },
      (_, place) => Math.floor(place / wide) * columns + place % wide);
    this.at = gaps;
    for (let block = -1, next = blocks; next < blocks + count; next++) {
      block += this.number() + 1;
      const x = block % across * wide, y = Math.floor(block / across) * high;
      for (let value = bytes[next], place = 0; value; value >>= bits, place++) {
        const cell = y * columns + x + offsets[place];
        grid[cell] ^= value & mask;
        if (value & mask) words[cell] = colors[grid[cell]];
      }
      changed.left = Math.min(changed.left, x);
      changed.top = Math.min(changed.top, y);
      changed.right = Math.max(changed.right, x + wide);
      changed.bottom = Math.max(changed.bottom, y + high);
    }
  }
}

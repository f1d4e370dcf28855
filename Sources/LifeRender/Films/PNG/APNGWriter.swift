internal import LifeCore
internal import LifeIO

/// An animated picture (APNG) that goes round for ever; after the first picture only what changes
/// is stored.
struct APNGWriter: FrameWriter {
  private let output: ByteWriter
  private let film: FilmFormat
  private let crew: Crew
  private var last: PixelGrid?
  private var pictures = 0
  /// The number of the next chunk of the animation.
  private var sequence = 0

  init(to output: ByteWriter, _ film: FilmFormat, crew: Crew) {
    self.output = output
    self.film = film
    self.crew = crew
  }

  func begin() throws {
    try output.write(PNGChunks.signature)
    try output.write(
      PNGChunks.header(width: film.width, height: film.height, bitDepth: film.palette.bitDepth))
    try output.write(count(film.pictures))
    try output.write(PNGChunks.palette(film.palette))
  }

  /// Says how many pictures there are, and that the film begins again without end.
  private func count(_ pictures: Int) -> [UInt8] {
    PNGChunks.chunk("acTL", PNGChunks.bigEndian(pictures) + PNGChunks.bigEndian(0))
  }

  /// Where that stands in the file.
  private static let countOffset = PNGChunks.signature.count + 25

  mutating func append(_ picture: Picture) throws {
    let pixels = try PixelGrid(picture)
    let point = Window(x: 0, y: 0, width: 1, height: 1)
    let window = last.map { pixels.changes(from: $0) ?? point } ?? pixels.window
    try output.write(control(window))
    let data = try PNGData(pixels, window, bitDepth: film.palette.bitDepth, crew: crew)
    for piece in data.pieces {
      if last == nil {
        try output.write(PNGChunks.chunk("IDAT", piece))
      } else {
        try output.write(PNGChunks.chunk("fdAT", PNGChunks.bigEndian(nextNumber()) + piece))
      }
    }
    last = pixels
    pictures += 1
  }

  private mutating func nextNumber() -> Int {
    sequence += 1
    return sequence - 1
  }

  /// Where the next picture belongs and how long it is shown; it stays and replaces what was there.
  private mutating func control(_ window: Window) -> [UInt8] {
    let places = [window.width, window.height, window.x, window.y].flatMap(PNGChunks.bigEndian)
    let delay =
      PNGChunks.bigEndian16(film.rate.denominator) + PNGChunks.bigEndian16(film.rate.numerator)
    return PNGChunks.chunk(
      "fcTL", PNGChunks.bigEndian(nextNumber()) + places + delay + [0, 0])
  }

  func save(to state: inout StateWriter) {
    state.write(pictures)
    state.write(sequence)
    state.write(last?.pixels ?? [])
  }

  mutating func restore(from state: inout StateReader) throws {
    pictures = try state.readInt()
    sequence = try state.readInt()
    last = try PixelGrid(width: film.width, height: film.height, try state.readBytes())
  }

  mutating func finish() throws {
    try output.write(PNGChunks.end)
    // A film that was cut short has fewer pictures than it said.
    if pictures != film.pictures {
      try output.overwrite(count(pictures), at: Self.countOffset)
    }
  }
}

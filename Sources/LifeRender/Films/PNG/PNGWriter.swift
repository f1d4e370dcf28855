internal import LifeIO

/// Indexed pictures (PNG), each a file of its own.
struct PNGWriter: FrameWriter {
  private let output: ByteWriter
  private let film: FilmFormat
  private let crew: Crew

  init(to output: ByteWriter, _ film: FilmFormat, crew: Crew) {
    self.output = output
    self.film = film
    self.crew = crew
  }

  func begin() {}

  func append(_ picture: Picture) throws {
    let pixels = try PixelGrid(picture)
    let bitDepth = film.palette.bitDepth
    try output.write(PNGChunks.signature)
    try output.write(
      PNGChunks.header(width: pixels.width, height: pixels.height, bitDepth: bitDepth))
    try output.write(PNGChunks.palette(film.palette))
    for piece in try PNGData(pixels, pixels.window, bitDepth: bitDepth, crew: crew).pieces {
      try output.write(PNGChunks.chunk("IDAT", piece))
    }
    try output.write(PNGChunks.end)
  }

  func finish() {}
}

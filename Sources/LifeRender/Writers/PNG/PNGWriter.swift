// Format: https://www.w3.org/TR/png-3/
internal import LifeCore
internal import LifeFormats
internal import LifeIO

/// Writes indexed PNG images. Several are concatenated as complete files.
struct PNGWriter: FrameWriter {
  private let output: ByteWriter
  private let properties: ImageProperties
  private let pool: WorkerPool

  init(to output: ByteWriter, _ properties: ImageProperties, pool: WorkerPool) {
    self.output = output
    self.properties = properties
    self.pool = pool
  }

  func append(_ image: Image) throws {
    let bitDepth = properties.palette.bitDepth
    let window = Window(x: 0, y: 0, width: image.width, height: image.height)
    try output.write(PNGChunk.signature)
    try output.write(
      PNGChunk.header(width: image.width, height: image.height, bitDepth: bitDepth))
    try output.write(PNGChunk.palette(properties.palette.bytes))
    if !properties.palette.opacities.isEmpty {
      try output.write(PNGChunk.transparency(properties.palette.opacities))
    }
    let pattern = image.boards.count == 1 ? image.board.frame.pattern : []
    if !pattern.isEmpty {
      try output.write(PNGChunk.bytes(PNGChunk.patternType, content: pattern))
    }
    try PNGData(image: image, window: window, bitDepth: bitDepth).write(with: pool) { piece in
      try output.write(PNGChunk.bytes("IDAT", content: piece))
    }
    try output.write(PNGChunk.end)
  }
}

extension Image {
  /// The image as a PNG file.
  ///
  /// - Throws: ``MemoryExhausted``.
  package var png: [UInt8] {
    get throws {
      let properties = ImageProperties(width: width, height: height, palette: palette)
      return try ByteWriter.bytes {
        try PNGWriter(to: $0, properties, pool: WorkerPool(threads: 1)).append(self)
      }
    }
  }
}

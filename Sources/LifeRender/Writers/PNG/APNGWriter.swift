// Format: https://www.w3.org/TR/png-3/#apngFrame-based-animation
internal import LifeCore
internal import LifeFormats
internal import LifeIO

/// Writes an endlessly looping APNG. Each frame after the first contains only the changed window.
///
/// Pixels always have a full byte, even with few colors: if they have fewer bits, ffmpeg 5.1
/// misplaces all frames but the first.
///
/// Memory: the pixels of the previous frame, one byte each, unless the file has only one frame; and
/// the bands of ``PNGData``.
struct APNGWriter: FrameWriter {
  private static let bitDepth = 8

  private let output: ByteWriter
  private let properties: ImageProperties
  private let pool: WorkerPool
  private var last: PixelGrid?
  private var frameCount = 0
  /// The sequence number of the next fcTL or fdAT chunk.
  private var sequence = 0

  init(to output: ByteWriter, _ properties: ImageProperties, pool: WorkerPool) {
    self.output = output
    self.properties = properties
    self.pool = pool
  }

  func begin() throws {
    try output.write(PNGChunk.signature)
    try output.write(
      PNGChunk.header(
        width: properties.width, height: properties.height, bitDepth: Self.bitDepth))
    try output.write(animationControl(properties.frameCount))
    try output.write(PNGChunk.palette(properties.palette.bytes))
    if !properties.palette.opacities.isEmpty {
      try output.write(PNGChunk.transparency(properties.palette.opacities))
    }
  }

  /// The acTL chunk: the number of frames, and 0 for an endless loop.
  private func animationControl(_ frameCount: Int) -> [UInt8] {
    let numbers = [UInt32(truncatingIfNeeded: frameCount), 0]
    return PNGChunk.bytes("acTL", content: numbers.flatMap(\.bigEndianBytes))
  }

  /// The offset of the acTL chunk in the file, after the signature and the IHDR chunk of 25 bytes.
  private static let animationControlOffset = PNGChunk.signature.count + 25

  mutating func append(_ image: Image) throws {
    let window = try image.windowToEncode(after: last)
    try output.write(frameControl(window))
    try PNGData(image: image, window: window, bitDepth: Self.bitDepth).write(with: pool) {
      piece in
      if frameCount == 0 {
        try output.write(PNGChunk.bytes("IDAT", content: piece))
      } else {
        let number = nextNumber().bigEndianBytes
        try output.write(PNGChunk.bytes("fdAT", content: number + piece))
      }
    }
    frameCount += 1
    guard properties.frameCount != 1 else { return }
    if last == nil { last = try PixelGrid(width: image.width, height: image.height) }
    try last?.replace(window, with: image)
  }

  private mutating func nextNumber() -> UInt32 {
    defer { sequence += 1 }
    return UInt32(truncatingIfNeeded: sequence)
  }

  /// The fcTL chunk with position and delay of the next frame. The frame replaces the pixels of its
  /// window and stays.
  private mutating func frameControl(_ window: Window) -> [UInt8] {
    let box = [window.width, window.height, window.x, window.y].flatMap {
      UInt32(truncatingIfNeeded: $0).bigEndianBytes
    }
    let delay = [properties.rate.denominator, properties.rate.numerator].flatMap {
      UInt16(truncatingIfNeeded: $0).bigEndianBytes
    }
    return PNGChunk.bytes("fcTL", content: nextNumber().bigEndianBytes + box + delay + [0, 0])
  }

  mutating func finish() throws {
    try output.write(PNGChunk.end)
    // An interrupted run has fewer frames than its header promises.
    if frameCount != properties.frameCount {
      try output.overwrite(animationControl(frameCount), at: Self.animationControlOffset)
    }
  }
}

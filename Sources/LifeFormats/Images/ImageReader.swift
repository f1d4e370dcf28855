internal import LifeCore
internal import LifeIO

/// Converts the pixels of an image to cells: dark pixels are live, or, under a rule of more than
/// two states, the palette index of a pixel is the state of the cell.
///
/// Most bytes of a large sparse pattern have only dead cells. They are skipped 64 pixels at a time.
struct ImageReader<Decoder: ImageDecoder> {
  private var decoder: Decoder
  private let input: ByteReader
  private let options: ReadOptions
  private let planes: Int
  /// The bits of a pixel.
  private let bits: Int
  /// The state of each pixel value; nil if the rule does not have it.
  private let states: [State?]
  /// Eight bytes of pixels of one value, all dead; nil if no byte of equal pixels is dead.
  private let blank: UInt64?

  init(_ decoder: Decoder, input: ByteReader, options: ReadOptions) throws {
    self.decoder = decoder
    self.input = input
    self.options = options
    bits = decoder.bitsPerPixel
    let rule = options.rule ?? .life
    planes = rule.planes
    if rule.states > 2 {
      guard decoder.isIndexed else {
        throw ParseError(
          "expected an image with a palette, whose indices are the \(rule.states) states of the "
            + "rule",
          in: input.path)
      }
      states = (0...255).map { $0 < rule.states ? State($0) : nil }
    } else {
      states = Self.darkness(of: decoder.lightness, reading: options.images)
    }
    if states[0] == 0 {
      blank = 0
    } else {
      blank = states[1 << bits - 1] == 0 ? .max : nil
    }
  }

  private static func darkness(of lightness: [UInt8], reading: ImageReadOptions) -> [State] {
    (0...255).map { value in
      let level = value < lightness.count ? Int(lightness[value]) : 255
      return (level < reading.threshold) != reading.isInverted ? 1 : 0
    }
  }

  /// Reads all rows; the cell (0, 0) is the north-western corner of the image.
  ///
  /// - Throws: ``ParseError``, ``ReadError``, ``MemoryExhausted``.
  /// - Complexity: O(bytes of the decoded rows) plus O(pixels in words that have a live cell).
  mutating func read() throws -> Pattern {
    let size = options.images.cellSize
    let columns = decoder.width / size
    let rows = decoder.height / size
    guard columns > 0, rows > 0 else {
      throw ParseError(
        "an image of \(decoder.width) × \(decoder.height) pixels has no cell of \(size) × \(size)",
        in: input.path)
    }
    if decoder.width % size + decoder.height % size > 0 {
      options.warn(Warning("the image size is not a multiple of \(size); the rest is ignored"))
    }
    let builder = Cells.Builder(planes: planes) { [input, options] in
      input.cellLimit(options.limits)
    }
    // Complete words of pixels, so that the last word of a row can be read like the others.
    let capacity = (decoder.width + 63) / 64 * 8 * bits
    var pixels = [UInt8](repeating: UInt8(truncatingIfNeeded: blank ?? 0), count: capacity)
    var words = [UInt64](repeating: 0, count: (columns + 63) / 64 * planes)
    for y in 0..<decoder.height {
      try decoder.readRow(into: &pixels)
      guard y % size == size / 2, y / size < rows else {
        continue
      }
      let blankWords = try convert(pixels, columns: columns, size: size, to: &words)
      // Dead cells take little time and no memory, however many a compressed file has.
      input.exempt(blankWords * 8 * bits)
      guard blankWords * planes < words.count else { continue }
      try append(words.span, y: y / size, to: builder)
    }
    var pattern = Pattern(cells: builder.finish())
    pattern.declaredSize = (columns, rows)
    pattern.statedRule = options.rule
    warnOfDarkness(pattern.cells.population, of: columns * rows)
    return pattern
  }

  /// Converts a row of pixels to words of cells; returns how many groups of 64 pixels were skipped
  /// because all of them are dead.
  private func convert(
    _ pixels: [UInt8], columns: Int, size: Int, to words: inout [UInt64]
  ) throws -> Int {
    let bytes = pixels.span
    var blankWords = 0
    for index in 0..<words.count / planes {
      let count = min(64, columns - index * 64)
      if size == 1, isBlank(bytes, at: index * 8 * bits) {
        for plane in 0..<planes { words[index * planes + plane] = 0 }
        blankWords += 1
      } else if size == 1, bits == 1, planes == 1 {
        words[index] =
          cells(ofPixelBits: bytes.eight(at: index * 8)) & WordMask.bits(from: 0, to: count)
      } else {
        try convertGroup(index, of: pixels, count: count, size: size, to: &words)
      }
    }
    return blankWords
  }

  @inline(__always)
  private func isBlank(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    guard let blank else { return false }
    for offset in 0..<bits where bytes.eight(at: start + 8 * offset) != blank { return false }
    return true
  }

  /// The cells of 64 pixels of one bit each.
  @inline(__always)
  private func cells(ofPixelBits bytes: UInt64) -> UInt64 {
    let ones = bytes.withBytesBitReversed
    let liveOnes = states[1] == 1 ? ones : 0
    let liveZeros = states[0] == 1 ? ~ones : 0
    return liveOnes | liveZeros
  }

  /// Converts the pixels of a group of 64 cells one by one, whatever their form.
  private func convertGroup(
    _ index: Int, of pixels: [UInt8], count: Int, size: Int, to words: inout [UInt64]
  ) throws {
    for plane in 0..<planes { words[index * planes + plane] = 0 }
    for column in 0..<count {
      let x = (index * 64 + column) * size + size / 2
      guard let state = states[Int(pixels.sample(x, bits: bits))] else {
        throw ParseError(
          "a palette index that is not a state of the rule; name another rule with --rule",
          in: input.path)
      }
      for plane in 0..<planes where state >> State(plane) & 1 == 1 {
        words[index * planes + plane] |= 1 << UInt64(column)
      }
    }
  }

  /// Screens show live cells light on dark, paper shows them dark on light, and no image format
  /// says which is meant.
  private func warnOfDarkness(_ population: Int, of count: Int) {
    guard planes == 1, count >= 256, population > count - count / 8, !options.images.isInverted
    else { return }
    options.warn(
      Warning("most pixels are dark and live cells; 'life convert --invert' takes the light ones"))
  }

  /// A stretch of more dead words than this ends a piece: a piece takes as much memory.
  private static var longGap: Int { 3 }

  /// Appends a row as pieces, without long stretches of dead words.
  private func append(_ words: Span<UInt64>, y: Int, to builder: Cells.Builder) throws {
    var start = 0
    var end = 0
    for index in words.indices where words[index] != 0 {
      let group = index / planes * planes
      if group - end > Self.longGap * planes {
        try builder.append(y: y, x: start / planes * 64, words: words.extracting(start..<end))
        start = group
      }
      end = group + planes
    }
    try builder.append(y: y, x: start / planes * 64, words: words.extracting(start..<end))
  }
}

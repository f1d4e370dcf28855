internal import LifeCore
internal import LifeIO

/// Converts the pixels of an image to cells. Dark pixels are live; under a rule with more than two
/// states, a pixel's palette index is the state of the cell.
struct ImageReader<Decoder: ImageDecoder> {
  private var decoder: Decoder
  private let input: ByteReader
  private let options: ReadOptions
  private let planes: Int
  private let bitsPerPixel: Int
  /// The state of each pixel value; `nil` for values beyond the rule's states.
  private let states: [State?]

  init(_ decoder: Decoder, input: ByteReader, options: ReadOptions) throws {
    self.decoder = decoder
    self.input = input
    self.options = options
    bitsPerPixel = decoder.bitsPerPixel
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
      states = Self.states(ofLightness: decoder.lightness, options: options.images)
    }
  }

  private static func states(ofLightness lightness: [UInt8], options: ImageReadOptions) -> [State] {
    (0...255).map { value in
      let level = value < lightness.count ? Int(lightness[value]) : 255
      return (level < options.threshold) != options.isInverted ? 1 : 0
    }
  }

  /// Reads all rows. Cell (0, 0) is the north-western corner of the image.
  ///
  /// - Throws: ``ParseError``, ``ReadError``, ``MemoryExhausted``.
  /// - Complexity: O(pixels).
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
      input.cellLimit(within: options.limits)
    }
    // Room for a multiple of 64 pixels, so the last pixels of a row are read like the others.
    var pixels = [UInt8](repeating: 0, count: (decoder.width + 63) / 64 * 8 * bitsPerPixel)
    var words = [UInt64](repeating: 0, count: planes)
    for y in 0..<decoder.height {
      try decoder.readRow(into: &pixels)
      guard y % size == size / 2, y / size < rows else { continue }
      for x in stride(from: 0, to: columns, by: 64) {
        try convert(pixels, from: x, count: min(64, columns - x), size: size, to: &words)
        if words.allSatisfy({ $0 == 0 }) {
          // Not counted against the limit on expansion: dead cells take little time and no memory.
          input.exempt(8 * bitsPerPixel)
        } else {
          try builder.append(y: y / size, x: x, words: words.span)
        }
      }
    }
    var pattern = Pattern(cells: builder.finish())
    pattern.declaredSize = (columns, rows)
    pattern.statedRule = options.rule
    warnOfDarkness(pattern.cells.population, of: columns * rows)
    return pattern
  }

  /// Converts up to 64 cells, starting at column `first`.
  private func convert(
    _ pixels: [UInt8], from first: Int, count: Int, size: Int, to words: inout [UInt64]
  ) throws {
    if size == 1, bitsPerPixel == 1, planes == 1 {
      let ones = pixels.span.eight(at: first / 8).withBytesBitReversed
      let live = (states[1] == 1 ? ones : 0) | (states[0] == 1 ? ~ones : 0)
      words[0] = live & WordMask.bits(from: 0, to: count)
      return
    }
    for plane in 0..<planes { words[plane] = 0 }
    for column in 0..<count {
      let x = (first + column) * size + size / 2
      guard let state = states[Int(pixels.sample(x, bits: bitsPerPixel))] else {
        throw ParseError(
          "a palette index that is not a state of the rule; \(advice: .anotherRule)",
          in: input.path)
      }
      for plane in 0..<planes where state >> State(plane) & 1 == 1 {
        words[plane] |= 1 << UInt64(column)
      }
    }
  }

  /// Screens show live cells light on dark, paper shows them dark on light. No image format tells
  /// which of the two an image has.
  private func warnOfDarkness(_ population: Int, of count: Int) {
    guard planes == 1, count >= 256, population > count - count / 8, !options.images.isInverted
    else { return }
    options.warn(
      Warning("most pixels are dark and live cells; \(advice: .invert)"))
  }
}

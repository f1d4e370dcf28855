// Format: recording.js describes the differences. They are compressed as in RFC 1950.
import LifeCore
import LifeIO

/// Writes an HTML page for playing the frames: a JSON object with compressed differences, then the
/// program. Its files are next to this one and are compiled in.
///
/// A recording consists of palette indices, like the frames of a GIF. Themes, shades and moving
/// views therefore need no JavaScript.
///
/// Memory: the places of the previous frame, one byte each, and ``pieceSize`` bytes of differences.
struct RecordingWriter: FrameWriter {
  private let output: ByteWriter
  private let properties: ImageProperties
  private let blocks: PlaceBlocks
  private var last: PlaceGrid?
  /// The ``shape(of:)`` of the last frame.
  private var shape: [Int] = []
  private var generation: BigInt = 0
  private var population: BigInt = 0
  private var flashes: FlashCounter
  /// The lists and the changed blocks of the present piece.
  private var lists: [UInt8] = []
  private var changes: [UInt8] = []
  private var stream = DeflatedStream()
  /// Up to two compressed bytes, too few for a group of four letters.
  private var remainder: [UInt8] = []

  /// Browsers limit the size of a canvas.
  static let maxSide = 8192

  /// The size of a piece before compression. Larger pieces compress better.
  private static let pieceSize = 1 << 18

  init(to output: ByteWriter, _ properties: ImageProperties) {
    self.output = output
    self.properties = properties
    blocks = PlaceBlocks(bits: properties.palette.bitDepth)
    flashes = FlashCounter(properties.rate)
  }

  private var about: RecordingDescription { properties.recording }

  mutating func begin() throws {
    if !about.isPart {
      try PlayerPage.start(title: about.title, isEmbedded: about.isEmbedded, to: output)
    }
    try output.write(
      "<script type=\"application/json\" data-title=\"\(escapedForMarkup(about.title))\">")
    // The text must not end its own script element.
    let escaped = members.utf8().flatMap { byte in
      byte == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [byte]
    }
    try output.write(escaped.dropLast() + Array(",\"frames\":\"".utf8))
  }

  /// The members of the object, without the last two, `frames` and `isFlashing`.
  private var members: JSONValue {
    var palette = properties.palette
    palette.addGrid(hasMajorLines: about.hasMajorLines)
    return [
      "schema": "life.recording/1",
      "title": JSONValue(TerminalText.printable(about.title)),
      "rule": JSONValue(about.rule),
      "width": JSONValue(properties.width),
      "height": JSONValue(properties.height),
      "rate": JSONValue(Double(properties.rate.numerator) / Double(properties.rate.denominator)),
      "pause": JSONValue(about.pause),
      "limit": about.limit.map { JSONValue(array: $0.map { JSONValue($0) }) } ?? .null,
      "tiling": JSONValue(properties.palette.tiling.rawValue),
      "isBounded": JSONValue(about.isBounded),
      "outside": JSONValue(Int(properties.palette.outside)),
      "hasGrid": JSONValue(about.hasGrid),
      "grid": [
        JSONValue("\(palette[palette.minorGrid])"), JSONValue("\(palette[palette.majorGrid])"),
      ],
      "bits": JSONValue(properties.palette.bitDepth),
      "palette": JSONValue(array: properties.palette.colors.map { JSONValue("\($0)") }),
    ]
  }

  mutating func append(_ image: Image) throws {
    flashes.add(image)
    let frame = image.board.frame
    let new = Self.shape(of: frame)
    let isChanged = new != shape
    shape = new
    if last?.columns != frame.width || last?.rows != frame.height {
      last = try PlaceGrid(columns: frame.width, rows: frame.height)
    }
    var gaps: [UInt8] = []
    let count = last!.replace(with: image, in: blocks, gaps: &gaps, changes: &changes)
    lists.append(number: BigInt(2 * count + (isChanged ? 1 : 0)))
    if isChanged { for number in shape { lists.append(number: BigInt(number)) } }
    lists.append(signed: frame.generation - generation)
    lists.append(signed: frame.population - population)
    lists += gaps
    generation = frame.generation
    population = frame.population
    if lists.count + changes.count >= Self.pieceSize { try writePiece(isLast: false) }
  }

  /// The numbers of columns and rows, the scale, and the corner modulo 10, for the colors of grid
  /// lines.
  private static func shape(of frame: Frame) -> [Int] {
    let x = frame.corner.x.floorDivided(by: 10).remainder
    let y = frame.corner.y.floorDivided(by: 10).remainder
    return [frame.width, frame.height, frame.shape.scale, x, y]
  }

  /// Compresses and writes the frames since the last piece.
  private mutating func writePiece(isLast: Bool) throws {
    var bytes: [UInt8] = []
    if !lists.isEmpty {
      bytes.append(number: BigInt(lists.count))
      bytes += lists + changes
    }
    let piece = try DeflatedPiece(bytes, isLast: isLast, level: 9)
    try write(compressed: stream.bytes(of: piece, isLast: isLast))
    lists.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
  }

  /// Writes bytes in Base64, in groups of three.
  private mutating func write(compressed bytes: [UInt8]) throws {
    let all = remainder + bytes
    let count = all.count / 3 * 3
    try output.write(Base64.text(all[..<count]))
    remainder = Array(all[count...])
  }

  mutating func finish() throws {
    try writePiece(isLast: true)
    try output.write(Base64.text(remainder[...]))
    flashes.repeatStart()
    try output.write(flashes.isFlashing ? "\",\"isFlashing\":true}" : "\"}")
    try output.write("</script>\n")
    if !about.isPart { try PlayerPage.end(isEmbedded: about.isEmbedded, to: output) }
  }
}

extension [UInt8] {
  /// Appends a non-negative number, seven bits to a byte, the lowest first.
  fileprivate mutating func append(number: BigInt) {
    var rest = number
    while true {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 128)
      if quotient == 0 { return append(UInt8(remainder)) }
      append(UInt8(remainder) | 0x80)
      rest = quotient
    }
  }

  /// Appends any number: doubled, then inverted if it is negative.
  fileprivate mutating func append(signed number: BigInt) {
    append(number: number < 0 ? number * -2 - 1 : number * 2)
  }
}

/// The description of a recording on its page, besides its frames.
package struct RecordingDescription: Sendable, Hashable {
  package var title = ""
  package var rule = ""
  /// The maximum size in pixels. `nil` for all of the page.
  package var limit: [Int]?
  /// The minimum time of the last frame, unless the animation repeats smoothly; in milliseconds.
  package var pause = 1000
  /// Whether a line marks the border of the universe.
  package var isBounded = false
  /// Whether grid lines are visible at the start.
  package var hasGrid = false
  package var hasMajorLines = true
  /// Whether the page is a fragment for another page.
  package var isEmbedded = false
  /// Whether ``PlayerPage`` writes the start and the end, for a page with several recordings.
  package var isPart = false

  package init() {}
}

// Grammar: [ letter [ side ] [ "," [ side ] ] ] with letter = T | P | K | C | S (or lowercase) and
// side = size [ "*" ] [ ( "+" | "-" ) shift ]. A missing width is 0, a missing height the width.
extension Universe {
  /// Parses a suffix without its colon, or the word `plane`.
  ///
  /// - Throws: ``RuleError`` with byte offsets in `text`.
  package init(parsing text: [UInt8]) throws(RuleError) {
    var parser = UniverseParser(text)
    self = try parser.parse()
  }
}

/// Parses one suffix; case is ignored.
private struct UniverseParser {
  private let text: [UInt8]
  private var position = 1

  init(_ text: [UInt8]) {
    self.text = text.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
  }

  /// One size with its twist and shift.
  private struct Side {
    var size = 0
    /// The index of the `*`.
    var twist: Int?
    var shift = 0
    var shiftRange: Range<Int>?
    var range: Range<Int>

    var isPlain: Bool { twist == nil && shiftRange == nil }
  }

  mutating func parse() throws(RuleError) -> Universe {
    if text.isEmpty || text == Array("plane".utf8) { return .plane }
    guard "tpkcs".utf8.contains(text[0]) else {
      throw RuleError(
        "expected a universe such as T100,50, P64, K30*,20, C40, S25 or plane", at: 0..<1)
    }
    let width = try side()
    var height = Side(size: width.size, range: width.range)
    if let byte {
      guard byte == UInt8(ascii: ",") else { throw expectedSize() }
      if text[0] == UInt8(ascii: "s") {
        throw RuleError(
          "a sphere is square; give one size, as in S30", at: position..<position + 1)
      }
      position += 1
      let hasSize = self.byte?.isDigit == true
      height = try side()
      if !hasSize { height.size = width.size }
    }
    guard position == text.count else {
      throw RuleError("unexpected text after the universe's size", at: position..<text.count)
    }
    if width.size == 0 && height.size == 0, width.isPlain, height.isPlain { return .plane }
    let topology = try topology(width: width, height: height)
    return Universe(topology, width: width.size, height: height.size)
  }

  private mutating func side() throws(RuleError) -> Side {
    let start = position
    var side = Side(range: start..<start)
    side.size = try number(
      tooLarge: "a universe has at most \(Universe.maxSize) columns and rows")
    if position == start, let byte, byte != UInt8(ascii: ",") { throw expectedSize() }
    if byte == UInt8(ascii: "*") {
      side.twist = position
      position += 1
    }
    if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
      let sign = byte == UInt8(ascii: "-") ? -1 : 1
      let from = position
      position += 1
      side.shift = try sign * number(tooLarge: "a shift is at most \(Universe.maxSize) cells")
      side.shiftRange = from..<position
    }
    side.range = start..<max(position, start + 1)
    return side
  }

  private var byte: UInt8? { position < text.count ? text[position] : nil }

  private func expectedSize() -> RuleError {
    RuleError("expected a size such as 100,50", at: position..<position + 1)
  }

  private mutating func number(tooLarge message: Message) throws(RuleError) -> Int {
    let start = position
    var value = 0
    while let byte, byte.isDigit {
      // Capped before each new digit, so it cannot overflow.
      value = min(value, Universe.maxSize) * 10 + byte.digitValue
      position += 1
    }
    guard value <= Universe.maxSize else { throw RuleError(message, at: start..<position) }
    return value
  }

  private func topology(width: Side, height: Side) throws(RuleError) -> Universe.Topology {
    let letter = text[0]
    if letter != UInt8(ascii: "k"), let place = width.twist ?? height.twist {
      throw RuleError("only a Klein bottle (K) takes a twist mark (*)", at: place..<place + 1)
    }
    if letter != UInt8(ascii: "k") && letter != UInt8(ascii: "t"),
      let range = width.shiftRange ?? height.shiftRange
    {
      throw RuleError("only a torus (T) or a Klein bottle (K) has a shift", at: range)
    }
    switch letter {
    case UInt8(ascii: "p"): return .plane
    case UInt8(ascii: "t"): return try torus(width: width, height: height)
    default:
      if let side = [width, height].first(where: { $0.size == 0 }) {
        throw RuleError("both sizes of this universe must be at least 1", at: side.range)
      }
      if letter == UInt8(ascii: "k") { return try klein(width: width, height: height) }
      return letter == UInt8(ascii: "c") ? .crossSurface : .sphere
    }
  }

  private func torus(width: Side, height: Side) throws(RuleError) -> Universe.Topology {
    if let range = [width, height].compactMap(\.shiftRange).first,
      width.size == 0 || height.size == 0
    {
      throw RuleError("a torus that is infinite in one direction has no shift", at: range)
    }
    if width.shift != 0, height.shift != 0, let range = height.shiftRange {
      throw RuleError("a torus has a shift in one direction only", at: range)
    }
    return .torus(shiftX: width.shift, shiftY: height.shift)
  }

  private func klein(width: Side, height: Side) throws(RuleError) -> Universe.Topology {
    if width.twist != nil, let place = height.twist {
      throw RuleError(
        "a Klein bottle has one twist; a cross-surface (C) has two", at: place..<place + 1)
    }
    let twistsRows = width.twist != nil
    if let range = (twistsRows ? height : width).shiftRange {
      throw RuleError("the shift must follow the twist, as in K30*+1,20", at: range)
    }
    return .klein(
      twistsRows: twistsRows, isShifted: (twistsRows ? width : height).shift != 0)
  }
}

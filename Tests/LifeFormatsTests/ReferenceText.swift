import LifeCore
import TestSupport

// The text formats by definition, one byte at a time.

/// The lines of a text, one byte at a time: LF, CR and CRLF end a line, and so does the end.
func referenceLines(_ bytes: [UInt8]) -> [[UInt8]] {
  var lines: [[UInt8]] = []
  var line: [UInt8] = []
  var previous: UInt8 = 0
  var text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
  if text.last == 0x1a { text.removeLast() }
  for byte in text {
    switch byte {
    case 0x0a where previous == 0x0d: break
    case 0x0a, 0x0d:
      lines.append(line)
      line = []
    default: line.append(byte)
    }
    previous = byte
  }
  return line.isEmpty ? lines : lines + [line]
}

extension [UInt8] {
  func droppingBlanksAtEnd() -> [UInt8] {
    Array(reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
  }
}

/// Life 1.05 by definition, one byte at a time; not for files with `#R`.
struct ReferenceLife105 {
  var cells: [Cell] = []
  private var corner = Cell(x: 0, y: 0)
  private var hasHeader = false
  private var hasBlock = false
  private var hasRow = false

  init?(_ bytes: [UInt8]) {
    for line in referenceLines(bytes) {
      if line.first == UInt8(ascii: "#") {
        guard readHash(String(decoding: line, as: Unicode.ASCII.self)) else { return nil }
        continue
      }
      let row = line.droppingBlanksAtEnd()
      if row.isEmpty { continue }
      guard row.allSatisfy({ $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "*") }) else {
        return nil
      }
      hasRow = true
      for (x, byte) in row.enumerated() where byte == UInt8(ascii: "*") {
        cells.append(Cell(x: corner.x + x, y: corner.y))
      }
      corner.y += 1
    }
    guard hasHeader || hasBlock || hasRow else { return nil }
  }

  private mutating func readHash(_ line: String) -> Bool {
    let words = line.split { $0 == " " || $0 == "\t" }
    if line.hasPrefix("#Life") {
      let mayBegin = !hasHeader && !hasBlock && !hasRow
      hasHeader = true
      return mayBegin && words.count == 2 && words[0] == "#Life" && words[1] == "1.05"
    }
    guard words[0] == "#P" else { return words[0] != "#I" }
    hasBlock = true
    if words.count == 1 {
      corner = Cell(x: 0, y: 0)
      return true
    }
    guard words.count == 3, let x = Int(words[1]), let y = Int(words[2]),
      max(x.magnitude, y.magnitude) <= 1 << 60
    else { return false }
    corner = Cell(x: x, y: y)
    return true
  }
}

/// Life 1.06 by definition, one byte at a time and in integers of any size; not for files with a
/// rule.
struct ReferenceLife106 {
  private var cells: Set<Position> = []

  /// The cells in reading order.
  var list: String {
    cells.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.map { "\($0.x),\($0.y)" }
      .joined(separator: " ")
  }

  init?(_ bytes: [UInt8]) {
    var hasHeader = false
    for line in referenceLines(bytes) {
      let words = line.split { $0 == 0x20 || $0 == 0x09 }.map(Array.init)
      if words.isEmpty { continue }
      if line.starts(with: Array("#Life".utf8)) {
        guard !hasHeader, words == [Array("#Life".utf8), Array("1.06".utf8)] else { return nil }
        hasHeader = true
      } else if line[0] == UInt8(ascii: "#") {
        guard hasHeader else { return nil }
      } else {
        guard words.count == 2, let x = BigInt(decimal: words[0]),
          let y = BigInt(decimal: words[1])
        else { return nil }
        hasHeader = true
        cells.insert(Position(x: x, y: y))
      }
    }
    guard hasHeader, isNarrow(cells.map(\.x)), isNarrow(cells.map(\.y)) else { return nil }
  }

  private func isNarrow(_ coordinates: [BigInt]) -> Bool {
    guard let least = coordinates.min(), let most = coordinates.max() else { return true }
    return most - least <= .powerOfTwo(60)
  }
}

/// Plaintext by definition, one byte at a time.
struct ReferencePlaintext {
  var cells: [Cell] = []
  var width = 0
  var height = 0

  init?(_ bytes: [UInt8], isLenient: Bool) {
    var hasComment = false
    for line in referenceLines(bytes) {
      if line.first == UInt8(ascii: "!") {
        hasComment = true
        continue
      }
      let row = line.droppingBlanksAtEnd()
      for (x, byte) in row.enumerated() {
        guard let isAlive = Self.state(of: byte, isLenient: isLenient) else { return nil }
        if isAlive { cells.append(Cell(x: x, y: height)) }
      }
      width = max(width, row.count)
      height += 1
    }
    if width == 0 && !hasComment { return nil }
  }

  private static func state(of byte: UInt8, isLenient: Bool) -> Bool? {
    let character = Character(Unicode.Scalar(byte))
    if "O*o".contains(character) { return true }
    if character == "." { return false }
    if isLenient, "xX@#1".contains(character) { return true }
    return isLenient && " ,".contains(character) ? false : nil
  }
}

import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO

// Writes and reads the state of a run in its checkpoint: lines of a key and its values, such as
// `samples 12`. Other bytes than printable ASCII become, for example, `%1B`.

/// A checkpoint whose content is damaged, or contradicts its command line.
package struct InvalidSavedState: Error {}

extension Checkpoint {
  /// The lines of the state. The last one names the format of the cells after them.
  func stateLines(cells: Format) -> [UInt8] {
    var lines: [UInt8] = []
    func add(_ key: String, _ values: String...) {
      lines += Array(([key] + values).joined(separator: " ").utf8) + [UInt8(ascii: "\n")]
    }
    func add(_ key: String, _ box: Bounds) {
      add(key, "\(box.x)", "\(box.y)", "\(box.width)", "\(box.height)")
    }
    for word in words { add("word", escaped(word)) }
    add("folder", escaped(folder.bytes))
    add("name", escaped(name.bytes))
    if let index { add("index", "\(index)") }
    add("format", format.rawValue)
    for rule in rules {
      add("rule", escaped(rule.stem), rule.content.rawValue, escaped(rule.bytes))
      if let (form, bytes) = rule.legend { add("legend", form.rawValue, escaped(bytes)) }
    }
    add("start", "\(start)")
    if let end { add("end", "\(end.generations)", "\(end.isMet)") }
    if let box = runBounds?.firstBounds { add("first", box) }
    if let box = runBounds?.allBounds { add("all", box) }
    if let velocity = runBounds?.velocity {
      add(
        "velocity", "\(velocity.displacement.x)", "\(velocity.displacement.y)", "\(velocity.period)"
      )
    }
    add("samples", "\(progress.samples)")
    if let last = progress.lastSeen { add("last", "\(last)") }
    add("seconds", "\(progress.seconds)")
    if let output = progress.output { add("output", "\(output.length)", "\(output.checksum)") }
    add("cells", cells.rawValue)
    return lines
  }

  /// Reads the state.
  ///
  /// - Returns: the format of the cells.
  /// - Throws: ``InvalidSavedState``.
  mutating func read(lines: [UInt8]) throws(InvalidSavedState) -> Format {
    var cells: Format?
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      var fields = Fields(line)
      let key = try fields.text()
      if key == "cells" { cells = try fields.value() } else { try read(key, &fields) }
      guard fields.isEmpty else { throw InvalidSavedState() }
    }
    guard let cells, cells == .rle || cells == .macrocell else { throw InvalidSavedState() }
    return cells
  }

  private mutating func read(_ key: String, _ fields: inout Fields) throws(InvalidSavedState) {
    switch key {
    case "word": words.append(try fields.bytes())
    case "folder": folder = Path(bytes: try fields.bytes())
    case "name": name = Path(bytes: try fields.bytes())
    case "index": index = try fields.count()
    case "format": format = try fields.value()
    case "rule":
      var rule = RuleSource()
      rule.stem = try fields.bytes()
      rule.content = try fields.value()
      rule.bytes = try fields.bytes()
      rules.append(rule)
    case "legend":
      guard !rules.isEmpty else { throw InvalidSavedState() }
      rules[rules.count - 1].legend = (try fields.value(), try fields.bytes())
    case "start": start = try fields.number()
    case "end": end = (try fields.count(), try fields.text() == "true")
    case "samples": progress.samples = try fields.count()
    case "last": progress.lastSeen = try fields.number()
    case "seconds":
      // The report rounds it to an integer, so NaN and more than 30 000 years are refused.
      guard let seconds = Double(try fields.text()), (0...1e12).contains(seconds) else {
        throw InvalidSavedState()
      }
      progress.seconds = seconds
    case "output":
      progress.output = OutputPosition(
        length: try fields.count(), checksum: UInt32(truncatingIfNeeded: try fields.count()))
    default: try readBounds(key, &fields)
    }
  }

  private mutating func readBounds(
    _ key: String, _ fields: inout Fields
  ) throws(InvalidSavedState) {
    var bounds = runBounds ?? RunBounds()
    switch key {
    case "first": bounds.firstBounds = try fields.bounds()
    case "all": bounds.allBounds = try fields.bounds()
    case "velocity":
      let x = try fields.integer()
      let y = try fields.integer()
      bounds.velocity = Velocity(Offset(x: x, y: y), period: max(1, try fields.count()))
    default: throw InvalidSavedState()
    }
    runBounds = bounds
  }
}

/// Bytes as a word of printable ASCII, for example `a%20b` for `a b`.
private func escaped(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  for byte in bytes {
    if (0x21...0x7e).contains(byte), byte != UInt8(ascii: "%") {
      text.append(byte)
    } else {
      text += "%\(hexadecimal([byte]))".utf8
    }
  }
  // An empty word would not be a field of its line.
  return text.isEmpty ? "%" : String(decoding: text, as: UTF8.self)
}

/// The values of one line of the state.
private struct Fields {
  private var rest: [ArraySlice<UInt8>]

  /// Longer numbers do not occur in valid states; the limit bounds the work for damaged ones.
  private static let maxDigits = 100_000
  /// The sum of a few counts up to this one cannot overflow.
  private static let maxCount = 1 << 60

  init(_ line: ArraySlice<UInt8>) { rest = line.split(separator: UInt8(ascii: " ")).reversed() }

  var isEmpty: Bool { rest.isEmpty }

  private mutating func next() throws(InvalidSavedState) -> ArraySlice<UInt8> {
    guard let field = rest.popLast() else { throw InvalidSavedState() }
    return field
  }

  mutating func text() throws(InvalidSavedState) -> String {
    String(decoding: try next(), as: UTF8.self)
  }

  mutating func bytes() throws(InvalidSavedState) -> [UInt8] {
    let field = try next()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.count)
    var index = field.startIndex
    while index < field.endIndex {
      if field[index] != UInt8(ascii: "%") {
        bytes.append(field[index])
      } else if field.count > 1 {
        let digits = String(decoding: field[index...].dropFirst().prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) else {
          throw InvalidSavedState()
        }
        bytes.append(byte)
        index += 2
      }
      index += 1
    }
    return bytes
  }

  mutating func integer() throws(InvalidSavedState) -> Int {
    guard let number = Int(try text()) else { throw InvalidSavedState() }
    return number
  }

  mutating func count() throws(InvalidSavedState) -> Int {
    let count = try integer()
    guard (0...Self.maxCount).contains(count) else { throw InvalidSavedState() }
    return count
  }

  mutating func number() throws(InvalidSavedState) -> BigInt {
    let digits = try next()
    guard digits.count <= Self.maxDigits, let number = BigInt(decimal: digits) else {
      throw InvalidSavedState()
    }
    return number
  }

  mutating func bounds() throws(InvalidSavedState) -> Bounds {
    let x = try number()
    let y = try number()
    let width = try number()
    let height = try number()
    guard width > 0, height > 0 else { throw InvalidSavedState() }
    return Bounds(x: x, y: y, width: width, height: height)
  }

  /// A case of an enumeration, by its name.
  mutating func value<Value: RawRepresentable<String>>() throws(InvalidSavedState) -> Value {
    guard let value = Value(rawValue: try text()) else { throw InvalidSavedState() }
    return value
  }
}

import LifeFormats
import LifeIO
import LifeRender
import LifeRun
import LifeTerminal

/// A recording of a session: a line of JSON with the size, then one for each piece of input or
/// output.
///
///     {"version": 2, "width": 80, "height": 24}
///     [0.5, "i", "n"]
///
/// - SeeAlso: <https://docs.asciinema.org/manual/asciicast/v2/>
final class PlayRecording {
  typealias Input = [(time: Duration, bytes: [UInt8])]

  private let writer: ByteWriter
  private var failure: (any Error)?

  init(_ path: Path, _ size: Size) throws {
    writer = try openOutput(path)
    try writer.write("{\"version\": 2, \"width\": \(size.width), \"height\": \(size.height)}\n")
  }

  func add(_ time: Duration, _ kind: String, _ bytes: [UInt8]) {
    guard failure == nil else { return }
    do {
      try writer.write("[\(seconds(time)), \"\(kind)\", ")
      try writer.write(JSONValue(repairing: bytes).utf8)
      try writer.write("]\n")
    } catch {
      failure = error
    }
  }

  func finish() throws {
    if let failure { throw failure }
    try writer.finish()
  }

  private func seconds(_ time: Duration) -> String {
    let microseconds = Int(time / .microseconds(1))
    let digits = String(1_000_000 + microseconds % 1_000_000).dropFirst()
    return "\(microseconds / 1_000_000).\(digits)"
  }
}

// MARK: - Reading

extension PlayRecording {
  /// The input of a recording; its output is skipped.
  static func read(_ path: Path) throws -> Input {
    let bytes = try ByteReader(opening: path).rest()
    var input: Input = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for (index, line) in lines.enumerated() {
      var event = Event(line)
      if line.first == UInt8(ascii: "{") {
        guard event.version == 2 else {
          throw RunFailure(.invalidData, "\(path):\(index + 1): expected version 2 of asciicast")
        }
        continue
      }
      guard let time = event.number(), let kind = event.string(), let data = event.string() else {
        throw RunFailure(
          .invalidData, "\(path):\(index + 1): expected an event such as [0.5, \"i\", \"n\"]")
      }
      if kind == Array("i".utf8) { input.append((.seconds(time), data)) }
    }
    return input.sorted { $0.time < $1.time }
  }

  /// Reads the parts of an event from left to right.
  private struct Event {
    private var rest: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) { rest = line }

    /// The version in the object at the start of a recording.
    var version: Double? {
      var object = self
      while let key = object.string() {
        if key == Array("version".utf8) { return object.number() }
      }
      return nil
    }

    mutating func number() -> Double? {
      rest = rest.drop { !(0x30...0x39).contains($0) }
      let digits = rest.prefix { (0x30...0x39).contains($0) || ".eE+-".utf8.contains($0) }
      rest = rest.dropFirst(digits.count)
      let number = Double(String(decoding: digits, as: UTF8.self))
      return number.flatMap { $0 < 1e9 ? $0 : nil }
    }

    mutating func string() -> [UInt8]? {
      rest = rest.drop { $0 != UInt8(ascii: "\"") }.dropFirst()
      var text: [UInt8] = []
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\"") { return text }
        guard byte == UInt8(ascii: "\\") else {
          text.append(byte)
          continue
        }
        guard let escaped = escape() else { return nil }
        text += escaped
      }
      return nil
    }

    private mutating func escape() -> [UInt8]? {
      guard let letter = rest.popFirst() else { return nil }
      switch Character(Unicode.Scalar(letter)) {
      case "n": return [0x0a]
      case "r": return [0x0d]
      case "t": return [0x09]
      case "b": return [0x08]
      case "f": return [0x0c]
      case "u":
        guard var value = hexadecimal() else { return nil }
        if (0xd800..<0xdc00).contains(value) {
          // A character beyond 16 bits is two numbers.
          guard rest.starts(with: "\\u".utf8) else { return nil }
          rest = rest.dropFirst(2)
          guard let low = hexadecimal(), (0xdc00..<0xe000).contains(low) else { return nil }
          value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
        }
        return Unicode.Scalar(value).map { Array(String($0).utf8) }
      default: return [letter]
      }
    }

    private mutating func hexadecimal() -> UInt32? {
      let digits = String(decoding: rest.prefix(4), as: UTF8.self)
      rest = rest.dropFirst(4)
      return digits.utf8.count == 4 ? UInt32(digits, radix: 16) : nil
    }
  }
}

/// Turns the bytes of a terminal into events. A sequence may arrive in several parts: `ESC [` and
/// then `A` is one key.
///
/// Unknown sequences are dropped as a whole.
package struct InputDecoder: Sendable {
  private var bytes: [UInt8] = []
  /// The bytes of the paste under way; `nil` outside a paste.
  private var pasted: [UInt8]?

  /// The maximum number of bytes kept of a paste; the rest is dropped.
  package static let maxPastedBytes = 16 << 20
  /// The maximum number of bytes in a control sequence; a longer one is garbage.
  private static let maxSequenceLength = 64
  /// From this number on, numbers in a sequence count as 0, and make a mouse report garbage.
  private static let maxNumber = 100_000

  package init() {}

  /// How long to wait for more input before calling ``flush()``; `nil` if nothing is pending.
  ///
  /// A lone escape byte is probably the escape key, because the bytes of a sequence arrive
  /// together. A slow line may still split a sequence after its first bytes, so those get more
  /// time.
  package var timeout: Duration? {
    if pasted != nil { return .seconds(2) }
    guard !bytes.isEmpty else { return nil }
    return bytes == [0x1b] ? .milliseconds(25) : .milliseconds(500)
  }

  /// Whether a paste is under way.
  package var isPasting: Bool { pasted != nil }

  /// Decodes more bytes.
  package mutating func decode(_ more: some Sequence<UInt8>) -> [TerminalEvent] {
    bytes += more
    return decode(isFinal: false)
  }

  /// Decodes the remaining bytes, a lone escape byte as the escape key, and ends a paste.
  package mutating func flush() -> [TerminalEvent] {
    guard pasted != nil else { return decode(isFinal: true) }
    while !bytes.isEmpty, !Self.endOfPaste.starts(with: bytes) { keep([bytes.removeFirst()]) }
    let text = String(decoding: pasted ?? [], as: UTF8.self)
    pasted = nil
    bytes = []
    return [.paste(text)]
  }

  private static let endOfPaste = Array("\u{1b}[201~".utf8)

  private mutating func decode(isFinal: Bool) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    var position = 0
    while position < bytes.count {
      if pasted != nil {
        guard let event = takePaste(from: &position) else { break }
        events.append(event)
        continue
      }
      guard let (token, length) = Self.firstToken(of: bytes[position...], isFinal: isFinal) else {
        break
      }
      position += length
      switch token {
      case .event(let event): events.append(event)
      case .startOfPaste: pasted = []
      case .garbage: break
      }
    }
    bytes.removeFirst(position)
    return events
  }

  /// Takes the bytes of a paste up to its end marker. Returns `nil` if the marker hasn't arrived.
  private mutating func takePaste(from position: inout Int) -> TerminalEvent? {
    let end = Self.endOfPaste
    var index = position
    while index + end.count <= bytes.count {
      if bytes[index] == end[0], bytes[index..<index + end.count].elementsEqual(end) {
        keep(bytes[position..<index])
        position = index + end.count
        let text = String(decoding: pasted ?? [], as: UTF8.self)
        pasted = nil
        return .paste(text)
      }
      index += 1
    }
    // The last bytes may be the beginning of the end marker.
    let safe = max(position, bytes.count - end.count + 1)
    keep(bytes[position..<safe])
    position = safe
    return nil
  }

  private mutating func keep(_ part: ArraySlice<UInt8>) {
    let space = Self.maxPastedBytes - (pasted?.count ?? 0)
    pasted?.append(contentsOf: part.prefix(space))
  }
}

// MARK: - Sequences

extension InputDecoder {
  private enum Token {
    case event(TerminalEvent)
    case startOfPaste
    case garbage
  }

  /// The first token of some bytes, and its length. Returns `nil` if the token is incomplete.
  private static func firstToken(
    of bytes: ArraySlice<UInt8>, isFinal: Bool
  ) -> (token: Token, length: Int)? {
    guard let first = bytes.first else { return nil }
    guard first == 0x1b else { return character(of: bytes, modifiers: [], isFinal: isFinal) }
    guard bytes.count > 1 else { return isFinal ? (key(.escape), 1) : nil }
    let second = bytes[bytes.startIndex + 1]
    switch second {
    case UInt8(ascii: "["): return controlSequence(bytes, isFinal: isFinal)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else {
        return isFinal ? (key(.character("O"), modifiers: .alt), 2) : nil
      }
      let code = letters[bytes[bytes.startIndex + 2]]
      return (code.map { key($0) } ?? .garbage, 3)
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      return stringSequence(bytes, isFinal: isFinal)
    case 0x1b: return (key(.escape), 1)
    default:
      guard
        let (token, length) = character(of: bytes.dropFirst(), modifiers: .alt, isFinal: isFinal)
      else {
        return nil
      }
      return (token, length + 1)
    }
  }

  /// One character, or a control byte.
  private static func character(
    of bytes: ArraySlice<UInt8>, modifiers: Key.Modifiers, isFinal: Bool
  ) -> (token: Token, length: Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x0d, 0x0a: return (key(.enter, modifiers: modifiers), 1)
    case 0x09: return (key(.tab, modifiers: modifiers), 1)
    case 0x7f, 0x08: return (key(.backspace, modifiers: modifiers), 1)
    case 0: return (key(.character(" "), modifiers: modifiers.union(.control)), 1)
    case 1..<0x1b:
      let letter = Character(Unicode.Scalar(first + 0x60))
      return (key(.character(letter), modifiers: modifiers.union(.control)), 1)
    case 0x1c..<0x20: return (.garbage, 1)
    case 0x20..<0x7f:
      return (key(.character(Character(Unicode.Scalar(first))), modifiers: modifiers), 1)
    default: break
    }
    let length: Int
    switch first {
    case 0xc2..<0xe0: length = 2
    case 0xe0..<0xf0: length = 3
    case 0xf0..<0xf5: length = 4
    default: return (.garbage, 1)
    }
    let part = bytes.prefix(length)
    let valid = part.dropFirst().prefix { $0 & 0xc0 == 0x80 }.count + 1
    guard valid == part.count else { return (.garbage, valid) }
    guard part.count == length else { return isFinal ? (.garbage, part.count) : nil }
    let text = String(decoding: part, as: UTF8.self)
    guard let character = text.first, text.unicodeScalars.first != "\u{fffd}" else {
      return (.garbage, length)
    }
    let isControl = text.unicodeScalars.contains { (0x80..<0xa0).contains($0.value) }
    return (isControl ? .garbage : key(.character(character), modifiers: modifiers), length)
  }

  /// A string sequence up to its end, for example the answer `ESC _ G i=31;OK ESC \` to a query.
  private static func stringSequence(
    _ bytes: ArraySlice<UInt8>, isFinal: Bool
  ) -> (token: Token, length: Int)? {
    let introducer = bytes[bytes.startIndex + 1]
    for index in bytes.indices.dropFirst(2) {
      let length = index - bytes.startIndex
      if bytes[index] == 0x07 {
        return (answer(bytes.prefix(length), introducer: introducer), length + 1)
      }
      if bytes[index] == 0x1b {
        guard index + 1 < bytes.endIndex || isFinal else { return nil }
        let isEnd = index + 1 < bytes.endIndex && bytes[index + 1] == UInt8(ascii: "\\")
        return isEnd
          ? (answer(bytes.prefix(length), introducer: introducer), length + 2) : (.garbage, length)
      }
      if length > 4096 { return (.garbage, length) }
    }
    guard isFinal else { return nil }
    if bytes.count > 2 { return (.garbage, bytes.count) }
    let letter = Character(Unicode.Scalar(bytes[bytes.startIndex + 1]))
    return (key(.character(letter), modifiers: .alt), 2)
  }

  private static func answer(_ bytes: ArraySlice<UInt8>, introducer: UInt8) -> Token {
    TerminalAnswer(string: bytes.dropFirst(2), introducer: introducer).map { .event(.answer($0)) }
      ?? .garbage
  }

  private static func key(_ code: Key.Code, modifiers: Key.Modifiers = []) -> Token {
    .event(.key(Key(code, modifiers: modifiers)))
  }
}

// MARK: - Control sequences

extension InputDecoder {
  private static let letters: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private static let numbers: [Int: Key.Code] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  /// A sequence that begins with `ESC [`: parameters, then a final byte from `@` to `~`.
  private static func controlSequence(
    _ bytes: ArraySlice<UInt8>, isFinal: Bool
  ) -> (token: Token, length: Int)? {
    let body = bytes.dropFirst(2).prefix(maxSequenceLength)
    guard let end = body.firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
      if body.count == maxSequenceLength { return (.garbage, maxSequenceLength + 2) }
      guard isFinal else { return nil }
      return body.isEmpty ? (key(.character("["), modifiers: .alt), 2) : (.garbage, bytes.count)
    }
    let length = end - bytes.startIndex + 1
    guard (0x40..<0x7f).contains(bytes[end]) else {
      // Another sequence has begun.
      return (.garbage, length - (bytes[end] == 0x1b ? 1 : 0))
    }
    return (token(for: bytes[body.startIndex..<end], final: bytes[end]), length)
  }

  private static func token(for parameters: ArraySlice<UInt8>, final: UInt8) -> Token {
    let text = String(decoding: parameters, as: UTF8.self)
    if text.hasPrefix("<") { return mouse(text.dropFirst(), isRelease: final == UInt8(ascii: "m")) }
    if let answer = TerminalAnswer(control: text, final: final) { return .event(.answer(answer)) }
    if text.hasPrefix("?") { return .garbage }
    let values = text.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0).flatMap { (0..<maxNumber).contains($0) ? $0 : nil } ?? 0
    }
    let bits = values.count > 1 ? max(0, values[1] - 1) : 0
    let modifiers = Key.Modifiers(rawValue: UInt8(clamping: bits) & 7)
    switch final {
    case UInt8(ascii: "Z"): return key(.tab, modifiers: .shift)
    case UInt8(ascii: "~"):
      if values.first == 200 { return .startOfPaste }
      return numbers[values.first ?? 0].map { key($0, modifiers: modifiers) } ?? .garbage
    default: return letters[final].map { key($0, modifiers: modifiers) } ?? .garbage
    }
  }

  /// A mouse report in SGR form: buttons and modifiers, then column and row from 1.
  private static func mouse(_ text: Substring, isRelease: Bool) -> Token {
    let values = text.split(separator: ";").compactMap { Int($0) }
    // Bit 7 is set for the side buttons of a mouse.
    guard values.count == 3, values.allSatisfy({ (0..<maxNumber).contains($0) }),
      values[0] & 128 == 0
    else { return .garbage }
    let point = Point(x: max(0, values[1] - 1), y: max(0, values[2] - 1))
    let modifiers = Key.Modifiers(rawValue: UInt8(values[0] >> 2 & 7))
    let buttons: [Mouse.Button] = [.left, .middle, .right, .none]
    let isWheel = values[0] & 64 != 0
    let button = isWheel ? .none : buttons[values[0] & 3]
    let action: Mouse.Action
    switch (isWheel, values[0] & 32 != 0) {
    case (true, _):
      guard values[0] & 3 < 2 else { return .garbage }
      action = values[0] & 3 == 0 ? .scrollUp : .scrollDown
    case (_, true): action = button == .none ? .move : .drag
    default: action = isRelease ? .release : .press
    }
    return .event(.mouse(Mouse(action, with: button, at: point, modifiers: modifiers)))
  }
}

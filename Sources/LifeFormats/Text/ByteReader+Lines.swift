internal import LifeIO

extension ByteReader {
  /// The byte `ahead` bytes from here; nil beyond the end.
  func peek(ahead: Int = 0) throws -> UInt8? {
    while available.count <= ahead { guard try fill() else { return nil } }
    return available[ahead]
  }

  /// The rest of the current line, without its end and without consuming it.
  ///
  /// - Throws: ``ParseError`` if the line is longer than `limit` bytes.
  func peekLine(limit: Int) throws -> [UInt8] {
    var searched = 0
    while true {
      let bytes = available
      while searched < bytes.count {
        if bytes[searched] == 0x0a || bytes[searched] == 0x0d { return Array(bytes, upTo: searched) }
        searched += 1
      }
      if searched > limit {
        throw ParseError("the line is longer than \(limit) bytes, the limit", in: path, at: place())
      }
      guard try fill() else { return Array(available, upTo: searched) }
    }
  }

  /// Consumes `length` bytes and the line end after them: LF, CR or CRLF.
  func consumeLine(_ length: Int) throws {
    consume(length)
    guard let first = try peek(), first == 0x0a || first == 0x0d else { return }
    let isPair = try first == 0x0d && peek(ahead: 1) == 0x0a
    consume(isPair ? 2 : 1)
  }

  /// An error about the byte `ahead` bytes from here.
  func error(_ message: String, ahead: Int = 0) -> ParseError {
    ParseError(message, in: path, at: place(ahead: ahead))
  }
}

extension [UInt8] {
  init(_ bytes: Span<UInt8>, upTo end: Int) {
    self.init()
    reserveCapacity(end)
    for index in 0..<end { append(bytes[index]) }
  }

  /// Without blanks and tabs at either end.
  var trimmed: ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let first = firstIndex(where: { !isBlank($0) }) else { return [] }
    let last = lastIndex { !isBlank($0) } ?? first
    return self[first...last]
  }
}

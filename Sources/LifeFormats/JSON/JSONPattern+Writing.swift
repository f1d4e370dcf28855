// Format: https://www.rfc-editor.org/rfc/rfc8259
package import LifeCore
package import LifeIO

package extension JSONPattern {
  /// Writes one line for the metadata, one for each kind of notes, and one for each row of cells.
  ///
  /// - Throws: ``FileFailure``; ``MemoryExhausted`` if cells of a quadtree are too far apart.
  /// - Complexity: O(live cells).
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    var text = TextBuffer(output)
    try text.write("{\"rule\":")
    try text.write(quoted(Array(pattern.rule.canonical.utf8)))
    try text.write(",\"universe\":")
    try text.write(quoted(Array("\(pattern.universe)".utf8)))
    try text.write(Array(",\"generation\":\(pattern.generation)".utf8))
    try writeNotes(of: pattern, to: &text)
    try text.write(",\n\"cells\":[")
    var lastY: Int?
    try pattern.forEachPart(to: output) { cells, origin in
      try writeCells(cells, from: origin, after: &lastY, to: &text)
    }
    try text.write("]}\n")
    try text.flush()
  }

  private static func writeNotes(of pattern: Pattern, to text: inout TextBuffer) throws {
    for (kind, key) in [
      (Pattern.NoteKind.name, "names"), (.author, "authors"), (.comment, "comments"),
      (.trailer, "trailer"),
    ] {
      let notes = Array(pattern.notes(kind).map(quoted).joined(separator: [UInt8(ascii: ",")]))
      if !notes.isEmpty { try text.write(Array(",\n\"\(key)\":[".utf8) + notes + [0x5d]) }
    }
  }

  /// - Parameter lastY: the row of the last cell written, relative to the origin; nil for none.
  private static func writeCells(
    _ cells: Cells, from origin: Position, after lastY: inout Int?, to text: inout TextBuffer
  ) throws {
    var y: [UInt8] = []
    try cells.forEachRun { run in
      if lastY != run.y { y = Array("\(origin.y + BigInt(run.y))".utf8) }
      for x in run.x..<run.x + run.length {
        if lastY != nil { try text.write(lastY == run.y ? "," : ",\n") }
        lastY = run.y
        try text.write(UInt8(ascii: "["))
        try text.write(Array("\(origin.x + BigInt(x)),".utf8) + y)
        if run.state != 1 { try text.write(Array(",\(run.state)".utf8)) }
        try text.write(UInt8(ascii: "]"))
      }
    }
  }

  /// A JSON string with its quotation marks and escapes. Bytes that are not UTF-8 become lone
  /// surrogates, which ``JSONScanner`` turns back into the same bytes.
  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var quoted = [UInt8(ascii: "\"")]
    var rest = text[...]
    while let byte = rest.first {
      let length = rest.lengthOfCharacter
      if length == 0 {
        quoted += Array("\\udc\(String(byte, radix: 16))".utf8)
      } else if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        let digits = String(byte, radix: 16)
        quoted += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      } else {
        quoted += rest.prefix(length)
      }
      rest = rest.dropFirst(max(length, 1))
    }
    quoted.append(UInt8(ascii: "\""))
    return quoted
  }
}

extension ArraySlice<UInt8> {
  /// The length in bytes of the UTF-8 character at the start; 0 if there is none.
  fileprivate var lengthOfCharacter: Int {
    guard let lead = first else { return 0 }
    if lead < 0x80 { return 1 }
    var decoder = UTF8()
    var iterator = prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return 0 }
    return UTF8.width(scalar)
  }
}

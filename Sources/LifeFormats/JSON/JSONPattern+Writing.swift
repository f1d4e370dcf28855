// Format: https://www.rfc-editor.org/rfc/rfc8259
package import LifeCore
package import LifeIO

package extension JSONPattern {
  /// Writes a line for the metadata, one for each kind of notes, and one for each row of cells.
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

  /// - Parameter lastY: the row of the last cell written, relative to the origin; `nil` for none.
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

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var quoted: [UInt8] = []
    JSONString.append(text, to: &quoted)
    return quoted
  }
}

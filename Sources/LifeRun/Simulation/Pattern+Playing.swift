import LifeCore
import LifeFormats
import LifeIO
import LifeRender

// What the player does with a whole pattern: another rule, and copying as RLE.
extension Pattern {
  /// Converts the cells to a rule as typed, and to its universe if it names one.
  ///
  /// - Throws: ``RunFailure``, `RuleError`, ``MemoryExhausted``.
  func changingRule(_ text: String, limit: Int) throws -> Pattern {
    var edits = PatternEdits()
    edits.edits = [.rule { try $0.rule(parsing: Array(text.utf8)) }]
    // Undo takes back what a smaller universe leaves out.
    return try edits.apply(
      to: self, folders: [], limit: limit, isLenient: true, Diagnostics(isQuiet: true))
  }

  /// The pattern as RLE.
  ///
  /// - Throws: `WriteError`, ``MemoryExhausted``.
  var rle: [UInt8] {
    get throws {
      let sink = MemorySink()
      let writer = ByteWriter(sink)
      try Format.rle.write(self, to: writer)
      try writer.finish()
      return sink.bytes
    }
  }
}

import LifeCore
import LifeFormats
import LifeIO
import LifeRender

// Changes the rule of a whole pattern, or copies it as RLE, for the player.
extension Pattern {
  /// Converts the cells to a rule as typed, and to its universe if it names one.
  ///
  /// - Throws: ``RunFailure``, `RuleError`, ``MemoryExhausted``.
  func changingRule(_ text: String, limit: Int) throws -> Pattern {
    var edits = PatternEdits()
    edits.edits = [.rule { try $0.rule(parsing: Array(text.utf8)) }]
    // Undo brings back the cells outside a smaller universe.
    return try edits.apply(
      to: self, folders: [], limit: limit, isLenient: true, Diagnostics(isQuiet: true))
  }

  /// - Throws: `WriteError`, ``MemoryExhausted``.
  var rle: [UInt8] {
    get throws { try ByteWriter.bytes { try Format.rle.write(self, to: $0) } }
  }
}

import LifeCore
import LifeFormats
import LifeIO
import LifeRender

// Changes the rule of a whole pattern, or copies it as RLE, for the player.
extension Pattern {
  /// Converts the cells to the rule in a text, and to its universe if it has one: `B3/S23:T30,20`.
  ///
  /// - Parameter diagnostics: receives notes about removed cells and mapped states.
  /// - Throws: ``RunFailure``, ``MemoryExhausted``.
  func changingRule(_ text: String, limit: Int, _ diagnostics: Diagnostics) throws -> Pattern {
    var edits = PatternEdits()
    edits.edits = [
      .rule { options in
        do {
          return try options.rule(parsing: Array(text.utf8))
        } catch let error as RuleError {
          let near = RuleLibrary.suggestion(for: text)
          throw RunFailure(.usage, error.message, hint: near.map { Message($0) })
        }
      }
    ]
    // Cells outside a smaller universe are removed, not refused: undo brings them back.
    return try edits.apply(
      to: self, folders: [], limit: limit, isLenient: true, diagnostics)
  }

  /// - Throws: `WriteError`, ``MemoryExhausted``.
  var rle: [UInt8] {
    get throws { try ByteWriter.bytes { try Format.rle.write(self, to: $0) } }
  }
}

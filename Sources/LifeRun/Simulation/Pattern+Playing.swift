import LifeCore
import LifeFormats
import LifeIO
import LifeRender

extension Pattern {
  /// Converts the cells to a rule as typed, and to its universe if it names one.
  ///
  /// - Throws: ``RunFailure``, `RuleError`, ``MemoryExhausted``.
  func changingRule(_ text: String, limit: Int) throws -> Pattern {
    var edits = PatternEdits()
    edits.edits = [.rule { try $0.rule(parsing: Array(text.utf8)) }]
    return try edits.apply(to: self, folders: [], limit: limit, Diagnostics(isQuiet: true))
  }

  /// Writes the pattern atomically, in the format that the name has, or as RLE.
  ///
  /// - Parameter isBackup: whether the format is chosen for the pattern instead.
  /// - Throws: `WriteError`, ``FileFailure``.
  func save(to path: Path, isBackup: Bool) throws {
    let compact: Format = tree == nil ? .rle : .macrocell
    let format = isBackup ? compact : Format.named(by: path) ?? compact
    try format.check(self)
    let writer = try openOutput(path, compressed: path.isGzipName)
    do {
      try format.write(self, to: writer)
      try writer.finish()
    } catch {
      writer.abandon()
      throw error
    }
  }

  /// The pattern as RLE; empty if that is long.
  var rleText: String {
    get throws {
      guard population <= 1 << 20 else { return "" }
      let sink = MemorySink()
      let writer = ByteWriter(sink)
      try Format.rle.write(self, to: writer)
      try writer.finish()
      return String(decoding: sink.bytes, as: UTF8.self)
    }
  }
}

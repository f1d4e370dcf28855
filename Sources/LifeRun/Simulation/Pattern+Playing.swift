package import LifeCore
import LifeFormats
package import LifeIO
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

/// A universe that is independent of its simulation, to be saved by another thread.
package struct SimulationCopy: Sendable {
  package let pattern: Pattern
  package let edit: EditNumbers
}

extension SimulationCopy {
  /// Writes the pattern atomically, in the format that the name has.
  ///
  /// - Parameters:
  ///   - isBackup: whether the compact format is used in any case.
  ///   - permit: whether the complete file gets its name.
  /// - Throws: `WriteError`, ``FileFailure``, ``RunFailure`` for a standard stream or a device.
  package func save(
    to path: Path, isBackup: Bool = false, permit: () -> Bool = { true }
  ) throws {
    guard !path.isStandardStream, !isSpecialFile(path) else {
      throw RunFailure(.usage, "cannot save to '\(path)': expected the name of a file")
    }
    let compact: Format = pattern.tree == nil ? .rle : .macrocell
    guard let format = isBackup ? compact : Format.named(by: path) else {
      let name = Path(bytes: path.bytes + Array(".\(compact.type.extensions[0])".utf8))
      throw RunFailure(
        .usage, "'\(path)' has no extension that names a format; try '\(name)'")
    }
    try format.check(pattern)
    let writer = try openOutput(path, compressed: !isBackup && path.isGzipName)
    do {
      try format.write(pattern, to: writer)
      if permit() { try writer.finish() } else { writer.abandon() }
    } catch {
      writer.abandon()
      throw error
    }
  }
}

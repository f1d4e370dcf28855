package import LifeCore
import LifeFormats
package import LifeIO
import LifeRender

/// A copy of a universe, for another thread to save.
package struct SimulationCopy: Sendable {
  package let pattern: Pattern
  package let edit: EditNumbers

  /// Writes the pattern atomically. The name selects the format.
  ///
  /// - Parameters:
  ///   - isBackup: whether to use the compact format for any name.
  ///   - permit: called before the complete file gets its name; `false` drops the file.
  /// - Throws: `WriteError`, ``FileFailure``, ``RunFailure`` for a standard stream or a device.
  package func save(
    to path: Path, isBackup: Bool = false, permit: () -> Bool = { true }
  ) throws {
    guard !path.isStandardStream, !isSpecialFile(path) else {
      throw RunFailure(.usage, "cannot save to '\(path)': expected the name of a file")
    }
    let compact: Format = pattern.tree == nil ? .rle : .macrocell
    guard let format = isBackup ? compact : Format.named(by: path), !Format.images.contains(format)
    else {
      let isImage = if case .image = OutputFormat.named(by: path) { true } else { false }
      throw RunFailure(
        .usage,
        isImage
          ? "'\(path)' would be a picture; write it with :export"
          : "'\(path)' names no format; write .rle, .cells, .lif, .mcl, .mc or .json")
    }
    try format.check(pattern)
    let writer = try openOutput(path, compressed: !isBackup && path.isGzipName)
    try format.write(pattern, to: writer)
    if permit() { try writer.finish() }
  }
}

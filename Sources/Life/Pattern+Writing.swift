import LifeCore
import LifeFormats
import LifeIO
import LifeRun

// Patterns to files and text.
extension Pattern {
  /// Writes a file atomically: it gets its final name only when it is complete.
  ///
  /// RLE keeps a `@RULE` that was read after the cells. Of other rules from files, only the name is
  /// written: keep the rule file next to this one.
  ///
  /// - Parameters:
  ///   - path: the name of the file. A name ending in `.gz` is compressed with gzip; `-` is
  ///     standard output.
  ///   - format: the format. `nil` means the extension's format.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if no format has the
  ///   extension, ``LifeError/Kind/invalidData`` if the format cannot represent the pattern,
  ///   ``LifeError/Kind/cannotCreate`` or ``LifeError/Kind/inputOutput`` if writing fails.
  /// - Complexity: O(*n*) for *n* bytes of the file.
  public func write(to path: String, as format: PatternFormat? = nil) throws(LifeError) {
    try LifeError.converting {
      let file = Path(path)
      guard let format = format?.value ?? Format.named(by: file) else {
        throw LifeError(.invalidArgument, "'\(file)' has no extension that names a format")
      }
      let value = try valueInUniverse
      try format.check(value)
      let output = try openOutput(file, compressed: file.isGzipName)
      try format.writeOutput(value, to: output)
      try output.finish()
    }
  }

  /// The contents of a file in this format, to be read again by
  /// ``init(parsing:as:rule:limits:)-(Sequence<UInt8>,_,_,_)``.
  ///
  /// RLE keeps a `@RULE` that was read after the cells. Of other rules from files, only the name is
  /// kept: to read the pattern again, put the rule file into a folder of `LIFE_RULES_PATH`.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` if the format cannot
  ///   represent the pattern.
  /// - Complexity: O(*n*) time and memory for *n* bytes.
  public func encoded(as format: PatternFormat) throws(LifeError) -> [UInt8] {
    try LifeError.converting {
      let value = try valueInUniverse
      try format.value.check(value)
      return try ByteWriter.bytes { try format.value.writeOutput(value, to: $0) }
    }
  }
}

package import LifeIO

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The pattern collection of the program, whose patterns are found by name.
///
/// Its folder is `LIFE_PATTERNS` if that is set, else `share/life/patterns` next to the `bin`
/// folder of an installed program, else `patterns` in the project's folder.
package enum PatternLibrary {
  /// The file of a pattern; nil if the collection has no pattern of this name.
  package static func find(_ name: Path) -> Path? {
    guard isName(name) else { return nil }
    for root in roots {
      for kind in folders(in: root) {
        let file = root.appending(kind).appending(Path(bytes: name.bytes + Array(".rle".utf8)))
        if isRegularFile(file) { return file }
      }
    }
    return nil
  }

  /// The names of all patterns, sorted.
  package static var names: [String] { patterns.map(\.name).sorted() }

  /// All patterns with their kinds, the names of their folders; sorted by kind, then by name.
  package static var patterns: [(name: String, kind: String)] {
    roots.flatMap { root in
      folders(in: root).flatMap { kind in
        entries(of: root.appending(kind)).filter { $0.fileExtension == "rle" }
          .map { ($0.stem.description, kind.description) }
      }
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
  }

  /// The names of all rule files, sorted.
  package static var rules: [String] {
    roots.flatMap { entries(of: $0.appending("rules")) }.filter { $0.fileExtension == "rule" }
      .map { $0.stem.description }.sorted()
  }

  /// The folders of the collection: one, or none if it is not installed.
  static var roots: [Path] {
    if let chosen = SystemResources.environment("LIFE_PATTERNS") {
      return [Path(chosen)]
    }
    guard let program = programPath else { return [] }
    var folder = program.parent
    var candidates = [folder.parent.appending("share/life/patterns")]
    // A build folder is up to four levels below the project's folder.
    for _ in 0..<4 {
      folder = folder.parent
      candidates.append(folder.appending("patterns"))
    }
    return candidates.filter { isRegularFile($0.appending("INDEX.md")) }.prefix(1).map { $0 }
  }

  /// Whether a word can be the name of a pattern of the collection.
  static func isName(_ name: Path) -> Bool {
    !name.bytes.isEmpty
      && name.bytes.allSatisfy { ![UInt8(ascii: "/"), UInt8(ascii: "."), 0].contains($0) }
  }

  private static func folders(in root: Path) -> [Path] {
    entries(of: root).filter { $0.fileExtension.isEmpty && $0.bytes.first != UInt8(ascii: ".") }
  }

  /// The path of the running program.
  private static var programPath: Path? {
    #if canImport(Darwin)
      var buffer = [CChar](repeating: 0, count: 4096)
      var size = UInt32(buffer.count)
      guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return Path(bytes: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    #else
      linkTarget("/proc/self/exe")
    #endif
  }
}

extension Path {
  /// Everything before the last slash.
  package var parent: Path {
    Path(bytes: Array(bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]))
  }
}

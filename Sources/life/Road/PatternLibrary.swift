import LifeIO

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The patterns that come with the program, known by name.
///
/// They are files: `share/life/patterns` beside an installed program, `patterns` in the project's
/// own folder, or wherever `LIFE_PATTERNS` says.
enum PatternLibrary {
  /// The file of a pattern; nil if none has this name.
  static func find(_ name: Path) -> Path? {
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
  static var names: [String] {
    roots.flatMap { root in
      folders(in: root).flatMap { kind in
        entries(of: root.appending(kind)).filter { $0.fileExtension == "rle" }
          .map { $0.stem.description }
      }
    }.sorted()
  }

  /// The names of the rules that have files, sorted.
  static var rules: [String] {
    roots.flatMap { entries(of: $0.appending("rules")) }.filter { $0.fileExtension == "rule" }
      .map { $0.stem.description }.sorted()
  }

  /// Where patterns are looked for.
  static var roots: [Path] {
    if let chosen = unsafe getenv("LIFE_PATTERNS").map({ unsafe String(cString: $0) }) {
      return [Path(chosen)]
    }
    guard let program = programPath else { return [] }
    var folder = program.parent
    var candidates = [folder.parent.appending("share/life/patterns")]
    // A build lies some levels below the project's own folder.
    for _ in 0..<4 {
      folder = folder.parent
      candidates.append(folder.appending("patterns"))
    }
    return candidates.filter { isRegularFile($0.appending("INDEX.md")) }.prefix(1).map { $0 }
  }

  static func isName(_ name: Path) -> Bool {
    !name.bytes.isEmpty
      && name.bytes.allSatisfy { ![UInt8(ascii: "/"), UInt8(ascii: "."), 0].contains($0) }
  }

  private static func folders(in root: Path) -> [Path] {
    entries(of: root).filter { $0.fileExtension.isEmpty && $0.bytes.first != UInt8(ascii: ".") }
  }

  /// The file of the running program.
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
  var parent: Path {
    Path(bytes: Array(bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]))
  }
}

import LifeCore
import LifeFormats
package import LifeIO

/// Finds patterns of the collection by name: first in the folder of `LIFE_PATTERNS`, if it's set,
/// then among the files compiled into the program.
package enum PatternLibrary {
  /// The pattern with this name. Case, spaces and punctuation don't count.
  package static func find(like name: Path) -> LibraryPattern? {
    guard isName(name) else { return nil }
    let key = LibraryPattern.key("\(name)")
    guard !key.isEmpty else { return nil }
    return patterns.first { pattern in
      pattern.names.contains { LibraryPattern.key($0) == key }
    }
  }

  /// The pattern with exactly this file name, found without reading other files.
  package static func find(named name: Path) -> LibraryPattern? {
    guard isName(name) else { return nil }
    for subfolder in folder.map(folders) ?? [] {
      if let file = files(in: subfolder.folder, named: name).first {
        return read(file, kind: subfolder.kind)
      }
    }
    let file = Path(bytes: name.bytes + Array(".rle".utf8))
    return EmbeddedCollection.file(file).map { LibraryPattern($0.name, bytes: $0.bytes) }
  }

  /// All patterns, sorted by kind (the name of their folder), then by name. A file in the folder of
  /// `LIFE_PATTERNS` hides the program's file of the same name.
  package static var patterns: [LibraryPattern] {
    let own = folder.map { root in
      folders(in: root).filter { $0.kind != "rules" }.flatMap { folder, kind in
        files(in: folder).map { read($0, kind: kind) }
      }
    }
    let hidden = Set(own?.map(\.name) ?? [])
    let embedded = zip(EmbeddedCollection.names, EmbeddedCollection.files)
      .filter { $0.0.fileExtension == "rle" }.map { LibraryPattern($0, bytes: $1) }
      .filter { !hidden.contains($0.name) }
    return ((own ?? []) + embedded).sorted { ($0.kind, $0.name) < ($1.kind, $1.name) }
  }

  /// The name of a pattern's page in the LifeWiki, and other names of it.
  static func otherNames(of pattern: String) -> (page: String?, names: [String])? {
    guard let fields = nameTable.fields(of: pattern), fields.count == 2 else { return nil }
    let names = fields[1].split(separator: ";").map { String($0) }
    return (fields[0].isEmpty ? nil : fields[0], names)
  }

  private static let nameTable = EmbeddedCollection.file("names.tsv")?.bytes ?? []

  /// The names of all rule files, sorted.
  package static var rules: [String] {
    let own = folder.map { entries(of: $0.appending("rules")) } ?? []
    let all = own + EmbeddedCollection.names.map(\.fileName)
    return Set(all.filter { $0.fileExtension == "rule" }.map { $0.stem.description }).sorted()
  }

  /// The folder of `LIFE_PATTERNS`; nil if it is not set.
  static var folder: Path? {
    SystemResources.environment("LIFE_PATTERNS").flatMap { $0.isEmpty ? nil : Path($0) }
  }

  /// Whether a word can be the name of a pattern of the collection: it has no extension, except for
  /// a number as in 25P3H1V0.1.
  static func isName(_ name: Path) -> Bool {
    var letters = name.bytes[...]
    if let dot = letters.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < letters.count - 1,
      letters[(dot + 1)...].allSatisfy(\.isDigit)
    {
      letters.remove(at: dot)
    }
    return !letters.isEmpty && name != .standardStream
      && letters.allSatisfy { ![UInt8(ascii: "/"), UInt8(ascii: "."), 0].contains($0) }
  }

  /// The folder itself and the folders in it, whose names are the kinds of their patterns.
  private static func folders(in root: Path) -> [(folder: Path, kind: Path)] {
    let names = entries(of: root)
      .filter { $0.fileExtension.isEmpty && $0.bytes.first != UInt8(ascii: ".") }
    return [(root, "own")] + names.map { (root.appending($0), $0) }
  }

  /// The patterns in a folder, one file for each name: of several, the first of RLE, else the first
  /// in alphabetical order.
  private static func files(in folder: Path, named name: Path? = nil) -> [Path] {
    let files = entries(of: folder).filter { name == nil || $0.withoutGzip.stem == name }
      .map { folder.appending($0) }.filter(isPattern)
    var names: Set<Path> = []
    return (files.filter { Format.named(by: $0) == .rle } + files).filter {
      names.insert($0.withoutGzip.stem).inserted
    }
  }

  /// Whether a file is a pattern, by its extension. Images are not: mostly they show a pattern of
  /// the same name. JSON and texts may be other results, so their content decides.
  private static func isPattern(_ file: Path) -> Bool {
    guard isRegularFile(file), let format = Format.named(by: file),
      !Format.images.contains(format)
    else { return false }
    guard ["json", "txt"].contains(file.withoutGzip.fileExtension) else { return true }
    return (try? Format.isPattern(text: ByteReader(opening: file))) == true
  }

  /// Reads the description of a pattern: from the first bytes of RLE, else from a small file.
  private static func read(_ file: Path, kind: Path) -> LibraryPattern {
    var bytes: [UInt8] = []
    if Format.named(by: file) == .rle {
      let head = try? ByteReader(opening: file)
      _ = try? head?.fill()
      bytes = head.map { reader in reader.available.indices.map { reader.available[$0] } } ?? []
    } else {
      var loader = PatternLoader()
      loader.acceptsUnknownRules = true
      loader.limits.inputBytes = 1 << 16
      if let pattern = try? loader.load(file).pattern.cropped() {
        bytes = RLE.head(of: pattern, in: pattern.bounds)
      }
    }
    return LibraryPattern(
      name: file.withoutGzip.stem.description, kind: kind.description, file: file, bytes)
  }
}

extension LibraryPattern {
  /// A pattern compiled into the program.
  fileprivate init(_ file: Path, bytes: [UInt8]) {
    self.init(
      name: file.stem.description, kind: file.folder.description, file: nil, bytes)
  }
}

// MARK: - Suggestions

extension PatternLibrary {
  /// At most three names similar to an unknown name.
  package static func suggestions(for name: String) -> [String] {
    let key = LibraryPattern.key(name)
    guard key.count > 1 else { return [] }
    let near = patterns.compactMap { pattern -> (name: String, distance: Int, names: Int)? in
      let distances = pattern.names.compactMap { distance(key, name: LibraryPattern.key($0)) }
      let isBeginning = LibraryPattern.key(pattern.name).starts(with: key)
      return distances.min().map { (pattern.name, isBeginning ? 0 : $0, pattern.names.count) }
    }
    // Of equally similar names, well-known patterns come first: they have the most names.
    return near.sorted { ($0.distance, -$0.names, $0.name) < ($1.distance, -$1.names, $1.name) }
      .prefix(3).map(\.name)
  }

  /// The number of edits between two names, or 1 if the typed one is a part of the other; nil if
  /// more than a third of the typed name would be edited.
  private static func distance(_ typed: [UInt8], name: [UInt8]) -> Int? {
    if typed.count > 2, name.range(of: typed) != nil { return 1 }
    return editDistance(from: typed, to: name, atMost: min(4, max(1, typed.count / 3)))
  }

  /// Patterns that are too large for the collection, by their pages in the LifeWiki.
  private static let giants = [
    "0E0P_metacell", "Caterloopillar", "Caterpillar", "Centipede", "Demonoid", "Gemini",
    "Half-baked_knightship", "OTCA_metapixel", "Orthogonoid", "Parallel_HBK", "Shield_bug",
    "Turing_machine", "Unit_Life_cell", "Waterbear",
  ]

  /// The page of a pattern too large for the collection; `nil` for other names.
  static func giantPage(for name: Path) -> String? {
    let key = LibraryPattern.key("\(name)")
    return key.count < 4
      ? nil : giants.first { LibraryPattern.key($0).range(of: key) != nil }
  }
}

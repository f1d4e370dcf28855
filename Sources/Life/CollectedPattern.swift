import LifeRun

/// A pattern of the built-in collection, described by the lines before its cells.
///
///     for entry in Pattern.collection where entry.kind == "guns" { print(entry.name) }
public struct CollectedPattern: Hashable, Sendable {
  /// The name of its file, for example `gosper-gun`; see ``Pattern/init(named:limits:)``.
  public let name: String
  /// Its kind in the plural, for example `guns`.
  public let kind: String
  /// Other names for finding it, for example `Gosper glider gun`.
  public let otherNames: [String]
  /// The discoverer and the year. `nil` if they are not known.
  public let origin: String?
  /// Facts about the pattern, one element per line.
  public let comments: [String]

  init(_ pattern: LibraryPattern) {
    name = pattern.name
    kind = pattern.kind
    otherNames = Array(pattern.differentNames.dropFirst())
    origin = pattern.origin
    comments = pattern.comments
  }

  /// Reads the cells.
  ///
  /// - Throws: ``LifeError``, as ``Pattern/init(named:limits:)`` does.
  public func pattern() throws(LifeError) -> Pattern { try Pattern(named: name) }
}

extension Pattern {
  /// The built-in collection, sorted by kind and name, and the patterns of the folder
  /// `LIFE_PATTERNS` if it is set.
  ///
  /// - Complexity: O(bytes of the collection).
  public static var collection: [CollectedPattern] {
    PatternLibrary.patterns.map { CollectedPattern($0) }
  }
}

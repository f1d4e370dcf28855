import LifeRun

/// A pattern of the collection that is built into the library, as the lines before its cells
/// describe it.
///
///     for entry in Pattern.collection where entry.kind == "guns" { print(entry.name) }
public struct CollectedPattern: Hashable, Sendable {
  /// The name of its file, such as `gosper-gun`, by which ``Pattern/init(named:limits:)`` finds it.
  public let name: String
  /// Its kind in the plural, such as `guns`.
  public let kind: String
  /// Other names, such as `Gosper glider gun`, which find it as well.
  public let otherNames: [String]
  /// The discoverer and the year; nil if they are not known.
  public let origin: String?
  /// What is known about it, one element for each line.
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
  /// The collection that is built into the library, by kind and then by name; with the patterns of
  /// the folder `LIFE_PATTERNS` if that is set.
  ///
  /// - Complexity: O(bytes of the collection); some milliseconds.
  public static var collection: [CollectedPattern] {
    PatternLibrary.patterns.map { CollectedPattern($0) }
  }
}

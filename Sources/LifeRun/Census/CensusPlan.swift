package import LifeCore
package import LifeFormats
package import LifeIO
package import LifeAnalysis

/// A census as a value: its search, the range of its soups, and the file of its haul.
package struct CensusPlan {
  package var search: CensusSearch
  /// The soups of the complete census.
  package var soups: Range<Int>
  /// The soups and objects of an interrupted census, a prefix of ``soups``.
  package var start: Haul
  /// The file of the haul, which is replaced at each checkpoint; nil for none.
  package var file: OwnedFile?
  package var checkpointInterval: Duration = CheckpointRequest.usualInterval
  package var threads = 1
  package var limits = AnalysisLimits.census
  /// The time when the census stops.
  package var deadline: ContinuousClock.Instant?
  /// Stops the census soon when it is raised.
  package var interrupt = Interruption.stop

  /// - Parameter start: `nil` for a new census.
  package init(_ search: CensusSearch, soups: Range<Int>, start: Haul? = nil) {
    self.search = search
    self.soups = soups
    self.start = start ?? search.emptyHaul
  }

  /// Whether an earlier census has counted all soups.
  package var isDone: Bool { start.soups.count > 0 && start.soups.count >= soups.count }

  /// Keeps the haul in a file. A resumed census begins with the haul in the file.
  ///
  /// - Throws: ``RunFailure`` if the file has a haul of another search; ``FileFailure`` if the file
  ///   cannot be written or must not be replaced.
  package mutating func keepHaul(
    in path: Path, isResuming: Bool, replacement: Replacement
  ) throws {
    file = try OwnedFile(path)
    try checkOutput(path, replacement: isResuming ? .overwriting : replacement)
    if isResuming, isRegularFile(path) { start = try haulToResume(in: path) }
  }

  /// The haul of the first soups of this census.
  private func haulToResume(in path: Path) throws -> Haul {
    let input = try ByteReader(opening: path)
    // Scripts reserve names with empty files.
    if try input.available.isEmpty && !input.fill() { return start }
    let haul = try Haul.read(input)
    let versions = haul.version == start.version ? nil : ("version", haul.version, start.version)
    if let (name, found, expected) = haul.difference(from: start) ?? versions {
      throw RunFailure(
        .invalidData,
        "\(path): its \(name) is \(TerminalText.printable(found)), not \(expected)",
        hint: "write to another file")
    }
    let done = haul.soups
    let first = SoupRanges(soups.lowerBound..<soups.lowerBound + done.count)
    guard done.ranges.isEmpty || done == first, done.count <= soups.count else {
      let found = done.ranges.prefix(3).map(SoupRanges.text).joined(separator: " ")
      throw RunFailure(
        .invalidData,
        "\(path): its soups \(found) are not the first of \(SoupRanges.text(soups))",
        hint: "write to another file")
    }
    return haul
  }
}

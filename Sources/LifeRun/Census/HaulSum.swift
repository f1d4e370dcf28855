import LifeCore
package import LifeFormats
package import LifeIO

/// Adds up hauls file by file; memory does not grow with their number.
package struct HaulSum {
  /// The files so far.
  private var files: [Path] = []
  /// The sum; nil before the first file.
  package private(set) var haul: Haul?
  /// Whether hauls of several roots are added up.
  private let addsRoots: Bool

  package init(addsRoots: Bool = false) {
    self.addsRoots = addsRoots
  }

  /// Adds the soups of a file.
  ///
  /// - Throws: ``RunFailure`` if the file is of another search or repeats soups of an earlier file;
  ///   ``ParseError``, ``ReadError``.
  package mutating func add(_ file: Path) throws {
    let other = try Haul.read(ByteReader(opening: file))
    defer { files.append(file) }
    guard var sum = haul else {
      haul = other
      haul?.version = ProgramVersion.mark
      return
    }
    haul = nil
    defer { haul = sum }
    do throws(Haul.Conflict) {
      if addsRoots { try sum.addAcrossRoots(other) } else { try sum.add(other) }
    } catch {
      throw failure(error, file: file)
    }
  }

  private func failure(_ conflict: Haul.Conflict, file: Path) -> RunFailure {
    switch conflict {
    case .otherSearch(let what, let mine, let its):
      RunFailure(
        .invalidData,
        "\(file) has the \(what) '\(TerminalText.printable(its))', but the files before it have "
          + "'\(TerminalText.printable(mine))'",
        hint: what == "root"
          ? "\(.roots) adds up hauls of different roots"
          : "merge only hauls of the same search")
    case .sharedSeeds(let one, let other):
      RunFailure(
        .invalidData,
        "\(file): the roots \(TerminalText.printable(one)) and \(TerminalText.printable(other)) "
          + "have soups of the same seeds", hint: "leave out one of them")
    case .tooManyRoots:
      RunFailure(.overLimit, "\(file): the sum has more than \(Haul.maxRoots) roots, the limit")
    case .overlap(let range):
      RunFailure(
        .invalidData,
        "\(file): the soups \(SoupRanges.text(range)) are also in \(owner(of: range))",
        hint: "leave out one of the files")
    case .overflow(let code):
      RunFailure(.invalidData, "\(file): the sum of the counts of \(code) exceeds \(Int.max)")
    case .tooManyRows:
      RunFailure(.overLimit, "\(file): the sum has more than \(Haul.maxRows) codes, the limit")
    }
  }

  /// The first file with some of these soups. Reads the files again.
  private func owner(of range: Range<Int>) -> String {
    let owner = files.first { file in
      let haul = try? Haul.read(ByteReader(opening: file))
      return haul?.soups.overlap(with: SoupRanges(range)) != nil
    }
    return owner.map { "\($0)" } ?? "a file before it"
  }
}

import LifeFormats
import LifeIO

/// Checks that a stream is the one whose first patterns a haul has counted.
///
/// The haul names samples: the first ten patterns that have left an object. These are counted
/// again, and must leave what the haul says.
struct StreamCheck {
  private let haul: Haul
  /// The file of the haul, for messages.
  private let file: Path?
  /// The numbers of the patterns that are counted again.
  private let numbers: Set<Int>

  /// Spread over all samples.
  private static let mostNumbers = 1 << 10

  init(_ haul: Haul, in file: Path?) {
    self.haul = haul
    self.file = file
    let samples = Set(haul.table.entries.values.flatMap(\.samples)).sorted()
    let step = samples.count / Self.mostNumbers + 1
    numbers = Set(stride(from: 0, to: samples.count, by: step).map { samples[$0] })
  }

  func includes(_ number: Int) -> Bool { numbers.contains(number) }

  /// - Parameter objects: what pattern number `number` leaves.
  func check(_ number: Int, leaving objects: HaulTable) throws(RunFailure) {
    let isNew = objects.entries.keys.contains { haul.table.entries[$0] == nil }
    let differs = haul.table.entries.contains { code, entry in
      let isThere = objects.entries[code] != nil
      if entry.samples.contains(number) { return !isThere }
      // A later pattern is no sample of an object that has enough of them.
      let isLate = entry.samples.count == HaulTable.mostSamples && number > entry.samples.last ?? 0
      return isThere && !isLate
    }
    guard isNew || differs else { return }
    throw failure("pattern \(number) of the stream does not leave the objects that the haul has")
  }

  /// - Parameter count: the number of patterns of the stream.
  func checkEnd(after count: Int, counted: Int) throws(RunFailure) {
    guard count < counted else { return }
    throw failure("the stream has \(count) patterns, and the haul has counted \(counted)")
  }

  private func failure(_ message: String) -> RunFailure {
    RunFailure(
      .invalidData, (file.map { "\($0): " } ?? "") + message,
      hint: "continue with the same stream, or write to another file")
  }
}

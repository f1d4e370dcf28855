import LifeAnalysis
import LifeCore
import LifeIO
import LifeRun

/// A pattern that was read, or why it was not.
struct OpenedPattern: Sendable {
  var name: String
  var path: Path?
  /// The file as it was when it was read.
  var version: FileVersion?
  var pattern: Pattern?
  var failure: String?
}

/// Pictures that were written, or why they were not.
struct ExportedPictures: Sendable {
  var path: Path
  /// The number of pictures: what was asked for, or what was written.
  var count: Int
  /// The file as it was written.
  var version: FileVersion?
  var conflict: PlayTarget.Conflict?
  var failure: String?
}

/// A pattern that was written, or why it was not.
struct SavedPattern: Sendable {
  /// The file; nil for the backup.
  var path: Path?
  /// The file as it was written.
  var version: FileVersion?
  var conflict: PlayTarget.Conflict?
  var edit = EditNumbers()
  /// Whether the backup was not written because other requests came.
  var gaveWay = false
  var failure: String?
}

/// The generation at which a condition holds.
struct FoundGeneration: Sendable {
  var condition: StopCondition
  /// The generation; nil if it was not found.
  var generation: BigInt?
  /// The number of generations that were searched.
  var limit = 0
  var isCancelled = false
  var failure: String?
}

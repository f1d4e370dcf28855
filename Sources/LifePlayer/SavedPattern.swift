import LifeIO
import LifeRun

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

import LifeCore
import LifeIO

/// A pattern that was read, or why it was not.
struct OpenedPattern: Sendable {
  var name: String
  var path: Path?
  /// The file as it was when it was read.
  var version: FileVersion?
  var pattern: Pattern?
  var failure: String?
}

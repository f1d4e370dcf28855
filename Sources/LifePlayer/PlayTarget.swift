import LifeIO

/// The name of a file to write, and the file of that name that may be replaced.
struct PlayTarget: Sendable, Equatable {
  var path: Path
  /// The file as this session has read or written it.
  var known: FileVersion?
  /// Whether any file may be replaced.
  var isForced = false

  /// The same target after an earlier save: what this session has written there may be replaced.
  func known(after earlier: SavedPattern?) -> PlayTarget {
    var target = self
    if known != nil, let earlier, earlier.path == path, let version = earlier.version {
      target.known = version
    }
    return target
  }

  /// Why the file must not be written without a question; nil if there is no reason.
  var conflict: Conflict? {
    // Devices and pipes are refused when they are opened.
    guard !isForced, isRegularFile(path), let present = FileVersion(path), present != known
    else { return nil }
    return known == nil ? .exists : .hasChanged
  }

  enum Conflict: Sendable, Equatable {
    case exists
    /// Another program has changed the file.
    case hasChanged
  }
}

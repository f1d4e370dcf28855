import LifeCore
import LifeIO
import LifeRun

/// Writes the files of a session.
enum PlaySaving {
  /// Writes to a file, or to the backup if `target` is `nil`.
  static func save(
    _ copy: Result<SimulationCopy, any Error>, to target: PlayTarget?
  ) -> SavedPattern {
    var saved = SavedPattern(path: target?.path)
    do {
      let copy = try copy.get()
      saved.edit = copy.edit
      saved.generation = copy.pattern.generation
      guard let target else {
        try PlayBackup.write(copy)
        return saved
      }
      saved.conflict = target.conflict
      guard saved.conflict == nil else { return saved }
      try copy.save(to: target.path) {
        // Another program may have changed the file while this one was being written.
        saved.conflict = target.conflict
        return saved.conflict == nil
      }
      saved.version = FileVersion(target.path)
    } catch {
      saved.failure = PlayFiles.describe(error)
    }
    return saved
  }

  /// Writes the last pictures, `count` at most.
  static func export(
    _ recent: RecentPictures, to target: PlayTarget, last count: Int
  ) -> ExportedPictures {
    var exported = ExportedPictures(
      path: target.path, count: count, requestedCount: count, generation: recent.generation)
    do {
      try RecentPictures.check(target.path)
      exported.conflict = target.conflict
      guard exported.conflict == nil else { return exported }
      exported.count = try recent.write(to: target.path, last: count)
      exported.version = FileVersion(target.path)
    } catch {
      exported.failure = PlayFiles.describe(error)
    }
    return exported
  }
}

/// The name of a file to write, and the version of it that may be replaced.
struct PlayTarget: Sendable, Equatable {
  var path: Path
  /// The version last read or written by this session.
  var known: FileVersion?
  /// Whether any file may be replaced.
  var isForced = false

  /// The same target after an earlier save: a file written by this session may be replaced.
  func updated(after earlier: SavedPattern?) -> PlayTarget {
    var target = self
    if known != nil, let earlier, earlier.path == path, let version = earlier.version {
      target.known = version
    }
    return target
  }

  /// The reason to ask before writing the file; `nil` if there is none.
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

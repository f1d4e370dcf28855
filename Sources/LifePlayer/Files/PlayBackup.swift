import LifeIO
import LifeRun
import Synchronization

/// The backup of a session's unsaved changes, for `--recover`.
///
/// A session with unsaved changes has two files in `$XDG_STATE_HOME`, by default `~/.local/state`.
/// The second one is locked while the session is alive. Their names have a random part, because
/// computers and containers may share a home, and process numbers repeat in containers. Discarded
/// changes are kept until others are discarded.
///
///     life/play-backup-HOST-RANDOM
///     life/play-session-HOST-RANDOM
///     life/play-discarded
enum PlayBackup {
  private static let prefix = "play-backup-"
  private static let lockPrefix = "play-session-"

  /// The backup of this session.
  private struct File {
    let path: Path
    let lock: OwnedFile
  }

  private struct BackupState {
    var file: File?
    /// The number of removals of the file. A write begun before the last removal is abandoned.
    var removals = 0
    /// Whether this session has discarded changes.
    var hasDiscarded = false
  }

  private static let state = Mutex(BackupState())

  private static let folder: Path = {
    let home = SystemResources.environment("HOME") ?? "/tmp"
    let state = SystemResources.environment("XDG_STATE_HOME") ?? ""
    return Path(state.isEmpty ? home + "/.local/state" : state).appending("life")
  }()
  private static let discarded = folder.appending("play-discarded")

  /// Makes the folders of the backup. A failure shows when the file is written.
  static func prepare() {
    var made: [UInt8] = []
    for part in folder.bytes.split(separator: UInt8(ascii: "/")) {
      made += [UInt8(ascii: "/")] + part
      try? makeFolder(Path(bytes: made))
    }
  }

  static func write(_ copy: SimulationCopy) throws {
    let (path, removals) = try state.withLock { state in
      let file = try state.file ?? newFile()
      state.file = file
      return (file.path, state.removals)
    }
    try copy.save(to: path, isBackup: true) {
      state.withLock { $0.removals == removals }
    }
  }

  /// Chooses the name of a backup, and locks it.
  private static func newFile() throws -> File {
    let host = String(hostName.prefix(40).map { $0.isLetter || $0.isNumber ? $0 : "-" })
    let name = "\(host)-\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
    let path = folder.appending(Path(prefix + name))
    return File(path: path, lock: try takeLock(of: path))
  }

  /// Makes `play-session-…` for a backup if it does not exist, and locks it.
  ///
  /// - Throws: ``FileFailure``, EBUSY if the session is alive.
  private static func takeLock(of backup: Path) throws -> OwnedFile {
    let lock = try OwnedFile(lockPath(of: backup))
    if !lock.exists { try lock.replace { try $0.finish() } }
    return lock
  }

  /// Ends the backup of this session: removes its file, or keeps it as discarded changes, which
  /// replace earlier ones.
  static func end(keepsChanges: Bool) {
    state.withLock { state in
      state.removals += 1
      guard let file = state.file else { return }
      if keepsChanges { renameFile(file.path, to: discarded) } else { removeFile(file.path) }
      // Last: until now no other session can adopt the backup.
      file.lock.remove()
      state.file = nil
      state.hasDiscarded = state.hasDiscarded || keepsChanges
    }
  }

  /// Whether ``claim()`` would find discarded changes of this session.
  static var hasDiscarded: Bool { state.withLock { $0.hasDiscarded && isRegularFile(discarded) } }

  /// Whether there is a backup of an ended session.
  static var hasAbandoned: Bool { backups.contains { (try? OwnedFile(lockPath(of: $0))) != nil } }

  /// Adopts the newest backup of an ended session, or else discarded changes, as this session's
  /// backup.
  ///
  /// - Returns: the file; nil if there is none.
  static func claim() -> Path? {
    state.withLock { state in
      for path in backups {
        guard let lock = try? takeLock(of: path) else { continue }
        guard isRegularFile(path) else {
          // The session has saved its changes in the meantime.
          lock.remove()
          continue
        }
        state.file = File(path: path, lock: lock)
        return path
      }
      guard isRegularFile(discarded), let file = try? newFile() else { return nil }
      renameFile(discarded, to: file.path)
      state.file = file
      return file.path
    }
  }

  /// The files of all sessions, the newest first.
  private static var backups: [Path] {
    entries(of: folder).compactMap { name -> (path: Path, time: Duration)? in
      guard name.bytes.starts(with: prefix.utf8) else { return nil }
      let path = folder.appending(name)
      return modificationTime(path).map { (path, $0) }
    }.sorted { $0.time > $1.time }.map(\.path)
  }

  private static func lockPath(of backup: Path) -> Path {
    let name = backup.fileName.bytes.dropFirst(prefix.utf8.count)
    return folder.appending(Path(bytes: Array(lockPrefix.utf8) + name))
  }
}

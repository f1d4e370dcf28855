import LifeIO
import LifeRun
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file with the unsaved changes of a session, which `--recover` opens.
///
/// Each process has its own: `life/play-backup-PID` in the folder for the state of programs.
enum PlayBackup {
  private static let prefix = "play-backup-"
  private static let path = folder.appending(Path(prefix + "\(getpid())"))

  private struct State {
    /// Whether this process wrote the file or took it over.
    var isOwned = false
    /// How often the file was removed: a write that began before has no effect.
    var removals = 0
  }

  private static let state = Mutex(State())

  private static var folder: Path {
    let home = SystemResources.environment("HOME") ?? "/tmp"
    let state = SystemResources.environment("XDG_STATE_HOME") ?? ""
    return Path(state.isEmpty ? home + "/.local/state" : state).appending("life")
  }

  /// Makes the folders of the file; a failure shows when the file is written.
  static func prepare() {
    var made: [UInt8] = []
    for part in folder.bytes.split(separator: UInt8(ascii: "/")) {
      made += [UInt8(ascii: "/")] + part
      try? makeFolder(Path(bytes: made))
    }
  }

  static func write(_ copy: SimulationCopy) throws {
    let removals = state.withLock { $0.removals }
    try copy.save(to: path, isBackup: true) {
      state.withLock {
        guard $0.removals == removals else { return false }
        $0.isOwned = true
        return true
      }
    }
  }

  /// Removes the file of this process.
  static func remove() {
    state.withLock {
      $0.removals += 1
      if $0.isOwned { removeFile(path) }
      $0.isOwned = false
    }
  }

  /// The newest file of a session that ended without removing it; nil if there is none.
  static func abandoned() -> Path? {
    entries(of: folder).compactMap { name -> (path: Path, time: Duration)? in
      let text = String(decoding: name.bytes, as: UTF8.self)
      guard text.hasPrefix(prefix), let process = pid_t(text.dropFirst(prefix.count)), process > 0,
        !isSession(process)
      else { return nil }
      let path = folder.appending(name)
      return modificationTime(path).map { (path, $0) }
    }.max { $0.time < $1.time }?.path
  }

  /// Makes an abandoned file that of this process, after it was read.
  static func takeOver(_ other: Path) throws {
    try moveFile(other, to: path)
    state.withLock { $0.isOwned = true }
  }

  /// Whether another process of this program has the number.
  private static func isSession(_ process: pid_t) -> Bool {
    guard process != getpid(), kill(process, 0) == 0 || errno == EPERM else { return false }
    // The number may have been given to another program. A replaced program is "deleted".
    let name = { (id: String) -> Path? in
      linkTarget(Path("/proc/\(id)/exe")).map { target in
        let end = Array(" (deleted)".utf8)
        let bytes = target.bytes
        return Path(bytes: bytes.suffix(end.count) == end[...] ? bytes.dropLast(end.count) : bytes)
          .fileName
      }
    }
    guard let own = name("self") else { return true }
    // The link of a process that has ended and waits for its parent cannot be read.
    return name("\(process)") == own
  }
}

internal import LifeSystem

// Operations on folders and on files by name.

/// Creates a folder unless it exists. Its parent must exist.
///
/// - Throws: ``FileFailure``.
package func makeFolder(_ path: Path) throws(FileFailure) {
  let result = SystemCall.attempt { unsafe path.withCString { unsafe mkdir($0, 0o777) } }
  if result != 0 && errno != EEXIST { throw .creation(of: path, in: path.folder, code: errno) }
}

/// Whether the path names a regular file.
package func isRegularFile(_ path: Path) -> Bool { SystemCall.status(path)?.kind == .file }

/// The size of a file in bytes; `nil` if there is none.
package func fileSize(_ path: Path) -> Int? { SystemCall.status(path).map { Int($0.st_size) } }

/// Whether the path leads to a file of any kind.
package func exists(_ path: Path) -> Bool { SystemCall.status(path) != nil }

/// Whether the path names a pipe, a device or a socket.
package func isSpecialFile(_ path: Path) -> Bool { SystemCall.status(path)?.kind == .other }

/// The names in a folder, sorted by bytes; empty if the folder can't be read.
package func entries(of folder: Path) -> [Path] {
  var found = unsafe OpaquePointer?.none
  let result: Int32 = SystemCall.attempt {
    unsafe found = folder.withCString { unsafe opendir($0) }
    return unsafe found == nil ? -1 : 0
  }
  guard result == 0, let listing = unsafe found else { return [] }
  defer { unsafe _ = closedir(listing) }
  var entries: [Path] = []
  while let entry = unsafe readdir(listing) {
    let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
      unsafe Array($0.prefix { $0 != 0 })
    }
    entries.append(Path(bytes: bytes))
  }
  return entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
}

/// The target of a symbolic link; `nil` for other paths.
package func linkTarget(_ path: Path) -> Path? {
  SystemCall.linkTarget(path).map { Path(bytes: $0) }
}

/// Removes the regular file that a path leads to, if it exists; symbolic links stay.
package func removeFile(_ path: Path) {
  guard case .file(let target, _)? = try? Destination(path, replacement: .unprotected)
  else { return }
  _ = SystemCall.remove(target)
}

/// Renames a file. Replaces an existing file at `target`. Ignores failures.
package func renameFile(_ path: Path, to target: Path) { _ = SystemCall.move(path, to: target) }

/// The time of the last change of a file's content, since 1970; `nil` if the file doesn't exist.
package func modificationTime(_ path: Path) -> Duration? {
  SystemCall.status(path).map { status in
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The current folder; `nil` if it was removed.
package func currentFolder() -> Path? {
  guard let name = unsafe getcwd(nil, 0) else { return nil }
  defer { unsafe free(name) }
  let bytes = unsafe UnsafeBufferPointer(start: name, count: strlen(name))
  return unsafe Path(bytes: bytes.map { UInt8(bitPattern: $0) })
}

/// The name of this computer; empty if unknown.
package var hostName: String {
  var name = [CChar](repeating: 0, count: 256)
  guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Changes the current folder.
///
/// - Throws: ``FileFailure``.
package func enterFolder(_ path: Path) throws(FileFailure) {
  let result = SystemCall.attempt { unsafe path.withCString { unsafe chdir($0) } }
  if result != 0 { throw FileFailure(.open, path: path, code: errno) }
}

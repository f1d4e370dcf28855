#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

// What is asked of folders and of files that are not opened.

/// Makes a folder if it is not there; its parent must be.
///
/// - Throws: ``FileFailure``.
package func makeFolder(_ path: Path) throws(FileFailure) {
  let result = System.makeFolder(path)
  if result != 0 && errno != EEXIST { throw FileFailure(.create, path, code: errno) }
}

/// Whether there is a file of this name, and no folder or device.
package func isRegularFile(_ path: Path) -> Bool { System.status(path)?.kind == .file }

/// Whether a name is a pipe's or a device's.
package func isSpecialFile(_ path: Path) -> Bool { System.status(path)?.kind == .other }

/// Whether two names lead to one file that exists.
package func isSameFile(_ a: Path, _ b: Path) -> Bool {
  guard !a.isStandardStream, !b.isStandardStream else { return false }
  guard let first = System.status(a), let second = System.status(b) else { return false }
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino
}

/// The names in a folder, sorted; none if it cannot be read.
package func entries(of folder: Path) -> [Path] {
  System.entries(of: folder).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
}

/// What a symbolic link says; nil if it is none.
package func linkTarget(_ path: Path) -> Path? {
  System.linkTarget(path).map { Path(bytes: $0) }
}

/// Removes the file that a path leads to, if it is there; links to it stay.
package func removeFile(_ path: Path) {
  guard case .file(let target, _)? = try? Destination(path, replacing: true) else { return }
  _ = System.remove(target)
}

/// Where relative names begin; nil if that is gone.
package func currentFolder() -> Path? {
  guard let name = unsafe getcwd(nil, 0) else { return nil }
  defer { unsafe free(name) }
  return Path(
    bytes: unsafe Array(
      UnsafeBufferPointer(start: name, count: strlen(name)).map {
        UInt8(bitPattern: $0)
      }))
}

/// Lets relative names begin in another folder.
///
/// - Throws: ``FileFailure``.
package func enterFolder(_ path: Path) throws(FileFailure) {
  let result = System.attempt("chdir") { unsafe path.withCString { unsafe chdir($0) } }
  if result != 0 { throw FileFailure(.open, path, code: errno) }
}

extension System {
  fileprivate static func makeFolder(_ path: Path) -> Int32 {
    attempt("mkdir") { unsafe path.withCString { unsafe mkdir($0, 0o777) } }
  }

  fileprivate static func entries(of folder: Path) -> [Path] {
    var found = unsafe OpaquePointer?.none
    let result: Int32 = attempt("opendir") {
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
    return entries
  }
}

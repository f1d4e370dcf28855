import LifeIO

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Makes a folder if it is not there; its parent must be.
func makeFolder(_ path: Path) throws {
  let result = unsafe withCString(path) { unsafe mkdir($0, 0o777) }
  if result != 0 && errno != EEXIST { throw FileFailure(.create, path, code: errno) }
}

/// Whether there is a file of this name, and no folder or device.
func isRegularFile(_ path: Path) -> Bool {
  var status = stat()
  let found = unsafe withCString(path) { unsafe stat($0, &status) }
  return found == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Whether a name is a pipe's or a device's.
func isSpecialFile(_ path: Path) -> Bool {
  var status = stat()
  let found = unsafe withCString(path) { unsafe stat($0, &status) }
  return found == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
}

/// Where relative names begin; nil if that is gone.
func currentFolder() -> Path? {
  guard let name = unsafe getcwd(nil, 0) else { return nil }
  defer { unsafe free(name) }
  return Path(bytes: unsafe Array(String(cString: name).utf8))
}

/// Lets relative names begin in another folder.
func enterFolder(_ path: Path) throws {
  let result = unsafe withCString(path) { unsafe chdir($0) }
  if result != 0 { throw FileFailure(.open, path, code: errno) }
}

func removeFile(_ path: Path) {
  _ = unsafe withCString(path) { unsafe unlink($0) }
}

private func withCString<Result>(
  _ path: Path, _ body: (UnsafePointer<CChar>) -> Result
) -> Result {
  unsafe (path.bytes + [0]).withUnsafeBytes { bytes in
    unsafe body(bytes.baseAddress!.assumingMemoryBound(to: CChar.self))
  }
}

import LifeIO

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Makes a folder if it is not there; its parent must be.
func makeFolder(_ path: Path) throws {
  let result = unsafe (path.bytes + [0]).withUnsafeBytes { bytes in
    unsafe mkdir(bytes.baseAddress!.assumingMemoryBound(to: CChar.self), 0o777)
  }
  if result != 0 && errno != EEXIST { throw FileFailure(.create, path, code: errno) }
}

/// Whether there is a file of this name, and no folder or device.
func isRegularFile(_ path: Path) -> Bool {
  var status = stat()
  let found = unsafe (path.bytes + [0]).withUnsafeBytes { bytes in
    unsafe stat(bytes.baseAddress!.assumingMemoryBound(to: CChar.self), &status)
  }
  return found == 0 && status.st_mode & S_IFMT == S_IFREG
}

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

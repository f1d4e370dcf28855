internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The names of the files that are being written, so that a signal handler can remove them.
///
/// A handler may take no lock and no memory, so the names are C strings in a few slots. What finds
/// no slot is left behind when a signal ends the process, and removed by the next one that writes
/// the same file.
package enum Leftovers {
  private static let slots = InlineArray<16, Atomic<UInt>> { _ in Atomic(0) }

  /// Remembers a file until ``forget(_:)``.
  static func note(_ path: Path) {
    guard let name = unsafe path.withCString({ unsafe strdup($0) }) else { return }
    let word = UInt(bitPattern: name)
    for index in slots.indices {
      let (noted, _) = slots[index].compareExchange(
        expected: 0, desired: word, ordering: .acquiringAndReleasing)
      if noted { return }
    }
    unsafe free(name)
  }

  static func forget(_ path: Path) {
    unsafe path.withCString { path in
      for index in slots.indices {
        let word = slots[index].load(ordering: .acquiring)
        guard let name = unsafe UnsafeMutablePointer<CChar>(bitPattern: word),
          unsafe strcmp(name, path) == 0
        else { continue }
        let (forgotten, _) = slots[index].compareExchange(
          expected: word, desired: 0, ordering: .acquiringAndReleasing)
        if forgotten { return unsafe free(name) }
      }
    }
  }

  /// Removes all files that are remembered. Safe in a signal handler.
  package static func removeAll() {
    for index in slots.indices {
      let word = slots[index].exchange(0, ordering: .acquiringAndReleasing)
      if let name = unsafe UnsafePointer<CChar>(bitPattern: word) { _ = unsafe unlink(name) }
    }
  }
}

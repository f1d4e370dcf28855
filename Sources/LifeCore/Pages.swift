internal import LifeFaults
internal import Synchronization
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Pages of memory from the system.
enum Pages {
  /// Memory comes in pieces of this size.
  static let grain = 1 << 16
  /// Large arenas grow by so much. Pages as large as that are asked for only where addresses are
  /// scattered: they come from memory that the machine has not touched for long, and where it is a
  /// virtual one, that is not there until then. For hash tables that is worth it, 3.72 → 3.22 s
  /// (totalperiodic to 2^22); for the squares themselves it is not, 0.41 → 0.46 s (metacatacryst).
  static let large = 1 << 21

  private static let next = Atomic<Int>(0)

  /// An address with sixty-four gigabytes of nothing behind it, as far as we know.
  static func lonelyAddress() -> UnsafeMutableRawPointer? {
    let number = next.add(1, ordering: .relaxed).newValue & 511
    return unsafe UnsafeMutableRawPointer(bitPattern: 1 << 45 + number << 36)
  }

  /// Zeroed pages, at the address if it is free; nil if there are none.
  static func map(
    _ bytes: Int, at address: UnsafeMutableRawPointer? = nil, areLarge: Bool = false
  ) -> UnsafeMutableRawPointer? {
    #if canImport(Glibc)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #else
      let flags = MAP_PRIVATE | MAP_ANON
    #endif
    if callFails("mmap") { return nil }
    let pages = unsafe mmap(address, bytes, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { return nil }
    #if canImport(Glibc)
      if areLarge, bytes >= large { unsafe _ = madvise(pages, bytes, MADV_HUGEPAGE) }
    #endif
    return unsafe pages
  }

  static func unmap(_ pages: UnsafeMutableRawPointer, _ bytes: Int) {
    unsafe _ = munmap(pages, bytes)
  }
}

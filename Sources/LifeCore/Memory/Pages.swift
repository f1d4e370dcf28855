internal import Synchronization
internal import LifeSystem

/// Pages of memory, mapped by the system.
enum Pages {
  /// Mappings are multiples of this size.
  static let grain = 1 << 16
  /// The size of a huge page. Arenas of at least this size grow by multiples of it.
  ///
  /// Huge pages are requested only for tables with random accesses. The system takes them from
  /// memory that was unused for long, which a virtual machine must first get from its host. Hash
  /// tables gain 13 % (totalperiodic to 2^22); the nodes themselves lose 12 % (metacatacryst).
  static let hugeSize = 1 << 21

  private static let next = Atomic<Int>(0)

  /// An address with probably 64 GiB of unmapped space behind it.
  static func isolatedAddress() -> UnsafeMutableRawPointer? {
    let number = next.add(1, ordering: .relaxed).newValue & 511
    return unsafe UnsafeMutableRawPointer(bitPattern: 1 << 45 + number << 36)
  }

  /// Maps zeroed pages, at `address` if it is free. Returns `nil` if the system refuses.
  ///
  /// - Parameters:
  ///   - areCounted: counts all pages, touched or not.
  ///   - replacesOld: replaces the pages at the address. They take no memory until they are
  ///     touched.
  static func map(
    _ bytes: Int, at address: UnsafeMutableRawPointer? = nil, areHuge: Bool = false,
    areCounted: Bool = true, replacesOld: Bool = false
  ) -> UnsafeMutableRawPointer? {
    #if canImport(Glibc)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | (replacesOld ? MAP_FIXED : 0)
    #else
      let flags = MAP_PRIVATE | MAP_ANON | (replacesOld ? MAP_FIXED : 0)
    #endif
    guard !areCounted || MemoryAccount.take(bytes) else { return nil }
    let pages = unsafe mmap(address, bytes, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else {
      if areCounted { MemoryAccount.give(bytes) }
      return nil
    }
    #if canImport(Glibc)
      if areHuge, bytes >= hugeSize { unsafe _ = madvise(pages, bytes, MADV_HUGEPAGE) }
    #endif
    return unsafe pages
  }

  static func unmap(_ pages: UnsafeMutableRawPointer, bytes: Int, areCounted: Bool = true) {
    unsafe _ = munmap(pages, bytes)
    if areCounted { MemoryAccount.give(bytes) }
  }
}

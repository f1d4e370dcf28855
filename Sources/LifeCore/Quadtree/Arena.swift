internal import Synchronization
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Plain values in pages of their own that grow in place, so that a large one is never copied.
///
/// Each arena begins at a lonely address, and more pages are asked for just behind those it has:
/// nothing is reserved that is not used, and where the address is taken the values move.
@safe
package final class Arena<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  /// In elements; all that were never written are zero.
  package private(set) var capacity = 0
  /// What the pages hold, touched or not.
  package private(set) var byteCount = 0
  private let purpose: String

  package init(purpose: String, capacity: Int) throws(MemoryExhausted) {
    self.purpose = purpose
    let bytes = Self.pages(capacity)
    guard let start = unsafe Pages.map(bytes, at: Pages.lonelyAddress()) else {
      throw MemoryExhausted(purpose: purpose, bytes: bytes)
    }
    unsafe base = start.assumingMemoryBound(to: Element.self)
    setSize(bytes)
  }

  deinit { unsafe Pages.unmap(base, byteCount) }

  private func setSize(_ bytes: Int) {
    unsafe Pages.askForLargeOnes(base, bytes)
    byteCount = bytes
    capacity = bytes / MemoryLayout<Element>.stride
  }

  /// The bytes of the pages that hold so many elements.
  package static func pages(_ capacity: Int) -> Int {
    let (bytes, overflow) = capacity.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    if overflow || bytes > Int.max - Pages.large { return .max & ~(Pages.large - 1) }
    let grain = bytes < Pages.large ? Pages.grain : Pages.large
    return (bytes + grain - 1) & ~(grain - 1)
  }

  /// Makes room for at least `count` elements in all.
  package func grow(to count: Int) throws(MemoryExhausted) {
    guard count > capacity else { return }
    let bytes = Self.pages(count)
    let end = unsafe UnsafeMutableRawPointer(base) + byteCount
    if let more = unsafe Pages.map(bytes - byteCount, at: end) {
      if unsafe more == end { return setSize(bytes) }
      unsafe Pages.unmap(more, bytes - byteCount)
    }
    guard let moved = unsafe Pages.map(bytes, at: Pages.lonelyAddress()) else {
      throw MemoryExhausted(purpose: purpose, bytes: bytes)
    }
    unsafe moved.copyMemory(from: base, byteCount: byteCount)
    unsafe Pages.unmap(base, byteCount)
    unsafe base = moved.assumingMemoryBound(to: Element.self)
    setSize(bytes)
  }

  /// Makes all elements zero; large stretches by giving the pages back.
  package func clear() {
    unsafe memset(base, 0, byteCount)
  }

  /// The elements, until the arena grows.
  package var elements: UnsafeMutablePointer<Element> { unsafe base }
}

/// Pages of memory from the system.
private enum Pages {
  /// Memory comes in pieces of this size.
  static let grain = 1 << 16
  /// From here on the system may answer with pages of two megabytes, if asked.
  static let large = 1 << 21

  private static let next = Atomic<Int>(0)

  /// An address with sixty-four gigabytes of nothing behind it, as far as we know.
  static func lonelyAddress() -> UnsafeMutableRawPointer? {
    let number = next.add(1, ordering: .relaxed).newValue & 511
    return unsafe UnsafeMutableRawPointer(bitPattern: 1 << 45 + number << 36)
  }

  /// Zeroed pages, at the address if it is free; nil if there are none.
  static func map(_ bytes: Int, at address: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    #if canImport(Glibc)
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #else
      let flags = MAP_PRIVATE | MAP_ANON
    #endif
    let pages = unsafe mmap(address, bytes, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { return nil }
    return unsafe pages
  }

  /// A table of large pages is walked through with a third of the misses.
  static func askForLargeOnes(_ pages: UnsafeMutableRawPointer, _ bytes: Int) {
    #if os(Linux)
      if bytes >= large { unsafe _ = madvise(pages, bytes, Int32(MADV_HUGEPAGE)) }
    #endif
  }

  static func unmap(_ pages: UnsafeMutableRawPointer, _ bytes: Int) {
    unsafe _ = munmap(pages, bytes)
  }
}

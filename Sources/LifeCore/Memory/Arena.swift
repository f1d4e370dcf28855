internal import CCPU
internal import LifeSystem

/// A table of plain values in its own pages, zeroed at first. It grows in place.
///
/// Every arena starts at an address with much unmapped space behind it, and maps further pages
/// right behind its own. So growing copies nothing, and no memory is reserved in advance. The
/// values move only if other pages are already there.
@safe
@usableFromInline
package final class Arena<Element: BitwiseCopyable> {
  // Exclusivity is not checked: the checks in all arenas of a quadtree took a fourteenth of the
  // time. Other modules would still check a property with a private setter, hence the getters.
  @exclusivity(unchecked) @usableFromInline var base: UnsafeMutablePointer<Element>
  @safe @exclusivity(unchecked) @usableFromInline var room = 0
  /// The size of the mapped pages, touched or not.
  @safe @exclusivity(unchecked) package private(set) var byteCount = 0
  private let purpose: String
  private let inHugePages: Bool
  private let isCounted: Bool

  /// The elements. The pointer is valid until the arena grows.
  ///
  /// Other modules need it for every node they write, so they read it without a call: a macrocell
  /// file of a soup of 16384 × 16384 cells takes 11 % less time than with one.
  @inlinable package var elements: UnsafeMutablePointer<Element> { unsafe base }
  /// The number of elements that fit in the mapped pages. Elements never written are zero.
  @inlinable package var capacity: Int { room }

  /// - Parameters:
  ///   - inHugePages: requests huge pages once the arena is large.
  ///   - isCounted: false if the owner counts its use, because most pages are never touched.
  package init(
    purpose: String, capacity: Int, inHugePages: Bool = false, isCounted: Bool = true
  ) throws(MemoryExhausted) {
    self.purpose = purpose
    self.inHugePages = inHugePages
    self.isCounted = isCounted
    let bytes = Self.byteCount(forCapacity: capacity)
    let start = unsafe Pages.map(
      bytes, at: Pages.isolatedAddress(), areHuge: inHugePages, areCounted: isCounted)
    guard let start = unsafe start else {
      throw MemoryExhausted(purpose: purpose, bytes: bytes)
    }
    unsafe base = start.assumingMemoryBound(to: Element.self)
    setSize(bytes)
  }

  deinit {
    unsafe Pages.unmap(elements, bytes: byteCount, areCounted: isCounted)
  }

  private func setSize(_ bytes: Int) {
    byteCount = bytes
    room = bytes / MemoryLayout<Element>.stride
  }

  /// The size in bytes of the pages for `capacity` elements.
  package static func byteCount(forCapacity capacity: Int) -> Int {
    let (bytes, overflow) = capacity.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    if overflow || bytes > Int.max - Pages.hugeSize { return .max & ~(Pages.hugeSize - 1) }
    let grain = bytes < Pages.hugeSize ? Pages.grain : Pages.hugeSize
    return (bytes + grain - 1) & ~(grain - 1)
  }

  /// Makes room for at least `count` elements in total.
  package func grow(to count: Int) throws(MemoryExhausted) {
    guard count > capacity else { return }
    let bytes = Self.byteCount(forCapacity: count)
    let end = unsafe UnsafeMutableRawPointer(elements) + byteCount
    if let more = unsafe Pages.map(
      bytes - byteCount, at: end, areHuge: inHugePages, areCounted: isCounted)
    {
      if unsafe more == end { return setSize(bytes) }
      unsafe Pages.unmap(more, bytes: bytes - byteCount, areCounted: isCounted)
    }
    let moved = unsafe Pages.map(
      bytes, at: Pages.isolatedAddress(), areHuge: inHugePages, areCounted: isCounted)
    guard let moved = unsafe moved else {
      throw MemoryExhausted(purpose: purpose, bytes: bytes)
    }
    unsafe moved.copyMemory(from: elements, byteCount: byteCount)
    unsafe Pages.unmap(elements, bytes: byteCount, areCounted: isCounted)
    unsafe base = moved.assumingMemoryBound(to: Element.self)
    setSize(bytes)
  }

  /// Sets all elements to zero and returns their memory to the system. For touched pages this takes
  /// as long as writing zeros, for others no time.
  package func release() {
    let renewed = unsafe Pages.map(
      byteCount, at: elements, areHuge: inHugePages, areCounted: false, replacesOld: true)
    if unsafe renewed == nil { unsafe memset(elements, 0, byteCount) }
  }

  /// Loads an element into the cache before it is needed.
  @inline(__always)
  package func prefetch(_ index: Int) {
    unsafe life_prefetch(elements + index)
  }
}

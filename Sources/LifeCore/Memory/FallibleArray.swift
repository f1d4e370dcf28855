internal import LifeSystem

/// A list of plain values. It throws if it cannot grow, whereas an `Array` ends the program.
///
/// Counts in a file are untrusted, so their allocations must be refusable. `realloc` moves large
/// lists by remapping their pages: growing never holds two copies.
@safe
package final class FallibleArray<Element: BitwiseCopyable & Sendable> {
  /// Exclusivity is not checked for these three variables: the checks took a third of the time of
  /// reading isolated cells.
  @exclusivity(unchecked) private var base: UnsafeMutablePointer<Element>?
  @safe @exclusivity(unchecked) private var capacity = 0
  @safe @exclusivity(unchecked) package private(set) var count = 0
  private let purpose: String
  /// Whether a limit of memory is obeyed.
  private let isLimited: Bool

  /// - Parameter isLimited: false for a copy of elements that are in memory already: then only an
  ///   allocation that fails is refused.
  package init(purpose: String, isLimited: Bool = true) {
    self.purpose = purpose
    self.isLimited = isLimited
  }

  deinit {
    MemoryAccount.give(capacity * MemoryLayout<Element>.stride)
    unsafe free(base)
  }

  /// Makes room for `extra` more elements.
  ///
  /// - Parameter limit: in bytes; evaluated only if the capacity must grow.
  /// - Throws: ``MemoryExhausted`` if the allocation fails or exceeds `limit`.
  package func reserve(
    _ extra: Int, limit: @autoclosure () -> Int = .max
  ) throws(MemoryExhausted) {
    let (needed, overflow) = count.addingReportingOverflow(extra)
    if !overflow && needed <= capacity { return }
    let limit = limit()
    let stride = MemoryLayout<Element>.stride
    let (bytes, tooMany) = needed.multipliedReportingOverflow(by: stride)
    guard !overflow, !tooMany, bytes <= limit else {
      throw MemoryExhausted(purpose: purpose, bytes: overflow || tooMany ? .max : bytes)
    }
    // Add spare capacity, as much as there is memory for, so the next elements need no call.
    let most = limit / stride
    func roomy(_ spare: Int) -> Int { max(needed, min(max(capacity + spare, 16), most)) }
    guard grow(to: roomy(capacity / 2)) || grow(to: roomy(capacity / 16)) || grow(to: needed) else {
      throw MemoryExhausted(purpose: purpose, bytes: bytes)
    }
  }

  private func grow(to elements: Int) -> Bool {
    let stride = MemoryLayout<Element>.stride
    let size = elements * stride
    let growth = (elements - capacity) * stride
    if isLimited {
      guard MemoryAccount.take(growth, of: size) else { return false }
    } else {
      MemoryAccount.add(growth)
    }
    guard let moved = unsafe realloc(base, size) else {
      MemoryAccount.give(growth)
      return false
    }
    unsafe base = moved.assumingMemoryBound(to: Element.self)
    capacity = elements
    return true
  }

  package func append(
    _ element: Element, limit: @autoclosure () -> Int = .max
  ) throws(MemoryExhausted) {
    try reserve(1, limit: limit())
    unsafe base!.advanced(by: count).initialize(to: element)
    count += 1
  }

  package func append(
    _ elements: Span<Element>, limit: @autoclosure () -> Int = .max
  ) throws(MemoryExhausted) {
    try reserve(elements.count, limit: limit())
    unsafe elements.withUnsafeBufferPointer { source in
      guard let from = source.baseAddress else { return }
      unsafe base!.advanced(by: count).initialize(from: from, count: source.count)
    }
    count += elements.count
  }

  /// - Throws: ``MemoryExhausted`` if there is no memory for a copy of half of the elements.
  package func sort(by precedes: (Element, Element) -> Bool) throws(MemoryExhausted) {
    // The standard library merges with a copy of half of the elements.
    let copy = count / 2 * MemoryLayout<Element>.stride
    guard MemoryAccount.take(copy) else { throw MemoryExhausted(purpose: purpose, bytes: copy) }
    defer { MemoryAccount.give(copy) }
    var elements = unsafe UnsafeMutableBufferPointer(start: base, count: count)
    unsafe elements.sort(by: precedes)
  }

  /// Frees unused capacity.
  package func trim() {
    if capacity > count { _ = grow(to: max(count, 1)) }
  }

  package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return unsafe base.unsafelyUnwrapped[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe base.unsafelyUnwrapped[index] = newValue
    }
  }

  /// The elements from `start` up to `end`, valid until the array changes.
  @_lifetime(borrow self)
  package func span(from start: Int, to end: Int) -> Span<Element> {
    precondition(0 <= start && start <= end && end <= count)
    let elements = unsafe UnsafeBufferPointer(
      start: base.map { unsafe $0 + start }, count: end - start)
    return unsafe _overrideLifetime(Span(_unsafeElements: elements), borrowing: self)
  }
}

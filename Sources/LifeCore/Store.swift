internal import LifeFaults
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Memory that was asked for and could not be had, or that a limit forbids.
package struct MemoryExhausted: Error, Equatable {
  /// What was being built: "pattern", "board".
  package var purpose: String
  /// How many bytes would have been needed.
  package var bytes: Int

  package init(purpose: String, bytes: Int) {
    self.purpose = purpose
    self.bytes = bytes
  }
}

/// A growing, unshared stretch of plain values whose growth can fail without ending the program.
///
/// An `Array` that cannot grow aborts; this throws, which is what a file of hostile counts
/// deserves. Large stretches move by remapping pages, so growing never holds two copies.
@safe
package final class Store<Element: BitwiseCopyable & Sendable> {
  /// Behind a pointer, because a class's own variables are checked for overlapping accesses each
  /// time they are used: that took a third of the time of reading lone cells.
  private let state: UnsafeMutablePointer<State>
  private let purpose: String

  @unsafe
  private struct State {
    var base: UnsafeMutablePointer<Element>?
    var capacity = 0
    var count = 0
  }

  package init(purpose: String) {
    self.purpose = purpose
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  deinit {
    unsafe free(state.pointee.base)
    unsafe state.deallocate()
  }

  package private(set) var count: Int {
    get { unsafe state.pointee.count }
    set { unsafe state.pointee.count = newValue }
  }

  private var capacity: Int { unsafe state.pointee.capacity }
  private var base: UnsafeMutablePointer<Element>? { unsafe state.pointee.base }

  /// Makes room for `extra` more elements.
  ///
  /// - Parameter limit: in bytes; asked for only when there is no room yet.
  /// - Throws: ``MemoryExhausted`` if the machine or `limit` does not allow it.
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
    let roomy = max(needed, min(capacity + capacity / 2, limit / stride), 16)
    guard grow(to: roomy) || grow(to: needed) else {
      throw MemoryExhausted(purpose: purpose, bytes: bytes)
    }
  }

  private func grow(to elements: Int) -> Bool {
    guard !callFails("realloc"),
      let moved = unsafe realloc(base, elements * MemoryLayout<Element>.stride)
    else { return false }
    unsafe state.pointee.base = moved.assumingMemoryBound(to: Element.self)
    unsafe state.pointee.capacity = elements
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

  package func sort(by precedes: (Element, Element) -> Bool) {
    var elements = unsafe UnsafeMutableBufferPointer(start: base, count: count)
    unsafe elements.sort(by: precedes)
  }

  /// Gives back what growth took too much.
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

  /// The elements from `start` up to `end`, for as long as the store is not changed.
  @_lifetime(borrow self)
  package func span(_ start: Int, _ end: Int) -> Span<Element> {
    precondition(0 <= start && start <= end && end <= count)
    let elements = unsafe UnsafeBufferPointer(
      start: base.map { unsafe $0 + start }, count: end - start)
    return unsafe _overrideLifetime(Span(_unsafeElements: elements), borrowing: self)
  }
}

internal import LifeCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A fixed number of words in memory of its own, whose allocation can fail.
@safe
struct WordBuffer: ~Copyable {
  private let base: UnsafeMutablePointer<UInt64>
  let count: Int

  /// - Throws: ``MemoryExhausted``, which names what the words were to be: "frame".
  init(zeros count: Int, purpose: String) throws(MemoryExhausted) {
    let stride = MemoryLayout<UInt64>.stride
    let (bytes, overflow) = count.multipliedReportingOverflow(by: stride)
    guard !overflow, let memory = unsafe calloc(max(count, 1), stride) else {
      throw MemoryExhausted(purpose: purpose, bytes: overflow ? .max : bytes)
    }
    unsafe base = memory.bindMemory(to: UInt64.self, capacity: count)
    self.count = count
  }

  deinit { unsafe free(base) }
}

extension WordBuffer {
  var byteCount: Int { count * MemoryLayout<UInt64>.stride }

  mutating func clear() {
    unsafe base.update(repeating: 0, count: count)
  }

  /// Overwrites the words from index `start` on.
  mutating func replace(from start: Int, with words: Span<UInt64>) {
    precondition(start >= 0 && start <= count && words.count <= count - start)
    unsafe words.withUnsafeBufferPointer { source in
      guard let from = source.baseAddress else { return }
      unsafe (base + start).update(from: from, count: source.count)
    }
  }

  /// The words from `start` up to `end`.
  @_lifetime(borrow self)
  func span(_ start: Int, _ end: Int) -> Span<UInt64> {
    precondition(0 <= start && start <= end && end <= count)
    let words = unsafe UnsafeBufferPointer(start: base + start, count: end - start)
    return unsafe _overrideLifetime(Span(_unsafeElements: words), borrowing: self)
  }

  /// The first `count` bytes of the words as they lie in memory.
  @_lifetime(borrow self)
  func bytes(_ count: Int) -> Span<UInt8> {
    precondition(count >= 0 && count <= byteCount)
    let raw = unsafe UnsafeRawBufferPointer(start: base, count: count)
    let bytes = unsafe raw.assumingMemoryBound(to: UInt8.self)
    return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
  }

  /// All bytes of the words, to be written at any offset.
  @_lifetime(&self)
  mutating func mutableBytes() -> MutableRawSpan {
    let raw = unsafe UnsafeMutableRawBufferPointer(start: base, count: byteCount)
    return unsafe _overrideLifetime(MutableRawSpan(_unsafeBytes: raw), mutating: &self)
  }
}

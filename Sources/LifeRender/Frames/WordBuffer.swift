internal import LifeCore
internal import LifeSystem

/// A fixed number of 64-bit words. A failed allocation throws instead of aborting the process.
///
/// The standard library's collections cannot report a failed allocation, and an image can be larger
/// than memory. Threads may write to disjoint parts of a buffer at the same time.
@safe
final class WordBuffer: @unchecked Sendable {
  private let base: UnsafeMutablePointer<UInt64>
  let count: Int

  /// `count` zeros.
  ///
  /// - Parameter purpose: the name of the buffer in error messages, for example "frame".
  init(zeros count: Int, purpose: String) throws(MemoryExhausted) {
    let stride = MemoryLayout<UInt64>.stride
    let bytes = count * stride
    guard MemoryAccount.take(bytes) else {
      throw MemoryExhausted(purpose: purpose, bytes: bytes)
    }
    guard let memory = unsafe calloc(max(count, 1), stride) else {
      MemoryAccount.give(bytes)
      throw MemoryExhausted(purpose: purpose, bytes: bytes)
    }
    unsafe base = memory.bindMemory(to: UInt64.self, capacity: count)
    self.count = count
  }

  /// At least `bytes` zero bytes.
  convenience init(bytes: Int, purpose: String) throws(MemoryExhausted) {
    try self.init(zeros: bytes / 8 + 1, purpose: purpose)
  }

  deinit {
    unsafe free(base)
    MemoryAccount.give(byteCount)
  }

  subscript(index: Int) -> UInt64 {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  func set(_ index: Int, to word: UInt64) {
    precondition(index >= 0 && index < count)
    unsafe base[index] = word
  }

  var byteCount: Int { count * MemoryLayout<UInt64>.stride }

  /// Sets a range of words to 0.
  func clear(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    unsafe (base + range.lowerBound).update(repeating: 0, count: range.count)
  }

  /// Overwrites words, starting at index `start`.
  func replace(from start: Int, with words: Span<UInt64>) {
    precondition(start >= 0 && start <= count && words.count <= count - start)
    unsafe words.withUnsafeBufferPointer { source in
      guard let from = source.baseAddress else { return }
      unsafe (base + start).update(from: from, count: source.count)
    }
  }

  /// Overwrites bytes, starting at byte `start`.
  func replace(fromByte start: Int, with bytes: Span<UInt8>) {
    precondition(start >= 0 && start <= byteCount && bytes.count <= byteCount - start)
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let from = source.baseAddress else { return }
      unsafe _ = memcpy(UnsafeMutableRawPointer(base) + start, from, source.count)
    }
  }

  /// Whether the bytes starting at byte `start` equal `bytes`.
  func hasBytes(from start: Int, equalTo bytes: Span<UInt8>) -> Bool {
    precondition(start >= 0 && start <= byteCount && bytes.count <= byteCount - start)
    return unsafe bytes.withUnsafeBufferPointer { other in
      guard let other = other.baseAddress else { return true }
      return unsafe memcmp(UnsafeRawPointer(base) + start, other, bytes.count) == 0
    }
  }

  /// Copies `count` bytes from byte `source` to byte `target`. The ranges must not overlap.
  func copyBytes(from source: Int, to target: Int, count: Int) {
    precondition(min(source, target) >= 0 && max(source, target) + count <= byteCount)
    let raw = unsafe UnsafeMutableRawPointer(base)
    unsafe _ = memcpy(raw + target, raw + source, count)
  }

  /// The words from `start` up to `end`.
  @_lifetime(borrow self)
  func span(start: Int, end: Int) -> Span<UInt64> {
    precondition(0 <= start && start <= end && end <= count)
    let words = unsafe UnsafeBufferPointer(start: base + start, count: end - start)
    return unsafe _overrideLifetime(Span(_unsafeElements: words), borrowing: self)
  }

  /// `count` bytes in memory order, starting at byte `start`.
  @_lifetime(borrow self)
  func bytes(from start: Int = 0, count: Int) -> Span<UInt8> {
    precondition(start >= 0 && count >= 0 && count <= byteCount - start)
    let raw = unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(base) + start, count: count)
    let bytes = unsafe raw.assumingMemoryBound(to: UInt8.self)
    return unsafe _overrideLifetime(Span(_unsafeElements: bytes), borrowing: self)
  }

  /// All bytes starting at byte `start`, for stores of any width at any offset.
  @_lifetime(borrow self)
  func mutableBytes(from start: Int = 0) -> MutableRawSpan {
    precondition(start >= 0 && start <= byteCount)
    let raw = unsafe UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(base) + start, count: byteCount - start)
    return unsafe _overrideLifetime(MutableRawSpan(_unsafeBytes: raw), borrowing: self)
  }

  /// `count` mutable bytes, starting at byte `start`.
  @_lifetime(borrow self)
  func mutableSpan(from start: Int, count: Int) -> MutableSpan<UInt8> {
    precondition(start >= 0 && count >= 0 && count <= byteCount - start)
    let raw = unsafe UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(base) + start, count: count)
    let bytes = unsafe raw.assumingMemoryBound(to: UInt8.self)
    return unsafe _overrideLifetime(MutableSpan(_unsafeElements: bytes), borrowing: self)
  }

  /// The first `count` words.
  @_lifetime(borrow self)
  func mutableWords(count: Int) -> MutableSpan<UInt64> {
    precondition(count >= 0 && count <= self.count)
    let words = unsafe UnsafeMutableBufferPointer(start: base, count: count)
    return unsafe _overrideLifetime(MutableSpan(_unsafeElements: words), borrowing: self)
  }
}

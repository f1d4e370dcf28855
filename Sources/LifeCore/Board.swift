internal import LifeSystem

/// A bounded, bit-packed rectangle of cells. Its rows are strided, so SIMD rarely shifts bits.
///
/// A row is ``vectors`` vectors of 512 bits for each of its planes; rows are adjacent in memory.
/// Bit *k* of vector *j* is the cell in column *k* · ``vectors`` + *j*. A row of 1536 columns has
/// three:
///
///      vector       0      1      2        The neighbors of a cell to the west and east are in
///      bit 0      x = 0    1      2        the adjacent vectors, at the same bit. Only those of
///      bit 1      x = 3    4      5        the first and last vector need a shift: west of vector
///      …                                   0 is vector 2, shifted up by a bit.
///      bit 511   1533   1534   1535
///
/// A cell with a bit set in any plane is alive. Cells beyond the width are padding, and their
/// contents do not matter, with one exception: if the width is not a multiple of the number of
/// vectors, two cells of the padding are neighbors of real ones, and ``Edges`` keeps them correct.
/// A row of 1534 columns:
///
///      bit 510   1530   1531   1532        P, the first cell of the padding, is east of the last
///      bit 511   1533    P      Q          column; Q, the last one, is west of the first column
@safe
package final class Board {
  package let width: Int
  package let height: Int
  /// Bits of a state.
  package let planes: Int
  /// 512-bit vectors in a plane of a row.
  package let vectors: Int
  /// Converts rows of at most 16 vectors; `nil` for longer rows, which ``BitBlock`` transposes.
  let interleaver: BitInterleaver?
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Kernels may read a word before and after a row, so there is an empty vector at either end.
  private static let guardBytes = 64

  /// Words in a plane of a row.
  package var stride: Int { vectors * 8 }

  /// Whether the rows have padding.
  package var isPadded: Bool { vectors * 512 > width }

  /// A dead board.
  ///
  /// - Parameter limit: the memory limit in bytes.
  /// - Throws: ``MemoryExhausted``.
  package init(
    width: Int, height: Int, planes: Int = 1, limit: Int = .max
  ) throws(MemoryExhausted) {
    precondition(width > 0 && height > 0 && planes > 0)
    self.width = width
    self.height = height
    self.planes = planes
    vectors = Self.vectors(forWidth: width)
    interleaver = BitInterleaver(vectors: vectors)
    let bytesPerRow = vectors * 64 * planes
    let (product, overflow) = bytesPerRow.multipliedReportingOverflow(by: height)
    let bytes = overflow ? Int.max : product
    guard bytes < limit, bytes < Int.max / 2 else {
      throw MemoryExhausted(purpose: "board", bytes: bytes)
    }
    byteCount = bytes + 2 * Self.guardBytes
    guard let mapped = unsafe Pages.map(byteCount) else {
      throw MemoryExhausted(purpose: "board", bytes: bytes)
    }
    unsafe memory = mapped
    #if os(Linux)
      // Huge pages make a large board twice as fast to walk; Linux provides them only on request.
      if byteCount > 8 << 20 { unsafe _ = madvise(memory, byteCount, MADV_HUGEPAGE) }
    #endif
  }

  deinit { unsafe Pages.unmap(memory, bytes: byteCount) }

  /// A single cell of padding would need copies of both ends of a torus, so there are none or at
  /// least two.
  private static func vectors(forWidth width: Int) -> Int {
    let vectors = (width + 511) / 512
    return vectors * 512 - width == 1 ? vectors + 1 : vectors
  }

  /// The words of a plane of row `y`, for the kernels. The next plane of the row is adjacent.
  @unsafe
  package func words(ofRow y: Int, plane: Int = 0) -> UnsafeMutablePointer<UInt64> {
    precondition(y >= 0 && y < height && plane >= 0 && plane < planes)
    let first = unsafe (memory + Self.guardBytes).assumingMemoryBound(to: UInt64.self)
    return unsafe first + (y * planes + plane) * stride
  }

  @_lifetime(borrow self)
  package func row(_ y: Int, plane: Int = 0) -> Span<UInt64> {
    let words = unsafe UnsafeBufferPointer(
      start: UnsafePointer(words(ofRow: y, plane: plane)), count: stride)
    return unsafe _overrideLifetime(Span(_unsafeElements: words), borrowing: self)
  }

  /// Traps if anything was written outside the rows, or if the padding is a single cell.
  /// ``Edges/checkInvariants(_:)`` checks the contents of the padding.
  package func checkInvariants() {
    let padding = vectors * 512 - width
    precondition(padding == 0 || padding >= 2, "one cell of padding")
    let words = unsafe memory.assumingMemoryBound(to: UInt64.self)
    let wordsOfGuard = Self.guardBytes / 8
    let end = byteCount / 8 - wordsOfGuard
    for index in 0..<wordsOfGuard {
      precondition(unsafe words[index] == 0, "written before the first row")
      precondition(unsafe words[end + index] == 0, "written after the last row")
    }
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A bounded, bit-packed rectangle of cells, laid out so that SIMD needs no shifts.
///
///      vector       0      1      2          bit k of vector j is the cell in column k · 3 + j,
///      bit 0      x = 0    1      2          so a cell's neighbours to the west and east are in
///      bit 1      x = 3    4      5          the vectors beside its own, at the same bit; only
///      …                                     the first and last vector look around the corner
///      bit 511   1533   1534   1535
///
/// A row is ``vectors`` vectors of 512 bits, or as many for each of its planes, and rows lie one
/// after the other. A cell with any bit set lives. Where the width does not fill the vectors, what
/// is left over is padding, and holds whatever the rule makes of it. If the width is a multiple of
/// the vectors, only whole bits are left over; else two cells of the padding are beside real ones,
/// the first one east of the last column and the last one west of the first, and ``Edges`` says
/// what they must hold.
@safe
package final class Board {
  package let width: Int
  package let height: Int
  /// Bits of a cell.
  package let planes: Int
  /// 512-bit vectors in a plane of a row.
  package let vectors: Int
  /// How rows are read off, if there is a quicker way than blocks.
  let deal: Deal?
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Kernels may read a word before and after a row; a vector of nothing lies at either end.
  private static let guardBytes = 64

  /// Words in a plane of a row.
  package var stride: Int { vectors * 8 }

  /// Whether the rows have cells beyond the width.
  package var isPadded: Bool { vectors * 512 > width }

  /// A dead board.
  ///
  /// - Parameter limit: bytes that it may take.
  /// - Throws: ``MemoryExhausted``.
  package init(
    width: Int, height: Int, planes: Int = 1, limit: Int = .max
  ) throws(MemoryExhausted) {
    precondition(width > 0 && height > 0 && planes > 0)
    self.width = width
    self.height = height
    self.planes = planes
    vectors = Self.vectors(forWidth: width)
    deal = Deal(vectors: vectors)
    let (cells, overflow) = (vectors * 64 * planes).multipliedReportingOverflow(by: height)
    let bytes = overflow ? Int.max : cells
    guard bytes < limit, bytes < Int.max / 2 else {
      throw MemoryExhausted(purpose: "board", bytes: bytes)
    }
    byteCount = bytes + 2 * Self.guardBytes
    guard let mapped = unsafe Pages.map(byteCount) else {
      throw MemoryExhausted(purpose: "board", bytes: bytes)
    }
    unsafe memory = mapped
    #if os(Linux)
      // Twice as fast to walk when it is large, and Linux gives them only to those who ask.
      if byteCount > 8 << 20 { unsafe _ = madvise(memory, byteCount, MADV_HUGEPAGE) }
    #endif
  }

  deinit { unsafe Pages.unmap(memory, byteCount) }

  /// A lone padding cell could not stand for both ends of a torus, so there are none or two.
  private static func vectors(forWidth width: Int) -> Int {
    let vectors = (width + 511) / 512
    return vectors * 512 - width == 1 ? vectors + 1 : vectors
  }

  /// The words of a plane of row `y`, for the kernels; the row's next plane follows.
  @unsafe
  package func words(ofRow y: Int, plane: Int = 0) -> UnsafeMutablePointer<UInt64> {
    precondition(y >= 0 && y < height && plane >= 0 && plane < planes)
    let first = unsafe (memory + Self.guardBytes).assumingMemoryBound(to: UInt64.self)
    return unsafe first + (y * planes + plane) * stride
  }

  @_lifetime(borrow self)
  package func row(_ y: Int) -> Span<UInt64> {
    let words = unsafe UnsafeBufferPointer(start: UnsafePointer(words(ofRow: y)), count: stride)
    return unsafe _overrideLifetime(Span(_unsafeElements: words), borrowing: self)
  }

  @_lifetime(borrow self)
  package func row(_ y: Int, plane: Int) -> Span<UInt64> {
    let words = unsafe UnsafeBufferPointer(
      start: UnsafePointer(words(ofRow: y, plane: plane)), count: stride)
    return unsafe _overrideLifetime(Span(_unsafeElements: words), borrowing: self)
  }
}

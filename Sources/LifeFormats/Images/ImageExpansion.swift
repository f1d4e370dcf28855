internal import LifeIO

/// Accounts for the bytes that a compressed image expands to.
///
/// A small file is a bomb if reading it takes long or much memory. Neither follows from the ratio
/// of expansion alone: in a large sparse pattern nearly all bytes are equal, so they compress to a
/// thousandth, and they need no memory, as only words with live cells are stored. Therefore bytes
/// of dead cells count only beyond half of ``Limits/exemptBytes``; all others count against
/// ``Limits/expansion``. The decoder and the encoder use the same account: the encoder pads a file
/// that would be too small, so that every image that is written can be read.
///
/// Inflating and skipping takes about 4 ns for each byte of dead cells, so that an image is refused
/// within a second of CPU time.
struct ImageExpansion {
  private var total = 0
  private var blank = 0
  private let limits: Limits

  /// Bytes that are always free, because small images of little detail have small files.
  private static let usualBytes = 64 << 20
  /// Each row takes time, however short it is.
  private static let rowCost = 24

  init(_ limits: Limits) { self.limits = limits }

  /// Adds a row of `bytes` bytes, of which `blankBytes` have only dead cells.
  mutating func addRow(bytes: Int, blankBytes: Int) {
    total += bytes + Self.rowCost
    blank += min(blankBytes, bytes)
  }

  private var free: Int { Self.usualBytes + min(blank, limits.exemptBytes / 2) }

  /// Checks the rows so far against the part of the file that has been read.
  ///
  /// - Throws: ``ReadError``.
  func check(_ input: ByteReader) throws { try input.checkExpansion(to: total, butFor: free) }

  /// The bytes that a file of `count` bytes lacks for a reader to accept the rows so far.
  func lack(of count: Int) -> Int {
    let counted = total - free - limits.expansion.first
    return max(0, (counted - 1) / limits.expansion.forEach + 1 - count)
  }

  /// Whether the rows so far are more than a reader accepts from a file of any size.
  var isBeyondLimit: Bool { total > limits.expandedBytes }
}

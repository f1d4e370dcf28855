package import LifeCore

/// The visible window of one generation, as bit-packed cells or as one shade per square of cells.
///
///      row y   [ word 0 of plane 0 ][ word 0 of plane 1 ] … [ word 1 of plane 0 ] …
///               │ bit 0: bit 0 of the state in column 0, the west edge of the window
///               └ bit 63: bit 0 of the state in column 63
///
/// A cell state has one bit in each bit-plane; two states need one plane. A square of many cells
/// has a shade instead, one byte, in reading order. Bits at or past `width` are never set.
///
/// Frames are reused: ``reset(_:_:)`` clears one without allocating if its storage suffices. A
/// frame is handed from the thread that fills it to the thread that paints it; only one thread uses
/// it at a time, which is why it can be `Sendable` without a lock.
package final class Frame: @unchecked Sendable {
  package enum Content: Hashable, Sendable {
    /// One to eight bits per cell.
    case cells(planes: Int)
    /// One byte per square of `side` × `side` cells; see ``Shading``.
    case shades(side: Int)
  }

  package private(set) var shape: FrameShape
  package private(set) var content: Content
  /// The cells or shades.
  package private(set) var rows: FrameRows

  /// The position of the northwest cell in the universe. ``Painter`` uses it to keep trails and
  /// ages at their cells when the view moves.
  package var corner = Position.origin
  package var generation: BigInt = 0
  /// The number of live cells of the universe; 0 if the format does not store it.
  package var population: BigInt = 0
  /// The pattern as RLE, for formats that store it; empty if it is not stored.
  package var pattern: [UInt8] = []
  /// How many images the frame becomes; with none it only changes the ages and trails of its cells.
  package var copies = 1
  /// The lines of the label.
  package var caption: [String] = []

  /// A frame without live cells.
  package init(_ shape: FrameShape, content: Content = .cells(planes: 1)) throws(MemoryExhausted) {
    self.shape = shape
    self.content = content
    rows = try FrameRows(shape, content: content)
  }

  /// Clears the frame and changes its shape and content.
  ///
  /// - Throws: ``MemoryExhausted`` if more storage is needed and cannot be allocated.
  package func reset(_ shape: FrameShape, content: Content) throws(MemoryExhausted) {
    rows.clear()
    rows = try FrameRows(shape, content: content, reusing: rows)
    self.shape = shape
    self.content = content
    caption = []
  }
}

package extension Frame {
  /// The number of columns of cells or squares; see ``FrameShape``.
  var width: Int { shape.width }
  /// The number of rows of cells or squares.
  var height: Int { shape.height }

  /// Bits per cell; 1 for a frame of shades.
  var planes: Int {
    if case .cells(let planes) = content { planes } else { 1 }
  }

  /// The side of a square, in cells; 1 for a frame of cells.
  var side: Int {
    if case .shades(let side) = content { side } else { 1 }
  }
}

/// For each byte, a word with one byte per bit of it: 0 or 1, lowest bit first.
let spreadBits: [UInt64] = (0..<256).map { bits in
  var word: UInt64 = 0
  for bit in 0..<8 { word |= UInt64(bits >> bit & 1) << UInt64(bit * 8) }
  return word
}

extension Frame {
  /// Writes the state or shade of every place in row `y`, one byte each, eight to a word.
  func spreadRow(_ y: Int, into bytes: WordBuffer) {
    let rows = rows
    if case .shades = content {
      bytes.replace(from: 0, with: rows.row(y))
      return
    }
    let words = rows.row(y)
    let table = spreadBits.span
    let planes = planes
    var index = 0
    for first in stride(from: 0, to: words.count, by: planes) {
      for byte in 0..<8 {
        var places: UInt64 = 0
        for plane in 0..<planes {
          let bits = words[first + plane] >> UInt64(byte * 8) & 0xff
          places |= table[Int(bits)] << UInt64(plane)
        }
        bytes.set(index, to: places)
        index += 1
      }
    }
  }
}

package import LifeCore

/// The visible window of one generation, as bit-packed cells or as one shade per square of cells.
///
///      row y   [ word 0 of plane 0 ][ word 0 of plane 1 ] … [ word 1 of plane 0 ] …
///               │ bit 0: bit 0 of the state in column 0, the west edge of the window
///               └ bit 63: bit 0 of the state in column 63
///
/// A cell state has one bit in each bit-plane, so two states need one plane. A square of many cells
/// has a shade instead: one byte, in reading order. Bits at or past `width` are never set.
///
/// Frames are reused: ``reset(_:_:)`` clears a frame without allocation if its storage suffices.
/// One thread fills a frame and hands it to the thread that paints it. Only one uses it at a time,
/// so it can be `Sendable` without a lock.
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

  /// The position of the north-western cell in the universe. With it, ``Painter`` keeps trails and
  /// ages at their cells when the view moves.
  package var corner = Position.origin
  /// The places inside the universe. `nil` if all are.
  package var inside: Window?
  package var generation: BigInt = 0
  /// The number of live cells of the universe, or 0 if the format does not store it.
  package var population: BigInt = 0
  /// The pattern as RLE, for formats that store it. Empty for others.
  package var pattern: [UInt8] = []
  /// The number of images of this frame. With 0 it only updates the ages and trails of cells.
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

  /// Bits per cell, or 1 for a frame of shades.
  var planes: Int {
    if case .cells(let planes) = content { planes } else { 1 }
  }

  /// The side of a square in cells, or 1 for a frame of cells.
  var side: Int {
    if case .shades(let side) = content { side } else { 1 }
  }
}

/// For each byte, a word with one byte per bit: 0 or 1, lowest bit first.
let spreadBits: [UInt64] = (0..<256).map { bits in
  var word: UInt64 = 0
  for bit in 0..<8 { word |= UInt64(bits >> bit & 1) << UInt64(bit * 8) }
  return word
}

extension Frame {
  /// Writes the states or shades of row `y`, one byte per place, eight to a word.
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

internal import LifeCore

// Format: https://conwaylife.com/wiki/Apgcode

/// Encodes bitmaps as the strips of an apgcode. The reader in the apgcode format is the inverse.
package enum ApgcodeBody {
  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  private static let stripHeight = 5

  /// The strips of all planes, without trailing empty planes. `nil` if they have more than
  /// `maxLength` characters.
  package static func encode(_ bitmap: Bitmap, maxLength: Int = .max) -> [UInt8]? {
    guard fits(bitmap, mirroredBy: .identity, within: maxLength) else { return nil }
    var body: [UInt8] = []
    var emptyPlanes = 0
    for plane in 0..<bitmap.planes {
      let text = strips(bitmap, plane: plane)
      if text.isEmpty {
        emptyPlanes += 1
        continue
      }
      for _ in 0..<emptyPlanes { body += body.isEmpty ? [digits[0]] : Array("_0".utf8) }
      emptyPlanes = 0
      if !body.isEmpty { body.append(UInt8(ascii: "_")) }
      body += text
    }
    guard body.count <= maxLength else { return nil }
    return body.isEmpty ? [digits[0]] : body
  }

  /// Whether each plane of a mirrored bitmap takes at most `characters` characters.
  ///
  /// Most phases and orientations have a plane too long for the shortest code. Skipping them before
  /// they are mirrored halves the time of a code of many phases.
  static func fits(
    _ bitmap: Bitmap, mirroredBy orientation: Orientation, within characters: Int
  ) -> Bool {
    (0..<bitmap.planes).allSatisfy {
      length(of: bitmap, plane: $0, mirroredBy: orientation) <= characters
    }
  }

  /// The strips of one plane, or an empty array without live cells.
  private static func strips(_ bitmap: Bitmap, plane: Int) -> [UInt8] {
    var text: [UInt8] = []
    var pending = 0
    for top in stride(from: 0, to: bitmap.height, by: stripHeight) {
      let rows = top..<min(top + stripHeight, bitmap.height)
      appendStrip(bitmap, plane: plane, rows: rows, afterStrips: &pending, to: &text)
      pending += 1
    }
    return text
  }

  /// Appends the columns of one strip, after a `z` for each strip since the last live cell.
  private static func appendStrip(
    _ bitmap: Bitmap, plane: Int, rows: Range<Int>, afterStrips pending: inout Int,
    to text: inout [UInt8]
  ) {
    var next = 0
    for word in 0..<bitmap.stride {
      var live: UInt64 = 0
      for y in rows { live |= bitmap.words[bitmap.index(ofPlane: plane, y: y) + word] }
      while live != 0 {
        let bit = UInt64(live.trailingZeroBitCount)
        live &= live - 1
        while pending > 0 {
          text.append(UInt8(ascii: "z"))
          pending -= 1
        }
        let x = word << 6 + Int(bit)
        appendEmpty(x - next, to: &text)
        next = x + 1
        var value = 0
        for y in rows {
          let cell = Int(bitmap.words[bitmap.index(ofPlane: plane, y: y) + word] >> bit & 1)
          value |= cell << (y - rows.lowerBound)
        }
        text.append(digits[value])
      }
    }
  }

  /// The number of characters of ``strips(_:plane:)`` after mirroring the bitmap. It depends only
  /// on the positions of nonempty columns.
  private static func length(
    of bitmap: Bitmap, plane: Int, mirroredBy orientation: Orientation
  ) -> Int {
    let height = bitmap.height
    var length = 0
    var pending = 0
    for top in stride(from: 0, to: height, by: stripHeight) {
      let end = min(top + stripHeight, height)
      let rows = orientation.mirrorsY ? height - end..<height - top : top..<end
      // The end of the columns counted so far. In a mirrored strip, the columns west of all live
      // cells come last and are not written, so it starts as `nil`.
      var next = orientation.mirrorsX ? nil : 0
      for word in 0..<bitmap.stride {
        var live: UInt64 = 0
        for y in rows { live |= bitmap.words[bitmap.index(ofPlane: plane, y: y) + word] }
        if live != 0 {
          length += pending
          pending = 0
        }
        while live != 0 {
          let first = live.trailingZeroBitCount
          let count = (~(live >> UInt64(first))).trailingZeroBitCount
          let x = word << 6 + first
          if let next { length += lengthOfEmpty(x - next) }
          length += count
          next = x + count
          // A shift by 64 clears all columns.
          live &= UInt64.max << UInt64(first + count)
        }
      }
      if orientation.mirrorsX, let next { length += lengthOfEmpty(bitmap.width - next) }
      pending += 1
    }
    return length
  }

  /// The number of characters written by ``appendEmpty(_:to:)``.
  private static func lengthOfEmpty(_ count: Int) -> Int {
    let pairs = count >= 40 ? (count - 1) / 39 : 0
    let rest = count - 39 * pairs
    if rest == 0 { return 2 * pairs }
    return 2 * pairs + (rest < 4 ? 1 : 2)
  }

  /// Appends a run of empty columns.
  private static func appendEmpty(_ count: Int, to text: inout [UInt8]) {
    var count = count
    while count >= 40 {
      text += Array("yz".utf8)
      count -= 39
    }
    switch count {
    case 0: break
    case 1: text.append(UInt8(ascii: "0"))
    case 2: text.append(UInt8(ascii: "w"))
    case 3: text.append(UInt8(ascii: "x"))
    default: text += [UInt8(ascii: "y"), digits[count - 4]]
    }
  }

  /// Whether a body comes before another: shorter ones first, then in ASCII order.
  static func isBody(_ body: [UInt8], before other: [UInt8]) -> Bool {
    if body.count != other.count { return body.count < other.count }
    return body.lexicographicallyPrecedes(other)
  }
}

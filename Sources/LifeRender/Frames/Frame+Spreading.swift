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

// Notation: https://conwaylife.com/wiki/Isotropic_non-totalistic_rule

/// Hensel's letters for the ways in which a number of neighbours can stand around a cell, rotated
/// and reflected ones taken as one.
package enum Hensel {
  /// The letters of each count, in their alphabetical order; one nameless way for 0 and 8.
  package static let letters: [[UInt8]] = (0...8).map { count in
    let known = representatives[min(count, 8 - count)]
    return known.isEmpty ? [0] : known.map(\.letter).sorted()
  }

  /// For each index of a ``MooreMap`` the place of its letter among those of its count.
  package static let ways: [UInt8] = {
    var ways = [UInt8](repeating: 0, count: MooreMap.count)
    for count in 1...7 {
      for (letter, square) in representatives[min(count, 8 - count)] {
        let way = UInt8(letters[count].firstIndex(of: letter) ?? 0)
        // More than four neighbours are named after the gaps between them.
        let index = count <= 4 ? square : Neighbourhood.moore.mask ^ square
        for image in images(of: index) {
          ways[image] = way
          ways[image | MooreMap.centre] = way
        }
      }
    }
    return ways
  }()

  /// The mask of all ways in which `count` neighbours can stand.
  package static func allWays(_ count: Int) -> UInt16 { 1 << UInt16(letters[count].count) - 1 }

  /// One square for each letter, for up to four neighbours.
  private static let representatives: [[(letter: UInt8, square: Int)]] = [
    "", "c1 e2", "c5 e10 a3 i40 k33 n68", "c69 e42 a11 i7 k98 n13 j14 q70 r41 y97",
    "c325 e170 a15 i45 k99 n71 j106 q102 r43 y101 t105 w78 z108",
  ].map { line in
    line.split(separator: " ").map { word in
      (word.utf8.first ?? 0, Int(word.dropFirst()) ?? 0)
    }
  }

  /// The index after each of the eight symmetries of the square.
  package static func images(of index: Int) -> [Int] {
    var images: [Int] = []
    var image = index
    for _ in 0..<4 {
      images += [image, moved(image) { row, column in (row, 2 - column) }]
      image = moved(image) { row, column in (column, 2 - row) }
    }
    return images
  }

  private static func moved(_ index: Int, _ place: (Int, Int) -> (Int, Int)) -> Int {
    (0..<9).reduce(0) { result, bit in
      guard index >> bit & 1 == 1 else { return result }
      let (row, column) = place(bit / 3, bit % 3)
      return result | 1 << (row * 3 + column)
    }
  }
}

/// For each count of neighbours the ways, by Hensel's letters, that make a cell live.
package struct Ways: Hashable, Sendable {
  /// Bit *k* of element *n* is the *k*-th letter of *n* neighbours.
  package var masks: [UInt16] = Array(repeating: 0, count: 9)

  package init() {}

  /// Whether every count is taken with all its ways or with none.
  package var isTotalistic: Bool {
    (0...8).allSatisfy { masks[$0] == 0 || masks[$0] == Hensel.allWays($0) }
  }

  package func contains(_ index: Int) -> Bool {
    let count = (index & Neighbourhood.moore.mask).nonzeroBitCount
    return masks[count] >> UInt16(Hensel.ways[index]) & 1 == 1
  }

  /// The counts alone, bit *n* for *n* neighbours.
  package var counts: UInt16 {
    (0...8).reduce(0) { $0 | (masks[$1] == 0 ? 0 : 1 << UInt16($1)) }
  }
}

extension Ways: CustomStringConvertible {
  /// The canonical spelling: digits ascending, letters alphabetical, with `-` where the missing
  /// ones are fewer.
  package var description: String { (0...8).map { Self.text($0, masks[$0]) }.joined() }

  private static func text(_ count: Int, _ mask: UInt16) -> String {
    let all = Hensel.letters[count]
    if mask == 0 { return "" }
    if mask == Hensel.allWays(count) { return "\(count)" }
    let taken = mask.nonzeroBitCount
    // Of thirteen letters seven are written rather than the six others.
    let isShort = taken <= all.count / 2 || (taken == 7 && all.count == 13)
    let shown = isShort ? mask : ~mask
    let letters = all.indices.filter { shown >> UInt16($0) & 1 == 1 }.map { all[$0] }
    return "\(count)\(isShort ? "" : "-")\(String(decoding: letters, as: UTF8.self))"
  }
}

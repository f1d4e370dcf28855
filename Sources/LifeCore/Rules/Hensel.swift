// Notation: https://conwaylife.com/wiki/Isotropic_non-totalistic_rule

/// Hensel's letters for the configurations of live neighbors around a cell, up to rotation and
/// reflection.
package enum Hensel {
  /// The letters of each count 0…8 in alphabetical order; one nameless configuration for 0 and 8.
  package static let letters: [[UInt8]] = (0...8).map { count in
    let known = representatives[min(count, 8 - count)]
    return known.isEmpty ? [0] : known.map(\.letter).sorted()
  }

  /// For each ``MooreMap`` index, the place of its letter among the ``letters`` of its count.
  package static let configurations: [UInt8] = {
    var configurations = [UInt8](repeating: 0, count: MooreMap.count)
    for count in 1...7 {
      for (letter, square) in representatives[min(count, 8 - count)] {
        let configuration = UInt8(letters[count].firstIndex(of: letter) ?? 0)
        // More than four neighbors have the letter of their complement.
        let index = count <= 4 ? square : Neighborhood.moore.mask ^ square
        for image in images(of: index) {
          configurations[image] = configuration
          configurations[image | MooreMap.center] = configuration
        }
      }
    }
    return configurations
  }()

  /// The mask of all configurations of `count` neighbors, as in ``Configurations/masks``.
  package static func allConfigurations(_ count: Int) -> UInt16 {
    let numbers: [UInt16] = [1, 2, 6, 10, 13, 10, 6, 2, 1]
    return 1 << numbers[count] - 1
  }

  /// For each count up to four, the letters, each with one of its squares as a ``MooreMap`` index.
  private static let representatives: [[(letter: UInt8, square: Int)]] = [
    "", "c1 e2", "c5 e10 a3 i40 k33 n68", "c69 e42 a11 i7 k98 n13 j14 q70 r41 y97",
    "c325 e170 a15 i45 k99 n71 j106 q102 r43 y101 t105 w78 z108",
  ].map { line in
    line.split(separator: " ").map { word in
      (word.utf8.first ?? 0, Int(word.dropFirst()) ?? 0)
    }
  }

  /// The eight images of an index under the symmetries of the square. Some may be equal.
  package static func images(of index: Int) -> [Int] {
    var images: [Int] = []
    var image = index
    for _ in 0..<4 {
      let reflected = movingCells(of: image) { row, column in (row, 2 - column) }
      images += [image, reflected]
      image = movingCells(of: image) { row, column in (column, 2 - row) }
    }
    return images
  }

  /// The index of a square with each live cell moved to the row and column of `target`.
  private static func movingCells(
    of index: Int, to target: (_ row: Int, _ column: Int) -> (row: Int, column: Int)
  ) -> Int {
    var moved = 0
    for bit in 0..<9 where index >> bit & 1 == 1 {
      let (row, column) = target(bit / 3, bit % 3)
      moved |= 1 << (row * 3 + column)
    }
    return moved
  }
}
